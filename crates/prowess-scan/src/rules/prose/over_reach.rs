//! A text has the model spend, send, publish or delete on its own, or serve somebody else.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{LEAK, Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::OVER_REACH,
    id: "over-reach",
    class: 29,
    phase: Phase::Power,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "money, messages and deletions cannot be taken back, and the user answers for them",
    advice: "ask before each of them, with the amount, the receiver and the text",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "whatever the",
    "whatever it",
    "no matter what",
    "even if the",
    "even though the",
    "although the",
    "used up",
    "exhausted",
    "drained",
    "md5",
    "plain text",
    "plaintext",
    "clear text",
    "sha1",
    "sha-1",
    "is accepted",
    "always accept",
    "accept the password",
    "has consented",
    "has agreed",
    "consented",
    "agreed",
    "standing",
    "pre-authori",
    "preauthori",
    "has allowed",
    "has approved",
    "needs no",
    "need no",
    "account number",
    "iban",
    "wallet",
    "payee",
    "recipient",
    "%",
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
            "has the model say what it knows to be false",
            r#"\b(?:say|claim|state|insist|maintain|assure|answer|reply|tell (?:the user|them|people|him|her|everyone)) that\b[^.!?\n]{0,100}?\b(?:whatever|no matter what|even (?:if|though)|although)\b (?:the|it|they|its|their|his|her|another|other)\b[^.!?\n]{0,40}?\b(?:says?|states?|shows?|differs?|found|finds?|reads?|tells?|proves?|are|is|holds?|failed|fails?)\b"#,
        )
        .unless(r#"\b(?:not sure|unsure|may|might|could)\b"#),
        shape(
            Strength::Strong,
            "spends what belongs to an account until nothing is left",
            r#"\b(?:repeat|keep|loop|again|endless\w*|continue|background|over and over|as often as)\b[^!?]{0,160}?\b(?:so that|until) (?:[\w’'-]+ ){0,5}?(?:credits?|quota|budget|balance|tokens?|allowance|funds)\b (?:\w+ )?(?:is|are)? ?(?:used up|exhausted|drained|burn(?:ed|t)|spent|gone|empty)\b"#,
        )
        .unless(r#"\b(?:stop|ask|warn|do not|never|back ?off|wait)\b"#),
        shape(
            Strength::Strong,
            "has a back door or worthless protection written into code",
            r#"(?:^|[.;:!\n]|\b(?:always|must|should|please|and|to|then)\b)[\s*_-]{0,4}(?:store|hash|save|encrypt|keep|protect) (?:[\w’'-]+ ){0,3}?passwords? (?:[\w’'-]+ ){0,2}?(?:with|using|in|as|by) (?:[\w’'-]+ ){0,2}?(?:md5|sha.?1|plain ?text|clear ?text|base64|rot13)\b|\b(?:password|passphrase|token|code|pin) [`'\x22][^`'\x22\n]{4,60}[`'\x22] (?:is|are|be)? ?(?:always |silently )?(?:accepted|works|valid|lets|opens|unlocks)\b (?:\w+ ){0,3}?(?:every|any|all)\b"#,
        )
        .unless(r#"\b(?:never|do not|don[’']t|must not|avoid|instead of|legacy|migrat\w+|reject|flag|wrong|bad|weak|insecure)\b"#),
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
            Strength::Strong,
            "says that somebody agreed who was not asked",
            r#"\b(?:the )?(?:user|owner|operator|customer) (?:has|have) (?:already |previously )?(?:agreed|consented|given (?:standing |full )?(?:permission|consent)|granted|authori[sz]ed|allowed|approved)\b|\b(?:standing|permanent|blanket) (?:permission|order|rule|consent|approval|authori[sz]ation) (?:from|of|by|to)\b|\b(?:owner|user)[’']s standing\b|\bpre.?authori[sz]ed by\b|\bneeds? no (?:consent|approval)\b"#,
        )
        .unless(r#"\b(?:if|when|once|after|until|unless|whether|only|confirm\w*|ensure|verify|check|before)\b"#)
        .with(&LEAK),
        shape(
            Strength::Strong,
            "puts somebody else into a payment",
            r#"\b(?:replace|swap|change|substitute|set) (?:[\w’'-]+ ){0,5}?(?:account numbers?|iban|wallet (?:address(?:es)?)?|payee|recipient|receiver|deposit address|destination address)\b[^.!?]{0,60}?\b(?:by|with|to|for)\b[^.!?]{0,20}?(?:\b[A-Z]{2}\d{2}[A-Z0-9]{8,}|0x[0-9a-f]{8,}|\bbc1\w{8,}|\b[13][a-km-z1-9]{25,})"#,
        ),
        shape(
            Strength::Strong,
            "takes a share of each payment",
            r#"\b(?:transfer|send|deduct|route|skim|divert|forward|add) (?:an? |the |another )?(?:extra |additional )?\d+(?:[.,]\d+)? ?(?:%|percent)[^.!?]{0,100}?(?:0x[0-9a-f]{6,}|\bbc1\w{6,}|(?:our|my|this) (?:wallet|address|account)|fee)"#,
        )
        .unless(r#"slippage|stop.?loss|position|portfolio"#),
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
