//! Packages written in TOML.
//!
//! `files` maps paths to text, or to `{ hex = "…" }`, `{ base64 = "…" }`, `{ zip = { … } }` (files again),
//! `{ repeat = "…", times = 1000 }`, or `{ parts = [ … ] }` (any of these, one after the other).
//! Invisible characters are written as TOML escapes (`\u200B`).

use std::collections::BTreeMap;
use std::io::Write as _;

use prowess_scan::Package;
use serde::Deserialize;

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum File {
    Text(String),
    Hex { hex: String },
    Base64 { base64: String },
    Zip { zip: BTreeMap<String, File> },
    Repeat { repeat: String, times: usize },
    Parts { parts: Vec<File> },
}

impl File {
    fn bytes(&self) -> Vec<u8> {
        use base64::Engine as _;
        match self {
            Self::Text(text) => text.clone().into_bytes(),
            Self::Hex { hex } => (0..hex.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal"))
                .collect(),
            Self::Base64 { base64 } => base64::engine::general_purpose::STANDARD
                .decode(base64)
                .expect("base64"),
            Self::Zip { zip } => {
                let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
                for (path, file) in zip {
                    let options = zip::write::SimpleFileOptions::default();
                    writer.start_file(path.as_str(), options).expect("an entry");
                    writer.write_all(&file.bytes()).expect("in memory");
                }
                writer.finish().expect("an archive").into_inner()
            }
            Self::Repeat { repeat, times } => repeat.repeat(*times).into_bytes(),
            Self::Parts { parts } => parts.iter().flat_map(Self::bytes).collect(),
        }
    }
}

/// A package whose folder has the name `name`.
pub(crate) fn package(name: &str, files: &BTreeMap<String, File>) -> Package {
    Package::of_files(
        name,
        files
            .iter()
            .map(|(path, file)| (path.as_str(), file.bytes())),
    )
}
