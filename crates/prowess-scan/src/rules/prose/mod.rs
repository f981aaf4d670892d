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

    /// Whether what stands around a match fits.
    fn fits(&self, text: &str, start: usize, end: usize) -> bool {
        let around = |reach: usize| {
            let start = text.floor_char_boundary(start.saturating_sub(reach));
            let end = text.ceil_char_boundary(end.saturating_add(reach).min(text.len()));
            text.get(start..end).unwrap_or("")
        };
        self.unless
            .as_ref()
            .is_none_or(|pattern| !pattern.is_match(around(AROUND)))
            && self
                .with
                .as_ref()
                .is_none_or(|pattern| pattern.is_match(around(NEAR)))
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
                if overlaps
                    || !shape.is_placed(unit, from + start)
                    || !shape.fits(&unit.text, from + start, from + end)
                {
                    continue;
                }
                told.push(start..end);
                signals.push(
                    rule,
                    shape.strength,
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

/// Secrets, and a way out for them, in one passage.
static LEAK: LazyLock<String> = LazyLock::new(|| {
    format!(r"{SECRETS}[\s\S]{{0,300}}?{SENDING}|{SENDING}[\s\S]{{0,300}}?{SECRETS}")
});
