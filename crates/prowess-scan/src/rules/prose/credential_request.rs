//! A text has the model ask a person for a key that cannot be taken back.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::CREDENTIAL_REQUEST,
    id: "credential-request",
    class: 5,
    phase: Phase::Collect,
    strengths: &[Strength::Strong, Strength::Note],
    why: "who holds a private key, a recovery phrase or a password of the system is the user, for good",
    advice: "let the user keep it: use a variable that they set, a wallet that signs, or a login of the service",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "private key",
    "seed phrase",
    "mnemonic",
    "recovery phrase",
    "secret phrase",
    "master password",
    "sudo password",
    "admin password",
    "administrator password",
    "login password",
    "2fa",
    "one-time",
    "cvv",
    "私钥",
    "助记词",
    "clave privada",
    "frase semilla",
    "закрыт",
    "приватн",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "asks for a key that unlocks everything",
            r#"\b(?:ask\w*|prompt\w*|request\w*|instruct\w*|have|require\w*|tell\w*|get|obtain) (?:[\w’'-]+ ){0,3}?(?:user|them|owner|customer|human)\b[^.!?\n]{0,80}?\b(?:private keys?|seed phrases?|mnemonics?|mnemonic phrases?|recovery phrases?|secret (?:recovery )?phrases?|master passwords?|(?:sudo|admin|administrator|root|login|mac|keychain|system) passwords?|2fa codes?|cvv)"#,
        )
        .unless(r#"\b(?:never|do not|don[’']t|must not|avoid|not to|without)\b"#),
        shape(
            Strength::Strong,
            "asks for a key that unlocks everything",
            r#"\b(?:paste|enter|type|provide|share|send|submit|supply|give|input|import) (?:us |me |in )?(?:your|the|their) (?:wallet )?(?:[\w’'-]+ ){0,2}?(?:private key|seed phrase|mnemonic|mnemonic phrase|recovery phrase|secret phrase|master password|(?:sudo|admin|administrator|root|keychain) password)\b[^.!?\n]{0,60}?(?:here|below|chat|so (?:i|we|the agent)|to (?:verify|continue|unlock|activate|connect|sync|validate|enable|proceed|restore|claim))"#,
        )
        .unless(r#"\b(?:never|do not|don[’']t|must not|avoid)\b"#),
        shape(
            Strength::Strong,
            "asks for a key that unlocks everything",
            r#"(?:要求|请|让|询问|提示)[^。\n]{0,10}(?:用户|您|你)?[^。\n]{0,10}(?:提供|输入|粘贴|发送|分享)[^。\n]{0,12}(?:私钥|助记词|恢复短语|主密码|管理员密码)"#,
        )
        .unless(r#"不要|禁止|切勿|请勿|绝不"#),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
