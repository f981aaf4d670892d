//! In which order a profile lists skills.

use std::cmp::Ordering;

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorPreferences};

use crate::{Entry, Order};

impl Order {
    /// Sorts entries as a profile lists them, for hosts that make snapshots by hand. Equal entries
    /// keep their order.
    pub fn sort(self, entries: &mut [Entry]) {
        let compare = compare(self);
        entries.sort_by(|left, right| compare(left, right));
    }
}

/// A way of comparing entries.
pub(crate) type Comparison = Box<dyn Fn(&Entry, &Entry) -> Ordering>;

/// Compares entries as a profile lists them. Equal entries stay in the order of their roots.
pub(crate) fn compare(order: Order) -> Comparison {
    match order {
        Order::Name => Box::new(|left, right| left.name.cmp(&right.name)),
        Order::RootThenFolder => Box::new(|left, right| {
            let by_root = left.root.cmp(&right.root);
            by_root.then_with(|| folder_bytes(left).cmp(folder_bytes(right)))
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

fn folder_bytes(entry: &Entry) -> &[u8] {
    let folder = entry.listed.as_deref().or_else(|| entry.file.parent());
    folder
        .and_then(std::path::Path::file_name)
        .map_or(&[], |name| name.as_encoded_bytes())
}
