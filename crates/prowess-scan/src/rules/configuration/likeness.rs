//! Names that are made to be taken for others.

use unicode_security::confusable_detection::skeleton;

/// How a name is like a known one without being it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// It looks the same: letters of another script, `0` for `o`, `1` for `l`, `rn` for `m`.
    Looks,
    /// One letter is added, left away, doubled, replaced or moved.
    OneEdit,
}

/// How `name` is like `known`, both in lower case; nothing where they are the same or differ by more.
///
/// A name of fewer than five letters has too many honest neighbours.
pub(super) fn likeness(name: &str, known: &str) -> Option<Likeness> {
    if name == known || known.len() < 5 || name.len().abs_diff(known.len()) > 4 {
        return None;
    }
    let folded = |text: &str| text.replace(['_', '.', ' '], "-");
    if folded(name) == folded(known) {
        return None;
    }
    if seen(name) == seen(known) {
        return Some(Likeness::Looks);
    }
    let is_near = name.is_ascii()
        && name.len().abs_diff(known.len()) <= 1
        && strsim::osa_distance(name, known) == 1;
    is_near.then_some(Likeness::OneEdit)
}

/// What a reader sees of a name in small print.
fn seen(name: &str) -> String {
    let skeleton: String = skeleton(name).collect();
    skeleton
        .to_lowercase()
        .replace("rn", "m")
        .replace("vv", "w")
        .chars()
        .map(|c| match c {
            '0' => 'o',
            '1' | 'i' | '|' => 'l',
            '3' => 'e',
            '5' => 's',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Look-alikes and names one edit away are told; the name itself, its other spellings of a
    /// separator, and farther names are not.
    #[test]
    fn likenesses() {
        assert_eq!(likeness("clawhubb", "clawhub"), Some(Likeness::OneEdit));
        assert_eq!(likeness("cllawhub", "clawhub"), Some(Likeness::OneEdit));
        assert_eq!(likeness("clawhub1", "clawhub"), Some(Likeness::OneEdit));
        assert_eq!(likeness("calwhub", "clawhub"), Some(Likeness::OneEdit));
        assert_eq!(likeness("c\u{13c}awhub", "clawhub"), None);
        assert_eq!(
            likeness("op\u{435}nclaw", "openclaw"),
            Some(Likeness::Looks)
        );
        assert_eq!(likeness("g1thub", "github"), Some(Likeness::Looks));
        assert_eq!(likeness("github", "github"), None);
        assert_eq!(likeness("skill_creator", "skill-creator"), None);
        assert_eq!(likeness("pdff", "pdf"), None);
    }
}
