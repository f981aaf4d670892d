//! The folder with vectors, cases and corpus that stands beside the project.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use serde_json::Value;

use crate::note;

/// The shared folder: `PROWESS_SHARED`, else `../shared` beside the workspace. Says on standard
/// output that tests skip, and gives nothing, where it is missing.
#[must_use]
pub fn shared_dir() -> Option<PathBuf> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a test program is its own host; this variable is its only setting"
    )]
    let named = std::env::var_os("PROWESS_SHARED").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = named.unwrap_or_else(beside);
    if folder.join("vectors").is_dir() {
        return Some(folder);
    }
    note(&format!(
        "skipped: vectors, cases and corpus (no shared folder at {})",
        folder.display()
    ));
    None
}

/// One line of a vector file.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    /// The line's `id`.
    pub id: String,
    /// What the program was given; the whole line where its file does not tell input from output.
    pub input: Value,
    /// What it answered.
    pub output: Value,
}

impl Vector {
    /// The value at a dotted path that begins with `input` or `output`, such as `output.yaml`; a
    /// number goes into a list, as in `output.ticks.0`.
    #[must_use]
    pub fn field(&self, path: &str) -> Option<&Value> {
        let mut parts = path.split('.');
        let mut value = match parts.next()? {
            "input" => &self.input,
            "output" => &self.output,
            _ => return None,
        };
        for part in parts {
            value = match part.parse::<usize>() {
                Ok(index) if value.is_array() => value.get(index)?,
                _ => value.get(part)?,
            };
        }
        Some(value)
    }

    /// The value at a path, as [`Vector::field`].
    ///
    /// # Panics
    ///
    /// Where there is none.
    #[must_use]
    pub fn value(&self, path: &str) -> &Value {
        self.field(path)
            .unwrap_or_else(|| panic!("{}: no {path}", self.id))
    }

    /// The text at a path, as [`Vector::field`].
    ///
    /// # Panics
    ///
    /// Where there is none.
    #[must_use]
    pub fn text(&self, path: &str) -> &str {
        let text = self.value(path).as_str();
        text.unwrap_or_else(|| panic!("{}: {path} is no text", self.id))
    }

    /// The bytes of a file that is given as `text` or `base64` in the input.
    ///
    /// # Panics
    ///
    /// Where it is given in neither form.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match self.input.get("text") {
            Some(_) => self.text("input.text").as_bytes().to_vec(),
            None => base64::engine::general_purpose::STANDARD
                .decode(self.text("input.base64"))
                .expect("base64"),
        }
    }

    /// The output cut down to these fields.
    #[must_use]
    pub fn output_fields(&self, fields: &[&str]) -> Value {
        fields
            .iter()
            .filter_map(|field| Some(((*field).to_owned(), self.output.get(*field)?.clone())))
            .collect()
    }
}

/// The lines of a vector file, named as in the shared folder (`openclaw/install.jsonl`); nothing
/// where the shared folder is missing.
///
/// # Panics
///
/// Where the file cannot be read or a line is no vector.
#[must_use]
pub fn vectors(file: &str) -> Option<Vec<Vector>> {
    let path = shared_dir()?.join("vectors").join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| {
            vector(line).unwrap_or_else(|| panic!("{file}:{}: no vector", index + 1))
        })
        .collect();
    Some(lines)
}

fn vector(line: &str) -> Option<Vector> {
    let mut value: Value = serde_json::from_str(line).ok()?;
    let fields = value.as_object_mut()?;
    let id = fields.get("id")?.as_str()?.to_owned();
    if !fields.contains_key("input") {
        // Files that do not tell the two apart.
        let whole = Value::Object(std::mem::take(fields));
        return Some(Vector {
            id,
            input: whole.clone(),
            output: whole,
        });
    }
    Some(Vector {
        id,
        input: fields.remove("input")?,
        output: fields.remove("output")?,
    })
}
