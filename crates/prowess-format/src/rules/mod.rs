//! What `validate` says about a skill.
//!
//! [`check`] reads a skill as Prowess does and adds, rule by rule, what the agentskills.io
//! specification, its reference library and clients make of it, and how it could be better. In
//! [`Mode::Strict`] it says what the reference library says and nothing else.
//!
//! One file is one rule, with its fixtures. Rules push diagnostics and decide nothing else;
//! whether a skill may be used is decided by [`crate::Dialect`] alone.

mod body_length;
mod body_undivided;
mod catalogue_length;
mod compatibility;
mod description_length;
mod description_markup;
mod description_passive;
mod description_what;
mod description_when;
mod encoding;
mod field_shape;
mod field_unknown;
mod file_name;
mod file_size;
mod link_broken;
mod metadata_reserved;
mod name_folder;
mod name_form;
mod name_missing;
mod name_reserved;
mod reference_cut;
mod reference_yaml;
mod words;

use prowess_base::{Code, Diagnostic, Severity, Span};

use crate::strict::{self, StrictFile, StrictSkill};
use crate::{Dialect, Document, Entry, Limits, Source};

/// What is checked.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The name of the skill's folder; empty where there is none to compare with.
    pub folder: &'a str,
    /// The file's name as it was found, such as `SKILL.md`.
    pub file_name: &'a str,
    /// What the file holds.
    pub bytes: &'a [u8],
    /// The other files of the folder as relative paths with `/`; nothing where they are not
    /// known.
    pub resources: Option<&'a [&'a str]>,
}

/// Which rules are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Every rule, weighed for a target.
    Full(Target),
    /// The reference library's, as [`strict::validate`] has them, each one an error.
    Strict,
}

/// Where a skill is to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Target {
    /// Anywhere: what one client refuses and others take is a warning.
    #[default]
    Any,
    /// An upload to claude.ai or the Claude API: what it refuses is an error.
    ClaudeAi,
}

/// Everything there is to say about a skill, the reading's own diagnostics first. No file is
/// named in them.
#[must_use]
pub fn check(subject: &Subject<'_>, mode: Mode) -> Vec<Diagnostic> {
    match mode {
        Mode::Strict => check_strictly(subject),
        Mode::Full(target) => check_fully(subject, target),
    }
}

fn check_strictly(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let file = match subject.file_name {
        "SKILL.md" | "skill.md" => StrictFile::Bytes(subject.bytes),
        _ => StrictFile::Missing,
    };
    let (source, _) = Source::decode(subject.bytes);
    strict::validate(&StrictSkill {
        folder: subject.folder,
        file,
    })
    .iter()
    .map(|fault| fault.diagnostic(&source.text))
    .collect()
}

fn check_fully(subject: &Subject<'_>, target: Target) -> Vec<Diagnostic> {
    let limits = Limits::default();
    let (source, mut diagnostics) = Source::decode(subject.bytes);
    let (document, found) = Document::parse(&source.text, &limits);
    diagnostics.extend(found);
    let reading = Dialect::Own.read(&document, subject.folder, &limits);
    diagnostics.extend(reading.diagnostics);
    let facts = Facts {
        subject,
        target,
        source: &source,
        document: &document,
    };
    for rule in RULES {
        rule(&facts, &mut diagnostics);
    }
    diagnostics
}

type Rule = fn(&Facts<'_>, &mut Vec<Diagnostic>);

/// All rules, in the order in which they are told: the file, the header, its fields, the body.
const RULES: &[Rule] = &[
    file_name::check,
    encoding::check,
    file_size::check,
    reference_cut::check,
    reference_yaml::check,
    field_unknown::check,
    field_shape::check,
    name_missing::check,
    name_form::check,
    name_folder::check,
    name_reserved::check,
    description_length::check,
    description_markup::check,
    description_what::check,
    description_when::check,
    description_passive::check,
    compatibility::check,
    metadata_reserved::check,
    catalogue_length::check,
    body_length::check,
    body_undivided::check,
    link_broken::check,
];

/// What a rule may look at.
struct Facts<'a> {
    subject: &'a Subject<'a>,
    target: Target,
    source: &'a Source<'a>,
    document: &'a Document<'a>,
}

impl<'a> Facts<'a> {
    fn text(&self) -> &'a str {
        self.document.text
    }

    fn entries(&self) -> &'a [Entry<'a>] {
        self.document
            .root()
            .and_then(|root| root.as_mapping())
            .unwrap_or_default()
    }

    /// The entry of a top-level field.
    fn entry(&self, key: &str) -> Option<&'a Entry<'a>> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// The trimmed text of a top-level field that has one, and where it stands.
    fn field(&self, key: &str) -> Option<(&'a str, Span)> {
        let value = &self.entry(key)?.value;
        let text = value.as_scalar().filter(|_| !value.is_null())?.text.trim();
        (!text.is_empty()).then_some((text, value.span))
    }

    /// A warning; an error where the target refuses what it is about.
    fn refused_by_claude(&self) -> Severity {
        match self.target {
            Target::Any => Severity::Warning,
            Target::ClaudeAi => Severity::Error,
        }
    }

    /// A diagnostic that points at `span`.
    fn at(
        &self,
        span: Span,
        code: Code,
        severity: Severity,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, severity, message).at(self.text(), span)
    }
}

/// What the fixtures of rules share.
#[cfg(test)]
mod fixture {
    use super::*;

    /// What one rule says about a file in a folder `demo`: the text it points at and its
    /// message.
    pub(super) fn says(rule: Rule, text: &str) -> Vec<(String, String)> {
        says_for(rule, Target::Any, text)
    }

    /// The same for a target.
    pub(super) fn says_for(rule: Rule, target: Target, text: &str) -> Vec<(String, String)> {
        let subject = Subject {
            folder: "demo",
            file_name: "SKILL.md",
            bytes: text.as_bytes(),
            resources: None,
        };
        run(rule, target, &subject)
            .into_iter()
            .map(|diagnostic| {
                let span = diagnostic.place.map_or(Span::default(), |place| place.span);
                (span.slice(text).to_owned(), diagnostic.message)
            })
            .collect()
    }

    /// The diagnostics of one rule.
    pub(super) fn run(rule: Rule, target: Target, subject: &Subject<'_>) -> Vec<Diagnostic> {
        let (source, _) = Source::decode(subject.bytes);
        let (document, _) = Document::parse(&source.text, &Limits::default());
        let facts = Facts {
            subject,
            target,
            source: &source,
            document: &document,
        };
        let mut diagnostics = Vec::new();
        rule(&facts, &mut diagnostics);
        diagnostics
    }

    /// A skill in good order with this description.
    pub(super) fn described(description: &str) -> String {
        format!("---\nname: demo\ndescription: {description}\n---\nBody.\n")
    }

    /// One expected diagnostic.
    pub(super) fn one(place: &str, message: &str) -> Vec<(String, String)> {
        vec![(place.to_owned(), message.to_owned())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str, mode: Mode) -> Vec<(u16, Severity)> {
        let subject = Subject {
            folder: "demo",
            file_name: "SKILL.md",
            bytes: text.as_bytes(),
            resources: Some(&[]),
        };
        check(&subject, mode)
            .iter()
            .map(|diagnostic| (diagnostic.code.number(), diagnostic.severity))
            .collect()
    }

    const GOOD: &str = "---\nname: demo\ndescription: Sorts bolts by size. Use when bolts lie \
        about.\n---\n\n# Sort\n\nTake a bolt.\n";

    /// A skill in good order is in good order in every mode.
    #[test]
    fn nothing_to_say() {
        for mode in [
            Mode::Full(Target::Any),
            Mode::Full(Target::ClaudeAi),
            Mode::Strict,
        ] {
            assert_eq!(codes(GOOD, mode), []);
        }
    }

    /// What the reading itself finds is told once, by the reading.
    #[test]
    fn no_description_is_told_once() {
        let text = "---\nname: demo\n---\n";
        let missing = crate::codes::dialect::NO_DESCRIPTION.number();
        assert_eq!(
            codes(text, Mode::Full(Target::Any)),
            [(missing, Severity::Error)]
        );
        assert_eq!(codes(text, Mode::Strict), [(missing, Severity::Error)]);
    }

    /// The reference library's quirk is a warning in full mode and no word in strict mode.
    #[test]
    fn quirks_are_named() {
        let text = GOOD.replace("by size", "by --- size");
        let cut = crate::codes::rules::REFERENCE_CUT.number();
        assert_eq!(
            codes(&text, Mode::Full(Target::Any)),
            [(cut, Severity::Warning)]
        );
        assert_eq!(codes(&text, Mode::Strict), []);
    }

    /// Every rule's code has a page that begins with the code and is more than a title.
    #[test]
    fn pages() {
        for page in crate::codes::rules::PAGES {
            let title = format!("# {}: {}\n\n", page.code, page.title);
            assert!(page.text.starts_with(&title), "{}", page.code);
            assert!(page.text.len() > title.len() + 80, "{}", page.code);
        }
    }
}
