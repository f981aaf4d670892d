//! What skills cost a conversation, level by level: the catalogue always, a body when it is loaded,
//! files when they are read.

use prowess_catalog::{Entry, EntryId, Snapshot};
use serde::Serialize;

use crate::rendered::Rendered;
use crate::resources::Resources;
use crate::tokens::Tokenizer;

/// Where bodies and files are looked up. Asked once for every eligible skill.
pub trait CostSource {
    /// The body of a skill, header removed; nothing where it cannot be read.
    fn body(&self, id: EntryId, entry: &Entry) -> Option<String>;

    /// The files of a skill; nothing where its folder cannot be looked through.
    fn resources(&self, id: EntryId, entry: &Entry) -> Option<Resources>;
}

/// What skills cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Cost {
    /// How tokens were counted.
    pub tokenizer: Tokenizer,
    /// Every eligible skill in listing order.
    pub skills: Vec<SkillCost>,
    /// The whole text that every conversation gets: introduction, catalogue, notes, residents.
    pub prompt: Amount,
    /// All bodies that could be read.
    pub bodies: Amount,
    /// All files.
    pub resources: FileAmount,
    /// What is saved against putting every body in: tokens of the bodies less those of the prompt.
    /// Negative where the catalogue is longer than the bodies.
    pub saved_tokens: i64,
}

/// What one skill costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SkillCost {
    /// The skill.
    pub entry: EntryId,
    /// Its name.
    pub name: String,
    /// Its lines in the prompt; of a resident its body with the wrapper.
    pub prompt: Amount,
    /// Its body; nothing where it could not be read.
    pub body: Option<Amount>,
    /// Its files; nothing where its folder could not be looked through.
    pub resources: Option<FileAmount>,
}

/// A length of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// Unicode scalar values.
    pub characters: u64,
    /// Tokens, exact or estimated as [`Cost::tokenizer`] says.
    pub tokens: u64,
}

/// A number of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct FileAmount {
    /// How many.
    pub files: u64,
    /// How large in all.
    pub bytes: u64,
}

impl Amount {
    fn of(text: &str, tokenizer: Tokenizer) -> Self {
        Self {
            characters: text.chars().count() as u64,
            tokens: tokenizer.count(text),
        }
    }

    fn add(&mut self, other: Self) {
        self.characters += other.characters;
        self.tokens += other.tokens;
    }
}

/// What the skills of a snapshot cost, given what was rendered of them.
#[must_use]
pub fn cost(
    snapshot: &Snapshot,
    rendered: &Rendered,
    source: &dyn CostSource,
    tokenizer: Tokenizer,
) -> Cost {
    let mut bodies = Amount::default();
    let mut files = FileAmount::default();
    let skills: Vec<_> = snapshot
        .entries
        .with_ids()
        .filter(|(_, entry)| entry.is_eligible())
        .map(|(id, entry)| {
            let lines = rendered.lines(id).unwrap_or("");
            let body = source
                .body(id, entry)
                .map(|body| Amount::of(&body, tokenizer));
            let resources = source.resources(id, entry).map(|resources| FileAmount {
                files: resources.count(),
                bytes: resources.bytes(),
            });
            bodies.add(body.unwrap_or_default());
            let found = resources.unwrap_or_default();
            files.files += found.files;
            files.bytes += found.bytes;
            SkillCost {
                entry: id,
                name: entry.name.to_string(),
                prompt: Amount::of(lines, tokenizer),
                body,
                resources,
            }
        })
        .collect();
    let prompt = Amount::of(&rendered.text, tokenizer);
    let signed = |tokens| i64::try_from(tokens).unwrap_or(i64::MAX);
    Cost {
        tokenizer,
        skills,
        prompt,
        bodies,
        resources: files,
        saved_tokens: signed(bodies.tokens).saturating_sub(signed(prompt.tokens)),
    }
}

#[cfg(test)]
mod tests {
    use prowess_catalog::Profile;

    use super::*;
    use crate::testing::{skill, snapshot};
    use crate::{RenderOptions, render};

    /// The first skill has a body of 40 characters and three files; the second cannot be read.
    struct Bodies;

    impl CostSource for Bodies {
        fn body(&self, id: EntryId, _: &Entry) -> Option<String> {
            (id.0 == 0).then(|| "body ".repeat(8))
        }

        fn resources(&self, id: EntryId, _: &Entry) -> Option<Resources> {
            let resources = Resources {
                files: Vec::new(),
                more: 3,
                more_bytes: 70,
            };
            (id.0 == 0).then_some(resources)
        }
    }

    /// Each level is counted a skill and in sum; what cannot be read is told apart from what is
    /// empty; a catalogue that is longer than the bodies saves less than nothing.
    #[test]
    fn three_levels() {
        let skills = vec![skill("a", 1, "d"), skill("b", 1, "d")];
        let snapshot = snapshot(Profile::own(), skills);
        let rendered = render(&snapshot, &RenderOptions::default());
        let cost = cost(&snapshot, &rendered, &Bodies, Tokenizer::Estimate);
        let body = Amount {
            characters: 40,
            tokens: 10,
        };
        let files = FileAmount {
            files: 3,
            bytes: 70,
        };
        let levels: Vec<_> = cost
            .skills
            .iter()
            .map(|skill| (skill.name.as_str(), skill.body, skill.resources))
            .collect();
        assert_eq!(levels, [("a", Some(body), Some(files)), ("b", None, None)]);
        assert_eq!((cost.bodies, cost.resources), (body, files));
        let lines = rendered.lines(EntryId(0)).unwrap().chars().count() as u64;
        assert_eq!(cost.skills[0].prompt.characters, lines);
        let prompt = rendered.text.chars().count() as u64;
        assert_eq!(cost.prompt.characters, prompt);
        assert_eq!(
            cost.saved_tokens,
            10 - i64::try_from(cost.prompt.tokens).unwrap()
        );
    }
}
