//! The form of a name: 1 to 64 of `a`-`z`, `0`-`9` and single inner `-` (agentskills.io, field
//! `name`). The reference library also takes letters and digits of other scripts; an upload to
//! claude.ai does not.

use prowess_base::{Diagnostic, SkillName};
use unicode_normalization::UnicodeNormalization;

use super::Facts;
use crate::codes::rules::{NAME_ASCII, NAME_FORM};
use crate::strict::name_faults;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some((name, span)) = facts.field("name") else {
        return;
    };
    let folded: String = name.nfkc().collect();
    let faults = name_faults(&folded);
    for fault in &faults {
        let message = fault.to_string();
        out.push(
            facts
                .at(span, NAME_FORM, prowess_base::Severity::Error, message)
                .help("use 1 to 64 of `a`-`z`, `0`-`9` and single `-` between them"),
        );
    }
    if faults.is_empty() && SkillName::fault(name).is_some() {
        let message = "`name` has letters beyond `a`-`z` and `0`-`9`, which some clients refuse";
        out.push(facts.at(span, NAME_ASCII, facts.refused_by_claude(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{one, says};
    use super::*;

    fn of(name: &str) -> Vec<(String, String)> {
        says(check, &format!("---\nname: {name}\ndescription: d\n---\n"))
    }

    /// NM-02: double, leading and trailing hyphens and over-long names each have their reason.
    #[test]
    fn nm_02_each_fault_its_reason() {
        assert_eq!(of("my--skill"), one("my--skill", "`name` holds `--`"));
        assert_eq!(of("a-"), one("a-", "`name` starts or ends with `-`"));
        assert_eq!(of("-a"), one("-a", "`name` starts or ends with `-`"));
        let long = "a".repeat(65);
        let message = "`name` has 65 characters, at most 64 are allowed";
        assert_eq!(of(&long), one(&long, message));
        assert_eq!(of(&"a".repeat(64)), []);
        assert_eq!(of("a-1"), []);
    }

    /// NM-01: capitals, blanks and underscores are told.
    #[test]
    fn nm_01_capitals_blanks_underscores() {
        let character = |found| format!("`name` holds `{found}`, which is no letter, digit or `-`");
        let place = || "My Tool".to_owned();
        let capitals = "`name` has capitals".to_owned();
        assert_eq!(
            of("My Tool"),
            [(place(), capitals), (place(), character(' '))]
        );
        assert_eq!(of("snake_case"), one("snake_case", &character('_')));
    }

    /// Other scripts are told apart from faults.
    #[test]
    fn other_scripts() {
        let message = "`name` has letters beyond `a`-`z` and `0`-`9`, which some clients refuse";
        assert_eq!(of("螺栓"), one("螺栓", message));
    }
}
