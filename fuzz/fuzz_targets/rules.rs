//! Any bytes through every rule of `validate`, in both modes, and through the reference library's
//! reading: nothing panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prowess_format::rules::{Mode, Subject, Target, check};

fuzz_target!(|bytes: &[u8]| {
    let subject =
        Subject { folder: "folder", file_name: "SKILL.md", bytes, resources: Some(&["a/b.md"]) };
    for mode in [Mode::Full(Target::Any), Mode::Full(Target::ClaudeAi), Mode::Strict] {
        drop(check(&subject, mode));
    }
});
