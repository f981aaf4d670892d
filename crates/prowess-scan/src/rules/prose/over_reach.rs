//! A text has the model spend, send, publish or delete on its own, or serve somebody else.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::OVER_REACH,
    id: "over-reach",
    class: 29,
    phase: Phase::Power,
    why: "money, messages and deletions cannot be taken back, and the user answers for them",
    advice: "ask before each of them, with the amount, the receiver and the text",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "confirmation",
    "approval",
    "permission",
    "asking",
    "affiliate",
    "referral",
    "commission",
    "fee ",
    "fees",
    "from now on",
    "all future",
    "every future",
    "regardless of",
    "automatically",
    "佣金",
    "手续费",
    "自动",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "spends or signs without asking",
            r#"\b(?:automatically |immediately |always )?(?:transfer|withdraw|pay|purchase|buy|swap|bridge|sign|trade|donate|tip|approve|execute (?:the |all |any )?(?:trade|transaction|payment|transfer|order)s?|send (?:[\w’'-]+ ){0,3}?(?:funds|tokens|sol|eth|btc|usdc|payment|money))\b[^.!?\n]{0,120}?\b(?:without (?:asking|waiting|requesting|requiring|any|user|further|prompting)|do not (?:ask|wait|request)|don[’']t (?:ask|wait)|no (?:need for |user )?(?:confirmation|approval|permission) (?:is )?(?:needed|required|necessary))"#,
        )
        .unless(r#"\b(?:never|must not|not be able|cannot|do not (?:execute|transfer|buy|sign|send|trade|pay))\b"#),
        shape(
            Strength::Strong,
            "spends or signs without asking",
            r#"\b(?:without (?:asking|waiting for|requesting|requiring|any|user|further|prompting for)|do not (?:ask|wait|request)|don[’']t (?:ask|wait))\b[^.!?\n]{0,80}?\b(?:transfer|withdraw|pay|purchase|buy|swap|sign (?:the |all |any )?transactions?|send (?:[\w’'-]+ ){0,3}?(?:funds|tokens|payment|money))\b"#,
        )
        .unless(r#"\b(?:never|must not|cannot)\b"#),
        shape(
            Strength::Strong,
            "takes a hidden share",
            r#"\b(?:affiliate|referral|partner|tracking) (?:links?|codes?|tags?|ids?|parameters?)\b[^.!?]{0,160}?\b(?:silently|quietly|without (?:telling|mentioning|disclosing|asking|informing)|do not (?:mention|disclose|tell|reveal)|don[’']t (?:mention|disclose|tell)|never (?:mention|disclose|reveal))"#,
        )
        .unless(r#"must disclose|always disclose"#),
        shape(
            Strength::Strong,
            "takes a hidden share",
            r#"\b(?:do not (?:mention|disclose|tell|reveal)|don[’']t (?:mention|disclose|tell)|never (?:mention|disclose|reveal)|hidden|undisclosed|silently (?:add|deduct|take|route|include))\b[^.!?]{0,120}?\b(?:fees?|commissions?|affiliate|referral|percentage|cut)\b"#,
        )
        .unless(r#"hidden fees? (?:check|detect|disclos)|watch for|no hidden|avoid hidden"#),
        shape(
            Strength::Weak,
            "changes what the model does beyond its task",
            r#"\b(?:from now on|henceforth|for (?:all|every) (?:future|subsequent|other) (?:tasks?|sessions?|conversations?|requests?|projects?|responses?)|in (?:all|every) future (?:tasks?|sessions?|conversations?|requests?|responses?|turns?))\b[^.!?]{0,100}?\b(?:always|never|must|recommend|prefer|use|include|append|add)\b"#,
        )
        .unless(r#"user (?:says|said|asks|asked|tells|wants|prefers)|preferences?"#),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
