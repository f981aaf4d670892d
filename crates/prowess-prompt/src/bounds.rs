//! From a budget, and what is known about the model, to the bounds that one text is held to.

use prowess_catalog::{Budget, WindowShare, WindowUnit};

use crate::rendered::{BudgetBound, WindowLimit};
use crate::{RenderOptions, Tokenizer};

/// The bounds that one text is held to. Of several in one unit the smallest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// Most characters of the text.
    pub(crate) characters: Option<Bound>,
    /// Most tokens of the text.
    pub(crate) tokens: Option<Bound>,
    /// How they are counted.
    pub(crate) tokenizer: Tokenizer,
    /// What the share of the context window allows, whether or not it is the smallest.
    pub(crate) window: Option<WindowLimit>,
}

/// One bound, and which part of the budget set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) most: u32,
    pub(crate) by: BudgetBound,
}

impl Bounds {
    pub(crate) fn of(budget: &Budget, options: &RenderOptions<'_>) -> Self {
        let window = budget
            .window
            .and_then(|share| of_window(share, options.window));
        let in_unit = |unit| {
            let found = window.filter(|window| window.unit == unit);
            found.map(|window| window.most)
        };
        Self {
            characters: smallest(
                bound(budget.characters, BudgetBound::Characters),
                bound(in_unit(WindowUnit::Characters), BudgetBound::Window),
            ),
            tokens: smallest(
                bound(budget.tokens, BudgetBound::Tokens),
                bound(in_unit(WindowUnit::Tokens), BudgetBound::Window),
            ),
            tokenizer: options.tokenizer,
            window,
        }
    }
}

/// The share of a window in its unit; the profile's number of characters while it is not known.
fn of_window(share: WindowShare, window: Option<u32>) -> Option<WindowLimit> {
    let (most, unit) = match window {
        Some(window) => (share.of(window), share.unit),
        None => (share.without_window?, WindowUnit::Characters),
    };
    Some(WindowLimit { window, most, unit })
}

fn bound(most: Option<u32>, by: BudgetBound) -> Option<Bound> {
    most.map(|most| Bound { most, by })
}

fn smallest(one: Option<Bound>, other: Option<Bound>) -> Option<Bound> {
    match (one, other) {
        (Some(one), Some(other)) if other.most < one.most => Some(other),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(budget: Budget, window: Option<u32>) -> [Option<(u32, BudgetBound)>; 2] {
        let options = RenderOptions {
            window,
            ..RenderOptions::default()
        };
        let bounds = Bounds::of(&budget, &options);
        [bounds.characters, bounds.tokens].map(|bound| bound.map(|bound| (bound.most, bound.by)))
    }

    /// Four characters a token for Claude, tokens for Codex, and characters for both while the window
    /// is not known.
    #[test]
    fn shares_of_a_window() {
        let claude = prowess_catalog::Profile::claude_code().budget;
        let codex = prowess_catalog::Profile::codex().budget;
        let window = BudgetBound::Window;
        assert_eq!(bounds(claude, Some(200_000)), [Some((8_000, window)), None]);
        assert_eq!(
            bounds(claude, Some(1_000_000)),
            [Some((40_000, window)), None]
        );
        assert_eq!(bounds(codex, Some(272_000)), [None, Some((5_440, window))]);
        assert_eq!(bounds(claude, None), [Some((8_000, window)), None]);
        assert_eq!(bounds(codex, None), [Some((8_000, window)), None]);
    }

    /// Of two bounds in one unit the smaller counts, and it is known which that is.
    #[test]
    fn the_smaller_counts() {
        let mut budget = prowess_catalog::Profile::codex().budget;
        budget.tokens = Some(100);
        budget.characters = Some(5_000);
        assert_eq!(
            bounds(budget, Some(100_000)),
            [
                Some((5_000, BudgetBound::Characters)),
                Some((100, BudgetBound::Tokens))
            ]
        );
        assert_eq!(
            bounds(budget, Some(1_000)),
            [
                Some((5_000, BudgetBound::Characters)),
                Some((20, BudgetBound::Window))
            ]
        );
    }
}
