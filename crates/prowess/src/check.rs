//! Whether everything is in order: what was found, what counts, what a model sees.

use prowess_base::{Diagnostic, Severity};
use prowess_catalog::discover::{self, Notice};
use prowess_catalog::{Entry, EntryId, Reason, RootStatus, Scope, Verdict};
use prowess_prompt::{Rendered, Visibility};

use crate::{Counts, Engine, PromptOptions, codes};

/// What a check found.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Check {
    /// Inventory: how many candidates ended in which verdict.
    pub counts: Counts,
    /// Readiness: skills that won their name and whose requirements are not met, in listing order.
    pub unmet: Vec<EntryId>,
    /// Visibility: what a model is told.
    pub rendered: Rendered,
    /// Everything that there is to say: about settings, roots, skills and the budget.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong, each kind once.
    pub problems: Vec<Problem>,
}

/// One kind of thing that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// So many skills cannot be used.
    Invalid(usize),
    /// So many skills are beyond a bound.
    BeyondLimit(usize),
    /// So many skills are shown in part, by name alone or not at all, for want of room.
    OverBudget(usize),
    /// So many roots could not be read.
    RootNotRead(usize),
    /// So many skills, built-in ones aside, lack something that they require. A problem only where
    /// the caller says so.
    Unmet(usize),
}

impl Engine {
    /// Looks at everything that could be wrong. Reads bodies of residents, and looks through the
    /// folder of every skill.
    #[must_use]
    pub fn check(&self) -> Check {
        let snapshot = &self.snapshot;
        let rendered = self.prompt(&PromptOptions::default());
        let counts = self.counts();
        let unmet: Vec<EntryId> = snapshot
            .entries
            .with_ids()
            .filter(|(_, entry)| !unmet_requirements(entry).is_empty())
            .map(|(id, _)| id)
            .collect();
        let mut problems = Vec::new();
        let mut problem = |count: usize, problem: fn(usize) -> Problem| {
            if count > 0 {
                problems.push(problem(count));
            }
        };
        let roots = snapshot.roots.iter();
        problem(
            roots.filter(|root| !is_read(&root.status)).count(),
            Problem::RootNotRead,
        );
        problem(counts.invalid, Problem::Invalid);
        problem(counts.beyond_limit, Problem::BeyondLimit);
        let short = rendered
            .skills
            .iter()
            .filter(|shown| lacks_room(shown.visibility));
        problem(short.count(), Problem::OverBudget);
        let unmet_here = unmet.iter().filter(|id| {
            snapshot
                .entry(**id)
                .and_then(|entry| snapshot.root(entry.root))
                .is_some_and(|root| root.scope != Scope::BuiltIn)
        });
        problem(unmet_here.count(), Problem::Unmet);

        let mut diagnostics = self.diagnostics().to_vec();
        diagnostics.extend(snapshot.roots.iter().filter_map(root_diagnostic));
        diagnostics.extend(snapshot.diagnostics.iter().cloned());
        for entry in &snapshot.entries {
            diagnostics.extend(entry_diagnostics(entry).cloned());
            // Built-in skills are made to wait for their tools and programs.
            if !snapshot.is_embedded(entry) {
                diagnostics.extend(verdict_diagnostics(entry));
                diagnostics.extend(
                    discover::inspect(entry.folder())
                        .iter()
                        .map(Notice::diagnostic),
                );
            }
        }
        diagnostics.extend(rendered.diagnostics.iter().cloned());
        Check {
            counts,
            unmet,
            rendered,
            diagnostics,
            problems,
        }
    }

    /// What there is to say about one skill's file.
    #[must_use]
    pub fn diagnostics_of(&self, id: EntryId) -> Vec<&Diagnostic> {
        match self.snapshot.entry(id) {
            Some(entry) => entry_diagnostics(entry).collect(),
            None => Vec::new(),
        }
    }
}

/// Whether the budget took something away.
fn lacks_room(visibility: Visibility) -> bool {
    matches!(
        visibility,
        Visibility::Shortened { .. } | Visibility::NameOnly
    ) || matches!(visibility, Visibility::Omitted { reason } if reason.is_for_room())
}

fn entry_diagnostics(entry: &Entry) -> impl Iterator<Item = &Diagnostic> {
    let errors: &[Diagnostic] = match &entry.verdict {
        Verdict::Invalid { diagnostics } => diagnostics,
        _ => &[],
    };
    errors.iter().chain(&entry.diagnostics)
}

/// Diagnostics for verdicts that carry a reason and no diagnostic.
fn verdict_diagnostics(entry: &Entry) -> Vec<Diagnostic> {
    match &entry.verdict {
        Verdict::BeyondLimit { bound } => vec![
            Diagnostic::new(
                codes::BEYOND_LIMIT,
                Severity::Error,
                format!("`{}` is not used: {bound}", entry.name),
            )
            .in_file(&entry.file),
        ],
        Verdict::Ineligible { .. } => unmet_requirements(entry)
            .into_iter()
            .map(|reason| {
                Diagnostic::new(
                    codes::UNMET,
                    Severity::Advice,
                    format!("`{}` does not count here: {reason}", entry.name),
                )
                .in_file(&entry.file)
                .help(format!("`prowess why {}` shows every gate", entry.name))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// What a skill requires and lacks; what a setting or the judge decided is no requirement.
fn unmet_requirements(entry: &Entry) -> Vec<&Reason> {
    let Verdict::Ineligible { reasons } = &entry.verdict else {
        return Vec::new();
    };
    reasons
        .iter()
        .filter(|reason| {
            !matches!(
                reason,
                Reason::Disabled { .. }
                    | Reason::NotAllowed { .. }
                    | Reason::AgentFilter { .. }
                    | Reason::Judge { .. }
            )
        })
        .collect()
}

fn is_read(status: &RootStatus) -> bool {
    matches!(status, RootStatus::Read | RootStatus::Absent)
}

pub(crate) fn root_diagnostic(root: &prowess_catalog::Root) -> Option<Diagnostic> {
    let (what, reason) = match &root.status {
        RootStatus::Unreadable { reason } => ("cannot be read", reason),
        RootStatus::Refused { reason } => ("is not entered", reason),
        _ => return None,
    };
    Some(
        Diagnostic::new(
            codes::ROOT_NOT_READ,
            Severity::Error,
            format!("the folder `{}` {what}: {reason}", root.source),
        )
        .in_file(&root.path),
    )
}
