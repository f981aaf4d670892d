//! Systems without Unix calls: `cap-std` confines.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;

use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, Metadata, OpenOptions};

use super::{Failure, Result, Status};
use crate::{EntryKind, FileIdentity, LinkKind, Links, Listing};

/// An open folder.
#[derive(Debug)]
pub(crate) struct FolderHandle(Dir);

/// An open file of any kind.
#[derive(Debug)]
pub(crate) struct FileHandle(cap_std::fs::File);

impl FolderHandle {
    pub(crate) fn open_ambient(path: &Path) -> Result<Self> {
        Ok(Self(Dir::open_ambient_dir(path, ambient_authority())?))
    }

    pub(crate) fn folder(&self, path: &Path, links: Links) -> Result<Self> {
        if path.as_os_str().is_empty() {
            return Ok(Self(self.0.try_clone()?));
        }
        self.check_links(path, links)?;
        Ok(Self(self.0.open_dir(path).map_err(escape)?))
    }

    pub(crate) fn file(&self, path: &Path, links: Links) -> Result<FileHandle> {
        self.check_links(path, links)?;
        Ok(FileHandle(self.0.open(path).map_err(escape)?))
    }

    pub(crate) fn status(&self) -> Result<Status> {
        Ok(status(&self.0.dir_metadata()?))
    }

    pub(crate) fn status_of(&self, path: &Path) -> Result<Status> {
        Ok(status(&self.0.symlink_metadata(path).map_err(escape)?))
    }

    pub(crate) fn read_link(&self, path: &Path) -> Result<PathBuf> {
        Ok(self.0.read_link_contents(path)?)
    }

    pub(crate) fn list(&self, listing: &mut Listing, bound: usize) -> Result<()> {
        for entry in self.0.entries()? {
            let entry = entry?;
            let kind = entry.file_type().map_or(EntryKind::Other, kind);
            let name = entry.file_name();
            if !listing.push(name.to_string_lossy().as_bytes(), kind, bound) {
                break;
            }
        }
        Ok(())
    }

    pub(crate) fn create_file(&self, name: &Path, _mode: u32) -> Result<File> {
        let options = OpenOptions::new().write(true).create_new(true).clone();
        Ok(self.0.open_with(name, &options)?.into_std())
    }

    /// Opens a file for a lock and makes it where there is none.
    pub(crate) fn lock_file(&self, name: &Path, _mode: u32) -> Result<File> {
        let options = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .clone();
        Ok(self.0.open_with(name, &options)?.into_std())
    }

    pub(crate) fn create_folder(&self, name: &Path, _mode: u32) -> Result<()> {
        Ok(self.0.create_dir(name)?)
    }

    pub(crate) fn rename(&self, from: &Path, to: &Path) -> Result<()> {
        Ok(self.0.rename(from, &self.0, to)?)
    }

    pub(crate) fn rename_to(&self, from: &Path, folder: &Self, to: &Path) -> Result<()> {
        Ok(self.0.rename(from, &folder.0, to)?)
    }

    /// There is no such call: one looks before.
    pub(crate) fn rename_new(&self, from: &Path, folder: &Self, to: &Path) -> Result<()> {
        if folder.0.symlink_metadata(to).is_ok() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists).into());
        }
        self.rename_to(from, folder, to)
    }

    /// By the whole path: a link to a folder elsewhere is made, nothing is opened through it.
    #[cfg(windows)]
    pub(crate) fn make_link(
        &self,
        path: &Path,
        _name: &Path,
        target: &Path,
        kind: LinkKind,
    ) -> Result<()> {
        match kind {
            LinkKind::Symbolic => Ok(std::os::windows::fs::symlink_dir(target, path)?),
            LinkKind::Junction => Ok(junction::create(target, path)?),
        }
    }

    /// Such systems have no links.
    #[cfg(not(windows))]
    pub(crate) fn make_link(
        &self,
        _path: &Path,
        _name: &Path,
        _target: &Path,
        _kind: LinkKind,
    ) -> Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported).into())
    }

    /// Rights are not kept in bits that could be added.
    pub(crate) fn make_writable(&self, _name: &Path) -> Result<()> {
        Err(io::Error::from(io::ErrorKind::PermissionDenied).into())
    }

    pub(crate) fn hard_link(&self, from: &Path, to: &Path) -> Result<()> {
        Ok(self.0.hard_link(from, &self.0, to)?)
    }

    /// A link to a folder counts as a folder on Windows; removing it leaves what it leads to.
    pub(crate) fn remove_file(&self, name: &Path) -> Result<()> {
        match self.0.remove_file(name) {
            Err(_) if self.status_of(name)?.kind == EntryKind::Link => {
                Ok(self.0.remove_dir(name)?)
            }
            other => Ok(other?),
        }
    }

    pub(crate) fn remove_folder(&self, name: &Path) -> Result<()> {
        Ok(self.0.remove_dir(name)?)
    }

    /// There is no call that brings the names of a folder to the disk; a rename is journalled.
    #[expect(clippy::unnecessary_wraps, reason = "the other systems can fail here")]
    pub(crate) fn sync(&self) -> Result<()> {
        Ok(())
    }

    /// `cap-std` confines by itself; this refuses links that stay beneath.
    fn check_links(&self, path: &Path, links: Links) -> Result<()> {
        if links == Links::Beneath {
            return Ok(());
        }
        let mut so_far = PathBuf::new();
        for part in path.components() {
            if !matches!(part, Component::Normal(_) | Component::CurDir) {
                return Err(Failure::Outside);
            }
            so_far.push(part);
            let metadata = self.0.symlink_metadata(&so_far).map_err(escape)?;
            if metadata.file_type().is_symlink() {
                return Err(Failure::Link);
            }
        }
        Ok(())
    }
}

impl FileHandle {
    pub(crate) fn status(&self) -> Result<Status> {
        Ok(status(&self.0.metadata()?))
    }

    /// There are no such bits.
    pub(crate) fn set_mode(&self, _mode: u32) -> Result<()> {
        Ok(())
    }

    /// Appends what stands behind the `bytes` so far, up to `most` bytes; 0 at the end of the file.
    pub(crate) fn read(&self, bytes: &mut Vec<u8>, most: usize) -> Result<usize> {
        (&self.0).seek(SeekFrom::Start(bytes.len() as u64))?;
        Ok((&self.0).take(most.max(1) as u64).read_to_end(bytes)?)
    }
}

/// `cap-std` tells an escape as a refusal of permission that no system code stands behind.
fn escape(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
        return Failure::Outside;
    }
    Failure::System(error)
}

fn kind(of: FileType) -> EntryKind {
    if of.is_symlink() {
        EntryKind::Link
    } else if of.is_dir() {
        EntryKind::Folder
    } else if of.is_file() {
        EntryKind::File
    } else {
        EntryKind::Other
    }
}

fn status(metadata: &Metadata) -> Status {
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| time.into_std().duration_since(UNIX_EPOCH).ok())
        .and_then(|since| i64::try_from(since.as_nanos()).ok())
        .unwrap_or(0);
    Status {
        identity: FileIdentity {
            size: metadata.len(),
            modified,
            links: 1,
            ..FileIdentity::default()
        },
        kind: kind(metadata.file_type()),
        owner: None,
        mode: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same rules hold: files beneath open and are read, links and ways out are refused.
    #[test]
    fn confined() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("in/a")).unwrap();
        std::fs::write(folder.path().join("in/a/f"), "xyz").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("a", folder.path().join("in/link")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("../..", folder.path().join("in/out")).unwrap();
        let root = FolderHandle::open_ambient(&folder.path().join("in")).unwrap();
        let open = |path: &str, links| match root.file(Path::new(path), links) {
            Ok(_) => "open",
            Err(Failure::Link) => "link",
            Err(Failure::Outside) => "outside",
            Err(Failure::System(_)) => "system",
            Err(Failure::Changed) => "changed",
        };
        let mut bytes = Vec::new();
        let file = root.file(Path::new("a/f"), Links::Refused).unwrap();
        file.read(&mut bytes, 2).unwrap();
        assert_eq!(bytes, b"xy");
        assert_eq!(open("../in/a/f", Links::Refused), "outside");
        #[cfg(unix)]
        {
            assert_eq!(open("link/f", Links::Refused), "link");
            assert_eq!(open("link/f", Links::Beneath), "open");
            assert_eq!(open("out/x", Links::Beneath), "outside");
        }
        let mut listing = Listing::default();
        root.list(&mut listing, 10).unwrap();
        listing.sort();
        assert_eq!(listing.iter().next().unwrap().1, EntryKind::Folder);
    }
}
