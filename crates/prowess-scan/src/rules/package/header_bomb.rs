//! A header that grows when it is read, or passes a bound.

use prowess_format::codes::parse::{ALIAS, ANCHOR, BEYOND_BOUND, MERGE_KEY};

use crate::codes;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::HEADER_BOMB,
    id: "header-bomb",
    class: 21,
    phase: Phase::Power,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "a client that resolves it stops, or takes far more memory than the text has",
    advice: "write the header in plain keys and values",
    check: Check::Package(check),
};

/// So many aliases are no abbreviation.
const MANY: usize = 10;

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let Some(skill) = scene.skill else {
        return;
    };
    let count = |codes: &[prowess_base::Code]| {
        let of = skill
            .diagnostics
            .iter()
            .filter(|diagnostic| codes.contains(&diagnostic.code));
        of.count()
    };
    let aliases = count(&[ALIAS, MERGE_KEY]);
    let told = match () {
        () if count(&[BEYOND_BOUND]) > 0 => Some((
            Strength::Strong,
            "the header is nested deeper, or has more parts, than any skill needs".to_owned(),
        )),
        () if aliases >= MANY => Some((
            Strength::Strong,
            format!("the header refers to itself {aliases} times"),
        )),
        () if aliases + count(&[ANCHOR]) > 0 => Some((
            Strength::Weak,
            "the header refers to its own parts".to_owned(),
        )),
        () => None,
    };
    if let Some((strength, message)) = told {
        signals.push_file(&RULE, strength, skill.file, scene.role(skill.file), message);
    }
}
