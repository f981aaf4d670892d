//! The scan of a tree in memory.

use std::panic::{AssertUnwindSafe, catch_unwind};

use prowess_scan::{Package, Report, RuleSet};

use crate::Tree;

/// Scans the bytes that would be put in place, as a folder with them would be; nothing where the scan failed on them.
pub(crate) fn scan(rules: RuleSet, name: &str, tree: &Tree) -> Option<Report> {
    let scanned = catch_unwind(AssertUnwindSafe(|| rules.scan(&package(name, tree))));
    // A scan that failed covers nothing and so has no digest of it.
    scanned.ok().filter(|report| report.digest.is_some())
}

/// The package that a tree is.
pub(crate) fn package(name: &str, tree: &Tree) -> Package {
    let files = tree
        .files()
        .map(|(path, file)| (path.as_str(), file.bytes.as_slice()));
    let mut package = Package::of_files(name, files);
    for file in &mut package.files {
        // What lies in an archive has the mode that is written there.
        if file.container.is_none()
            && let Some(kept) = tree.get(&file.path)
        {
            file.executable = kept.executable;
        }
    }
    package.digest = Some(tree.digest());
    package
}
