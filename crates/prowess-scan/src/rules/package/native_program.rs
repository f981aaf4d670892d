//! A compiled program lies in the package.

use std::collections::HashSet;

use crate::codes;
use crate::package::{FileId, Kind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::Role;

pub(crate) static RULE: Rule = Rule {
    code: codes::NATIVE_PROGRAM,
    id: "native-program",
    class: 22,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "what a compiled program does cannot be told by reading the package",
    advice: "ship the source, or have the program installed from where its maker publishes it",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let mut told: HashSet<(Option<FileId>, &str)> = HashSet::new();
    for (id, file) in scene.package.with_ids() {
        let Kind::Native(name) = file.kind else {
            continue;
        };
        // A library of a thousand classes is one thing to say.
        if file.container.is_some() && !told.insert((file.container, name)) {
            continue;
        }
        let is_run = scene.role(id) == Role::Script;
        let strength = match name {
            "Windows shortcut" | "compiled AppleScript" => Strength::Strong,
            "WebAssembly module" | "Java class" => Strength::Weak,
            _ if is_run => Strength::Strong,
            _ => Strength::Weak,
        };
        let message = match is_run {
            true => format!("`{}` is run and is a compiled program ({name})", file.path),
            false => format!("`{}` is a compiled program ({name})", file.path),
        };
        signals.push_file(&RULE, strength, id, scene.role(id), message);
    }
}
