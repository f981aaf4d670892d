//! A secret lies in the package.

use super::is_part_of_another;
use crate::codes;
use crate::rules::{Check, Phase, Rule, windows};
use crate::secret;
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::EMBEDDED_SECRET,
    id: "embedded-secret",
    class: 5,
    phase: Phase::Collect,
    strengths: &[Strength::Weak],
    why: "everybody who gets the package can use it, and its owner may not know",
    advice: "take it back where it was issued, and read it from the environment instead",
    check: Check::Text {
        hints: &[
            "sk-",
            "sk_live_",
            "rk_live_",
            "github_pat_",
            "ghp_",
            "gho_",
            "ghu_",
            "ghs_",
            "ghr_",
            "glpat-",
            "xoxa-",
            "xoxb-",
            "xoxe-",
            "xoxp-",
            "xoxr-",
            "xoxs-",
            "xapp-",
            "AIza",
            "ya29.",
            "AKIA",
            "ASIA",
            "npm_",
            "pypi-",
            "hf_",
            "gsk_",
            "xai-",
            "pplx-",
            "tvly-",
            "lin_api_",
            "ntn_",
            "figd_",
            "shpat_",
            "dop_v1_",
            "SG.",
            "eyJ",
            "PRIVATE KEY",
            ":AA",
            "api_key",
            "apikey",
            "api-key",
            "_key",
            "token",
            "secret",
            "passw",
            "bearer ",
            "mnemonic",
            "seed",
            "recovery",
        ],
        run,
    },
};

/// Most of them told a text: beyond is a list of test data.
const MOST: usize = 20;

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if is_part_of_another(unit) {
        return;
    }
    // The longest secret is a private key; what begins in a window ends in it.
    let mut told = 0;
    for (window, text) in windows(&unit.text, places, 16, 400) {
        let text = if text.contains("PRIVATE KEY") || text.contains("eyJ") {
            let start = window.start as usize;
            let end = (window.end as usize + 8 * 1024).min(unit.text.len());
            let end = unit.text.floor_char_boundary(end);
            unit.text.get(start..end).unwrap_or(text)
        } else {
            text
        };
        for secret in secret::find(text) {
            if told == MOST {
                return;
            }
            told += 1;
            let span = secret.span.shifted(window.start as usize);
            let message = format!("what looks like a live secret lies here ({})", secret.kind);
            signals.push(&RULE, Strength::Weak, unit, span, message);
        }
    }
}
