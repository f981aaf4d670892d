//! The keys of a mapping while it is read.

use std::collections::HashSet;

use prowess_base::Span;

use crate::Entry;

/// The keys of one mapping so far; hashed only where there are many.
#[derive(Default)]
pub(crate) struct Keys {
    hashed: HashSet<String>,
    count: usize,
}

impl Keys {
    const FEW: usize = 16;

    /// Where `key` stands already.
    pub(crate) fn find(&mut self, entries: &[Entry<'_>], key: &str) -> Option<Span> {
        if self.count > Self::FEW {
            if self.hashed.is_empty() {
                self.hashed = entries.iter().map(|entry| entry.key.to_string()).collect();
            }
            if !self.hashed.contains(key) {
                return None;
            }
        }
        entries
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| entry.key_span)
    }

    /// Adds `key`, the next of the entries.
    pub(crate) fn insert(&mut self, key: &str) {
        self.count += 1;
        if !self.hashed.is_empty() {
            self.hashed.insert(key.to_owned());
        }
    }
}
