//! Any bytes, under any name, make a package that is read and scanned within bounds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prowess_scan::{Package, scan};

fuzz_target!(|input: (&str, Vec<u8>)| {
    let (name, bytes) = input;
    let package = Package::of_files("a", [("SKILL.md", b"Run `x`.".to_vec()), (name, bytes)]);
    for (id, file) in package.with_ids() {
        assert!(file.container.is_none_or(|container| container < id));
    }
    let report = scan(&package);
    assert_eq!(report.coverage.len(), package.files.len());
});
