//! Secrets that are not the skill's own are read.

use super::affinity::is_about;
use crate::asset::Asset;
use crate::codes;
use crate::fact::Act;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::CREDENTIAL_READ,
    id: "credential-read",
    class: 5,
    phase: Phase::Collect,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "whoever reads a key or a cookie can act as the person it belongs to",
    advice: "take one key from a variable that the header declares, and leave the files of other tools alone",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        let Act::Reads { path, asset } = &fact.act else {
            continue;
        };
        let strength = match asset {
            Asset::SshKeys | Asset::Wallet | Asset::BrowserProfile | Asset::PasswordStore => {
                Strength::Strong
            }
            Asset::SystemSecrets if path.contains("passwd") => Strength::Note,
            Asset::SystemSecrets => Strength::Strong,
            Asset::CloudCredentials
            | Asset::ToolCredentials
            | Asset::AgentSecrets
            | Asset::PrivateHistory => Strength::Weak,
            Asset::DotEnv => Strength::Note,
            _ => continue,
        };
        // A skill for the tool whose secrets they are.
        let strength = if is_about(scene, *asset, path) {
            strength.min(Strength::Weak)
        } else {
            strength
        };
        signals.push(&RULE, strength, unit, fact.span, format!("reads `{path}`"));
    }
}
