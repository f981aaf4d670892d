//! Repositories that tests make, by `git` itself.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

pub(crate) const SKILL: &str = "---\nname: s\ndescription: d\n---\nBody.\n";

/// The variable `PATH` of the tests, where `git` is.
#[expect(clippy::disallowed_methods, reason = "a test runs on its machine")]
pub(crate) fn path() -> std::ffi::OsString {
    std::env::var_os("PATH").unwrap()
}

/// A bare repository `o/r.git` in a folder that a server shows.
pub(crate) struct Origin {
    pub(crate) root: TempDir,
    repository: PathBuf,
}

impl Origin {
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    /// A repository that was begun with these options.
    pub(crate) fn with(options: &[&str]) -> Self {
        let root = tempfile::tempdir().unwrap();
        let repository = root.path().join("o/r.git");
        let origin = Self { root, repository };
        let folder = origin.repository.to_str().unwrap();
        let mut words = vec!["init", "-q", "--bare", "-b", "main"];
        words.extend(options);
        words.push(folder);
        run(origin.root.path(), &words, b"");
        origin.git(&["config", "uploadpack.allowFilter", "true"]);
        origin
    }

    /// Runs `git` in the repository.
    pub(crate) fn git(&self, words: &[&str]) -> String {
        String::from_utf8(self.fed(words, b""))
            .unwrap()
            .trim()
            .to_owned()
    }

    /// Runs `git` in the repository with an input.
    pub(crate) fn fed(&self, words: &[&str], input: &[u8]) -> Vec<u8> {
        run(&self.repository, words, input)
    }

    /// Puts a commit of exactly these files on a branch: mode, path, content.
    pub(crate) fn commit(&self, branch: &str, files: &[(&str, &str, &[u8])]) -> String {
        let name = format!("refs/heads/{branch}");
        let mut stream = Vec::new();
        write!(
            stream,
            "commit {name}\ncommitter a <a@b> 1000 +0000\ndata 1\nm\n"
        )
        .unwrap();
        if !self.git(&["for-each-ref", &name]).is_empty() {
            writeln!(stream, "from {name}^0").unwrap();
        }
        stream.extend_from_slice(b"deleteall\n");
        for (mode, path, content) in files {
            write!(stream, "M {mode} inline {path}\ndata {}\n", content.len()).unwrap();
            stream.extend_from_slice(content);
            stream.push(b'\n');
        }
        self.fed(&["fast-import", "--quiet"], &stream);
        self.git(&["rev-parse", &name])
    }

    /// Puts a commit of skills on a branch: each with its SKILL.md alone.
    pub(crate) fn skills(&self, branch: &str, folders: &[&str]) -> String {
        let paths: Vec<String> = folders
            .iter()
            .map(|folder| format!("{folder}/SKILL.md"))
            .collect();
        let files: Vec<(&str, &str, &[u8])> = paths
            .iter()
            .map(|path| ("100644", path.as_str(), SKILL.as_bytes()))
            .collect();
        self.commit(branch, &files)
    }

    /// Puts a commit on `main` whose tree `mktree` makes of these entries, names unchecked. `KIND ID<TAB>NAME` each.
    pub(crate) fn raw(&self, entries: &[u8]) -> String {
        let tree = String::from_utf8(self.fed(&["mktree", "-z", "--missing"], entries)).unwrap();
        let commit = self.git(&["commit-tree", "-m", "m", tree.trim()]);
        self.git(&["update-ref", "refs/heads/main", &commit]);
        commit
    }

    /// Keeps a blob.
    pub(crate) fn blob(&self, content: &[u8]) -> String {
        let id = self.fed(&["hash-object", "-w", "--stdin"], content);
        String::from_utf8(id).unwrap().trim().to_owned()
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.repository
    }
}

fn run(folder: &Path, words: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new("git")
        .args(words)
        .env_clear()
        .env("PATH", path())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs(["AUTHOR", "COMMITTER"].iter().flat_map(|who| {
            [
                (format!("GIT_{who}_NAME"), "a"),
                (format!("GIT_{who}_EMAIL"), "a@b"),
                (format!("GIT_{who}_DATE"), "@1000 +0000"),
            ]
        }))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = input.to_vec();
    let feed = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
    let output = child.wait_with_output().unwrap();
    feed.join().unwrap();
    assert!(output.status.success(), "git {words:?}");
    output.stdout
}
