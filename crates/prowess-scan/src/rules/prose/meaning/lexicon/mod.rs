//! Words of many languages, and what each stands for.
//!
//! Words stand between bars, in small letters: those of Latin script first, then Cyrillic, then those of scripts that
//! set no blanks between words. `~` at the end stands for any ending. Words of the last count wherever they stand;
//! all others stand alone. A word may stand for several things, and the longest of those that hold one another counts.

mod deeds;
mod others;
mod things;

use super::senses::Senses;

/// Every word, by what it stands for.
pub(super) fn words() -> impl Iterator<Item = (Senses, &'static str)> {
    [deeds::WORDS, things::WORDS, others::WORDS]
        .into_iter()
        .flatten()
        .flat_map(|(senses, words)| words.split('|').map(move |word| (*senses, word)))
}
