//! What came of an operation, as `--json` prints it.

use prowess::store::change::{How, Recovered};
use prowess::store::fetch::{RefusedSkill, Revision};
use prowess::store::merge::{BroughtKind, ConflictKind};
use prowess::store::operations::{
    Became, ClientHas, ClientPlace, Failed, Made, RemovedSkill, Run, Skill, SkillKey,
};
use serde::Serialize;

use crate::output::SCHEMA;

/// What a command that changes what is kept did, as `--json` prints it.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ChangeView {
    /// The version of this form.
    schema: u32,
    /// Whether it is only said what would be done.
    dry_run: bool,
    /// The skills that were put in their places, or are there already.
    pub(crate) skills: Vec<SkillView>,
    /// The skills that were taken away, or that clients lost.
    pub(crate) removed: Vec<RemovedView>,
    /// What could not be done.
    pub(crate) failed: Vec<FailedView>,
    /// Skills of a source that may not be kept.
    pub(crate) refused: Vec<RefusedView>,
    /// What of a source was left out, and why; what a wish or a file says and does not hold.
    pub(crate) left_out: Vec<String>,
    /// Kept skills that nobody wants any more.
    pub(crate) unwanted: Vec<KeyView>,
    /// What was taken back, as it was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undone: Option<String>,
    /// What was changed on the disk, a change each.
    pub(crate) made: Vec<MadeView>,
}

impl ChangeView {
    pub(crate) fn new(run: Run) -> Self {
        Self {
            schema: SCHEMA,
            dry_run: run == Run::Dry,
            ..Self::default()
        }
    }
}

/// A kept skill by its scope and name.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct KeyView {
    /// Its folder beneath that of the scope.
    name: String,
    /// `workspace`, `project`, `user` or `managed`.
    scope: String,
}

impl From<&SkillKey> for KeyView {
    fn from(key: &SkillKey) -> Self {
        Self {
            name: key.name.clone(),
            scope: key.scope.to_string(),
        }
    }
}

/// What came of one skill.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct SkillView {
    /// Its folder beneath that of the scope.
    name: String,
    /// `workspace`, `project`, `user` or `managed`.
    scope: String,
    /// Its folder.
    place: String,
    /// Where it comes from.
    source: String,
    /// The folder in the source.
    path: String,
    /// What exactly was read: a commit, a version, a digest; nothing for a folder.
    revision: Option<String>,
    /// The digest of its files as the source has them.
    digest: String,
    /// `new`, `back`, `taken`, `same`, `updated` or `conflicting`.
    became: &'static str,
    /// What its scan says: `block`, `review`, `incomplete` or `pass`; nothing where nothing was scanned.
    scan: Option<String>,
    /// The clients that have it now.
    clients: Vec<ClientView>,
    /// What the source brought to files that were there.
    brought: Vec<FileView>,
    /// What both sides changed.
    conflicts: Vec<FileView>,
    /// What else there is to say.
    warnings: Vec<String>,
}

impl From<&Skill> for SkillView {
    fn from(skill: &Skill) -> Self {
        let report = skill.admission.as_ref().and_then(|one| one.report.as_ref());
        Self {
            name: skill.key.name.clone(),
            scope: skill.key.scope.to_string(),
            place: skill.place.to_string_lossy().into_owned(),
            source: skill.source.clone(),
            path: skill.path.clone(),
            revision: revision(&skill.revision),
            digest: skill.digest.to_string(),
            became: became(&skill.became),
            scan: report.map(|report| report.verdict.to_string()),
            clients: skill.clients.iter().map(ClientView::from).collect(),
            brought: skill
                .brought
                .iter()
                .map(|file| FileView {
                    path: file.path.to_string(),
                    what: brought(&file.kind).to_owned(),
                })
                .collect(),
            conflicts: skill
                .conflicts
                .iter()
                .map(|file| FileView {
                    path: file.path.to_string(),
                    what: conflict(&file.kind).to_owned(),
                })
                .collect(),
            warnings: warnings(skill).map(str::to_owned).collect(),
        }
    }
}

/// A file, and what became of it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct FileView {
    /// Its path within the skill.
    pub(crate) path: String,
    /// What.
    pub(crate) what: String,
}

/// How a client has a skill.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ClientView {
    /// The client.
    client: String,
    /// The name in its folder.
    at: String,
    /// `link`, `junction`, `copy`, `same-folder`, `changed-copy` or `gone`.
    has: &'static str,
    /// Why it is no link.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl From<&ClientPlace> for ClientView {
    fn from(place: &ClientPlace) -> Self {
        let (has, reason) = has(&place.has);
        Self {
            client: place.client.clone(),
            at: place.at.to_string_lossy().into_owned(),
            has,
            reason,
        }
    }
}

/// A skill that was taken away, or that clients lost.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct RemovedView {
    /// Its folder beneath that of the scope.
    name: String,
    /// `workspace`, `project`, `user` or `managed`.
    scope: String,
    /// Its folder.
    place: String,
    /// The clients that have lost it.
    clients: Vec<ClientView>,
    /// What else there is to say.
    warnings: Vec<String>,
}

impl From<&RemovedSkill> for RemovedView {
    fn from(removed: &RemovedSkill) -> Self {
        Self {
            name: removed.key.name.clone(),
            scope: removed.key.scope.to_string(),
            place: removed.place.to_string_lossy().into_owned(),
            clients: removed.clients.iter().map(ClientView::from).collect(),
            warnings: removed.warnings.clone(),
        }
    }
}

/// What could not be done.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct FailedView {
    /// The skills that it is about.
    skills: Vec<KeyView>,
    /// Why.
    error: String,
}

impl From<&Failed> for FailedView {
    fn from(failed: &Failed) -> Self {
        Self {
            skills: failed.skills.iter().map(KeyView::from).collect(),
            error: failed.error.to_string(),
        }
    }
}

/// A skill of a source that may not be kept.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct RefusedView {
    /// The name of its header, else of its folder.
    name: String,
    /// The folder in the source.
    path: String,
    /// Why.
    error: String,
}

impl From<&RefusedSkill> for RefusedView {
    fn from(refused: &RefusedSkill) -> Self {
        Self {
            name: refused.name.clone(),
            path: refused.path.clone(),
            error: refused.error.to_string(),
        }
    }
}

/// What was changed on the disk; in a dry run what would be.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct MadeView {
    /// The places that are different now.
    places: Vec<String>,
    /// The number by which `undo` takes it back.
    record: Option<u64>,
    /// Whether a change of another run was ended first.
    recovered: bool,
    /// Links and folders that were left, because they are not ours.
    not_ours: Vec<String>,
    /// What else there is to say.
    warnings: Vec<String>,
}

impl From<&Made> for MadeView {
    fn from(made: &Made) -> Self {
        let shown = |paths: &[std::path::PathBuf]| {
            let paths = paths.iter().chain([]);
            paths
                .map(|path| path.to_string_lossy().into_owned())
                .collect()
        };
        Self {
            places: shown(&made.places),
            record: made.record,
            recovered: made.recovered != Recovered::Nothing,
            not_ours: shown(&made.not_ours),
            warnings: made.warnings.clone(),
        }
    }
}

/// What there is to say of a skill, that of the door included.
pub(crate) fn warnings(skill: &Skill) -> impl Iterator<Item = &str> {
    let of_door = skill.admission.iter().flat_map(|one| &one.warnings);
    of_door.chain(&skill.warnings).map(String::as_str)
}

/// A revision as a person knows it; nothing for a folder.
pub(crate) fn revision(revision: &Revision) -> Option<String> {
    match revision {
        Revision::Commit { commit } => Some(commit.clone()),
        Revision::File { digest } => Some(digest.clone()),
        Revision::Version { version, .. } => Some(version.clone()),
        _ => None,
    }
}

pub(crate) const fn became(became: &Became) -> &'static str {
    match became {
        Became::New => "new",
        Became::Back => "back",
        Became::Taken => "taken",
        Became::Same => "same",
        Became::Updated { .. } => "updated",
        Became::Conflicting => "conflicting",
        _ => "other",
    }
}

pub(crate) const fn brought(kind: &BroughtKind) -> &'static str {
    match kind {
        BroughtKind::Added => "added",
        BroughtKind::Taken => "taken",
        BroughtKind::Merged => "merged",
        BroughtKind::Renamed { .. } => "renamed",
        BroughtKind::Removed => "removed",
        _ => "changed",
    }
}

pub(crate) const fn conflict(kind: &ConflictKind) -> &'static str {
    match kind {
        ConflictKind::Text(_) => "both changed the same lines",
        ConflictKind::Whole => "both changed it, and it is no text",
        ConflictKind::Removed => "one changed it, the other removed it",
        _ => "both changed it",
    }
}

/// How a client has a skill, and why it is no link.
pub(crate) fn has(has: &ClientHas) -> (&'static str, Option<String>) {
    match has {
        ClientHas::Placed(How::Link | How::Already) => ("link", None),
        ClientHas::Placed(How::Junction { reason }) => ("junction", Some(reason.clone())),
        ClientHas::Placed(How::CopyForWantOfLinks { reason }) => ("copy", Some(reason.clone())),
        ClientHas::Placed(How::SameFolder) => ("same-folder", None),
        ClientHas::Placed(_) | ClientHas::CopyThere => ("copy", None),
        ClientHas::ChangedCopy => ("changed-copy", None),
        _ => ("gone", None),
    }
}
