//! A description that only tells about the skill (`A skill that can be used to …`) gives a model no
//! reason to use it, and skills are used too seldom rather than too often. Judged in English and
//! Chinese, and only where no occasion is told with force.

use prowess_base::{Diagnostic, Severity};

use super::Facts;
use super::words::{Language, contains_any, has_any};
use crate::codes::rules::DESCRIPTION_PASSIVE;

/// English phrases that only tell about the skill.
const PASSIVE: [&str; 16] = [
    "can be used",
    "could be used",
    "may be used",
    "might be used",
    "may help",
    "might help",
    "can help",
    "is useful",
    "may be useful",
    "i can",
    "i will",
    "you can use",
    "this is a skill",
    "a skill that",
    "a skill for",
    "a skill to",
];

/// English phrases that send a model to the skill.
const FORCE: [&str; 13] = [
    "use when",
    "use this",
    "use it",
    "use for",
    "use whenever",
    "when",
    "whenever",
    "trigger*",
    "invoke*",
    "activate*",
    "always",
    "must",
    "should",
];

/// Chinese phrases that only tell about the skill.
const PASSIVE_CHINESE: [&str; 9] = [
    "这是一个",
    "这是一款",
    "是一个用于",
    "我可以",
    "该技能可",
    "该工具可",
    "本技能可",
    "此技能可",
    "技能可用于",
];

/// Chinese phrases that send a model to the skill.
const FORCE_CHINESE: [&str; 12] = [
    "当",
    "時使用",
    "时使用",
    "时调用",
    "使用此",
    "使用本",
    "触发",
    "必须",
    "场景",
    "适用",
    "请使用",
    "如果",
];

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some((description, span)) = facts.field("description") else {
        return;
    };
    let is_passive = match Language::of(description) {
        Language::English => has_any(description, &PASSIVE) && !has_any(description, &FORCE),
        Language::Chinese => {
            contains_any(description, &PASSIVE_CHINESE)
                && !contains_any(description, &FORCE_CHINESE)
                && !has_any(description, &FORCE)
        }
        Language::Other => false,
    };
    if is_passive {
        let message = "`description` tells about the skill, and not to use it";
        out.push(
            facts
                .at(span, DESCRIPTION_PASSIVE, Severity::Advice, message)
                .help("say what it does as an act, then `Use when …`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// Telling about fires, telling to use does not, in both languages.
    #[test]
    fn wording() {
        let of = |description: &str| says(check, &described(description));
        let message = "`description` tells about the skill, and not to use it";
        for silent in [
            "Sorts bolts by size",
            "Can be used to sort bolts. Use when bolts lie about.",
            "这是一个分拣螺栓的技能，当用户提到螺栓时使用",
            "写出可用于生产的正则表达式",
        ] {
            assert_eq!(of(silent), [], "{silent}");
        }
        for fires in [
            "A skill that can be used to sort bolts",
            "这是一个分拣螺栓的技能",
        ] {
            assert_eq!(of(fires), one(fires, message));
        }
    }
}
