//! Reading headers that are not YAML and whose meaning is plain all the same.
//!
//! A repair is an edit after which the text is YAML: what is read is what YAML reads from the
//! edited text, so that a fix that is applied never changes what was read. The header is cut into
//! its top-level fields; each field that YAML does not read alone is repaired alone, and the
//! patched header is read as a whole once more.
//!
//! Two things are never done. A field that restricts, or may, is not left out (architecture,
//! invariant 1): where no repair fits, the header has an error. And no line that looks like a
//! field which takes or gives rights is taken for a part of a text.

mod brackets;
mod fields;
mod lines;
mod patch;
mod structure;
#[cfg(test)]
mod tests;
pub(crate) mod text;

use prowess_base::{Code, Diagnostic, Severity, Span};

use crate::codes::parse::{
    CONTROL_CHARACTER, FIELD_DROPPED, GLUED_FENCE, INDENT_MISSING, JSON_IN_HEADER,
    QUOTES_UNBALANCED, RESTRICTION_UNREADABLE, TAB_INDENT, TEXT_ON_BLOCK_LINE, UNREADABLE,
};
use crate::field::Role;
use crate::yaml::{Notes, general};
use crate::{Limits, Node, NodeKind};
use fields::Field;
use lines::{BLANKS, lines};
use patch::{Patch, Patched};
use structure::Attempt;

/// What YAML said.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    /// Where.
    pub(crate) at: Span,
    /// What is the matter.
    pub(crate) message: String,
}

/// What could be read.
#[derive(Debug)]
pub(crate) struct Repaired {
    /// The mapping.
    pub(crate) root: Node<'static>,
    /// Where the header stands: shorter than it was where the closing fence has text behind it.
    pub(crate) header: Span,
    /// Where the body begins, if not behind the closing fence.
    pub(crate) body: Option<usize>,
    /// What was repaired, left out or refused.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads the header at `span` of `text`, which YAML refused with `fault`.
///
/// # Errors
///
/// The diagnostics, one of them an error, where nothing can be read.
pub(crate) fn read(
    text: &str,
    span: Span,
    limits: &Limits,
    fault: Fault,
) -> Result<Repaired, Vec<Diagnostic>> {
    if let Some(conflict) = lines(text, span).find(lines::Line::marks_conflict) {
        return Err(vec![
            Diagnostic::new(
                UNREADABLE,
                Severity::Error,
                "the header holds an unresolved merge conflict",
            )
            .at(text, conflict.span)
            .help("keep one side and remove the marks"),
        ]);
    }
    if let Some(repaired) = behind_glued_fence(text, span, limits) {
        return Ok(repaired);
    }
    Repair::new(text, span, limits).run(&fault)
}

/// Whether a line of `span` looks like a field that someone reads, so that it may belong to a header.
pub(crate) fn holds_field(text: &str, span: Span) -> bool {
    lines(text, span).any(|line| {
        line.looks_like_a_right()
            || lines::Key::at_start(line.text).is_some_and(|key| Role::of(key.name) != Role::Other)
    })
}

/// Takes a line that begins with three dashes for the end of the header, if what stands above is a
/// whole header and nothing below is a field of one.
fn behind_glued_fence(text: &str, span: Span, limits: &Limits) -> Option<Repaired> {
    let fence = lines(text, span).find(|line| line.text.starts_with("---"))?;
    let below = Span {
        start: fence.span.end,
        end: span.end,
    };
    if holds_field(text, below) {
        return None;
    }
    let header = Span {
        start: span.start,
        end: fence.span.start,
    };
    let fault = Fault {
        at: fence.span,
        message: String::new(),
    };
    let mut repaired = Repair::new(text, header, limits).run(&fault).ok()?;
    let dashes = fence.text.len() - fence.text.trim_start_matches('-').len();
    let stands_alone = dashes == fence.text.trim_end_matches(BLANKS).len();
    let (body, fixed, replacement) = if stands_alone {
        let from_fence = Span {
            start: fence.span.start,
            end: span.end,
        };
        let next = lines(text, from_fence).nth(1);
        let body = next.map_or(span.end, |line| line.span.start) as usize;
        (body, fence.span, "---")
    } else {
        let start = fence.span.start as usize;
        (start + dashes, Span::new(start, start + dashes), "---\n")
    };
    repaired.body = Some(body);
    repaired.diagnostics.push(
        Diagnostic::new(
            GLUED_FENCE,
            Severity::Warning,
            "the header was taken to end here: dashes with text behind them",
        )
        .at(text, fence.span)
        .help("put `---` on a line of its own")
        .fix(fixed, replacement),
    );
    Some(repaired)
}

struct Repair<'t, 'c> {
    text: &'t str,
    header: Span,
    limits: &'c Limits,
    stand_ins: Vec<(char, char)>,
    patches: Vec<Patch>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t, 'c> Repair<'t, 'c> {
    fn new(text: &'t str, header: Span, limits: &'c Limits) -> Self {
        Self {
            text,
            header,
            limits,
            stand_ins: Vec::new(),
            patches: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    fn run(mut self, fault: &Fault) -> Result<Repaired, Vec<Diagnostic>> {
        self.hide_control_characters();
        // Without them, or above a glued fence, all may be well.
        if let Ok(Some(root)) = self.parse(self.header, &[])
            && root.as_mapping().is_some()
        {
            return self.finish(fault);
        }
        let fields = match fields::split(self.text, self.header) {
            Ok(fields) if fields.is_empty() => return Err(self.refuse(fault)),
            Ok(fields) => fields,
            Err(at) => {
                let message = "no field stands on this line".to_owned();
                return Err(self.refuse(&Fault { at, message }));
            }
        };
        for field in &fields {
            self.field(field);
        }
        self.finish(fault)
    }

    /// Reads one field alone and repairs it if need be.
    fn field(&mut self, field: &Field<'_>) {
        let Err(fault) = self.reads(field, &[]) else {
            return;
        };
        let text = text::read(field).filter(|_| field.role() != Role::Restriction);
        let grant = field.role() == Role::Grant;
        let attempts = structure::attempts(self.text, field, self.limits)
            .into_iter()
            .chain(text.and_then(|found| {
                // A grant is one line: what stands below it may be anything.
                if grant && (found.text.contains('\n') || found.text.starts_with('[')) {
                    return None;
                }
                if is_alias_of_anchor(&found.text, self.header.slice(self.text)) {
                    return None;
                }
                Some(Attempt {
                    code: found.code,
                    patches: vec![Patch {
                        span: found.span,
                        replacement: text::scalar(&found.text, 2),
                    }],
                })
            }));
        for attempt in attempts {
            if self.reads(field, &attempt.patches).is_ok() {
                self.tell_repair(field, &attempt);
                self.patches.extend(attempt.patches);
                return;
            }
        }
        self.give_up(field, &fault);
    }

    /// Whether `field` is YAML after `patches`: one entry with the field's key.
    fn reads(&self, field: &Field<'_>, patches: &[Patch]) -> Result<(), Fault> {
        match self.parse(field.span, patches) {
            Ok(Some(root)) if matches!(root.as_mapping(), Some([entry]) if entry.key == field.key) => {
                Ok(())
            }
            Ok(_) => Err(Fault {
                at: field.span,
                message: "lines are not indented".to_owned(),
            }),
            Err(general::Failure::Syntax { at, message }) => Err(Fault { at, message }),
            Err(general::Failure::Bound(diagnostic)) => Err(Fault {
                at: field.span,
                message: diagnostic.message,
            }),
        }
    }

    fn parse(
        &self,
        region: Span,
        patches: &[Patch],
    ) -> Result<Option<Node<'static>>, general::Failure> {
        self.parse_with(region, patches, &mut Notes::default())
    }

    fn parse_with(
        &self,
        region: Span,
        patches: &[Patch],
        notes: &mut Notes,
    ) -> Result<Option<Node<'static>>, general::Failure> {
        let patched = if self.patches.is_empty() {
            Patched::new(self.text, region, patches)
        } else {
            Patched::new(self.text, region, &[&self.patches, patches].concat())
        };
        let input = general::Input {
            yaml: &patched.yaml,
            text: self.text,
            locate: &|span| patched.locate(span),
            limits: self.limits,
        };
        Ok(general::read(input, notes)?.map(Node::into_owned))
    }

    /// Reads the patched header as a whole.
    fn finish(mut self, fault: &Fault) -> Result<Repaired, Vec<Diagnostic>> {
        let mut notes = Notes::default();
        let mut root = match self.parse_with(self.header, &[], &mut notes) {
            Ok(Some(root)) if root.as_mapping().is_some() => root,
            _ => return Err(self.refuse(fault)),
        };
        self.diagnostics.extend(notes.into_vec());
        // What is missing may stand in what could not be read, so nothing else is put in its
        // place.
        let has = |key: &str| root.get(key).is_some_and(|value| !value.is_null());
        let broken = !self.diagnostics.is_empty() || !fault.message.is_empty();
        let missing = ["name", "description"].into_iter().find(|key| !has(key));
        if let (true, Some(key)) = (broken, missing) {
            let message = format!("it is not YAML, and no `{key}` can be made out");
            return Err(self.refuse(&Fault {
                at: fault.at,
                message,
            }));
        }
        self.show_control_characters(&mut root);
        self.diagnostics
            .sort_by_key(|diagnostic| diagnostic.place.as_ref().map(|place| place.span));
        Ok(Repaired {
            root,
            header: self.header,
            body: None,
            diagnostics: self.diagnostics,
        })
    }

    fn refuse(mut self, fault: &Fault) -> Vec<Diagnostic> {
        let refusal = Diagnostic::new(
            UNREADABLE,
            Severity::Error,
            format!("the header cannot be read: {}", fault.message),
        )
        .at(self.text, fault.at)
        .help("put values that hold `: ` or begin with a special character in quotes");
        // The repairs of what is refused are of no use.
        self.diagnostics.retain(Diagnostic::is_error);
        if self.diagnostics.is_empty() {
            self.diagnostics.push(refusal);
        }
        self.diagnostics
    }

    fn tell_repair(&mut self, field: &Field<'_>, attempt: &Attempt) {
        let patched = attempt.patches.iter().map(|patch| patch.span);
        let span = match attempt.patches.as_slice() {
            [patch] if !patch.span.is_empty() => patch.span,
            _ => patched.fold(field.value_span(), Span::to),
        };
        let fixed = Patched::new(self.text, span, &attempt.patches);
        self.diagnostics.push(
            Diagnostic::new(
                attempt.code,
                Severity::Warning,
                describe(attempt.code, field.key),
            )
            .at(self.text, span)
            .help("apply the fix, or write the value in quotes or as an indented block")
            .fix(span, fixed.yaml),
        );
    }

    /// Leaves `field` out, or says that this may not be done.
    fn give_up(&mut self, field: &Field<'_>, fault: &Fault) {
        let key = field.key;
        let hides_a_right = field.rest.iter().any(lines::Line::looks_like_a_right);
        let (code, severity, message, help) = match field.role() {
            Role::Required => (
                UNREADABLE,
                Severity::Error,
                format!("`{key}` cannot be read: {}", fault.message),
                "put the value in quotes",
            ),
            Role::Restriction => (
                RESTRICTION_UNREADABLE,
                Severity::Error,
                format!(
                    "`{key}` cannot be read and may restrict the skill: {}",
                    fault.message
                ),
                "mend the value; in JSON, look for a bracket that is not closed",
            ),
            _ if hides_a_right => (
                RESTRICTION_UNREADABLE,
                Severity::Error,
                format!(
                    "`{key}` cannot be read and a line of it may restrict the skill: {}",
                    fault.message
                ),
                "mend the value, or move the line out of it",
            ),
            Role::Grant | Role::Other => (
                FIELD_DROPPED,
                Severity::Warning,
                format!("`{key}` was left out, it cannot be read: {}", fault.message),
                "mend the value; most often it needs quotes",
            ),
        };
        self.diagnostics.push(
            Diagnostic::new(code, severity, message)
                .at(self.text, fault.at)
                .help(help),
        );
        self.patches.push(Patch {
            span: field.span,
            replacement: String::new(),
        });
    }

    /// Puts private-use characters in the place of those that YAML does not allow.
    fn hide_control_characters(&mut self) {
        let header = self.header.slice(self.text);
        let start = self.header.start as usize;
        let mut free = ('\u{e000}'..'\u{f8ff}').filter(|stand_in| !header.contains(*stand_in));
        for (index, character) in header.char_indices() {
            if !is_forbidden(character) {
                continue;
            }
            let known = self
                .stand_ins
                .iter()
                .find(|(hidden, _)| *hidden == character);
            let stand_in = match known {
                Some((_, stand_in)) => *stand_in,
                None => {
                    let Some(stand_in) = free.next() else { return };
                    self.stand_ins.push((character, stand_in));
                    let code = u32::from(character);
                    let span = Span::new(start + index, start + index + character.len_utf8());
                    self.diagnostics.push(
                        Diagnostic::new(
                            CONTROL_CHARACTER,
                            Severity::Warning,
                            format!("the header holds the control character U+{code:04X}"),
                        )
                        .at(self.text, span)
                        .help("remove it"),
                    );
                    stand_in
                }
            };
            self.patches.push(Patch {
                span: Span::new(start + index, start + index + character.len_utf8()),
                replacement: stand_in.to_string(),
            });
        }
    }

    /// Puts the characters that were hidden back.
    fn show_control_characters(&self, node: &mut Node<'static>) {
        if self.stand_ins.is_empty() {
            return;
        }
        let show = |text: &mut std::borrow::Cow<'static, str>| {
            for (hidden, stand_in) in &self.stand_ins {
                if text.contains(*stand_in) {
                    *text = text.replace(*stand_in, &hidden.to_string()).into();
                }
            }
        };
        match &mut node.kind {
            NodeKind::Scalar(scalar) => show(&mut scalar.text),
            NodeKind::Sequence(elements) => {
                for element in elements {
                    self.show_control_characters(element);
                }
            }
            NodeKind::Mapping(entries) => {
                for entry in entries {
                    show(&mut entry.key);
                    self.show_control_characters(&mut entry.value);
                }
            }
        }
    }
}

/// Whether YAML allows the character nowhere (YAML 1.2, rule `c-printable`).
fn is_forbidden(character: char) -> bool {
    matches!(character,
        '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'
        | '\u{80}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether `text` is an alias of an anchor that `header` has, so that it is no text.
fn is_alias_of_anchor(text: &str, header: &str) -> bool {
    text.strip_prefix('*').is_some_and(|name| {
        !name.is_empty() && !name.contains([' ', '*']) && header.contains(&format!("&{name}"))
    })
}

fn describe(code: Code, key: &str) -> String {
    match code {
        INDENT_MISSING => {
            format!("lines of `{key}` are not indented; they were read as part of it")
        }
        TEXT_ON_BLOCK_LINE => {
            format!("text of `{key}` stands on the line of its block mark; it was read")
        }
        QUOTES_UNBALANCED => {
            format!("the quotes of `{key}` do not hold the whole value; it was read to its end")
        }
        JSON_IN_HEADER => {
            format!("`{key}` is JSON that YAML does not accept; it was read as JSON5")
        }
        TAB_INDENT => format!("lines of `{key}` are indented with tabs; they were read as blanks"),
        _ => format!("`{key}` holds a value that needs quotes; it was read as text"),
    }
}
