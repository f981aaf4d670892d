//! Numbers of the settings that override a profile's budget.

use std::collections::BTreeMap;

use crate::{Budget, Profile};

/// One number of a budget.
type Field = fn(&mut Budget) -> &mut Option<u32>;

/// The keys under which clients and our own configuration name the numbers of a budget. Bounds of
/// discovery are put in where roots are planned.
const KEYS: &[(&str, Field)] = &[
    ("prompt.skills", |budget| &mut budget.skills),
    ("prompt.characters", |budget| &mut budget.characters),
    ("prompt.description", |budget| &mut budget.description),
    ("prompt.tokens", |budget| &mut budget.tokens),
    ("maxSkillsInPrompt", |budget| &mut budget.skills),
    ("maxSkillsPromptChars", |budget| &mut budget.characters),
];

/// The profile with the settings' numbers in its budget; unknown keys are for other rooms.
pub(crate) fn with_limits(profile: &Profile, limits: &BTreeMap<String, u64>) -> Profile {
    let mut profile = profile.clone();
    for (key, field) in KEYS {
        if let Some(&limit) = limits.get(*key) {
            *field(&mut profile.budget) = Some(u32::try_from(limit).unwrap_or(u32::MAX));
        }
    }
    profile
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A known key replaces a number, others leave the budget as it is.
    #[test]
    fn overrides() {
        let limits = BTreeMap::from([
            ("maxSkillsInPrompt".to_owned(), 7),
            ("maxSkillFileBytes".to_owned(), 1),
        ]);
        let own = Profile::own();
        let budget = with_limits(&own, &limits).budget;
        assert_eq!(
            budget,
            Budget {
                skills: Some(7),
                ..own.budget
            }
        );
    }
}
