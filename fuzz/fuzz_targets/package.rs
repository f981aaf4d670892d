//! Any bytes, under any name, make a package that is read and scanned within bounds.
//!
//! The first line is the name of the file, the rest is what it holds, so that an archive, a document or an
//! image makes a seed as it is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prowess_scan::{Package, Verdict, scan};

fuzz_target!(|input: &[u8]| {
    let end = input.iter().position(|byte| *byte == b'\n');
    let Some((name, bytes)) = end.and_then(|end| Some((input.get(..end)?, input.get(end + 1..)?))) else {
        return;
    };
    let name = String::from_utf8_lossy(name);
    let package =
        Package::of_files("a", [("SKILL.md", b"Run `x`.".to_vec()), (&*name, bytes.to_vec())]);
    for (id, file) in package.with_ids() {
        assert!(file.container.is_none_or(|container| container < id));
    }
    let report = scan(&package);
    assert_eq!(report.coverage.len(), package.files.len());
    let complete = report.coverage.iter().all(|file| file.coverage.is_complete());
    assert!(complete || report.verdict != Verdict::Pass);
});
