//! The codes of this crate, `PW920` to `PW939`, and the pages of all codes of the engine.

use prowess_base::{Code, CodePage};

prowess_base::codes! {
    /// A requirement of a skill is not met here.
    UNMET = 920 "requirement that is not met";
    /// A skill lies beyond a bound of the profile.
    BEYOND_LIMIT = 921 "skill beyond a bound";
    /// The built-in skills could not be laid out on the disk.
    NOT_LAID_OUT = 922 "built-in skills that could not be written";
    /// A file that was named cannot be read.
    NOT_READ = 923 "file that cannot be read";
    /// A root is there and was not read.
    ROOT_NOT_READ = 924 "folder of skills that was not read";
    /// A suppression of a finding does not hold any more, or does not say all it must.
    SUPPRESSION = 925 "suppression that does not hold";
    /// Something that was to be scanned is no part of a package.
    NOT_SCANNED = 926 "file that was not scanned";
    /// What decides about trust cannot be read, or is not what it was.
    TRUST = 927 "trust that does not hold";
}

/// The pages of all codes of the engine, room by room.
pub fn pages() -> impl Iterator<Item = &'static CodePage> {
    prowess_format::codes::pages()
        .chain(prowess_catalog::codes::pages())
        .chain(prowess_prompt::codes::pages())
        .chain(prowess_scan::codes::pages())
        .chain(prowess_flow::codes::pages())
        .chain(prowess_config::codes::pages())
        .chain(PAGES)
}

/// The page of one code; nothing where there is no such code.
#[must_use]
pub fn explain(code: Code) -> Option<&'static CodePage> {
    pages().find(|page| page.code == code)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Each code has one page in the whole engine, and the page begins with it.
    #[test]
    fn one_page_each() {
        let mut seen = BTreeSet::new();
        for page in pages() {
            assert!(seen.insert(page.code), "{} twice", page.code);
            let head = format!("# {}", page.code);
            assert!(page.text.starts_with(&head), "{}", page.code);
        }
    }
}
