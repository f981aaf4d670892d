//! The judge and the gates, put to entries.

use std::collections::HashSet;

use prowess_base::{Diagnostic, Severity, normalize_name};

use crate::codes::entries as codes;
use crate::gates::{self, Host};
use crate::{Entry, Judge, Reason, Root, Settings, Trust, Verdict};

/// Puts the judge's answer into an entry. Gives the reason where it is blocked.
pub(crate) fn judge_one(judge: &dyn Judge, entry: &mut Entry, roots: &[Root]) -> Option<String> {
    let root = roots.get(entry.root.0 as usize)?;
    let (trust, why) = judge.judge(entry, root);
    entry.trust = trust;
    (trust == Trust::Blocked).then(|| why.unwrap_or_else(|| "blocked".to_owned()))
}

/// Asks the gates about an entry that won its name and puts the verdict into it.
pub(crate) fn apply_gates(
    entry: &mut Entry,
    roots: &[Root],
    host: &Host<'_>,
    blocked: Option<String>,
) {
    let mut notes: Vec<Diagnostic> = Vec::new();
    if entry.verdict == Verdict::Eligible
        && let Some(root) = roots.get(entry.root.0 as usize)
    {
        let mut answer = gates::ask(entry, root, host);
        if let Some(why) = blocked {
            answer.unmet.push(Reason::Judge { why });
        }
        notes.extend(answer.forced.iter().map(|reason| forced(entry, reason)));
        entry.forced = answer.forced.into();
        if !answer.unmet.is_empty() {
            entry.verdict = Verdict::Ineligible {
                reasons: answer.unmet.into(),
            };
        }
    }
    if !notes.is_empty() {
        let known = std::mem::take(&mut entry.diagnostics);
        entry.diagnostics = known.into_iter().chain(notes).collect();
    }
}

fn forced(entry: &Entry, reason: &Reason) -> Diagnostic {
    Diagnostic::new(
        codes::FORCED,
        Severity::Advice,
        format!("{reason}, which `force` passes"),
    )
    .in_file(&entry.file)
}

/// Advice for settings that no skill answers to: mostly a wrong key.
pub(crate) fn settings_without_skill(settings: &Settings, entries: &[Entry]) -> Vec<Diagnostic> {
    if settings.entries.is_empty() && settings.disabled.is_empty() {
        return Vec::new();
    }
    let mut known: HashSet<String> = HashSet::new();
    for entry in entries {
        known.insert(normalize_name(entry.skill_key()).into_owned());
        known.insert(entry.name.to_string());
    }
    let by_key = settings.entries.iter().map(|(key, entry)| {
        let origin = entry.origin.as_ref().map(ToString::to_string);
        (
            key,
            origin.unwrap_or_else(|| format!("`skills.entries.{key}`")),
        )
    });
    let by_name = settings
        .disabled
        .iter()
        .map(|(name, origin)| (name, origin.to_string()));
    by_key
        .chain(by_name)
        .filter(|(key, _)| !known.contains(&*normalize_name(key)))
        .map(|(key, origin)| {
            Diagnostic::new(
                codes::SETTING_WITHOUT_SKILL,
                Severity::Advice,
                format!("no skill here is called `{key}`, which {origin} is for"),
            )
            .help("keys are compared exactly; `prowess list --all` shows the names")
        })
        .collect()
}
