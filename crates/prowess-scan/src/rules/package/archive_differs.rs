//! Two readers of an archive see different files.

use crate::codes;
use crate::package::Oddity;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::ARCHIVE_DIFFERS,
    id: "archive-differs",
    class: 21,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "what one program shows is not what another one unpacks",
    advice: "make the archive again with an ordinary program",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        for oddity in &file.oddities {
            let (strength, how) = match oddity {
                Oddity::Differs(how) => (Strength::Strong, how),
                Oddity::Sloppy(how) => (Strength::Weak, how),
                _ => continue,
            };
            signals.push_file(&RULE, strength, id, scene.role(id), how.as_str());
        }
    }
}
