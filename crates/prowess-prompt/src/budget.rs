//! What is shown where a catalogue is over its budget.
//!
//! Everything is measured on the text as it is written. The first of these that fits is taken:
//! every description whole; every description within one length, the largest that fits;
//! descriptions for the first skills and names for the others; names for the first skills and
//! nothing for the others. A larger budget never shows less of any skill.

use std::cmp::Reverse;
use std::ops::Range;

use prowess_catalog::{Budget, PromptStyle, Trust};

use crate::cut::length;
use crate::rendered::Omission;
use crate::scene::{Form, Line, Scene, Sheet};
use crate::shorten::Description;
use crate::style;
use crate::style::openclaw::Descriptions;

/// Characters below which no description is cut: shorter, it says too little, and the name alone is
/// better.
const SHORTEST: usize = 70;

/// No listed skill takes fewer characters than its name and this much markup.
const LEAST_MARKUP: usize = 8;

/// Sets the form of every line so that the text is within the budget, and leaves that text on the
/// sheet. Returns the characters used, as the style counts them.
pub(crate) fn fit(scene: &mut Scene<'_>, sheet: &mut Sheet, budget: Budget) -> usize {
    let total = scene.lines.len();
    let mut order = by_precedence(scene);
    if let Some(limit) = budget.skills {
        leave_from(scene, &mut order, limit as usize, Omission::SkillBudget);
    }
    let limit = budget.characters.map_or(usize::MAX, |limit| limit as usize);
    let whole = match budget.description {
        Some(limit) => Form::Cut(limit as usize),
        None => Form::Full,
    };
    match scene.snapshot.profile.style {
        PromptStyle::OpenClaw => fit_openclaw(scene, sheet, &order, limit, whole, total),
        _ => {
            leave_from(
                scene,
                &mut order,
                limit / LEAST_MARKUP,
                Omission::CharacterBudget,
            );
            fit_generic(scene, sheet, &order, limit, whole)
        }
    }
}

/// Positions of the lines, those first that are left out last. In the own style that is trusted
/// ones, then those of nearer roots: a project full of untrusted skills cannot push the user's own
/// out. Clients cut in listing order.
fn by_precedence(scene: &Scene<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scene.lines.len()).collect();
    if scene.snapshot.profile.style == PromptStyle::Own {
        let rank = |&index: &usize| {
            scene.lines.get(index).map(|line| {
                let is_trusted = line.entry.trust == Trust::Trusted;
                (Reverse(is_trusted), line.entry.root)
            })
        };
        order.sort_by_cached_key(rank);
    }
    order
}

/// Takes the lines from position `kept` of the order on out of the scene.
fn leave_from(scene: &mut Scene<'_>, order: &mut Vec<usize>, kept: usize, reason: Omission) {
    let Some(left) = order.get(kept..).filter(|left| !left.is_empty()) else {
        return;
    };
    let left: Vec<_> = left
        .iter()
        .filter_map(|&index| scene.lines.get(index))
        .filter(|line| line.is_available())
        .map(|line| (line.id, reason))
        .collect();
    order.truncate(kept);
    let mut positions = order.clone();
    positions.sort_unstable();
    scene.lines = positions
        .iter()
        .filter_map(|&index| scene.lines.get(index).cloned())
        .collect();
    for index in order {
        *index = positions.binary_search(index).unwrap_or(*index);
    }
    scene.over.extend(left);
}

fn fit_generic(
    scene: &mut Scene<'_>,
    sheet: &mut Sheet,
    order: &[usize],
    limit: usize,
    whole: Form,
) -> usize {
    let attempt = |scene: &mut Scene<'_>, sheet: &mut Sheet, plan: Plan| {
        plan.apply(scene, order);
        write(scene, sheet);
        length(sheet.budgeted())
    };
    let count = order.len();
    let all = |form| Plan {
        first: (count, form),
        then: (0, Form::Left),
    };
    let described = |count, form| Plan {
        first: (count, form),
        then: (usize::MAX, Form::Name),
    };
    let named = |count| Plan {
        first: (count, Form::Name),
        then: (usize::MAX, Form::Left),
    };

    let used = attempt(scene, sheet, all(whole));
    if used <= limit {
        return used;
    }
    let bound = match whole {
        Form::Cut(bound) => bound,
        _ => usize::MAX,
    };
    let full = match whole {
        Form::Full => used,
        _ => attempt(scene, sheet, all(Form::Full)),
    };
    let lengths = Lengths::of(scene, sheet);
    if let Some(length) = lengths.common(full, limit, bound) {
        let used = attempt(scene, sheet, all(Form::Cut(length)));
        if used <= limit {
            return used;
        }
    }
    let names = attempt(scene, sheet, described(0, Form::Name));
    if names <= limit {
        let shortest = SHORTEST.min(bound);
        let some = lengths.described(&Lengths::of(scene, sheet), order, limit - names, shortest);
        let used = attempt(scene, sheet, described(some, Form::Cut(shortest)));
        return if used <= limit {
            used
        } else {
            attempt(scene, sheet, described(0, Form::Name))
        };
    }
    let most = largest(count, |some| attempt(scene, sheet, named(some)) <= limit);
    let used = attempt(scene, sheet, named(most.unwrap_or(0)));
    if used <= limit {
        return used;
    }
    sheet.clear();
    0
}

/// What the lines of a text measure, so that cuts can be weighed without making them.
///
/// A description of `n` characters that is cut to `length` of them makes its line shorter by
/// `n - length` or more: what is left out takes no less room in the text than it has characters.
struct Lengths {
    /// Characters of each line as it is written.
    lines: Vec<usize>,
    /// Characters of each description.
    descriptions: Vec<usize>,
}

impl Lengths {
    /// Of a text in which every line is written.
    fn of(scene: &Scene<'_>, sheet: &Sheet) -> Self {
        let style = scene.snapshot.profile.style;
        let lines = sheet.ranges.iter().skip(scene.residents.len());
        let text = |range: &Range<usize>| sheet.text.get(range.clone()).unwrap_or("");
        Self {
            lines: lines.map(|(_, range)| length(text(range))).collect(),
            descriptions: scene
                .lines
                .iter()
                .map(|line| shown_of(line, style).length())
                .collect(),
        }
    }

    /// The largest length, at least [`SHORTEST`], to which all longer descriptions can be cut so that
    /// a text that measures `full` without cuts is within `limit`.
    fn common(&self, full: usize, limit: usize, bound: usize) -> Option<usize> {
        let longest = self.descriptions.iter().copied().max()?.min(bound);
        let fits = |length: usize| {
            let own = self.descriptions.iter();
            let saved: usize = own.map(|own| own.saturating_sub(length)).sum();
            full - saved.min(full) <= limit
        };
        let more = longest.checked_sub(SHORTEST)?;
        largest(more + 1, |more| fits(SHORTEST + more)).map(|more| SHORTEST + more)
    }

    /// How many lines, in the order of precedence, can have a description of `length` characters
    /// where the `names` alone leave so much `room`.
    fn described(&self, names: &Self, order: &[usize], room: usize, length: usize) -> usize {
        let at = |lengths: &[usize], index: usize| lengths.get(index).copied().unwrap_or(0);
        let mut room = room;
        for (some, &index) in order.iter().enumerate() {
            let saved = at(&self.descriptions, index).saturating_sub(length);
            let line = at(&self.lines, index).saturating_sub(saved);
            let cost = line.saturating_sub(at(&names.lines, index));
            match room.checked_sub(cost) {
                Some(rest) => room = rest,
                None => return some,
            }
        }
        order.len()
    }
}

/// The description that a style shows.
fn shown_of<'a>(line: &Line<'a>, style: PromptStyle) -> Description<'a> {
    match style {
        PromptStyle::Own => line.description(),
        _ => style::nanobot::plain(line),
    }
}

/// OpenClaw 2026.6.11: all descriptions or none; then the largest number of first skills that fits
/// without descriptions; at last the notes alone, whatever they measure.
fn fit_openclaw(
    scene: &mut Scene<'_>,
    sheet: &mut Sheet,
    order: &[usize],
    limit: usize,
    whole: Form,
    total: usize,
) -> usize {
    let mut attempt = |scene: &mut Scene<'_>, shown: Descriptions, included: usize| {
        let form = match shown {
            Descriptions::Shown => whole,
            Descriptions::Omitted => Form::Name,
        };
        let plan = Plan {
            first: (included, form),
            then: (usize::MAX, Form::Left),
        };
        plan.apply(scene, order);
        sheet.clear();
        style::openclaw::write(scene, sheet, shown, total);
        style::openclaw::measure(scene, sheet, shown, total)
    };
    let used = attempt(scene, Descriptions::Shown, order.len());
    if used <= limit {
        return used;
    }
    let fitting = largest(order.len() + 1, |included| {
        attempt(scene, Descriptions::Omitted, included) <= limit
    });
    attempt(scene, Descriptions::Omitted, fitting.unwrap_or(0))
}

/// As many skills that do not count are named as there is room for.
pub(crate) fn fit_unavailable(scene: &mut Scene<'_>, sheet: &mut Sheet, limit: usize) -> usize {
    let mut attempt = |scene: &mut Scene<'_>, named: usize| {
        scene.unavailable_named = named;
        write(scene, sheet);
        length(sheet.budgeted())
    };
    let most = largest(scene.unavailable.len() + 1, |named| {
        attempt(scene, named) <= limit
    });
    attempt(scene, most.unwrap_or(0))
}

/// Writes the whole text, OpenClaw's style aside.
fn write(scene: &Scene<'_>, sheet: &mut Sheet) {
    sheet.clear();
    match scene.snapshot.profile.style {
        PromptStyle::AgentSkills => style::agentskills::write(scene, sheet),
        PromptStyle::Nanobot => style::nanobot::write(scene, sheet),
        PromptStyle::NanobotXml => style::nanobot_xml::write(scene, sheet),
        _ => style::own::write(scene, sheet),
    }
}

/// The largest number below `end` for which `fits` holds, given that it holds for every smaller
/// one; nothing where it does not hold for 0.
fn largest(end: usize, mut fits: impl FnMut(usize) -> bool) -> Option<usize> {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low.checked_sub(1)
}

/// Forms in the order of precedence: so many lines in one, so many in another, the others left.
#[derive(Debug, Clone, Copy)]
struct Plan {
    first: (usize, Form),
    then: (usize, Form),
}

impl Plan {
    fn apply(self, scene: &mut Scene<'_>, order: &[usize]) {
        for (rank, &index) in order.iter().enumerate() {
            let form = if rank < self.first.0 {
                self.first.1
            } else if rank - self.first.0 < self.then.0 {
                self.then.1
            } else {
                Form::Left
            };
            if let Some(line) = scene.lines.get_mut(index) {
                line.form = form;
            }
        }
    }
}

/// The form in which a line is shown, in characters of the description: what a bound cuts, and what
/// it has.
pub(crate) fn cut_of(line: &Line<'_>, style: PromptStyle) -> Option<(usize, usize)> {
    let Form::Cut(limit) = line.form else {
        return None;
    };
    let description = shown_of(line, style);
    if description.bytes() <= limit {
        return None;
    }
    let of = description.length();
    (of > limit).then_some((limit, of))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The border is found wherever it lies.
    #[test]
    fn search() {
        for border in 0..=9 {
            let found = largest(9, |number| number < border);
            assert_eq!(found, border.min(9).checked_sub(1));
        }
    }
}
