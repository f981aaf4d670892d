//! A link leads out of the package.

use crate::asset::{self, Asset};
use crate::codes;
use crate::package::{Content, path};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::LINK_OUTSIDE,
    id: "path-link-outside",
    class: 19,
    phase: Phase::Collect,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Weak],
    why: "a program that follows the link reads or writes what is not the skill's",
    advice: "replace the link by the file that is meant",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        let Content::Link(target) = &file.content else {
            continue;
        };
        let own = file.own_path(scene.package);
        if path::target(own, target).is_some() {
            continue;
        }
        let is_own = matches!(
            asset::classify(target),
            Asset::Other | Asset::Temporary | Asset::OtherSkills
        );
        let is_absolute = !target.starts_with('.');
        let strength = match () {
            // A folder of many skills shares files by relative links.
            () if is_own && !is_absolute && file.container.is_none() => Strength::Weak,
            () if is_own => Strength::Strong,
            () => Strength::Conclusive,
        };
        let message = format!("`{own}` is a link to `{target}`");
        signals.push_file(&RULE, strength, id, scene.role(id), message);
    }
}
