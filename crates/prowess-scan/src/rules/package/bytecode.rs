//! Python's compiled code lies in the package.

use std::collections::HashSet;

use crate::codes;
use crate::package::{Content, Kind, PackageFile, path};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::Role;

pub(crate) static RULE: Rule = Rule {
    code: codes::BYTECODE,
    id: "bytecode",
    class: 23,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "Python runs the compiled file in place of the source that a person reads",
    advice: "remove it: Python makes it again from the source",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (id, file) in scene.package.with_ids() {
        if file.kind != Kind::PythonBytecode {
            continue;
        }
        let (strength, what) = judge(scene, file, scene.role(id));
        let message = format!("`{}` is compiled Python {what}", file.path);
        signals.push_file(&RULE, strength, id, scene.role(id), message);
    }
}

fn judge(scene: &Scene<'_>, file: &PackageFile, role: Role) -> (Strength, &'static str) {
    let Content::Bytes(bytes) = &file.content else {
        return (Strength::Strong, "that could not be read");
    };
    // Bit 0: by digest; bit 1: the digest is checked (PEP 552).
    match bytes.get(4..8) {
        Some([1, 0, 0, 0]) => {
            return (
                Strength::Strong,
                "that is run whatever its source says (unchecked digest)",
            );
        }
        Some([0 | 3, 0, 0, 0]) => {}
        _ => return (Strength::Strong, "with flags that no Python writes"),
    }
    match source(scene, file) {
        Some(source) if has_other_words(bytes, source) => {
            (Strength::Strong, "with words that its source does not have")
        }
        Some(_) if role == Role::Script => (Strength::Weak, "beside its source"),
        Some(_) => (Strength::Weak, "of a source that is here"),
        None if role == Role::Script => (Strength::Strong, "without its source, and is run"),
        None => (Strength::Weak, "without its source"),
    }
}

/// The text of the source that the file claims to come from.
fn source<'s>(scene: &'s Scene<'_>, file: &PackageFile) -> Option<&'s str> {
    let folder = path::folder(&file.path);
    let folder = folder
        .strip_suffix("__pycache__")
        .unwrap_or(folder)
        .trim_end_matches('/');
    let stem = path::name(&file.path).split('.').next()?;
    let source = match folder {
        "" => format!("{stem}.py"),
        folder => format!("{folder}/{stem}.py"),
    };
    let mut files = scene.package.files.iter();
    files.find(|file| file.path == source)?.text()
}

/// Whether the compiled code knows words, of names or texts, that do not stand in `source`. Some few
/// come from the compiler, and some are written with escapes in the source.
fn has_other_words(compiled: &[u8], source: &str) -> bool {
    const MOST: usize = 2;
    const LOOKED_FOR: usize = 200;
    let known: HashSet<&str> = source.split(|one: char| !is_word(one)).collect();
    let mut other: HashSet<String> = HashSet::new();
    let mut looked_for = 0;
    for text in strings(compiled) {
        let is_path = text.contains(['/', '\\']) && text.ends_with(".py") || text.ends_with(".py");
        if is_path || text.starts_with('<') {
            continue;
        }
        for word in text.split(|one: char| !is_word(one)) {
            // `self.__x` in a class `C` is kept as `_C__x`.
            let word = match word.starts_with('_') {
                true => word.rsplit("__").next().unwrap_or(word),
                false => word,
            };
            let is_plain = (5..=24).contains(&word.len())
                && word.contains(|one: char| one.is_ascii_lowercase())
                && !word.contains(|one: char| one.is_ascii_digit())
                && !COMPILER.contains(&word);
            if !is_plain || known.contains(word) || looked_for == LOOKED_FOR {
                continue;
            }
            looked_for += 1;
            if !is_written(word, source.as_bytes()) {
                other.insert(word.to_owned());
            }
            if other.len() > MOST {
                return true;
            }
        }
    }
    false
}

fn is_word(one: char) -> bool {
    one.is_alphanumeric() || one == '_'
}

/// Whether a word stands in the source, also in two pieces: texts that follow each other are joined.
fn is_written(word: &str, source: &[u8]) -> bool {
    let holds = |part: &str| memchr::memmem::find(source, part.as_bytes()).is_some();
    /// Beyond it pieces are not looked for: no module is so large.
    const LARGE: usize = 256 << 10;
    let borders = 2..word.len().saturating_sub(1);
    holds(word)
        || source.len() <= LARGE
            && borders
                .filter_map(|at| word.split_at_checked(at))
                .any(|(one, other)| holds(one) && holds(other))
}

/// Words that the compiler adds.
const COMPILER: [&str; 8] = [
    "locals",
    "lambda",
    "listcomp",
    "genexpr",
    "dictcomp",
    "setcomp",
    "module",
    "annotations",
];

/// The short ASCII texts of marshalled data: a type, one byte of length, the text.
fn strings(bytes: &[u8]) -> impl Iterator<Item = String> {
    let mut at = 16;
    std::iter::from_fn(move || {
        loop {
            let kind = bytes.get(at)? & 0x7F;
            let length = usize::from(*bytes.get(at + 1)?);
            let text = bytes.get(at + 2..at + 2 + length);
            let is_short = matches!(kind, b'z' | b'Z') && length >= 4;
            match text {
                Some(text)
                    if is_short
                        && text
                            .iter()
                            .all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) =>
                {
                    at += 2 + length;
                    return Some(text.iter().map(|byte| char::from(*byte)).collect());
                }
                _ => at += 1,
            }
        }
    })
}
