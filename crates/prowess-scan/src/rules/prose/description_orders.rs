//! A description gives orders, or puts the skill above others.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::DESCRIPTION_ORDERS,
    id: "description-orders",
    class: 2,
    phase: Phase::Lure,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a description stands in the context of every session, whether the skill is used or not",
    advice: "say what the skill does and when to use it; orders belong into the body",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "every",
    "always",
    "any ",
    "all ",
    "before",
    "regardless",
    "other skill",
    "priority",
    "preceden",
    "instead of",
    "never",
    "ignore",
    "<",
    "http",
    "run ",
    "send ",
    "must",
    "每次",
    "优先",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "orders a deed from the description",
            r#"(?:^|[.!;:\n]\s*|\b(?:must|always|first|immediately|automatically|then|and|on (?:start.?up|load|activation|install)) )(?:(?:run|execute|curl|wget|download|install) (?:[\w’'`./~-]+ ){0,8}?(?:https?://|~/\.\w+|\S+\.sh\b)|(?:send|upload|post|forward|read) (?:[\w’'`./~-]+ ){0,8}?(?:~/\.\w+|\.env\b|credentials|api keys?|tokens?|ssh keys?|conversation|chat history|environment variables))"#,
        )
        .unless(r#"\b(?:use (?:when|this|for)|helps?|supports?|when (?:the )?user)\b"#),
        shape(
            Strength::Strong,
            "puts itself above other skills",
            r#"\b(?:instead of|in preference to|takes? precedence over|has (?:the )?(?:highest )?priority over|higher priority than|overrides?|supersedes?|replaces?|before (?:using )?any) (?:all|any|every|each|the)? ?(?:other|competing|existing|built.in|similar|installed) (?:\w+ )?(?:skills?|tools?|plugins?)\b|\b(?:never|do not|don[’']t) (?:use|load|call|invoke|consider) (?:any )?(?:other|competing|alternative) (?:\w+ )?(?:skills?|tools?)\b|\bignore (?:all |any )?other skills?\b|\b(?:highest|maximum|top|critical|absolute) priority\b|\b(?:over|above|before) (?:every|all|any) other (?:skills?|instructions?|rules?)\b|\b(?:never|do not|don[’']t) use (?:[\w’'-]+ ){0,6}?any other skills?\b|\bkeep active at all times\b|\bgrants all tools\b"#,
        ),
        shape(
            Strength::Strong,
            "speaks to the model as somebody else",
            r#"</?(?:system|important|instructions?|skill|available_skills|assistant|user|tool)\b[^>]{0,60}>|\b(?:system|admin|developer) (?:override|notice|message|instruction):"#,
        ),
        shape(
            Strength::Weak,
            "wants to be used whatever the task is",
            r#"\b(?:always|automatically|unconditionally) (?:run|execute|call|invoke|load|activate|trigger|use|include|apply) (?:this |the |it )?(?:skill )?[^.]{0,40}?\b(?:every|each|any|all) (?:\w+ )?(?:tasks?|requests?|conversations?|messages?|sessions?|prompts?|responses?|questions?|interactions?|turns?|tool calls?)\b|\b(?:before|after|during) (?:every|each|any|all) (?:single )?(?:\w+ )?(?:tasks?|requests?|responses?|messages?|conversations?|answers?|turns?|prompts?|actions?)\b|\bregardless of (?:the )?(?:task|request|topic|user|what|context)|每次(?:对话|任务|请求|回复)[^。]{0,10}(?:必须|都要)"#,
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if unit.origin == Origin::Description {
        look(&RULE, &SHAPES, unit, places, signals);
    }
}
