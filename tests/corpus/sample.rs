//! The sample of real files.

use prowess_base::Diagnostic;
use prowess_format::{Document, Limits, Source};
use prowess_tests::{Corpus, shared_dir};
use serde::de::DeserializeOwned;

/// The sample on the disk.
pub(crate) struct Sample(Corpus);

impl Sample {
    /// The sample; nothing, said on standard output, where it is not there.
    pub(crate) fn open() -> Option<Self> {
        Corpus::open().map(Self)
    }

    /// The bytes of one file.
    pub(crate) fn bytes(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.0.root().join(path)).unwrap()
    }
}

/// The lines of a table that belongs to the sample.
pub(crate) fn rows<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = shared_dir().unwrap().join("corpus").join(name);
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Decodes and parses `bytes`, and hands the result to `see`.
pub(crate) fn with_document<T>(
    bytes: &[u8],
    see: impl FnOnce(&Document<'_>, &[Diagnostic]) -> T,
) -> T {
    let (source, mut diagnostics) = Source::decode(bytes);
    let (document, found) = Document::parse(&source.text, &Limits::default());
    diagnostics.extend(found);
    see(&document, &diagnostics)
}
