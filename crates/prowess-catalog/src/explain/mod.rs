//! The trail of one skill: every step from its file to its verdict, and what decided each.
//!
//! The steps after the verdict (visibility, limits, the rendered line) belong to later rooms, which
//! append them with [`Trail::push`].

mod evidence;
mod places;

use std::fmt;
use std::path::PathBuf;

use prowess_base::Diagnostic;
use serde::Serialize;

use crate::content::Content;
use crate::gates::{self, Gate};
use crate::judging::judge_one;
use crate::{Catalog, Entry, EntryId, Error, FileKind, Reason, Root, Snapshot, Trust, Verdict};
use places::Places;

/// Every step of one skill's way, in order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Trail {
    /// The skill's name.
    pub name: String,
    /// The entry that the steps are about.
    pub entry: EntryId,
    /// The steps.
    pub steps: Vec<Step>,
}

/// One step of a trail.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Step {
    /// Which step, in a few words: `file`, `header`, `programs`, …
    pub stage: String,
    /// How it went.
    pub outcome: StepOutcome,
    /// What was found and what it was held against; lower-case start, no full stop.
    pub text: String,
    /// The file that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The 1-based line in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// How a step went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepOutcome {
    /// It holds, or nothing was asked.
    Passed,
    /// It does not hold, and a setting or the header passes it all the same.
    PassedOver,
    /// Something to look at that stops nothing.
    Noted,
    /// The skill does not get further, for this reason.
    Stopped,
}

impl Trail {
    /// A trail without steps.
    #[must_use]
    pub fn new(name: impl Into<String>, entry: EntryId) -> Self {
        Self {
            name: name.into(),
            entry,
            steps: Vec::new(),
        }
    }

    /// Appends a step.
    pub fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// The first step that stopped the skill; nothing where it got to the end.
    #[must_use]
    pub fn stopped(&self) -> Option<&Step> {
        self.steps
            .iter()
            .find(|step| step.outcome == StepOutcome::Stopped)
    }
}

impl Step {
    /// A step without a place.
    #[must_use]
    pub fn new(stage: impl Into<String>, outcome: StepOutcome, text: impl Into<String>) -> Self {
        Self {
            stage: stage.into(),
            outcome,
            text: text.into(),
            file: None,
            line: None,
        }
    }

    /// Names the file and line that decided.
    #[must_use]
    pub fn at(mut self, file: impl Into<PathBuf>, line: Option<u32>) -> Self {
        self.file = Some(file.into());
        self.line = line;
        self
    }
}

impl fmt::Display for Step {
    /// `programs: program `gh` not found on PATH (3 folders searched) [/w/skills/gh/SKILL.md:5]`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.stage, self.text)?;
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, " [{}:{line}]", file.display()),
            (Some(file), None) => write!(f, " [{}]", file.display()),
            (None, _) => Ok(()),
        }
    }
}

impl Catalog {
    /// The trail of the skill that `query` means in the last snapshot, up to its verdict. One that
    /// lost its name is asked for as `SOURCE:NAME`.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::get`]; [`Error::NotFound`] where nothing was loaded yet.
    pub fn explain(&self, query: &str) -> Result<Trail, Error> {
        let nothing = || Error::NotFound {
            query: query.to_owned(),
            near: Vec::new(),
        };
        let snapshot = self.snapshot().ok_or_else(nothing)?;
        let id = snapshot.get(query)?;
        let entry = snapshot.entry(id).ok_or_else(nothing)?;
        Ok(self.trail(snapshot, id, entry))
    }

    fn trail(&self, snapshot: &Snapshot, id: EntryId, entry: &Entry) -> Trail {
        let content = snapshot.content(id);
        let places = Places::of(content.as_ref().ok().map(|content| content.text.as_str()));
        let mut trail = Trail {
            name: entry.name.to_string(),
            entry: id,
            steps: vec![file_step(snapshot, entry, content.as_ref())],
        };
        trail.steps.extend(header_steps(entry));
        if matches!(
            entry.verdict,
            Verdict::Invalid { .. } | Verdict::BeyondLimit { .. }
        ) {
            return trail;
        }
        trail.steps.push(self.entry_step(entry));
        trail.steps.extend(merge_steps(snapshot, id, entry));
        if matches!(entry.verdict, Verdict::Shadowed { .. }) {
            return trail;
        }
        if let Some(root) = snapshot.root(entry.root) {
            let host = self.host();
            for gate in self.profile.gates.asked() {
                trail.steps.push(match gate {
                    Gate::Judge => self.judge_step(snapshot, entry, root),
                    gate => gate_step(*gate, entry, root, &host, &places),
                });
            }
        }
        trail
    }

    fn entry_step(&self, entry: &Entry) -> Step {
        const STAGE: &str = "settings";
        let key = entry.skill_key();
        match gates::entry_of(entry, &self.request.settings) {
            None => Step::new(
                STAGE,
                StepOutcome::Passed,
                format!("no entry for the key `{key}`"),
            ),
            Some(found) => {
                let origin = found.origin.as_ref();
                let mut step = Step::new(
                    STAGE,
                    StepOutcome::Noted,
                    match origin {
                        Some(origin) => format!("{origin} is for the key `{key}`"),
                        None => format!("`skills.entries.{key}` is for this skill"),
                    },
                );
                if let Some(file) = origin.and_then(|origin| origin.file.clone()) {
                    step = step.at(file, origin.and_then(|origin| origin.line));
                }
                step
            }
        }
    }

    fn judge_step(&self, snapshot: &Snapshot, entry: &Entry, root: &Root) -> Step {
        let stage = Gate::Judge.title();
        let mut judged = entry.clone();
        if let Some(why) = judge_one(&*self.request.judge, &mut judged, &snapshot.roots) {
            let reason = Reason::Judge { why };
            return Step::new(stage, StepOutcome::Stopped, reason.to_string());
        }
        let source = &root.source;
        match judged.trust {
            Trust::Trusted => Step::new(
                stage,
                StepOutcome::Passed,
                format!("trusted, from `{source}`"),
            ),
            _ => Step::new(
                stage,
                StepOutcome::Noted,
                format!(
                    "not trusted, from `{source}`: listed and readable, nothing of it runs by itself"
                ),
            ),
        }
    }
}

fn file_step(snapshot: &Snapshot, entry: &Entry, content: Result<&Content, &Error>) -> Step {
    const STAGE: &str = "file";
    if let Verdict::BeyondLimit { bound } = &entry.verdict {
        return Step::new(STAGE, StepOutcome::Stopped, bound.to_string()).at(&*entry.file, None);
    }
    let source = snapshot
        .root(entry.root)
        .map_or("", |root| root.source.as_str());
    let through = entry
        .listed
        .as_ref()
        .map(|listed| format!(", through the link {}", listed.display()))
        .unwrap_or_default();
    let (outcome, text) = match content {
        _ if snapshot.is_embedded(entry) => (
            StepOutcome::Passed,
            format!("part of the program, in `{source}`"),
        ),
        Ok(content) => (
            StepOutcome::Passed,
            format!(
                "found in `{source}`{through}, {} bytes",
                content.identity.size
            ),
        ),
        Err(error @ Error::Changed { .. }) => (
            StepOutcome::Noted,
            format!("found in `{source}`{through}; {error}"),
        ),
        Err(error) => (
            StepOutcome::Noted,
            format!("found in `{source}`{through} and cannot be read now: {error}"),
        ),
    };
    Step::new(STAGE, outcome, text).at(&*entry.file, None)
}

fn header_steps(entry: &Entry) -> Vec<Step> {
    const STAGE: &str = "header";
    /// The codes about headers end here.
    const FIRST_OF_CATALOG: u16 = 200;
    let step = |outcome, diagnostic: &Diagnostic| {
        let line = diagnostic.place.as_ref().map(|place| place.start.line);
        let text = format!("{} ({})", diagnostic.message, diagnostic.code);
        let file = diagnostic.file.clone();
        Step::new(STAGE, outcome, text).at(file.unwrap_or_else(|| entry.path()), line)
    };
    let noted = entry
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code.number() < FIRST_OF_CATALOG)
        .map(|diagnostic| step(StepOutcome::Noted, diagnostic));
    match &entry.verdict {
        Verdict::BeyondLimit { .. } => Vec::new(),
        Verdict::Invalid { diagnostics } => diagnostics
            .iter()
            .map(|diagnostic| step(StepOutcome::Stopped, diagnostic))
            .chain(noted)
            .collect(),
        _ => {
            let named = match (&entry.manifest.name, entry.kind) {
                (Some(_), _) => "the header's name",
                (None, FileKind::Skill) => "the folder's name, as the header gives none",
                (None, _) => "the name that its place gives it",
            };
            let read = format!("read as `{}`, {named}", entry.name);
            let first = Step::new(STAGE, StepOutcome::Passed, read).at(&*entry.file, None);
            let stale = entry
                .stale
                .iter()
                .map(|fault| step(StepOutcome::Noted, fault))
                .chain(entry.is_stale().then(|| {
                    let text = "this is the skill as it last was; it is listed and not activated";
                    Step::new(STAGE, StepOutcome::Noted, text)
                }));
            std::iter::once(first).chain(noted).chain(stale).collect()
        }
    }
}

fn merge_steps(snapshot: &Snapshot, id: EntryId, entry: &Entry) -> Vec<Step> {
    const STAGE: &str = "name";
    let source = |entry: &Entry| {
        snapshot
            .root(entry.root)
            .map_or("", |root| root.source.as_str())
            .to_owned()
    };
    if let Verdict::Shadowed { by } = entry.verdict {
        let Some(winner) = snapshot.entry(by) else {
            return Vec::new();
        };
        let text = format!(
            "hidden by the one of `{}`; this one is `{}:{}`",
            source(winner),
            source(entry),
            entry.name
        );
        return vec![Step::new(STAGE, StepOutcome::Stopped, text).at(&*winner.file, None)];
    }
    let losers: Vec<Step> = snapshot
        .entries
        .iter()
        .filter(|other| matches!(other.verdict, Verdict::Shadowed { by } if by == id))
        .map(|loser| {
            let text = format!("goes before `{}:{}`", source(loser), loser.name);
            Step::new(STAGE, StepOutcome::Passed, text).at(&*loser.file, None)
        })
        .collect();
    let mut steps = if losers.is_empty() {
        vec![Step::new(
            STAGE,
            StepOutcome::Passed,
            "no other skill is called so",
        )]
    } else {
        losers
    };
    let told = entry
        .diagnostics
        .iter()
        .filter(|diagnostic| gates::is_note_of_merging(diagnostic.code))
        .map(|diagnostic| {
            let text = format!("{} ({})", diagnostic.message, diagnostic.code);
            let step = Step::new(STAGE, StepOutcome::Noted, text);
            match diagnostic.related.first() {
                Some(related) => step.at(&related.file, None),
                None => step,
            }
        });
    steps.extend(told);
    steps
}

fn gate_step(
    gate: Gate,
    entry: &Entry,
    root: &Root,
    host: &gates::Host<'_>,
    places: &Places,
) -> Step {
    let step = |outcome, text: String| {
        let step = Step::new(gate.title(), outcome, text);
        match places.line_of(gate, &entry.manifest.requirements) {
            Some(line) => step.at(&*entry.file, Some(line)),
            None => step,
        }
    };
    let unmet = gate.unmet(entry, root, host);
    if unmet.is_empty() {
        return step(StepOutcome::Passed, evidence::met(gate, entry, root, host));
    }
    let text = evidence::unmet(gate, &unmet, host);
    if entry.manifest.requirements.skip && gate.is_requirement() {
        return step(
            StepOutcome::PassedOver,
            format!("{text}; the header skips requirements"),
        );
    }
    if !entry.forced.is_empty() && gate.is_of_host() {
        return step(
            StepOutcome::PassedOver,
            format!("{text}; `force` passes it"),
        );
    }
    let mut step = step(StepOutcome::Stopped, text);
    if let Some(origin) = evidence::origin(gate, entry, host) {
        step.file.clone_from(&origin.file);
        step.line = origin.line;
    }
    step
}
