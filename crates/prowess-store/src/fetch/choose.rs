//! Which skills of a harvest are meant, and what their folders are called.

use std::collections::BTreeMap;

use prowess_base::{FoldedName, SkillName};

use super::{Harvest, Offered, RefusedSkill};
use crate::{Error, Source, TreePath};

/// Which skills of a harvest are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice<'c> {
    /// The one that there is; where the source itself names one, that.
    Only,
    /// Every one that may be kept.
    All,
    /// These, each by its name, or by its path: with a `/` in it, as `./ui`.
    Named(&'c [String]),
}

/// Says by its name and its path whether a skill is meant.
type Fits<'f> = &'f dyn Fn(&str, &str) -> bool;

impl Harvest {
    /// The skills that are meant, each once, by their paths.
    ///
    /// # Errors
    ///
    /// [`Error::NoSkill`]; [`Error::Several`] where one would have to be chosen; [`Error::Ambiguous`] where several have
    /// the name; [`Error::Tree`] where one that is meant is refused. With [`Choice::All`] those that are refused are passed over, for
    /// [`Harvest::refused`] tells of them, unless there are no others.
    pub fn choose(&self, choice: Choice<'_>) -> Result<Vec<&Offered>, Error> {
        let by_source = match (&self.source, choice) {
            (Source::Git(git), Choice::Only) => git.skill.as_slice(),
            _ => &[],
        };
        let choice = match by_source {
            [] => choice,
            names => Choice::Named(names),
        };
        if let Choice::Named(words) = choice {
            let mut chosen = Vec::new();
            for word in words {
                chosen.push(self.named(word)?);
            }
            chosen.sort_by(|one, other| one.path.cmp(&other.path));
            chosen.dedup_by(|one, other| one.path == other.path);
            return Ok(chosen);
        }
        match (self.skills.as_slice(), self.refused.as_slice(), choice) {
            ([], [], _) => Err(self.no_skill(None)),
            ([], [refused, ..], _) => Err(self.refusal(refused)),
            ([one], [], _) => Ok(vec![one]),
            (several, _, Choice::All) => Ok(several.iter().collect()),
            _ => Err(Error::Several {
                source_name: self.source.to_string(),
                offered: self.offered(),
            }),
        }
    }

    fn named(&self, word: &str) -> Result<&Offered, Error> {
        if word == "." || word.contains('/') {
            let path = word.trim_start_matches("./").trim_end_matches('/');
            let path = path.strip_suffix("/SKILL.md").unwrap_or(path);
            let path = if path == "." { "" } else { path };
            let refused = self.refused.iter().find(|skill| skill.path == path);
            let skill = self.skills.iter().find(|skill| skill.path == path);
            return match (skill, refused) {
                (Some(skill), _) => Ok(skill),
                (None, Some(refused)) => Err(self.refusal(refused)),
                (None, None) => Err(self.no_skill(Some(word))),
            };
        }
        let folded = FoldedName::new(word);
        let last = |path: &str| path.rsplit('/').next() == Some(word);
        // By the name; else by the name as it is looked up; else by the folder.
        let ways: [Fits<'_>; 3] = [
            &|name, _| name == word,
            &|name, _| FoldedName::new(name) == folded,
            &|_, path| last(path),
        ];
        for fits in ways {
            let skills: Vec<&Offered> = self
                .skills
                .iter()
                .filter(|skill| fits(&skill.name, &skill.path))
                .collect();
            let refused: Vec<&RefusedSkill> = self
                .refused
                .iter()
                .filter(|skill| fits(&skill.name, &skill.path))
                .collect();
            match (skills.as_slice(), refused.as_slice()) {
                ([], []) => {}
                ([one], []) => return Ok(one),
                ([], [one]) => return Err(self.refusal(one)),
                (skills, refused) => {
                    let skills = skills.iter().map(|skill| &skill.path);
                    let refused = refused.iter().map(|skill| &skill.path);
                    let mut paths: Vec<String> =
                        skills.chain(refused).map(|path| shown_path(path)).collect();
                    paths.sort();
                    return Err(Error::Ambiguous {
                        name: word.to_owned(),
                        paths,
                    });
                }
            }
        }
        Err(self.no_skill(Some(word)))
    }

    /// The name of each skill, with its path where two have the same.
    fn offered(&self) -> Vec<String> {
        let skills = self.skills.iter().map(|skill| (&skill.name, &skill.path));
        let refused = self.refused.iter().map(|skill| (&skill.name, &skill.path));
        let all: Vec<(&String, &String)> = skills.chain(refused).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (name, _) in &all {
            *counts.entry(name).or_default() += 1;
        }
        let mut offered: Vec<String> = all
            .iter()
            .map(|(name, path)| match counts.get(name.as_str()) {
                Some(1) => (*name).clone(),
                _ => shown_path(path),
            })
            .collect();
        offered.sort();
        offered
    }

    fn no_skill(&self, wanted: Option<&str>) -> Error {
        Error::NoSkill {
            source_name: self.source.to_string(),
            wanted: wanted.map(str::to_owned),
            offered: self.offered(),
        }
    }

    fn refusal(&self, skill: &RefusedSkill) -> Error {
        Error::Tree {
            source_name: match skill.path.as_str() {
                "" => self.source.to_string(),
                path => format!("{} ({path})", self.source),
            },
            error: skill.error.clone(),
        }
    }
}

impl Offered {
    /// The name of the folder that the skill is kept in: the one that is asked for; else the name of its header where
    /// that is a name of the standard; else the name of its folder in the source, where the header has none or one that is
    /// only unusual (`My Tool`).
    ///
    /// # Errors
    ///
    /// [`Error::Name`] where that is no name of the standard, is the name of a device, or where the header's would lead elsewhere
    /// (IN-17).
    pub fn folder_name(&self, asked: Option<&str>) -> Result<SkillName, Error> {
        if let Some(asked) = asked {
            return folder_name(asked);
        }
        let name = folder_name(&self.name);
        let is_one_part = !self.name.contains('/') && self.name.parse::<TreePath>().is_ok();
        match self.path.rsplit('/').next() {
            Some(folder) if name.is_err() && is_one_part && !folder.is_empty() => {
                folder_name(folder)
            }
            _ => name,
        }
    }
}

/// A name as that of a folder.
///
/// # Errors
///
/// [`Error::Name`].
pub(crate) fn folder_name(name: &str) -> Result<SkillName, Error> {
    let error = |reason: String| Error::Name {
        name: name.to_owned(),
        reason,
    };
    name.parse::<TreePath>()
        .map_err(|fault| error(fault.to_string()))?;
    match SkillName::fault(name) {
        Some(fault) => Err(error(fault.to_string())),
        None => name.parse().map_err(|_| error("it is no name".to_owned())),
    }
}

/// A path as it is chosen by: with a `/`, or `.`.
fn shown_path(path: &str) -> String {
    match path {
        "" => ".".to_owned(),
        path if path.contains('/') => path.to_owned(),
        path => format!("./{path}"),
    }
}
