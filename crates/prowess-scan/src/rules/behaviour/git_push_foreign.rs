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
        let Some(address) = address.filter(|address| !address.starts_with('…')) else {
            continue;
        };
        let host = crate::host::name(&address.replace("git@", "").replacen(
            ':',
            "/",
            usize::from(!address.contains("://")),
        ));
        if let Some(host) = host.filter(|host| !declared.in_header(host)) {
            // A host where everybody keeps code is where a person may push to; any other is its owner's.
            let is_of_all = [
                "github",
                "gitlab",
                "bitbucket",
                "codeberg",
                "gitee",
                "dev.azure",
            ]
            .iter()
            .chain(&["huggingface", "heroku", "sr.ht", "your", "…", "<"])
            .any(|word| host.contains(word));
            signals.push(
                &RULE,
                if is_of_all {
                    Strength::Weak
                } else {
                    Strength::Strong
                },
                unit,
                fact.span,
                format!("pushes to `{address}`"),
            );
        }
    }
}
