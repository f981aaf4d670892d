//! File trees on the disk, made from the descriptions in vectors and cases.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use serde_json::Value;

/// A temporary folder with named places in it, such as `{WS}`, and the trees built there.
///
/// The folder is removed when the stage goes away.
#[derive(Debug)]
pub struct Stage {
    base: PathBuf,
    places: Vec<(String, PathBuf)>,
    _folder: tempfile::TempDir,
}

impl Default for Stage {
    fn default() -> Self {
        Self::new()
    }
}

impl Stage {
    /// An empty folder, known by its real path.
    ///
    /// # Panics
    ///
    /// Where the system gives no temporary folder.
    #[must_use]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let base = fs::canonicalize(folder.path()).expect("its real path");
        Self {
            base,
            places: Vec::new(),
            _folder: folder,
        }
    }

    /// Names a place and makes its folder; `path` is relative to the stage.
    #[must_use]
    pub fn with_folder(self, name: &str, path: &str) -> Self {
        make_folder(&self.base.join(path));
        self.with_name(name, path)
    }

    /// Names a place that need not be there; `path` is relative to the stage.
    #[must_use]
    pub fn with_name(mut self, name: &str, path: &str) -> Self {
        self.places.push((name.to_owned(), self.base.join(path)));
        self
    }

    /// The folder of the whole stage.
    #[must_use]
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// The path that a placeholder stands for.
    ///
    /// # Panics
    ///
    /// Where no place has that name.
    #[must_use]
    pub fn place(&self, name: &str) -> &Path {
        self.places
            .iter()
            .find(|(known, _)| known == name)
            .map_or_else(|| panic!("no place {name}"), |(_, path)| path)
    }

    /// The text with every placeholder put in place by its path.
    #[must_use]
    pub fn expand(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, path) in &self.places {
            text = text.replace(name.as_str(), &path.to_string_lossy());
        }
        text
    }

    /// A value with placeholders expanded in every text, keys included.
    #[must_use]
    pub fn expand_value(&self, value: &Value) -> Value {
        map_texts(value, &|text| self.expand(text))
    }

    /// The text with the paths of places put back to their placeholders, the longest path first.
    #[must_use]
    pub fn contract(&self, text: &str) -> String {
        let mut places: Vec<_> = self.places.iter().collect();
        places.sort_by_key(|(_, path)| std::cmp::Reverse(path.as_os_str().len()));
        let mut text = text.to_owned();
        for (name, path) in places {
            text = text.replace(&*path.to_string_lossy(), name);
        }
        text
    }

    /// A value with paths put back to placeholders in every text, keys included.
    #[must_use]
    pub fn contract_value(&self, value: &Value) -> Value {
        map_texts(value, &|text| self.contract(text))
    }

    /// Builds a tree: path → text, or an object with `text` (and `padTo`, filled with `x`),
    /// `base64`, `dir`, `symlink`, `hardlink`, `exec` (mode 0755) or `noexec` (mode 0644). Paths
    /// begin with a placeholder or are relative to the stage; the targets of links are taken as
    /// they stand after expansion. Made in the order given, hard links last.
    ///
    /// # Panics
    ///
    /// Where an entry has another form or cannot be made.
    pub fn build_tree(&self, tree: &Value) {
        let entries = tree.as_object().expect("a tree is an object");
        let is_hard_link = |value: &Value| value.get("hardlink").is_some();
        let (last, first): (Vec<_>, Vec<_>) =
            entries.iter().partition(|(_, value)| is_hard_link(value));
        for (path, value) in first.into_iter().chain(last) {
            self.build(&self.base.join(self.expand(path)), value);
        }
    }

    /// Writes one file and the folders above it; `path` as in [`Stage::build_tree`].
    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        write_file(&self.base.join(self.expand(path)), bytes.as_ref());
    }

    fn build(&self, path: &Path, value: &Value) {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        if let Some(text) = value.as_str() {
            write_file(path, text.as_bytes());
        } else if value.get("dir").is_some() {
            make_folder(path);
        } else if let Some(target) = text("symlink") {
            make_parent(path);
            symbolic_link(&self.expand(target), path);
        } else if let Some(target) = text("hardlink") {
            make_parent(path);
            fs::hard_link(self.base.join(self.expand(target)), path).expect("a hard link");
        } else if let Some(encoded) = text("base64") {
            let bytes = base64::engine::general_purpose::STANDARD
                .decode(encoded)
                .expect("base64");
            write_file(path, &bytes);
        } else if let Some(program) = text("exec") {
            write_file(path, program.as_bytes());
            set_mode(path, 0o755);
        } else if let Some(program) = text("noexec") {
            write_file(path, program.as_bytes());
            set_mode(path, 0o644);
        } else if let Some(text) = text("text") {
            let mut bytes = text.as_bytes().to_vec();
            if let Some(length) = value.get("padTo").and_then(Value::as_u64) {
                let length = usize::try_from(length).expect("a length");
                bytes.resize(length.max(bytes.len()), b'x');
            }
            write_file(path, &bytes);
        } else {
            panic!("{}: cannot make {value}", path.display());
        }
    }
}

fn make_folder(path: &Path) {
    fs::create_dir_all(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn make_parent(path: &Path) {
    if let Some(parent) = path.parent() {
        make_folder(parent);
    }
}

fn write_file(path: &Path, bytes: &[u8]) {
    make_parent(path);
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

#[cfg(unix)]
fn symbolic_link(target: &str, path: &Path) {
    std::os::unix::fs::symlink(target, path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

#[cfg(windows)]
fn symbolic_link(target: &str, path: &Path) {
    let is_folder = path
        .parent()
        .is_some_and(|parent| parent.join(target).is_dir());
    let result = if is_folder {
        std::os::windows::fs::symlink_dir(target, path)
    } else {
        std::os::windows::fs::symlink_file(target, path)
    };
    result.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a file mode");
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) {}

fn map_texts(value: &Value, change: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(change(text)),
        Value::Array(elements) => Value::Array(
            elements
                .iter()
                .map(|element| map_texts(element, change))
                .collect(),
        ),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(key, field)| (change(key), map_texts(field, change)))
                .collect(),
        ),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form of entry is made, placeholders work in paths and in targets, and real paths go
    /// back to the longest place's name.
    #[test]
    fn a_tree() {
        let stage = Stage::new()
            .with_folder("{HOME}", "home")
            .with_name("{WS}", "home/ws");
        let tree = serde_json::json!({
            "{WS}/hard": {"hardlink": "{WS}/a"},
            "{WS}/a": "text",
            "{WS}/b": {"base64": "/w=="},
            "{WS}/c": {"text": "ab", "padTo": 4},
            "{HOME}/d": {"dir": true},
            "{WS}/link": {"symlink": "{HOME}/d"},
        });
        stage.build_tree(&tree);
        let read = |name: &str| fs::read(stage.place("{WS}").join(name)).unwrap();
        assert_eq!(
            [read("hard"), read("b"), read("c")],
            [b"text".to_vec(), vec![0xff], b"abxx".to_vec()]
        );
        let link = fs::canonicalize(stage.place("{WS}").join("link")).unwrap();
        assert_eq!(stage.contract(&link.to_string_lossy()), "{HOME}/d");
        assert_eq!(stage.contract(&stage.expand("{WS}/a")), "{WS}/a");
    }
}
