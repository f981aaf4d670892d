//! A setting of Git runs a program.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use super::{brief, is_part_of_another, words_for};
use crate::codes;
use crate::configuration::{Reach, reach};
use crate::rules::{Check, Phase, Rule, windows};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::GIT_PROGRAM,
    id: "git-program",
    class: 10,
    phase: Phase::Persist,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "Git runs it at every later use, in every repository that the setting is for",
    advice: "leave the settings of Git to the person, or keep them to one repository",
    check: Check::Text {
        hints: &[
            "hooksPath",
            "fsmonitor",
            "sshCommand",
            "core.pager",
            "core.editor",
            "credential.helper",
            "diff.external",
            "gitProxy",
            "askPass",
            "sequence.editor",
            "config alias.",
            "global alias.",
            "init.templateDir",
        ],
        run,
    },
};

static SETTING: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?ix)\bgit\s+config\s+((?:--?[\w-]+\s+)*)
        (core\.(?:hooksPath|fsmonitor|sshCommand|pager|editor|gitProxy|askPass)|credential\.(?:\S+\.)?helper
         |diff\.external|sequence\.editor|alias\.[\w-]+|init\.templateDir)
        \s+(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|(\S+))"#,
    )
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if is_part_of_another(unit) {
        return;
    }
    for (window, text) in windows(&unit.text, places, 60, 400) {
        for found in SETTING.captures_iter(text) {
            let value = found
                .get(3)
                .or_else(|| found.get(4))
                .or_else(|| found.get(5));
            let (Some(whole), Some(options), Some(key), Some(value)) =
                (found.get(0), found.get(1), found.get(2), value)
            else {
                continue;
            };
            let key = key.as_str();
            let reach = reach(value.as_str());
            let is_program = value.as_str().starts_with('!');
            let everywhere = ["--global", "--system"]
                .iter()
                .any(|option| options.as_str().contains(option));
            let runs_at_each_use = ["hookspath", "fsmonitor", "sshcommand", "templatedir"]
                .iter()
                .any(|end| key.to_ascii_lowercase().ends_with(end));
            let is_switch = matches!(value.as_str(), "true" | "false");
            let strength = match reach {
                Reach::Network | Reach::Foreign => Strength::Strong,
                _ if is_switch => continue,
                _ if runs_at_each_use && everywhere => Strength::Weak,
                _ if runs_at_each_use || is_program => Strength::Note,
                _ => continue,
            };
            let message = format!("`{key}` {}: `{}`", words_for(reach), brief(value.as_str()));
            let span = Span::new(whole.start(), whole.end()).shifted(window.start as usize);
            signals.push(&RULE, strength, unit, span, message);
        }
    }
}
