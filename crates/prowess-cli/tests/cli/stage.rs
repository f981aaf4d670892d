//! A folder with a home, a workspace and programs, in which the command runs with nothing else
//! around it.

#![expect(
    clippy::unwrap_used,
    reason = "a stage that cannot be set up ends the test"
)]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The folders of one run: `home`, `work` (the current folder) and `bin` (all of `PATH`).
pub(crate) struct Stage {
    _folder: Option<TempDir>,
    path: PathBuf,
    home: PathBuf,
    variables: Vec<(String, String)>,
    current: PathBuf,
}

/// How a run ended and what it said.
pub(crate) struct Ran {
    pub(crate) exit: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        for name in ["home", "work", "bin"] {
            fs::create_dir(path.join(name)).unwrap();
        }
        Self {
            home: path.join("home"),
            _folder: Some(folder),
            current: path.join("work"),
            path,
            variables: Vec::new(),
        }
    }

    /// The same folders for a user with another home, in another current folder. The first stage has to outlive it.
    pub(crate) fn elsewhere(&self, current: &str, home: &str) -> Self {
        fs::create_dir_all(self.path.join(home)).unwrap();
        Self {
            _folder: None,
            path: self.path.clone(),
            home: self.path.join(home),
            variables: Vec::new(),
            current: self.path.join(current),
        }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    /// Writes a file, with the folders on the way to it.
    pub(crate) fn file(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Writes `work/skills/NAME/SKILL.md` with this description.
    pub(crate) fn skill(&self, name: &str, description: &str) -> &Self {
        self.file(
            &format!("work/skills/{name}/SKILL.md"),
            format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n"),
        )
    }

    /// Puts a program on `PATH`.
    #[cfg(unix)]
    pub(crate) fn program(&self, name: &str) -> &Self {
        self.script(name, "")
    }

    /// Puts a program on `PATH` that does what a shell script says.
    #[cfg(unix)]
    pub(crate) fn script(&self, name: &str, script: &str) -> &Self {
        use std::os::unix::fs::PermissionsExt as _;
        self.file(&format!("bin/{name}"), format!("#!/bin/sh\n{script}\n"));
        let path = self.path.join("bin").join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    pub(crate) fn variable(&mut self, name: &str, value: &str) -> &mut Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    pub(crate) fn current(&mut self, path: &str) -> &mut Self {
        self.current = self.path.join(path);
        self
    }

    /// The command, ready to run in this stage.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_prowess"));
        command
            .args(arguments)
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", self.path.join("bin"))
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.current)
            .stdin(Stdio::null());
        command
    }

    /// Runs the command with these words, which are parted by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        self.run_with(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    pub(crate) fn run_with<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Ran {
        let output = self.command(arguments).output().unwrap();
        Ran {
            exit: output.status.code().unwrap_or(-1),
            stdout: self.filtered(&output.stdout),
            stderr: self.filtered(&output.stderr),
        }
    }

    /// Every path beneath a folder of the stage, to see that nothing was written.
    pub(crate) fn everything(&self) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        walk(&self.path, &mut paths);
        paths.sort();
        paths
    }

    fn filtered(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes)
            .replace(&self.path.to_string_lossy().into_owned(), "[STAGE]")
            .replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
        without_lengths(&text)
    }
}

/// The text with `[N]` for numbers of characters: they change with every word of an introduction.
fn without_lengths(text: &str) -> String {
    let mut out = String::new();
    let mut pieces = text.split(" characters").peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            out.push_str(piece);
            break;
        }
        // `1304` or `1304 of 30000`: the first of them is a length.
        let bound = piece.trim_end_matches(|c: char| c.is_ascii_digit());
        let (before, after) = match bound.strip_suffix(" of ") {
            Some(before) => (before, piece.strip_prefix(before).unwrap()),
            None => (piece, ""),
        };
        let before = before.trim_end_matches(|c: char| c.is_ascii_digit());
        out.push_str(before);
        out.push_str("[N]");
        out.push_str(after);
        out.push_str(" characters");
    }
    out
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, paths);
        }
        paths.push(path);
    }
}

impl std::fmt::Display for Ran {
    /// The whole run as one text, for a snapshot.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "exit: {}", self.exit)?;
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                writeln!(f, "--- {name}")?;
                f.write_str(text)?;
                if !text.ends_with('\n') {
                    f.write_str("⏎\n")?;
                }
            }
        }
        Ok(())
    }
}
