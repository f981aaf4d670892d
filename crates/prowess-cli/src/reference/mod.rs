//! The files of the repository that are written from the code: reference pages, manual pages and
//! schemas.

mod codes;
mod commands;
mod schemas;

use std::io;
use std::path::PathBuf;

use crate::commands::man;

/// One generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Where it belongs, relative to the repository.
    pub path: PathBuf,
    /// What it holds.
    pub text: String,
}

/// The folders that hold generated files and nothing else.
pub const FOLDERS: [&str; 2] = ["man", "schemas"];

/// Every generated file, in order of path.
///
/// # Errors
///
/// What the writer of manual pages says; it writes to memory.
pub fn files() -> io::Result<Vec<GeneratedFile>> {
    let file = |path: &str, text: String| GeneratedFile {
        path: path.into(),
        text,
    };
    let program = man::program();
    let mut files = vec![
        file("docs/codes.md", codes::markdown()),
        file("docs/commands.md", commands::markdown(&program)),
        file("docs/config.md", prowess::config::reference_markdown()),
        file("man/prowess.1", man::render(&program)?),
    ];
    for command in program.get_subcommands() {
        files.push(file(
            &format!("man/prowess-{}.1", command.get_name()),
            man::render(command)?,
        ));
    }
    for (name, text) in schemas::all()? {
        files.push(file(&format!("schemas/{name}.json"), text));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}
