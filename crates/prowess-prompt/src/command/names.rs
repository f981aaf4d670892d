//! Command names of `a`-`z`, digits and `_` that are made from skill names (OpenClaw 2026.6.11).

use std::collections::HashSet;

/// Longest command name.
const LENGTH: usize = 32;
/// Longest description of a command, in UTF-16 units.
const DESCRIPTION: usize = 100;
/// The last number that is put behind a name that is taken.
const LAST_NUMBER: u32 = 999;

/// The names that are taken so far.
#[derive(Debug, Default)]
pub(crate) struct CommandNames(HashSet<Box<str>>);

impl CommandNames {
    /// Names that no skill may have, in lower case.
    pub(crate) fn new(reserved: &[Box<str>]) -> Self {
        Self(reserved.iter().cloned().collect())
    }

    /// A name for the command of this skill, which from now on is taken. Behind one that is taken
    /// already stand `_2` to `_999`, and `_x` behind all further ones.
    pub(crate) fn claim(&mut self, skill: &str) -> Box<str> {
        let base = command_name(skill);
        let numbered = (2..=LAST_NUMBER).map(|number| with_end(&base, &format!("_{number}")));
        let free = std::iter::once(base.clone())
            .chain(numbered)
            .find(|name| !self.0.contains(&**name))
            .unwrap_or_else(|| with_end(&base, "_x"));
        self.0.insert(free.as_str().into());
        free.into()
    }
}

/// The name with an end, cut so that the whole fits.
fn with_end(base: &str, end: &str) -> String {
    let kept = base.get(..LENGTH - end.len()).unwrap_or(base);
    format!("{kept}{end}")
}

/// A skill's name in lower case, each run of other characters as one `_`, none at an end before it
/// is cut; `skill` where nothing is left.
fn command_name(skill: &str) -> String {
    let mut name = String::with_capacity(skill.len());
    for character in skill.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_lowercase() || character.is_ascii_digit() {
            name.push(character);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_matches('_');
    let name = name.get(..LENGTH).unwrap_or(name);
    if name.is_empty() { "skill" } else { name }.to_owned()
}

/// What a menu shows of a skill: its description, else its name, at most 100 UTF-16 units.
pub(crate) fn command_description(name: &str, description: &str) -> Box<str> {
    let text = match description.trim() {
        "" => name,
        text => text,
    };
    if text.encode_utf16().count() <= DESCRIPTION {
        return text.into();
    }
    let mut units = 0;
    let end = text
        .char_indices()
        .find(|(_, character)| {
            units += character.len_utf16();
            units >= DESCRIPTION
        })
        .map_or(text.len(), |(place, _)| place);
    format!("{}…", text.get(..end).unwrap_or(text)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Past the last number names are no longer unique.
    #[test]
    fn after_the_last_number() {
        let mut names = CommandNames::default();
        let claimed: Vec<Box<str>> = (0..1001).map(|_| names.claim("a")).collect();
        assert_eq!(
            [
                &*claimed[0],
                &claimed[1],
                &claimed[998],
                &claimed[999],
                &claimed[1000]
            ],
            ["a", "a_2", "a_999", "a_x", "a_x"]
        );
    }

    /// A name is cut after its ends are trimmed, so that it may end in `_`.
    #[test]
    fn cut_after_trimming() {
        let skill = format!("{} tail", "a".repeat(31));
        assert_eq!(command_name(&skill), format!("{}_", "a".repeat(31)));
    }
}
