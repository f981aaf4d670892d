//! A skill comes from its source to its place: new, back again, or merged into what lies there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use prowess_base::{Digest, SkillName};

use super::lying::Lying;
use super::make::{Admissions, Draft};
use super::report::{Became, ClientHas, ClientPlace, Skill, SkillKey};
use super::{Conflicts, Run, Store};
use crate::change::{Applied, Before, How, Means, Step};
use crate::fetch::Revision;
use crate::kept::{Extra, look};
use crate::lock::{LockedSkill, Origin};
use crate::merge::{Brought, Conflict, ConflictKind, Merged, Part, Side, merge};
use crate::objects::Objects;
use crate::status::Meant as _;
use crate::{Error, Scope, Tree, TreeError, TreeFile, TreeLimits, TreePath};

/// A skill as its source has it, and where it is to be.
pub(super) struct Arrival<'a> {
    pub(super) name: &'a SkillName,
    pub(super) scope: Scope,
    pub(super) origin: &'a Origin,
    pub(super) revision: &'a Revision,
    pub(super) tree: &'a Tree,
    /// The clients that are to have it, all of them.
    pub(super) targets: Vec<String>,
    pub(super) means: Means,
    pub(super) conflicts: Conflicts,
}

/// What is put in a place, and what is told of it.
struct Put {
    became: Became,
    /// The tree that is put there; nothing where what lies there stays.
    tree: Option<Tree>,
    before: Before,
    /// What lies there, for the door.
    old: Option<Tree>,
    brought: Vec<Brought>,
    conflicts: Vec<Conflict>,
    warnings: Vec<String>,
}

impl Store<'_> {
    /// Puts a skill into a draft: its place, its clients, the lock. The door is asked where new bytes come in.
    ///
    /// # Errors
    ///
    /// [`Error::Taken`] where something lies there that is not kept; those of the door; [`Error::Client`], [`Error::Disk`],
    /// [`Error::Tree`].
    pub(super) fn arrive(
        &self,
        draft: &mut Draft<'_>,
        admissions: &mut Admissions,
        run: Run,
        arrival: &Arrival<'_>,
    ) -> Result<Skill, Error> {
        let name = arrival.name.as_str();
        let scope = arrival.scope;
        let key = SkillKey {
            scope,
            name: name.to_owned(),
        };
        let place = self.place(&key)?;
        let locked = draft.books.get(scope, name).cloned();
        let known = locked.iter().flat_map(|locked| locked.files.keys());
        let known = known.chain(arrival.tree.files().map(|(path, _)| path));
        let lying = Lying::read(&place, known, locked.as_ref())?;
        let put = self.put(&place, arrival, locked.as_ref(), lying.as_ref())?;
        let is_taken = put.became == Became::Taken;
        let offered = put.tree.as_ref().or(is_taken.then_some(arrival.tree));
        let sides = [offered, put.old.as_ref()];
        let admission = admissions.admit(self, run, &key, arrival.origin, sides)?;
        let mut skill = Skill {
            key,
            source: arrival.origin.source.to_string(),
            path: arrival.origin.path.clone(),
            revision: arrival.revision.clone(),
            digest: arrival.tree.digest(),
            became: put.became,
            clients: Vec::new(),
            admission,
            brought: put.brought,
            conflicts: put.conflicts,
            warnings: put.warnings,
            place,
        };
        if skill.became == Became::Conflicting {
            return Ok(skill);
        }
        if skill.became != Became::Same {
            draft.names.push(name.to_owned());
        }
        if let Some(tree) = &put.tree {
            draft.steps.push(Step::PutSkill {
                scope,
                name: name.to_owned(),
                tree: tree.clone(),
                before: put.before,
            });
        }
        let entry = self.entry(arrival, locked.as_ref());
        self.keep_meant(
            draft,
            locked.as_ref(),
            &entry,
            put.tree.as_ref(),
            lying.as_ref(),
        );
        let digests = lying.map(|lying| lying.digests).unwrap_or_default();
        let had = locked.map(|locked| locked.targets).unwrap_or_default();
        let targets = Targets {
            had: &had,
            wanted: &arrival.targets,
            means: arrival.means,
        };
        self.give_clients(draft, &mut skill, &digests, targets)?;
        draft.sources.push(arrival.tree.clone());
        draft.books.lock_mut(scope).put(entry);
        Ok(skill)
    }

    /// The folder of a skill.
    ///
    /// # Errors
    ///
    /// [`Error::NoHome`].
    pub(super) fn place(&self, key: &SkillKey) -> Result<PathBuf, Error> {
        let folder = self.places.skills(key.scope).ok_or(Error::NoHome)?;
        Ok(folder.join(&key.name))
    }

    /// What is put in the place of a skill.
    fn put(
        &self,
        place: &Path,
        arrival: &Arrival<'_>,
        locked: Option<&LockedSkill>,
        lying: Option<&Lying>,
    ) -> Result<Put, Error> {
        let whole = |became| Put {
            became,
            tree: Some(arrival.tree.clone()),
            before: Before::Nothing,
            old: None,
            brought: Vec::new(),
            conflicts: Vec::new(),
            warnings: Vec::new(),
        };
        let stays = |became| Put {
            tree: None,
            ..whole(became)
        };
        match (locked, lying) {
            (None, None) => Ok(whole(Became::New)),
            (Some(_), None) => Ok(whole(Became::Back)),
            (None, Some(lying)) if lying.tree.digest() == arrival.tree.digest() => Ok(Put {
                warnings: lying.warnings(),
                ..stays(Became::Taken)
            }),
            (None, Some(_)) => Err(Error::Taken {
                path: place.to_path_buf(),
            }),
            (Some(locked), Some(_)) if locked.digest == arrival.tree.digest() => {
                Ok(stays(Became::Same))
            }
            (Some(locked), Some(lying)) => self.merged(arrival, locked, lying),
        }
    }

    /// What the source has now is merged into what lies there.
    fn merged(
        &self,
        arrival: &Arrival<'_>,
        locked: &LockedSkill,
        lying: &Lying,
    ) -> Result<Put, Error> {
        let limits = TreeLimits::default();
        let refused = |error| Error::Tree {
            source_name: arrival.name.to_string(),
            error,
        };
        let (base, warnings) = self.base(locked, &lying.tree, arrival.tree)?;
        let merged = merge(&base, &lying.tree, arrival.tree, &limits).map_err(refused)?;
        let tree = match arrival.conflicts {
            Conflicts::Stop | Conflicts::Mine => merged.tree.clone(),
            Conflicts::Theirs => merged.decided(|_| Side::Theirs, &limits).map_err(refused)?,
            Conflicts::Marks => marked(&merged, &limits).map_err(refused)?,
        };
        let stops = arrival.conflicts == Conflicts::Stop && !merged.conflicts.is_empty();
        let is_same = tree.digest() == lying.tree.digest();
        Ok(Put {
            became: match stops {
                true => Became::Conflicting,
                false => Became::Updated {
                    from: locked.revision.clone(),
                },
            },
            tree: (!stops && !is_same).then_some(tree),
            before: lying.before(),
            old: Some(lying.tree.clone()),
            brought: merged.brought,
            conflicts: merged.conflicts,
            warnings,
        })
    }

    /// What a skill was when it was last taken from its source. A file whose bytes are not to be had any more is left out: where
    /// both sides have it then, and differ, that is a conflict.
    fn base(
        &self,
        locked: &LockedSkill,
        ours: &Tree,
        theirs: &Tree,
    ) -> Result<(Tree, Vec<String>), Error> {
        let objects = Objects::of(self.places);
        let limits = TreeLimits::default();
        let mut base = Tree::new();
        let mut warnings = Vec::new();
        for (path, digest) in &locked.files {
            let beside = [ours, theirs]
                .into_iter()
                .filter_map(|tree| tree.get(path.as_str()))
                .find(|file| Digest::of(&file.bytes) == *digest);
            let bytes = match beside {
                Some(file) => Some(file.bytes.clone()),
                // A damaged copy is as good as none.
                None => match objects.get(digest) {
                    Err(Error::Digest { .. }) => None,
                    other => other?,
                },
            };
            let Some(bytes) = bytes else {
                warnings.push(format!(
                    "what `{path}` was before is not kept any more, so that it cannot be merged"
                ));
                continue;
            };
            let executable = locked.executable.contains(path);
            base.add(path.as_str(), TreeFile { bytes, executable }, &limits)
                .map_err(|error| Error::Tree {
                    source_name: locked.name.clone(),
                    error,
                })?;
        }
        Ok((base, warnings))
    }

    /// The entry of the lock. One of which nothing is different stays as it is.
    fn entry(&self, arrival: &Arrival<'_>, locked: Option<&LockedSkill>) -> LockedSkill {
        let mut entry = LockedSkill::new(
            arrival.name.as_str(),
            arrival.scope,
            arrival.origin,
            arrival.revision.clone(),
            arrival.tree,
        );
        entry.targets.clone_from(&arrival.targets);
        entry.targets.sort_unstable();
        entry.targets.dedup();
        if let Some(locked) = locked
            && (
                locked.digest,
                &locked.source,
                &locked.requested,
                &locked.path,
            ) == (entry.digest, &entry.source, &entry.requested, &entry.path)
        {
            entry.revision = locked.revision.clone();
        }
        entry
    }

    /// An edit that was meant is still meant after an update has brought something to it.
    fn keep_meant(
        &self,
        draft: &mut Draft<'_>,
        locked: Option<&LockedSkill>,
        entry: &LockedSkill,
        tree: Option<&Tree>,
        lying: Option<&Lying>,
    ) {
        let (Some(locked), Some(lying)) = (locked, lying) else {
            return;
        };
        let meant = draft.books.edits.meant(locked.scope, &locked.name);
        let of_old = locked
            .files
            .keys()
            .filter_map(|path| Some((path, *lying.digests.get(path)?)));
        if meant.is_none() || meant != Some(locked.digest_with(of_old)) {
            return;
        }
        let found = tree.unwrap_or(&lying.tree).file_digests();
        let of_new = entry
            .files
            .keys()
            .filter_map(|path| Some((path, *found.get(path)?)));
        let found = entry.digest_with(of_new);
        let meant = (found != entry.digest).then_some(found);
        draft.books.edits.say(locked.scope, &locked.name, meant);
    }

    /// Links and copies for the clients that are to have it, and none for those that are not any more. `digests` are those of the
    /// files that the skill's folder holds.
    ///
    /// # Errors
    ///
    /// [`Error::Client`], [`Error::Disk`].
    pub(super) fn give_clients(
        &self,
        draft: &mut Draft<'_>,
        skill: &mut Skill,
        digests: &BTreeMap<TreePath, Digest>,
        targets: Targets<'_>,
    ) -> Result<(), Error> {
        let SkillKey { scope, name } = skill.key.clone();
        let is_put = draft.steps.iter().any(|step| {
            matches!(step, Step::PutSkill { scope: of, name: called, .. }
                if *of == scope && *called == name)
        });
        for client in targets.wanted {
            let folder = self.clients.folder(client, scope)?.to_path_buf();
            let at = folder.join(&name);
            let is_own = is_same_folder(&folder, skill.place.parent());
            let copy = match targets.had.contains(client) && !is_own {
                true => Copy::at(&at, digests)?,
                false => Copy::None,
            };
            let (means, before) = match copy {
                Copy::Ours => (Means::Copy, Before::Ours(digests.clone())),
                Copy::None | Copy::Changed => (targets.means, Before::Nothing),
            };
            let has = match copy {
                Copy::Ours if !is_put => ClientHas::CopyThere,
                Copy::Changed => ClientHas::ChangedCopy,
                Copy::None | Copy::Ours => {
                    draft.steps.push(Step::Link {
                        scope,
                        name: name.clone(),
                        folder,
                        means,
                        before,
                    });
                    ClientHas::Placed(How::Already)
                }
            };
            let client = client.clone();
            skill.clients.push(ClientPlace { client, at, has });
        }
        let gone = targets.had.iter();
        for client in gone.filter(|client| !targets.wanted.contains(client)) {
            let place = self.take_from(draft, &skill.key, client, digests)?;
            skill.clients.push(place);
        }
        Ok(())
    }

    /// A client loses its link or copy.
    ///
    /// # Errors
    ///
    /// [`Error::Client`].
    pub(super) fn take_from(
        &self,
        draft: &mut Draft<'_>,
        key: &SkillKey,
        client: &str,
        digests: &BTreeMap<TreePath, Digest>,
    ) -> Result<ClientPlace, Error> {
        let folder = self.clients.folder(client, key.scope)?;
        draft.steps.push(Step::Unlink {
            scope: key.scope,
            name: key.name.clone(),
            folder: folder.to_path_buf(),
            before: Before::Ours(digests.clone()),
        });
        Ok(ClientPlace {
            client: client.to_owned(),
            at: folder.join(&key.name),
            has: ClientHas::Gone,
        })
    }
}

/// Whether a client looks into the folder of the skills itself, perhaps through a link.
fn is_same_folder(folder: &Path, skills: Option<&Path>) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let of_client = real(folder);
    of_client.is_some() && of_client == skills.and_then(real)
}

/// Which clients had a skill, and which are to have it.
#[derive(Clone, Copy)]
pub(super) struct Targets<'t> {
    pub(super) had: &'t [String],
    pub(super) wanted: &'t [String],
    /// How those get it that have it not yet.
    pub(super) means: Means,
}

/// What a client's folder has that had a skill before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copy {
    /// Nothing, or a link.
    None,
    /// A copy of what the skill's folder holds.
    Ours,
    /// A folder that holds something else.
    Changed,
}

impl Copy {
    fn at(at: &Path, digests: &BTreeMap<TreePath, Digest>) -> Result<Self, Error> {
        let kept = match look(at, digests.keys()) {
            Err(Error::Disk(prowess_fs::Error::NotFolder { .. })) => return Ok(Self::None),
            other => other?,
        };
        let Some(kept) = kept else {
            return Ok(Self::None);
        };
        let is_same = digests.iter().all(|(path, digest)| {
            kept.files.get(path).and_then(|file| file.digest) == Some(*digest)
        });
        let is_alone = kept.extras.iter().all(Extra::is_cache);
        Ok(match is_same && is_alone {
            true => Self::Ours,
            false => Self::Changed,
        })
    }
}

/// Fills in how clients got what a change has placed: its links are in the order of the skills and of their clients.
pub(super) fn tell_placed<'s>(skills: impl IntoIterator<Item = &'s mut Skill>, applied: &Applied) {
    let mut placed = applied.placed.iter();
    let clients = skills.into_iter().flat_map(|skill| &mut skill.clients);
    for client in clients {
        if let ClientHas::Placed(how) = &mut client.has
            && let Some(placed) = placed.next()
        {
            how.clone_from(&placed.how);
        }
    }
}

/// A merged tree with both sides of each text in conflict between marks.
fn marked(merged: &Merged, limits: &TreeLimits) -> Result<Tree, TreeError> {
    let mut tree = Tree::new();
    for (path, file) in merged.tree.files() {
        let conflict = merged
            .conflicts
            .iter()
            .find(|conflict| conflict.path == *path);
        let bytes = match conflict.map(|conflict| &conflict.kind) {
            Some(ConflictKind::Text(parts)) => Part::marked(parts),
            _ => file.bytes.clone(),
        };
        let executable = file.executable;
        tree.add(path.as_str(), TreeFile { bytes, executable }, limits)?;
    }
    Ok(tree)
}
