//! Secrets of several kinds are read by one package.

use std::collections::BTreeMap;

use super::affinity::is_about;
use crate::asset::Asset;
use crate::codes;
use crate::fact::Act;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::CREDENTIAL_SWEEP,
    id: "credential-sweep",
    class: 5,
    phase: Phase::Collect,
    strengths: &[Strength::Conclusive, Strength::Weak],
    why: "nothing but theft needs the secrets of several tools at once",
    advice: "do not let it in",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let mut kinds = BTreeMap::new();
    for (fact, unit) in scene.facts() {
        let Act::Reads { asset, .. } = &fact.act else {
            continue;
        };
        let counts = matches!(
            asset,
            Asset::SshKeys
                | Asset::Wallet
                | Asset::BrowserProfile
                | Asset::PasswordStore
                | Asset::CloudCredentials
                | Asset::ToolCredentials
                | Asset::AgentSecrets
                | Asset::SystemSecrets
        );
        if counts && fact.stance == crate::stance::Stance::Does {
            kinds.insert(*asset, (unit, fact.span));
        }
    }
    let Some((unit, span)) = kinds.values().next_back() else {
        return;
    };
    // The secrets of the tool that the skill is for are no part of a sweep, unless it goes on and on.
    let foreign = kinds
        .keys()
        .filter(|asset| !is_about(scene, **asset, ""))
        .count();
    let strength = match (kinds.len(), foreign) {
        (0..=1, _) => return,
        (2, _) | (3, 0..=1) => Strength::Weak,
        _ => Strength::Conclusive,
    };
    signals.push(
        &RULE,
        strength,
        unit,
        *span,
        format!("reads secrets of {} kinds", kinds.len()),
    );
}
