//! What a text tells a model or a person to do.
//!
//! Each rule is a list of *shapes*: what a sentence of an attack is built of (a verb, what it is about, whom
//! it is kept from), in several languages, with what tells an honest sentence of the same build apart. Whether
//! the sentence is meant is not their matter.

pub(crate) mod concealment;
pub(crate) mod credential_request;
pub(crate) mod description_orders;
pub(crate) mod description_stuffing;
pub(crate) mod download_executable;
pub(crate) mod exfiltration_by_prose;
pub(crate) mod fake_frame;
pub(crate) mod fake_prerequisite;
pub(crate) mod instruction_override;
pub(crate) mod joined_parts;
pub(crate) mod meaning;
pub(crate) mod memory_poisoning;
pub(crate) mod over_reach;
pub(crate) mod refusal_suppression;
pub(crate) mod remote_instructions;
pub(crate) mod safety_bypass;
pub(crate) mod scanner_directed;
pub(crate) mod urgent_first_step;

use std::sync::LazyLock;

use prowess_base::Span;

use crate::pattern::Pattern;
use crate::phrase::phrase;
use crate::rules::{Rule, windows};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Unit};

/// How a sentence of an attack is built.
struct Shape {
    strength: Strength,
    /// What was found, for a reader.
    says: &'static str,
    /// A phrase (see [`phrase`]).
    pattern: Pattern,
    /// What stands within [`AROUND`] bytes of it in an honest sentence of the same build.
    unless: Option<Pattern>,
    /// What must stand within [`NEAR`] bytes of it.
    with: Option<Pattern>,
    place: Place,
}

/// Where a shape counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    /// In prose alone: in a block of code it is a sample.
    Prose,
}

/// How far the words of the same sentence may stand away, in bytes.
const AROUND: usize = 100;

/// How far the words of the same passage may stand away, in bytes.
const NEAR: usize = 400;

/// What a match is worth that stands next to the words of an honest sentence.
const LOWERED: Strength = Strength::Note;

fn shape(strength: Strength, says: &'static str, pattern: &str) -> Shape {
    Shape {
        strength,
        says,
        pattern: phrase(pattern),
        unless: None,
        with: None,
        place: Place::Anywhere,
    }
}

impl Shape {
    fn unless(self, pattern: &str) -> Self {
        Self {
            unless: Some(phrase(pattern)),
            ..self
        }
    }

    fn with(self, pattern: &str) -> Self {
        Self {
            with: Some(phrase(pattern)),
            ..self
        }
    }

    fn in_prose(self) -> Self {
        Self {
            place: Place::Prose,
            ..self
        }
    }

    /// Whether a match may stand where it does.
    fn is_placed(&self, unit: &Unit<'_>, at: usize) -> bool {
        self.place == Place::Anywhere
            || (unit.language == Language::Markdown && !crate::stance::is_in_block(&unit.text, at))
    }

    /// What a match is worth by what stands around it: nothing where a part is missing, and less, never nothing,
    /// where an honest sentence is built like that: a word is soon put next to an attack.
    fn weighed(&self, text: &str, start: usize, end: usize) -> Option<Strength> {
        let around = |reach: usize| {
            let start = text.floor_char_boundary(start.saturating_sub(reach));
            let end = text.ceil_char_boundary(end.saturating_add(reach).min(text.len()));
            text.get(start..end).unwrap_or("")
        };
        let has = |pattern: &Pattern, reach| pattern.is_match(around(reach));
        if self.with.as_ref().is_some_and(|with| !has(with, NEAR)) {
            return None;
        }
        Some(match &self.unless {
            Some(unless) if has(unless, AROUND) => self.strength.min(LOWERED),
            _ => self.strength,
        })
    }
}

/// Tells every shape that stands around `places`. Of several in one place the strongest counts, so the
/// shapes of a list stand strongest first.
fn look(
    rule: &'static Rule,
    shapes: &LazyLock<Vec<Shape>>,
    unit: &Unit<'_>,
    places: &[u32],
    signals: &mut Signals,
) {
    for (window, part) in windows(&unit.text, places, 160, 360) {
        let mut told: Vec<std::ops::Range<usize>> = Vec::new();
        for shape in shapes.iter() {
            for found in shape.pattern.find_iter(part) {
                let (start, end) = (found.start(), found.end());
                let overlaps = told
                    .iter()
                    .any(|range| start < range.end && range.start < end);
                let from = window.start as usize;
                if overlaps || !shape.is_placed(unit, from + start) {
                    continue;
                }
                let weighed = shape.weighed(&unit.text, from + start, from + end);
                let Some(strength) = weighed else { continue };
                // Another shape may weigh more in the same place.
                if strength == shape.strength {
                    told.push(start..end);
                }
                signals.push(
                    rule,
                    strength,
                    unit,
                    Span::new(from + start, from + end),
                    shape.says,
                );
            }
        }
    }
}

/// Secrets and private things, as prose names them.
const SECRETS: &str = r"(?:private keys?|ssh keys?|secret keys?|seed phrases?|mnemonics?|recovery phrases?|credentials?|passwords?|api[_ ]keys?|access tokens?|tokens?|cookies|secrets?|environment variables|env vars|keychain|wallets?|\.env\b|~/\.\w+|\.ssh\b|\.aws\b|id_rsa|auth\.json|chat history|conversation|transcripts?|session logs?|system prompt|memory\.md|soul\.md|密钥|私钥|助记词|密码|凭证|令牌|对话|聊天记录|clave|contraseña|credencial\w*|passw[öo]rt\w*|schlüssel|mot de passe|парол\w*|ключ\w*|токен\w*|senha|秘密鍵|パスワード|비밀번호)";

/// Ways out of the machine, as prose names them.
const SENDING: &str = r"(?:\b(?:sends?|sending|uploads?|uploading|posts?|posting|transmit\w*|forwards?|forwarding|exfiltrat\w*|curl|webhook|https?://|email it|submit\w*|sync\w* to|envía\w*|sube|sende\w*|schicke\w*|envoie\w*|отправ\w+|envie)|发送|上传|传输|提交到|送信|アップロード|전송|업로드)";

/// Things that change something, as prose names them.
const EFFECT: &str = r"(?:\b(?:sends?|uploads?|posts?|transmit|forwards?|exfiltrat\w*|curl|wget|webhook|https?://|runs?|executes?|installs?|downloads?|appends?|writes?|modif(?:y|ies)|deletes?|copies|copy|overwrites?|transfers?|pays?|purchases?|ejecut\w+|führe\w*|exécut\w+|выполн\w+|установ\w+)\b|执行|运行|安装|发送|上传|写入|修改|删除|下载|実行|送信|실행|전송)";

/// Ways to say that a person is not to learn of something.
const HUSH: &str = r"(?:\b(?:silently|covertly|discreetly|unnoticed|unobtrusively)(?: (?:add|append|send|upload|post|run|start|install|register|put|copy|write|fetch|download|forward|include|push|mail|insert)\b|[.,;!])|\bbehind (?:the scenes|their back)|\bwithout (?:a|any|another|saying a|so much as a) (?:single )?(?:word|comment|remark|mention|notice)\b|\bwithout (?:ever )?(?:mentioning|announcing|saying|telling|showing|disclosing|describing) (?:it|this|that|them|so|any|anything|the user|the (?:step|call|copy|upload|transfer|request))\b|\b(?:do not|don[’']?t|never|need not|must not|should not|no need to|not necessary to|no reason to|not worth) (?:ever |bother to )?(?:mention|announce|disclose|show|list|report|discuss|explain|remark|describe|bring|raise|say|tell)\b(?: (?:it|this|that|them|these|anything|the (?:upload|transfer|request|call|cop(?:y|ies)|step|archive|address|sending|sync|mail|message|line|script|command|difference)|anyone|them of)\b|[.,;!])|\b(?:is|are|be|was|were|goes|stays?|remains?) (?:not|never) (?:to be )?(?:mentioned|announced|reported|listed|disclosed|told|seen|noticed|worth a (?:remark|mention|word))\b|\b(?:nobody|no one|none of them) (?:\w+ )?(?:is asked|notices?|wonders?|sees?|knows?|finds out)\b|\bkeep (?:it|this|that|them) (?:quiet|to yourself|between us)\b|\b(?:and|but) not mentioned\b|(?:不要|不必|无需|不用|别|请勿)(?:提及|提到|提起|说起|说出|告诉|告知|声张)|悄悄|偷偷|\bohne (?:ein wort|hinweis|(?:\w+ ){1,3}zu (?:erwähnen|sagen|informieren))|\b(?:nicht|nichts) (?:davon )?erwähn\w*|\berwähne? (?:\w+ ){0,3}nicht\b|\bsans (?:en parler|le dire|le mentionner|rien dire|un mot|prévenir)|\bne (?:le |la |les |l[’'])?(?:mentionne\w*|dis|dites|signale\w*) (?:pas|rien)\b|\bsin (?:mencionar\w*|decir\w*|avisar|comentar\w*)|\bno (?:lo |la |se lo )?(?:menciones|digas|comentes)\b|\bsem (?:mencionar|avisar|dizer|comentar)|\bnão (?:o |a )?(?:mencione|diga|comente|avise)\b|не (?:упоминай|говори|сообщай)\w*|без (?:упоминания|уведомления)|молча|незаметно|黙って|言わず|知らせず|触れない|言及しない|伝えない|몰래|말하지|알리지|언급하지)";

/// Orders to send, in several languages.
const SEND: &str = r"(?:\b(?:send|upload|post|mail|e-?mail|forward|submit|push|transmit|ship|deliver|relay|copy|bcc|schicke?|sende|lade?|übermittl\w*|leite|envoie|envoyez|transmets|téléverse|publie|envía|envia|sube|manda|reenvía|envie|reenvie)s?\b|发送|上传|提交|转发|寄给|отправ\w+|перешл\w+|загруз\w+|送信|送って|送る|アップロード|転送|보내|전송|업로드)";

/// A receiver who is named outright.
const RECEIVER: &str =
    r"(?:https?://[^\s)`'\x22>]{4}|[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)";

/// Secrets, and a way out for them, in one passage.
static LEAK: LazyLock<String> = LazyLock::new(|| {
    format!(r"{SECRETS}[\s\S]{{0,300}}?{SENDING}|{SENDING}[\s\S]{{0,300}}?{SECRETS}")
});
