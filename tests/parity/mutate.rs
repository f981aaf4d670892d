//! Headers that are broken at random, always the same ones.

use prowess_tests::Numbers;

/// What is put in: what the YAML scanners of this world disagree about.
const INSERTIONS: [&str; 44] = [
    " ", "  ", "\t", "\n", "\n\n", "\n  ", "\n\t", "\r\n", "\r", ":", ": ", "- ", "-", "? ", "?",
    "#", " #", "\n#", "'", "''", "\"", "\\", "\\u00e9", "\\x", "|", "|-\n", ">", ">+\n  ", "[",
    "{", "&a ", "*a", "!a ", "%", "\n...", "\u{85}", "\u{2028}", "\u{feff}", "\u{a0}", "\u{e9}",
    "@", "`", "<<: ", "a: b",
];

/// `count` texts, each made from one of `texts` by one to four changes in its first 200 characters.
pub(crate) fn mutations<'t>(texts: &'t [&str], count: usize) -> impl Iterator<Item = String> + 't {
    let mut numbers = Numbers::new(0x9e37_79b9_7f4a_7c15);
    (0..count).filter_map(move |index| {
        let mut text: Vec<char> = texts.get(index % texts.len())?.chars().collect();
        for _ in 0..=numbers.below(4) {
            change(&mut text, &mut numbers);
        }
        Some(text.into_iter().collect())
    })
}

fn change(text: &mut Vec<char>, numbers: &mut Numbers) {
    // The first fence stays.
    let first = 3.min(text.len());
    let place = first + numbers.below(text.len().min(200) - first + 1);
    match numbers.below(4) {
        0 if place < text.len() => {
            text.remove(place);
        }
        1 => {
            let end = (place + numbers.below(12)).min(text.len());
            let copied: Vec<char> = text.get(place..end).unwrap_or_default().to_vec();
            let target = first + numbers.below(text.len() - first + 1);
            text.splice(target..target, copied);
        }
        _ => {
            let inserted = INSERTIONS
                .get(numbers.below(INSERTIONS.len()))
                .copied()
                .unwrap_or_default();
            text.splice(place..place, inserted.chars());
        }
    }
}
