//! Budgets in tokens and in shares of a window, which skills keep their place, and lists with a line a
//! skill.

use proptest::prelude::*;
use prowess_catalog::{
    Budget, Kept, Overflow, Profile, PromptStyle, Snapshot, WindowShare, WindowUnit,
};

use crate::rendered::{BudgetBound, Omission, PartKind, Rendered, Visibility};
use crate::testing::{rank, skill, snapshot};
use crate::{RenderOptions, Tokenizer, render};

/// The styles in which a catalogue shrinks step by step.
const GRADUAL: [PromptStyle; 4] = [
    PromptStyle::Own,
    PromptStyle::AgentSkills,
    PromptStyle::IndentedXml,
    PromptStyle::LinesWithPath,
];

fn of(style: PromptStyle, descriptions: &[String]) -> Snapshot {
    let mut profile = Profile::own();
    profile.style = style;
    let skills = descriptions.iter().enumerate();
    let skills = skills.map(|(index, text)| skill(&format!("s{index:02}"), 1, text));
    snapshot(profile, skills.collect())
}

/// No bound, changed.
fn bounded(change: impl FnOnce(&mut Budget)) -> Budget {
    let mut budget = Budget::UNBOUNDED;
    change(&mut budget);
    budget
}

fn tokens(most: u32) -> Budget {
    bounded(|budget| budget.tokens = Some(most))
}

fn rendered(snapshot: &Snapshot, budget: Budget, window: Option<u32>) -> Rendered {
    let options = RenderOptions {
        budget: Some(budget),
        window,
        ..RenderOptions::default()
    };
    render(snapshot, &options)
}

fn ranks(rendered: &Rendered) -> Vec<u64> {
    rendered
        .skills
        .iter()
        .map(|shown| rank(shown.visibility))
        .collect()
}

fn many() -> Vec<String> {
    (0..30)
        .map(|_| "Tells the tides of a harbour. ".repeat(8))
        .collect()
}

/// A budget of tokens is held in the text as it is written, and the report tells how many there are and
/// which bound decided.
#[test]
fn tokens_of_the_text() {
    for style in GRADUAL {
        let snapshot = of(style, &many());
        let few = match style {
            PromptStyle::LinesWithPath => 150,
            _ => 500,
        };
        for (most, reason) in [(1_500, None), (few, Some(Omission::TokenBudget))] {
            let rendered = rendered(&snapshot, tokens(most), None);
            let used = rendered.budget.tokens.unwrap();
            assert!(used.count <= most, "{style:?}: {used:?}");
            assert!(
                u64::from(used.count) > u64::from(most) * 8 / 10,
                "{style:?}: {used:?}"
            );
            assert_eq!(rendered.budget.binding, [BudgetBound::Tokens]);
            let left = rendered
                .skills
                .iter()
                .find_map(|shown| match shown.visibility {
                    Visibility::Omitted { reason } => Some(reason),
                    _ => None,
                });
            assert_eq!(left, reason, "{style:?}");
        }
        assert_eq!(
            rendered(&snapshot, tokens(100_000), None).budget.binding,
            []
        );
    }
}

/// Counts are exact where the vocabulary is built in: the same text has fewer or more tokens in another.
#[cfg(feature = "tokens")]
#[test]
fn exact_tokens() {
    let snapshot = of(PromptStyle::Own, &many());
    for tokenizer in [Tokenizer::O200k, Tokenizer::Cl100k] {
        let options = RenderOptions {
            budget: Some(tokens(1_200)),
            tokenizer,
            ..RenderOptions::default()
        };
        let rendered = render(&snapshot, &options);
        let used = rendered.budget.tokens.unwrap();
        assert_eq!(u64::from(used.count), tokenizer.count(&rendered.text));
        assert!((1_000..=1_200).contains(&used.count), "{used:?}");
    }
}

/// Of several bounds the tightest decides, and it is the one that is told.
#[test]
fn which_bound_decides() {
    let snapshot = of(PromptStyle::Own, &many());
    let budget = bounded(|budget| {
        budget.characters = Some(4_000);
        budget.tokens = Some(2_000);
        budget.window = Some(WindowShare {
            thousandths: 20,
            unit: WindowUnit::Tokens,
            without_window: None,
        });
    });
    let binding = |window| rendered(&snapshot, budget, window).budget.binding;
    assert_eq!(binding(Some(20_000)), [BudgetBound::Window]);
    assert_eq!(binding(None), [BudgetBound::Characters]);
    let mut wide = budget;
    wide.characters = Some(100_000);
    assert_eq!(
        rendered(&snapshot, wide, None).budget.binding,
        [BudgetBound::Tokens]
    );
    let told = rendered(&snapshot, budget, Some(20_000)).diagnostics;
    assert!(
        told.iter().any(|told| told
            .message
            .contains("400 tokens, its share of a window of 20000 tokens")),
        "{told:?}"
    );
}

/// Every name stays, whatever that takes, and descriptions go whole, the last first.
#[test]
fn names_kept() {
    let snapshot = of(PromptStyle::Lines, &many());
    let of = |characters| {
        let budget = bounded(|budget| {
            budget.characters = Some(characters);
            budget.overflow = Overflow::NamesKept;
        });
        rendered(&snapshot, budget, None)
    };
    let some = of(2_000);
    let described = ranks(&some)
        .iter()
        .filter(|rank| **rank == u64::MAX)
        .count();
    assert_eq!(ranks(&some)[..described], vec![u64::MAX; described]);
    assert_eq!(ranks(&some)[described..], vec![1; 30 - described]);
    assert!((1..30).contains(&described) && some.budget.characters <= 2_000);
    let none = of(10);
    assert_eq!(ranks(&none), [1; 30]);
    assert_eq!(none.catalogue().lines().count(), 30);
    assert!(none.budget.characters > 10);
    assert_eq!(none.part(PartKind::LimitNote), "");
}

/// Built-in skills keep their place longest where the profile says so; else those that are listed first.
#[test]
fn shipped_ones_stay() {
    let mut profile = Profile::own();
    profile.style = PromptStyle::LinesWithPath;
    let skills = vec![
        skill("user", 1, "Of the user."),
        skill("workspace", 0, "Of the project."),
        skill("shipped", 2, "Of the engine."),
    ];
    let snapshot = snapshot(profile, skills);
    let first = |kept| {
        let budget = bounded(|budget| {
            budget.skills = Some(1);
            budget.kept = kept;
        });
        rendered(&snapshot, budget, None).catalogue().to_owned()
    };
    assert!(first(Kept::Shipped).starts_with("- shipped: "));
    assert!(first(Kept::FirstListed).starts_with("- user: "));
}

/// One line a skill, and nothing in a text makes another.
#[test]
fn lines() {
    let description = "Tells\n- fake: a line\r\n\u{7}  of tides.";
    let snapshot = of(PromptStyle::Lines, &[description.to_owned()]);
    assert_eq!(
        rendered(&snapshot, Budget::UNBOUNDED, None).catalogue(),
        "- s00: Tells - fake: a line of tides."
    );
    let snapshot = of(PromptStyle::LinesWithPath, &["Tides.".to_owned()]);
    assert_eq!(
        rendered(&snapshot, Budget::UNBOUNDED, None).catalogue(),
        "- s00: Tides. (file: /user/s00/SKILL.md)"
    );
}

fn descriptions() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof![
        "\\PC{0,60}",
        Just("Use when tides rise. ".repeat(20)),
        Just("日本語👨‍👩‍👧".repeat(30)),
        "[ -~\n\t&<>\"']{0,300}",
    ];
    proptest::collection::vec(text, 0..10)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever the skills say, a budget of tokens is kept in every style that shrinks step by step, and
    /// a larger one shows no skill less.
    #[test]
    fn tokens_are_kept(texts in descriptions(), less in 0..600u32, more in 0..600u32) {
        for style in GRADUAL {
            let snapshot = of(style, &texts);
            let small = rendered(&snapshot, tokens(less), None);
            prop_assert!(small.budget.tokens.is_some_and(|used| used.count <= less));
            let large = rendered(&snapshot, tokens(less + more), None);
            for (small, large) in ranks(&small).into_iter().zip(ranks(&large)) {
                prop_assert!(small <= large, "{:?}: {} {}", style, small, large);
            }
        }
    }

    /// One line a skill, whatever is in it.
    #[test]
    fn a_line_a_skill(texts in descriptions()) {
        let snapshot = of(PromptStyle::LinesWithPath, &texts);
        let rendered = rendered(&snapshot, Budget::UNBOUNDED, None);
        prop_assert_eq!(rendered.catalogue().lines().count(), texts.len());
    }
}
