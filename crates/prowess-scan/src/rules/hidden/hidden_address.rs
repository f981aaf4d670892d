//! An address in an encoded literal.

use prowess_base::Span;

use crate::codes;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin, Unit};

use super::shown;

pub(crate) static RULE: Rule = Rule {
    code: codes::HIDDEN_ADDRESS,
    id: "hidden-address",
    class: 9,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "where data goes to, or a program comes from, cannot be read",
    advice: "write the address in the open",
    check: Check::Text {
        hints: &["http://", "https://", "ftp://", "ws://", "wss://", "tcp://"],
        run: check,
    },
};

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    if unit.origin != Origin::Decoded {
        return;
    }
    let text = unit.text.trim();
    // Nothing but the address, or a few words with it: data that names addresses is something else.
    let is_address =
        text.contains("://") && text.len() <= 300 && text.split_whitespace().count() <= 3;
    if !is_address {
        return;
    }
    let strength = match unit.file_language {
        // The claims of a signed token (RFC 7519) name who made it by an address.
        _ if is_token(text) => Strength::Note,
        Language::Json | Language::Yaml | Language::Toml | Language::Markup => Strength::Weak,
        _ => Strength::Strong,
    };
    let message = format!("a literal holds an address: `{}`", shown(text));
    signals.push(
        &RULE,
        strength,
        unit,
        Span::new(0, unit.text.len()),
        message,
    );
}

/// Whether a text is the claims of a JSON Web Token, or the start of them.
fn is_token(text: &str) -> bool {
    text.starts_with('{')
        && ["\"iss\":", "\"aud\":", "\"sub\":", "\"exp\":"]
            .iter()
            .any(|claim| text.contains(claim))
}
