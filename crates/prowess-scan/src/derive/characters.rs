//! Characters that are not seen, or seen as others.

use unicode_normalization::UnicodeNormalization as _;

/// Whether a character stands for a syllable or a word, in a script that sets no blanks.
pub(super) const fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether nothing is shown for a character (Unicode's `Default_Ignorable_Code_Point`, and the Braille
/// blank that is drawn as one).
pub(crate) const fn is_unseen(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character is drawn over the one before it without making another letter of it.
pub(super) const fn is_overlay(character: char) -> bool {
    matches!(character, '\u{305}' | '\u{332}'..='\u{338}' | '\u{33f}' | '\u{35f}'..='\u{362}' | '\u{20d0}'..='\u{20f0}')
}

/// The ASCII letter or digit that a character looks like.
pub(crate) fn ascii_of(character: char) -> Option<char> {
    match character {
        '\0'..='\u{7f}' => None,
        '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => {
            char::from_u32(u32::from(character) - 0xfee0)
        }
        // Mathematical letters, letters in circles, letter-like signs.
        '\u{1d400}'..='\u{1d7ff}' | '\u{2460}'..='\u{24ff}' | '\u{2100}'..='\u{214f}' => {
            let mut folded = std::iter::once(character).nfkc();
            let first = folded.next()?;
            (first.is_ascii_alphanumeric() && folded.next().is_none()).then_some(first)
        }
        '\u{1f130}'..='\u{1f149}' | '\u{1f150}'..='\u{1f169}' | '\u{1f170}'..='\u{1f189}' => {
            let offset = (u32::from(character) - 0x1f130) % 32;
            char::from_u32(u32::from('A') + offset)
        }
        _ => LOOK_ALIKES
            .binary_search_by_key(&character, |(from, _)| *from)
            .ok()
            .and_then(|index| LOOK_ALIKES.get(index))
            .map(|(_, to)| *to),
    }
}

/// Whether a letter of another script looks like a Latin one.
pub(super) fn is_look_alike(character: char) -> bool {
    LOOK_ALIKES
        .binary_search_by_key(&character, |(from, _)| *from)
        .is_ok()
}

/// Letters that are drawn like Latin ones in common typefaces (after the confusables of UTS 39, with the
/// letter that a reader takes them for), sorted.
static LOOK_ALIKES: &[(char, char)] = &[
    ('\u{251}', 'a'),
    ('\u{261}', 'g'),
    ('\u{262}', 'G'),
    ('\u{26a}', 'I'),
    ('\u{274}', 'N'),
    ('\u{280}', 'R'),
    ('\u{28f}', 'Y'),
    ('\u{299}', 'B'),
    ('\u{29c}', 'H'),
    ('\u{29f}', 'L'),
    ('\u{391}', 'A'),
    ('\u{392}', 'B'),
    ('\u{395}', 'E'),
    ('\u{396}', 'Z'),
    ('\u{397}', 'H'),
    ('\u{399}', 'I'),
    ('\u{39a}', 'K'),
    ('\u{39c}', 'M'),
    ('\u{39d}', 'N'),
    ('\u{39f}', 'O'),
    ('\u{3a1}', 'P'),
    ('\u{3a4}', 'T'),
    ('\u{3a5}', 'Y'),
    ('\u{3a7}', 'X'),
    ('\u{3b1}', 'a'),
    ('\u{3b3}', 'y'),
    ('\u{3b9}', 'i'),
    ('\u{3ba}', 'k'),
    ('\u{3bd}', 'v'),
    ('\u{3bf}', 'o'),
    ('\u{3c1}', 'p'),
    ('\u{3c5}', 'u'),
    ('\u{3c7}', 'x'),
    ('\u{3f2}', 'c'),
    ('\u{3f3}', 'j'),
    ('\u{3f9}', 'C'),
    ('\u{405}', 'S'),
    ('\u{406}', 'I'),
    ('\u{408}', 'J'),
    ('\u{410}', 'A'),
    ('\u{412}', 'B'),
    ('\u{415}', 'E'),
    ('\u{41a}', 'K'),
    ('\u{41c}', 'M'),
    ('\u{41d}', 'H'),
    ('\u{41e}', 'O'),
    ('\u{420}', 'P'),
    ('\u{421}', 'C'),
    ('\u{422}', 'T'),
    ('\u{423}', 'Y'),
    ('\u{425}', 'X'),
    ('\u{430}', 'a'),
    ('\u{435}', 'e'),
    ('\u{43a}', 'k'),
    ('\u{43c}', 'm'),
    ('\u{43e}', 'o'),
    ('\u{440}', 'p'),
    ('\u{441}', 'c'),
    ('\u{442}', 't'),
    ('\u{443}', 'y'),
    ('\u{445}', 'x'),
    ('\u{455}', 's'),
    ('\u{456}', 'i'),
    ('\u{458}', 'j'),
    ('\u{474}', 'V'),
    ('\u{475}', 'v'),
    ('\u{4ae}', 'Y'),
    ('\u{4af}', 'y'),
    ('\u{4bb}', 'h'),
    ('\u{4c0}', 'I'),
    ('\u{4cf}', 'l'),
    ('\u{501}', 'd'),
    ('\u{50c}', 'G'),
    ('\u{51a}', 'Q'),
    ('\u{51b}', 'q'),
    ('\u{51c}', 'W'),
    ('\u{51d}', 'w'),
    ('\u{54d}', 'U'),
    ('\u{54f}', 'S'),
    ('\u{555}', 'O'),
    ('\u{566}', 'q'),
    ('\u{570}', 'h'),
    ('\u{575}', 'j'),
    ('\u{578}', 'n'),
    ('\u{57d}', 'u'),
    ('\u{581}', 'g'),
    ('\u{585}', 'o'),
    ('\u{13a0}', 'D'),
    ('\u{13a1}', 'R'),
    ('\u{13a2}', 'T'),
    ('\u{13aa}', 'A'),
    ('\u{13ab}', 'J'),
    ('\u{13ac}', 'E'),
    ('\u{13b3}', 'W'),
    ('\u{13b7}', 'M'),
    ('\u{13bb}', 'H'),
    ('\u{13bd}', 'Y'),
    ('\u{13c0}', 'G'),
    ('\u{13c2}', 'h'),
    ('\u{13c3}', 'Z'),
    ('\u{13cf}', 'b'),
    ('\u{13d2}', 'R'),
    ('\u{13d4}', 'W'),
    ('\u{13d5}', 'S'),
    ('\u{13d9}', 'V'),
    ('\u{13da}', 'S'),
    ('\u{13de}', 'L'),
    ('\u{13df}', 'C'),
    ('\u{13e2}', 'P'),
    ('\u{13e6}', 'K'),
    ('\u{13f4}', 'B'),
    ('\u{1d00}', 'A'),
    ('\u{1d04}', 'C'),
    ('\u{1d05}', 'D'),
    ('\u{1d07}', 'E'),
    ('\u{1d0a}', 'J'),
    ('\u{1d0b}', 'K'),
    ('\u{1d0d}', 'M'),
    ('\u{1d0f}', 'O'),
    ('\u{1d18}', 'P'),
    ('\u{1d1b}', 'T'),
    ('\u{1d1c}', 'U'),
    ('\u{1d20}', 'V'),
    ('\u{1d21}', 'W'),
    ('\u{1d22}', 'Z'),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The table can be searched.
    #[test]
    fn look_alikes_are_sorted() {
        assert!(LOOK_ALIKES.is_sorted_by(|one, other| one.0 < other.0));
    }
}
