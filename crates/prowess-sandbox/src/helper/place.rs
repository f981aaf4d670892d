//! Opening what is at a path, and nothing that a link would put there instead.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use nix::fcntl::{AT_FDCWD, OFlag, OpenHow, ResolveFlag, openat2};
use nix::sys::stat::{SFlag, fstat};

/// What is at a path, as a handle that only names it. A link anywhere in the path is refused: a right is a right to the place that
/// was named, and a project may bring links.
pub(super) fn open(path: &Path) -> io::Result<OwnedFd> {
    let how = OpenHow::new()
        .flags(OFlag::O_PATH | OFlag::O_CLOEXEC)
        .resolve(ResolveFlag::RESOLVE_NO_SYMLINKS);
    Ok(openat2(AT_FDCWD, path, how)?)
}

/// Whether a handle names a folder.
pub(super) fn is_folder(place: &OwnedFd) -> io::Result<bool> {
    let kind = SFlag::from_bits_truncate(fstat(place)?.st_mode) & SFlag::S_IFMT;
    Ok(kind == SFlag::S_IFDIR)
}

/// The file system that a handle's place is on.
pub(super) fn device(place: &OwnedFd) -> io::Result<u64> {
    Ok(fstat(place)?.st_dev)
}
