//! What was changed, so that it can be taken back.
//!
//! `<data>/history/00000001.json` tells of one change what was before and what came after, by digests; the bytes of what
//! was before are among the [`Objects`]. A record is put in place together with the change that it tells of.

use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::{Access, EntryKind, TEMPORARY};
use serde::{Deserialize, Serialize};

use crate::change::{Before, Change, Extras, Held, Means, Step};
use crate::disk::{Disk, is_there};
use crate::kept::Kept;
use crate::objects::{Manifest, Objects, entries, read_versioned, state};
use crate::{Error, Places, Scope, Tree, TreeLimits};

/// The version of the form that this program writes.
const VERSION: u64 = 1;

/// Most bytes of a record: some 100,000 files.
const RECORD_BYTES: u64 = 64 << 20;

/// How many records [`History::forget`] keeps where nothing else is said.
pub const RECORDS: usize = 100;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    version: u64,
    /// Its number; later ones are higher.
    pub number: u64,
    /// What a person would call it ([`Change::deed`]).
    pub deed: String,
    /// The workspace that it was made in.
    pub workspace: PathBuf,
    /// The skills, in the order of the steps.
    pub skills: Vec<SkillChange>,
    /// The links and copies, in the order of the steps.
    pub links: Vec<LinkChange>,
    /// The files, in the order of the steps.
    pub files: Vec<FileChange>,
}

/// What became of one skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillChange {
    /// Whom it is for.
    pub scope: Scope,
    /// Its folder beneath that of the scope.
    pub name: String,
    /// What it held, without files that it had not brought; nothing: it was not there.
    pub before: Option<Manifest>,
    /// What it held then; nothing: it was gone.
    pub after: Option<Manifest>,
}

/// What became of one client's link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkChange {
    /// Whom the skill is for.
    pub scope: Scope,
    /// Its folder beneath that of the scope.
    pub name: String,
    /// The folder in which the client looks for skills.
    pub folder: PathBuf,
    /// What was there.
    pub before: ClientHas,
    /// What was there then.
    pub after: ClientHas,
}

/// How a client had a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "has")]
pub enum ClientHas {
    /// Not at all.
    Nothing,
    /// By a link; where links could not be made, by a copy of this.
    Link {
        /// What the copy held.
        copy: Manifest,
    },
    /// By a copy.
    Copy {
        /// What it held.
        copy: Manifest,
    },
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileChange {
    /// The file.
    pub path: PathBuf,
    /// Who may read it.
    pub readers: Readers,
    /// The digest of what it held; nothing: there was none.
    pub before: Option<Digest>,
    /// The digest of what it held then; nothing: it was gone.
    pub after: Option<Digest>,
}

/// Who may read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Readers {
    /// The user alone.
    User,
    /// Everyone whom the user's mask lets.
    Everyone,
}

impl Record {
    /// The objects that taking it back needs.
    pub fn objects(&self) -> impl Iterator<Item = Digest> {
        let skills = self
            .skills
            .iter()
            .filter_map(|skill| skill.before.as_ref())
            .flat_map(|manifest| manifest.files.values().copied());
        skills.chain(self.files.iter().filter_map(|file| file.before))
    }

    /// The change that takes this one back: its steps turned round, last first. It is made only where everything is still
    /// as this change left it; files of the user's own go along.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where bytes are not kept any more, and as [`Objects::get`].
    pub fn undo(&self, objects: &Objects) -> Result<Change, Error> {
        let gone = |what: &str| Error::State {
            path: PathBuf::from(file_name(self.number)),
            reason: format!("what `{what}` held is not kept any more"),
        };
        let mut steps = Vec::new();
        for link in self.links.iter().rev() {
            steps.push(link.undo());
        }
        for skill in self.skills.iter().rev() {
            let before = skill.after.as_ref().map_or(Before::Nothing, ours);
            steps.push(match &skill.before {
                None => Step::RemoveSkill {
                    scope: skill.scope,
                    name: skill.name.clone(),
                    before,
                    extras: Extras::Kept,
                },
                Some(manifest) => Step::PutSkill {
                    scope: skill.scope,
                    name: skill.name.clone(),
                    tree: objects.tree(manifest)?.ok_or_else(|| gone(&skill.name))?,
                    before,
                },
            });
        }
        for file in self.files.iter().rev() {
            let bytes = match &file.before {
                None => None,
                Some(digest) => {
                    let name = file.path.display().to_string();
                    Some(objects.get(digest)?.ok_or_else(|| gone(&name))?)
                }
            };
            steps.push(Step::File {
                path: file.path.clone(),
                bytes,
                before: file.after,
                access: match file.readers {
                    Readers::User => Access::Private,
                    Readers::Everyone => Access::Shared,
                },
            });
        }
        Ok(Change {
            steps,
            deed: Some(format!("undo {}", self.deed)),
        })
    }
}

impl LinkChange {
    fn undo(&self) -> Step {
        let before = match &self.after {
            ClientHas::Nothing => Before::Nothing,
            ClientHas::Link { copy } | ClientHas::Copy { copy } => ours(copy),
        };
        let means = match self.before {
            ClientHas::Nothing => {
                return Step::Unlink {
                    scope: self.scope,
                    name: self.name.clone(),
                    folder: self.folder.clone(),
                    before,
                };
            }
            ClientHas::Link { .. } => Means::Link,
            ClientHas::Copy { .. } => Means::Copy,
        };
        Step::Link {
            scope: self.scope,
            name: self.name.clone(),
            folder: self.folder.clone(),
            means,
            before,
        }
    }
}

fn ours(manifest: &Manifest) -> Before {
    Before::Ours(manifest.files.clone())
}

/// The history of one user.
#[derive(Debug, Clone)]
pub struct History {
    folder: PathBuf,
}

impl History {
    /// The history in a user's data folder.
    #[must_use]
    pub fn of(places: &Places) -> Self {
        Self {
            folder: places.data.join("history"),
        }
    }

    /// Every record, the newest first.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
    pub fn records(&self) -> Result<Vec<Record>, Error> {
        let numbers = self.numbers()?;
        numbers
            .into_iter()
            .rev()
            .map(|number| self.read(number))
            .collect()
    }

    /// One record.
    ///
    /// # Errors
    ///
    /// As [`History::records`].
    pub fn read(&self, number: u64) -> Result<Record, Error> {
        let path = self.folder.join(file_name(number));
        let bytes = prowess_fs::read(&path, RECORD_BYTES)?;
        read_versioned(&path, &bytes, VERSION)
    }

    /// Forgets all but the newest `keep` records. What they alone needed goes with the next [`Objects::collect`].
    ///
    /// # Errors
    ///
    /// [`Error::Disk`].
    pub fn forget(&self, held: &Held<'_>, keep: usize) -> Result<usize, Error> {
        let numbers = self.numbers()?;
        let old = numbers.len().saturating_sub(keep);
        for number in numbers.into_iter().take(old) {
            held.disk().remove(&self.folder.join(file_name(number)))?;
        }
        Ok(old)
    }

    /// The numbers of all records, in their order.
    fn numbers(&self) -> Result<Vec<u64>, Error> {
        if !is_there(&self.folder)? {
            return Ok(Vec::new());
        }
        let files = entries(&self.folder, EntryKind::File)?;
        let mut numbers: Vec<u64> = files.iter().filter_map(|path| number(path)).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }
}

fn file_name(number: u64) -> String {
    format!("{number:08}.json")
}

fn number(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    if name.starts_with(TEMPORARY) {
        return None;
    }
    name.strip_suffix(".json")?.parse().ok()
}

/// What a change learns while it is planned, for its record.
#[derive(Default)]
pub(crate) struct Memory {
    skills: Vec<SkillChange>,
    links: Vec<LinkChange>,
    files: Vec<FileChange>,
    old: Vec<Old>,
}

/// Bytes that will be needed to take a change back.
enum Old {
    /// Those of the skill at this place.
    Skill(PathBuf, Manifest),
    /// Those of a file.
    File(Vec<u8>),
}

impl Memory {
    pub(crate) fn skill(
        &mut self,
        (scope, name): (Scope, &str),
        place: &Path,
        before: Option<Manifest>,
        after: Option<&Tree>,
    ) {
        if let Some(manifest) = &before {
            let old = Old::Skill(place.to_path_buf(), manifest.clone());
            self.old.push(old);
        }
        self.skills.push(SkillChange {
            scope,
            name: name.to_owned(),
            before,
            after: after.map(Manifest::of),
        });
    }

    pub(crate) fn link(
        &mut self,
        (scope, name): (Scope, &str),
        folder: &Path,
        before: ClientHas,
        after: ClientHas,
    ) {
        self.links.push(LinkChange {
            scope,
            name: name.to_owned(),
            folder: folder.to_path_buf(),
            before,
            after,
        });
    }

    pub(crate) fn file(
        &mut self,
        path: &Path,
        access: Access,
        before: Option<&[u8]>,
        after: Option<&[u8]>,
    ) {
        self.files.push(FileChange {
            path: path.to_path_buf(),
            readers: match access {
                Access::Private => Readers::User,
                Access::Shared | Access::Executable => Readers::Everyone,
            },
            before: before.map(Digest::of),
            after: after.map(Digest::of),
        });
        self.old
            .extend(before.map(|bytes| Old::File(bytes.to_vec())));
    }

    /// The record of the change, and the file that it belongs into.
    pub(crate) fn record(
        &self,
        places: &Places,
        deed: &str,
    ) -> Result<(u64, PathBuf, Vec<u8>), Error> {
        let history = History::of(places);
        let number = history.numbers()?.last().map_or(1, |last| last + 1);
        let record = Record {
            version: VERSION,
            number,
            deed: deed.to_owned(),
            workspace: places.workspace.clone(),
            skills: self.skills.clone(),
            links: self.links.clone(),
            files: self.files.clone(),
        };
        let path = history.folder.join(file_name(number));
        let text = serde_json::to_vec(&record).map_err(|error| state(&path, &error))?;
        Ok((number, path, text))
    }

    /// Keeps the bytes of what was before, which is still in its place.
    pub(crate) fn keep(&self, disk: &dyn Disk, objects: &Objects) -> Result<(), Error> {
        for old in &self.old {
            match old {
                Old::File(bytes) => {
                    objects.put(disk, bytes)?;
                }
                Old::Skill(place, manifest) => {
                    for (path, digest) in &manifest.files {
                        let file = place.join(path.as_str());
                        let bytes = prowess_fs::read(&file, TreeLimits::default().file_bytes)?;
                        if objects.put(disk, &bytes)? != *digest {
                            return Err(prowess_fs::Error::Changed { path: file }.into());
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// What a kept skill holds of its own.
pub(crate) fn manifest_of(kept: &Kept, before: &Before) -> Manifest {
    let Before::Ours(files) = before else {
        return Manifest::default();
    };
    let executable = kept
        .files
        .iter()
        .filter(|(path, file)| file.executable == Some(true) && files.contains_key(*path));
    Manifest {
        executable: executable.map(|(path, _)| path.clone()).collect(),
        files: files.clone(),
    }
}
