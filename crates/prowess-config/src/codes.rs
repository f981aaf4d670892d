//! The codes of this crate, `PW900` to `PW919`, with their pages.

use prowess_base::CodePage;

prowess_base::codes! {
    /// A configuration file cannot be read.
    UNREADABLE = 900 "configuration file that cannot be read";
    /// A configuration file is no TOML.
    SYNTAX = 901 "configuration file that is not TOML";
    /// A key that is not in the table.
    UNKNOWN_KEY = 902 "unknown configuration key";
    /// A value of another shape than its key asks for.
    WRONG_TYPE = 903 "configuration value of the wrong type";
    /// A value that its key does not allow.
    WRONG_VALUE = 904 "configuration value that is not allowed";
    /// A project file that would widen what the user allows.
    WIDENS = 905 "project file that asks for more than the user allows";
    /// A project file that sets what only the user sets.
    USER_ONLY = 906 "project file that sets what is the user's alone";
    /// Two keys of one file that are one after Unicode normalisation.
    DUPLICATE = 907 "configuration key given twice";
    /// More findings than are shown.
    MORE = 908 "more findings than are shown";
}

/// Every code of this crate with its page, in ascending order.
pub fn pages() -> impl Iterator<Item = &'static CodePage> {
    PAGES.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages stand in ascending order and each begins with its code.
    #[test]
    fn ordered() {
        let codes: Vec<_> = pages().map(|page| page.code).collect();
        assert!(codes.is_sorted());
        for page in pages() {
            assert!(
                page.text
                    .starts_with(&format!("# {}: {}\n", page.code, page.title))
            );
        }
    }
}
