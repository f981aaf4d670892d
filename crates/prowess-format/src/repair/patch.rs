//! Text with some spans replaced, which still knows where everything came from.

use prowess_base::Span;

/// A replacement in the whole text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Patch {
    /// The bytes to replace.
    pub(super) span: Span,
    /// What to put there.
    pub(super) replacement: String,
}

impl Patch {
    /// An insertion before the byte at `at`.
    pub(super) fn insert(at: usize, text: &str) -> Self {
        Self {
            span: Span::new(at, at),
            replacement: text.to_owned(),
        }
    }
}

/// A region of a text after patches.
#[derive(Debug)]
pub(super) struct Patched {
    /// The new text.
    pub(super) yaml: String,
    pieces: Vec<Piece>,
}

/// A run of the new text that was taken over, or put in for a run of the old one.
#[derive(Debug)]
struct Piece {
    new: Span,
    old: Span,
    kept: bool,
}

impl Patched {
    /// Applies `patches` to `region` of `text`. Patches outside of the region do not count; of two
    /// that overlap the first in the text counts.
    pub(super) fn new(text: &str, region: Span, patches: &[Patch]) -> Self {
        let mut inside: Vec<&Patch> = patches
            .iter()
            .filter(|patch| region.start <= patch.span.start && patch.span.end <= region.end)
            .collect();
        inside.sort_by_key(|patch| patch.span);
        let mut patched = Self {
            yaml: String::with_capacity(region.range().len()),
            pieces: Vec::new(),
        };
        let mut at = region.start;
        for patch in inside {
            if patch.span.start < at {
                continue;
            }
            let (start, end) = (patch.span.start, patch.span.end);
            patched.push(
                text,
                Span {
                    start: at,
                    end: start,
                },
                None,
            );
            patched.push(text, patch.span, Some(&patch.replacement));
            at = end;
        }
        let rest = Span {
            start: at,
            end: region.end,
        };
        patched.push(text, rest, None);
        patched
    }

    fn push(&mut self, text: &str, old: Span, replacement: Option<&str>) {
        let start = self.yaml.len();
        self.yaml.push_str(replacement.unwrap_or(old.slice(text)));
        self.pieces.push(Piece {
            new: Span::new(start, self.yaml.len()),
            old,
            kept: replacement.is_none(),
        });
    }

    /// Where `span` of the new text stands in the old one. What a patch put in stands where the
    /// text was that it replaces.
    pub(super) fn locate(&self, span: Span) -> Span {
        let start = self.offset(span.start, |old| old.start);
        let end = self.offset(span.end.max(span.start), |old| old.end);
        Span {
            start,
            end: end.max(start),
        }
    }

    fn offset(&self, at: u32, edge: impl Fn(Span) -> u32) -> u32 {
        let found = self
            .pieces
            .iter()
            .find(|piece| piece.new.start <= at && at <= piece.new.end && !piece.new.is_empty());
        match found {
            Some(piece) if piece.kept => piece.old.start + (at - piece.new.start),
            Some(piece) if at == piece.new.start => piece.old.start,
            Some(piece) => edge(piece.old),
            None => self.pieces.last().map_or(0, |piece| piece.old.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kept text is located exactly, text that was put in by what it stands for.
    #[test]
    fn located() {
        let patches = [Patch {
            span: Span::new(3, 6),
            replacement: "'def'".to_owned(),
        }];
        let patched = Patched::new("xabdefgh", Span::new(1, 8), &patches);
        assert_eq!(patched.yaml, "ab'def'gh");
        assert_eq!(patched.locate(Span::new(0, 1)), Span::new(1, 2));
        assert_eq!(patched.locate(Span::new(2, 7)), Span::new(3, 6));
        assert_eq!(patched.locate(Span::new(3, 5)), Span::new(3, 6));
        assert_eq!(patched.locate(Span::new(8, 9)), Span::new(7, 8));
    }
}
