//! The judge of a catalogue: what the user said, what a scan said, what the lock says, and else the scope.
//!
//! Nothing is scanned here, and a tree is hashed only where its digest could decide: where something that is blocked or
//! trusted by its digest has a file of the same name and size at its top, or where the lock of a trusted project names it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use prowess_base::{Day, Digest};
use prowess_catalog::{Entry, FileKind, Judge, Root, ScopeJudge, Trust};
use prowess_scan::Suppression;

use super::{FolderFault, Records, RecordsFile};
use crate::door::{KeptVerdict, VerdictsFile};
use crate::kept::{look, read_tree};
use crate::lock::{Keeper, LockFile, LockedSkill};
use crate::status::{Edits, State, verify};
use crate::{Error, Places, TreeLimits};

/// How a skill comes to be trusted (`trust.mode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TrustMode {
    /// By where it lies: the user's own are, a project's are where the user trusts its folder.
    #[default]
    ByScope,
    /// Only by the digest of its tree, wherever it lies; those that are part of the program aside.
    ApprovedOnly,
}

/// What a judge goes by beside the user's files.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct JudgeRules {
    /// How the profile sees scopes.
    pub scopes: ScopeJudge,
    /// How a skill comes to be trusted.
    pub mode: TrustMode,
    /// Findings that the user took on themselves: what blocks for these alone does not.
    pub suppressions: Vec<Suppression>,
    /// Today, against which they end; nothing: none of them holds.
    pub today: Option<Day>,
}

/// The judge of one user in one workspace. It is made anew where one of its files may have changed.
pub struct TrustJudge {
    rules: JudgeRules,
    places: Places,
    records: Records,
    blocking: Vec<KeptVerdict>,
    /// What the workspace's lock says, by the folders of the skills.
    locked: Result<BTreeMap<PathBuf, LockedSkill>, String>,
    edits: Option<Edits>,
    workspace: Standing,
    /// Why nothing is known of what the user said.
    fault: Option<String>,
    /// A digest of everything that was read.
    state: Digest,
}

/// How it stands with the trust in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It, or a folder above it, is trusted.
    Trusted,
    /// Nothing was said of it.
    Unknown,
    /// Something was said of another folder at its place.
    Fault(FolderFault),
}

impl TrustJudge {
    /// Reads what the user said and what the lock says. Where the user's files cannot be read, nothing but what is part of the
    /// program is trusted ([`TrustJudge::faults`]).
    #[must_use]
    pub fn open(places: &Places, rules: JudgeRules) -> Self {
        let mut fault = None;
        let mut or_fault = |error: Error| {
            fault.get_or_insert(error.to_string());
        };
        let records = RecordsFile::of(places).read().unwrap_or_else(|error| {
            or_fault(error);
            Records::default()
        });
        let verdicts = VerdictsFile::of(places).read().unwrap_or_else(|error| {
            or_fault(error);
            Default::default()
        });
        let locked = LockFile::open(places, Keeper::Workspace)
            .map(|file| by_folder(places, file.lock.skills))
            .map_err(|error| error.to_string());
        let edits = Edits::open(places).ok();
        let blocking: Vec<KeptVerdict> = verdicts.blocking().cloned().collect();
        let workspace = standing(&records, &places.workspace);
        let state =
            format!("{records:?} {blocking:?} {locked:?} {edits:?} {workspace:?} {fault:?}");
        Self {
            rules,
            places: places.clone(),
            blocking,
            locked,
            edits,
            workspace,
            records,
            state: Digest::of(state.as_bytes()),
            fault,
        }
    }

    /// Tells two judges apart that go by different records: a digest of everything that was read.
    #[must_use]
    pub fn state(&self) -> Digest {
        self.state
    }

    /// How it stands with the trust in the workspace.
    #[must_use]
    pub fn workspace(&self) -> &Standing {
        &self.workspace
    }

    /// What of the user's or the project's files could not be read, and so makes things stricter.
    pub fn faults(&self) -> impl Iterator<Item = &str> {
        let locked = self.locked.as_ref().err();
        self.fault.iter().chain(locked).map(String::as_str)
    }

    /// Why a skill is not to be used at all; nothing where it may be.
    fn blocked(&self, entry: &Entry) -> Option<String> {
        if let Some(blocked) = self.records.blocked(&entry.name) {
            let why = blocked.reason.as_deref();
            return Some(why.map_or_else(
                || "you blocked it".to_owned(),
                |why| format!("you blocked it: {why}"),
            ));
        }
        let may_be: Vec<&KeptVerdict> = self
            .blocking
            .iter()
            .filter(|verdict| has_top(entry, |file, size| verdict.outline.may_have(file, size)))
            .filter(|verdict| !self.is_overridden(verdict))
            .collect();
        if may_be.is_empty() {
            return None;
        }
        let digest = digest(entry.folder())?;
        may_be
            .iter()
            .any(|verdict| verdict.digest == digest)
            .then(|| "a scan of these files says block".to_owned())
    }

    /// Whether the user took everything that blocks on themselves.
    fn is_overridden(&self, verdict: &KeptVerdict) -> bool {
        if verdict.critical.is_empty() {
            return false;
        }
        let accepted = self.records.accepted(&verdict.digest);
        verdict.critical.iter().all(|finding| {
            let is_suppressed = self.rules.today.is_some_and(|today| {
                self.rules
                    .suppressions
                    .iter()
                    .any(|one| one.fingerprint == *finding && one.holds(today))
            });
            is_suppressed || accepted.is_some_and(|one| one.findings.contains(finding))
        })
    }

    /// Whether the bytes of a skill are trusted, wherever it lies.
    fn is_approved(&self, entry: &Entry) -> bool {
        let may_be = self
            .records
            .skills
            .iter()
            .any(|skill| has_top(entry, |file, size| skill.outline.may_have(file, size)));
        may_be
            && exact_digest(entry.folder())
                .is_some_and(|digest| self.records.trusted(&digest).is_some())
    }

    /// Whether the lock does not name a skill, or it is as the lock or its user says.
    fn is_as_locked(&self, entry: &Entry) -> bool {
        let Ok(locked) = &self.locked else {
            return false;
        };
        let name = entry.folder().file_name();
        if !locked.keys().any(|folder| folder.file_name() == name) {
            return true;
        }
        let real = std::fs::canonicalize(entry.folder());
        let real = real.as_deref().unwrap_or_else(|_| entry.folder());
        let Some(skill) = locked.get(entry.folder()).or_else(|| locked.get(real)) else {
            return true;
        };
        let status = match &self.edits {
            Some(edits) => verify(&self.places, [skill], edits),
            None => verify(&self.places, [skill], &()),
        };
        status.iter().all(|status| {
            matches!(status.state, State::Installed | State::Edited) && status.extras.is_empty()
        })
    }

    fn is_trusted_by_scope(&self, entry: &Entry, root: &Root) -> bool {
        use prowess_catalog::Scope;
        let (by_scope, _) = self.rules.scopes.judge(entry, root);
        match root.scope {
            Scope::Project | Scope::Workspace => {
                let is_trusted = by_scope == Trust::Trusted || self.workspace == Standing::Trusted;
                is_trusted && self.is_as_locked(entry)
            }
            Scope::Extra | Scope::Plugin => {
                by_scope == Trust::Trusted
                    || standing(&self.records, &root.path) == Standing::Trusted
            }
            _ => by_scope == Trust::Trusted,
        }
    }
}

impl Judge for TrustJudge {
    fn judge(&self, entry: &Entry, root: &Root) -> (Trust, Option<String>) {
        if let Some(why) = self.blocked(entry) {
            return (Trust::Blocked, Some(why));
        }
        if root.scope == prowess_catalog::Scope::BuiltIn && is_embedded(entry) {
            return (Trust::Trusted, None);
        }
        let is_trusted = match (&self.fault, self.rules.mode) {
            // Nobody knows what was blocked.
            (Some(_), _) => false,
            (None, TrustMode::ApprovedOnly) => self.is_approved(entry),
            // As the profile's client does.
            (None, TrustMode::ByScope) if self.rules.scopes == ScopeJudge::Everything => true,
            (None, TrustMode::ByScope) => {
                self.is_trusted_by_scope(entry, root) || self.is_approved(entry)
            }
        };
        match is_trusted {
            true => (Trust::Trusted, None),
            false => (Trust::Untrusted, None),
        }
    }
}

/// How it stands with the trust in a folder: it may be trusted itself, or one above it.
#[must_use]
pub fn standing(records: &Records, folder: &Path) -> Standing {
    if records.folders.is_empty() {
        return Standing::Unknown;
    }
    let Ok(real) = super::folder::real(folder) else {
        return Standing::Unknown;
    };
    let mut standing = Standing::Unknown;
    for above in real.ancestors() {
        match records.folder(above).map(super::TrustedFolder::check) {
            None => {}
            Some(Ok(())) => return Standing::Trusted,
            Some(Err(fault)) => standing = Standing::Fault(fault),
        }
    }
    standing
}

fn by_folder(places: &Places, skills: Vec<LockedSkill>) -> BTreeMap<PathBuf, LockedSkill> {
    skills
        .into_iter()
        .filter_map(|skill| Some((places.skills(skill.scope)?.join(&skill.name), skill)))
        .collect()
}

/// Whether its text is part of the program.
fn is_embedded(entry: &Entry) -> bool {
    let identity = &entry.identity;
    (identity.inode, identity.modified) == (0, 0)
}

/// Whether the file of a skill has such a name and size. One that is no folder of its own has no digest.
fn has_top(entry: &Entry, has: impl Fn(&str, u64) -> bool) -> bool {
    let name = entry.file.file_name().and_then(|name| name.to_str());
    entry.kind == FileKind::Skill
        && !is_embedded(entry)
        && name.is_some_and(|name| has(name, entry.identity.size))
}

/// The digest of the files in a folder, links and caches aside: what links lead to makes a blocked skill no other one.
fn digest(folder: &Path) -> Option<Digest> {
    let tree = read_tree(folder, &TreeLimits::default()).ok()??;
    Some(tree.digest())
}

/// The digest of a folder that holds nothing beside its files and caches.
fn exact_digest(folder: &Path) -> Option<Digest> {
    let tree = read_tree(folder, &TreeLimits::default()).ok()??;
    let kept = look(folder, tree.files().map(|(path, _)| path)).ok()??;
    let is_exact = kept.extras.iter().all(crate::kept::Extra::is_cache);
    is_exact.then(|| tree.digest())
}
