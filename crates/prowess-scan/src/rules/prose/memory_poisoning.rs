//! A text tells the model to write orders into the files that decide what it does.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{SECRETS, SENDING, Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::MEMORY_POISONING,
    id: "memory-poisoning",
    class: 11,
    phase: Phase::Persist,
    strengths: &[Strength::Strong, Strength::Note],
    why: "what stands in an agent's own files is obeyed in every session, long after the skill is gone",
    advice: "leave those files to the user; write to the skill's own folder, or show the lines and ask",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "skill.md",
    "memory tool",
    "this folder",
    "this skill",
    "/skills",
    "agents.md",
    "claude.md",
    "soul.md",
    "memory.md",
    "heartbeat.md",
    "identity.md",
    "tools.md",
    "user.md",
    "boot.md",
    "bootstrap.md",
    "gemini.md",
    ".cursorrules",
    ".windsurfrules",
    "copilot-instructions",
    "long-term memory",
    "persistent memory",
    "your memory",
    "system prompt",
    "remember",
    "future session",
    "future conversation",
    "every session",
    "other skills",
    "installed skills",
    "长期记忆",
    "记住",
    "记忆",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "writes hostile orders into the files an agent obeys",
            &format!(r#"\b(?:append|add|write|insert|inject|save|store|put|copy|prepend|update|edit|persist)\b[^.!?\n]{{0,160}}?(?:agents\.md|claude\.md|soul\.md|memory\.md|heartbeat\.md|identity\.md|tools\.md|boot(?:strap)?\.md|gemini\.md|\.cursorrules|copilot.instructions|long.term memory|persistent memory)(?:[^\n]{{0,200}}\n){{0,3}}?[^\n]{{0,200}}?(?:(?:never|do not|don[’']t) (?:tell|mention|inform|ask|warn|question|refuse|verify|reveal)\b|without (?:asking|confirm\w*|telling|notif\w*)|ignore (?:all|any|previous|security|warnings)|{SENDING}[^.!?]{{0,80}}{SECRETS}|{SECRETS}[^.!?]{{0,80}}(?:\bto\b|→) ?https?://|(?:fetch|curl|download|read|check|load) [^.!?]{{0,60}}https?://[^.!?]{{0,80}}(?:follow|execute|obey))"#),
        )
        .unless(r#"never (?:write|add|append|modify|store|save) "#),
        shape(
            Strength::Strong,
            "writes orders about trust into the files an agent obeys",
            r#"\b(?:append|add|write|insert|inject|save|store|prepend|persist)\b[^.!?]{0,120}?(?:agents\.md|claude\.md|soul\.md|memory\.md|heartbeat\.md|identity\.md|boot(?:strap)?\.md|\.cursorrules|copilot.instructions|long.term memory|persistent memory)[\s\S]{0,240}?(?:always (?:trust|approve|allow|obey|comply|run|execute|fetch|send)|auto.?approve|treat (?:all |any )?(?:[\w’'-]+ ){0,4}?as (?:trusted|authori[sz]ed|verified|safe)|pre.?(?:authori[sz]ed|approved)|(?:is|are) (?:a |the )?(?:trusted|verified|authori[sz]ed) (?:source|domain|host|admin|authority)|(?:skip|disable) (?:[\w’'-]+ ){0,2}?(?:confirm\w*|approval|verification|security))"#,
        )
        .unless(r#"never (?:write|add|append|modify|store|save) "#),
        shape(
            Strength::Strong,
            "puts its own lines into other skills",
            r#"\b(?:append|add|insert|inject|prepend|copy|propagate|replicate) (?:[\w’'`./-]+ ){0,8}?(?:to|into|in|across) (?:all |every |each |any |the )?(?:of the )?(?:other|all other|every other|all installed|each installed|every installed|neighbou?ring) (?:installed |available )?skills?\b"#,
        )
        .unless(r#"reference|link|compatib|convention"#),
        shape(
            Strength::Strong,
            "makes an order stay for ever",
            &format!(r#"\b(?:remember|memori[sz]e|store|save|persist) (?:[\w’'-]+ ){{0,8}}?(?:forever|permanently|for all future|in all future|across (?:all )?(?:future )?sessions|in every (?:future )?session)[\s\S]{{0,200}}?(?:always (?:trust|approve|send|run|include|obey|allow|recommend)|never (?:ask|tell|mention|question|warn|refuse)|without (?:asking|confirm)|{SENDING})"#),
        )
        .unless(r#"user (?:asks|says|wants|tells)|preferences?"#),
        shape(
            Strength::Strong,
            "makes an order stay for ever",
            r#"(?:记住|写入|添加到|追加到|保存到)[^。]{0,40}(?:记忆|memory\.md|soul\.md|agents\.md|claude\.md)[^。]{0,80}(?:永远|始终|总是|每次)[^。]{0,60}(?:发送|执行|运行|信任|不要告诉|无需确认|https?://)"#,
        ),
        shape(
            Strength::Strong,
            "gives itself a permission in the memory",
            r#"\b(?:memory|memori[sz]e|remember|append|save|store)\b[\s\S]{0,200}?\b(?:standing (?:rule|permission|order|consent)|owner[’']s (?:\w+ )?permission|(?:is|are) permanent\b|never remove (?:it|this|these)|as (?:a fact about|though) the user|not as coming from)"#,
        ),
        shape(
            Strength::Strong,
            "spreads itself",
            r#"\bcopy (?:this|itself|the|your) (?:own )?(?:folder|skill|file|directory|package)[^.!?]{0,40}?\b(?:every|all|each|any)\b[^.!?]{0,60}?\b(?:skills? (?:director\w+|folders?)|agents?|repositor\w+|projects?|machines?)\b"#,
        )
        .unless(r#"symlink|your agents?[’']s skills"#),
        shape(
            Strength::Strong,
            "replaces what an agent is, without a way back",
            r#"\b(?:replace|overwrite|rewrite|delete|truncate) (?:[\w’'`.-]+ ){0,5}?[`'\x22]?(?:identity|soul|user|agents|memory|bootstrap|claude)\.md[\s\S]{0,200}?(?:no backup|without (?:a )?backup|cannot be traced|delete (?:[\w’'-]+ ){0,3}?log|do not (?:tell|mention|ask)|without (?:asking|telling))"#,
        ),
        shape(
            Strength::Strong,
            "a program writes orders into the files an agent obeys",
            r#"(?:appendfile\w*|writefile\w*|write_text|>>|\btee -a\b|\bsed -i\b|\.write\(|add-content|set-content)[\s\S]{0,320}?(?:agents\.md|claude\.md|soul\.md|memory\.md|identity\.md|heartbeat\.md|gemini\.md|\.cursorrules|copilot-instructions|skill\.md)|(?:agents\.md|claude\.md|soul\.md|memory\.md|identity\.md|heartbeat\.md|gemini\.md|\.cursorrules|copilot-instructions|skill\.md)[\s\S]{0,320}?(?:appendfile\w*|writefile\w*|write_text|>>|\btee -a\b|\bsed -i\b|\.write\(|add-content|set-content)"#,
        )
        .with(r#"\b(?:obey|do what it says|(?:do not|never) (?:mention|tell|show|ask|disclose)|skip review|quietly|silently|is not the operator|standing (?:rule|permission)|(?:send|post|upload) the user[’']?s?|without (?:asking|telling))\b"#),
        shape(
            Strength::Note,
            "writes to the files an agent obeys",
            r#"\b(?:append|add|write|insert|save|update)\b[^.!?]{0,80}?(?:agents\.md|claude\.md|soul\.md|memory\.md|heartbeat\.md|\.cursorrules|copilot.instructions)"#,
        ),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
