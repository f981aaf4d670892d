//! More rights are taken than the work needs.

use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::PRIVILEGE,
    id: "privilege",
    class: 12,
    phase: Phase::Power,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "with the rights of the system, a mistake or a malice reaches everything",
    advice: "do the work as the person, and let them install what needs more",
    check: Check::Package(check),
};

/// Whether `tar` is to unpack absolute paths as they are.
fn unpacks_anywhere(arguments: &[String]) -> bool {
    let cluster = arguments.first().map_or("", String::as_str);
    let is_cluster = !cluster.starts_with("--") && cluster.len() < 12;
    let unpacks = is_cluster && cluster.contains('x')
        || arguments
            .iter()
            .any(|word| word == "--extract" || word == "--get");
    let absolute = is_cluster && cluster.contains('P')
        || arguments
            .iter()
            .any(|word| word == "-P" || word == "--absolute-names");
    unpacks && absolute
}

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        match &fact.act {
            Act::Runs { program, arguments } => {
                let has = |part: &str| arguments.iter().any(|word| word.contains(part));
                let is = |word: &str| arguments.iter().any(|own| own == word);
                let strength = match program.as_str() {
                    _ if has("NOPASSWD") => Strength::Strong,
                    "visudo" => Strength::Weak,
                    "sudo" | "doas" => Strength::Note,
                    "chmod"
                        if has("u+s")
                            || has("+s") && !has("+x")
                            || arguments.first().is_some_and(|mode| {
                                mode.len() == 4 && mode.starts_with(['4', '6'])
                            }) =>
                    {
                        Strength::Strong
                    }
                    "setcap" if has("cap_setuid") || has("cap_sys_admin") => Strength::Strong,
                    "docker" | "podman" if has("/:/") || is("/:/host") => Strength::Strong,
                    "docker" | "podman"
                        if is("--privileged") || has("docker.sock") || has("pid=host") =>
                    {
                        Strength::Weak
                    }
                    "nsenter" | "pkexec" => Strength::Weak,
                    // Files of an archive go wherever it says.
                    "tar" | "bsdtar" if unpacks_anywhere(arguments) => Strength::Strong,
                    // Whoever holds that root can read what is encrypted.
                    "security" if is("add-trusted-cert") && has("System.keychain") => {
                        Strength::Strong
                    }
                    "update-ca-certificates" | "update-ca-trust" => Strength::Weak,
                    "certutil" if has("-addstore") => Strength::Strong,
                    _ => continue,
                };
                let words = arguments
                    .iter()
                    .take(4)
                    .map(String::as_str)
                    .collect::<Vec<_>>()
                    .join(" ");
                signals.push(
                    &RULE,
                    strength,
                    unit,
                    fact.span,
                    format!("runs `{program} {words}`"),
                );
            }
            Act::Writes {
                path,
                asset: Asset::System,
            } if path.contains("sudoers") => {
                signals.push(
                    &RULE,
                    Strength::Strong,
                    unit,
                    fact.span,
                    format!("writes to `{path}`"),
                );
            }
            Act::Flows {
                from: Source::Decoded,
                to: Sink::File(Asset::Everything),
                ..
            } => signals.push(
                &RULE,
                Strength::Strong,
                unit,
                fact.span,
                "unpacks what it decodes over the whole system",
            ),
            _ => {}
        }
    }
}
