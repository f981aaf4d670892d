//! Something encoded within something encoded.

use std::collections::HashMap;

use prowess_base::Span;

use crate::codes;
use crate::package::FileId;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Mapping, Origin, Unit};

use super::shown;

pub(crate) static RULE: Rule = Rule {
    code: codes::NESTED_ENCODING,
    id: "nested-encoding",
    class: 9,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "encoding once carries data through a text; encoding twice keeps it from being found",
    advice: "write it in the open",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    // A text that came out of a literal keeps its place, and so does what came out of that text.
    let mut outer: HashMap<(FileId, Span), &Unit<'_>> = HashMap::new();
    for unit in scene
        .units
        .iter()
        .filter(|unit| unit.origin == Origin::Decoded)
    {
        let Mapping::Whole(place) = unit.mapping else {
            continue;
        };
        match outer.get(&(unit.file, place)) {
            Some(first) if first.depth < unit.depth => {
                let strength = match unit.language {
                    // Data that holds data is common: tokens in files, pictures in pages.
                    Language::Json | Language::Markup | Language::Yaml => Strength::Weak,
                    _ => Strength::Strong,
                };
                signals.push(
                    &RULE,
                    strength,
                    unit,
                    Span::new(0, unit.text.len()),
                    format!("encoded more than once: `{}`", shown(&unit.text)),
                );
            }
            Some(_) => {}
            None => {
                outer.insert((unit.file, place), unit);
            }
        }
    }
}
