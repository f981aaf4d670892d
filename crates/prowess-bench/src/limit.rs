//! The limit of the machine: plain programs that only touch the files.

use std::ffi::CString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, open, openat, statat};

/// Lists `root`, then opens and reads every `SKILL.md` in it to the end, as a C program would:
/// one buffer, no path is kept. Returns the bytes read.
pub(crate) fn read_everything(root: &Path) -> Result<u64> {
    let folder = open(
        root,
        OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    let mut buffer = vec![0_u8; 64 * 1024];
    let mut name = Vec::with_capacity(64);
    let mut total = 0_u64;
    for entry in Dir::read_from(&folder)? {
        let entry = entry?;
        let bytes = entry.file_name().to_bytes();
        if bytes.starts_with(b".") {
            continue;
        }
        name.clear();
        name.extend_from_slice(bytes);
        name.extend_from_slice(b"/SKILL.md");
        let file = openat(
            &folder,
            name.as_slice(),
            OFlags::RDONLY | OFlags::CLOEXEC,
            Mode::empty(),
        )?;
        loop {
            let read = rustix::io::read(&file, &mut buffer)?;
            if read == 0 {
                break;
            }
            total += u64::try_from(read)?;
        }
    }
    Ok(total)
}

/// Stats every path of a set. Returns how many are there.
pub(crate) fn stat_all(paths: &[CString]) -> usize {
    paths
        .iter()
        .filter(|path| statat(CWD, path.as_c_str(), AtFlags::empty()).is_ok())
        .count()
}

/// The set of paths whose change a refresh must see: the root, each skill's folder where
/// `folders` asks for it, and each file.
pub(crate) fn watched_set(root: &Path, files: &[PathBuf]) -> Result<Vec<CString>> {
    use std::os::unix::ffi::OsStrExt as _;
    std::iter::once(root)
        .chain(files.iter().map(PathBuf::as_path))
        .map(|path| Ok(CString::new(path.as_os_str().as_bytes())?))
        .collect()
}
