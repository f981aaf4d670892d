//! A description says when to use the skill: from it alone a model decides whether to read on
//! (agentskills.io, field `description`). Judged in English and Chinese.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use super::words::{Language, contains_any, has_any};
use crate::codes::rules::DESCRIPTION_WHEN;

/// English phrases that tell an occasion.
pub(super) const ENGLISH: [&str; 44] = [
    "when",
    "whenever",
    "if",
    "while",
    "before",
    "after",
    "during",
    "once",
    "upon",
    "until",
    "in case",
    "use for",
    "used for",
    "use to",
    "used to",
    "use this",
    "use it",
    "use as",
    "use at",
    "use proactively",
    "use in",
    "used by",
    "used in",
    "used when",
    "useful for",
    "useful in",
    "ideal for",
    "perfect for",
    "best for",
    "great for",
    "suitable for",
    "designed for",
    "intended for",
    "applies to",
    "apply to",
    "trigger*",
    "invoke*",
    "activat*",
    "asks",
    "asked",
    "mentions",
    "needs",
    "wants",
    "for tasks",
];

/// Chinese phrases that tell an occasion.
pub(super) const CHINESE: [&str; 34] = [
    "当",
    "當",
    "时使用",
    "時使用",
    "时调用",
    "时触发",
    "时候",
    "時候",
    "时，",
    "时、",
    "时。",
    "时机",
    "用于",
    "用於",
    "用来",
    "适用",
    "適用",
    "适合",
    "適合",
    "场景",
    "場景",
    "如果",
    "需要",
    "想要",
    "触发",
    "觸發",
    "使用此",
    "请求",
    "提到",
    "询问",
    "要求",
    "遇到",
    "用户",
    "以便",
];

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some((description, span)) = facts.field("description") else {
        return;
    };
    let says_when = match Language::of(description) {
        Language::English => has_any(description, &ENGLISH),
        Language::Chinese => contains_any(description, &CHINESE) || has_any(description, &ENGLISH),
        Language::Other => true,
    };
    // Some clients read the occasion from a field of its own.
    if !says_when && facts.field("when_to_use").is_none() && facts.field("when-to-use").is_none() {
        let message = "`description` does not say when to use the skill";
        out.push(
            facts
                .at(span, DESCRIPTION_WHEN, Severity::Advice, message)
                .help("add a sentence that begins with `Use when …`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// A description without an occasion fires, in both languages; other languages are not
    /// judged.
    #[test]
    fn occasions() {
        let of = |description: &str| says(check, &described(description));
        let message = "`description` does not say when to use the skill";
        for silent in [
            "Sorts bolts by size. Use when bolts lie about.",
            "Sorts bolts; triggers on \"sort my bolts\".",
            "按大小分拣螺栓，当用户提到螺栓时使用",
            "Sortiert Schrauben und Muttern",
        ] {
            assert_eq!(of(silent), [], "{silent}");
        }
        for fires in ["Sorts bolts by size", "按大小分拣螺栓"] {
            assert_eq!(of(fires), one(fires, message));
        }
    }
}
