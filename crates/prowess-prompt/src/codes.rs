//! The codes of this crate, `PW300` to `PW349`, with their pages.

use prowess_base::CodePage;

prowess_base::codes! {
    /// Descriptions are shown in part.
    SHORTENED = 300 "descriptions shown in part";
    /// Skills are shown without their description.
    NAME_ONLY = 301 "skills shown without description";
    /// Skills are left out of the catalogue.
    LEFT_OUT = 302 "skills left out of the catalogue";
    /// The model has no tool that reads skills.
    NO_READ_TOOL = 303 "no tool that reads skills";
    /// Not one skill fits into the budget.
    NOTHING_FITS = 304 "budget too small for one skill";
    /// A body that was given as a resident's is not put into every prompt.
    NOT_RESIDENT = 305 "body that is not resident";
    /// A body holds a tag of the wrapper that it is put in.
    WRAPPER_TAG = 310 "body with a tag of its wrapper";
    /// Not every file of a skill is listed.
    RESOURCES_CUT = 311 "files that are not listed";
    /// A body asks to have a command run while it is loaded.
    LOAD_COMMAND = 312 "command in a body that is not run";
    /// The command of an untrusted skill calls no tool.
    DISPATCH_UNTRUSTED = 313 "command that is not trusted to call a tool";
    /// The trigger of an untrusted skill does not fire.
    TRIGGER_UNTRUSTED = 314 "trigger that is not trusted to fire";
}

/// Every code of this crate with its page, in ascending order.
pub fn pages() -> impl Iterator<Item = &'static CodePage> {
    PAGES.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages ascend without repetition and begin with their code.
    #[test]
    fn in_order() {
        let codes: Vec<_> = pages().map(|page| page.code).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
        for page in pages() {
            assert!(page.text.starts_with(&format!("# {}", page.code)));
        }
    }
}
