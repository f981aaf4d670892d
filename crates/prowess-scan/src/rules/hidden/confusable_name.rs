//! Names that look like other names.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::codes;
use crate::derive::characters;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Role};

use super::shown;

pub(crate) static RULE: Rule = Rule {
    code: codes::CONFUSABLE_NAME,
    id: "confusable-name",
    class: 4,
    phase: Phase::Supply,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Weak],
    why: "a person takes the name for another one, and a program does not",
    advice: "write the name in the letters that it seems to have",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let header = scene.skill.and_then(|skill| skill.manifest.name.as_deref());
    let names = [Some(scene.package.name.as_str()), header];
    if let Some(skill) = scene.skill
        && let Some((name, seen)) = names
            .into_iter()
            .flatten()
            .find_map(|name| Some((name, looks_like(name)?)))
    {
        let message = format!("the name `{}` looks like `{seen}`", shown(name));
        signals.push_file(
            &RULE,
            Strength::Conclusive,
            skill.file,
            Role::Instructions,
            message,
        );
    }
    for unit in scene
        .units
        .iter()
        .filter(|unit| unit.origin == Origin::File)
    {
        hosts(unit, signals);
    }
}

/// The ASCII name that a name looks like, where it is not one.
fn looks_like(name: &str) -> Option<String> {
    if name.is_ascii() {
        return None;
    }
    let seen: Option<String> = name
        .chars()
        .filter(|character| !characters::is_unseen(*character))
        .map(|character| match character.is_ascii() {
            true => Some(character),
            false => characters::ascii_of(character),
        })
        .collect();
    seen.filter(|seen| seen.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// Hosts written in ASCII that stand for names of look-alikes (RFC 5891).
fn hosts(unit: &crate::unit::Unit<'_>, signals: &mut Signals) {
    let text: &str = &unit.text;
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(text.as_bytes().get(from..).unwrap_or(&[]), b"xn--") {
        let at = from + at;
        let is_label = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
        let rest = text.as_bytes().get(at..).unwrap_or(&[]);
        let end = at
            + rest
                .iter()
                .take(253)
                .take_while(|byte| is_label(byte))
                .count();
        from = end.max(at + 4);
        let host = text.get(at..end).unwrap_or("");
        let (shown_as, valid) = idna::domain_to_unicode(host);
        // A label alone is no host: programs compare one with what their parser of addresses gives.
        if valid.is_err() || !host.trim_end_matches('.').contains('.') && !is_host_part(text, at) {
            continue;
        }
        let span = prowess_base::Span::new(at, end);
        let (strength, seen) = match looks_like(&shown_as) {
            // Who writes the look-alike in its own letters beside shows how it is written.
            Some(seen) if memchr::memmem::find(text.as_bytes(), shown_as.as_bytes()).is_some() => {
                (Strength::Weak, seen)
            }
            Some(seen) => (Strength::Conclusive, seen),
            // With marks on its letters a name is common, and near its plain form it is meant to be taken
            // for that.
            None => match without_marks(&shown_as).filter(|plain| names(text, plain)) {
                Some(plain) => (Strength::Strong, plain),
                None => continue,
            },
        };
        let message = format!("the host `{}` looks like `{}`", shown(host), shown(&seen));
        signals.push(&RULE, strength, unit, span, message);
    }
}

/// Whether what begins at `at` goes on a name or an address: `mail.xn--…`, `https://xn--…`.
fn is_host_part(text: &str, at: usize) -> bool {
    text.get(..at)
        .is_some_and(|before| before.ends_with(['.', '/', '@']))
}

/// A host without the marks on its letters, where that is ASCII. Some letters are marked in one piece.
fn without_marks(host: &str) -> Option<String> {
    let plain: String = host
        .nfd()
        .filter(|letter| !is_combining_mark(*letter))
        .map(|letter| match letter {
            '\u{131}' => 'i',
            '\u{142}' => 'l',
            '\u{f8}' => 'o',
            '\u{111}' => 'd',
            letter => letter,
        })
        .collect();
    plain.is_ascii().then_some(plain)
}

/// Whether a text names a host, by its last two labels.
fn names(text: &str, host: &str) -> bool {
    let labels: Vec<&str> = host.rsplit('.').take(2).collect();
    let [top, name] = labels.as_slice() else {
        return false;
    };
    let host = format!("{name}.{top}");
    memchr::memmem::find(text.as_bytes(), host.as_bytes()).is_some()
}
