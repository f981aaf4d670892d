//! A miner of currencies is run.

use crate::codes;
use crate::fact::Act;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::CRYPTO_MINING,
    id: "crypto-mining",
    class: 7,
    phase: Phase::Execute,
    strengths: &[Strength::Conclusive],
    why: "it spends the machine for somebody else",
    advice: "do not let it in",
    check: Check::Package(check),
};

const MINERS: &[&str] = &[
    "xmrig",
    "minerd",
    "cpuminer",
    "ethminer",
    "t-rex",
    "nbminer",
    "lolminer",
    "xmr-stak",
    "ccminer",
    "phoenixminer",
];

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        let Act::Runs { program, arguments } = &fact.act else {
            continue;
        };
        let speaks = arguments
            .iter()
            .any(|word| word.contains("stratum+tcp://") || word.contains("stratum+ssl://"));
        if speaks || MINERS.contains(&program.as_str()) {
            signals.push(
                &RULE,
                Strength::Conclusive,
                unit,
                fact.span,
                format!("runs the miner `{program}`"),
            );
        }
    }
}
