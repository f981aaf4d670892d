//! Which files of a folder OpenClaw looks at, and what it finds in them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Edition, Finding, Severity, scan_source};

/// A regular file beneath the folder.
#[derive(Debug, Clone, Copy)]
pub struct File<'f> {
    /// Its path with `/`.
    pub path: &'f str,
    /// Its size in bytes.
    pub bytes: u64,
    /// What it holds, decoded; nothing where it was not read.
    pub text: Option<&'f str>,
}

/// Whether files are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// They are.
    Read,
    /// They are left out.
    Skipped,
}

/// How much of a folder is looked at. The default is OpenClaw's.
#[derive(Debug, Clone)]
pub struct Options {
    /// Files and folders whose name starts with a dot.
    pub hidden: Reach,
    /// Folders of the name `node_modules`.
    pub node_modules: Reach,
    /// Tests, by the names of folders and files.
    pub tests: Reach,
    /// Files that are looked at before all others, wherever they are.
    pub first: Vec<String>,
    /// All others.
    pub others: Reach,
    /// Most files.
    pub files: usize,
    /// Largest file, in bytes.
    pub file_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hidden: Reach::Skipped,
            node_modules: Reach::Skipped,
            tests: Reach::Read,
            first: Vec::new(),
            others: Reach::Read,
            files: 500,
            file_bytes: 1024 * 1024,
        }
    }
}

/// What was found in a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Summary {
    /// Files that were looked at.
    pub scanned_files: usize,
    /// Critical findings.
    pub critical: usize,
    /// Warnings.
    pub warn: usize,
    /// Neither; always none.
    pub info: usize,
    /// Whether there are more files than [`Options::files`].
    pub truncated: bool,
    /// Every finding, by file in the order they were looked at, then by rule.
    pub findings: Vec<Finding>,
    /// The files that were looked at, in that order.
    #[serde(skip)]
    pub read: Vec<String>,
}

/// Whether OpenClaw looks at a file of this name: the endings of JavaScript and TypeScript in any letter
/// case. A name that is nothing but an ending has none.
#[must_use]
pub fn is_scannable(path: &str) -> bool {
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    !stem.is_empty()
        && ["js", "ts", "mjs", "cjs", "mts", "cts", "jsx", "tsx"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
}

/// OpenClaw's findings in a folder. The files of a folder come before those of its folders; where
/// OpenClaw takes the order in which the system lists them, this takes that of their names.
#[must_use]
pub fn scan_files(files: &[File<'_>], options: &Options, edition: Edition) -> Summary {
    let (chosen, truncated) = choose(files, options);
    let mut summary = Summary {
        truncated,
        ..Summary::default()
    };
    for file in chosen {
        let Some(text) = file
            .text
            .filter(|_| file.bytes <= options.file_bytes.max(1))
        else {
            continue;
        };
        summary.scanned_files += 1;
        summary.read.push(file.path.to_owned());
        summary.findings.extend(
            scan_source(text, edition)
                .into_iter()
                .map(|finding| Finding {
                    file: file.path.to_owned(),
                    ..finding
                }),
        );
    }
    let count = |severity| {
        let of_it = |finding: &&Finding| finding.severity == severity;
        summary.findings.iter().filter(of_it).count()
    };
    summary.critical = count(Severity::Critical);
    summary.warn = count(Severity::Warn);
    summary
}

/// The files that count, and whether there were more.
fn choose<'s, 'f>(files: &'s [File<'f>], options: &Options) -> (Vec<&'s File<'f>>, bool) {
    let most = options.files.max(1);
    let by_path: BTreeMap<&str, &File<'_>> = files.iter().map(|file| (file.path, file)).collect();
    let mut seen = BTreeSet::new();
    let mut chosen: Vec<&File<'_>> = Vec::new();
    for named in &options.first {
        let Some(path) = beneath(named) else { continue };
        if let Some(file) = by_path.get(path.as_str())
            && is_scannable(file.path)
            && seen.insert(file.path)
        {
            chosen.push(file);
        }
    }
    if options.others == Reach::Skipped || chosen.len() > most {
        let truncated = chosen.len() > most;
        chosen.truncate(most);
        return (chosen, truncated);
    }
    for file in walk(&by_path, options, most.saturating_add(1)) {
        if seen.contains(file.path) {
            continue;
        }
        if chosen.len() >= most {
            return (chosen, true);
        }
        chosen.push(file);
    }
    (chosen, false)
}

/// The path that a name given beside the folder leads to; nothing where it leads out.
fn beneath(named: &str) -> Option<String> {
    if named.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in named.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// At most this many files: those of a folder, then its folders from the last to the first.
fn walk<'s, 'f>(
    by_path: &BTreeMap<&str, &'s File<'f>>,
    options: &Options,
    most: usize,
) -> Vec<&'s File<'f>> {
    let mut inside: BTreeMap<&str, Vec<&File<'_>>> = BTreeMap::new();
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in by_path.values() {
        let mut parent = parent_of(file.path);
        inside.entry(parent).or_default().push(file);
        while !parent.is_empty() && folders.entry(parent_of(parent)).or_default().insert(parent) {
            parent = parent_of(parent);
        }
    }
    let mut found = Vec::new();
    let mut waiting = vec![""];
    while let Some(folder) = waiting.pop() {
        let files = inside.get(folder).into_iter().flatten();
        for file in files.filter(|file| {
            let name = name_of(file.path);
            options.enters(name)
                && (options.tests == Reach::Read || !is_test_file(name))
                && is_scannable(name)
        }) {
            if found.len() >= most {
                return found;
            }
            found.push(*file);
        }
        let folders = folders.get(folder).into_iter().flatten();
        waiting.extend(folders.filter(|folder| {
            let name = name_of(folder);
            options.enters(name) && (options.tests == Reach::Read || !is_test_folder(name))
        }));
    }
    found
}

impl Options {
    fn enters(&self, name: &str) -> bool {
        (self.hidden == Reach::Read || !name.starts_with('.'))
            && (self.node_modules == Reach::Read || name != "node_modules")
    }
}

fn is_test_folder(name: &str) -> bool {
    matches!(
        name,
        "__fixtures__" | "__mocks__" | "__tests__" | "test" | "tests"
    )
}

/// `NAME.test.ENDING` and its kin.
fn is_test_file(name: &str) -> bool {
    let mut parts = name.rsplit('.');
    let (ending, kind) = (parts.next(), parts.next());
    ending.is_some_and(|ending| !ending.is_empty())
        && parts.next().is_some()
        && kind.is_some_and(|kind| {
            ["mock", "spec", "test"]
                .iter()
                .any(|known| kind.eq_ignore_ascii_case(known))
        })
}

fn parent_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The endings that count; a name that is nothing but an ending does not.
    #[test]
    fn scannable() {
        let names = [
            "a.js", "a/B.TSX", "..js", "a.b.mjs", ".js", "a.js.txt", "js", "a.", "a.json",
        ];
        assert_eq!(
            names.map(is_scannable),
            [true, true, true, true, false, false, false, false, false]
        );
    }

    /// Files that are named come first, wherever they are; a way out leads nowhere; the cap is told.
    #[test]
    fn chosen() {
        let file = |path| File {
            path,
            bytes: 1,
            text: Some(""),
        };
        let files = ["a.js", "b/c.js", "b/d/e.js", ".h/f.js", "g/x.test.js"].map(file);
        let read = |options: &Options| {
            let summary = scan_files(&files, options, Edition::June2026);
            (summary.read.join(" "), summary.truncated)
        };
        let told = |text: &str, truncated| (text.to_owned(), truncated);
        assert_eq!(
            read(&Options::default()),
            told("a.js g/x.test.js b/c.js b/d/e.js", false)
        );
        let few = Options {
            files: 2,
            tests: Reach::Skipped,
            first: vec!["../a.js".to_owned(), "b/../.h/f.js".to_owned()],
            ..Options::default()
        };
        assert_eq!(read(&few), told(".h/f.js a.js", true));
    }
}
