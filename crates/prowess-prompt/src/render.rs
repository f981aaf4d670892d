//! From a snapshot to the text for a model.

use prowess_base::{Diagnostic, Severity};
use prowess_catalog::{
    Budget, Entry, EntryId, Profile, PromptStyle, ReadTool, Reason, Snapshot, Trust, Verdict,
    WindowUnit,
};
use prowess_format::Trigger;

use crate::bounds::Bounds;
use crate::budget::{Used, cut_of, fit, fit_unavailable};
use crate::codes;
use crate::options::{RenderOptions, Unavailable};
use crate::rendered::{
    BudgetBound, BudgetReport, Omission, PartKind, Rendered, Shown, Visibility, WindowLimit,
};
use crate::scene::{Form, Line, Reader, Scene, Sheet};
use crate::style::invoked::is_for_model;

/// Names that a diagnostic lists at most.
const LISTED_NAMES: usize = 100;

/// What a model is told about the skills of a snapshot.
///
/// The same snapshot and options give the same bytes. No file is read and no tool is called. The
/// text is empty where there is nothing to list, and where the tools are known and none of them
/// reads a skill.
#[must_use]
pub fn render(snapshot: &Snapshot, options: &RenderOptions<'_>) -> Rendered {
    let profile = &snapshot.profile;
    let budget = options.budget.unwrap_or(profile.budget);
    let bounds = Bounds::of(&budget, options);
    let reader = reader(profile, options.tools);
    let mut diagnostics = Vec::new();
    let mut scene = Scene {
        snapshot,
        options,
        reader: reader.unwrap_or(Reader::Unknown),
        residents: Vec::new(),
        lines: Vec::new(),
        over: Vec::new(),
        unavailable: Vec::new(),
        unavailable_named: 0,
    };
    choose_residents(&mut scene, &mut diagnostics);
    let mut skills = choose_lines(&mut scene);
    if reader.is_none() {
        without_reader(&mut scene, &mut skills, &mut diagnostics);
    }

    let mut sheet = Sheet::default();
    sheet.text.reserve(estimated_bytes(&scene));
    let mut used = fit(&mut scene, &mut sheet, &budget, &bounds);
    if profile.style == PromptStyle::Own
        && !scene.unavailable.is_empty()
        && (used.characters > 0 || scene.lines.is_empty())
    {
        fit_unavailable(&mut scene, &mut sheet, &bounds, &mut used);
    }
    let for_room = omission(used.by);

    let mut ranges = sheet.ranges.into_iter().peekable();
    let mut shown = |id: EntryId, visibility: Visibility| Shown {
        entry: id,
        visibility,
        range: ranges
            .next_if(|(next, _)| *next == id)
            .map(|(_, range)| range),
    };
    for resident in &scene.residents {
        skills.push(shown(resident.entry, Visibility::Full));
    }
    for line in &scene.lines {
        let shown = shown(line.id, visibility(line, profile.style, for_room));
        if line.is_available() {
            skills.push(shown);
        }
    }
    let omitted = scene.over.iter().map(|&(entry, reason)| Shown {
        entry,
        visibility: Visibility::Omitted {
            reason: match reason {
                Omission::CharacterBudget => for_room,
                other => other,
            },
        },
        range: None,
    });
    skills.extend(omitted);
    skills.sort_by_key(|shown| shown.entry);

    let report = report(&scene, &budget, &bounds, used, &skills);
    tell_changes(
        snapshot,
        &report,
        &skills,
        sheet.text.is_empty(),
        &mut diagnostics,
    );
    Rendered {
        text: sheet.text,
        parts: sheet.parts,
        skills,
        budget: report,
        diagnostics,
    }
}

/// With what the model reads a skill; nothing where the tools are known and none does.
fn reader<'a>(profile: &Profile, tools: Option<&'a [String]>) -> Option<Reader<'a>> {
    let Some(tools) = tools else {
        return Some(Reader::Unknown);
    };
    let is_by_name = |read: &&ReadTool| matches!(read, ReadTool::ByName(_));
    let (by_name, by_path): (Vec<_>, Vec<_>) = profile.read_tools.iter().partition(is_by_name);
    let found = |readers: &[&ReadTool]| {
        let mut tools = tools.iter();
        tools.find(|tool| readers.iter().any(|read| read.matches(tool)))
    };
    match found(&by_name) {
        Some(tool) => Some(Reader::ByName(tool)),
        None => found(&by_path).map(|tool| Reader::ByPath(tool)),
    }
}

/// Takes every skill off the list where the model has no tool that reads one. Residents stay: their
/// bodies are there without a tool.
fn without_reader(
    scene: &mut Scene<'_>,
    skills: &mut Vec<Shown>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let unread = std::mem::take(&mut scene.lines);
    let unread = unread.iter().filter(|line| line.is_available());
    skills.extend(unread.map(|line| Shown {
        entry: line.id,
        visibility: Visibility::Omitted {
            reason: Omission::NoReadTool,
        },
        range: None,
    }));
    scene.unavailable.clear();
    if skills.is_empty() {
        return;
    }
    let read_tools = &scene.snapshot.profile.read_tools;
    let names: Vec<_> = read_tools.iter().map(tool_name).collect();
    diagnostics.push(
        Diagnostic::new(
            codes::NO_READ_TOOL,
            Severity::Warning,
            match scene.residents.is_empty() {
                true => "nothing is told about skills: the model has no tool that reads one",
                false => "no skill is listed: the model has no tool that reads one",
            },
        )
        .help(format!("give it one of {}", names.join(", "))),
    );
}

fn tool_name(tool: &ReadTool) -> String {
    let (ReadTool::Exact(name) | ReadTool::AnyCase(name) | ReadTool::ByName(name)) = tool;
    format!("`{name}`")
}

/// The limits of a budget, with nothing used.
fn limits(budget: &Budget, bounds: &Bounds) -> BudgetReport {
    BudgetReport {
        skill_limit: budget.skills,
        character_limit: budget.characters,
        description_limit: budget.description,
        token_limit: budget.tokens,
        window: bounds.window,
        ..BudgetReport::default()
    }
}

/// Why a skill is left out for which a bound on the whole text has no room.
fn omission(by: BudgetBound) -> Omission {
    match by {
        BudgetBound::Tokens => Omission::TokenBudget,
        BudgetBound::Window => Omission::WindowBudget,
        BudgetBound::Skills | BudgetBound::Characters | BudgetBound::Description => {
            Omission::CharacterBudget
        }
    }
}

/// Takes the residents whose bodies are given, in listing order, each once.
fn choose_residents(scene: &mut Scene<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let options = scene.options;
    for resident in options.residents {
        let Some(entry) = scene.snapshot.entry(resident.entry) else {
            continue;
        };
        let may_stay = entry.is_eligible()
            && entry.manifest.resident
            && entry.manifest.invocation.model
            && entry.trust == Trust::Trusted;
        let is_for_other = scene.snapshot.profile.style == PromptStyle::InvokedXml
            && !is_for_model(entry, options.model);
        if is_for_other {
            continue;
        }
        if may_stay {
            scene.residents.push(resident);
        } else {
            diagnostics.push(
                Diagnostic::new(
                    codes::NOT_RESIDENT,
                    Severity::Warning,
                    format!("the body of `{}` is not put into every prompt", entry.name),
                )
                .in_file(&entry.file)
                .help("only a trusted, eligible skill with `always: true` is resident"),
            );
        }
    }
    scene.residents.sort_by_key(|resident| resident.entry);
    scene.residents.dedup_by_key(|resident| resident.entry);
}

/// Puts what may be listed into the scene, and returns the eligible skills that may not.
fn choose_lines<'a>(scene: &mut Scene<'a>) -> Vec<Shown> {
    let snapshot = scene.snapshot;
    let style = snapshot.profile.style;
    let lists_unavailable = matches!(
        style,
        PromptStyle::Nanobot | PromptStyle::NanobotXml | PromptStyle::SourcedXml
    );
    let mut hidden = Vec::new();
    for (id, entry) in snapshot.entries.with_ids() {
        let line = Line::new(id, entry);
        let is_active = scene.options.active.contains(&id);
        if !entry.is_eligible() {
            if !is_waiting(entry) || !entry.manifest.invocation.model || is_active {
                continue;
            }
            if lists_unavailable {
                scene.lines.push(line);
            } else if scene.options.unavailable == Unavailable::Named {
                scene.unavailable.push(entry);
            }
            continue;
        }
        let omission = if !entry.manifest.invocation.model {
            Some(match entry.manifest.trigger.as_deref() {
                Some(Trigger::Path { .. }) => Omission::Rule,
                _ => Omission::NotForModel,
            })
        } else if is_active {
            Some(Omission::Active)
        } else if style == PromptStyle::InvokedXml && entry.manifest.resident {
            // A body that is always there has no line in the list.
            Some(match is_for_model(entry, scene.options.model) {
                true => Omission::BodyMissing,
                false => Omission::OtherModel,
            })
        } else {
            None
        };
        let is_resident = scene
            .residents
            .binary_search_by_key(&id, |resident| resident.entry)
            .is_ok();
        match omission {
            _ if is_resident => {}
            None => scene.lines.push(line),
            Some(reason) => hidden.push(Shown {
                entry: id,
                visibility: Visibility::Omitted { reason },
                range: None,
            }),
        }
    }
    if lists_unavailable {
        scene.lines.sort_by(|left, right| {
            let place = |line: &Line<'a>| (line.entry.root, line.entry.folder_name());
            place(left).cmp(&place(right))
        });
    }
    hidden
}

/// Whether a skill does not count only because something is missing: nobody turned it off.
fn is_waiting(entry: &Entry) -> bool {
    let Verdict::Ineligible { reasons } = &entry.verdict else {
        return false;
    };
    !reasons.iter().any(|reason| {
        matches!(
            reason,
            Reason::Disabled { .. }
                | Reason::NotAllowed { .. }
                | Reason::AgentFilter { .. }
                | Reason::Judge { .. }
        )
    })
}

/// A little more than most texts take, so that one allocation is enough.
fn estimated_bytes(scene: &Scene<'_>) -> usize {
    let lines: usize = scene
        .lines
        .iter()
        .take(1024)
        .map(|line| line.entry.description.len() + 2 * line.entry.name.len() + 224)
        .sum();
    let residents: usize = scene
        .residents
        .iter()
        .map(|resident| resident.body.len() + 224)
        .sum();
    2048 + lines + residents
}

fn visibility(line: &Line<'_>, style: PromptStyle, for_room: Omission) -> Visibility {
    let number = |length| u32::try_from(length).unwrap_or(u32::MAX);
    match line.form {
        Form::Full => Visibility::Full,
        Form::Cut(_) => match cut_of(line, style) {
            Some((limit, of)) => Visibility::Shortened {
                limit: number(limit),
                of: number(of),
            },
            None => Visibility::Full,
        },
        Form::Name => Visibility::NameOnly,
        Form::Left => Visibility::Omitted { reason: for_room },
    }
}

fn report(
    scene: &Scene<'_>,
    budget: &Budget,
    bounds: &Bounds,
    used: Used,
    skills: &[Shown],
) -> BudgetReport {
    let number = |length| u32::try_from(length).unwrap_or(u32::MAX);
    let any = |property: &dyn Fn(Visibility) -> bool| {
        skills.iter().any(|shown| property(shown.visibility))
    };
    let by_skills = |visibility| {
        matches!(
            visibility,
            Visibility::Omitted {
                reason: Omission::SkillBudget
            }
        )
    };
    let for_room = omission(used.by);
    let by_text = |visibility| match visibility {
        Visibility::NameOnly => true,
        Visibility::Omitted { reason } => reason == for_room,
        Visibility::Shortened { limit, .. } => budget.description != Some(limit),
        Visibility::Full => false,
    };
    let by_description = |visibility| matches!(visibility, Visibility::Shortened { limit, .. } if budget.description == Some(limit));
    let mut binding = Vec::new();
    if any(&by_skills) {
        binding.push(BudgetBound::Skills);
    }
    if any(&by_text) {
        binding.push(used.by);
    }
    if any(&by_description) {
        binding.push(BudgetBound::Description);
    }
    BudgetReport {
        skills: number(scene.listed().count()),
        characters: number(used.characters),
        tokens: used.tokens,
        binding,
        ..limits(budget, bounds)
    }
}

/// What the bound is that decided: `30000 characters`.
fn room_of(report: &BudgetReport) -> String {
    let is_binding = |bound| report.binding.contains(&bound);
    match (report.token_limit, &report.window) {
        (Some(tokens), _) if is_binding(BudgetBound::Tokens) => format!("{tokens} tokens"),
        (_, Some(window)) if is_binding(BudgetBound::Window) => room_of_window(window),
        _ => format!("{} characters", report.character_limit.unwrap_or(u32::MAX)),
    }
}

fn room_of_window(limit: &WindowLimit) -> String {
    let unit = match limit.unit {
        WindowUnit::Tokens => "tokens",
        WindowUnit::Characters => "characters",
    };
    match limit.window {
        Some(window) => format!(
            "{} {unit}, its share of a window of {window} tokens",
            limit.most
        ),
        None => format!(
            "{} {unit} while the model's window is not known",
            limit.most
        ),
    }
}

/// One diagnostic for each kind of change, with the names.
fn tell_changes(
    snapshot: &Snapshot,
    report: &BudgetReport,
    skills: &[Shown],
    is_empty: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut tell = |code, what: &str, help: &str, property: &dyn Fn(Visibility) -> bool| {
        let names: Vec<&str> = skills
            .iter()
            .filter(|shown| property(shown.visibility))
            .filter_map(|shown| snapshot.entry(shown.entry))
            .map(|entry| &*entry.name)
            .collect();
        if let Some(list) = list(&names) {
            let message = format!("{what}: {list}");
            diagnostics.push(Diagnostic::new(code, Severity::Warning, message).help(help));
        }
    };
    let most = room_of(report);
    let is_for_text = |reason: Omission| reason.is_for_room() && reason != Omission::SkillBudget;
    let room = "raise the budget, shorten descriptions, or turn off skills that are not needed";
    tell(
        codes::SHORTENED,
        "descriptions are shown in part",
        "shorten the descriptions, or raise the budget",
        &|visibility| matches!(visibility, Visibility::Shortened { .. }),
    );
    tell(
        codes::NAME_ONLY,
        &format!("shown without description, the catalogue has {most}"),
        room,
        &|visibility| visibility == Visibility::NameOnly,
    );
    tell(
        codes::LEFT_OUT,
        &format!("left out, the catalogue has {most}"),
        room,
        &|visibility| matches!(visibility, Visibility::Omitted { reason } if is_for_text(reason)),
    );
    tell(
        codes::LEFT_OUT,
        &format!(
            "left out, the catalogue has {} skills",
            report.skill_limit.unwrap_or(u32::MAX)
        ),
        room,
        &|visibility| {
            matches!(
                visibility,
                Visibility::Omitted {
                    reason: Omission::SkillBudget
                }
            )
        },
    );
    let omits = |shown: &Shown| matches!(shown.visibility, Visibility::Omitted { reason } if is_for_text(reason));
    if is_empty && skills.iter().any(omits) {
        diagnostics.push(
            Diagnostic::new(
                codes::NOTHING_FITS,
                Severity::Warning,
                format!("nothing is told about skills: not one fits into {most}"),
            )
            .help(room),
        );
    }
}

/// Names in backticks with their number before them; nothing for none.
fn list(names: &[&str]) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let shown: Vec<_> = names
        .iter()
        .take(LISTED_NAMES)
        .map(|name| format!("`{name}`"))
        .collect();
    let mut list = match names.len() {
        1 => format!("1 skill, {}", shown.join(", ")),
        count => format!("{count} skills, {}", shown.join(", ")),
    };
    if names.len() > LISTED_NAMES {
        list.push_str(" and others");
    }
    Some(list)
}

/// The parts that stand in the text for every model.
impl Rendered {
    /// The catalogue without residents, introduction and notes.
    #[must_use]
    pub fn catalogue(&self) -> &str {
        self.part(PartKind::Catalogue)
    }
}
