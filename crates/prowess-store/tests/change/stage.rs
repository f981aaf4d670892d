//! A workspace, a home and a data folder, and what is in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::Access;
use prowess_store::change::{Applied, Before, Change, Step, Wait, hold};
use prowess_store::disk::{Disk, RealDisk};
use prowess_store::{Error, Places, Scope, Tree, TreeFile, TreeLimits, TreePath};

pub(crate) struct Stage {
    root: tempfile::TempDir,
    pub(crate) places: Places,
}

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thing {
    Folder,
    File(String, bool),
    Link(String),
}

impl Stage {
    pub(crate) fn new() -> Self {
        // In memory where that can be had: thousands of files are brought to the disk here.
        let memory = Path::new("/dev/shm");
        let root = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir());
        let root = root.unwrap();
        let real = fs::canonicalize(root.path()).unwrap();
        for folder in ["w", "home", "data"] {
            fs::create_dir(real.join(folder)).unwrap();
        }
        let places = Places {
            workspace: real.join("w"),
            home: Some(real.join("home")),
            data: real.join("data"),
        };
        Self { root, places }
    }

    /// A path beneath the folder that holds workspace, home and data.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.root.path()).unwrap().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Puts a tree there as an earlier run would have.
    pub(crate) fn lay(&self, path: &str, tree: &Tree) {
        for (file, content) in tree.files() {
            let text = String::from_utf8(content.bytes.clone()).unwrap();
            self.write(&format!("{path}/{file}"), &text);
            #[cfg(unix)]
            if content.executable {
                use std::os::unix::fs::PermissionsExt as _;
                let path = self.path(&format!("{path}/{file}"));
                fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
            }
        }
    }

    /// Everything in the workspace, the home and the managed skills, and what of a change is left in the data folder.
    pub(crate) fn everything(&self) -> BTreeMap<String, Thing> {
        let mut all = BTreeMap::new();
        let root = self.path("");
        for folder in ["w", "home", "data"] {
            walk(&root, &root.join(folder), &mut all);
        }
        // The lock and its owner stay, and what is remembered is no part of the state.
        all.retain(|path, _| {
            !matches!(
                path.as_str(),
                "data/change" | "data/change/lock" | "data/change/owner.json"
            ) && !path.starts_with("data/objects")
        });
        all
    }

    pub(crate) fn apply_on(&self, disk: &dyn Disk, change: &Change) -> Result<Applied, Error> {
        hold(&self.places, disk, &mut |_| Wait::Never)?.apply(change)
    }

    pub(crate) fn apply(&self, steps: Vec<Step>) -> Result<Applied, Error> {
        let change = Change {
            steps,
            ..Change::default()
        };
        self.apply_on(&RealDisk, &change)
    }
}

fn walk(root: &Path, folder: &Path, all: &mut BTreeMap<String, Thing>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = entry.path();
        let kind = entry.file_type().unwrap();
        let thing = if kind.is_symlink() {
            let target = fs::read_link(&path).unwrap();
            // Where the stage is differs from run to run.
            let inner = target
                .strip_prefix(root)
                .map(|inner| format!("/{}", inner.display()));
            Thing::Link(inner.unwrap_or_else(|_| target.display().to_string()))
        } else if kind.is_dir() {
            walk(root, &path, all);
            Thing::Folder
        } else {
            let text = String::from_utf8(fs::read(&path).unwrap()).unwrap();
            let text = text.replace(root.to_str().unwrap(), "");
            #[cfg(unix)]
            let executable = {
                use std::os::unix::fs::PermissionsExt as _;
                entry.metadata().unwrap().permissions().mode() & 0o100 != 0
            };
            #[cfg(not(unix))]
            let executable = false;
            Thing::File(text, executable)
        };
        let name = path
            .strip_prefix(root)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        all.insert(name, thing);
    }
}

/// A tree of these files; one whose name ends in `.sh` may be executed.
pub(crate) fn tree(files: &[(&str, &str)]) -> Tree {
    let mut tree = Tree::new();
    for (path, text) in files {
        let file = TreeFile {
            bytes: text.as_bytes().to_vec(),
            executable: Path::new(path).extension().is_some_and(|end| end == "sh"),
        };
        tree.add(path, file, &TreeLimits::default()).unwrap();
    }
    tree
}

pub(crate) fn ours(tree: &Tree) -> Before {
    Before::Ours(tree.file_digests())
}

pub(crate) fn put(scope: Scope, name: &str, tree: &Tree, before: Before) -> Step {
    Step::PutSkill {
        scope,
        name: name.to_owned(),
        tree: tree.clone(),
        before,
    }
}

/// A file that is written in place of one with the text `before`.
pub(crate) fn file(path: PathBuf, text: Option<&str>, before: Option<&str>) -> Step {
    Step::File {
        path,
        bytes: text.map(|text| text.as_bytes().to_vec()),
        before: before.map(|before| Digest::of(before.as_bytes())),
        access: Access::Shared,
    }
}

pub(crate) fn path(text: &str) -> TreePath {
    text.parse().unwrap()
}
