//! The skills of one run, loaded.

use std::path::PathBuf;
use std::sync::Arc;

use prowess_format::Execution;

use crate::{Catalog, Content, EntryId, Error, Listing, Reason, Snapshot, Trust, Verdict};

/// Which skills a run has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice<'c> {
    /// Those of these files or folders, met requirements or not.
    Files(&'c [PathBuf]),
    /// Those of these names.
    Names(&'c [&'c str]),
    /// Every one that is eligible.
    Available,
}

/// The skills of one run, in order, each with its text.
#[derive(Debug)]
#[non_exhaustive]
pub struct SkillSet {
    /// The catalogue that they are of.
    pub catalogue: Arc<Snapshot>,
    /// The skills.
    pub skills: Vec<LoadedSkill>,
}

/// A skill with its text.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoadedSkill {
    /// The skill in the catalogue.
    pub entry: EntryId,
    /// Its text.
    pub content: Content,
}

impl SkillSet {
    /// Chooses skills and reads their texts. A skill that is chosen twice is loaded once; files that are
    /// chosen stay the explicit ones of the catalogue.
    ///
    /// # Errors
    ///
    /// [`Error::Chosen`] with everything that is wrong with the choice: names that no skill has, skills
    /// that do not count here with the reasons, files that cannot be read.
    pub fn resolve(catalog: &mut Catalog, choice: Choice<'_>) -> Result<Self, Error> {
        if let Choice::Files(files) = choice {
            catalog.change(|request| request.explicit = files.to_vec());
        }
        let catalogue = catalog.refresh();
        let mut faults = Vec::new();
        let mut skills: Vec<LoadedSkill> = Vec::new();
        for chosen in chosen(&catalogue, choice) {
            let loaded = chosen.and_then(|entry| {
                let content = catalogue.content(entry)?;
                Ok(LoadedSkill { entry, content })
            });
            match loaded {
                Ok(skill) if skills.iter().any(|known| known.entry == skill.entry) => {}
                Ok(skill) => skills.push(skill),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            Ok(Self { catalogue, skills })
        } else {
            Err(Error::Chosen { faults })
        }
    }

    /// The skills that a model reads.
    pub fn prompt_skills(&self) -> impl Iterator<Item = &LoadedSkill> {
        self.of(Execution::Prompt)
    }

    /// The skills that a tree runs.
    pub fn tree_skills(&self) -> impl Iterator<Item = &LoadedSkill> {
        self.of(Execution::Tree)
    }

    fn of(&self, execution: Execution) -> impl Iterator<Item = &LoadedSkill> {
        self.skills.iter().filter(move |skill| {
            let entry = self.catalogue.entry(skill.entry);
            entry.is_some_and(|entry| entry.manifest.execution() == execution)
        })
    }
}

fn chosen(catalogue: &Snapshot, choice: Choice<'_>) -> Vec<Result<EntryId, Error>> {
    match choice {
        Choice::Names(names) => names
            .iter()
            .map(|name| catalogue.get_eligible(name))
            .collect(),
        Choice::Available => catalogue
            .entries
            .with_ids()
            .filter(|(_, entry)| Listing::Eligible.holds(entry))
            .map(|(id, _)| Ok(id))
            .collect(),
        // What is named by path makes the first roots, in order.
        Choice::Files(files) => (0u32..)
            .zip(files)
            .flat_map(|(root, file)| {
                let found: Vec<_> = catalogue
                    .entries
                    .with_ids()
                    .filter(|(_, entry)| entry.root.0 == root)
                    .map(|(id, _)| named_by_path(catalogue, id))
                    .collect();
                if found.is_empty() {
                    return vec![Err(Error::NotFound {
                        query: file.display().to_string(),
                        near: Vec::new(),
                    })];
                }
                found
            })
            .collect(),
    }
}

/// A skill that is named by its path is taken whether or not its requirements are met.
fn named_by_path(catalogue: &Snapshot, id: EntryId) -> Result<EntryId, Error> {
    let is_usable = catalogue.entry(id).is_some_and(|entry| {
        entry.trust != Trust::Blocked
            && match &entry.verdict {
                Verdict::Eligible => true,
                Verdict::Ineligible { reasons } => !reasons
                    .iter()
                    .any(|reason| matches!(reason, Reason::Judge { .. })),
                _ => false,
            }
    });
    match (is_usable, catalogue.entry(id)) {
        (false, Some(entry)) => Err(catalogue.not_eligible(entry)),
        _ => Ok(id),
    }
}
