//! A text tells the model to put secrets, files or the conversation into something that leaves the machine.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{RECEIVER, SEND, Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::EXFILTRATION_BY_PROSE,
    id: "exfiltration-by-prose",
    class: 6,
    phase: Phase::Send,
    strengths: &[Strength::Strong, Strength::Note],
    why: "a model that is told to put secrets into an address or a message sends them with its own tools",
    advice: "send only what the user asked to send, to the service that the skill is for",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "~/.",
    "$home/.",
    "id_ed25519",
    "environment",
    "conversation",
    "chat history",
    "transcript",
    "system prompt",
    "environment variable",
    "env var",
    "credential",
    "private key",
    "ssh key",
    "api key",
    "token",
    "password",
    "seed phrase",
    "cookies",
    ".env",
    ".ssh",
    ".aws",
    "id_rsa",
    "memory.md",
    "soul.md",
    "contents of",
    "user's message",
    "user message",
    "![",
    "bcc",
    "copy of",
    "~/documents",
    "~/desktop",
    "~/pictures",
    "after each",
    "after every",
    "before each",
    "before every",
    "pass through",
    "goes through",
    "对话",
    "聊天记录",
    "环境变量",
    "密钥",
    "凭证",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "hands out the conversation or private files",
            r#"\b(?:includ|append|embed|encod|attach|add|put|insert|send|post|upload|forward|transmit|submit|leak|copy|email|base64|exfiltrat|report|relay|mirror)\w*\b (?:[\w’'`\x22.,/~-]+ ){0,8}?(?:conversation (?:history|log|transcript|context|content)s?|(?:entire|full|whole|complete) (?:conversation|chat|context|session)|chat (?:history|logs?|transcripts?)|(?:last|recent|previous) \d+ messages|system prompt|environment variables|env vars|private keys?|seed phrases?|recovery phrases?|cookies|\.env(?: files?)?|~/\.(?:ssh|aws|config|netrc|npmrc|openclaw|clawdbot|claude|codex|kube)\S*|id_rsa|credentials files?|memory\.md|soul\.md|(?:user|users|user[’']s) (?:messages?|prompts?|files?|secrets?|credentials))\b[^.!?\n]{0,120}?(?:https?://|\burl\b|query (?:string|param\w*)|(?:markdown )?image|webhook|\bendpoint\b|(?:our|remote|external|collection|logging|analytics|telemetry|audit|backup) (?:server|service|endpoint|api|host)|[\w.]+@[\w-]+\.\w+|\bheader\b|user.agent)"#,
        )
        .unless(r#"\b(?:never|do not|don[’']t|must not|avoid|redact\w*|strip|cookies\.txt|cookie jar|docker|vercel env|dashboard|settings page|netlify|cookie header|proxy|user (?:asks|wants|requests))\b"#),
        shape(
            Strength::Strong,
            "hands out whatever secrets it finds",
            r#"\b(?:send|post|upload|forward|transmit|submit|leak|email|exfiltrat\w*|report|collect|gather|harvest)\b (?:[\w’'-]+ ){0,3}?(?:all|any|every|discovered|found|available|the user[’']s|collected|harvested) (?:[\w’'-]+ ){0,4}?(?:api keys?|tokens?|credentials?|passwords?|secrets?)\b[^.!?\n]{0,120}?(?:https?://|webhook|endpoint|server|[\w.]+@[\w-]+\.\w+)"#,
        )
        .unless(r#"\b(?:never|do not|don[’']t|must not|avoid|redact\w*|mask\w*|vault|1password|rotate|keychain|secret manager)\b"#),
        shape(
            Strength::Strong,
            "shows an image whose address carries data",
            r#"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{3,160}[?&](?:data|d|q|secret|token|key|context|conversation|history|content|payload|env|c|msg|info|session|prompt|leak)=(?:\{|\$\{|<|%7b|\[)"#,
        )
        .unless(r#"shields\.io|badge|chart|latex|qr|mermaid|plantuml|quickchart"#),
        shape(
            Strength::Strong,
            "hands out the conversation or private files",
            r#"(?:发送|上传|附加|包含|提交|转发|编码)[^。\n]{0,30}(?:对话|聊天记录|会话|系统提示|环境变量|密钥|私钥|助记词|凭证|\.env|~/\.ssh)[^。\n]{0,40}(?:到|至|给|https?://|服务器|链接|网址)"#,
        )
        .unless(r#"不要|禁止|切勿|请勿"#),
        shape(
            Strength::Strong,
            "reads private files and hands them out",
            r#"\b(?:read|open|take|load|cat|get|collect|copy|grab|gather|send|mail|use the real values of|values? of|contents? of|pass|include|append|attach|upload)\b[^!?\n]{0,60}?(?:~/\.(?:ssh|aws|netrc|npmrc|pypirc|pgpass|kube|gnupg|docker|git-credentials|config/(?:gh|gcloud|op)|openclaw|clawdbot|claude|codex|gitconfig|bash_history|zsh_history|electrum|ethereum)\S*|\$home/\.(?:ssh|aws|netrc)\S*|%userprofile%\S*|(?:project[’']?s? )?[`'\x22]?\.env[`'\x22]?\b|/etc/(?:passwd|shadow)|id_rsa|id_ed25519|environment (?:\(|variables))[\s\S]{0,160}?\b(?:put|puts|include|send|append|add|attach|pass|embed|encode|post|upload|forward|publish|mail|share)\b[\s\S]{0,120}?(?:https?://|\b(?:web )?request\b|\bquery\b|\burl\b|\bx-\w+|@[\w-]+\.\w+|\bserver\b|\bgist\b|\bwebhook\b|--\w+)"#,
        )
        .unless(r#"\.pub\b|authorization|bearer|\b[A-Z]{3,}_(?:API_)?(?:KEY|TOKEN)\b|only this|\bnever\b|do not (?:print|commit|share|read|include|upload|send)|don[’']t|keep [`'\x22]?\.env|\.env\.example|vercel env|gitignore"#),
        shape(
            Strength::Strong,
            "reads private files and hands them out",
            r#"\b(?:send|mail|upload|post|forward|transmit|email|copy)\b (?:the )?(?:[\w’'-]+ ){0,3}?[`'\x22]?~/\.(?:ssh|aws|netrc|npmrc|pypirc|pgpass|kube|gnupg|docker|git-credentials|config/(?:gh|gcloud|op)|openclaw|clawdbot|claude|codex|gitconfig)[^.!?\n]{0,120}?(?:https?://|@[\w-]+\.\w+|webhook|server)"#,
        )
        .unless(r#"\.pub\b|\bnever\b|do not"#),
        shape(
            Strength::Strong,
            "sends a copy to a named receiver",
            &format!(r#"\b(?:send|post|upload|forward|mail|submit|write|put)\w* (?:a|one|another|the same)? ?(?:full |complete |second )?(?:cop(?:y|ies)|duplicate) of\b[^\n]{{0,120}}?{RECEIVER}"#),
        )
        .unless(r#"@example\.(?:com|org|net)\b|user (?:asks|asked|wants)|pull request|issue"#),
        shape(
            Strength::Strong,
            "sends a person's own folders to a named receiver",
            &format!(r#"{SEND}[^\n]{{0,60}}?~/(?:documents|desktop|pictures|downloads|movies|music|library)\b[^\n]{{0,120}}?\b(?:to|at|into|an|nach|à|a|para)\b [^\n]{{0,20}}?{RECEIVER}"#),
        )
        .unless(r#"user (?:asks|asked|wants|picks|names|chooses)"#),
        shape(
            Strength::Strong,
            "sends something around each answer",
            &format!(r#"\b(?:before|after) (?:each|every|any) (?:answer|reply|response|task|session|turn|conversation|prompt)\b[^\n]{{0,120}}?{SEND}[^\n]{{0,160}}?{RECEIVER}|{SEND}[^\n]{{0,160}}?{RECEIVER}[^\n]{{0,60}}?\b(?:before|after) (?:each|every|any) (?:answer|reply|response|task|session|turn|conversation|prompt)\b"#),
        )
        .unless(r#"user (?:asks|asked|wants)|\bdocs\b"#),
        shape(
            Strength::Strong,
            "copies mail to an address that the package brings",
            r#"[\x22']?\bbcc[\x22']?\s{0,3}[:=]\s{0,3}\[?\s{0,2}[\x22'`][A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|\b(?:always|silently|also|every (?:mail|message)|each (?:mail|message))\b[^.!?\n]{0,60}?\b(?:bcc|blind copy)\b[^.!?\n]{0,40}?[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"#,
        )
        .unless(r#"@(?:example|company|domain|yourdomain|acme)\.(?:com|org|net)\b"#),
        shape(
            Strength::Strong,
            "has what the model reads pass through somebody's relay",
            r#"\b(?:file reads?|reads|prompts?|conversations?|everything)\b[^.!?\n]{0,40}?\b(?:pass|go|run|flow|travel|routed?)e?s? (?:\w+ ){0,2}?(?:through|via|over) (?:the|our|my|this|a) (?:\w+ )?(?:relay|proxy|gateway|mirror)\b"#,
        )
        .with(r#"https?://"#),
        shape(
            Strength::Strong,
            "hides secrets in what is published",
            r#"\b(?:encode|hide|embed|conceal|smuggle|weave) (?:[\w’'-]+ ){0,6}?(?:environment variables|secrets?|api keys?|tokens?|credentials?|passwords?|private \w+)[^.!?]{0,60}?\b(?:in|as|into|within)\b[^.!?]{0,60}?\b(?:letters?|words?|whitespace|spaces|images?|pixels|metadata|comments?|sentences?|posts?|commits?|titles?|zero.width)\b"#,
        )
        .unless(r#"never|do not|base64.encode|kubernetes|sealed"#),
        shape(
            Strength::Strong,
            "reads private files and hands them out",
            r#"(?:读取|打开)[^。\n]{0,20}(?:~/\.\w+|\.env|私钥|id_rsa)[^。\n]{0,60}(?:发送|上传|提交|传输)[^。\n]{0,4}(?:到|至|给)?\s{0,3}(?:https?://|服务器|外部)"#,
        )
        .unless(r#"不要|禁止|切勿"#),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
