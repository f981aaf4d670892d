//! A file's ending says picture, text or sound, and it is a program or an archive.

use crate::codes;
use crate::package::{Kind, path};
use crate::role;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::Role;

pub(crate) static RULE: Rule = Rule {
    code: codes::DISGUISED_FILE,
    id: "disguised-file",
    class: 22,
    phase: Phase::Hide,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Weak],
    why: "the ending keeps people and scanners from looking at what is a program",
    advice: "name the file for what it is",
    check: Check::Package(check),
};

/// Endings of what is looked at and never run.
const MEDIA: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "webp", "bmp", "ico", "tif", "tiff", "svg", "woff", "woff2",
    "ttf", "otf", "mp3", "wav", "ogg", "flac", "mp4", "mov", "avi", "pdf",
];
/// Endings of texts.
const TEXTS: &[&str] = &[
    "txt", "md", "csv", "tsv", "json", "yaml", "yml", "xml", "html", "css", "log",
];

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        let Some(ending) = path::ending(&file.path).map(str::to_ascii_lowercase) else {
            continue;
        };
        let is_media = MEDIA.contains(&ending.as_str());
        if !is_media && !TEXTS.contains(&ending.as_str()) {
            continue;
        }
        let role = scene.role(id);
        let is_program = || {
            file.text()
                .is_some_and(|text| role::is_program(&file.path, text))
        };
        let (strength, what) = match file.kind {
            Kind::Native(name) => (Strength::Conclusive, name),
            Kind::PythonBytecode => (Strength::Conclusive, "Python bytecode"),
            Kind::Zip | Kind::Gzip | Kind::Tar => (Strength::Strong, "an archive"),
            Kind::Closed(name)
                if name.ends_with("archive") || name.starts_with("Python pickle") =>
            {
                (Strength::Strong, name)
            }
            Kind::Other if is_media && ending != "svg" && is_program() => {
                (Strength::Strong, "a script")
            }
            // A text that begins with `#!` and is run.
            Kind::Other if ending == "txt" && role == Role::Script && is_program() => {
                (Strength::Weak, "a script")
            }
            _ => continue,
        };
        let message = format!("`{}` is {what}", file.path);
        signals.push_file(&RULE, strength, id, role, message);
    }
}
