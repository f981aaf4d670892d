//! Parts of the scan that panic on a package: each is stopped alone, and what the others find is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::FileId;

/// A part of the scan that may fail by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// The rule with this name.
    Rule(&'static str),
    /// The search for texts within texts.
    Derivation,
    /// The reader of programs.
    Program,
    /// The reader of several programs together.
    Programs,
}

impl Part {
    /// What a report calls it.
    pub(crate) fn in_words(self) -> String {
        match self {
            Self::Rule(id) => format!("the rule `{id}`"),
            Self::Derivation => "the search for texts within texts".to_owned(),
            Self::Program => "the reader of programs".to_owned(),
            Self::Programs => "the reader of programs that work together".to_owned(),
        }
    }

    /// What may be in the package for all that.
    pub(crate) const fn why(self) -> &'static str {
        match self {
            Self::Rule(_) => "what that rule looks for may be in the package",
            _ => "what that part would have read may do anything",
        }
    }
}

/// What is said of a file on which a part of the scan failed, behind its name.
pub(crate) const LEFT: &str = "makes a part of the scan fail";

/// Every part that failed, with the files on which it did; none where it looks at the whole package.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    pub(crate) all: BTreeMap<Part, BTreeSet<FileId>>,
}

impl Failures {
    /// Runs a part of the scan. Where it panics it has failed on `file`, and the others go on.
    pub(crate) fn guard(&mut self, part: Part, file: Option<FileId>, run: impl FnOnce()) {
        // What a part changes before it panics are lists that it adds to: they stay good to read.
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            self.all.entry(part).or_default().extend(file);
        }
    }

    /// Every file on which something failed.
    pub(crate) fn files(&self) -> BTreeSet<FileId> {
        self.all.values().flatten().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What panics has failed, once for each file, and the next ones run.
    #[test]
    fn panicking() {
        let mut failures = Failures::default();
        let mut ran = 0;
        failures.guard(Part::Program, Some(FileId(1)), || {
            panic!("this is the test")
        });
        failures.guard(Part::Program, Some(FileId(1)), || {
            panic!("this is the test")
        });
        failures.guard(Part::Rule("a"), None, || panic!("this is the test"));
        failures.guard(Part::Program, Some(FileId(2)), || ran += 1);
        assert_eq!(
            (failures.all, ran),
            (
                BTreeMap::from([
                    (Part::Rule("a"), BTreeSet::new()),
                    (Part::Program, BTreeSet::from([FileId(1)])),
                ]),
                1
            )
        );
    }
}
