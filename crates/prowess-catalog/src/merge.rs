//! One skill a name: which candidate counts where several have one name.
//!
//! Names are compared exactly, in NFC; in a profile that says so letter case does not count. A candidate that cannot be used hides nothing; one that is
//! usable hides the others whether or not its requirements are met, so that what a model gets does
//! not change with a program that comes or goes.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use prowess_base::{Diagnostic, FoldedName, Related, Severity};

use crate::codes::entries as codes;
use crate::{Collision, Entry, EntryId, FileKind, Identity, Root, ShadowPolicy, Trust, Verdict};

/// What decides between candidates of one name.
pub(crate) struct Rules<'r> {
    pub(crate) roots: &'r [Root],
    pub(crate) identity: Identity,
    pub(crate) collision: Collision,
    pub(crate) shadow: ShadowPolicy,
}

/// Decides every name among `entries`, which stand in the order of their roots and, beneath one
/// root, in the order in which they were found. Losers become [`Verdict::Shadowed`] by a position in
/// `entries`. `is_same` tells whether two files are equal byte for byte.
pub(crate) fn merge(
    entries: &mut [Entry],
    rules: &Rules<'_>,
    mut is_same: impl FnMut(&Entry, &Entry) -> bool,
) {
    if rules.collision != Collision::Each {
        let groups = match rules.identity {
            Identity::HeaderAnyCase => groups(entries, rules.collision, |name| {
                Cow::Owned(name.to_lowercase())
            }),
            _ => groups(entries, rules.collision, Cow::Borrowed),
        };
        for group in groups {
            decide(entries, &group, rules, &mut is_same);
        }
    }
    tell_similar_names(entries);
}

/// Positions of candidates that have one name, each group with the first to go in front; names that
/// only one candidate has are left out.
fn groups<'e>(
    entries: &'e [Entry],
    collision: Collision,
    key: impl Fn(&'e str) -> Cow<'e, str>,
) -> Vec<Vec<usize>> {
    let mut first: HashMap<Cow<'e, str>, usize> = HashMap::with_capacity(entries.len());
    let mut several: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (position, entry) in entries.iter().enumerate() {
        if matches!(entry.verdict, Verdict::BeyondLimit { .. }) {
            continue;
        }
        let name = key(&entry.name);
        if let Some(&first) = first.get(&name) {
            several
                .entry(first)
                .or_insert_with(|| vec![first])
                .push(position);
        } else {
            first.insert(name, position);
        }
    }
    let mut groups: Vec<_> = several.into_values().collect();
    if collision == Collision::Last {
        let root = |position: &usize| entries.get(*position).map(|entry| entry.root);
        for group in &mut groups {
            group.sort_by(|left, right| {
                let by_root = root(left).cmp(&root(right));
                by_root.then_with(|| right.cmp(left))
            });
        }
    }
    if collision == Collision::ByKind {
        let key = |&position: &usize| {
            let entry = entries.get(position);
            let kind = entry.map_or((FileKind::Skill, 0), |entry| (entry.kind, kind_rank(entry)));
            let found = match kind.0 {
                FileKind::Instructions => position,
                _ => usize::MAX - position,
            };
            (entry.map(|entry| entry.root), kind.1, found)
        };
        for group in &mut groups {
            group.sort_by_key(key);
        }
    }
    groups
}

/// The place of an entry's kind beneath one root: files that are in every prompt, other files,
/// skills' folders.
pub(crate) fn kind_rank(entry: &Entry) -> u8 {
    match (entry.kind, entry.manifest.resident) {
        (FileKind::Skill, _) => 2,
        (_, true) => 0,
        (_, false) => 1,
    }
}

fn decide(
    entries: &mut [Entry],
    group: &[usize],
    rules: &Rules<'_>,
    is_same: &mut impl FnMut(&Entry, &Entry) -> bool,
) {
    let is_usable = |position: &&usize| {
        entries
            .get(**position)
            .is_some_and(|entry| !matches!(entry.verdict, Verdict::Invalid { .. }))
    };
    let usable: Vec<usize> = group.iter().filter(is_usable).copied().collect();
    let Some(&by_precedence) = usable.first() else {
        return;
    };
    let is_trusted = |position: usize| {
        entries
            .get(position)
            .is_some_and(|entry| entry.trust == Trust::Trusted)
    };
    let trusted = usable
        .iter()
        .copied()
        .find(|&position| is_trusted(position));
    let replaced = trusted.filter(|_| !is_trusted(by_precedence));
    let winner = match (replaced, rules.shadow) {
        (Some(trusted), ShadowPolicy::Refuse) => trusted,
        _ => by_precedence,
    };
    for &position in group
        .iter()
        .take_while(|&&position| position != by_precedence)
    {
        tell_invalid(entries, position, winner);
    }
    let mut goes_first = winner != by_precedence;
    for &loser in &usable {
        if loser == winner {
            goes_first = false;
            continue;
        }
        let (Some(winning), Some(losing)) = (entries.get(winner), entries.get(loser)) else {
            continue;
        };
        let note = if goes_first {
            Some(refusal(losing, winning))
        } else if is_same(winning, losing) {
            None
        } else {
            Some(shadow(losing, winning, rules.roots))
        };
        let same_root = winning.root == losing.root;
        let on_winner = note
            .as_ref()
            .filter(|_| same_root)
            .map(|_| same_name(winning, losing));
        if let Some(entry) = entries.get_mut(loser) {
            entry.verdict = Verdict::Shadowed { by: id(winner) };
            entry.diagnostics = with(&entry.diagnostics, note);
        }
        if let Some(entry) = entries.get_mut(winner) {
            entry.diagnostics = with(&entry.diagnostics, on_winner);
        }
    }
    if let Some(replaced) = replaced.filter(|_| winner == by_precedence) {
        tell_replacement(entries, winner, replaced, is_same);
    }
}

/// The identifier of a position. A catalogue never holds 2³² entries.
pub(crate) fn id(position: usize) -> EntryId {
    EntryId(u32::try_from(position).unwrap_or(u32::MAX))
}

fn with(diagnostics: &[Diagnostic], more: Option<Diagnostic>) -> Box<[Diagnostic]> {
    diagnostics.iter().cloned().chain(more).collect()
}

fn shadow(loser: &Entry, winner: &Entry, roots: &[Root]) -> Diagnostic {
    if loser.root == winner.root {
        return same_name(loser, winner);
    }
    let source = roots
        .get(winner.root.0 as usize)
        .map_or("", |root| root.source.as_str());
    Diagnostic::new(
        codes::SHADOWED,
        Severity::Advice,
        format!("hidden by the `{}` of `{source}`", winner.name),
    )
    .in_file(&loser.file)
    .related(here(winner, "this one counts"))
}

fn same_name(entry: &Entry, other: &Entry) -> Diagnostic {
    Diagnostic::new(
        codes::SAME_NAME,
        Severity::Warning,
        format!(
            "another skill beneath this root is called `{}` too",
            entry.name
        ),
    )
    .in_file(&entry.file)
    .related(here(other, "the other one"))
    .help("give one of them another `name`")
}

fn refusal(loser: &Entry, winner: &Entry) -> Diagnostic {
    Diagnostic::new(
        codes::REPLACEMENT_REFUSED,
        Severity::Warning,
        format!(
            "untrusted, so it may not replace the trusted `{}`",
            winner.name
        ),
    )
    .in_file(&loser.file)
    .related(here(winner, "this one counts"))
    .help("trust it after reading it, or rename it")
}

fn here(entry: &Entry, message: &str) -> Related {
    Related {
        file: entry.file.to_path_buf(),
        position: None,
        message: message.to_owned(),
    }
}

/// Says on both sides that an invalid candidate would have gone first.
fn tell_invalid(entries: &mut [Entry], invalid: usize, winner: usize) {
    let (Some(broken), Some(counting)) = (entries.get(invalid), entries.get(winner)) else {
        return;
    };
    let note = |entry: &Entry, message: String, other: Related| {
        Diagnostic::new(codes::INVALID_DOES_NOT_SHADOW, Severity::Warning, message)
            .in_file(&entry.file)
            .related(other)
            .help("mend or remove the invalid one")
    };
    let on_broken = note(
        broken,
        format!("invalid, so another `{}` counts in its place", broken.name),
        here(counting, "this one counts"),
    );
    let on_counting = note(
        counting,
        format!("counts only because another `{}` is invalid", counting.name),
        here(broken, "the invalid one goes first once it is mended"),
    );
    if let Some(entry) = entries.get_mut(invalid) {
        entry.diagnostics = with(&entry.diagnostics, Some(on_broken));
    }
    if let Some(entry) = entries.get_mut(winner) {
        entry.diagnostics = with(&entry.diagnostics, Some(on_counting));
    }
}

/// Marks an untrusted winner that replaced a trusted skill, unless both are equal byte for byte.
fn tell_replacement(
    entries: &mut [Entry],
    winner: usize,
    replaced: usize,
    is_same: &mut impl FnMut(&Entry, &Entry) -> bool,
) {
    let (Some(winning), Some(trusted)) = (entries.get(winner), entries.get(replaced)) else {
        return;
    };
    if is_same(winning, trusted) {
        return;
    }
    let note = Diagnostic::new(
        codes::REPLACES_TRUSTED,
        Severity::Warning,
        format!("untrusted, and replaces a trusted `{}`", winning.name),
    )
    .in_file(&winning.file)
    .related(here(trusted, "the trusted one"))
    .help("read it before you rely on it; `trust.shadow = \"refuse\"` keeps the trusted one");
    if let Some(entry) = entries.get_mut(winner) {
        entry.replaces = Some(id(replaced));
        entry.diagnostics = with(&entry.diagnostics, Some(note));
    }
}

/// Warns about names that look-up by folded name cannot tell apart.
fn tell_similar_names(entries: &mut [Entry]) {
    let counts = |entry: &&Entry| entry.verdict == Verdict::Eligible;
    let has_odd = entries
        .iter()
        .filter(counts)
        .any(|entry| !is_folded(&entry.name));
    // Names that fold to themselves are only alike when they are equal, which merging decided.
    if !has_odd {
        return;
    }
    let mut by_folded: HashMap<String, Vec<usize>> = HashMap::new();
    for (position, entry) in entries.iter().enumerate() {
        if entry.verdict == Verdict::Eligible {
            let folded = FoldedName::new(&entry.name).as_str().to_owned();
            by_folded.entry(folded).or_default().push(position);
        }
    }
    let mut alike: Vec<_> = by_folded
        .into_values()
        .filter(|group| group.len() > 1)
        .collect();
    alike.sort_unstable();
    for group in alike {
        for &position in &group {
            let others = group.iter().filter(|&&other| other != position);
            let others: Vec<Related> = others
                .filter_map(|&other| entries.get(other))
                .map(|other| here(other, &format!("called `{}`", other.name)))
                .collect();
            let Some(entry) = entries.get_mut(position) else {
                continue;
            };
            let mut note = Diagnostic::new(
                codes::SIMILAR_NAMES,
                Severity::Warning,
                format!(
                    "`{}` is easily confused with another skill's name",
                    entry.name
                ),
            )
            .in_file(&entry.file)
            .help("rename one of them");
            note.related = others;
            entry.diagnostics = with(&entry.diagnostics, Some(note));
        }
    }
}

/// Whether folding certainly changes nothing about a name, told without building the folded form.
fn is_folded(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_plain =
        |byte: &u8| byte.is_ascii_graphic() && !byte.is_ascii_uppercase() && *byte != b'_';
    bytes.iter().all(is_plain)
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--")
}

/// Entries in the order of `compare`, with the positions that verdicts hold put right. Equal ones
/// stay in their order.
pub(crate) fn sort(
    mut entries: Vec<Entry>,
    mut compare: impl FnMut(&Entry, &Entry) -> Ordering,
) -> Vec<Entry> {
    if entries.is_sorted_by(|left, right| compare(left, right).is_le()) {
        return entries;
    }
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(
        |&left, &right| match (entries.get(left), entries.get(right)) {
            (Some(left), Some(right)) => compare(left, right),
            _ => Ordering::Equal,
        },
    );
    let mut places = vec![0; order.len()];
    for (place, &was) in order.iter().enumerate() {
        if let Some(slot) = places.get_mut(was) {
            *slot = place;
        }
    }
    let moved = |old: EntryId| places.get(old.0 as usize).map_or(old, |&place| id(place));
    for entry in &mut entries {
        if let Verdict::Shadowed { by } = &mut entry.verdict {
            *by = moved(*by);
        }
        entry.replaces = entry.replaces.map(moved);
    }
    move_to(&mut entries, places);
    entries
}

/// Moves every entry to its place, by swaps alone: a second list of a large catalogue would be the
/// most memory that loading takes.
fn move_to(entries: &mut [Entry], mut places: Vec<usize>) {
    for position in 0..places.len() {
        while let Some(&place) = places.get(position)
            && place != position
            && place < entries.len()
        {
            entries.swap(position, place);
            places.swap(position, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries are sorted stably, and the positions in verdicts follow them.
    #[test]
    fn positions_follow() {
        let entry = |name: &str, by| Entry {
            name: name.into(),
            verdict: Verdict::Shadowed { by: EntryId(by) },
            ..Entry::default()
        };
        let entries = vec![entry("c", 1), entry("a", 2), entry("b", 3), entry("a", 0)];
        let sorted = sort(entries, |left, right| left.name.cmp(&right.name));
        let said: Vec<_> = sorted
            .iter()
            .map(|entry| (&*entry.name, &entry.verdict))
            .collect();
        let by = |id| Verdict::Shadowed { by: EntryId(id) };
        assert_eq!(
            said,
            [("a", &by(2)), ("a", &by(3)), ("b", &by(1)), ("c", &by(0))]
        );
    }
}
