//! What is shown where a catalogue is over its budget.
//!
//! Everything is measured on the text as it is written. The first of these that fits is taken:
//! every description whole; every description within one length, the largest that fits;
//! descriptions for the first skills and names for the others; names for the first skills and
//! nothing for the others. A larger budget never shows less of any skill.

use std::cmp::Reverse;
use std::ops::Range;

use prowess_catalog::{Budget, Kept, Overflow, PromptStyle, Scope, Trust};

use crate::Tokenizer;
use crate::bounds::{Bound, Bounds};
use crate::cut::length;
use crate::rendered::{BudgetBound, Omission, PartKind, TokenCount};
use crate::scene::{Form, Line, Scene, Sheet};
use crate::shorten::Description;
use crate::style;
use crate::style::nanobot_xml::Source;
use crate::style::openclaw::Descriptions;

/// Characters below which no description is cut: shorter, it says too little, and the name alone is
/// better.
const SHORTEST: usize = 70;

/// No listed skill takes fewer characters than its name and this much markup.
const LEAST_MARKUP: usize = 8;

/// Characters that a token stands for at most, where the first try at a budget of tokens is made.
const WIDEST_TOKEN: usize = 8;

/// What a text uses of its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Used {
    /// Characters, as the style counts them.
    pub(crate) characters: usize,
    /// Tokens, where there is a bound of tokens.
    pub(crate) tokens: Option<TokenCount>,
    /// The bound that decided how much of the descriptions and of the skills there is room for.
    pub(crate) by: BudgetBound,
}

/// Sets the form of every line so that the text is within the budget, and leaves that text on the
/// sheet.
pub(crate) fn fit(
    scene: &mut Scene<'_>,
    sheet: &mut Sheet,
    budget: &Budget,
    bounds: &Bounds,
) -> Used {
    let total = scene.lines.len();
    let mut order = by_precedence(scene, budget.kept);
    if let Some(limit) = budget.skills {
        leave_from(scene, &mut order, limit as usize, Omission::SkillBudget);
    }
    let mut fitting = Fitting {
        scene,
        sheet,
        order,
        whole: budget
            .description
            .map_or(Form::Full, |limit| Form::Cut(limit as usize)),
        overflow: budget.overflow,
        total,
    };
    let (most, by) = match bounds.characters {
        Some(bound) => (bound.most as usize, bound.by),
        None => (usize::MAX, BudgetBound::Characters),
    };
    let characters = fitting.within(most);
    let Some(bound) = bounds.tokens else {
        return Used {
            characters,
            tokens: None,
            by,
        };
    };
    let mut used = Used {
        characters,
        tokens: Some(fitting.tokens(bounds)),
        by,
    };
    fitting.within_tokens(&mut used, bounds, bound);
    used
}

/// A text that is being fitted.
struct Fitting<'f, 'a> {
    scene: &'f mut Scene<'a>,
    sheet: &'f mut Sheet,
    /// Positions of the lines, those first that are left out last.
    order: Vec<usize>,
    /// The form of a description where there is room.
    whole: Form,
    overflow: Overflow,
    /// The number of model-visible skills, those beyond the bound of skills included.
    total: usize,
}

impl Fitting<'_, '_> {
    /// Makes the text fit into so many characters, and gives how many it uses. It uses more only
    /// where names are kept whatever they take.
    fn within(&mut self, limit: usize) -> usize {
        match (self.scene.snapshot.profile.style, self.overflow) {
            (PromptStyle::OpenClaw, _) => fit_openclaw(
                self.scene,
                self.sheet,
                &self.order,
                limit,
                self.whole,
                self.total,
            ),
            // OpenClaw 2026-03: whole skills; at last the remote note alone.
            (PromptStyle::OpenClawWhole, _) => self.most_whole(limit, Form::Left),
            // Every name, whatever that takes.
            (_, Overflow::NamesKept) => self.most_whole(limit, Form::Name),
            (_, Overflow::Gradual) => {
                leave_from(
                    self.scene,
                    &mut self.order,
                    limit / LEAST_MARKUP,
                    Omission::CharacterBudget,
                );
                fit_generic(self.scene, self.sheet, &self.order, limit, self.whole)
            }
        }
    }

    /// Every line whole, else the largest number of first ones that fits, and the others in `rest`.
    fn most_whole(&mut self, limit: usize, rest: Form) -> usize {
        let Self {
            scene,
            sheet,
            order,
            whole,
            ..
        } = self;
        let mut attempt = |first: usize| {
            let plan = Plan {
                first: (first, *whole),
                then: (usize::MAX, rest),
            };
            plan.apply(scene, order);
            write(scene, sheet);
            match scene.snapshot.profile.style {
                PromptStyle::OpenClawWhole => style::openclaw_whole::measure(sheet),
                _ => length(measured(scene, sheet)),
            }
        };
        let used = attempt(order.len());
        if used <= limit {
            return used;
        }
        let most = largest(order.len(), |first| attempt(first) <= limit);
        attempt(most.unwrap_or(0))
    }

    fn tokens(&self, bounds: &Bounds) -> TokenCount {
        count(self.scene, self.sheet, bounds.tokenizer)
    }

    /// Gives the text fewer and fewer characters until it is within the bound of tokens. The numbers
    /// that are tried are the same for every bound, so that a larger one never gives less.
    fn within_tokens(&mut self, used: &mut Used, bounds: &Bounds, bound: Bound) {
        let widest = (bound.most as usize).saturating_mul(WIDEST_TOKEN);
        let is_over = |used: &Used| used.tokens.is_some_and(|tokens| tokens.count > bound.most);
        let mut limit = LARGEST_TRY;
        while is_over(used) {
            if limit < used.characters && limit <= widest {
                used.by = bound.by;
                used.characters = self.within(limit);
                used.tokens = Some(self.tokens(bounds));
                if used.characters > limit {
                    return;
                }
            }
            if limit == 0 {
                return;
            }
            limit -= limit.div_ceil(STEP);
        }
    }
}

/// The most characters that are tried for a budget of tokens, and the part by which the next try is
/// smaller.
const LARGEST_TRY: usize = 1 << 28;
const STEP: usize = 24;

/// Positions of the lines, those first that are left out last.
fn by_precedence(scene: &Scene<'_>, kept: Kept) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scene.lines.len()).collect();
    match kept {
        Kept::FirstListed => {}
        Kept::Trusted => order.sort_by_cached_key(|&index| {
            scene.lines.get(index).map(|line| {
                let is_trusted = line.entry.trust == Trust::Trusted;
                (Reverse(is_trusted), line.entry.root)
            })
        }),
        Kept::Shipped => order.sort_by_cached_key(|&index| {
            let line = scene.lines.get(index)?;
            Some(match scene.root(line.entry)?.scope {
                Scope::BuiltIn => 0,
                Scope::Managed => 1,
                Scope::Project | Scope::Workspace => 2,
                Scope::User | Scope::Extra | Scope::Plugin => 3,
            })
        }),
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
        length(measured(scene, sheet))
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
        PromptStyle::Own | PromptStyle::Lines | PromptStyle::LinesWithPath => line.description(),
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
pub(crate) fn fit_unavailable(
    scene: &mut Scene<'_>,
    sheet: &mut Sheet,
    bounds: &Bounds,
    used: &mut Used,
) {
    let most = |bound: Option<Bound>| bound.map_or(usize::MAX, |bound| bound.most as usize);
    let mut attempt = |scene: &mut Scene<'_>, named: usize| {
        scene.unavailable_named = named;
        write(scene, sheet);
        used.characters = length(measured(scene, sheet));
        used.tokens = bounds.tokens.map(|_| count(scene, sheet, bounds.tokenizer));
        let tokens = used.tokens.map_or(0, |tokens| tokens.count as usize);
        used.characters <= most(bounds.characters) && tokens <= most(bounds.tokens)
    };
    let fitting = largest(scene.unavailable.len() + 1, |named| attempt(scene, named));
    attempt(scene, fitting.unwrap_or(0));
}

/// The tokens of what a budget is about.
fn count(scene: &Scene<'_>, sheet: &Sheet, tokenizer: Tokenizer) -> TokenCount {
    let count = tokenizer.count(measured(scene, sheet));
    TokenCount {
        count: u32::try_from(count).unwrap_or(u32::MAX),
        tokenizer,
    }
}

/// What of the text a budget is about: everything but the residents, in the styles with a line a
/// skill the list alone.
fn measured<'s>(scene: &Scene<'_>, sheet: &'s Sheet) -> &'s str {
    match scene.snapshot.profile.style {
        PromptStyle::Lines | PromptStyle::LinesWithPath => sheet.part_text(PartKind::Catalogue),
        _ => sheet.budgeted(),
    }
}

/// Writes the whole text, OpenClaw's style aside.
fn write(scene: &Scene<'_>, sheet: &mut Sheet) {
    sheet.clear();
    match scene.snapshot.profile.style {
        PromptStyle::AgentSkills => style::agentskills::write(scene, sheet),
        PromptStyle::Nanobot => style::nanobot::write(scene, sheet),
        PromptStyle::NanobotXml => style::nanobot_xml::write(scene, sheet, Source::Left),
        PromptStyle::SourcedXml => style::nanobot_xml::write(scene, sheet, Source::Shown),
        PromptStyle::OpenClawWhole => style::openclaw_whole::write(scene, sheet),
        PromptStyle::IndentedXml => style::indented::write(scene, sheet),
        PromptStyle::InvokedXml => style::invoked::write(scene, sheet),
        PromptStyle::Lines | PromptStyle::LinesWithPath => style::lines::write(scene, sheet),
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
