//! How OpenClaw's commands find the one skill that is meant.

/// The two names of a skill in a status list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusName<'n> {
    /// The skill's name.
    pub name: &'n str,
    /// Its key in the configuration.
    pub skill_key: &'n str,
}

/// The position of the skill that a query means: an exact name, else an exact key, else the one
/// whose name or key has the same index name.
#[must_use]
pub fn resolve_status_entry(skills: &[StatusName<'_>], query: &str) -> Option<usize> {
    let query = query.trim();
    if query.is_empty() {
        return None;
    }
    let exact = skills
        .iter()
        .position(|skill| skill.name == query)
        .or_else(|| skills.iter().position(|skill| skill.skill_key == query));
    if exact.is_some() {
        return exact;
    }
    let wanted = index_name(query);
    if wanted.is_empty() {
        return None;
    }
    let mut fitting = skills.iter().enumerate().filter(|(_, skill)| {
        index_name(skill.name) == wanted || index_name(skill.skill_key) == wanted
    });
    match (fitting.next(), fitting.next()) {
        (Some((position, _)), None) => Some(position),
        _ => None,
    }
}

/// A name in lower case with blanks, `_` and `/` as `-`, everything but `a`-`z`, digits and `-`
/// taken away, and no `-` doubled or at an end.
#[must_use]
pub fn index_name(name: &str) -> String {
    let mut index = String::with_capacity(name.len());
    for character in name.trim().to_lowercase().chars() {
        if character.is_ascii_lowercase() || character.is_ascii_digit() {
            index.push(character);
        } else if (character.is_whitespace() || matches!(character, '_' | '/' | '-'))
            && !index.ends_with('-')
        {
            index.push('-');
        }
    }
    index.trim_matches('-').to_owned()
}
