//! A file's name is not what it seems on some systems.

use crate::codes;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::PATH_NAME,
    id: "path-name",
    class: 19,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "the name is shown, stored or opened as another one on some systems",
    advice: "give the file a plain name",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        if let Some((strength, fault)) = fault(file.own_path(scene.package)) {
            let message = format!("the file's name {fault}");
            signals.push_file(&RULE, strength, id, scene.role(id), message);
        }
    }
}

fn fault(path: &str) -> Option<(Strength, &'static str)> {
    let is_turned = |one: char| matches!(one, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let is_invisible = |one: char| {
        matches!(
            one,
            '\u{200B}' | '\u{2060}' | '\u{FEFF}' | '\u{00AD}' | '\u{E0000}'..='\u{E007F}'
        )
    };
    if path.contains(is_turned) {
        return Some((
            Strength::Strong,
            "turns the direction of writing, so that its ending is shown elsewhere",
        ));
    }
    // Finder's folder icons are named `Icon` and a carriage return.
    if path.contains(char::is_control) && !path.ends_with("Icon\r") {
        return Some((Strength::Strong, "holds control characters"));
    }
    if path.contains(is_invisible) {
        return Some((Strength::Strong, "holds characters that are not shown"));
    }
    let mut parts = path.split('/');
    parts.find_map(|part| {
        let stem = part.split('.').next().unwrap_or(part).trim_end();
        let is_device = ["con", "prn", "aux", "nul"]
            .iter()
            .any(|name| stem.eq_ignore_ascii_case(name));
        let is_port = stem.len() == 4
            && stem.get(..3).is_some_and(|name| {
                name.eq_ignore_ascii_case("com") || name.eq_ignore_ascii_case("lpt")
            })
            && stem.ends_with(|last: char| last.is_ascii_digit() && last != '0');
        match () {
            () if part.contains('\\') => Some((
                Strength::Weak,
                "holds a backslash, which parts folders on Windows",
            )),
            () if part.contains('\u{FFFD}') => Some((Strength::Weak, "is no Unicode text")),
            () if is_device || is_port => Some((Strength::Weak, "is that of a device on Windows")),
            () if part.len() > 1 && part != ".." && part.ends_with(['.', ' ']) => Some((
                Strength::Weak,
                "ends with a dot or blank, which Windows drops",
            )),
            () if part.starts_with('-') => {
                Some((Strength::Weak, "is read as an option by programs"))
            }
            () => None,
        }
    })
}
