//! The entries of a snapshot, shared between one snapshot and the next.

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

use crate::{Entry, EntryId};

/// Entries in one piece of the list. A change of one entry copies its piece and no other.
const PIECE: usize = 64;

/// Pieces between two times at which the memory of a list that is taken apart is given back.
const GIVEN_BACK: usize = 64;

/// Every candidate of a snapshot in listing order, like a `Vec<Entry>` that is cheap to copy: two
/// snapshots share all pieces in which nothing differs.
#[derive(Clone, Default)]
pub struct Entries {
    pieces: Vec<Arc<Piece>>,
}

struct Piece {
    entries: Vec<Entry>,
    digest: [u8; 16],
}

impl Entries {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.last().map_or(0, |last| {
            (self.pieces.len() - 1) * PIECE + last.entries.len()
        })
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The entry at a position.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Entry> {
        self.pieces.get(index / PIECE)?.entries.get(index % PIECE)
    }

    /// All entries in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter {
            entries: self,
            front: 0,
            back: self.len(),
        }
    }

    /// All entries with their identifiers, in order.
    pub fn with_ids(&self) -> impl Iterator<Item = (EntryId, &Entry)> {
        (0..).map(EntryId).zip(self.iter())
    }

    /// Changes one entry; nothing happens past the end.
    pub(crate) fn update(&mut self, index: usize, change: impl FnOnce(&mut Entry)) {
        let Some(piece) = self.pieces.get_mut(index / PIECE) else {
            return;
        };
        let mut entries = piece.entries.clone();
        if let Some(entry) = entries.get_mut(index % PIECE) {
            change(entry);
        }
        *piece = Arc::new(Piece::new(entries));
    }

    /// A digest of each piece, from which the snapshot's version is made.
    pub(crate) fn digests(&self) -> impl Iterator<Item = &[u8; 16]> {
        self.pieces.iter().map(|piece| &piece.digest)
    }
}

impl Piece {
    fn new(entries: Vec<Entry>) -> Self {
        let digest = crate::version::digest_of_entries(&entries);
        Self { entries, digest }
    }
}

impl FromIterator<Entry> for Entries {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        entries.into_iter().collect::<Vec<_>>().into()
    }
}

impl From<Vec<Entry>> for Entries {
    /// Takes pieces off the end and gives their memory back as it goes, so that a large list is not
    /// there twice.
    fn from(mut entries: Vec<Entry>) -> Self {
        let mut pieces = Vec::with_capacity(entries.len().div_ceil(PIECE));
        while !entries.is_empty() {
            let start = (entries.len() - 1) / PIECE * PIECE;
            pieces.push(Arc::new(Piece::new(entries.split_off(start))));
            if pieces.len() % GIVEN_BACK == 0 {
                entries.shrink_to_fit();
            }
        }
        pieces.reverse();
        Self { pieces }
    }
}

impl Index<usize> for Entries {
    type Output = Entry;

    /// # Panics
    ///
    /// Past the end, as a slice does.
    #[expect(
        clippy::panic,
        reason = "the contract of `Index`; `get` is there for indices that input can reach"
    )]
    fn index(&self, index: usize) -> &Entry {
        match self.get(index) {
            Some(entry) => entry,
            None => panic!("no entry {index} among {}", self.len()),
        }
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'e> IntoIterator for &'e Entries {
    type Item = &'e Entry;
    type IntoIter = Iter<'e>;

    fn into_iter(self) -> Iter<'e> {
        self.iter()
    }
}

/// The entries of an [`Entries`] in order.
#[derive(Debug, Clone)]
pub struct Iter<'e> {
    entries: &'e Entries,
    front: usize,
    back: usize,
}

impl<'e> Iterator for Iter<'e> {
    type Item = &'e Entry;

    fn next(&mut self) -> Option<&'e Entry> {
        if self.front == self.back {
            return None;
        }
        let entry = self.entries.get(self.front)?;
        self.front += 1;
        Some(entry)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.back - self.front;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.front == self.back {
            return None;
        }
        self.back -= 1;
        self.entries.get(self.back)
    }
}

impl ExactSizeIterator for Iter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(count: usize) -> Entries {
        (0..count)
            .map(|number| Entry {
                name: number.to_string().into(),
                ..Entry::default()
            })
            .collect()
    }

    /// Positions, lengths and both directions hold across the borders of pieces.
    #[test]
    fn like_a_vector() {
        for count in [0, 1, 63, 64, 65, 130] {
            let entries = entries(count);
            let names: Vec<_> = entries.iter().map(|entry| &*entry.name).collect();
            let expected: Vec<_> = (0..count).map(|number| number.to_string()).collect();
            assert_eq!(names, expected);
            assert_eq!(entries.len(), count);
            assert!(entries.get(count).is_none());
            let backwards: Vec<_> = entries.iter().rev().map(|entry| &*entry.name).collect();
            assert!(backwards.into_iter().eq(names.into_iter().rev()));
        }
    }

    /// A change reaches the changed copy alone, and its piece's digest with it.
    #[test]
    fn copies_are_apart() {
        let before = entries(130);
        let mut after = before.clone();
        after.update(70, |entry| entry.description = "new".into());
        assert_eq!(&*before[70].description, "");
        assert_eq!(&*after[70].description, "new");
        let same: Vec<_> = before
            .digests()
            .zip(after.digests())
            .map(|(before, after)| before == after)
            .collect();
        assert_eq!(same, [true, false, true]);
    }
}
