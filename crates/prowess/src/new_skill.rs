//! Making a new skill.

use std::path::{Path, PathBuf};

use prowess_base::SkillName;
use prowess_format::{FieldValue, compose};
use prowess_fs::Access;

use crate::{Engine, Error, folders};

/// What a new skill says where nobody gave it a description.
const DESCRIPTION: &str = "Say here what the skill does, in a verb and its object, and name its core \
     abilities. Use when the user asks for that, in the words of real requests. Not for what a \
     neighbour does better.";

/// The body of a new skill.
const BODY: &str = "
# Steps

1. Say what to do first, and how to see that it worked.
2. Give the reason for a rule: it covers the cases that the rule does not name.

# Files

- `references/`: what is needed only sometimes. Name each file here, with when to read it.
- `scripts/`: what must be exact. Name each program here, with its arguments.
";

impl Engine {
    /// The folder in which a new skill is made where nobody names one: the current folder where it
    /// holds skills of this profile or is called `skills`, else `skills` of the workspace.
    #[must_use]
    pub fn folder_for_new(&self) -> PathBuf {
        let current = &self.surroundings.current_dir;
        let mut roots = self.snapshot.roots.iter();
        if roots.any(|root| root.path == *current) || current.ends_with("skills") {
            current.clone()
        } else {
            self.workspace().path().join("skills")
        }
    }
}

/// Makes the folder of a new skill in `parent`, with a `SKILL.md`, and returns that file's path.
/// Folders on the way are made.
///
/// # Errors
///
/// [`Error::File`] with [`prowess_fs::Error::Exists`] where there is such a file, or with what the
/// system says.
pub fn new_skill(
    parent: &Path,
    name: &SkillName,
    description: Option<&str>,
) -> Result<PathBuf, Error> {
    let fields = [
        ("name", FieldValue::Text(name.as_str())),
        (
            "description",
            FieldValue::Text(description.unwrap_or(DESCRIPTION)),
        ),
    ];
    let text = compose(&fields, BODY)?;
    let folder = folders::make(&parent.join(name.as_str()), Access::Shared)?;
    let file = Path::new("SKILL.md");
    folder.create_new(file, text.as_bytes(), Access::Shared)?;
    Ok(folder.path().join(file))
}
