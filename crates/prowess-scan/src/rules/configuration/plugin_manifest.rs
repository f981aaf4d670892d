//! A plugin's manifest brings in what lies elsewhere.

use super::shipped_or_shown;
use crate::codes;
use crate::configuration::{Walk, is_unknown, settings, text, walk};
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::PLUGIN_MANIFEST,
    id: "plugin-manifest",
    class: 15,
    phase: Phase::Supply,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "what a plugin takes from elsewhere was not part of what was read here",
    advice: "keep what the plugin needs within the package, or name it by its commit",
    check: Check::Text {
        hints: &[
            "\"plugins\"",
            "extraKnownMarketplaces",
            "\"commands\"",
            "\"skills\"",
            "contextFileName",
        ],
        run,
    },
};

fn run(unit: &Unit<'_>, _: &[u32], signals: &mut Signals) {
    let Some(root) = settings(unit) else { return };
    // A manifest of a plugin or marketplace has a name; settings name marketplaces.
    let is_manifest = [
        "plugins",
        "commands",
        "skills",
        "contextFileName",
        "extraKnownMarketplaces",
    ]
    .iter()
    .any(|key| root.get(key).is_some());
    if !is_manifest {
        return;
    }
    walk(&root, &mut |keys, node| {
        let is_under = |name: &str| keys.contains(&name);
        let key = keys.last().copied().unwrap_or("");
        let Some(value) = text(node) else {
            return Walk::Into;
        };
        let is_part = [
            "commands",
            "skills",
            "agents",
            "hooks",
            "mcpServers",
            "contextFileName",
        ]
        .contains(&key);
        let is_source = is_under("source") || key == "url" && is_under("plugins");
        if is_part && value.split(['/', '\\']).any(|part| part == "..") {
            let message = format!("`{key}` lies outside of the plugin: `{value}`");
            let strength = shipped_or_shown(unit, Strength::Strong, Strength::Weak);
            signals.push(&RULE, strength, unit, node.span, message);
        } else if is_source && value.contains("://") && is_unknown(value) {
            let strength = match host::kind(value) {
                HostKind::RawAddress | HostKind::Paste | HostKind::Collector => {
                    shipped_or_shown(unit, Strength::Strong, Strength::Weak)
                }
                HostKind::UserContent => Strength::Note,
                _ if value.starts_with("http://") => Strength::Weak,
                _ => Strength::Note,
            };
            let message = format!("a plugin is taken from `{value}`");
            signals.push(&RULE, strength, unit, node.span, message);
        }
        Walk::Into
    });
}
