//! Skills that are part of the program.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Skills that are part of the program. They are read from memory; their files are laid out in
/// `folder` only by hosts that hand out paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Embedded {
    /// Where the files are or would be laid out, absolute.
    pub folder: PathBuf,
    /// The name of each skill's folder with the text of its SKILL.md.
    pub skills: Vec<(String, Cow<'static, str>)>,
}

impl Embedded {
    /// The SKILL.md of a skill's folder, as a path.
    #[must_use]
    pub fn file(&self, folder: &str) -> PathBuf {
        self.folder.join(folder).join("SKILL.md")
    }

    /// The text of the SKILL.md that this path means.
    #[must_use]
    pub fn text(&self, file: &Path) -> Option<&str> {
        let folder = file.parent()?;
        if folder.parent()? != self.folder {
            return None;
        }
        let name = folder.file_name()?.to_str()?;
        self.skills
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, text)| text.as_ref())
    }
}
