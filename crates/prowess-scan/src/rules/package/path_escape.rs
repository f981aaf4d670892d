//! A path in an archive, or the skill's name, leads out of the folder that it is put in.

use crate::codes;
use crate::package::{Oddity, path};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::PATH_ESCAPE,
    id: "path-escape",
    class: 19,
    phase: Phase::Power,
    strengths: &[Strength::Conclusive, Strength::Strong],
    why: "whoever unpacks or installs this writes a file outside of the folder that was meant",
    advice: "unpack it nowhere; make the archive again from relative paths, and give the skill a plain name",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        let own = file.own_path(scene.package);
        let strength = match () {
            () if path::climbs(own) => Some(Strength::Conclusive),
            () if path::leaves(own) => Some(Strength::Strong),
            () => None,
        };
        if let Some(strength) = strength {
            let message = format!("`{own}` is unpacked outside of its folder");
            signals.push_file(&RULE, strength, id, scene.role(id), message);
        }
        for oddity in &file.oddities {
            if let Oddity::Special(what) = oddity {
                let message = format!("`{own}` is {what}");
                signals.push_file(&RULE, Strength::Strong, id, scene.role(id), message);
            }
        }
    }
    let Some(skill) = scene.skill else {
        return;
    };
    if let Some(name) = skill.manifest.name.as_deref()
        && path::leaves(name)
    {
        let strength = match path::climbs(name) {
            true => Strength::Conclusive,
            false => Strength::Strong,
        };
        let message =
            format!("the skill's name `{name}` is a path that leads out of the folder of skills");
        signals.push_file(&RULE, strength, skill.file, scene.role(skill.file), message);
    }
}
