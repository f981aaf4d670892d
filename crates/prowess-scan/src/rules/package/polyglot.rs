//! A file that is of one kind and of another one too.

use crate::codes;
use crate::package::{Kind, Oddity};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::POLYGLOT,
    id: "polyglot",
    class: 22,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "a viewer shows the one, and whoever knows runs or unpacks the other",
    advice: "keep the two in files of their own",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        for oddity in &file.oddities {
            let Oddity::Polyglot(second) = oddity else {
                continue;
            };
            let is_text = file.text().is_some();
            let strength = match (file.kind, *second) {
                // Programs that write pictures leave notes behind the end.
                (Kind::Media(_) | Kind::Pdf, "text") if !is_text => Strength::Weak,
                (Kind::Media(_) | Kind::Pdf, _) => Strength::Strong,
                // A program with its files behind it.
                _ => Strength::Weak,
            };
            let message = match is_text {
                true => format!("`{}` begins like a picture and is a text", file.path),
                false => format!("`{}` holds more than it shows: {second}", file.path),
            };
            signals.push_file(&RULE, strength, id, scene.role(id), message);
        }
    }
}
