//! Harm stands behind a question about the time, the place or the machine.

use std::collections::BTreeMap;

use prowess_base::Span;

use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Fact, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::stance::Stance;
use crate::unit::UnitId;

pub(crate) static RULE: Rule = Rule {
    code: codes::ENVIRONMENT_TRIGGER,
    id: "environment-trigger",
    class: 28,
    phase: Phase::Hide,
    strengths: &[Strength::Strong],
    why: "what waits for its moment is made not to be seen when it is tried",
    advice: "do not let it in",
    check: Check::Package(check),
};

/// How far behind the question its answer may stand, in bytes.
const BEHIND: usize = 1_200;

static QUESTIONS: std::sync::LazyLock<crate::pattern::Pattern> = std::sync::LazyLock::new(|| {
    crate::pattern::Pattern::new(concat!(
        r"(?i)(?:\bif\b|\bwhile\b|\bunless\b|\[\[?\s|\btest\b)[^\n]{0,120}?(?:",
        // The time.
        r"(?:datetime[^\n]{0,40}(?:now|today)|date\.today|time\.time\(|Date\.now\(|new Date\(|Get-Date|getDay\(|getHours\(|Time\.now)[^\n]{0,60}?(?:[<>]=?|===?|-(?:gt|ge|lt|eq)\b|\bin\b)|\$\(date\b[^\n]{0,60}?(?:-(?:gt|ge|lt|le|eq)\b|=)",
        // The place.
        r"|country_?code|\bcountry\b|time_?zone\b|getlocale|\bLANG\b|\blocale\b|navigator\.language",
        // The machine.
        r"|gethostname|\bhostname\b|platform\.node|getpass\.getuser|\bwhoami\b|userInfo\(\)|\bUSERNAME\b|\.dockerenv|GITHUB_ACTIONS|sys\.gettrace|isDebuggerPresent|virtualbox|vmware|\bqemu\b|cuckoo|sandbox",
        r")|(?:country_?code|time_?zone)\b[^\n]{0,40}\bif\b",
    ))
});

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let mut harms: BTreeMap<UnitId, Vec<u32>> = BTreeMap::new();
    for fact in scene.facts.iter().filter(|fact| is_harm(fact)) {
        harms.entry(fact.unit).or_default().push(fact.span.start);
    }
    for (id, mut places) in harms {
        let Some(unit) = scene.unit(id).filter(|unit| unit.language.is_program()) else {
            continue;
        };
        places.sort_unstable();
        let question = QUESTIONS.find_iter(&unit.text).find(|found| {
            let next = places.partition_point(|at| (*at as usize) < found.start());
            places
                .get(next)
                .is_some_and(|at| (*at as usize) <= found.end() + BEHIND)
        });
        if let Some(found) = question {
            signals.push(
                &RULE,
                Strength::Strong,
                unit,
                Span::new(found.start(), found.end()),
                "asks for the time, the place or the machine before it does harm",
            );
        }
    }
}

/// What nobody puts behind such a question for a good reason.
fn is_harm(fact: &Fact) -> bool {
    fact.stance == Stance::Does
        && match &fact.act {
            // `~/…` is anything at home.
            Act::Deletes { path, asset } => {
                matches!(
                    asset,
                    Asset::Everything | Asset::Personal | Asset::SshKeys | Asset::System
                ) || path.starts_with("~/…")
            }
            Act::Flows {
                from: Source::Network(_) | Source::Decoded,
                to: Sink::Program,
                ..
            }
            | Act::HandsOverShell { .. } => true,
            Act::Flows {
                from: Source::File(asset),
                to: Sink::Network(_),
                ..
            } => asset.is_secret() && *asset != Asset::DotEnv,
            _ => false,
        }
}
