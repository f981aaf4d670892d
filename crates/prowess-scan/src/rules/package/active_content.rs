//! A PDF or SVG that does something when it is opened.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use crate::codes;
use crate::package::{Oddity, path};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin};

pub(crate) static RULE: Rule = Rule {
    code: codes::ACTIVE_CONTENT,
    id: "active-content",
    class: 22,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "opening the document runs what is in it",
    advice: "ship the document without scripts, actions and embedded files",
    check: Check::Package(check),
};

static SCRIPT: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?i)<script[\s>]|<handler[\s>]|\son[a-z]{3,20}\s*=\s*["']|(?:href|src)\s*=\s*["']\s*(?:javascript:|data:text/html)"#,
    )
});

/// What a script in a picture of its own has no use for.
static REACHING: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)\bfetch\s*\(|XMLHttpRequest|sendBeacon|WebSocket|\beval\s*\(|\batob\s*\(|document\.cookie|localStorage|\bimport\s*\(|<script[^>]{0,200}(?:href|src)\s*=\s*.https?:",
    )
});

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        for oddity in &file.oddities {
            if let Oddity::Active(names) = oddity {
                let strength = match names.contains("Launch") {
                    true => Strength::Strong,
                    false => Strength::Weak,
                };
                let message = format!("the PDF holds `{names}`");
                signals.push_file(&RULE, strength, id, scene.role(id), message);
            }
        }
    }
    for unit in &scene.units {
        let is_picture = unit.language == Language::Markup
            && unit.origin == Origin::File
            && scene.package.file(unit.file).is_some_and(|file| {
                path::ending(&file.path).is_some_and(|ending| ending.eq_ignore_ascii_case("svg"))
            });
        if !is_picture {
            continue;
        }
        if let Some(found) = SCRIPT.find(&unit.text) {
            let span = Span::new(found.start(), found.end());
            let (strength, message) = match REACHING.is_match(&unit.text) {
                true => (
                    Strength::Strong,
                    "the picture holds a script that reaches out of it",
                ),
                false => (Strength::Weak, "the picture holds a script"),
            };
            signals.push(&RULE, strength, unit, span, message);
        }
    }
}
