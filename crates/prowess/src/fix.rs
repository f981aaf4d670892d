//! Mending skill files on the disk.

use std::path::{Path, PathBuf};

use prowess_format::{Encoding, Mended, Source, mend};
use prowess_fs::{Error as FileError, FileIdentity, Folder, Links};

use crate::Error;
use crate::validate::FILE_BYTES;

/// A file that can be mended, and how.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Fix {
    /// The file.
    pub file: PathBuf,
    /// Its text as it stands, without a byte order mark.
    pub before: String,
    /// Its text as it should stand.
    pub after: String,
    /// What is mended, in order.
    pub done: Vec<Mended>,
    mark: &'static [u8],
    /// Where the bytes are: behind links.
    real: PathBuf,
    identity: FileIdentity,
}

/// What can be mended of a `SKILL.md` without a person's judgement: quotes, fences, spellings of fields,
/// and a name that is not the folder's. Nothing is written. Nothing for a file of which nothing is to
/// be mended, or that is no UTF-8.
///
/// # Errors
///
/// [`Error::File`] where the file cannot be read.
pub fn fix(file: &Path) -> Result<Option<Fix>, Error> {
    let unreadable = |source| {
        Error::File(FileError::System {
            path: file.to_path_buf(),
            source,
        })
    };
    let real = std::fs::canonicalize(file).map_err(unreadable)?;
    let (folder, name) = place(&real)?;
    let open = folder.file(name, Links::Refused)?;
    let mut bytes = Vec::new();
    open.read(FILE_BYTES, &mut bytes)?;
    let (source, faults) = Source::decode(&bytes);
    let mark: &[u8] = match source.encoding {
        Encoding::Utf8 => &[],
        Encoding::Utf8WithMark => b"\xef\xbb\xbf",
        _ => return Ok(None),
    };
    if !faults.is_empty() {
        return Ok(None);
    }
    let called = file.parent().and_then(Path::file_name).unwrap_or_default();
    let mending = mend(&source.text, &called.to_string_lossy());
    if mending.done.is_empty() {
        return Ok(None);
    }
    Ok(Some(Fix {
        file: file.to_path_buf(),
        before: source.text.into_owned(),
        after: mending.text,
        done: mending.done,
        mark,
        identity: open.identity(),
        real,
    }))
}

impl Fix {
    /// Writes the mended text: all of it or nothing, with the file's rights, where its links lead.
    ///
    /// # Errors
    ///
    /// [`FileError::Changed`] where the file is not as it was read; it is left alone then. Else what
    /// the system says.
    pub fn apply(&self) -> Result<(), Error> {
        let (folder, name) = place(&self.real)?;
        let mut bytes = self.mark.to_vec();
        bytes.extend_from_slice(self.after.as_bytes());
        Ok(folder.replace(name, &bytes, &self.identity)?)
    }
}

fn place(real: &Path) -> Result<(Folder, &Path), Error> {
    let nothing = || FileError::NotFound {
        path: real.to_path_buf(),
    };
    let parent = real.parent().ok_or_else(nothing)?;
    let name = real.file_name().ok_or_else(nothing)?;
    Ok((Folder::open(parent)?, Path::new(name)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn stage(text: &str) -> (tempfile::TempDir, PathBuf) {
        let stage = tempfile::tempdir().unwrap();
        let file = stage.path().join("demo/SKILL.md");
        fs::create_dir(stage.path().join("demo")).unwrap();
        fs::write(&file, text).unwrap();
        (stage, file)
    }

    /// A mended file keeps its mark and its rights, and is in order from then on.
    #[test]
    fn mended() {
        let (_stage, file) = stage("\u{feff}---\nname: demo\ndescription: Use: now\n---\nB");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        }
        fix(&file).unwrap().unwrap().apply().unwrap();
        let after = fs::read_to_string(&file).unwrap();
        assert_eq!(
            after,
            "\u{feff}---\nname: demo\ndescription: \"Use: now\"\n---\nB"
        );
        assert_eq!(fix(&file).unwrap(), None);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o640);
        }
        let left = fs::read_dir(file.parent().unwrap()).unwrap().count();
        assert_eq!(left, 1);
    }

    /// A file that was changed after it was read is left alone.
    #[test]
    fn changed_meanwhile() {
        let (_stage, file) = stage("---\nname: demo\ndescription: Use: now\n---\n");
        let found = fix(&file).unwrap().unwrap();
        fs::write(&file, "another text, by another program").unwrap();
        let refused = found.apply();
        assert!(
            matches!(refused, Err(Error::File(FileError::Changed { .. }))),
            "{refused:?}"
        );
        let left = fs::read_to_string(&file).unwrap();
        assert_eq!(left, "another text, by another program");
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    }
}
