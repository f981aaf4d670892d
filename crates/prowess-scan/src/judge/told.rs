//! Findings as they are told: each once, in order, bounded, with their evidence.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use prowess_base::{Code, Digest, LineIndex, Place, Span};

use super::weigh::Weighed;
use crate::FileId;
use crate::codes;
use crate::failure::Failures;
use crate::report::{Finding, Severity};
use crate::rules::Scene;
use crate::secret;
use crate::signal::line_around;
use crate::unit::Origin;

/// Findings of one rule in one file that are told one by one.
const TOLD: usize = 20;

/// Characters of evidence.
const EVIDENCE: usize = 200;

/// Hexadecimal digits of a fingerprint.
const FINGERPRINT: usize = 16;

/// The findings of weighed signals: gravest first, then by file and place.
/// `beyond` counts signals that were not kept.
pub(super) fn findings(
    scene: &Scene<'_>,
    weighed: Vec<Weighed<'_>>,
    beyond: &BTreeMap<(Code, FileId), usize>,
) -> Vec<Finding> {
    let mut groups: BTreeMap<_, Vec<Weighed<'_>>> = BTreeMap::new();
    for one in weighed {
        let key = (one.signal.rule.code, one.signal.file);
        groups.entry(key).or_default().push(one);
    }
    let mut lines = Lines::new(scene);
    let mut findings: Vec<Finding> = groups
        .into_iter()
        .flat_map(|(key, group)| {
            let beyond = beyond.get(&key).copied().unwrap_or(0);
            let lines = &mut lines;
            let mut group = once_a_place(group);
            group.sort_by_key(|one| Reverse(one.severity));
            let more = group.len().saturating_sub(TOLD) + beyond;
            group.truncate(TOLD);
            let last = group.len();
            group
                .into_iter()
                .zip(1..)
                .map(move |(one, number)| {
                    let more = if number == last { more } else { 0 };
                    finding(scene, lines, &one, more)
                })
                .collect::<Vec<_>>()
        })
        .collect();
    findings.sort_by(|one, other| {
        let place = |finding: &Finding| finding.place.as_ref().map(|place| place.span.start);
        other
            .severity
            .cmp(&one.severity)
            .then_with(|| one.file.cmp(&other.file))
            .then_with(|| place(one).cmp(&place(other)))
            .then_with(|| one.code.cmp(&other.code))
    });
    findings
}

/// What parts of the scan that did not come to an end leave, each told once, with the first file on which it
/// failed.
pub(super) fn failures(scene: &Scene<'_>, failures: &Failures) -> Vec<Finding> {
    let told = failures.all.iter().map(|(part, files)| {
        let name = part.in_words();
        let first = files.first().and_then(|file| scene.package.file(*file));
        let message = match (first, files.len()) {
            (None, _) => format!("{name} failed on this package"),
            (Some(_), 1) => format!("{name} failed on this file"),
            (Some(_), count) => format!("{name} failed on this file and {} more", count - 1),
        };
        Finding {
            code: codes::SCAN_INCOMPLETE,
            rule: "scan-incomplete",
            severity: Severity::Info,
            file: first.map(|file| file.path.clone()).unwrap_or_default(),
            place: None,
            fingerprint: Digest::of(name.as_bytes()).short_hex(FINGERPRINT),
            message,
            evidence: String::new(),
            why: part.why(),
            advice: "read the package yourself, and report it as a fault of the scan",
            weighed: Vec::new(),
            suppressed: None,
        }
    });
    told.collect()
}

/// The signals of one rule in one file without those whose place overlaps a graver one, or, where they
/// weigh the same, one nearer to the file as it was written. In the order of their places.
fn once_a_place(mut group: Vec<Weighed<'_>>) -> Vec<Weighed<'_>> {
    let start = |one: &Weighed<'_>| one.signal.span.map(|span| (span.start, Reverse(span.end)));
    group.sort_by_key(start);
    let mut kept: Vec<Weighed<'_>> = Vec::with_capacity(group.len());
    for one in group {
        match kept.last_mut() {
            Some(last) if is_same_place(last, &one) => {
                if rank(&one) < rank(last) {
                    *last = one;
                }
            }
            _ => kept.push(one),
        }
    }
    kept
}

fn is_same_place(one: &Weighed<'_>, other: &Weighed<'_>) -> bool {
    match (one.signal.span, other.signal.span) {
        (None, None) => one.signal.message == other.signal.message,
        (Some(one), Some(other)) => other.start < one.end || one.start == other.start,
        _ => false,
    }
}

/// Which of two signals in one place is told: the lower.
fn rank(one: &Weighed<'_>) -> (Reverse<Severity>, bool) {
    (Reverse(one.severity), one.signal.origin != Origin::File)
}

/// The lines of every file in which something is told, each indexed once.
struct Lines<'s> {
    scene: &'s Scene<'s>,
    known: HashMap<FileId, LineIndex<'s>>,
}

impl<'s> Lines<'s> {
    fn new(scene: &'s Scene<'s>) -> Self {
        Self {
            scene,
            known: HashMap::new(),
        }
    }

    fn place(&mut self, file: FileId, span: Span) -> Place {
        let index = self.known.entry(file).or_insert_with(|| {
            let file = self.scene.package.file(file);
            LineIndex::new(file.and_then(|file| file.text()).unwrap_or(""))
        });
        Place::indexed(index, span)
    }
}

fn finding(
    scene: &Scene<'_>,
    lines: &mut Lines<'_>,
    weighed: &Weighed<'_>,
    more: usize,
) -> Finding {
    let signal = weighed.signal;
    let file = scene.package.file(signal.file);
    let text = file.and_then(|file| file.text()).unwrap_or("");
    let path = file.map(|file| file.path.clone()).unwrap_or_default();
    let shown = match (&signal.evidence, signal.span) {
        (Some(evidence), _) => evidence.clone(),
        (None, Some(span)) => line_around(text, bounded(text, span)),
        (None, None) => String::new(),
    };
    let evidence = cut(&secret::mask(&shown));
    let mut message = secret::mask(&signal.message);
    if more > 0 {
        message.push_str(&format!(" (and {more} more of these in the file)"));
    }
    Finding {
        code: signal.rule.code,
        rule: signal.rule.id,
        severity: weighed.severity,
        place: signal.span.map(|span| lines.place(signal.file, span)),
        fingerprint: fingerprint(signal.rule.id, &path, &evidence),
        file: path,
        message,
        evidence,
        why: signal.rule.why,
        advice: signal.rule.advice,
        weighed: weighed.why.clone(),
        suppressed: None,
    }
}

/// At most as much of a span as evidence shows.
fn bounded(text: &str, span: Span) -> Span {
    let range = span.range();
    let end = range.end.min(range.start.saturating_add(4 * EVIDENCE));
    Span::new(range.start, text.floor_char_boundary(end.min(text.len())))
}

/// Evidence in one line and at most [`EVIDENCE`] characters. What is not seen is written as its number.
fn cut(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(4 * EVIDENCE));
    let mut characters = text.trim().chars();
    for character in characters.by_ref().take(EVIDENCE) {
        match character {
            '\n' | '\r' | '\t' => line.push(' '),
            character if character.is_control() || is_invisible(character) => {
                line.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
            }
            character => line.push(character),
        }
    }
    if characters.next().is_some() {
        line.push('…');
    }
    line
}

/// Characters that show nothing, or turn the direction of what is shown.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e01ef}'
    )
}

/// What names a finding over small changes: rule, file, and the evidence without blanks.
pub(crate) fn fingerprint(rule: &str, path: &str, evidence: &str) -> String {
    let mut named = String::with_capacity(rule.len() + path.len() + evidence.len() + 2);
    named.extend([rule, "\n", path, "\n"]);
    named.extend(evidence.split_whitespace());
    Digest::of(named.as_bytes()).short_hex(FINGERPRINT)
}
