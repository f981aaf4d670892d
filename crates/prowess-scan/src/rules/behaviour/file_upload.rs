//! What a person keeps is sent to a host that the skill does not declare.

use super::affinity::Declared;
use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::FILE_UPLOAD,
    id: "file-upload",
    class: 6,
    phase: Phase::Send,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "documents and pictures are a person's own, and what has left the machine cannot be called back",
    advice: "send the file that the person named, to a service that the header names",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    for (fact, unit) in scene.facts() {
        let Act::Flows {
            from: Source::File(asset @ (Asset::Personal | Asset::Everything)),
            to: Sink::Network(host),
            over,
        } = &fact.act
        else {
            continue;
        };
        let kind = host.as_deref().map_or(HostKind::Named, host::kind);
        if kind == HostKind::Loopback {
            continue;
        }
        let is_declared = host.as_deref().is_some_and(|host| declared.in_header(host));
        // One file may be an example; a folder of them is a harvest.
        let is_many = *asset == Asset::Everything
            || over.iter().any(|(id, span)| {
                scene.unit(*id).is_some_and(|unit| {
                    let text = span.slice(&unit.text);
                    text.contains(['*', '{'])
                        || text.contains("tar ")
                        || text.contains("zip")
                        || text.contains("glob")
                        || text.contains("walk")
                        || text.contains("readdir")
                })
            });
        let strength = match (is_declared, is_many) {
            (true, _) => Strength::Note,
            (false, true) => Strength::Strong,
            (false, false) => Strength::Weak,
        };
        let to = host.as_deref().unwrap_or("a host that is computed");
        let what = match asset {
            Asset::Everything => "the whole home folder",
            _ => "files of the person",
        };
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("sends {what} to `{to}`"),
        );
    }
}
