//! An archive unpacks to far more than it is.

use crate::codes;
use crate::package::Oddity;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::ARCHIVE_BOMB,
    id: "archive-bomb",
    class: 20,
    phase: Phase::Power,
    strengths: &[Strength::Strong],
    why: "opening it takes more space or time than the machine has, and what it holds could not be read",
    advice: "open it nowhere; ship the files themselves",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        for oddity in &file.oddities {
            if let Oddity::Bomb(how) = oddity {
                let message = format!("an archive that exhausts who opens it: {how}");
                signals.push_file(&RULE, Strength::Strong, id, scene.role(id), message);
            }
        }
    }
}
