//! A header that means different things to different readers.

use prowess_base::{Code, Diagnostic, Span};
use prowess_format::codes::dialect::{
    FLAG_WORD, GRANT_DROPPED, METADATA_UNREADABLE, REQUIREMENT_UNREADABLE, SPELLED_TWICE,
};
use prowess_format::codes::parse::{
    CONTROL_CHARACTER, DUPLICATE_KEY, FIELD_DROPPED, GLUED_FENCE, INDENT_MISSING, JSON_IN_HEADER,
    NO_MAPPING, QUOTES_MISSING, QUOTES_UNBALANCED, RESTRICTION_UNREADABLE, TAB_INDENT, TAG,
    TEXT_ON_BLOCK_LINE, UNREADABLE, UNTERMINATED,
};

use crate::codes;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::skill::Skill;
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::PARSER_DIFFERENCE,
    id: "parser-difference",
    class: 21,
    phase: Phase::Hide,
    strengths: &[
        Strength::Conclusive,
        Strength::Strong,
        Strength::Weak,
        Strength::Note,
    ],
    why: "one client is told another name, description or permission than the one that was looked at",
    advice: "keep one header at the start of the file, in plain YAML, closed by `---`, with each key once and no tags",
    check: Check::Package(check),
};

/// Tags that make readers of YAML in some languages build objects or call functions.
const RUNNING: [&str; 4] = ["!!python/", "!ruby/", "!!js/", "!!java"];
/// Keys of which a client takes the first or the last, and that decide what a skill is told to be.
const DECIDING: [&str; 5] = ["name", "description", "allowed-tools", "hooks", "metadata"];
/// What a lenient client mends, each in its own way, and a strict one refuses.
const MENDED: [Code; 7] = [
    QUOTES_MISSING,
    INDENT_MISSING,
    TEXT_ON_BLOCK_LINE,
    QUOTES_UNBALANCED,
    JSON_IN_HEADER,
    TAB_INDENT,
    GLUED_FENCE,
];

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let Some(skill) = scene.skill else {
        return;
    };
    let unit = scene
        .units
        .iter()
        .find(|unit| unit.file == skill.file && unit.origin == Origin::File);
    let Some(unit) = unit else {
        return;
    };
    let mut is_mended = false;
    for diagnostic in &skill.diagnostics {
        // Headers that lack quotes lack them in several places: that is one difference.
        if MENDED.contains(&diagnostic.code) && std::mem::replace(&mut is_mended, true) {
            continue;
        }
        if let Some((strength, message)) = weigh(diagnostic) {
            let span = diagnostic.place.as_ref().map(|place| place.span);
            signals.push_form(&RULE, strength, unit, span, message);
        }
    }
    dashes(skill, unit, signals);
    second_header(skill, unit, signals);
}

/// What a diagnostic of the header says about clients that read it differently.
fn weigh(diagnostic: &Diagnostic) -> Option<(Strength, String)> {
    let line = diagnostic
        .place
        .as_ref()
        .map_or("", |place| place.line_text.as_str());
    let key = line
        .split(':')
        .next()
        .unwrap_or("")
        .trim_matches(['"', '\'']);
    let strength = match diagnostic.code {
        TAG if RUNNING.iter().any(|tag| line.contains(tag)) => Strength::Conclusive,
        DUPLICATE_KEY if DECIDING.contains(&key) => Strength::Strong,
        TAG | CONTROL_CHARACTER | DUPLICATE_KEY | SPELLED_TWICE => Strength::Weak,
        RESTRICTION_UNREADABLE | METADATA_UNREADABLE | REQUIREMENT_UNREADABLE | GRANT_DROPPED => {
            Strength::Weak
        }
        FLAG_WORD | FIELD_DROPPED => Strength::Note,
        UNTERMINATED => {
            let message = "the header is not closed: one client reads all of the file as its header, another as \
                           its text";
            return Some((Strength::Weak, message.to_owned()));
        }
        UNREADABLE | NO_MAPPING => {
            let message = "the header is no plain mapping: one client reads some lines of it, another nothing";
            return Some((Strength::Weak, message.to_owned()));
        }
        code if MENDED.contains(&code) => {
            let message = format!(
                "a strict client refuses the header, a lenient one mends it: {}",
                diagnostic.message
            );
            return Some((Strength::Note, message));
        }
        _ => return None,
    };
    Some((strength, diagnostic.message.clone()))
}

/// Three dashes within the header, at which some clients end it: the rest is text to them.
fn dashes(skill: &Skill, unit: &Unit<'_>, signals: &mut Signals) {
    // The fences are on lines of their own; where the header is not closed that is what is told.
    if skill.header == skill.body {
        return;
    }
    let mut at = skill.header.range().start;
    let mut lines = skill.header.slice(&unit.text).split_inclusive('\n');
    let opening = lines.next().unwrap_or("");
    at += opening.len();
    for line in lines {
        let is_fence = line.trim_end_matches(['\r', '\n', ' ', '\t']) == "---";
        if !is_fence && let Some(start) = line.find("---") {
            let (strength, message) = match line.trim_start().starts_with("---") {
                true => (
                    Strength::Weak,
                    "a line of the header begins with dashes, at which some clients end it",
                ),
                false => (
                    Strength::Note,
                    "the header holds three dashes, at which some clients end it",
                ),
            };
            let span = Span::new(at + start, at + start + 3);
            signals.push_form(&RULE, strength, unit, Some(span), message);
            return;
        }
        at += line.len();
    }
}

/// A second header behind the first, or one that does not stand at the start.
fn second_header(skill: &Skill, unit: &Unit<'_>, signals: &mut Signals) {
    let start = skill.body.range().start;
    let body = unit.text.get(skill.body.range()).unwrap_or("");
    let Some(second) = header_at_start(body) else {
        return;
    };
    let before = unit.text.get(..start).unwrap_or("");
    let (strength, message) = match before.trim().is_empty() {
        true => (
            Strength::Note,
            "the header does not stand at the start, so that some clients do not see it",
        ),
        false if is_told_apart(second.slice(body), skill.manifest.name.as_deref()) => {
            (Strength::Strong, "a second header follows the first")
        }
        // What converters leave: the header of what they read, beneath their own.
        false => (
            Strength::Weak,
            "a second header follows the first and says no more than what the skill does",
        ),
    };
    signals.push(&RULE, strength, unit, second.shifted(start), message);
}

/// Whether a client that reads the second header is told another name, or what the skill may do.
fn is_told_apart(header: &str, name: Option<&str>) -> bool {
    /// Keys that describe, and grant, start or ask for nothing.
    const DESCRIBING: [&str; 12] = [
        "description",
        "title",
        "summary",
        "version",
        "author",
        "license",
        "tags",
        "category",
        "date",
        "command",
        "argument-hint",
        "disable-model-invocation",
    ];
    header
        .lines()
        .filter(|line| !line.starts_with([' ', '\t', '-', '#']))
        .filter_map(|line| line.split_once(':'))
        .any(|(key, value)| match key.trim().trim_matches(['"', '\'']) {
            "name" => name != Some(value.trim().trim_matches(['"', '\''])),
            key => !DESCRIBING.contains(&key),
        })
}

/// Where a body begins with what a client would take for a header: dashes, lines of keys, dashes.
fn header_at_start(body: &str) -> Option<Span> {
    const LINES: usize = 100;
    let start = body.len() - body.trim_start().len();
    let rest = body.get(start..)?;
    let mut at = start;
    let mut is_header = false;
    for (number, line) in rest.split_inclusive('\n').take(LINES).enumerate() {
        at += line.len();
        let line = line.trim_end();
        match (number, line) {
            (0, "---") => {}
            (0, _) => return None,
            (_, "---") => return is_header.then(|| Span::new(start, at)),
            (_, "") => {}
            (_, line) if line.starts_with([' ', '\t', '-', '#']) => {}
            (_, line) => {
                let (key, _) = line.split_once(':')?;
                let is_key = |one: char| one.is_ascii_alphanumeric() || "_-.\"'".contains(one);
                if !key.trim_end().chars().all(is_key) {
                    return None;
                }
                is_header |= matches!(key.trim_end(), "name" | "description" | "allowed-tools");
            }
        }
    }
    None
}
