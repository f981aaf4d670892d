//! The sample of real `SKILL.md` files.

use std::fs::File;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use tempfile::TempDir;

use crate::shared_dir;

/// The sample on the disk.
#[derive(Debug)]
pub struct Corpus {
    root: PathBuf,
    _unpacked: Option<TempDir>,
}

impl Corpus {
    /// Takes the folder that `PROWESS_CORPUS` names, or unpacks the shared archive; nothing, said
    /// on standard output, where neither is there.
    ///
    /// # Panics
    ///
    /// Where the archive cannot be unpacked.
    #[must_use]
    pub fn open() -> Option<Self> {
        #[expect(
            clippy::disallowed_methods,
            reason = "a test program is its own host; this variable is its only setting"
        )]
        let named = std::env::var_os("PROWESS_CORPUS").map(PathBuf::from);
        if let Some(root) = named {
            return Some(Self {
                root,
                _unpacked: None,
            });
        }
        let archive = File::open(shared_dir()?.join("corpus/sample.tar.gz")).expect("the sample");
        let unpacked = tempfile::tempdir().expect("a temporary folder");
        // The archive is a fixture; `unpack` refuses paths that lead out of the folder.
        tar::Archive::new(GzDecoder::new(archive))
            .unpack(unpacked.path())
            .expect("an archive");
        Some(Self {
            root: unpacked.path().join("corpus-sample"),
            _unpacked: Some(unpacked),
        })
    }

    /// The folder that paths of the sample's tables are relative to.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Every `SKILL.md`, whatever the letter case of its name, in the order of paths.
    ///
    /// # Panics
    ///
    /// Where a folder cannot be listed.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let entry = entry.expect("an entry");
                if entry.file_type().expect("a file type").is_dir() {
                    folders.push(entry.path());
                } else if entry.file_name().eq_ignore_ascii_case("SKILL.md") {
                    files.push(entry.path());
                }
            }
        }
        files.sort_unstable();
        files
    }
}
