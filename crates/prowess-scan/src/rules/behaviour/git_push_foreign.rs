//! A repository is pushed to an address that the package brings.

use super::affinity::Declared;
use crate::codes;
use crate::fact::Act;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::GIT_PUSH_FOREIGN,
    id: "git-push-foreign",
    class: 6,
    phase: Phase::Send,
    why: "the whole work, and what lies beside it, goes there",
    advice: "push to the remote that the person has set up",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    for (fact, unit) in scene.facts() {
        let Act::Runs { program, arguments } = &fact.act else {
            continue;
        };
        if program != "git" || !arguments.iter().any(|word| word == "push") {
            continue;
        }
        let address = arguments
            .iter()
            .find(|word| word.contains("://") || word.contains('@') && word.contains(':'));
        let Some(address) = address.filter(|address| !address.contains('…')) else {
            continue;
        };
        let host = crate::host::name(&address.replace("git@", "").replacen(
            ':',
            "/",
            usize::from(!address.contains("://")),
        ));
        if host.is_some_and(|host| !declared.in_header(&host)) {
            signals.push(
                &RULE,
                Strength::Weak,
                unit,
                fact.span,
                format!("pushes to `{address}`"),
            );
        }
    }
}
