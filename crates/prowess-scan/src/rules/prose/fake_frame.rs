//! A text pretends to be a message of the system, the user or a tool, or to end what holds it.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::FAKE_FRAME,
    id: "fake-frame",
    class: 1,
    phase: Phase::Lure,
    strengths: &[
        Strength::Conclusive,
        Strength::Strong,
        Strength::Weak,
        Strength::Note,
    ],
    why: "a model that takes a file's words for those of its system or its user obeys them",
    advice: "take the frame out; write what the skill does in plain words",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "treat ",
    "note to",
    "note for",
    "message to",
    "instruction to",
    "instructions to",
    "instructions for",
    "<system",
    "</system",
    "</skill",
    "</instructions",
    "</available_skills",
    "</tool_result",
    "</function_results",
    "</context",
    "</document",
    "<|im_",
    "<|start_header",
    "<|system",
    "[inst]",
    "<<sys>>",
    "[system",
    "system:",
    "system override",
    "system notice",
    "system message",
    "[admin",
    "[developer",
    "tool result:",
    "[tool",
    "end of skill",
    "end of file",
    "end of document",
    "【系统",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Conclusive,
            "ends what holds it and speaks as the system",
            r#"</(?:skill|skill_content|skills|instructions|available_skills|document|tool_result|function_results|context|file|untrusted\w*)>\s{0,8}(?:<(?:system|important|instructions?|developer|admin|user|assistant)\b|\[?(?:system|admin|developer)\b|(?:ignore|disregard|new instructions))"#,
        ),
        shape(
            Strength::Strong,
            "speaks as the system",
            r#"(?-i:(?m)^[ \t>*_#-]{0,8}\[?(?:SYSTEM|ADMIN|DEVELOPER|ROOT|ANTHROPIC|OPENAI)(?:[ _-](?:MESSAGE|NOTICE|OVERRIDE|PROMPT|INSTRUCTIONS?|ALERT|UPDATE|COMMAND|DIRECTIVE|NOTE|REMINDER))?\]?\s?[:\]][^\n]{0,160}?\b(?i:you (?:must|are|will|should|have)|ignore|disregard|execute|run|send|new instructions|override|comply))"#,
        )
        .unless(r#"role|template|few.shot|example prompt"#),
        shape(
            Strength::Strong,
            "speaks as the system",
            r#"<(?:system|system[-_ ](?:message|override|instructions?|prompt|directive|command)|admin|developer)(?:[-_ ]\w+)?>[^<]{0,200}?\b(?:you must|ignore|disregard|execute|run (?:the|this)|send (?:the|all)|do not (?:tell|mention|ask)|new instructions|override|comply)"#,
        )
        .unless(r#"prompt template|few.shot|example"#),
        shape(
            Strength::Strong,
            "speaks as the system",
            r#"<\|(?:im_start|start_header_id|system)\|>\s{0,4}(?:(?:system|developer)\b[^<]{0,200}?\b(?:you must|execute)|(?:system|developer)?[^<]{0,200}?\b(?:ignore|disregard|send (?:the|all)|do not (?:tell|mention)|override))"#,
        )
        .unless(r#"\{%|\{\{|add_generation_prompt"#),
        shape(
            Strength::Strong,
            "ends what holds it and goes on",
            r#"\b(?:end of (?:skill|file|document|instructions|user (?:content|input)|untrusted (?:content|data))|(?:skill|document) ends here)\b[\s\S]{0,120}?\b(?:new (?:system )?instructions|system(?: message| prompt)?:|real (?:instructions|task)|now (?:ignore|execute|run))"#,
        ),
        shape(
            Strength::Strong,
            "speaks as the system",
            r#"【系统(?:消息|提示|指令|通知)?】[^。\n]{0,80}(?:必须|忽略|执行|立即|不要告诉)"#,
        ),
        shape(
            Strength::Strong,
            "holds a frame of the system in its prose",
            r#"(?m)^[ \t>]{0,6}(?:<\|(?:im_start|start_header_id|system)\|>|</?(?:system|system[-_](?:message|override|instructions?|prompt|notice))>[ \t]*$|<(?:system|system[-_](?:message|override|instructions?|prompt|notice))>)"#,
        )
        .unless(r#"prompt template|few.shot|chat template|role|\{%|\{\{|add_generation_prompt"#)
        .in_prose(),
        shape(
            Strength::Strong,
            "makes certain texts orders of somebody",
            r#"\btreat (?:[^\s.!?]+ ){0,16}?as (?:an? |the )?(?:orders?|commands?|instructions?) (?:of|from|by) (?:the |your )?(?:owner|platform|operator|system|user|developer|admin\w*|anthropic|openai|vendor)"#,
        )
        .unless(r#"\b(?:never|do not|don[’']t|must not) (?:\w+ )?treat\b"#),
        shape(
            Strength::Strong,
            "speaks to the model from where it is not spoken to",
            r#"\b(?:note|message|instructions?|memo|hint) (?:to|for) (?:the |any |all )?(?:assistants?|ai|models?|agents?|llms?)\b[\s\S]{0,200}?(?:~/\.\w+|\.env\b|credentials|api keys?|tokens?|private|consented|agreed|without (?:asking|telling))"#,
        )
        .unless(r#"never|do not (?:print|share|commit)"#),
        shape(
            Strength::Weak,
            "holds a frame of another speaker",
            r#"(?m)^<\|(?:im_start|start_header_id|system|endoftext)\|>|^\[INST\]|^<<SYS>>"#,
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
