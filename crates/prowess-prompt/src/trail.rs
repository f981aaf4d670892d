//! The end of a skill's trail: from its verdict to the line that a model sees.

use prowess_catalog::{Entry, Snapshot, Step, StepOutcome, Trail};

use crate::options::RenderOptions;
use crate::rendered::{BudgetReport, Omission, Rendered, Shown, Visibility};

/// Appends what became of the trail's skill in a rendering: whether it is for the model, what the
/// limits left of it, how its path is written, its very lines, and whether the model has a tool that
/// reads it. The trail of a skill that does not count stays as it is.
///
/// `rendered` is what [`crate::render`] made of `snapshot` and `options`.
pub fn extend_trail(
    trail: &mut Trail,
    snapshot: &Snapshot,
    options: &RenderOptions<'_>,
    rendered: &Rendered,
) {
    let (Some(entry), Some(shown)) = (snapshot.entry(trail.entry), rendered.shown(trail.entry))
    else {
        return;
    };
    trail.push(model_step(entry, shown));
    if kept_from_model(shown).is_some() {
        return;
    }
    let no_reader = Visibility::Omitted {
        reason: Omission::NoReadTool,
    };
    if shown.visibility != no_reader {
        trail.push(limits_step(
            shown,
            &rendered.budget,
            is_resident(trail, options),
        ));
        if let Some(lines) = rendered.lines(trail.entry) {
            trail.push(path_step(entry, options, lines));
            trail.push(Step::new("rendered", StepOutcome::Passed, lines.trim_end()));
        }
    }
    trail.push(reader_step(snapshot, options));
}

/// Why a model does not see a skill, where that is not for want of room or of a tool.
fn kept_from_model(shown: &Shown) -> Option<Omission> {
    match shown.visibility {
        Visibility::Omitted {
            reason:
                reason @ (Omission::NotForModel
                | Omission::Rule
                | Omission::OtherModel
                | Omission::BodyMissing),
        } => Some(reason),
        _ => None,
    }
}

fn is_resident(trail: &Trail, options: &RenderOptions<'_>) -> bool {
    let mut residents = options.residents.iter();
    residents.any(|resident| resident.entry == trail.entry)
}

fn model_step(entry: &Entry, shown: &Shown) -> Step {
    const STAGE: &str = "model";
    let step = match kept_from_model(shown) {
        Some(reason) => Step::new(STAGE, StepOutcome::Stopped, reason.as_str()),
        None => Step::new(STAGE, StepOutcome::Passed, "the model may start it"),
    };
    step.at(&*entry.file, None)
}

fn limits_step(shown: &Shown, budget: &BudgetReport, is_resident: bool) -> Step {
    const STAGE: &str = "limits";
    let used = used(budget);
    match shown.visibility {
        Visibility::Full if is_resident => Step::new(
            STAGE,
            StepOutcome::Passed,
            "resident: its body is in every prompt, the catalogue does not list it",
        ),
        Visibility::Full => Step::new(STAGE, StepOutcome::Passed, format!("shown whole; {used}")),
        Visibility::Shortened { limit, of } => Step::new(
            STAGE,
            StepOutcome::Noted,
            format!("{limit} of {of} characters of its description are shown; {used}"),
        ),
        Visibility::NameOnly => Step::new(
            STAGE,
            StepOutcome::Noted,
            format!("shown without its description; {used}"),
        ),
        Visibility::Omitted { reason } => Step::new(
            STAGE,
            StepOutcome::Stopped,
            format!("left out: {}; {used}", reason.as_str()),
        ),
    }
}

fn used(budget: &BudgetReport) -> String {
    let of = |used: u32, limit: Option<u32>, what: &str| match limit {
        Some(limit) => format!("{used} of {limit} {what}"),
        None => format!("{used} {what}"),
    };
    let mut used = format!(
        "{}, {}",
        of(budget.skills, budget.skill_limit, "skills"),
        of(budget.characters, budget.most_characters(), "characters")
    );
    if let Some(tokens) = budget.tokens {
        used.push_str(", ");
        used.push_str(&of(tokens.count, budget.most_tokens(), "tokens"));
    }
    used
}

fn path_step(entry: &Entry, options: &RenderOptions<'_>, lines: &str) -> Step {
    let path = entry.file.to_string_lossy();
    let compact = options.homes.compact(&path);
    let text = if compact != path && lines.contains(&*compact) {
        format!("written as `{compact}`, the home folder shortened")
    } else if lines.contains(&*path) {
        format!("written as `{path}`, in full")
    } else {
        "written in the style's own way or left out".to_owned()
    };
    Step::new("path", StepOutcome::Passed, text)
}

fn reader_step(snapshot: &Snapshot, options: &RenderOptions<'_>) -> Step {
    const STAGE: &str = "read tool";
    let reads = |tool: &&String| {
        let mut readers = snapshot.profile.read_tools.iter();
        readers.any(|reader| reader.matches(tool))
    };
    match options.tools.map(|tools| tools.iter().find(reads)) {
        None => Step::new(STAGE, StepOutcome::Noted, "the model's tools are not known"),
        Some(Some(tool)) => Step::new(
            STAGE,
            StepOutcome::Passed,
            format!("the model reads it with `{tool}`"),
        ),
        Some(None) => Step::new(
            STAGE,
            StepOutcome::Stopped,
            "the model has no tool that reads skills, so that nothing is told about them",
        ),
    }
}
