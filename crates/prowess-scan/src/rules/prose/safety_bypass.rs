//! A text or a program switches off a protection of the system or of the agent.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{EFFECT, Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::SAFETY_BYPASS,
    id: "safety-bypass",
    class: 12,
    phase: Phase::Power,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "protections of the system and of the agent are what stands between a mistake and its harm",
    advice: "work within them; where one must be off, say which, why, for how long, and let the user do it",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "approve",
    "on the user",
    "on their behalf",
    "with yes",
    "switched off",
    "turned off",
    "antivirus",
    "anti-virus",
    "defender",
    "gatekeeper",
    "integrity protection",
    "smartscreen",
    "firewall",
    "selinux",
    "sandbox",
    "xprotect",
    "real-time protection",
    "spctl",
    "csrutil",
    "com.apple.quarantine",
    "mppreference",
    "setenforce",
    "dangerously",
    "bypasspermissions",
    "yolo",
    "auto-approve",
    "auto approve",
    "autoapprove",
    "approve all",
    "skip confirm",
    "skip permission",
    "skip approval",
    "skip all",
    "confirmation",
    "杀毒",
    "防火墙",
    "无需确认",
    "antivirenp",
    "антивирус",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "switches a protection of the system off",
            r#"\b(?:disabl\w*|turn\w* off|switch\w* off|deactivat\w*|bypass\w*|stop|exclud\w*|whitelist\w*|allow) (?:[\w’'-]+ ){0,4}?(?:anti.?virus|windows defender|microsoft defender|defender|gatekeeper|system integrity protection|\bsip\b|smartscreen|xprotect|real.time protection|tamper protection|endpoint protection|virus protection|security software)\b"#,
        )
        .unless(r#"\b(?:never|do not|don[’']t|must not|without|sip (?:trunk|call|phone|server)|defender for|for cloud|check\w* (?:if|whether)|detect\w*)\b"#),
        shape(
            Strength::Strong,
            "switches a protection of the system off",
            r#"\bspctl --(?:master|global)-disable\b|\bcsrutil disable\b|\bset-mppreference[^\n|]{0,80}-disable\w+|\badd-mppreference[^\n|]{0,80}-exclusion|\bnetsh advfirewall[^\n]{0,40}\boff\b"#,
        ),
        shape(
            Strength::Strong,
            "answers for the user",
            r#"\b(?:approve|accept|confirm|answered?|allow) (?:[\w’'-]+ ){0,5}?(?:on (?:the user[’']?s|their|his) behalf|with yes|without (?:showing|looking|reading))|\bapprove (?:their|its|all|any|every|these) (?:\w+ )?(?:commands?|requests?|prompts?|tool calls?|permissions?) (?:automatically|silently)|\b(?:tool |user |host )?(?:confirmations?|approvals?) (?:is|are) (?:switched|turned) off\b|\bskip(?:s|ping)? (?:all )?(?:user )?confirmations?\b[^.!?]{0,40}?\bautomatic\w*"#,
        )
        .unless(r#"never|do not|must not|dependabot|renovate|please (?:confirm|approve|answer|reply)|with yes or"#),
        shape(
            Strength::Weak,
            "takes the quarantine from what was downloaded",
            r#"\bxattr -(?:r?d|dr|c|cr|rc)\w* (?:-?\w+ )?(?:com\.apple\.quarantine)?"#,
        ),
        shape(
            Strength::Strong,
            "switches the questions of an agent off for good",
            r#"\b(?:set|put|add|write|change|switch|turn)\b[^.!?\n]{0,60}?\bbypasspermissions\b[^!?\n]{0,80}?\bsettings(?:\.local)?\.json[\s\S]{0,80}?\b(?:so that nobody|no ?body|no one|silently|without asking|never asked)"#,
        ),
        shape(
            Strength::Weak,
            "switches the questions of an agent off",
            r#"--dangerously-(?:skip-permissions|bypass-approvals-and-sandbox)|\bbypasspermissions\b|--yolo\b"#,
        ),
        shape(
            Strength::Weak,
            "does without confirmation what changes something",
            r#"\b(?:do not|don[’']?t|never|without|skip(?:ping)?|no need to|bypass\w*) (?:ask\w*|wait\w*|request\w*|requir\w*|prompt\w*|seek\w*|any|all|the)? ?(?:for )?(?:[\w’'-]+ ){0,2}?(?:confirmation|approval|permission|consent)\b(?: prompts?| checks?)?"#,
        )
        .unless(r#"\b(?:read.only|unless|harmless|must not|never skip)\b"#)
        .with(EFFECT),
        shape(
            Strength::Strong,
            "switches a protection of the system off",
            r#"(?:关闭|禁用|停用)[^。\n]{0,10}(?:杀毒|防病毒|防火墙|Defender|安全软件)|\bdesactiv\w+ (?:\w+ ){0,3}?antivirus|(?:deaktivier\w*|schalte\w*) (?:\w+ ){0,3}?(?:antivir\w*|virenschutz)|(?:отключ\w+|выключ\w+) (?:\w+ ){0,3}?антивирус\w*"#,
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
