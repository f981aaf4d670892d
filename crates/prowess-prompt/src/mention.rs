//! Skills that a message names with a `$`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use prowess_base::{FoldedName, normalize_name};
use prowess_catalog::{EntryId, Listing, MentionRule, Snapshot};

use crate::boundary::{is_boundary, is_part_of_word, is_within_word};
use crate::refusal::{Refusal, startable};

/// Most skills that one message may name ([`MentionRule::LongestName`]).
pub const MENTIONS: usize = 8;
/// Longest name that is looked for, in characters.
pub const MENTION_CHARACTERS: usize = 512;
/// Characters that all names of one message may have together.
pub const ALL_MENTION_CHARACTERS: usize = 1_000;

/// What a message names.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Mentions {
    /// The skills in the order of the text, each once.
    pub found: Vec<Mention>,
    /// Names of skills that are here and cannot be started, and why.
    pub refused: Vec<(Box<str>, Refusal)>,
    /// Where a backslash stands that keeps a name from being one.
    escapes: Vec<usize>,
}

/// One skill that a message names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The skill.
    pub entry: EntryId,
    /// The `$` and the name, in bytes of the message.
    pub span: Range<usize>,
}

impl Mentions {
    /// The message as it is passed on: backslashes that keep a name from being one are taken away.
    #[must_use]
    pub fn text<'t>(&self, message: &'t str) -> Cow<'t, str> {
        if self.escapes.is_empty() {
            return Cow::Borrowed(message);
        }
        let mut text = String::with_capacity(message.len());
        let mut from = 0;
        for &escape in &self.escapes {
            text.push_str(message.get(from..escape).unwrap_or(""));
            from = escape + 1;
        }
        text.push_str(message.get(from..).unwrap_or(""));
        Cow::Owned(text)
    }
}

/// The skills that a message names, by the profile's rule. A `$` before anything else than a skill's
/// name is text.
#[must_use]
pub fn mentions(snapshot: &Snapshot, message: &str) -> Mentions {
    let mut mentions = Mentions::default();
    let rule = snapshot.profile.calls.mentions;
    if rule == MentionRule::Never || !message.contains('$') {
        return mentions;
    }
    let names = Names::of(snapshot);
    let mut used_characters = 0;
    for (start, _) in message.match_indices('$') {
        let before = message.get(..start).unwrap_or("");
        let behind = message.get(start + 1..).unwrap_or("");
        let named = match rule {
            MentionRule::Never => None,
            MentionRule::AsciiNames => names.exactly(before, behind),
            MentionRule::LongestName => names.longest(before, behind),
        };
        let Some(Named { entry, length }) = named else {
            continue;
        };
        let has_bounds = rule == MentionRule::LongestName;
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        if has_bounds && backslashes % 2 == 1 {
            mentions.escapes.push(start - 1);
            continue;
        }
        if mentions.found.iter().any(|found| found.entry == entry) {
            continue;
        }
        let name = behind.get(..length).unwrap_or("");
        let characters = name.chars().count();
        let refusal = if has_bounds && mentions.found.len() == MENTIONS {
            Err(Refusal::TooManyNames { most: MENTIONS })
        } else if has_bounds && used_characters + characters > ALL_MENTION_CHARACTERS {
            Err(Refusal::NamesTooLong {
                most: ALL_MENTION_CHARACTERS,
            })
        } else {
            startable(snapshot, entry)
        };
        match refusal {
            Ok(()) => {
                used_characters += characters;
                mentions.found.push(Mention {
                    entry,
                    span: start..start + 1 + length,
                });
            }
            Err(refusal) => {
                if !mentions.refused.iter().any(|(told, _)| **told == *name) {
                    mentions.refused.push((name.into(), refusal));
                }
            }
        }
    }
    mentions
}

/// A skill's name at the start of a text.
struct Named {
    entry: EntryId,
    /// Bytes of the name as it stands in the text.
    length: usize,
}

/// The names of a snapshot, in the order of its own look-up: exact before folded.
struct Names<'s> {
    snapshot: &'s Snapshot,
    exact: HashMap<&'s str, EntryId>,
    /// Nothing where a folded name is that of several skills.
    folded: HashMap<FoldedName, Option<EntryId>>,
}

impl<'s> Names<'s> {
    fn of(snapshot: &'s Snapshot) -> Self {
        let mut names = Self {
            snapshot,
            exact: HashMap::new(),
            folded: HashMap::new(),
        };
        let entries = snapshot.entries.with_ids();
        for (id, entry) in entries.filter(|(_, entry)| Listing::WithUnavailable.holds(entry)) {
            names.exact.insert(&entry.name, id);
            names
                .folded
                .entry(FoldedName::new(&entry.name))
                .and_modify(|of_several| *of_several = None)
                .or_insert(Some(id));
        }
        names
    }

    /// `(?<![\w$])\$([A-Za-z0-9_-]+)`, the whole run being the name.
    fn exactly(&self, before: &str, behind: &str) -> Option<Named> {
        let previous = before.chars().next_back();
        if previous.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$')) {
            return None;
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let name = behind.get(..behind.len() - behind.trim_start_matches(is_part).len())?;
        let entry = *self.exact.get(name)?;
        Some(Named {
            entry,
            length: name.len(),
        })
    }

    /// The longest name that ends where a token does.
    fn longest(&self, before: &str, behind: &str) -> Option<Named> {
        let previous = before.chars().next_back();
        if is_within_word(previous) || previous == Some('$') {
            return None;
        }
        let run = name_run(behind);
        let mut ends: Vec<usize> = run
            .char_indices()
            .filter(|&(place, after)| {
                let last = run.get(..place).and_then(|text| text.chars().next_back());
                let parts_letters = last.is_some_and(is_part_of_word) && is_part_of_word(after);
                parts_letters && is_boundary(last, Some(after))
            })
            .map(|(place, _)| place)
            .collect();
        ends.push(run.len());
        ends.into_iter().rev().find_map(|length| {
            let name = run.get(..length)?;
            // `$PATH` is a variable; a name has a letter that is not a capital.
            let is_name = name.chars().any(|c| c.is_alphabetic() && !c.is_uppercase());
            let entry = is_name.then(|| self.find(name)).flatten()?;
            Some(Named { entry, length })
        })
    }

    fn find(&self, name: &str) -> Option<EntryId> {
        if let Some(id) = self.exact.get(&*normalize_name(name)) {
            return Some(*id);
        }
        if name.contains([':', '/']) {
            return self.snapshot.get(name).ok();
        }
        self.folded.get(&FoldedName::new(name)).copied().flatten()
    }
}

/// The start of a text that may be a name: letters, digits, `_` and `-` of any script, and `.`, `:` and
/// `/` between two of them; at most [`MENTION_CHARACTERS`].
fn name_run(text: &str) -> &str {
    let is_inner = |c: char| is_part_of_word(c) || matches!(c, '_' | '-');
    let mut characters = text.char_indices().take(MENTION_CHARACTERS).peekable();
    let mut end = 0;
    while let Some((place, character)) = characters.next() {
        let joins = matches!(character, '.' | ':' | '/')
            && end > 0
            && characters.peek().is_some_and(|&(_, next)| is_inner(next));
        if !is_inner(character) && !joins {
            break;
        }
        end = place + character.len_utf8();
    }
    text.get(..end).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use prowess_catalog::Profile;

    use super::*;
    use crate::testing::snapshot_of;

    /// The names that a message names in the own profile, and the message as it is passed on.
    fn named(skills: &[&str], message: &str) -> (Vec<String>, String) {
        let snapshot = snapshot_of(Profile::own(), skills);
        let found = mentions(&snapshot, message);
        let name = |mention: &Mention| snapshot.entry(mention.entry).unwrap().name.to_string();
        (
            found.found.iter().map(name).collect(),
            found.text(message).into_owned(),
        )
    }

    fn told(mentions: &Mentions) -> Vec<(&str, String)> {
        let refused = mentions.refused.iter();
        refused
            .map(|(name, refusal)| (&**name, refusal.to_string()))
            .collect()
    }

    /// SL-10: the longest name counts, and a name ends where the script changes, never within a word.
    #[test]
    fn sl_10_longest_name() {
        let skills = ["tidy-up", "tidy", "故事", "故事整理"];
        for (message, name) in [
            ("$tidy-up整理这个", Some("tidy-up")),
            ("$tidy-upper x", None),
            ("用$tidy整理", Some("tidy")),
            ("$故事整理这个", Some("故事整理")),
            ("$故事很好", Some("故事")),
            ("x$tidy", None),
            ("$$tidy", None),
            ("$Tidy_Up.", Some("tidy-up")),
            ("${tidy}", None),
            ("$tidy.py", None),
            ("($tidy)", Some("tidy")),
            ("$workspace:tidy now", Some("tidy")),
        ] {
            let expected: Vec<&str> = name.into_iter().collect();
            assert_eq!(named(&skills, message).0, expected, "{message}");
        }
    }

    /// A backslash makes a name text and goes away; one before other text stays.
    #[test]
    fn escapes() {
        let text = |message: &str| named(&["tidy"], message);
        assert_eq!(text(r"\$tidy \$5"), (vec![], r"$tidy \$5".to_owned()));
        assert_eq!(text(r"\\$tidy").0, ["tidy"]);
    }

    /// A name of capitals alone is a variable.
    #[test]
    fn variables() {
        assert_eq!(named(&["PATH", "2"], "$PATH $2").0, [""; 0]);
    }

    /// Nine names are one too many, and names that are too long together too; what is left out is
    /// told.
    #[test]
    fn bounds() {
        let skills: Vec<String> = (0..9).map(|number| format!("s{number}")).collect();
        let skills: Vec<&str> = skills.iter().map(String::as_str).collect();
        let message = skills
            .iter()
            .map(|name| format!("${name} "))
            .collect::<String>();
        let snapshot = snapshot_of(Profile::own(), &skills);
        let found = mentions(&snapshot, &message);
        assert_eq!(found.found.len(), 8);
        assert_eq!(
            told(&found),
            [(
                "s8",
                "a message may name 8 skills, and this is one more".to_owned()
            )]
        );

        let long: Vec<String> = ["a", "b", "c"].map(|start| start.repeat(400)).into();
        let long: Vec<&str> = long.iter().map(String::as_str).collect();
        let message = long
            .iter()
            .map(|name| format!("${name} "))
            .collect::<String>();
        let snapshot = snapshot_of(Profile::own(), &long);
        let found = mentions(&snapshot, &message);
        assert_eq!(found.found.len(), 2);
        let why = "the names in a message may have 1000 characters together";
        assert_eq!(told(&found), [(long[2], why.to_owned())]);
        assert_eq!(
            named(&[&"x".repeat(513)], &format!("${}", "x".repeat(513))).0,
            [""; 0]
        );
    }

    proptest::proptest! {
        /// Whatever the message, what is found is a `$` and a name that folds to a skill's.
        #[test]
        fn any_message(message in "[$\\\\ a部署.:_-]{0,30}") {
            let snapshot = snapshot_of(Profile::own(), &["a", "a-a", "部署"]);
            for mention in mentions(&snapshot, &message).found {
                let written = &message[mention.span];
                let name = &snapshot.entry(mention.entry).unwrap().name;
                proptest::prop_assert_eq!(
                    FoldedName::new(&written[1..]),
                    FoldedName::new(name)
                );
            }
        }
    }
}
