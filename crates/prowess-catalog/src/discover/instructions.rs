//! Roots that hold instructions for agents at large: `AGENTS.md`, `CLAUDE.md`, `GEMINI.md` and
//! `.cursorrules` of a project's folder, or of the folders below it.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use prowess_fs::{EntryKind, Folder, Links, Listing};

use super::files::{Files, folders};
use super::ground::Ground;
use super::{Searched, Visitor, Watched};
use crate::file_kind::{InstructionScope, instructions_name};

/// Where such files are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    /// In the root itself.
    Root,
    /// In the folders below the root, as far as they are the project's own: hidden ones,
    /// `node_modules` and what git ignores aside.
    Below,
}

/// Searches a root. A link to a file that another name stands for already is passed over.
pub(super) fn search<V: Visitor>(ground: &Ground<'_, V>, place: Where) -> Searched<V::Output> {
    let mut search = Files::new(ground);
    if let Some(listing) = search.list(Path::new("")) {
        match place {
            Where::Root => {
                let names: Vec<&str> = named(&listing).collect();
                take(&mut search, Path::new(""), &names, InstructionScope::All);
            }
            Where::Below => below(&mut search, &listing),
        }
    }
    search.finish()
}

fn below<V: Visitor>(search: &mut Files<'_, '_, V>, top: &Listing) {
    let depth = search.ground.plan.discovery.depth;
    let rules = above(search);
    let mut next = inner_folders(search, Path::new(""), top, rules.as_ref());
    for _ in 0..depth {
        for (path, above) in std::mem::take(&mut next) {
            let Some(listing) = search.list(&path) else {
                continue;
            };
            let at = search.ground.top.real.join(&path);
            let rules = above.map(|above| above.with(&at, &mut search.watched));
            let kept = |name: &&str| {
                let rules = rules.as_ref();
                rules.is_none_or(|rules| !rules.leaves_out(&at.join(name), EntryKind::File))
            };
            let names: Vec<&str> = named(&listing).filter(kept).collect();
            take(search, &path, &names, InstructionScope::Folder);
            next.extend(inner_folders(search, &path, &listing, rules.as_ref()));
        }
    }
}

/// What git ignores in the root itself; nothing where P is no repository.
fn above<V: Visitor>(search: &mut Files<'_, '_, V>) -> Option<Rules> {
    let root = &search.ground.top.real;
    let repository = std::fs::canonicalize(&search.ground.plan.workspace).ok()?;
    if repository.join(".git").symlink_metadata().is_err() {
        return None;
    }
    let mut folders: Vec<&Path> = root
        .ancestors()
        .take_while(|folder| folder.starts_with(&repository))
        .collect();
    folders.reverse();
    let rules = folders.into_iter().fold(Rules::default(), |rules, folder| {
        rules.with(folder, &mut search.watched)
    });
    Some(rules)
}

/// The folders of a folder that are searched, with what git ignores in it.
fn inner_folders<V: Visitor>(
    search: &Files<'_, '_, V>,
    path: &Path,
    listing: &Listing,
    rules: Option<&Rules>,
) -> Vec<(PathBuf, Option<Rules>)> {
    let at = search.ground.top.real.join(path);
    let is_searched = |name: &&OsStr| {
        let is_hidden = name.as_encoded_bytes().first() == Some(&b'.');
        let is_ignored =
            rules.is_some_and(|rules| rules.leaves_out(&at.join(name), EntryKind::Folder));
        !is_hidden && *name != "node_modules" && !is_ignored
    };
    folders(listing)
        .filter(is_searched)
        .map(|name| (path.join(name), rules.cloned()))
        .collect()
}

/// The names of instructions in a folder.
fn named(listing: &Listing) -> impl Iterator<Item = &str> {
    listing
        .iter()
        .filter(|(_, kind)| matches!(kind, EntryKind::File | EntryKind::Link))
        .filter_map(|(name, _)| name.to_str())
        .filter(|name| instructions_name(name).is_some())
}

/// Takes the files of one folder.
fn take<V: Visitor>(
    search: &mut Files<'_, '_, V>,
    folder: &Path,
    names: &[&str],
    scope: InstructionScope,
) {
    let mut real_paths = HashSet::new();
    for name in names {
        let path = search.ground.top.real.join(folder).join(name);
        // What cannot be resolved is told when it is opened.
        let is_new = std::fs::canonicalize(path).map_or(true, |real| real_paths.insert(real));
        if is_new {
            search.file(folder, name, scope);
        }
    }
}

/// What the `.gitignore` files of a folder and of those above it leave out. The nearest that says
/// anything about a path decides.
#[derive(Debug, Clone, Default)]
struct Rules(Option<Arc<OfFolder>>);

#[derive(Debug)]
struct OfFolder {
    matcher: Gitignore,
    above: Rules,
}

impl Rules {
    /// Largest `.gitignore` that is read, in bytes; a larger one leaves out nothing.
    const BYTES: u64 = 1024 * 1024;

    /// The rules with those of the `.gitignore` in `folder`, which goes to `watched`.
    fn with(&self, folder: &Path, watched: &mut Vec<Watched>) -> Self {
        let name = Path::new(".gitignore");
        let Ok(opened) = Folder::open(folder) else {
            return self.clone();
        };
        let Ok(file) = opened.file(name, Links::Refused) else {
            return self.clone();
        };
        watched.push(Watched {
            path: folder.join(name),
            identity: Some(file.identity()),
        });
        let mut bytes = Vec::new();
        if file.read(Self::BYTES, &mut bytes).is_err() {
            return self.clone();
        }
        let mut builder = GitignoreBuilder::new(folder);
        for line in String::from_utf8_lossy(&bytes).lines() {
            // A line that is no pattern leaves out nothing.
            let _ = builder.add_line(None, line);
        }
        match builder.build() {
            Ok(matcher) => Self(Some(Arc::new(OfFolder {
                matcher,
                above: self.clone(),
            }))),
            Err(_) => self.clone(),
        }
    }

    fn leaves_out(&self, path: &Path, kind: EntryKind) -> bool {
        let mut rules = self.0.as_deref();
        while let Some(of_folder) = rules {
            match of_folder.matcher.matched(path, kind == EntryKind::Folder) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => rules = of_folder.above.0.as_deref(),
            }
        }
        false
    }
}
