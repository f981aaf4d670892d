//! Packages are installed without a version.

use super::is_part_of_another;
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
            // Nearly every skill with a dependency does so.
            signals.push(&RULE, Strength::Note, unit, install.span, message);
        }
    }
}

/// Whether a word can be a package of a registry: no path, no address, no variable.
fn is_name(written: &str) -> bool {
    !written.starts_with(['.', '/', '~', '$', '-'])
        && !written.contains("://")
        && written.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@')
}
