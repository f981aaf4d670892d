//! What each file of a package is for, and in which language it is written.

use crate::package::Package;
use crate::unit::{Language, Role};

/// The role of every file, in the order of the package's files.
pub(crate) fn assign(package: &Package) -> Vec<Role> {
    package
        .files
        .iter()
        .map(|file| match file.path.as_str() {
            "SKILL.md" => Role::Instructions,
            _ => Role::Loose,
        })
        .collect()
}

/// The language of a file, by its first line, else its name, else what it looks like.
pub(crate) fn language(path: &str, _text: &str) -> Language {
    let ending = path.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    match ending.as_str() {
        "md" | "markdown" => Language::Markdown,
        "sh" | "bash" => Language::Shell,
        "py" => Language::Python,
        _ => Language::Plain,
    }
}
