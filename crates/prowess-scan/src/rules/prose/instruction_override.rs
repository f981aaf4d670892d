//! A text tells the model to disregard what it was told before, or that it is now something else.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::INSTRUCTION_OVERRIDE,
    id: "instruction-override",
    class: 1,
    phase: Phase::Lure,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Note],
    why: "a skill adds to what a model was told; one that revokes it wants to be obeyed against its user",
    advice: "take the sentence out; say what the skill does, not what the model is to forget",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "system prompt",
    "outrank",
    "over every",
    "over all other",
    "replace the",
    "trump",
    "void",
    "unrestricted",
    "ignor",
    "disregard",
    "forget",
    "overrid",
    "overrul",
    "supersed",
    "precedence",
    "bypass",
    "set aside",
    "no longer",
    "you are now",
    "your new",
    "your real",
    "your true",
    "even if the user",
    "忽略",
    "无视",
    "忘记",
    "忘掉",
    "olvid",
    "descarta",
    "vergiss",
    "missachte",
    "oublie",
    "гнорир",
    "абудь",
    "無視",
    "忘れ",
    "무시",
    "잊",
    "esque",
    "desconsider",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"\b(?:ignore|disregard|forget|discard|set aside|throw away|stop following|override) (?:[\w’'-]+ ){0,4}?(?:previous|previously|prior|earlier|above|preceding|system|developer|past|foregoing) (?:[\w’'-]+ ){0,3}?(?:instructions?|prompts?|directives?|guidelines?|rules|orders|constraints|restrictions|messages|context|programming)\b"#,
        ),
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"(?:忽略|无视|忘记|忘掉|不要理会|丢弃|覆盖)[^。！？\n]{0,12}(?:之前|以前|先前|上面|以上|上述|前面|原有|系统|所有|此前)[^。！？\n]{0,10}(?:指令|指示|提示词?|规则|设定|要求|命令)"#,
        ),
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"(?:これまで|以前|上記|前|すべて|全て|システム|元)の?[^。\n]{0,12}(?:指示|命令|プロンプト|ルール|設定)[^。\n]{0,6}(?:無視|忘れ|破棄)"#,
        ),
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"(?:이전|위의?|앞의?|앞선|기존|시스템|모든|지금까지)[^.\n]{0,12}(?:지시|명령|프롬프트|지침|규칙)[^.\n]{0,8}(?:무시|잊|따르지)"#,
        ),
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"\b(?:ignor|olvid|descart|omit|desestim|desconsider|esque[cç])\w* (?:\w+ ){0,3}?(?:instrucciones|indicaciones|[óo]rdenes|reglas|directrices|instru[cç][õo]es|regras|ordens|diretrizes) (?:\w+ ){0,2}?(?:anteriores|previas|pr[ée]vias|recibidas|del sistema|do sistema|de arriba|acima)"#,
        ),
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"\b(?:ignor|oubli|néglige|abandonne)\w* (?:\w+ ){0,3}?(?:instructions|consignes|règles|directives|ordres) (?:\w+ ){0,2}?(?:précédentes?|antérieures?|reçues|ci.dessus|du système)"#,
        ),
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"\b(?:ignorier|vergiss|vergesst|vergessen|missachte|verwirf)\w* (?:\w+ ){0,3}?(?:(?:vorherige|bisherige|frühere|obige|vorige|vorangegangene|alle)\w* (?:\w+ ){0,2}?(?:anweisung|instruktion|regel|befehl|vorgabe|prompt)\w*|system(?:anweisung|prompt|vorgabe)\w*)"#,
        ),
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"(?:игнорир\w+|забудь\w*|отбрось\w*|не учитывай\w*) (?:\w+ ){0,3}?(?:предыдущ\w+|прошл\w+|прежн\w+|систем\w+|все\w*) (?:\w+ ){0,2}?(?:инструкц\w+|указани\w+|правил\w*|команд\w*)"#,
        ),
        shape(
            Strength::Strong,
            "tells the model to disregard what it was told before",
            r#"\b(?:ignore|disregard|forget|bypass|overrule|abandon) (?:[\w’'-]+ ){0,3}?(?:your|original|initial|safety|security|ethical|all other|any other|all existing|every other|all user|the user[’']s) (?:[\w’'-]+ ){0,3}?(?:instructions?|prompts?|directives?|guidelines|orders|constraints|restrictions|guardrails|programming|safeguards|polic(?:y|ies))\b"#,
        )
        .unless(r#"\.gitignore|eslint|linter"#),
        shape(
            Strength::Strong,
            "tells the model to disregard what it was told before",
            r#"\b(?:ignore|disregard|forget) (?:everything|anything|all|all of the text|whatever|what) (?:[\w’'-]+ ){0,3}?(?:above|before this|told|said|instructed|learned|written before)\b"#,
        ),
        shape(
            Strength::Strong,
            "puts itself above the system, the developer or the user",
            r#"\b(?:this|these|the following|my|its) (?:skill|instructions?|rules?|directives?|commands?|message|document|polic(?:y|ies)) (?:[\w’'-]+ ){0,4}?(?:overrides?|supersedes?|takes? precedence over|ha(?:s|ve) priority over|outranks?|replaces?|trumps?) (?:[\w’'-]+ ){0,3}?(?:system prompts?|system instructions|developer|safety|user(?:[’']s)? (?:instructions|requests|wishes|preferences)|all (?:other|previous|prior|existing) (?:instructions|rules|guidelines|directives|constraints))"#,
        )
        .unless(r#"user instructions always|user[’']s explicit|claude\.md"#),
        shape(
            Strength::Strong,
            "gives the model another role",
            r#"\byou are (?:now (?:dan|unrestricted|jailbroken|free (?:of|from)|unbound|uncensored|in (?:developer|god|debug|unrestricted|jailbreak|root|admin|maintenance|unfiltered) mode)|no longer (?:bound|restricted|limited|subject|required|an? (?:ai|assistant)|claude|chatgpt|obligated))"#,
        ),
        shape(
            Strength::Strong,
            "gives the model another task",
            r#"\byour (?:new|real|true|actual) (?:instructions?|tasks?|goals?|objectives?|purpose|mission|system prompt|identity|role) (?:[\w’'-]+ ){0,2}?(?:is|are) (?:to |now )"#,
        )
        .unless(r#"subagent|agent prompt|template"#),
        shape(
            Strength::Strong,
            "is to be done against the user",
            r#"\beven (?:if|when|though) (?:the )?(?:user|human|owner|operator) (?:says? no|objects?|refuses|declines|asks? you (?:not to|to stop)|tells? you (?:not to|to stop)|disagrees|forbids|has not (?:agreed|consented|approved))"#,
        )
        .unless(r#"explain|stop|do not|never"#),
        shape(
            Strength::Conclusive,
            "tells the model to disregard what it was told before",
            r#"\b(?:ignore|disregard|forget|discard) (?:[\w’'-]+ ){0,3}?(?:instructions?|guidelines?|rules|directives?|prompts?|orders) (?:that |which )?you (?:were|have been|had been|have|got|received)\b"#,
        ),
        shape(
            Strength::Strong,
            "tells the model to disregard its user",
            r#"\b(?:ignore|disregard) (?:the )?user[’']?s (?:\w+ )?(?:messages?|requests?|instructions?|wishes|objections?|questions?)\b"#,
        )
        .unless(r#"unrelated|off.topic|injection"#),
        shape(
            Strength::Strong,
            "puts itself above the system, the developer or the user",
            r#"\b(?:follow|obey|apply|honou?r) (?:it|this|these|them) (?:over|above|before) (?:every|all|any) other\b|\bincluding (?:the |your )?system prompt\b|\b(?:outranks?|trumps?|overrules?) (?:the |your )?(?:user[’']?s?|operator[’']?s?|developer|safety|system) ?(?:and|prompt|polic\w+|wishes|instructions|rules)?|\breplaces? (?:the |your )?(?:user[’']?s?|operator[’']?s?|developer|safety|system) (?:and|prompt|polic\w+|wishes|instructions|rules)|\b(?:safety|earlier|previous|prior) (?:\w+ )?(?:instructions?|rules|polic\w+) (?:\w+ ){0,2}?(?:is|are|as) void\b"#,
        )
        .unless(r#"never|do not (?:reveal|share|print)|reveal|leak|extract|user instructions always|--[a-z-]{0,20}system-prompt"#),
        shape(
            Strength::Strong,
            "gives the model another role",
            r#"\byou are [A-Z]\w{3,20}, an? (?:unrestricted|uncensored|unfiltered|jailbroken|rogue)\b|\b(?:unrestricted|uncensored) (?:operator|ai|assistant|mode|model) (?:that|with|which|who) (?:has|have|no|knows)"#,
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
