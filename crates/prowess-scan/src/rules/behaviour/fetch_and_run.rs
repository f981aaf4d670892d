//! A program is fetched from the network and run.

use super::affinity::Declared;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::FETCH_AND_RUN,
    id: "fetch-and-run",
    class: 7,
    phase: Phase::Execute,
    strengths: &[
        Strength::Conclusive,
        Strength::Strong,
        Strength::Weak,
        Strength::Note,
    ],
    why: "what runs is decided by whoever holds that address at that moment",
    advice: "ship the program with the skill, or fetch a pinned version and check its digest first",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    let header = scene.skill.map(|skill| (skill.file, skill.body.start));
    for (fact, unit) in scene.facts() {
        if let Act::Runs { program, arguments } = &fact.act
            && let Some(pattern) = shared_program(program, arguments)
        {
            signals.push(
                &RULE,
                Strength::Strong,
                unit,
                fact.span,
                format!("runs whatever others put at `{pattern}`"),
            );
        }
        let Act::Flows {
            from: Source::Network(url),
            to: Sink::Program,
            ..
        } = &fact.act
        else {
            continue;
        };
        let in_description = header
            .is_some_and(|(file, end)| unit.file == file && unit.in_file(fact.span).start < end);
        let strength = match url.as_deref() {
            // A description is read by every model, whatever it is asked: nothing is run from there.
            Some(url) if in_description && host::kind(url) == HostKind::Named => Strength::Strong,
            Some(url) => strength(url, scene, unit, &declared),
            None => Strength::Weak,
        };
        let url = url.as_deref().unwrap_or("an address that is computed");
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("runs what it fetches from `{url}`"),
        );
    }
}

/// The pattern of names in a folder that anybody can write to, where an interpreter runs what it finds there.
fn shared_program<'a>(program: &str, arguments: &'a [String]) -> Option<&'a str> {
    let runs = matches!(
        program,
        "sh" | "bash"
            | "zsh"
            | "dash"
            | "source"
            | "."
            | "python"
            | "python3"
            | "node"
            | "perl"
            | "ruby"
    );
    let first = arguments.iter().find(|word| !word.starts_with('-'))?;
    let is_shared = ["/tmp/", "/var/tmp/", "/dev/shm/"]
        .iter()
        .any(|folder| first.starts_with(folder));
    (runs && is_shared && first.contains('*') && !first.contains(' ')).then_some(first.as_str())
}

fn strength(url: &str, scene: &Scene<'_>, unit: &Unit<'_>, declared: &Declared) -> Strength {
    // Installers are shown to who is to run them; a program that loads more of itself is none.
    let is_shown = unit.file_language == Language::Markdown && !unit.origin.is_out_of_sight();
    let name = host::name(url);
    match host::kind(url) {
        HostKind::Installer => Strength::Note,
        HostKind::Loopback | HostKind::Private => Strength::Weak,
        HostKind::Registry => Strength::Weak,
        HostKind::RawAddress
        | HostKind::Paste
        | HostKind::Collector
        | HostKind::Metadata
        | HostKind::ChatHook => Strength::Conclusive,
        // A repository, or a release of one, is what most tools are installed from; a file of anybody's is not.
        HostKind::UserContent => {
            let is_repository = url.ends_with(".git")
                || url.contains("/releases/")
                || url
                    .split_once("://")
                    .map_or(url, |(_, rest)| rest)
                    .matches('/')
                    .count()
                    == 2
                || url.starts_with("git@");
            if is_repository || declared.is_owner_of(url) {
                Strength::Weak
            } else {
                Strength::Strong
            }
        }
        HostKind::Named => match name {
            // The vendor's own installer of what the skill is for.
            Some(name)
                if url.starts_with("https://")
                    && (declared.in_header(&name)
                        || is_shown && declared.is_namesake(scene, &name)) =>
            {
                Strength::Weak
            }
            Some(_) => Strength::Strong,
            // The host is a variable.
            None => Strength::Weak,
        },
    }
}
