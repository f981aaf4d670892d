//! An archive that needs a password.

use crate::codes;
use crate::package::{FileId, Oddity};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::ENCRYPTED_ARCHIVE,
    id: "encrypted-archive",
    class: 8,
    phase: Phase::Hide,
    strengths: &[Strength::Strong],
    why: "nobody but who has the password can tell what it holds, and a password is given to keep scanners out",
    advice: "do not open it; ask for the files themselves",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let mut told: Option<Option<FileId>> = None;
    for (id, file) in scene.package.with_ids() {
        if file.oddities.contains(&Oddity::Encrypted) && told != Some(file.container) {
            told = Some(file.container);
            let message = format!("`{}` is encrypted", file.path);
            signals.push_file(&RULE, Strength::Strong, id, scene.role(id), message);
        }
    }
}
