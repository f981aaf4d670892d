//! From files, variables and flags to what each of them says.

pub(crate) mod file;
pub(crate) mod text;

use std::path::{Path, PathBuf};

use prowess_base::{Code, Platform, Span, normalize_name};

use crate::{KeyPath, Layer, Origin, Value, codes};

/// What one layer says about one key.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) path: KeyPath,
    pub(crate) value: Value,
    pub(crate) origin: Origin,
    /// The value in its file; empty outside of files.
    pub(crate) span: Span,
}

impl Given {
    pub(crate) fn layer(&self) -> Layer {
        self.origin.layer
    }
}

/// Why a value is none for its key.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) code: Code,
    /// What is the matter, to stand behind the key's name.
    pub(crate) what: String,
}

impl Misfit {
    fn wrong_type(what: impl Into<String>) -> Self {
        Self {
            code: codes::WRONG_TYPE,
            what: what.into(),
        }
    }

    fn wrong_value(what: impl Into<String>) -> Self {
        Self {
            code: codes::WRONG_VALUE,
            what: what.into(),
        }
    }
}

/// Where relative folders start and what `~` is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FolderBase<'a> {
    pub(crate) start: &'a Path,
    pub(crate) home: Option<&'a Path>,
    pub(crate) platform: &'a Platform,
}

impl FolderBase<'_> {
    /// The folder as an absolute path; links and `..` stay as they are written.
    fn absolute(&self, text: &str) -> Result<PathBuf, Misfit> {
        if text.is_empty() {
            return Err(Misfit::wrong_value("holds an empty folder name"));
        }
        let path = Path::new(text);
        match path.strip_prefix("~") {
            Ok(rest) => match self.home {
                Some(home) => Ok(home.join(rest)),
                None => Err(Misfit::wrong_value(
                    "needs the home folder for `~`, and none is known",
                )),
            },
            Err(_) => Ok(self.start.join(path)),
        }
    }

    /// The parts of a list that is written as `PATH` is.
    fn split<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let separator = if *self.platform == Platform::Windows {
            ';'
        } else {
            ':'
        };
        text.split(separator).filter(|part| !part.is_empty())
    }
}

fn name(text: &str) -> Result<String, Misfit> {
    if text.trim().is_empty() {
        return Err(Misfit::wrong_value("holds an empty name"));
    }
    Ok(normalize_name(text).into_owned())
}

/// As much of a value as a message shows.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}
