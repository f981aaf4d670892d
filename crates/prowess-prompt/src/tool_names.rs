//! Names that a provider accepts in a tool schema, for skills whose names it would refuse.

use std::collections::BTreeMap;

use prowess_base::Digest;

/// Longest name that providers accept.
const LIMIT: usize = 64;

/// A reversible map from skill names to names of `[A-Za-z0-9_-]{1,64}`, the form that every known
/// provider accepts for tools and their parameters.
///
/// A name of that form stays as it is. Any other becomes its usable characters, `-`, and hexadecimal
/// digits of its SHA-256 digest; the result does not depend on the other names unless two collide.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolNames {
    to_skill: BTreeMap<String, String>,
    to_tool: BTreeMap<String, String>,
}

impl ToolNames {
    /// The map for these skills, whatever their order.
    pub fn new<I: IntoIterator<Item: AsRef<str>>>(skills: I) -> Self {
        let mut names: Vec<String> = skills
            .into_iter()
            .map(|skill| skill.as_ref().to_owned())
            .collect();
        names.sort_unstable();
        names.dedup();
        // Names that fit go first, so that no made-up name takes the place of a real one.
        let (fitting, others): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| fits(name));
        let mut map = Self::default();
        for name in fitting {
            map.insert(name.clone(), name);
        }
        for name in others {
            let tool = map.free_name(&name);
            map.insert(tool, name);
        }
        map
    }

    /// The name of a skill in a schema.
    #[must_use]
    pub fn tool(&self, skill: &str) -> Option<&str> {
        self.to_tool.get(skill).map(String::as_str)
    }

    /// The skill that a name in a schema stands for.
    #[must_use]
    pub fn skill(&self, tool: &str) -> Option<&str> {
        self.to_skill.get(tool).map(String::as_str)
    }

    /// Pairs of schema name and skill name, by schema name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.to_skill
            .iter()
            .map(|(tool, skill)| (tool.as_str(), skill.as_str()))
    }

    fn insert(&mut self, tool: String, skill: String) {
        self.to_tool.insert(skill.clone(), tool.clone());
        self.to_skill.insert(tool, skill);
    }

    fn free_name(&self, skill: &str) -> String {
        let digest = Digest::of(skill.as_bytes());
        let start = usable(skill);
        // 8 digits are enough unless a name was made to collide.
        (8..=56)
            .step_by(8)
            .map(|digits| {
                let mut name: String = start.chars().take(LIMIT - digits - 1).collect();
                if !name.is_empty() {
                    name.push('-');
                }
                name.push_str(&digest.short_hex(digits));
                name
            })
            .find(|name| !self.to_skill.contains_key(name))
            .unwrap_or_else(|| digest.short_hex(LIMIT))
    }
}

fn is_usable(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

fn fits(name: &str) -> bool {
    (1..=LIMIT).contains(&name.len()) && name.chars().all(is_usable)
}

/// The usable characters of a name, each run of others as one `_` between them.
fn usable(name: &str) -> String {
    let runs: Vec<&str> = name
        .split(|character| !is_usable(character))
        .filter(|run| !run.is_empty())
        .collect();
    runs.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name of the map has the form and leads back, names that fit are kept, and the order of
    /// the input does not matter.
    #[test]
    fn nm_10_names_for_schemas() {
        let long = "x".repeat(65);
        let skills = ["示例 技能", "pdf", "My Tool", "my.tool", "", long.as_str()];
        let names = ToolNames::new(skills);
        for skill in skills {
            let tool = names.tool(skill).unwrap();
            assert!(fits(tool), "{tool}");
            assert_eq!(names.skill(tool), Some(skill));
        }
        assert_eq!(names.tool("pdf"), Some("pdf"));
        assert!(names.tool("My Tool").unwrap().starts_with("My_Tool-"));
        assert_eq!(names, ToolNames::new(skills.into_iter().rev()));
    }

    /// A skill that has another's made-up name keeps it; the other gets a longer one.
    #[test]
    fn a_name_made_to_collide() {
        let made_up = ToolNames::new(["a b"]).tool("a b").unwrap().to_owned();
        let names = ToolNames::new(["a b", &made_up]);
        assert_eq!(names.tool(&made_up), Some(&*made_up));
        assert_eq!(names.skill(names.tool("a b").unwrap()), Some("a b"));
    }
}
