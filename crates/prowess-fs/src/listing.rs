//! The entries of one folder.

use std::ffi::OsStr;
use std::fmt;

/// What an entry of a folder is, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, socket or device.
    Other,
}

impl fmt::Display for EntryKind {
    /// `a file`, `a folder`, `a link`, `a pipe, socket or device`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "a file",
            Self::Folder => "a folder",
            Self::Link => "a link",
            Self::Other => "a pipe, socket or device",
        })
    }
}

/// The entries of one folder, sorted by the bytes of their names. It can be used again for another
/// folder without being built anew.
#[derive(Debug, Default)]
pub struct Listing {
    names: Vec<u8>,
    entries: Vec<Slot>,
    listed: Listed,
}

/// How much of a folder a listing holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Listed {
    /// Every entry.
    #[default]
    All,
    /// The folder holds more entries than the bound. The entries at hand depend on the system's
    /// order, so that nothing may be made of them.
    BeyondBound,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    start: u32,
    end: u32,
    kind: EntryKind,
}

impl Listing {
    /// How much of the folder it holds.
    #[must_use]
    pub fn listed(&self) -> Listed {
        self.listed
    }

    /// How many entries there are; `.` and `..` do not count.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The names with their kinds, by the bytes of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&OsStr, EntryKind)> + Clone {
        self.entries
            .iter()
            .map(|slot| (os_str(self.bytes(*slot)), slot.kind))
    }

    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.entries.clear();
        self.listed = Listed::All;
    }

    /// Adds an entry. Gives `false` where there is no room beneath `bound`.
    pub(crate) fn push(&mut self, name: &[u8], kind: EntryKind, bound: usize) -> bool {
        let start = self.names.len();
        let room = self.entries.len() < bound;
        let (Ok(start), Ok(end), true) = (
            u32::try_from(start),
            u32::try_from(start + name.len()),
            room,
        ) else {
            self.listed = Listed::BeyondBound;
            return false;
        };
        self.names.extend_from_slice(name);
        self.entries.push(Slot { start, end, kind });
        true
    }

    pub(crate) fn sort(&mut self) {
        let names = &self.names;
        let bytes = |slot: &Slot| {
            names
                .get(slot.start as usize..slot.end as usize)
                .unwrap_or_default()
        };
        self.entries
            .sort_unstable_by(|one, other| bytes(one).cmp(bytes(other)));
    }

    fn bytes(&self, slot: Slot) -> &[u8] {
        self.names
            .get(slot.start as usize..slot.end as usize)
            .unwrap_or_default()
    }
}

#[cfg(unix)]
fn os_str(bytes: &[u8]) -> &OsStr {
    use std::os::unix::ffi::OsStrExt as _;
    OsStr::from_bytes(bytes)
}

/// Names are kept as UTF-8 here; one that is not Unicode was made so when it was added.
#[cfg(not(unix))]
fn os_str(bytes: &[u8]) -> &OsStr {
    OsStr::new(std::str::from_utf8(bytes).unwrap_or_default())
}
