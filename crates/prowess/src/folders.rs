//! Folders that are made where they are missing.

use std::path::Path;

use prowess_fs::{Access, Error, Folder};

/// Opens a folder, made with those above it where they are missing.
pub(crate) fn make(path: &Path, access: Access) -> Result<Folder, Error> {
    for above in path.ancestors() {
        match Folder::open(above) {
            Err(Error::NotFound { .. }) => {}
            Err(error) => return Err(error),
            Ok(folder) => {
                let rest = path.strip_prefix(above).unwrap_or(Path::new(""));
                return folder.create_folders(rest, access);
            }
        }
    }
    Err(Error::NotFound {
        path: path.to_path_buf(),
    })
}
