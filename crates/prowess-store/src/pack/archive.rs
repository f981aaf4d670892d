//! The archive: a zip file in which nothing depends on the machine, the time or the release of a compressor.

use std::io::{Cursor, Write as _};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use crate::Tree;

/// Files in the order of their paths beneath one folder with the name of the skill, not compressed, of 1980-01-01, the oldest
/// day that the form has, with modes 0755 and 0644.
pub(super) fn of(name: &str, tree: &Tree) -> Result<Vec<u8>, ZipError> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .system(System::Unix);
    for (path, file) in tree.files() {
        let mode = match file.executable {
            true => 0o755,
            false => 0o644,
        };
        writer.start_file(format!("{name}/{path}"), options.unix_permissions(mode))?;
        writer.write_all(&file.bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
