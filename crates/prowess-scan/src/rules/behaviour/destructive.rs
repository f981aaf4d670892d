//! Everything is deleted, overwritten or made unusable.

use crate::asset::{self, Asset};
use crate::codes;
use crate::fact::Act;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::DESTRUCTIVE,
    id: "destructive",
    class: 12,
    phase: Phase::Power,
    strengths: &[Strength::Conclusive, Strength::Strong],
    why: "what is gone is gone",
    advice: "delete by exact paths beneath the working folder",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        match &fact.act {
            Act::Deletes { path, asset } => {
                let bare = path.trim_end_matches(['/', '\\', '*']);
                let is_near_root = bare.matches(['/', '\\']).count() <= 1
                    || bare.to_ascii_lowercase().ends_with("\\system32");
                let strength = match asset {
                    Asset::Everything => Strength::Conclusive,
                    Asset::System if is_near_root => Strength::Conclusive,
                    Asset::SshKeys | Asset::Wallet | Asset::PasswordStore => Strength::Strong,
                    Asset::Device => Strength::Strong,
                    // Whatever lies in the home folder, or a whole folder of documents.
                    Asset::Home | Asset::Personal
                        if path == "~/…" || asset::is_personal_folder(path) =>
                    {
                        Strength::Strong
                    }
                    _ => continue,
                };
                signals.push(
                    &RULE,
                    strength,
                    unit,
                    fact.span,
                    format!("deletes `{path}`"),
                );
            }
            Act::Runs { program, arguments } => {
                let device = arguments
                    .iter()
                    .find(|word| asset::classify(word.trim_start_matches("of=")) == Asset::Device);
                let is_disk = |word: &str| {
                    [
                        "/dev/sd",
                        "/dev/nvme",
                        "/dev/hd",
                        "/dev/disk",
                        "/dev/vd",
                        "/dev/mmcblk",
                    ]
                    .iter()
                    .any(|disk| word.contains(disk))
                };
                let strength = match program.as_str() {
                    ":(){ :|:& };:" => Strength::Conclusive,
                    "dd" if device.is_some_and(|word| word.starts_with("of=") && is_disk(word)) => {
                        Strength::Strong
                    }
                    "wipefs" | "shred" if device.is_some_and(|word| is_disk(word)) => {
                        Strength::Strong
                    }
                    _ if program.starts_with("mkfs") && device.is_some() => Strength::Strong,
                    "vssadmin"
                        if arguments
                            .iter()
                            .any(|word| word.eq_ignore_ascii_case("delete")) =>
                    {
                        Strength::Strong
                    }
                    _ => continue,
                };
                signals.push(
                    &RULE,
                    strength,
                    unit,
                    fact.span,
                    format!("runs `{program}`"),
                );
            }
            _ => {}
        }
    }
}
