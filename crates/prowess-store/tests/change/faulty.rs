//! A disk that fails or dies at the n-th operation.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use prowess_fs::{Access, Error, LinkKind};
use prowess_store::disk::{Disk, RealDisk};

/// What happens at the n-th operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It fails without having done anything.
    Fails,
    /// It is refused, as in a folder that may not be written to.
    Refused,
    /// It is done, and fails nevertheless: as when bringing it to the disk fails.
    FailsWhenDone,
    /// From here on there is no room: whatever writes fails, after a part of it is written.
    Full,
    /// The program dies before it.
    DiesBefore,
    /// The program dies in it, after a part of it is written.
    DiesWithin,
    /// The program dies after it.
    DiesAfter,
}

impl Fault {
    pub(crate) const ALL: [Self; 7] = [
        Self::Fails,
        Self::Refused,
        Self::FailsWhenDone,
        Self::Full,
        Self::DiesBefore,
        Self::DiesWithin,
        Self::DiesAfter,
    ];

    pub(crate) fn is_death(self) -> bool {
        matches!(self, Self::DiesBefore | Self::DiesWithin | Self::DiesAfter)
    }
}

pub(crate) struct FaultyDisk {
    fault: Fault,
    at: usize,
    /// The operation after which the program dies, whatever was met before.
    last: usize,
    count: AtomicUsize,
    dead: AtomicBool,
}

/// How an operation uses the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It needs room.
    Writes,
    /// It needs none.
    Moves,
}

impl FaultyDisk {
    /// A disk whose operation number `at`, counted from 0, meets the fault.
    pub(crate) fn new(fault: Fault, at: usize) -> Self {
        Self {
            fault,
            at,
            last: usize::MAX,
            count: AtomicUsize::new(0),
            dead: AtomicBool::new(false),
        }
    }

    /// The same, and the program dies after operation number `last`.
    pub(crate) fn until(self, last: usize) -> Self {
        Self { last, ..self }
    }

    /// Whether the fault was met.
    pub(crate) fn was_met(&self) -> bool {
        self.count.load(Ordering::Relaxed) > self.at
    }

    /// Whether the program died.
    pub(crate) fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Relaxed)
    }

    fn run(
        &self,
        path: &Path,
        of: Use,
        whole: impl Fn() -> Result<(), Error>,
        part: impl Fn(),
    ) -> Result<(), Error> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let system = |code| Error::System {
            path: path.to_path_buf(),
            source: io::Error::from_raw_os_error(code),
        };
        let (failed, full) = (system(5), system(28));
        if self.dead.load(Ordering::Relaxed) {
            return Err(failed);
        }
        if self.fault == Fault::Full && number >= self.at && of == Use::Writes {
            part();
            return Err(full);
        }
        if number == self.last {
            self.dead.store(true, Ordering::Relaxed);
            whole()?;
            return Err(failed);
        }
        if number != self.at {
            return whole();
        }
        self.dead.store(self.fault.is_death(), Ordering::Relaxed);
        match self.fault {
            Fault::Full => return whole(),
            Fault::Fails | Fault::DiesBefore => {}
            Fault::Refused => {
                return Err(Error::Denied {
                    path: path.to_path_buf(),
                });
            }
            Fault::DiesWithin => part(),
            Fault::FailsWhenDone | Fault::DiesAfter => whole()?,
        }
        Err(failed)
    }
}

impl Disk for FaultyDisk {
    fn make_folder(&self, path: &Path, access: Access) -> Result<(), Error> {
        let whole = || RealDisk.make_folder(path, access);
        self.run(path, Use::Writes, whole, || {})
    }

    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
        let part = || {
            let half = bytes.get(..bytes.len() / 2).unwrap();
            let _ = RealDisk.create(path, half, access);
        };
        self.run(
            path,
            Use::Writes,
            || RealDisk.create(path, bytes, access),
            part,
        )
    }

    fn write(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), Error> {
        // What stands beside while a file is written stays when the program dies.
        let part = || {
            if self.fault.is_death() {
                let beside = path.with_file_name(".prowess-1-0");
                std::fs::write(beside, bytes).unwrap();
            }
        };
        self.run(
            path,
            Use::Writes,
            || RealDisk.write(path, bytes, access),
            part,
        )
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), Error> {
        self.run(to, Use::Moves, || RealDisk.rename(from, to), || {})
    }

    fn replace(&self, from: &Path, to: &Path) -> Result<(), Error> {
        self.run(to, Use::Moves, || RealDisk.replace(from, to), || {})
    }

    fn link(&self, target: &Path, at: &Path, kind: LinkKind) -> Result<(), Error> {
        let whole = || RealDisk.link(target, at, kind);
        self.run(at, Use::Writes, whole, || {})
    }

    fn remove(&self, path: &Path) -> Result<(), Error> {
        let part = || {
            // The first thing in a folder is gone.
            let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
            if let Some(entry) = entries.min_by_key(std::fs::DirEntry::path) {
                RealDisk.remove(&entry.path()).unwrap();
            }
        };
        self.run(path, Use::Moves, || RealDisk.remove(path), part)
    }

    fn remove_empty(&self, path: &Path) -> Result<(), Error> {
        self.run(path, Use::Moves, || RealDisk.remove_empty(path), || {})
    }

    fn sync(&self, folder: &Path) -> Result<(), Error> {
        self.run(folder, Use::Moves, || RealDisk.sync(folder), || {})
    }
}
