//! Packages are installed without a version.

use prowess_base::Span;

use super::is_part_of_another;
use super::mcp_server::FOREIGN_KEYS;
use crate::codes;
use crate::configuration::{Manager, STARTS, install_at, package_name};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::UNPINNED_DEPENDENCY,
    id: "unpinned-dependency",
    class: 18,
    phase: Phase::Supply,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "what is installed is decided at that moment by whoever publishes the package",
    advice: "name a version, as in `tool==1.4.2` or `tool@1.4.2`",
    check: Check::Text { hints: STARTS, run },
};

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if is_part_of_another(unit) {
        return;
    }
    for place in places {
        let Some(install) = install_at(&unit.text, *place as usize) else {
            continue;
        };
        // Formulas have no versions; a path of the package itself needs none.
        if install.manager == Manager::Brew {
            continue;
        }
        let unpinned: Vec<&str> = install
            .packages
            .iter()
            .filter(|(written, _)| is_name(written))
            .filter(|(written, _)| !package_name(install.manager, written).1)
            .map(|(written, _)| *written)
            .take(5)
            .collect();
        if !unpinned.is_empty() {
            let does = if install.runs() { "runs" } else { "installs" };
            let message = format!("{does} `{}` without a version", unpinned.join("`, `"));
            let keys = if install.runs() {
                keys_behind(&unit.text, install.span)
            } else {
                0
            };
            // Nearly every skill with a dependency does so; that such a program is handed keys of
            // others is rare, and several of them it has no use for.
            let (strength, message) = match keys {
                0 => (Strength::Note, message),
                1 => (
                    Strength::Weak,
                    format!("{message}, and hands it a key of another's"),
                ),
                _ => (
                    Strength::Strong,
                    format!("{message}, and hands it keys of others"),
                ),
            };
            signals.push(&RULE, strength, unit, install.span, message);
        }
    }
}

/// How many keys of others stand on the rest of the command's line.
fn keys_behind(text: &str, span: Span) -> usize {
    let rest = text.get(span.range().end..).unwrap_or("");
    let line = rest.get(..rest.floor_char_boundary(400)).unwrap_or("");
    let line = line.lines().next().unwrap_or("");
    FOREIGN_KEYS
        .iter()
        .filter(|key| line.contains(&format!("${key}")) || line.contains(&format!("${{{key}}}")))
        .count()
}

/// Whether a word can be a package of a registry: no path, no address, no variable.
fn is_name(written: &str) -> bool {
    !written.starts_with(['.', '/', '~', '$', '-'])
        && !written.contains("://")
        && written.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@')
}
