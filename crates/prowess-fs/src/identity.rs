//! Which file, in which state.

use std::time::{Duration, SystemTime};

/// Which file it was and in which state, told by the system without reading it.
///
/// Two equal identities mean the same unchanged file, unless the identity is racy
/// ([`FileIdentity::is_racy`]): taken within the clock's grain of the file's last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct FileIdentity {
    /// Device; 0 where the system has none.
    pub device: u64,
    /// Inode or file index.
    pub inode: u64,
    /// Size in bytes.
    pub size: u64,
    /// Last change of the contents, nanoseconds since 1970.
    pub modified: i64,
    /// Last change of the file's record, nanoseconds since 1970; 0 where the system has none.
    pub changed: i64,
    /// Hard links.
    pub links: u64,
}

/// The longest grain of a file system that keeps parts of a second: a kernel's clock tick.
const FINE_GRAIN: Duration = Duration::from_millis(20);

/// The longest grain of a file system that keeps whole seconds: FAT counts in twos.
const COARSE_GRAIN: Duration = Duration::from_secs(2);

impl FileIdentity {
    /// Whether a later change of the file could leave this identity as it is, because the file had
    /// changed only just before `taken`, the moment at which the identity was read. A racy identity
    /// is to be read again, never trusted. Git's index has the same rule.
    #[must_use]
    pub fn is_racy(&self, taken: SystemTime) -> bool {
        let last = self.modified.max(self.changed);
        let whole_seconds = self.modified % 1_000_000_000 == 0 && self.changed % 1_000_000_000 == 0;
        let grain = if whole_seconds {
            COARSE_GRAIN
        } else {
            FINE_GRAIN
        };
        let settled = u64::try_from(last).ok().and_then(|last| {
            SystemTime::UNIX_EPOCH.checked_add(Duration::from_nanos(last) + grain)
        });
        settled.is_none_or(|settled| settled > taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An identity is racy within the grain of the last change, which is longer where a file system
    /// keeps whole seconds, and after a change from the future.
    #[test]
    fn racy() {
        let identity = |modified, changed| FileIdentity {
            modified,
            changed,
            ..FileIdentity::default()
        };
        let at = |nanoseconds| SystemTime::UNIX_EPOCH + Duration::from_nanos(nanoseconds);
        let second = 1_000_000_000;
        let fine = identity(5, 5 * second + 1);
        assert!(fine.is_racy(at(5_000_000_000)));
        assert!(!fine.is_racy(at(5_100_000_000)));
        let coarse = identity(5 * second, 0);
        assert!(coarse.is_racy(at(6_900_000_000)));
        assert!(!coarse.is_racy(at(7_000_000_000)));
    }
}
