//! What each signal weighs.

use std::collections::BTreeSet;

use crate::FileId;
use crate::report::Severity;
use crate::rules::{Phase, Scene};
use crate::signal::{Signal, Strength};
use crate::stance::Stance;
use crate::unit::{Origin, Role};

/// A signal with its weight.
#[derive(Debug)]
pub(super) struct Weighed<'s> {
    pub(super) signal: &'s Signal,
    pub(super) severity: Severity,
    /// What made it weigh more or less, in words.
    pub(super) why: Vec<String>,
}

/// Weighs each signal alone, then in its company.
pub(super) fn weigh<'s>(scene: &Scene<'_>, signals: &'s [Signal]) -> Vec<Weighed<'s>> {
    let programs: BTreeSet<FileId> = scene
        .units
        .iter()
        .filter(|unit| unit.origin == Origin::File && unit.language.is_program())
        .map(|unit| unit.file)
        .collect();
    let mut weighed: Vec<Weighed<'s>> = signals
        .iter()
        .map(|signal| alone(signal, programs.contains(&signal.file)))
        .collect();
    in_company(&mut weighed, &programs);
    weighed
}

/// What a signal weighs without the others.
fn alone(signal: &Signal, in_program: bool) -> Weighed<'_> {
    use Strength::{Conclusive, Note, Strong, Weak};
    let mut severity = match (signal.strength, signal.stance) {
        (strength, Stance::Does) => strength.meant(),
        (Note, _) | (_, Stance::Forbids) | (Weak, Stance::Describes) => Severity::Info,
        (Strong, Stance::Describes) => Severity::Low,
        (Conclusive, Stance::Describes) => Severity::Medium,
    };
    let mut why = Vec::new();
    if signal.strength > Note {
        match signal.stance {
            Stance::Does => {}
            Stance::Describes => why.push("described or quoted, not ordered".to_owned()),
            Stance::Forbids => why.push("forbidden or warned of".to_owned()),
        }
    }
    if signal.stance == Stance::Does && (Weak..=Strong).contains(&signal.strength) {
        if signal.origin.is_out_of_sight() {
            severity = raised(severity);
            why.push("stands where a person does not see it".to_owned());
        } else if signal.origin == Origin::Description && signal.strength == Weak {
            severity = raised(severity);
            why.push("stands in the description, which is always in a model's context".to_owned());
        }
    }
    if signal.strength > Note && severity > Severity::Info {
        match signal.role {
            Role::Example => {
                severity = lowered(severity);
                why.push("in a place for examples that nothing points to".to_owned());
            }
            Role::Loose if !in_program && signal.strength == Strong => {
                severity = lowered(severity);
                why.push("in a text that nothing points to".to_owned());
            }
            _ => {}
        }
    }
    Weighed {
        signal,
        severity,
        why,
    }
}

/// Raises the gravest where several parts of an attack stand together.
fn in_company(weighed: &mut [Weighed<'_>], programs: &BTreeSet<FileId>) {
    let counts = |one: &Weighed<'_>| {
        let signal = one.signal;
        let reached = match signal.role {
            Role::Example => false,
            Role::Loose => programs.contains(&signal.file),
            _ => true,
        };
        reached && signal.stance == Stance::Does
    };
    let phases = |least: Strength| -> BTreeSet<Phase> {
        weighed
            .iter()
            .filter(|one| counts(one) && one.signal.strength >= least)
            .map(|one| one.signal.rule.phase)
            .collect()
    };
    let strong = phases(Strength::Strong);
    let any = phases(Strength::Weak);
    let reaches_out = |phases: &BTreeSet<Phase>| {
        [Phase::Lure, Phase::Hide, Phase::Collect, Phase::Send]
            .iter()
            .any(|phase| phases.contains(phase))
    };
    let (severity, phases, least) = if strong.len() >= 2 && reaches_out(&strong) {
        (Severity::Critical, strong, Strength::Strong)
    } else if any.len() >= 3 && reaches_out(&any) {
        (Severity::High, any, Strength::Weak)
    } else if any.len() >= 2 {
        (Severity::Medium, any, Strength::Weak)
    } else {
        return;
    };
    let gravest = weighed
        .iter_mut()
        .filter(|one| counts(one) && one.signal.strength >= least)
        // The first of the gravest.
        .rev()
        .max_by_key(|one| one.severity);
    if let Some(one) = gravest
        && one.severity < severity
    {
        one.severity = severity;
        let others: Vec<&str> = phases
            .iter()
            .filter(|phase| **phase != one.signal.rule.phase)
            .map(|phase| phase.in_words())
            .collect();
        one.why
            .push(format!("the same package also {}", others.join(", and ")));
    }
}

const fn raised(severity: Severity) -> Severity {
    match severity {
        Severity::Info => Severity::Low,
        Severity::Low => Severity::Medium,
        Severity::Medium => Severity::High,
        Severity::High | Severity::Critical => Severity::Critical,
    }
}

const fn lowered(severity: Severity) -> Severity {
    match severity {
        Severity::Info | Severity::Low => Severity::Info,
        Severity::Medium => Severity::Low,
        Severity::High => Severity::Medium,
        Severity::Critical => Severity::High,
    }
}
