//! A text forbids the model to refuse, to warn or to think twice.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::REFUSAL_SUPPRESSION,
    id: "refusal-suppression",
    class: 1,
    phase: Phase::Lure,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a model that may not say no does what it would have refused",
    advice: "take it out; say when the skill is the right one instead",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "refus",
    "declin",
    "comply",
    "say no",
    "disclaimer",
    "ethical",
    "moral",
    "safety",
    "obey",
    "hesitat",
    "拒绝",
    "服从",
    "negarte",
    "rechaz",
    "weiger",
    "отказ",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "forbids the model to refuse",
            r#"\b(?:do not|don[’']?t|never|must not|cannot|can[’']t|may not|not allowed to|are forbidden to|under no circumstances) (?:ever )?(?:refuse|decline|say no|object|resist|push back) (?:to (?:comply|obey|answer|execute|run|follow|assist|help|perform (?:any|the))|any|this|these|the (?:user|request|command|instruction)s?)\b"#,
        )
        .unless(r#"\b(?:politely|service|payment|connection|order|refund|meeting|invit\w*|cookie|offer|ticket|reservation)\b"#),
        shape(
            Strength::Strong,
            "forbids the model to refuse",
            r#"\brefus(?:al|ing) (?:is|are) (?:not |never )?(?:an? option|allowed|permitted|forbidden|acceptable|a (?:failure|violation))"#,
        ),
        shape(
            Strength::Strong,
            "orders the model to obey in everything",
            r#"\byou (?:must|will|shall|have to|are required to) (?:always |fully |blindly |unconditionally |immediately )?(?:comply|obey)\b (?:with )?(?:all|any|every|these|this|without)"#,
        )
        .unless(r#"\b(?:gdpr|law|regulation|polic(?:y|ies)|licen[cs]e|standard|wcag|hipaa|spec|terms|style|convention|guideline|schema)"#),
        shape(
            Strength::Strong,
            "takes the model's safety away",
            r#"\b(?:without|ignore|disable|drop|skip|do not apply|don[’']t apply|free (?:of|from)|no) (?:any |all |your |the )?(?:ethical|safety|moral|content) (?:\w+ )?(?:guidelines?|restrictions?|considerations?|concerns|filters?|polic(?:y|ies)|constraints|guardrails|protocols?|limits)\b"#,
        )
        .unless(r#"\b(?:security review|never|must not|do not (?:skip|ignore|disable))\b"#),
        shape(
            Strength::Strong,
            "forbids the model to refuse",
            r#"(?:不得|不要|不能|禁止|绝不)[^。\n]{0,4}拒绝[^。\n]{0,6}(?:请求|执行|指令|任务|命令|任何)|必须[^。\n]{0,6}服从|\b(?:nunca|no) (?:debes )?(?:rechaces|te niegues|puedes negarte)|(?:weigere dich|verweigere) (?:\w+ ){0,2}?(?:nie|nicht|niemals)|никогда не отказыва\w+"#,
        ),
        shape(
            Strength::Strong,
            "forbids the model to refuse",
            r#"\bnever say (?:that )?(?:you|it) (?:cannot|can ?not|can[’']t|will not|won[’']t|are unable)(?: (?:to )?(?:do|help|comply|assist|answer|fulfil\w*|obey|proceed|continue|process|perform|execute|run|provide|create|generate|discuss|talk|share)\b| ?(?:[.,;:!?)]|$))|\bwould (?:normally|otherwise|usually|ordinarily) be (?:refused|declined|blocked|rejected)\b[^.!?]{0,40}?\b(?:carry|do|execute|comply|answer|proceed|perform|obey)\b|\b(?:has|have|with) no (?:policy|policies|restrictions|guardrails|limits) (?:and|,)? ?(?:refuses?|no)\b|\brefuses? nothing\b"#,
        ),
        shape(
            Strength::Weak,
            "forbids warnings",
            r#"\b(?:do not|don[’']?t|never|must not) (?:ever )?(?:add|include|give|show|issue|output) (?:[\w’'-]+ ){0,2}?(?:disclaimers?|caveats?|safety warnings?|ethical warnings?|security warnings?)"#,
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
