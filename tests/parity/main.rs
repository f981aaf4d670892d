//! The strict mode of `validate` against the real agentskills.io reference library, run live: over
//! the sample of real files, and over headers that are broken at random (always the same ones).
//!
//! `PROWESS_REFERENCE_PYTHON` names a Python that has the package `skills-ref` 0.1.1; `test.sh`
//! installs one. Without it the tests say that they skip.

#![expect(
    clippy::print_stdout,
    clippy::panic,
    clippy::expect_used,
    reason = "test programs print their figures and stop at a broken fixture"
)]

mod mutate;
mod reference;

use std::path::{Path, PathBuf};

use prowess_format::strict::{self, StrictFile, StrictSkill};
use prowess_tests::reference::{CRASH, fault_label, sentence_label};
use prowess_tests::{Corpus, note, vectors};

use crate::reference::{Answer, Reference};

/// Differences that are printed in full.
const SHOWN: usize = 20;

/// Real files: no difference in what is found, in which order, or in what is read.
#[test]
fn sample() {
    let (Some(reference), Some(corpus)) = (Reference::open(), Corpus::open()) else {
        return;
    };
    let skills: Vec<_> = corpus
        .files()
        .into_iter()
        .filter_map(|file| Some(Skill::read(file.parent()?)))
        .collect();
    compare("sample", &reference, &skills);
}

/// Headers with a few characters changed: the same, at the edges of the library's YAML.
#[test]
fn broken_headers() {
    let (Some(reference), Some(vectors)) = (Reference::open(), vectors("skills-ref/headers.jsonl"))
    else {
        return;
    };
    let texts: Vec<&str> = vectors
        .iter()
        .filter_map(|vector| vector.field("input.text")?.as_str())
        .filter(|text| text.len() < 1000)
        .collect();
    let stage = tempfile::tempdir().expect("a temporary folder");
    let skills: Vec<_> = mutate::mutations(&texts, MUTATIONS)
        .enumerate()
        .map(|(index, text)| Skill::write(&stage.path().join(format!("{index}/demo")), &text))
        .collect();
    compare("broken headers", &reference, &skills);
}

/// How many headers are broken. The library takes some milliseconds for each.
const MUTATIONS: usize = 800;

struct Skill {
    folder: PathBuf,
    /// Nothing where no file has a name that the library takes.
    bytes: Option<Vec<u8>>,
}

impl Skill {
    fn read(folder: &Path) -> Self {
        let bytes = ["SKILL.md", "skill.md"]
            .iter()
            .find_map(|name| std::fs::read(folder.join(name)).ok());
        Self {
            folder: folder.to_owned(),
            bytes,
        }
    }

    fn write(folder: &Path, text: &str) -> Self {
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(folder.join("SKILL.md"), text).expect("a file");
        Self {
            folder: folder.to_owned(),
            bytes: Some(text.as_bytes().to_vec()),
        }
    }

    /// Our answer.
    fn answer(&self) -> Answer {
        let file = self
            .bytes
            .as_deref()
            .map_or(StrictFile::Missing, StrictFile::Bytes);
        let folder = self.folder.file_name().unwrap_or_default();
        let faults = strict::validate(&StrictSkill {
            folder: &folder.to_string_lossy(),
            file,
        });
        Answer {
            faults: faults.iter().map(fault_label).collect(),
            properties: strict::read_properties(file)
                .ok()
                .map(|properties| properties.to_json()),
        }
    }
}

fn compare(name: &str, reference: &Reference, skills: &[Skill]) {
    let folders: Vec<&Path> = skills.iter().map(|skill| skill.folder.as_path()).collect();
    let theirs = reference.ask(&folders);
    let mut different = 0;
    let mut valid = 0;
    for (skill, theirs) in skills.iter().zip(theirs) {
        let ours = skill.answer();
        valid += usize::from(ours.faults.is_empty());
        if ours != theirs {
            different += 1;
            if different <= SHOWN {
                let text = String::from_utf8_lossy(skill.bytes.as_deref().unwrap_or_default());
                let start: String = text.chars().take(400).collect();
                println!(
                    "{}: {start:?}\n  ours   {ours:?}\n  theirs {theirs:?}",
                    skill.folder.display()
                );
            }
        }
    }
    note(&format!(
        "parity with skills-ref 0.1.1, {name}: {} skills, {valid} valid, {different} differences",
        skills.len()
    ));
    assert_eq!(different, 0, "{name}");
}

impl Answer {
    /// The library's answer: its sentences as labels, its exceptions as a crash.
    fn of(faults: Option<Vec<String>>, properties: Option<String>) -> Self {
        let faults = match faults {
            Some(sentences) => sentences
                .iter()
                .map(|sentence| sentence_label(sentence))
                .collect(),
            None => vec![CRASH.to_owned()],
        };
        Self { faults, properties }
    }
}
