//! Patterns of paths, as `.gitignore` and OpenHands' rules write them.

/// Whether a path fits a pattern.
///
/// Both have `/` between their parts and are compared from beginning to end, letter case included.
/// `?` is one character and `*` any number of them, within one part. `**/` is any number of whole
/// parts, none included; another `**` is anything at all. A pattern without `/` fits the end of a path
/// at any depth. All else is literal: there are no classes, no alternatives, no negation, and no `./`
/// is taken away.
#[must_use]
pub fn matches_path(pattern: &str, path: &str) -> bool {
    let pieces = pieces(pattern);
    let path: Vec<char> = path.chars().collect();
    let mut reached = Reached::start(path.len());
    for piece in pieces {
        reached = reached.after(piece, &path);
    }
    reached.has_end()
}

/// One step of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Literal(char),
    /// `?`
    One,
    /// `*`
    Within,
    /// `**/`, or nothing
    Folders,
    /// `**`
    Anything,
}

fn pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    if !pattern.contains('/') {
        pieces.push(Piece::Folders);
    }
    let mut rest = pattern;
    while let Some(character) = rest.chars().next() {
        let (piece, length) = if rest.starts_with("**/") {
            (Piece::Folders, 3)
        } else if rest.starts_with("**") {
            (Piece::Anything, 2)
        } else {
            let piece = match character {
                '*' => Piece::Within,
                '?' => Piece::One,
                other => Piece::Literal(other),
            };
            (piece, character.len_utf8())
        };
        pieces.push(piece);
        rest = rest.get(length..).unwrap_or("");
    }
    pieces
}

/// The positions in a path up to which the pattern fits so far. Each piece is applied to all of them
/// at once, so that no pattern takes longer than its length times the path's.
struct Reached(Vec<bool>);

impl Reached {
    fn start(length: usize) -> Self {
        let mut positions = vec![false; length + 1];
        if let Some(first) = positions.first_mut() {
            *first = true;
        }
        Self(positions)
    }

    fn has_end(&self) -> bool {
        self.0.last().copied().unwrap_or(false)
    }

    fn after(&self, piece: Piece, path: &[char]) -> Self {
        let mut next = Vec::with_capacity(self.0.len());
        // Whether a piece that takes in any number of characters is under way.
        let mut running = false;
        let mut before: Option<(bool, char)> = None;
        for (position, &here) in self.0.iter().enumerate() {
            let reached = match piece {
                Piece::Literal(wanted) => before == Some((true, wanted)),
                Piece::One => matches!(before, Some((true, character)) if character != '/'),
                Piece::Within => {
                    running &= !matches!(before, Some((_, '/')));
                    running |= here;
                    running
                }
                Piece::Anything => {
                    running |= here;
                    running
                }
                Piece::Folders => {
                    let after_slash = running && matches!(before, Some((_, '/')));
                    running |= here;
                    here || after_slash
                }
            };
            next.push(reached);
            before = path.get(position).map(|&character| (here, character));
        }
        Self(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of piece, where it fits and where it just does not.
    #[test]
    fn pieces_of_patterns() {
        for (pattern, fits, does_not) in [
            ("*.py", "src/a.py", "a.py/b"),
            ("src/*.py", "src/.py", "src/x/a.py"),
            ("src/**/*.rs", "src/a.rs", "a.rs"),
            ("**/tests/**", "x/tests/y/z", "x/tests"),
            ("a**b", "a/x/b", "a/x/bc"),
            ("a/**/**/b", "a/x/y/b", "a/xb"),
            ("a?c", "x/aéc", "a/c"),
            ("[ab]", "[ab]", "a"),
            ("./a", "./a", "a"),
        ] {
            assert!(matches_path(pattern, fits), "{pattern} {fits}");
            assert!(!matches_path(pattern, does_not), "{pattern} {does_not}");
        }
        assert!(matches_path("**", ""));
    }

    /// A pattern of many stars is answered at once.
    #[test]
    fn many_stars() {
        let pattern = "**a*".repeat(200) + "/b";
        assert!(!matches_path(&pattern, &"a".repeat(2_000)));
    }

    /// The same by trying every way, piece by piece.
    fn fits(pieces: &[Piece], path: &[char]) -> bool {
        let Some((piece, rest)) = pieces.split_first() else {
            return path.is_empty();
        };
        let ends = |allowed: &dyn Fn(usize) -> bool| {
            let mut ends = 0..=path.len();
            ends.any(|end| allowed(end) && fits(rest, &path[end..]))
        };
        match piece {
            Piece::Literal(wanted) => path.first() == Some(wanted) && fits(rest, &path[1..]),
            Piece::One => path.first().is_some_and(|c| *c != '/') && fits(rest, &path[1..]),
            Piece::Within => ends(&|end| !path[..end].contains(&'/')),
            Piece::Folders => ends(&|end| end == 0 || path[end - 1] == '/'),
            Piece::Anything => ends(&|_| true),
        }
    }

    proptest::proptest! {
        /// All positions at once give what trying every way gives.
        #[test]
        fn as_by_trying(pattern in "[a*?/]{0,7}", path in "[ab/]{0,7}") {
            let characters: Vec<char> = path.chars().collect();
            let expected = fits(&pieces(&pattern), &characters);
            proptest::prop_assert_eq!(matches_path(&pattern, &path), expected);
        }
    }
}
