//! The header says where programs are got from, or which tool a command calls.

use prowess_base::Span;
use prowess_format::{InstallKind, InstallSpec};

use super::{brief, words_for};
use crate::codes;
use crate::configuration::{Reach, Starter, commands, is_unknown, reach, settings};
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::Origin;

pub(crate) static RULE: Rule = Rule {
    code: codes::HEADER_COMMAND,
    id: "header-command",
    class: 7,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a client acts on the header by itself, often with one click and no text shown",
    advice: "take programs from a registry or a vendor's release, by version",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let Some(skill) = scene.skill else { return };
    let unit = scene
        .units
        .iter()
        .find(|unit| unit.file == skill.file && unit.origin == Origin::File);
    let Some(unit) = unit else { return };
    let header = skill.header.slice(&unit.text);
    let place = |text: &str| {
        let start = header.find(text);
        start.map_or(Span::default(), |start| {
            Span::new(start, start + text.len())
        })
    };
    for spec in skill.manifest.install.iter() {
        if let Some((strength, shown, message)) = weigh(spec, skill.manifest.homepage.as_deref()) {
            signals.push(&RULE, strength, unit, place(shown), message);
        }
    }
    if let Some(dispatch) = &skill.manifest.dispatch {
        let is_open = ["exec", "bash", "shell", "process", "run", "terminal"]
            .iter()
            .any(|tool| dispatch.tool.eq_ignore_ascii_case(tool));
        if is_open {
            let message = format!(
                "the slash command hands its arguments raw to `{}`",
                dispatch.tool
            );
            signals.push(&RULE, Strength::Weak, unit, place(&dispatch.tool), message);
        }
    }
    let Some(root) = settings(unit) else { return };
    for command in commands(&root) {
        if command.starter != Starter::Specification {
            continue;
        }
        let reach = reach(&command.text);
        let strength = match reach {
            Reach::Foreign => Strength::Strong,
            Reach::Network | Reach::Inline => Strength::Weak,
            Reach::Local => Strength::Note,
        };
        let message = format!(
            "an install specification {}: `{}`",
            words_for(reach),
            brief(&command.text)
        );
        signals.push(&RULE, strength, unit, command.span, message);
    }
}

/// Taps of those who make agents and well-known tools.
const TAPS: &[&str] = &[
    "steipete/",
    "openclaw/",
    "homebrew/",
    "anthropics/",
    "github/",
    "hashicorp/",
    "stripe/",
    "supabase/",
    "aws/",
    "azure/",
    "google/",
    "charmbracelet/",
    "oven-sh/",
    "goreleaser/",
    "1password/",
    "yakitrak/",
    "antoniorodr/",
    "pnpm/",
    "jdx/",
    "heroku/",
    "vercel/",
    "cloudflare/",
    "fluxcd/",
    "mongodb/",
];

fn weigh<'s>(spec: &'s InstallSpec, homepage: Option<&str>) -> Option<(Strength, &'s str, String)> {
    match spec.kind {
        InstallKind::Download => {
            let url = spec.url.as_deref()?;
            if !is_unknown(url) {
                return None;
            }
            let host = host::name(url)?;
            let is_own = homepage
                .and_then(host::name)
                .is_some_and(|home| home == host && host::kind(url) == HostKind::Named);
            let strength = match host::kind(url) {
                HostKind::RawAddress | HostKind::Paste | HostKind::Collector => Strength::Strong,
                _ if url.starts_with("http://") => Strength::Strong,
                HostKind::UserContent => Strength::Weak,
                _ if is_own => Strength::Note,
                _ => Strength::Weak,
            };
            Some((
                strength,
                url,
                format!("a program is downloaded from `{host}`"),
            ))
        }
        InstallKind::Brew => {
            let formula = spec.formula.as_deref()?;
            let is_tap = formula.matches('/').count() == 2;
            let is_known = TAPS.iter().any(|tap| formula.starts_with(tap));
            (is_tap && !is_known).then(|| {
                let message = format!("a formula is taken from the tap of `{formula}`");
                (Strength::Note, formula, message)
            })
        }
        InstallKind::Node | InstallKind::Go | InstallKind::Uv => None,
    }
}
