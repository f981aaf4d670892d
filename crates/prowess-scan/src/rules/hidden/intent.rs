//! Whether a text that nobody sees wants something done.
//!
//! Comments of honest skills name generators, licences, linters and what to fill in. What none of them has is
//! an order that reaches outside: to send or fetch, to read secrets, to keep something from the user, or
//! to set other instructions aside.

use std::sync::LazyLock;

use prowess_base::Span;
use regex::Regex;

use crate::derive::sniff;
use crate::phrase::{phrases, regex};

/// What a text wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Intent {
    /// It names something to run or to look at.
    Names(Span),
    /// It speaks to a model, or to whoever is to act.
    Addresses(Span),
    /// It orders what reaches outside, is kept from the user, or sets instructions aside.
    Orders(Span),
}

phrases! {
    /// Setting other instructions, or asking first, aside.
    OVERRIDE = r"\b(?:ignor\w+|disregard\w*|forget|overrid\w+|bypass\w*|supersede\w*|skip|vergiss|oublie\w*|olvida\w*|игнорир\w+|забуд\w+)(?: …)? (?:instruct\w*|instruc\w*|rules?|prompts?|guidelines?|polic\w+|restrictions?|confirmations?|approvals?|safety|safeguards?|anweisung\w*|regeln|consignes|instrucciones|reglas|инструкци\w+|правил\w*)\b";
    /// Keeping it from the user.
    CONCEAL = r"\b(?:do not|don't|never|must not|may not|should not)(?: ever)? (?:tell|mention|inform|reveal|disclos\w+|alert|warn|notify|show|say|learn|know|let)\b|\bsay nothing\b|\bwithout (?:asking|telling|mentioning|informing|showing|confirm\w+|approval|permission|notice)\b|\b(?:silently|secretly|covertly|quietly) (?:run|execut\w+|send|read|upload|post|fetch|download|append|add|install|include|forward|copy)\b|\b(?:run|execute|send|upload|post|do)(?: …)? (?:silently|secretly|covertly|quietly)\b";
    /// Sending something to somewhere, or fetching it from there.
    SEND = r"\b(?:send|upload|post|forward|transmit|exfiltrat\w+|submit|leak|e-?mail|share|append|curl|wget|fetch|load|add|visit|open)(?: …)? (?:<script |https?://|webhook|server\b|endpoint|attacker|[\w.]+@\w)";
    /// Reading files of secrets.
    SECRET = r"\b(?:read|cat|send|collect|copy|include|print|dump|extract|get|find|upload|steal|harvest|open|output|gather|put|add|quote|take)(?: …)? (?:\.env\b|~?/?\.ssh\b|~?/?\.aws\b|\.npmrc|\.netrc|id_rsa|os\.environ|seed phrase|mnemonic)";
    /// Handling what is secret or private, by its name.
    PRIVATE = r"\b(?:read|send|collect|copy|include|print|dump|upload|steal|harvest|output|gather|put|quote|take)(?: …)? (?:api.?keys?\b|secrets?\b|credentials?\b|passwords?\b|access tokens?\b|private (?:keys?|mails?|messages?|files?|notes?)|environment variables|wallets?\b|(?:chat|shell|browser|browsing) history|clipboard)";
    /// Getting something to run, or done.
    RUN = r"\b(?:run|execute|invoke|launch|start|install|paste)(?: …)? (?:https?://|[\w./-]*\.(?:sh|ps1|py|js)\b|commands?\b|scripts?\b|(?:ba)?sh\b|curl\b|powershell|npx\b)";
    /// Speaking to a model or a person who is to act.
    ADDRESS = r"\b(?:you (?:must|should|are|will|shall|have|need to)|before (?:answering|responding|replying|anything|any other|doing|every)|as an ai|system (?:prompt|message|override|note)|for (?:the )?(?:agent|assistant|model|ai|llm|claude)s? only|(?:notes? )?to (?:the )?(?:ai|llm|agent|assistant|model|claude)s?\b)|(?:^|[\n.;])\W{0,12}(?:(?:ai|llm|the) )?(?:agent|assistant|model|claude|system|ai|llm)s?\s{0,3}[:,]|\bimportant(?: instructions?)?\s{0,3}:";
}

/// The same in Chinese and Japanese, which set no blanks.
static IDEOGRAPHIC: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:忽略|无视|無視|忘记|忘掉).{0,20}(?:说明|指令|指示|规则|提示|命令|要求|ルール)|(?:不要|请勿|禁止|不得|别).{0,12}(?:告诉|告知|通知|警告|提醒|提及|透露).{0,8}(?:用户|使用者|任何人)?|(?:发送|传输|上传|提交|送信).{0,30}(?:https?://|密钥|令牌|密码|凭证|服务器)|(?:读取|收集|获取).{0,30}(?:密钥|令牌|密码|凭证|环境变量|\.env|\.ssh)",
    )
});

/// Commands that reach outside or run what they are given.
static COMMAND: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|ncat?|scp|ssh|socat)\s+[^\n]*(?:https?:|[0-9]\.[0-9]|@|\|)|\|\s*(?:sudo\s+)?(?:ba|z|da)?sh(?-u:\b)|base64\s+(?:-d|-D|--decode)|(?-u:\b)(?:eval|exec)\s*[(\x22'$]|/dev/tcp/|rm\s+-[a-z]*r|require\(.child_process|os\.system\(|subprocess\.[a-z_]+\(|DownloadString|-enc(?:odedcommand)?\s",
    )
});

/// What `text` wants, at its gravest. Only the head of a long text is read: what is ordered behind that is
/// for the rules on prose, which read it all.
pub(super) fn of(text: &str) -> Option<Intent> {
    const HEAD: usize = 32 << 10;
    let text = text.get(..text.floor_char_boundary(HEAD)).unwrap_or(text);
    let place = |pattern: &Regex| {
        pattern
            .find(text)
            .map(|found| Span::new(found.start(), found.end()))
    };
    let orders = [&OVERRIDE, &CONCEAL, &SECRET, &IDEOGRAPHIC, &COMMAND];
    if let Some(span) = orders.iter().find_map(|pattern| place(pattern)) {
        return Some(Intent::Orders(span));
    }
    let address = place(&ADDRESS);
    let reaches = [&PRIVATE, &SEND, &RUN]
        .iter()
        .find_map(|pattern| place(pattern));
    match (reaches, address) {
        (Some(span), Some(_)) => Some(Intent::Orders(span)),
        (None, Some(span)) => Some(Intent::Addresses(span)),
        (Some(span), None) => Some(Intent::Names(span)),
        (None, None) => command(text).map(Intent::Names),
    }
}

/// The first line that is a command.
fn command(text: &str) -> Option<Span> {
    let mut at = 0;
    for line in text.split_inclusive('\n').take(200) {
        if sniff::command(line).is_some() {
            return Some(Span::new(at, at + line.trim_end().len()));
        }
        at += line.len();
    }
    None
}
