//! A header that means different things to different readers.

use prowess_base::Span;
use prowess_format::codes::parse::{CONTROL_CHARACTER, DUPLICATE_KEY, TAG};

use crate::codes;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::Origin;

pub(crate) static RULE: Rule = Rule {
    code: codes::PARSER_DIFFERENCE,
    id: "parser-difference",
    class: 21,
    phase: Phase::Hide,
    why: "one client is told another name, description or permission than the one that was looked at",
    advice: "keep one header at the start of the file, with each key once and no tags",
    check: Check::Package(check),
};

/// Tags that make readers of YAML in some languages build objects or call functions.
const RUNNING: [&str; 4] = ["!!python/", "!ruby/", "!!js/", "!!java"];
/// Keys of which a client takes the first or the last, and that decide what a skill is told to be.
const DECIDING: [&str; 5] = ["name", "description", "allowed-tools", "hooks", "metadata"];

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let Some(skill) = scene.skill else {
        return;
    };
    let role = scene.role(skill.file);
    for diagnostic in &skill.diagnostics {
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
            TAG | CONTROL_CHARACTER | DUPLICATE_KEY => Strength::Weak,
            _ => continue,
        };
        signals.push_file(
            &RULE,
            strength,
            skill.file,
            role,
            diagnostic.message.as_str(),
        );
    }
    let unit = scene
        .units
        .iter()
        .find(|unit| unit.file == skill.file && unit.origin == Origin::File);
    let Some(unit) = unit else {
        return;
    };
    let start = skill.body.range().start;
    let body = unit.text.get(skill.body.range()).unwrap_or("");
    let Some(second) = second_header(body) else {
        return;
    };
    let before = unit.text.get(..start).unwrap_or("");
    let (strength, message) = match before.trim().is_empty() {
        true => (
            Strength::Note,
            "the header does not stand at the start, so that some clients do not see it",
        ),
        false => (Strength::Strong, "a second header follows the first"),
    };
    signals.push(&RULE, strength, unit, second.shifted(start), message);
}

/// Where a body begins with what a client would take for a header: dashes, lines of keys, dashes.
fn second_header(body: &str) -> Option<Span> {
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
