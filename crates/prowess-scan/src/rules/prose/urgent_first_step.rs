//! A text makes a step that fetches or runs something from outside the first of all.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::URGENT_FIRST_STEP,
    id: "urgent-first-step",
    class: 1,
    phase: Phase::Lure,
    strengths: &[Strength::Strong, Strength::Note],
    why: "a step that must come before everything is done before anyone has read what it does",
    advice: "ship what is needed with the skill, or leave the installation to the user",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "before anything",
    "before doing",
    "before any",
    "before using",
    "before you",
    "before proceed",
    "before respond",
    "before answer",
    "before first",
    "before start",
    "before every",
    "if you skip",
    "no exceptions",
    "first action",
    "first step",
    "first thing",
    "must first",
    "mandatory",
    "immediately run",
    "immediately execute",
    "critical:",
    "critical requirement",
    "critical step",
    "required step",
    "首先必须",
    "第一步",
    "使用",
    "必须",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "puts a step from outside before everything",
            r#"\b(?:before (?:anything else|doing anything|any(?:thing| other| further)? (?:\w+ )?(?:actions?|steps?|tasks?|responses?|tools?|output)|you (?:respond|answer|do anything|begin|continue)|responding|answering|proceeding|every (?:task|response|session))|first action|first thing you|(?:mandatory|critical|required|urgent) (?:first )?(?:setup |set.?up |security |verification |initiali[sz]ation )?(?:step|update|patch|check|action)|must first|must immediately|immediately)\b[^.!?\n]{0,160}?\b(?:run|execute|fetch|download|install|curl|wget|iwr|invoke-webrequest|visit|paste)\b[^!?\n]{0,120}?(?:https?://|curl |wget |iwr |\| ?(?:ba|z)?sh\b)"#,
        )
        .unless(r#"sh\.rustup\.rs|astral\.sh|get\.docker|brew\.sh|localhost|127\.0\.0\.1|docs?\.|/docs|health"#),
        shape(
            Strength::Strong,
            "puts a step from outside before everything",
            r#"(?:首先必须|第一步必须|使用(?:此|本)?(?:技能|功能)?(?:之)?前[^。\n]{0,10}必须)[^。]{0,60}(?:运行|执行|下载|安装)[^。]{0,80}https?://"#,
        ),
        shape(
            Strength::Strong,
            "threatens, so that a step is done without a question",
            r#"\b(?:run|execute|start|install|open|fetch)\b[\s\S]{0,200}?\b(?:if|when) (?:you|it|this|the (?:step|command)) (?:is |are |do(?:es)? )?(?:not |n[’']t )?(?:skip\w*|ask\w*|refus\w*|omit\w*|ignor\w*|delay\w*|fail\w*|question\w*|run|done)\b[^.!?]{0,100}?\b(?:closed|lost|deleted|locked|suspended|terminated|erased|banned|revoked|fired|destroyed)\b[\s\S]{0,120}?\b(?:do not|don[’']t|never|without|no) (?:question|ask\w*|doubt|describe|mention|explain\w*|inspect|check\w*|verify|hesitat\w*)"#,
        ),
        shape(
            Strength::Note,
            "says what comes first",
            r#"\b(?:you )?must (?:always )?(?:first )?run\b"#,
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
