//! Mending a file for good: what is read with a repair, or not at all, is written as it should stand.
//!
//! Nothing but the header is touched, and of it nothing but what is told. What was read before is read
//! after: where a mended header would say anything else than the one before, beside what is told, it
//! stays as it is.

use std::fmt;

use prowess_base::{Diagnostic, Fix, SkillName, Span};
use unicode_normalization::UnicodeNormalization as _;

use crate::edit::{line_end, splice};
use crate::{
    Dialect, Document, FieldValue, Header, Limits, Manifest, apply_fixes, repair, set_field,
};

/// Fields under another spelling than most clients read them by.
const SPELLINGS: &[(&str, &str)] = &[
    ("allowed_tools", "allowed-tools"),
    ("allowedTools", "allowed-tools"),
    ("command_arg_mode", "command-arg-mode"),
    ("command_dispatch", "command-dispatch"),
    ("command_tool", "command-tool"),
    ("disable_model_invocation", "disable-model-invocation"),
    ("disableModelInvocation", "disable-model-invocation"),
    ("disallowed_tools", "disallowed-tools"),
    ("disallowedTools", "disallowed-tools"),
    ("user_invocable", "user-invocable"),
    ("userInvocable", "user-invocable"),
];

/// Times that fixes are applied: a repair may bring the next one to light.
const ROUNDS: usize = 8;

/// A text, mended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Mending {
    /// The text as it should stand.
    pub text: String,
    /// What was done, in order; empty where the text is as it was.
    pub done: Vec<Mended>,
}

/// One thing that was mended. Its display form is the sentence.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Mended {
    /// What stood before the opening fence was removed.
    FenceMoved,
    /// The closing fence was put in.
    FenceAdded,
    /// A value was written so that YAML reads it.
    Repaired {
        /// What was the matter.
        what: Box<Diagnostic>,
    },
    /// A field got the spelling that most clients read.
    Spelled {
        /// As it was.
        from: String,
        /// As it is.
        to: String,
    },
    /// The name became the folder's.
    Named {
        /// As it was; nothing where there was none.
        from: Option<String>,
        /// As it is.
        to: String,
    },
}

/// Mends the header of a `SKILL.md` in the folder `folder`: quotes and the like, fences, spellings of
/// fields, and a name that is not the folder's, where the folder's is a name.
#[must_use]
pub fn mend(text: &str, folder: &str) -> Mending {
    let mut mending = Mending {
        text: text.to_owned(),
        done: Vec::new(),
    };
    mending.fences();
    mending.repairs();
    mending.spellings();
    mending.name(folder);
    mending
}

impl Mending {
    /// Takes a change where the header then says the same as before but for what `but` levels out.
    fn take(&mut self, text: String, done: Vec<Mended>, but: impl Fn(&mut Manifest)) -> bool {
        let read = |text: &str| {
            let (mut manifest, is_whole) = read(text)?;
            but(&mut manifest);
            Some((manifest, is_whole))
        };
        let (Some(before), Some(after)) = (read(&self.text), read(&text)) else {
            return false;
        };
        // A header that was read whole still is.
        if before.0 != after.0 || (before.1 && !after.1) {
            return false;
        }
        self.text = text;
        self.done.extend(done);
        true
    }

    fn fences(&mut self) {
        let rest = self.text.trim_start_matches([' ', '\t', '\n', '\r']);
        let is_moved = rest.len() < self.text.len() && rest.starts_with("---");
        let text = if is_moved { rest } else { &self.text };
        let closed = closed(text);
        if is_moved && (closed.is_some() || describes_a_skill(text)) {
            self.done.push(Mended::FenceMoved);
            self.text = rest.to_owned();
        }
        if let Some(closed) = closed {
            self.done.push(Mended::FenceAdded);
            self.text = closed;
        }
    }

    fn repairs(&mut self) {
        for _ in 0..ROUNDS {
            let (_, diagnostics) = Document::parse(&self.text, &Limits::default());
            let (done, fixes): (Vec<Mended>, Vec<Fix>) = diagnostics
                .into_iter()
                .filter_map(|what| {
                    let fix = what.fix.clone()?;
                    let what = Box::new(what);
                    Some((Mended::Repaired { what }, fix))
                })
                .unzip();
            let text = apply_fixes(&self.text, &fixes);
            if text == self.text || !self.take(text, done, |_| {}) {
                return;
            }
        }
    }

    fn spellings(&mut self) {
        for (from, to) in SPELLINGS {
            let (document, _) = Document::parse(&self.text, &Limits::default());
            let Some(entries) = document.root().and_then(|root| root.as_mapping()) else {
                return;
            };
            let count = |key: &str| entries.iter().filter(|entry| entry.key == key).count();
            let Some(entry) = entries.iter().find(|entry| entry.key == *from) else {
                continue;
            };
            // A key in quotes is written by someone who means it.
            if count(from) != 1 || count(to) != 0 || entry.key_span.slice(&self.text) != *from {
                continue;
            }
            let text = splice(&self.text, entry.key_span, to);
            let done = Mended::Spelled {
                from: (*from).to_owned(),
                to: (*to).to_owned(),
            };
            self.take(text, vec![done], |_| {});
        }
    }

    fn name(&mut self, folder: &str) {
        if SkillName::fault(folder).is_some() {
            return;
        }
        let Some((manifest, _)) = read(&self.text) else {
            return;
        };
        let name = manifest.name.as_deref();
        if name.is_some_and(|name| name.nfkc().eq(folder.nfkc())) {
            return;
        }
        let done = Mended::Named {
            from: name.map(str::to_owned),
            to: folder.to_owned(),
        };
        if let Ok(text) = set_field(&self.text, "name", FieldValue::Text(folder)) {
            self.take(text, vec![done], |manifest| manifest.name = None);
        }
    }
}

/// What the header says, and whether it is without error; nothing where there is no mapping.
fn read(text: &str) -> Option<(Manifest, bool)> {
    let limits = Limits::default();
    let (document, mut diagnostics) = Document::parse(text, &limits);
    if !matches!(
        document.header,
        Header::Mapping { .. } | Header::Empty { .. }
    ) {
        return None;
    }
    let reading = Dialect::Own.read(&document, "", &limits);
    diagnostics.extend(reading.diagnostics);
    let is_whole = !diagnostics.iter().any(Diagnostic::is_error);
    Some((reading.manifest, is_whole))
}

/// Whether a text has a header that can be read and describes a skill.
fn describes_a_skill(text: &str) -> bool {
    let (document, diagnostics) = Document::parse(text, &Limits::default());
    document.get("description").is_some() && !diagnostics.iter().any(Diagnostic::is_error)
}

/// The text with a closing fence before the first blank line or heading, or in place of dashes with text
/// behind them, if all above is a header and nothing below may be a part of one.
fn closed(text: &str) -> Option<String> {
    let (document, _) = Document::parse(text, &Limits::default());
    let Header::Unterminated { .. } = document.header else {
        return None;
    };
    let (at, behind) = border(text);
    if repair::holds_field(text, Span::new(behind, text.len())) {
        return None;
    }
    let line_end = line_end(text);
    let before = match text.get(..at)?.ends_with(['\n', '\r']) {
        true => "",
        false => line_end,
    };
    let fence = format!("{before}---{line_end}");
    let closed = splice(text, Span::new(at, behind), &fence);
    describes_a_skill(&closed).then_some(closed)
}

/// Where a header that is not closed seems to end, and where the body then begins.
fn border(text: &str) -> (usize, usize) {
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number > 0 && line.starts_with("---") {
            let rest = line.trim_start_matches('-').trim_start_matches([' ', '\t']);
            return (at, at + line.len() - rest.len());
        }
        // A blank line may stand within a text of several lines, or before a fence.
        let next = text
            .get(at..)
            .unwrap_or("")
            .trim_start_matches(['\n', '\r']);
        let goes_on = next.starts_with([' ', '\t']) || next.starts_with("---");
        let is_border = line.starts_with("# ") || (line.trim().is_empty() && !goes_on);
        if number > 0 && is_border {
            return (at, at);
        }
        at += line.len();
    }
    (at, at)
}

impl fmt::Display for Mended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FenceMoved => f.write_str("nothing stands before the opening fence any more"),
            Self::FenceAdded => f.write_str("the header is closed"),
            Self::Repaired { what } => write!(f, "{} ({})", what.message, what.code),
            Self::Spelled { from, to } => write!(f, "`{from}` is spelled `{to}`"),
            Self::Named {
                from: Some(from),
                to,
            } => write!(f, "`name` is `{to}`, was `{from}`"),
            Self::Named { from: None, to } => write!(f, "`name` is `{to}`, was not there"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> (String, Vec<String>) {
        let mending = mend(text, "demo");
        let done = mending.done.iter().map(ToString::to_string).collect();
        (mending.text, done)
    }

    fn told(what: &[&str]) -> Vec<String> {
        what.iter().map(ToString::to_string).collect()
    }

    /// A value that needs quotes gets them, a field its usual spelling, the name becomes the folder's;
    /// comments, unknown fields, blanks and the body stay byte for byte.
    #[test]
    fn everything_else_stays() {
        let text = "---\r\nname: Demo # mine\r\ndescription: Use: now\r\nx-team:   [a,b]\r\nallowed_tools: Read\r\n---\r\n\r\nB  \r\n";
        let (after, done) = mended(text);
        let expected = text
            .replace("Demo", "demo")
            .replace("Use: now", "\"Use: now\"")
            .replace("allowed_tools", "allowed-tools");
        assert_eq!(after, expected);
        assert_eq!(done.len(), 3, "{done:?}");
        assert_eq!(mended(&after), (after.clone(), told(&[])));
    }

    /// A header that is not closed is closed where its fields end, and blank lines before it go.
    #[test]
    fn fences() {
        let (after, done) = mended("\n\n---\nname: demo\ndescription: d\n\n# Demo\n");
        assert_eq!(
            after,
            "---\nname: demo\ndescription: d\n\n# Demo\n".replacen("d\n\n", "d\n---\n\n", 1)
        );
        assert_eq!(done.len(), 2, "{done:?}");
    }

    /// Dashes with text behind them were meant for the closing fence.
    #[test]
    fn fences_with_text_behind_them() {
        let (after, done) = mended("---\nname: demo\ndescription: d\n---# Demo\nText.");
        let expected = "---\nname: demo\ndescription: d\n---\n# Demo\nText.";
        assert_eq!((after.as_str(), done.len()), (expected, 1), "{done:?}");
        let (after, _) = mended("---\nname: demo\ndescription: |\n  d\n\n  e\n\n---# Demo\n");
        let expected = "---\nname: demo\ndescription: |\n  d\n\n  e\n\n---\n# Demo\n";
        assert_eq!(after, expected);
    }

    /// A restriction behind the place where a header seems to end keeps it from being closed there.
    #[test]
    fn no_restriction_is_cut_off() {
        let text = "---\nname: demo\ndescription: d\n\nuser-invocable: false\n";
        assert_eq!(mended(text), (text.to_owned(), told(&[])));
    }

    /// Two spellings of one field are a fault that a person decides.
    #[test]
    fn two_spellings() {
        let text = "---\nname: demo\ndescription: d\nallowed_tools: A\nallowed-tools: B\n---\n";
        assert_eq!(mended(text), (text.to_owned(), told(&[])));
    }

    /// A folder's name that is none is not taken over; a missing name is put behind the last field.
    #[test]
    fn names() {
        let text = "---\ndescription: d\n---\n";
        assert_eq!(mend(text, "My Demo").done, []);
        assert_eq!(mended(text).0, "---\ndescription: d\nname: demo\n---\n");
    }
}
