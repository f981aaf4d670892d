//! How skills and roots are shown, in words and as JSON.

use prowess::Counts;
use prowess::catalog::{Entry, EntryId, Root, RootStatus, Snapshot};
use prowess::prompt::{PartKind, Rendered, Shown, Visibility};
use serde::Serialize;

/// How many candidates ended in which verdict.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct CountsView {
    /// All candidates: the sum of the others.
    found: usize,
    /// Those that count.
    eligible: usize,
    /// Those that won their name and do not count.
    ineligible: usize,
    /// Those whose name another has.
    shadowed: usize,
    /// Those that cannot be used.
    invalid: usize,
    /// Those beyond a bound of the profile.
    beyond_limit: usize,
}

impl From<Counts> for CountsView {
    fn from(counts: Counts) -> Self {
        Self {
            found: counts.found(),
            eligible: counts.eligible,
            ineligible: counts.ineligible,
            shadowed: counts.shadowed,
            invalid: counts.invalid,
            beyond_limit: counts.beyond_limit,
        }
    }
}

/// One folder that was searched for skills.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct RootView<'s> {
    /// Its label in the profile's words.
    source: &'s str,
    /// `built-in`, `extra`, `plugin`, `managed`, `user`, `project` or `workspace`.
    scope: &'static str,
    /// The folder.
    path: String,
    /// `ok`, `absent`, `unreadable` or `refused`. Nothing that deletes may act on one that is not
    /// `ok`.
    status: &'static str,
    /// The reason, where it is `unreadable` or `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'s str>,
    /// Candidates found beneath it.
    found: u32,
}

impl<'s> RootView<'s> {
    pub(crate) fn new(root: &'s Root) -> Self {
        let (status, reason) = root_status(&root.status);
        Self {
            source: &root.source,
            scope: root.scope.as_str(),
            path: root.path.to_string_lossy().into_owned(),
            status,
            reason,
            found: root.found,
        }
    }
}

/// The word for what became of a root, and the reason where there is one.
pub(crate) fn root_status(status: &RootStatus) -> (&'static str, Option<&str>) {
    match status {
        RootStatus::Read => ("ok", None),
        RootStatus::Absent => ("absent", None),
        RootStatus::Unreadable { reason } => ("unreadable", Some(reason)),
        RootStatus::Refused { reason } => ("refused", Some(reason)),
        _ => ("unknown", None),
    }
}

/// One skill.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct SkillView<'s> {
    /// Its name.
    pub(crate) name: &'s str,
    /// What it does and when to use it.
    pub(crate) description: &'s str,
    /// `eligible`, `ineligible`, `shadowed`, `invalid` or `beyond-limit`.
    pub(crate) verdict: &'static str,
    /// Why it is not `eligible`; empty for one that is.
    pub(crate) reasons: Vec<String>,
    /// What the model sees: `full`, `resident`, `shortened`, `name-only` or `nothing`.
    pub(crate) model: &'static str,
    /// Why the model does not see all of an eligible skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) model_reason: Option<String>,
    /// Whether a user can start it.
    pub(crate) user: bool,
    /// `trusted`, `untrusted` or `blocked`.
    pub(crate) trust: &'static str,
    /// The label of its root.
    pub(crate) source: &'s str,
    /// The root's scope.
    pub(crate) scope: &'static str,
    /// Its `SKILL.md`.
    pub(crate) file: String,
}

impl<'s> SkillView<'s> {
    pub(crate) fn new(
        snapshot: &'s Snapshot,
        rendered: &Rendered,
        id: EntryId,
        entry: &'s Entry,
    ) -> Self {
        let (model, model_reason) = model_sight(rendered, id);
        let root = snapshot.root(entry.root);
        Self {
            name: &entry.name,
            description: &entry.description,
            verdict: entry.verdict.word(),
            reasons: snapshot.reasons(entry),
            model,
            model_reason,
            user: entry.is_eligible() && entry.manifest.invocation.user,
            trust: entry.trust.as_str(),
            source: root.map_or("", |root| &root.source),
            scope: root.map_or("", |root| root.scope.as_str()),
            file: entry.file.to_string_lossy().into_owned(),
        }
    }
}

/// What a model sees of a skill, and why not all of it.
fn model_sight(rendered: &Rendered, id: EntryId) -> (&'static str, Option<String>) {
    let Some(shown) = rendered.shown(id) else {
        return ("nothing", None);
    };
    match shown.visibility {
        Visibility::Full if is_resident(rendered, shown) => ("resident", None),
        Visibility::Full => ("full", None),
        Visibility::Shortened { limit, of } => (
            "shortened",
            Some(format!("{limit} of {of} characters of its description")),
        ),
        Visibility::NameOnly => ("name-only", Some("the budget is used up".to_owned())),
        Visibility::Omitted { reason } => ("nothing", Some(reason.as_str().to_owned())),
        _ => ("nothing", None),
    }
}

/// Whether a skill's lines are its body, in the part of the residents.
fn is_resident(rendered: &Rendered, shown: &Shown) -> bool {
    let Some(lines) = &shown.range else {
        return false;
    };
    rendered
        .parts
        .iter()
        .any(|part| part.kind == PartKind::Residents && part.range.contains(&lines.start))
}
