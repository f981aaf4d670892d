//! Unix: handles and `*at` calls. Linux confines by `openat2`; elsewhere, and where a sandbox refuses
//! that call, every part of a path is opened on its own and no link is followed.

use std::fs::File;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use super::{Failure, Result, Status};
use crate::{EntryKind, FileIdentity, LinkKind, Links, Listing};

/// Bytes of a buffer for one call that lists entries.
#[cfg(target_os = "linux")]
const LISTING_BUFFER: usize = 32 * 1024;

/// An open folder.
#[derive(Debug)]
pub(crate) struct FolderHandle(OwnedFd);

/// An open file of any kind.
#[derive(Debug)]
pub(crate) struct FileHandle(OwnedFd);

const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);

/// `NONBLOCK`: a pipe without a writer would hold the open for ever.
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

impl FolderHandle {
    pub(crate) fn open_ambient(path: &Path) -> Result<Self> {
        Ok(Self(rustix::fs::open(path, FOLDER, Mode::empty())?))
    }

    pub(crate) fn folder(&self, path: &Path, links: Links) -> Result<Self> {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        Ok(Self(beneath(&self.0, path, FOLDER, links)?))
    }

    pub(crate) fn file(&self, path: &Path, links: Links) -> Result<FileHandle> {
        Ok(FileHandle(beneath(&self.0, path, FILE, links)?))
    }

    pub(crate) fn status(&self) -> Result<Status> {
        Ok(status(&rustix::fs::fstat(&self.0)?))
    }

    /// The status of what is at `path`, a link at its end not followed. Links before are followed
    /// wherever they lead: nothing is read through the result but the identity.
    pub(crate) fn status_of(&self, path: &Path) -> Result<Status> {
        let stat = rustix::fs::statat(&self.0, path, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(status(&stat))
    }

    pub(crate) fn read_link(&self, path: &Path) -> Result<PathBuf> {
        use std::os::unix::ffi::OsStringExt as _;
        let target = rustix::fs::readlinkat(&self.0, path, Vec::new())?;
        Ok(std::ffi::OsString::from_vec(target.into_bytes()).into())
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn list(&self, listing: &mut Listing, bound: usize) -> Result<()> {
        let mut buffer: Vec<MaybeUninit<u8>> = Vec::with_capacity(LISTING_BUFFER);
        buffer.resize(LISTING_BUFFER, MaybeUninit::uninit());
        let mut entries = rustix::fs::RawDir::new(&self.0, &mut buffer);
        while let Some(entry) = entries.next() {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => self.kind_of(name),
                known => kind(known),
            };
            if !listing.push(name, kind, bound) {
                break;
            }
        }
        Ok(())
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn list(&self, listing: &mut Listing, bound: usize) -> Result<()> {
        let mut entries = rustix::fs::Dir::read_from(&self.0)?;
        while let Some(entry) = entries.read() {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => self.kind_of(name),
                known => kind(known),
            };
            if !listing.push(name, kind, bound) {
                break;
            }
        }
        Ok(())
    }

    /// For file systems whose listings do not tell kinds.
    fn kind_of(&self, name: &[u8]) -> EntryKind {
        use std::os::unix::ffi::OsStrExt as _;
        self.status_of(Path::new(std::ffi::OsStr::from_bytes(name)))
            .map_or(EntryKind::Other, |status| status.kind)
    }

    pub(crate) fn create_file(&self, name: &Path, mode: u32) -> Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.0, name, flags, mode_of(mode))?;
        Ok(file.into())
    }

    /// Opens a file for a lock and makes it where there is none.
    pub(crate) fn lock_file(&self, name: &Path, mode: u32) -> Result<File> {
        let flags = OFlags::RDWR
            | OFlags::CREATE
            | OFlags::NOFOLLOW
            | OFlags::NONBLOCK
            | OFlags::NOCTTY
            | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.0, name, flags, mode_of(mode))?;
        Ok(file.into())
    }

    pub(crate) fn create_folder(&self, name: &Path, mode: u32) -> Result<()> {
        Ok(rustix::fs::mkdirat(&self.0, name, mode_of(mode))?)
    }

    pub(crate) fn rename(&self, from: &Path, to: &Path) -> Result<()> {
        Ok(rustix::fs::renameat(&self.0, from, &self.0, to)?)
    }

    pub(crate) fn rename_to(&self, from: &Path, folder: &Self, to: &Path) -> Result<()> {
        Ok(rustix::fs::renameat(&self.0, from, &folder.0, to)?)
    }

    /// Renames where nothing is. Where neither the system nor the file system can do that in one step, one looks before.
    pub(crate) fn rename_new(&self, from: &Path, folder: &Self, to: &Path) -> Result<()> {
        #[cfg(any(target_os = "linux", target_vendor = "apple"))]
        match rustix::fs::renameat_with(
            &self.0,
            from,
            &folder.0,
            to,
            rustix::fs::RenameFlags::NOREPLACE,
        ) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            other => return Ok(other?),
        }
        match folder.status_of(to) {
            Ok(_) => Err(Errno::EXIST.into()),
            Err(_) => self.rename_to(from, folder, to),
        }
    }

    /// There are no junctions here.
    pub(crate) fn make_link(
        &self,
        _path: &Path,
        name: &Path,
        target: &Path,
        kind: LinkKind,
    ) -> Result<()> {
        match kind {
            LinkKind::Symbolic => Ok(rustix::fs::symlinkat(target, &self.0, name)?),
            LinkKind::Junction => Err(std::io::Error::from(std::io::ErrorKind::Unsupported).into()),
        }
    }

    /// Lets the owner list, enter and change a folder.
    pub(crate) fn make_writable(&self, name: &Path) -> Result<()> {
        // A link would be followed: the mode of a link itself cannot be set everywhere.
        if self.status_of(name)?.kind != EntryKind::Folder {
            return Err(Failure::Link);
        }
        Ok(rustix::fs::chmodat(
            &self.0,
            name,
            Mode::RWXU,
            AtFlags::empty(),
        )?)
    }

    pub(crate) fn hard_link(&self, from: &Path, to: &Path) -> Result<()> {
        Ok(rustix::fs::linkat(
            &self.0,
            from,
            &self.0,
            to,
            AtFlags::empty(),
        )?)
    }

    pub(crate) fn remove_file(&self, name: &Path) -> Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(crate) fn remove_folder(&self, name: &Path) -> Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    /// Brings the names of this folder to the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        Ok(rustix::fs::fsync(&self.0)?)
    }
}

impl FileHandle {
    pub(crate) fn status(&self) -> Result<Status> {
        Ok(status(&rustix::fs::fstat(&self.0)?))
    }

    /// Gives the file these bits, whatever the user's mask.
    pub(crate) fn set_mode(&self, mode: u32) -> Result<()> {
        Ok(rustix::fs::fchmod(&self.0, mode_of(mode))?)
    }

    /// Appends what stands behind the `bytes` so far, `most` bytes or somewhat more; 0 at the end of
    /// the file.
    pub(crate) fn read(&self, bytes: &mut Vec<u8>, most: usize) -> Result<usize> {
        // One byte of spare room at least: without it a read says 0 before the end.
        bytes.reserve(most.max(1));
        let offset = bytes.len() as u64;
        loop {
            let room = rustix::buffer::spare_capacity(bytes);
            match rustix::io::pread(&self.0, room, offset) {
                Err(Errno::INTR) => {}
                other => return Ok(other?),
            }
        }
    }
}

/// Opens `path` beneath `folder`.
fn beneath(folder: &OwnedFd, path: &Path, flags: OFlags, links: Links) -> Result<OwnedFd> {
    #[cfg(target_os = "linux")]
    if let Some(answer) = linux::beneath(folder, path, flags, links) {
        return answer;
    }
    step_by_step(folder, path, flags, links)
}

/// The confinement without `openat2`: every folder on the way is opened on its own, and a link is
/// refused wherever it stands. That refuses more than [`Links::Beneath`] asks for, never less.
fn step_by_step(folder: &OwnedFd, path: &Path, flags: OFlags, _links: Links) -> Result<OwnedFd> {
    let mut open: Option<OwnedFd> = None;
    let mut parts = path.components().peekable();
    while let Some(part) = parts.next() {
        let at = open.as_ref().unwrap_or(folder);
        let name = match part {
            Component::Normal(name) => Path::new(name),
            Component::CurDir => Path::new("."),
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(Failure::Outside);
            }
        };
        let is_last = parts.peek().is_none();
        let how = if is_last { flags } else { FOLDER };
        let next = match rustix::fs::openat(at, name, how | OFlags::NOFOLLOW, Mode::empty()) {
            // With `DIRECTORY`, a link is told as no folder.
            Err(Errno::NOTDIR) if is_link(at, name) => {
                return Err(Failure::Link);
            }
            other => other?,
        };
        open = Some(next);
    }
    open.ok_or(Failure::Outside)
}

fn is_link(folder: &OwnedFd, name: &Path) -> bool {
    rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::OwnedFd;
    use std::path::Path;
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{Mode, OFlags, ResolveFlags};
    use rustix::io::Errno;

    use super::super::Result;
    use crate::Links;

    /// Set once the kernel or a sandbox has shown that it has no `openat2`.
    static MISSING: AtomicBool = AtomicBool::new(false);

    /// How often a call is repeated that lost against renames.
    const TRIES: usize = 8;

    /// Opens by `openat2`; nothing where there is no such call.
    pub(super) fn beneath(
        folder: &OwnedFd,
        path: &Path,
        flags: OFlags,
        links: Links,
    ) -> Option<Result<OwnedFd>> {
        if MISSING.load(Ordering::Relaxed) {
            return None;
        }
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let resolve = match links {
            Links::Refused => resolve | ResolveFlags::NO_SYMLINKS,
            Links::Beneath => resolve,
        };
        for _ in 0..TRIES {
            match rustix::fs::openat2(folder, path, flags, Mode::empty(), resolve) {
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(Errno::NOSYS) => {
                    MISSING.store(true, Ordering::Relaxed);
                    return None;
                }
                // Some sandboxes refuse unknown calls so; then the steps decide.
                Err(Errno::PERM) => return None,
                other => return Some(other.map_err(Into::into)),
            }
        }
        Some(Err(Errno::AGAIN.into()))
    }
}

impl From<Errno> for Failure {
    fn from(error: Errno) -> Self {
        match error {
            Errno::LOOP => Self::Link,
            Errno::XDEV => Self::Outside,
            other => Self::System(other.into()),
        }
    }
}

fn mode_of(mode: u32) -> Mode {
    #[cfg_attr(
        target_os = "linux",
        expect(
            clippy::useless_conversion,
            reason = "the width of a mode differs between systems"
        )
    )]
    Mode::from_raw_mode((mode & 0o777).try_into().unwrap_or(0))
}

fn kind(of: FileType) -> EntryKind {
    match of {
        FileType::RegularFile => EntryKind::File,
        FileType::Directory => EntryKind::Folder,
        FileType::Symlink => EntryKind::Link,
        _ => EntryKind::Other,
    }
}

#[cfg_attr(
    target_os = "linux",
    expect(
        clippy::unnecessary_cast,
        reason = "the widths of these fields differ between systems"
    )
)]
fn status(stat: &Stat) -> Status {
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000) + rest;
    Status {
        identity: FileIdentity {
            device: stat.st_dev as u64,
            inode: stat.st_ino as u64,
            size: u64::try_from(stat.st_size).unwrap_or(0),
            modified: nanoseconds(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            changed: nanoseconds(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
            links: stat.st_nlink as u64,
        },
        kind: kind(FileType::from_raw_mode(stat.st_mode)),
        owner: Some(stat.st_uid),
        mode: Some(stat.st_mode as u32 & 0o7777),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without `openat2` the same files open, and nothing opens through a link or out of the folder.
    #[test]
    fn steps() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("in/a")).unwrap();
        std::fs::write(folder.path().join("in/a/f"), "x").unwrap();
        std::os::unix::fs::symlink("a", folder.path().join("in/link")).unwrap();
        let FolderHandle(handle) = FolderHandle::open_ambient(&folder.path().join("in")).unwrap();
        let open = |path: &str| {
            let outcome = step_by_step(&handle, Path::new(path), FILE, Links::Refused);
            match outcome {
                Ok(_) => "open".to_owned(),
                Err(Failure::Link) => "link".to_owned(),
                Err(Failure::Outside) => "outside".to_owned(),
                Err(Failure::System(error)) => format!("{:?}", error.kind()),
                Err(Failure::Changed) => "changed".to_owned(),
            }
        };
        assert_eq!(open("a/f"), "open");
        assert_eq!([open("link/f"), open("link")], ["link", "link"]);
        assert_eq!(
            [open("a/../a/f"), open("/etc"), open("")],
            ["outside", "outside", "outside"]
        );
        assert_eq!([open("b"), open("a/f/x")], ["NotFound", "NotADirectory"]);
    }
}
