//! Two files are one on systems that fold case or normalise names.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization as _;

use crate::codes;
use crate::package::{Package, PackageFile, path};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::NAME_COLLISION,
    id: "name-collision",
    class: 19,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "which of the files is there depends on the system, so that what was read is not what is used",
    advice: "rename one of the files",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let mut seen: HashMap<(Option<u32>, String), &str> = HashMap::new();
    for (id, file) in scene.package.with_ids() {
        let key = (
            file.container.map(|container| container.0),
            folded(file, scene.package),
        );
        let Some(other) = seen.insert(key, &file.path) else {
            continue;
        };
        if other == file.path {
            // The same name twice is told about the archive.
            continue;
        }
        let strength = match path::name(&file.path).eq_ignore_ascii_case("SKILL.md") {
            true => Strength::Strong,
            false => Strength::Weak,
        };
        let message = format!("`{}` and `{other}` are one file on some systems", file.path);
        signals.push_file(&RULE, strength, id, scene.role(id), message);
    }
}

/// A path as macOS and Windows compare it.
fn folded(file: &PackageFile, package: &Package) -> String {
    let own = file.own_path(package);
    if own.is_ascii() {
        return own.to_ascii_lowercase();
    }
    own.nfc().collect::<String>().to_lowercase().nfc().collect()
}
