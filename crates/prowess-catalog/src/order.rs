//! In which order a profile lists skills.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::PathBuf;

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorPreferences};

use crate::merge::kind_rank;
use crate::{Entry, Order, Root, Verdict};

impl Order {
    /// Sorts entries as a profile lists them, for hosts that make snapshots by hand. Equal entries
    /// keep their order.
    pub fn sort(self, entries: &mut [Entry]) {
        let compare = compare(self, entries, &[]);
        entries.sort_by(|left, right| compare(left, right));
    }
}

/// A way of comparing entries.
pub(crate) type Comparison = Box<dyn Fn(&Entry, &Entry) -> Ordering>;

/// Compares entries of a catalogue as a profile lists them. Equal entries stay in the order of their
/// roots.
pub(crate) fn compare(order: Order, entries: &[Entry], roots: &[Root]) -> Comparison {
    match order {
        Order::FirstMet => {
            let places = first_met(entries, roots);
            let place = move |entry: &Entry| places.get(&entry.name).copied();
            Box::new(move |left, right| place(left).cmp(&place(right)))
        }
        Order::Name => Box::new(|left, right| left.name.cmp(&right.name)),
        Order::RootThenFolder => Box::new(|left, right| {
            let by_root = left.root.cmp(&right.root);
            by_root.then_with(|| folder_bytes(left).cmp(folder_bytes(right)))
        }),
        Order::RootThenPath => Box::new(|left, right| {
            let by_root = left.root.cmp(&right.root);
            by_root.then_with(|| listed_path(left).cmp(&listed_path(right)))
        }),
        Order::Collated => {
            // English is not tailored: it is the root collation.
            let preferences = CollatorPreferences::default();
            match Collator::try_new(preferences, CollatorOptions::default()) {
                Ok(collator) => {
                    Box::new(move |left, right| collator.compare(&left.name, &right.name))
                }
                // The data of the root collation is compiled in, so that this does not happen.
                Err(_) => Box::new(|left, right| left.name.cmp(&right.name)),
            }
        }
    }
}

/// The place of every name when entries are taken scope by scope from the farthest, and in one scope
/// by root and kind. Names that only unusable entries have come first.
fn first_met(entries: &[Entry], roots: &[Root]) -> HashMap<Box<str>, usize> {
    let is_usable = |position: &usize| {
        let entry = entries.get(*position);
        entry.is_some_and(|entry| !matches!(entry.verdict, Verdict::Invalid { .. }))
    };
    let mut met: Vec<usize> = (0..entries.len()).filter(is_usable).collect();
    met.sort_by_key(|&position| {
        let entry = entries.get(position)?;
        let scope = roots.get(entry.root.0 as usize).map(|root| root.scope);
        Some((scope, entry.root, kind_rank(entry)))
    });
    let mut places = HashMap::new();
    for (place, position) in met.into_iter().enumerate() {
        if let Some(entry) = entries.get(position) {
            places.entry(entry.name.clone()).or_insert(place);
        }
    }
    places
}

/// The file's path as it is listed beneath the root; compared part by part.
fn listed_path(entry: &Entry) -> PathBuf {
    match (&entry.listed, entry.file.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => entry.file.to_path_buf(),
    }
}

fn folder_bytes(entry: &Entry) -> &[u8] {
    let folder = entry.listed.as_deref().or_else(|| entry.file.parent());
    folder
        .and_then(std::path::Path::file_name)
        .map_or(&[], |name| name.as_encoded_bytes())
}
