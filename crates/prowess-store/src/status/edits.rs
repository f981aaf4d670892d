//! What the user has said of changed skills: that they are meant.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::Access;
use serde::{Deserialize, Serialize};

use super::Meant;
use crate::change::Step;
use crate::lock::Keeper;
use crate::objects::{read_versioned, state};
use crate::{Error, Places, Scope};

/// The version of the file that this program writes.
const VERSION: u64 = 1;

/// Most bytes of the file: some 50,000 skills.
const BYTES: u64 = 16 << 20;

/// The edits that are meant, of every workspace of the user: `<data>/edits.json`. A skill is meant with just the bytes that
/// it had when that was said; whoever changes it later has not been heard.
#[derive(Debug, Clone)]
pub struct Edits {
    edits: BTreeMap<Key, Digest>,
    workspace: PathBuf,
    path: PathBuf,
    before: Option<Digest>,
}

/// The workspace, where the scope is one of it; the scope; the name.
type Key = (Option<PathBuf>, Scope, String);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u64,
    edits: Vec<Edit>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    workspace: Option<PathBuf>,
    scope: Scope,
    name: String,
    digest: Digest,
}

impl Edits {
    /// Reads what was said; nothing where there is no file.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
    pub fn open(places: &Places) -> Result<Self, Error> {
        let path = places.data.join("edits.json");
        let (edits, before) = match prowess_fs::read(&path, BYTES) {
            Ok(bytes) => {
                let file: File = read_versioned(&path, &bytes, VERSION)?;
                (file.edits, Some(Digest::of(&bytes)))
            }
            Err(prowess_fs::Error::NotFound { .. }) => (Vec::new(), None),
            Err(error) => return Err(error.into()),
        };
        Ok(Self {
            edits: edits
                .into_iter()
                .map(|edit| ((edit.workspace, edit.scope, edit.name), edit.digest))
                .collect(),
            workspace: places.workspace.clone(),
            path,
            before,
        })
    }

    /// Says that a skill is meant as it is ([`super::Status::found`]), or, with nothing, that no edit of it is.
    pub fn say(&mut self, scope: Scope, name: &str, meant: Option<Digest>) {
        let key = self.key(scope, name);
        match meant {
            Some(digest) => self.edits.insert(key, digest),
            None => self.edits.remove(&key),
        };
    }

    /// The step that writes it down, where it is not yet.
    ///
    /// # Errors
    ///
    /// [`Error::State`] for the path of a workspace that is no text.
    pub fn step(&self) -> Result<Option<Step>, Error> {
        if self.before.is_none() && self.edits.is_empty() {
            return Ok(None);
        }
        let edits = self.edits.iter();
        let file = File {
            version: VERSION,
            edits: edits
                .map(|((workspace, scope, name), digest)| Edit {
                    workspace: workspace.clone(),
                    scope: *scope,
                    name: name.clone(),
                    digest: *digest,
                })
                .collect(),
        };
        let bytes = serde_json::to_vec(&file).map_err(|error| state(&self.path, &error))?;
        Ok(
            (self.before != Some(Digest::of(&bytes))).then(|| Step::File {
                path: self.path.clone(),
                bytes: Some(bytes),
                before: self.before,
                access: Access::Private,
            }),
        )
    }

    fn key(&self, scope: Scope, name: &str) -> Key {
        let workspace = match Keeper::of(scope) {
            Keeper::Workspace => Some(self.workspace.as_path()),
            Keeper::User => None,
        };
        (workspace.map(Path::to_path_buf), scope, name.to_owned())
    }
}

impl Meant for Edits {
    fn meant(&self, scope: Scope, name: &str) -> Option<Digest> {
        self.edits.get(&self.key(scope, name)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(data: &Path, workspace: &str) -> Places {
        Places {
            workspace: workspace.into(),
            home: None,
            data: data.to_path_buf(),
        }
    }

    fn write(edits: &Edits) -> bool {
        match edits.step().unwrap() {
            Some(Step::File { path, bytes, .. }) => std::fs::write(path, bytes.unwrap()).is_ok(),
            _ => false,
        }
    }

    /// What was said holds for one skill, of one workspace or of the user everywhere, until it is taken back.
    #[test]
    fn said() {
        let folder = tempfile::tempdir().unwrap();
        let open = |workspace| Edits::open(&places(folder.path(), workspace)).unwrap();
        let digest = Digest::of(b"edit");
        let mut edits = open("/one");
        assert!(!write(&edits), "nothing was said");
        edits.say(Scope::Project, "s", Some(digest));
        edits.say(Scope::User, "u", Some(digest));
        assert!(write(&edits));
        let (one, two) = (open("/one"), open("/two"));
        assert_eq!(one.meant(Scope::Project, "s"), Some(digest));
        assert_eq!(one.meant(Scope::Workspace, "s"), None);
        assert_eq!(two.meant(Scope::Project, "s"), None);
        assert_eq!(two.meant(Scope::User, "u"), Some(digest));
        assert!(!write(&one), "nothing new was said");
        let mut one = one;
        one.say(Scope::Project, "s", None);
        assert!(write(&one));
        assert_eq!(open("/one").meant(Scope::Project, "s"), None);
    }

    /// A file of a newer version is refused (IN-09).
    #[test]
    fn in_09_newer_edits() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("edits.json"), "{\"version\": 2}").unwrap();
        let opened = Edits::open(&places(folder.path(), "/one"));
        assert!(
            matches!(opened, Err(Error::Newer { version: 2, .. })),
            "{opened:?}"
        );
    }
}
