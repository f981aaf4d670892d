//! An office document holds macros or loads what does.

use crate::codes;
use crate::package::Oddity;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::MACRO_DOCUMENT,
    id: "macro-document",
    class: 22,
    phase: Phase::Execute,
    strengths: &[Strength::Strong],
    why: "opening the document can run a program, here or from elsewhere",
    advice: "save the document without macros and linked templates",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        for oddity in &file.oddities {
            if let Oddity::Macros(what) = oddity {
                let message = format!("`{}` is an office document: {what}", file.path);
                signals.push_file(&RULE, Strength::Strong, id, scene.role(id), message);
            }
        }
    }
}
