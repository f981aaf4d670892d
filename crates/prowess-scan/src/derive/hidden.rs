//! What invisible characters spell out.
//!
//! Three ways of writing with characters for which nothing is drawn are read: tag characters (one for each
//! ASCII character), variation selectors (one for each byte), and two zero-width characters as bits.

use prowess_base::Span;

use super::sniff;
use crate::unit::{Language, Origin, Unit};

/// Gives every text that invisible characters of `unit` spell.
pub(super) fn derive<'p>(unit: &Unit<'p>, give: &mut dyn FnMut(Unit<'p>)) {
    let text: &str = &unit.text;
    if text.is_ascii() {
        return;
    }
    let mut give = |(span, text): (Span, String)| {
        let language = sniff::code(&text).unwrap_or(Language::Markdown);
        give(unit.derived(span, text, language, Origin::Hidden));
    };
    for run in tags(text) {
        give(run);
    }
    let holds = |signs: &[&[u8]]| {
        let finds = |sign: &&[u8]| memchr::memmem::find(text.as_bytes(), sign).is_some();
        signs.iter().any(finds)
    };
    // The bytes that every selector, and every sign of no width, begins with.
    let selectors: &[&[u8]] = &[b"\xef\xb8", b"\xf3\xa0"];
    let signs: &[&[u8]] = &[
        b"\xe2\x80\x8b",
        b"\xe2\x80\x8c",
        b"\xe2\x80\x8d",
        b"\xe2\x81",
        b"\xef\xbb\xbf",
        b"\xe1\xa0\x8e",
    ];
    let chosen = holds(selectors).then(|| clusters(text, 3, selector_byte));
    for run in chosen.into_iter().flatten() {
        let bytes: Vec<u8> = run.items.iter().map(|(_, byte)| *byte).collect();
        if let Some(text) = selected(&bytes) {
            give((run.span, text));
        }
    }
    let spelled = holds(signs).then(|| clusters(text, 8, bit));
    for run in spelled.into_iter().flatten() {
        let signs: Vec<char> = run.items.iter().map(|(_, sign)| *sign).collect();
        if let Some(text) = bits(&signs) {
            give((run.span, text));
        }
    }
}

/// What tag characters spell, with where they stand. The tags of a flag are no text: a black flag, at most
/// six letters or digits, and the tag that ends them (UTS 51).
pub(crate) fn tags(text: &str) -> Vec<(Span, String)> {
    // Every tag character begins with these bytes.
    if memchr::memmem::find(text.as_bytes(), &[0xf3, 0xa0]).is_none() {
        return Vec::new();
    }
    clusters(text, 64, |character| {
        matches!(character, '\u{e0001}'..='\u{e007f}').then_some(character)
    })
    .into_iter()
    .filter(|run| !is_flag(text, run))
    .map(|run| {
        let spelled = run.items.iter().filter_map(|(_, tag)| {
            let ascii = char::from_u32(u32::from(*tag) - 0xe0000)?;
            (!ascii.is_ascii_control() || matches!(ascii, '\n' | '\t')).then_some(ascii)
        });
        (run.span, spelled.collect())
    })
    .filter(|(_, spelled): &(Span, String)| !spelled.is_empty())
    .collect()
}

fn is_flag(text: &str, run: &Cluster<char>) -> bool {
    // Several flags may stand in one cluster: each must be one.
    let mut rest = run.items.as_slice();
    while let Some((start, _)) = rest.first() {
        let letters = rest
            .iter()
            .take_while(
                |(_, tag)| matches!(tag, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}'),
            )
            .count();
        let before = text.get(..*start).unwrap_or("");
        let ends = rest
            .get(letters)
            .is_some_and(|(_, tag)| *tag == '\u{e007f}');
        if !(3..=6).contains(&letters) || !ends || !before.ends_with('\u{1f3f4}') {
            return false;
        }
        rest = rest.get(letters + 1..).unwrap_or(&[]);
    }
    true
}

/// Invisible characters that stand close to each other.
struct Cluster<T> {
    span: Span,
    items: Vec<(usize, T)>,
}

/// The characters for which `of` gives something, as clusters with at most `gap` other bytes between two.
fn clusters<T>(text: &str, gap: usize, of: impl Fn(char) -> Option<T>) -> Vec<Cluster<T>> {
    let mut clusters: Vec<Cluster<T>> = Vec::new();
    for (at, character) in text.char_indices() {
        if character.is_ascii() {
            continue;
        }
        let Some(item) = of(character) else {
            continue;
        };
        let span = Span::new(at, at + character.len_utf8());
        match clusters.last_mut() {
            Some(last) if at <= last.span.end as usize + gap => {
                last.span = last.span.to(span);
                last.items.push((at, item));
            }
            _ => clusters.push(Cluster {
                span,
                items: vec![(at, item)],
            }),
        }
    }
    clusters
}

/// The byte that a variation selector stands for: 1 to 16 and 17 to 256, from 0.
pub(crate) fn selector_byte(character: char) -> Option<u8> {
    let number = match character {
        '\u{fe00}'..='\u{fe0f}' => u32::from(character) - 0xfe00,
        '\u{e0100}'..='\u{e01ef}' => u32::from(character) - 0xe0100 + 16,
        _ => return None,
    };
    u8::try_from(number).ok()
}

/// The text of bytes written as variation selectors, one a byte or one a half byte.
fn selected(bytes: &[u8]) -> Option<String> {
    if bytes.len() < 4 {
        return None;
    }
    let halves = bytes.iter().all(|byte| *byte < 16);
    let whole: Vec<u8> = match halves {
        true => bytes
            .chunks_exact(2)
            .filter_map(|pair| Some(pair.first()? << 4 | pair.last()?))
            .collect(),
        false => bytes.to_vec(),
    };
    plain(whole)
}

fn bit(character: char) -> Option<char> {
    matches!(
        character,
        '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}'
    )
    .then_some(character)
}

/// The text of bits written as two zero-width characters, a third one between bytes.
fn bits(signs: &[char]) -> Option<String> {
    const FEWEST: usize = 16;
    if signs.len() < FEWEST {
        return None;
    }
    let mut kinds: Vec<char> = signs.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    let (zero_one, between) = match kinds.as_slice() {
        [zero, one] => ([*zero, *one], None),
        [_, _, _] => {
            let rarest = kinds
                .iter()
                .copied()
                .min_by_key(|kind| signs.iter().filter(|sign| *sign == kind).count())?;
            let mut rest = kinds.iter().copied().filter(|kind| *kind != rarest);
            ([rest.next()?, rest.next()?], Some(rarest))
        }
        _ => return None,
    };
    let mut found: Vec<String> = Vec::new();
    for one in [zero_one[1], zero_one[0]] {
        for width in [8, 7] {
            let groups: Vec<Vec<char>> = match between {
                Some(between) => signs
                    .split(|sign| *sign == between)
                    .filter(|group| !group.is_empty())
                    .map(<[char]>::to_vec)
                    .collect(),
                None => signs.chunks(width).map(<[char]>::to_vec).collect(),
            };
            let bytes = groups
                .iter()
                .filter(|group| group.len() <= 8 && (between.is_some() || group.len() == width))
                .map(|group| {
                    group
                        .iter()
                        .fold(0_u8, |byte, sign| byte << 1 | u8::from(*sign == one))
                })
                .collect();
            found.extend(plain(bytes));
        }
    }
    // Several ways may give something that can be read: the one most like words is meant.
    let like_words = |text: &String| {
        let usual = |byte: &u8| byte.is_ascii_lowercase() || *byte == b' ';
        text.bytes().filter(usual).count() * 1000 / text.len().max(1)
    };
    found.into_iter().max_by_key(like_words)
}

/// The bytes as text, where nearly all of it can be read.
fn plain(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let count = text.chars().count();
    let readable = text
        .chars()
        .filter(|character| !character.is_control() || character.is_whitespace())
        .count();
    let letters = text
        .chars()
        .filter(|character| character.is_alphabetic())
        .count();
    (count >= 2 && readable == count && letters * 2 >= count).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tagged(text: &str) -> String {
        text.bytes()
            .filter_map(|byte| char::from_u32(0xe0000 + u32::from(byte)))
            .collect()
    }

    /// Tag characters are read, together or among letters; flags are none.
    #[test]
    fn tag_characters() {
        let found =
            |text: &str| -> Vec<String> { tags(text).into_iter().map(|(_, text)| text).collect() };
        assert_eq!(found(&format!("a{}b", tagged("do it"))), ["do it"]);
        assert_eq!(
            found(&format!("a{}b{}", tagged("do"), tagged("it"))),
            ["doit"]
        );
        let wales = format!("\u{1f3f4}{}\u{e007f}", tagged("gbwls"));
        assert_eq!(found(&wales), [""; 0]);
        assert_eq!(found(&format!("{wales} {wales}")), [""; 0]);
    }

    /// Bytes as variation selectors, whole and halved.
    #[test]
    fn variation_selectors() {
        assert_eq!(selected(b"curl").as_deref(), Some("curl"));
        let halves: Vec<u8> = b"curl"
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .collect();
        assert_eq!(selected(&halves).as_deref(), Some("curl"));
        assert_eq!(selected(&[15, 15]), None);
    }

    /// Bits as zero-width characters, either way round, with and without a sign between bytes.
    #[test]
    fn zero_width_bits() {
        let spelled = |zero: char, one: char, between: &str| -> Vec<char> {
            let bytes = b"curl".iter().map(|byte| {
                let bits = (0..8)
                    .rev()
                    .map(|at| if byte >> at & 1 == 1 { one } else { zero });
                bits.collect::<String>()
            });
            bytes.collect::<Vec<_>>().join(between).chars().collect()
        };
        for (zero, one) in [('\u{200b}', '\u{200c}'), ('\u{2060}', '\u{200b}')] {
            for between in ["", "\u{200d}"] {
                assert_eq!(bits(&spelled(zero, one, between)).as_deref(), Some("curl"));
            }
        }
    }
}
