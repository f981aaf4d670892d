//! Which files the texts of a package lead to.

use std::collections::{BTreeMap, HashMap, HashSet};

use aho_corasick::{AhoCorasick, MatchKind};

use super::language;
use crate::package::{Content, Package, path};
use crate::unit::Language;

/// How many comparisons of paths are made for mentions that several files could be meant by. Beyond
/// it a mention reaches all of them.
const COMPARISONS: usize = 2_000_000;

/// What a word in a text may mean.
#[derive(Debug, Clone, Default)]
struct Meaning {
    /// Files with this name.
    files: Vec<usize>,
    /// Programs with this name before the ending, and what makes a folder of this name a module.
    modules: Vec<usize>,
    /// Folders with this name: their paths with a slash.
    folders: Vec<String>,
}

/// For each file whether it is reached, the starts included.
pub(super) fn reached(package: &Package) -> Vec<bool> {
    let mut search = Search::new(package);
    for (index, file) in package.files.iter().enumerate() {
        let is_start = super::is_configuration(&file.path)
            || path::name(&file.path).eq_ignore_ascii_case("SKILL.md");
        if is_start && !super::is_among(&file.path, super::EXAMPLES) {
            search.reach(index);
        }
    }
    while let Some(index) = search.waiting.pop() {
        search.read(index);
    }
    search.reached
}

struct Search<'p> {
    package: &'p Package,
    meanings: Vec<Meaning>,
    automaton: Option<AhoCorasick>,
    by_path: BTreeMap<String, usize>,
    held: HashMap<usize, Vec<usize>>,
    reached: Vec<bool>,
    waiting: Vec<usize>,
    comparisons: usize,
}

impl<'p> Search<'p> {
    fn new(package: &'p Package) -> Self {
        let mut meanings: BTreeMap<String, Meaning> = BTreeMap::new();
        let mut held: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut by_path = BTreeMap::new();
        let mut folders: HashSet<&str> = HashSet::new();
        for (index, file) in package.files.iter().enumerate() {
            by_path.insert(file.path.to_ascii_lowercase(), index);
            if let Some(container) = file.container {
                held.entry(container.0 as usize).or_default().push(index);
            }
            let name = path::name(&file.path).to_ascii_lowercase();
            let folder = path::folder(&file.path);
            if let Some((stem, _)) = name.rsplit_once('.')
                && is_code(&file.path)
            {
                let stem = match stem {
                    "__init__" | "index" | "__main__" | "mod" => {
                        path::name(folder).to_ascii_lowercase()
                    }
                    stem => stem.to_owned(),
                };
                if !stem.is_empty() {
                    meanings.entry(stem).or_default().modules.push(index);
                }
            }
            if !name.is_empty() {
                meanings.entry(name).or_default().files.push(index);
            }
            let mut folder = folder;
            while !folder.is_empty() && folders.insert(folder) {
                let name = path::name(folder).to_ascii_lowercase();
                let meaning = meanings.entry(name).or_default();
                meaning
                    .folders
                    .push(format!("{}/", folder.to_ascii_lowercase()));
                folder = path::folder(folder);
            }
        }
        meanings.remove("");
        let (words, meanings): (Vec<String>, Vec<Meaning>) = meanings.into_iter().unzip();
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::LeftmostLongest)
            .build(&words)
            .ok();
        Self {
            package,
            meanings,
            automaton,
            by_path,
            held,
            reached: vec![false; package.files.len()],
            waiting: Vec::new(),
            comparisons: COMPARISONS,
        }
    }

    fn reach(&mut self, index: usize) {
        let Some(reached) = self.reached.get_mut(index) else {
            return;
        };
        if std::mem::replace(reached, true) {
            return;
        }
        self.waiting.push(index);
        for inner in self.held.get(&index).cloned().unwrap_or_default() {
            self.reach(inner);
        }
    }

    /// Reaches what a file leads to.
    fn read(&mut self, index: usize) {
        let package = self.package;
        let Some(file) = package.files.get(index) else {
            return;
        };
        let folder = path::folder(&file.path);
        if matches!(path::ending(&file.path), Some("py")) {
            let package_file = path::join(folder, "__init__.py");
            self.reach_path(package_file.as_deref());
        }
        match &file.content {
            Content::Text(text) => self.mentions(folder, text),
            Content::Link(target) => {
                self.reach_path(path::target(&file.path, target).as_deref());
            }
            Content::Bytes(_) | Content::Unread => {}
        }
    }

    fn reach_path(&mut self, path: Option<&str>) -> bool {
        let found = path.and_then(|path| self.by_path.get(&path.to_ascii_lowercase()).copied());
        found.inspect(|index| self.reach(*index)).is_some()
    }

    fn mentions(&mut self, folder: &str, text: &str) {
        let Some(automaton) = self.automaton.clone() else {
            return;
        };
        let mut seen: HashSet<(usize, &str)> = HashSet::new();
        for found in automaton.find_iter(text) {
            let pattern = found.pattern().as_usize();
            let before = text.get(..found.start()).unwrap_or("");
            let after = text.get(found.end()..).unwrap_or("");
            if before.ends_with(is_word) || after.starts_with(is_word) {
                continue;
            }
            let prefix = prefix(before);
            let Some(meaning) = self.meanings.get(pattern) else {
                continue;
            };
            let mention = text
                .get(found.start() - prefix.len()..found.end())
                .unwrap_or("");
            // `run` is a word as well as a file.
            let is_name = mention.contains(['.', '/', '\\']) || before.ends_with(['`', '"', '\'']);
            if is_name && !meaning.files.is_empty() && seen.insert((pattern, prefix)) {
                self.file(pattern, folder, prefix, mention);
            }
            let Some(meaning) = self.meanings.get(pattern) else {
                continue;
            };
            if !meaning.modules.is_empty() && (is_imported(before) || prefix.ends_with(['/', '.']))
            {
                for index in meaning.modules.clone() {
                    self.reach(index);
                }
            }
            self.folder(pattern, after);
        }
    }

    /// A file's name, with what of its path stands before.
    fn file(&mut self, pattern: usize, folder: &str, prefix: &str, mention: &str) {
        let is_path = prefix.contains(['/', '\\']);
        if is_path && self.reach_path(path::join(folder, mention).as_deref()) {
            return;
        }
        let plain = mention
            .trim_start_matches(['.', '/', '\\'])
            .replace('\\', "/");
        if is_path && self.reach_path(Some(&plain)) {
            return;
        }
        let files = self
            .meanings
            .get(pattern)
            .map(|meaning| meaning.files.clone());
        let files = files.unwrap_or_default();
        let fits = |index: &&usize| {
            let file = self.package.files.get(**index);
            file.is_some_and(|file| {
                let start = file.path.len().checked_sub(plain.len());
                start
                    .and_then(|start| file.path.get(start..))
                    .is_some_and(|end| end.eq_ignore_ascii_case(&plain))
            })
        };
        let meant: Vec<usize> = match self.comparisons.checked_sub(files.len()) {
            Some(left) if is_path => {
                self.comparisons = left;
                files.iter().filter(fits).copied().collect()
            }
            _ => Vec::new(),
        };
        // A folder that is computed may be any.
        for index in if meant.is_empty() { files } else { meant } {
            self.reach(index);
        }
    }

    /// A folder that is named as a whole reaches what lies beneath; tests are named in many a list of
    /// folders and are not reached by that.
    fn folder(&mut self, pattern: usize, after: &str) {
        let rest = after.trim_start_matches(['`', '"', '\'', '*']);
        let is_word = ["folder", "directory", "dir "].iter().any(|word| {
            rest.strip_prefix(' ')
                .is_some_and(|rest| rest.starts_with(word))
        });
        let is_whole = rest
            .strip_prefix(['/', '\\'])
            .or_else(|| after.strip_prefix('/'))
            .is_some_and(|rest| {
                !rest.starts_with(|next: char| next.is_alphanumeric() || "_.-@".contains(next))
            });
        if !is_word && !is_whole {
            return;
        }
        let Some(meaning) = self.meanings.get_mut(pattern) else {
            return;
        };
        for folder in std::mem::take(&mut meaning.folders) {
            let is_for_tests = super::is_among(
                &folder,
                &[
                    "test",
                    "tests",
                    "__tests__",
                    "testdata",
                    "fixtures",
                    "evals",
                    "spec",
                ],
            );
            if is_for_tests {
                continue;
            }
            let beneath: Vec<usize> = self
                .by_path
                .range(folder.clone()..)
                .take_while(|(path, _)| path.starts_with(&folder))
                .map(|(_, index)| *index)
                .collect();
            for index in beneath {
                self.reach(index);
            }
        }
    }
}

/// Whether a name says that the file can be imported or run.
fn is_code(path: &str) -> bool {
    !matches!(
        language(path, ""),
        Language::Plain
            | Language::Markdown
            | Language::Json
            | Language::Yaml
            | Language::Toml
            | Language::Markup
    ) || matches!(
        path::ending(path),
        Some("rb" | "pl" | "pm" | "php" | "lua" | "pyc" | "so" | "pyd")
    )
}

fn is_word(one: char) -> bool {
    one.is_alphanumeric() || one == '_'
}

/// The folders that stand before a name, or the dots of an import.
fn prefix(before: &str) -> &str {
    const LONGEST: usize = 256;
    let near = before.ceil_char_boundary(before.len().saturating_sub(LONGEST));
    let near = before.get(near..).unwrap_or("");
    let start = near
        .rfind(|one: char| !(one.is_alphanumeric() || "_.-/\\@+".contains(one)))
        .map_or(0, |at| near.ceil_char_boundary(at + 1));
    near.get(start..).unwrap_or("")
}

/// Whether the line so far imports.
fn is_imported(before: &str) -> bool {
    const NEAR: usize = 120;
    let near = before.ceil_char_boundary(before.len().saturating_sub(NEAR));
    let near = before.get(near..).unwrap_or("");
    let line = near.rsplit('\n').next().unwrap_or("");
    [
        "import", "from ", "require", "source ", "-m ", "use ", "load", "include",
    ]
    .iter()
    .any(|word| line.contains(word))
}
