//! Three texts made one, line by line.
//!
//! The lines that both sides left alone are fixed points; between two of them a side that changed nothing gives way to
//! the other (Khanna, Kunal, Pierce: A Formal Investigation of Diff3, 2007).

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Most lines of a text that is merged by lines: finding out what changed takes their square at worst.
const LINES: usize = 10_000;

/// A piece of a merged text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The two sides agree, or only one has changed something.
    Agreed(Vec<u8>),
    /// Both changed the same lines.
    Conflict {
        /// What was there.
        base: Vec<u8>,
        /// What the user made of it.
        ours: Vec<u8>,
        /// What the source has.
        theirs: Vec<u8>,
    },
}

impl Part {
    /// The text, where nothing is in conflict.
    #[must_use]
    pub fn joined(parts: &[Self]) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        for part in parts {
            match part {
                Self::Agreed(bytes) => text.extend_from_slice(bytes),
                Self::Conflict { .. } => return None,
            }
        }
        Some(text)
    }

    /// The text with both sides of each conflict between marks, as Git writes them, for whoever wants to mend it by hand.
    #[must_use]
    pub fn marked(parts: &[Self]) -> Vec<u8> {
        let mut text = Vec::new();
        let line = |text: &mut Vec<u8>, mark: &str| {
            if text.last().is_some_and(|last| *last != b'\n') {
                text.push(b'\n');
            }
            text.extend_from_slice(mark.as_bytes());
            text.push(b'\n');
        };
        for part in parts {
            match part {
                Self::Agreed(bytes) => text.extend_from_slice(bytes),
                Self::Conflict { base, ours, theirs } => {
                    line(&mut text, "<<<<<<< yours");
                    text.extend_from_slice(ours);
                    line(&mut text, "||||||| before");
                    text.extend_from_slice(base);
                    line(&mut text, "=======");
                    text.extend_from_slice(theirs);
                    line(&mut text, ">>>>>>> source");
                }
            }
        }
        text
    }
}

/// Merges three texts. Gives nothing where one of them is no text (UTF-8 without a zero byte) or has more than 10,000
/// lines. A line keeps its end.
#[must_use]
pub fn merge_text(base: &[u8], ours: &[u8], theirs: &[u8]) -> Option<Vec<Part>> {
    let [base, ours, theirs] = [lines(base)?, lines(ours)?, lines(theirs)?];
    let in_ours = matches(&base, &ours);
    let in_theirs = matches(&base, &theirs);
    let fixed = |at: usize| Some((*in_ours.get(at)?.as_ref()?, *in_theirs.get(at)?.as_ref()?));
    let mut parts = Parts::default();
    let mut at = (0, 0, 0);
    loop {
        while let Some((in_ours, in_theirs)) = fixed(at.0)
            && (in_ours, in_theirs) == (at.1, at.2)
        {
            parts.agreed(between(&base, at.0, at.0 + 1));
            at = (at.0 + 1, at.1 + 1, at.2 + 1);
        }
        let next = (at.0..base.len())
            .find_map(|index| fixed(index).map(|(ours, theirs)| (index, ours, theirs)))
            .unwrap_or((base.len(), ours.len(), theirs.len()));
        let chunk = [
            between(&base, at.0, next.0),
            between(&ours, at.1, next.1),
            between(&theirs, at.2, next.2),
        ];
        if chunk.iter().all(|lines| lines.is_empty()) {
            return Some(parts.parts);
        }
        parts.chunk(chunk);
        at = next;
    }
}

#[derive(Default)]
struct Parts {
    parts: Vec<Part>,
}

impl Parts {
    fn chunk(&mut self, [base, ours, theirs]: [&[&[u8]]; 3]) {
        if ours == base {
            self.agreed(theirs);
        } else if theirs == base || ours == theirs {
            self.agreed(ours);
        } else {
            self.parts.push(Part::Conflict {
                base: base.concat(),
                ours: ours.concat(),
                theirs: theirs.concat(),
            });
        }
    }

    fn agreed(&mut self, lines: &[&[u8]]) {
        if lines.is_empty() {
            return;
        }
        match self.parts.last_mut() {
            Some(Part::Agreed(bytes)) => bytes.extend(lines.iter().copied().flatten()),
            _ => self.parts.push(Part::Agreed(lines.concat())),
        }
    }
}

/// The lines of a text, each with its end.
fn lines(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    if bytes.contains(&0) || std::str::from_utf8(bytes).is_err() {
        return None;
    }
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    (lines.len() <= LINES).then_some(lines)
}

/// Where each line of `base` is in `other`, as far as it is unchanged there.
fn matches(base: &[&[u8]], other: &[&[u8]]) -> Vec<Option<usize>> {
    let mut at = vec![None; base.len()];
    for operation in capture_diff_slices(Algorithm::Myers, base, other) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = operation
        {
            for (offset, place) in at.iter_mut().skip(old_index).take(len).enumerate() {
                *place = Some(new_index + offset);
            }
        }
    }
    at
}

fn between<'l, 'b>(lines: &'l [&'b [u8]], from: usize, to: usize) -> &'l [&'b [u8]] {
    lines.get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn merged(base: &str, ours: &str, theirs: &str) -> Option<String> {
        let parts = merge_text(base.as_bytes(), ours.as_bytes(), theirs.as_bytes()).unwrap();
        Part::joined(&parts).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    /// Changes to different lines stand beside each other; the same change counts once.
    #[test]
    fn beside_each_other() {
        let base = "a\nb\nc\nd\ne\n";
        for (ours, theirs, expected) in [
            ("a\nB\nc\nd\ne\n", "a\nb\nc\nD\ne\n", "a\nB\nc\nD\ne\n"),
            (
                "x\na\nb\nc\nd\ne\n",
                "a\nb\nc\nd\ne\ny\n",
                "x\na\nb\nc\nd\ne\ny\n",
            ),
            ("a\nc\nd\ne\n", "a\nb\nc\nd\n", "a\nc\nd\n"),
            ("a\nB\nc\nd\ne\n", "a\nB\nc\nd\nE", "a\nB\nc\nd\nE"),
        ] {
            assert_eq!(
                merged(base, ours, theirs).as_deref(),
                Some(expected),
                "{ours:?}"
            );
        }
    }

    /// The same line with two new texts is a conflict, told with all three.
    #[test]
    fn conflict() {
        let parts = merge_text(b"a\nb\nc", b"a\nB\nc", b"a\nx\ny\nc").unwrap();
        let bytes = |text: &str| text.as_bytes().to_vec();
        let expected = [
            Part::Agreed(bytes("a\n")),
            Part::Conflict {
                base: bytes("b\n"),
                ours: bytes("B\n"),
                theirs: bytes("x\ny\n"),
            },
            Part::Agreed(bytes("c")),
        ];
        assert_eq!(parts, expected);
        let marked = "a\n<<<<<<< yours\nB\n||||||| before\nb\n=======\nx\ny\n>>>>>>> source\nc";
        assert_eq!(Part::marked(&parts), marked.as_bytes());
    }

    /// What is no text, or too long, is not merged by lines.
    #[test]
    fn no_text() {
        let long = "x\n".repeat(LINES + 1);
        for bytes in [&b"a\0"[..], b"\xff", long.as_bytes()] {
            assert_eq!(merge_text(b"a", b"b", bytes), None);
        }
    }

    fn text() -> impl Strategy<Value = String> {
        "([ab]\n){0,8}[ab]?"
    }

    proptest! {
        /// A side that changed nothing gives way; two equal sides agree; the sides may be exchanged.
        #[test]
        fn laws(base in text(), one in text(), other in text()) {
            prop_assert_eq!(merged(&base, &one, &base), Some(one.clone()));
            prop_assert_eq!(merged(&base, &base, &one), Some(one.clone()));
            prop_assert_eq!(merged(&base, &one, &one), Some(one.clone()));
            prop_assert_eq!(merged(&base, &one, &other), merged(&base, &other, &one));
        }

        /// Changes to lines that are not neighbours always stand beside each other.
        #[test]
        fn apart(first in 0_usize..6, distance in 2_usize..6, behind in 1_usize..4) {
            let second = first + distance;
            let count = second + behind;
            let text = |changed: &[usize]| -> String {
                (0..count)
                    .map(|line| match changed.contains(&line) {
                        true => format!("new {line}\n"),
                        false => format!("{line}\n"),
                    })
                    .collect()
            };
            let both = merged(&text(&[]), &text(&[first]), &text(&[second]));
            prop_assert_eq!(both, Some(text(&[first, second])));
        }
    }
}
