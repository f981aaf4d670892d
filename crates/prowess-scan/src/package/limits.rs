//! Bounds on what is read.

/// How much of a package is read. What lies beyond is told as not covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Largest file in bytes, unpacked where it lies in an archive.
    pub file_bytes: u64,
    /// Most bytes of all files together, what archives hold included.
    pub package_bytes: u64,
    /// Most files of a package, what archives hold included, and most entries of a folder.
    pub entries: usize,
    /// Most folders between the package and a file.
    pub depth: usize,
    /// Most archives around a file.
    pub archive_nesting: u8,
    /// Most unpacked bytes for one packed byte, where more than 1 MiB comes out.
    pub archive_ratio: u64,
    /// Most entries of one archive.
    pub archive_entries: usize,
}

impl Default for Limits {
    /// 16 MiB a file, 256 MiB a package, 20,000 files, 64 folders deep; archives four deep, 200 to 1,
    /// 10,000 entries.
    fn default() -> Self {
        Self {
            file_bytes: 16 << 20,
            package_bytes: 256 << 20,
            entries: 20_000,
            depth: 64,
            archive_nesting: 4,
            archive_ratio: 200,
            archive_entries: 10_000,
        }
    }
}

/// What is left of the bounds while a package is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) bytes: u64,
    pub(crate) entries: usize,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            bytes: limits.package_bytes,
            entries: limits.entries,
        }
    }
}
