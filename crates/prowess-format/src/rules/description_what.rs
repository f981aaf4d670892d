//! A description says what the skill does, in words of its own (agentskills.io, field
//! `description`). Judged in English and Chinese.

use prowess_base::{Diagnostic, Severity};

use super::words::{Language, contains_any, count, has_any, sentences};
use super::{Facts, description_when};
use crate::codes::rules::DESCRIPTION_WHAT;

/// Fewest words that can say what a skill does.
const FEWEST_WORDS: usize = 3;
/// Fewest characters in Chinese.
const FEWEST_CHINESE: usize = 4;

/// How English sentences begin that tell only the occasion.
const OCCASION_STARTS: [&str; 14] = [
    "when ",
    "whenever ",
    "use when ",
    "used when ",
    "use this when ",
    "use it when ",
    "use this skill when ",
    "use this skill whenever ",
    "use whenever ",
    "trigger when ",
    "triggers when ",
    "triggered when ",
    "activate when ",
    "invoke when ",
];

/// The same in Chinese.
const OCCASION_STARTS_CHINESE: [&str; 3] = ["当", "當", "如果"];

/// English words behind which the work is named within an occasion.
const WORK: [&str; 12] = [
    "to", "for", "by", "with", "creat*", "writ*", "build*", "work*", "ask*", "need*", "want*",
    "request*",
];

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some((description, span)) = facts.field("description") else {
        return;
    };
    let says_what = match Language::of(description) {
        Language::English => {
            count(description) >= FEWEST_WORDS && sentences(description).any(names_work)
        }
        Language::Chinese => {
            description
                .chars()
                .filter(|character| character.is_alphanumeric())
                .count()
                >= FEWEST_CHINESE
                && sentences(description).any(names_work_in_chinese)
        }
        Language::Other => true,
    };
    if !says_what {
        let message = "`description` does not say what the skill does";
        out.push(
            facts
                .at(span, DESCRIPTION_WHAT, Severity::Advice, message)
                .help("begin with what it does, as in `Sorts bolts by size`"),
        );
    }
}

fn names_work(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    match OCCASION_STARTS
        .iter()
        .find_map(|start| lower.strip_prefix(start))
    {
        Some(occasion) => occasion.contains(',') || has_any(occasion, &WORK),
        None => true,
    }
}

fn names_work_in_chinese(sentence: &str) -> bool {
    !OCCASION_STARTS_CHINESE
        .iter()
        .any(|start| sentence.starts_with(start))
        || contains_any(sentence, &["，", ",", "用于", "来"])
        || has_any(sentence, &description_when::ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// A bare occasion and too few words fire; a sentence about the work, before or within the
    /// occasion, does not.
    #[test]
    fn work() {
        let of = |description: &str| says(check, &described(description));
        let message = "`description` does not say what the skill does";
        for silent in [
            "Sorts bolts by size. Use when bolts lie about.",
            "Use when the user asks to sort bolts",
            "当用户提到螺栓时，按大小分拣",
            "分拣螺栓。",
            "Sortiert Schrauben und Muttern",
        ] {
            assert_eq!(of(silent), [], "{silent}");
        }
        for fires in [
            "Bolts",
            "Use when bolts lie about",
            "当用户提到螺栓时",
            "螺栓",
        ] {
            assert_eq!(of(fires), one(fires, message));
        }
    }
}
