//! What a rule noticed.

use std::collections::{BTreeMap, HashMap};

use prowess_base::{Code, Span};

use crate::FileId;
use crate::report::Severity;
use crate::rules::Rule;
use crate::stance::Stance;
use crate::unit::{Origin, Role, Unit};

/// How much a signal says, taken alone and meant as an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Strength {
    /// What the skill can do; nothing is wrong with it.
    Note,
    /// Common in honest skills; counts in company.
    Weak,
    /// Rare in honest skills, and then worth a person's look.
    Strong,
    /// No honest skill does this.
    Conclusive,
}

impl Strength {
    /// What it weighs where it is meant and stands alone.
    pub(crate) const fn meant(self) -> Severity {
        match self {
            Self::Note => Severity::Info,
            Self::Weak => Severity::Low,
            Self::Strong => Severity::High,
            Self::Conclusive => Severity::Critical,
        }
    }
}

/// One thing that one rule noticed in one place.
#[derive(Debug, Clone)]
pub(crate) struct Signal {
    pub(crate) rule: &'static Rule,
    pub(crate) strength: Strength,
    pub(crate) file: FileId,
    /// In the text of the file; nothing where it is about the file as a whole.
    pub(crate) span: Option<Span>,
    /// What was found, in one line: lower-case start, no full stop, literals in backticks.
    pub(crate) message: String,
    /// The text that shows it, where the span does not (decoded, hidden, joined). Masked and cut by the judge.
    pub(crate) evidence: Option<String>,
    pub(crate) stance: Stance,
    pub(crate) origin: Origin,
    pub(crate) role: Role,
}

/// Most signals of one rule in one file that are kept of those that weigh the same: a text can hold millions.
const KEPT: usize = 1_000;

/// Signals of one scan, in the order they were noticed.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    pub(crate) all: Vec<Signal>,
    /// How many signals of one rule in one file were not kept.
    pub(crate) beyond: BTreeMap<(Code, FileId), usize>,
    /// How many were, of those that weigh the same.
    kept: HashMap<(Code, FileId, Strength, Stance, Origin), usize>,
}

impl Signals {
    /// Something in a text.
    pub(crate) fn push(
        &mut self,
        rule: &'static Rule,
        strength: Strength,
        unit: &Unit<'_>,
        span: Span,
        message: impl Into<String>,
    ) {
        debug_assert!(
            rule.strengths.contains(&strength),
            "{} is {strength:?}, which its `strengths` do not name",
            rule.id
        );
        let stance = crate::stance::of(unit, span);
        if self.is_beyond(rule, strength, unit.file, stance, unit.origin) {
            return;
        }
        let evidence = matches!(unit.mapping, crate::unit::Mapping::Whole(_))
            .then(|| crate::signal::line_around(&unit.text, span));
        self.all.push(Signal {
            rule,
            strength,
            file: unit.file,
            span: Some(unit.in_file(span)),
            message: message.into(),
            evidence,
            stance,
            origin: unit.origin,
            role: unit.role,
        });
    }

    /// Something in the form of a file, which is meant whatever stands around it.
    pub(crate) fn push_form(
        &mut self,
        rule: &'static Rule,
        strength: Strength,
        unit: &Unit<'_>,
        span: Option<Span>,
        message: impl Into<String>,
    ) {
        let before = self.all.len();
        self.push_file(rule, strength, unit.file, unit.role, message);
        if let Some(signal) = self.all.get_mut(before) {
            signal.span = span;
        }
    }

    /// Something about a file as a whole.
    pub(crate) fn push_file(
        &mut self,
        rule: &'static Rule,
        strength: Strength,
        file: FileId,
        role: Role,
        message: impl Into<String>,
    ) {
        debug_assert!(
            rule.strengths.contains(&strength),
            "{} is {strength:?}, which its `strengths` do not name",
            rule.id
        );
        if self.is_beyond(rule, strength, file, Stance::Does, Origin::File) {
            return;
        }
        self.all.push(Signal {
            rule,
            strength,
            file,
            span: None,
            message: message.into(),
            evidence: None,
            stance: Stance::Does,
            origin: Origin::File,
            role,
        });
    }

    /// Whether enough of this kind is kept already: then it is only counted. Such signals weigh the same.
    fn is_beyond(
        &mut self,
        rule: &'static Rule,
        strength: Strength,
        file: FileId,
        stance: Stance,
        origin: Origin,
    ) -> bool {
        let kind = (rule.code, file, strength, stance, origin);
        let count = self.kept.entry(kind).or_default();
        if *count < KEPT {
            *count += 1;
            return false;
        }
        *self.beyond.entry((rule.code, file)).or_default() += 1;
        true
    }
}

/// The span with what stands around it on its line, at most 60 characters to either side: however long
/// the line is, no more of it is looked at.
pub(crate) fn line_around(text: &str, span: Span) -> String {
    const AROUND: usize = 60;
    let range = span.range();
    let (start, end) = (range.start.min(text.len()), range.end.min(text.len()));
    let first = text.ceil_char_boundary(start.saturating_sub(4 * AROUND));
    let last = text.floor_char_boundary(end.saturating_add(4 * AROUND).min(text.len()));
    let before = text.get(first..start).unwrap_or("");
    let after = text.get(end..last).unwrap_or("");
    let inside = text.get(start..end).unwrap_or("");
    let left = before.rsplit('\n').next().unwrap_or("");
    let right = after.split('\n').next().unwrap_or("");
    let left: Vec<char> = left.chars().rev().take(AROUND).collect();
    left.iter()
        .rev()
        .copied()
        .chain(inside.chars().take(160))
        .chain(right.chars().take(AROUND))
        .collect()
}
