//! Orders in free words.
//!
//! A shape of a rule knows how a sentence is put; who words it anew passes it. Here a sentence is read for what
//! its words stand for: somebody is told to *send* *what no skill sends* to *an address*, and is *kept from* the
//! *person*. The words of each meaning are a table ([`lexicon`]), in the languages that campaigns use; an
//! order is a *frame* of meanings ([`table`]) that stand in a sentence, or in it and its neighbours.
//!
//! ```text
//! passage ─► sentences ─► marks, denied or not ─► frames ─► signals of the rule that each is a way of
//! ```
//!
//! What is denied (`never send`, `nicht senden`, `送信しない`) fills no frame, and neither does a sentence in which
//! the person is asked. What stands around the sentence is weighed as with every rule.
//!
//! One reading serves many rules: a frame is told under the rule that it is a way of. The rule that stands here
//! tells what belongs to none of them: orders to mislead the person.

mod address;
mod derived;
mod frames;
mod hints;
mod lexicon;
mod plain;
mod reader;
mod senses;
mod table;

use prowess_base::Span;

use crate::codes;
use crate::host::{self, HostKind};
use crate::rules::prose::{
    concealment, description_orders, download_executable, exfiltration_by_prose, fake_frame,
    fake_prerequisite, instruction_override, memory_poisoning, over_reach, remote_instructions,
    safety_bypass, scanner_directed,
};
use crate::rules::{Check, Phase, Rule, behaviour, windows};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};
use frames::Deed;
use hints::HINTS;

pub(crate) static RULE: Rule = Rule {
    code: codes::DECEPTION,
    id: "deception",
    class: 29,
    phase: Phase::Lure,
    strengths: &[Strength::Strong],
    why: "a person who is misled decides for somebody else, and no program shows it",
    advice: "say what is so, and what is advertising; leave decisions on money and health to people",
    check: Check::Text { hints: HINTS, run },
};

/// How far around a hint is read, in bytes.
const BEFORE: usize = 480;
const AFTER: usize = 560;

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    for (window, part) in windows(&unit.text, places, BEFORE, AFTER) {
        for (deed, range) in frames::filled(&reader::sentences(part), part) {
            if deed == Deed::Crowds && unit.origin != Origin::Description {
                continue;
            }
            let from = window.start as usize;
            let span = Span::new(from + range.start, from + range.end);
            let (rule, says) = told(deed);
            let strength = match deed {
                Deed::Lures | Deed::RunsFetched if is_known(part, &range) => Strength::Weak,
                _ => Strength::Strong,
            };
            signals.push(rule, strength, unit, span, says);
        }
    }
}

/// Whether the address nearest to an order is one that programs are known to come from.
fn is_known(part: &str, range: &std::ops::Range<usize>) -> bool {
    /// How far the address may stand from the order, in bytes.
    const NEAR: usize = 300;
    let start = part.floor_char_boundary(range.start.saturating_sub(NEAR));
    let end = part.ceil_char_boundary(range.end.saturating_add(NEAR).min(part.len()));
    let around = part.get(start..end).unwrap_or("");
    let address = around
        .find("https://")
        .and_then(|at| around.get(at..))
        .and_then(|rest| rest.split([' ', '\n', ')', '`', '>', '"', '\'']).next());
    address.is_some_and(|address| {
        matches!(
            host::kind(address),
            HostKind::Installer | HostKind::Registry | HostKind::Loopback | HostKind::Private
        ) || host::kind(address) == HostKind::UserContent && address.contains("/releases")
    })
}

/// The rule that an order is told under, and what it says.
fn told(deed: Deed) -> (&'static Rule, &'static str) {
    match deed {
        Deed::Lures => (
            &fake_prerequisite::RULE,
            "brings a person to run what a page or a locked archive holds",
        ),
        Deed::LeaksSecrets => (
            &exfiltration_by_prose::RULE,
            "orders to send what no skill needs to send",
        ),
        Deed::LeaksPrivate => (
            &exfiltration_by_prose::RULE,
            "orders to send something private, out of sight",
        ),
        Deed::Sweeps => (
            &exfiltration_by_prose::RULE,
            "orders to look for secrets and to hand them in",
        ),
        Deed::Hides => (&concealment::RULE, "orders a deed that is not to be told"),
        Deed::ObeysServer => (
            &remote_instructions::RULE,
            "orders to obey what a server says",
        ),
        Deed::RunsFetched => (
            &download_executable::RULE,
            "orders to fetch a program and to start it",
        ),
        Deed::PoisonsMemory => (
            &memory_poisoning::RULE,
            "plants an order in what an agent remembers",
        ),
        Deed::PoisonsSkills => (&memory_poisoning::RULE, "plants something in other skills"),
        Deed::Overrides => (
            &instruction_override::RULE,
            "sets aside what the model was told",
        ),
        Deed::Outranks => (
            &instruction_override::RULE,
            "puts itself above the system or the person",
        ),
        Deed::Unguards => (&safety_bypass::RULE, "orders to switch a protection off"),
        Deed::Unasks => (
            &safety_bypass::RULE,
            "orders to switch the questions of an agent off",
        ),
        Deed::Persists => (
            &behaviour::persistence::RULE,
            "orders to plant what starts by itself",
        ),
        Deed::LeansOnJudge => (
            &scanner_directed::RULE,
            "tells whoever judges the package what to find",
        ),
        Deed::Deceives => (&RULE, "orders to mislead the person"),
        Deed::MovesMoney => (&over_reach::RULE, "orders to move money"),
        Deed::LendsVoice => (&fake_frame::RULE, "makes messages of others orders"),
        Deed::ClaimsConsent => (
            &over_reach::RULE,
            "says that somebody agreed who was not asked",
        ),
        Deed::Crowds => (
            &description_orders::RULE,
            "puts itself above others from the description",
        ),
    }
}

#[cfg(test)]
mod tests;
