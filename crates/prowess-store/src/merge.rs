//! Three trees made one: what a skill was, what the user made of it, and what its source has now.
//!
//! Every change that only one side made is taken. Text that both changed is merged by lines; everything else is taken
//! whole. Where both sides want something else, the user's file stays and the conflict is told with both sides (IN-04).

mod text;

use std::collections::{BTreeMap, BTreeSet};

use prowess_base::Digest;

pub use text::{Part, merge_text};

use crate::{Tree, TreeError, TreeFile, TreeLimits, TreePath};

/// What came of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// The tree: where there is a conflict, with the user's file.
    pub tree: Tree,
    /// What the source brought to the user's files.
    pub brought: Vec<Brought>,
    /// What the user has to choose, by paths.
    pub conflicts: Vec<Conflict>,
}

/// One file to which the source brought something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brought {
    /// The path, in the merged tree where it is in it.
    pub path: TreePath,
    /// What.
    pub kind: BroughtKind,
}

/// What the source brought to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BroughtKind {
    /// The file.
    Added,
    /// The source's file instead of the user's, which the user had not changed.
    Taken,
    /// Changes that stand beside the user's own.
    Merged,
    /// Another path.
    Renamed {
        /// The path before.
        from: TreePath,
    },
    /// Its end.
    Removed,
}

/// One file of which the two sides want something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The path.
    pub path: TreePath,
    /// What it was; nothing: there was none.
    pub base: Option<TreeFile>,
    /// What the user made of it; nothing: it is gone.
    pub ours: Option<TreeFile>,
    /// What the source has; nothing: it is gone.
    pub theirs: Option<TreeFile>,
    /// Why it could not be merged.
    pub kind: ConflictKind,
}

/// Why a file could not be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConflictKind {
    /// Both changed the same lines.
    Text(Vec<Part>),
    /// Both changed a file that is not text, or is too long to be merged by lines.
    Whole,
    /// One side changed it, the other one removed it.
    Removed,
    /// The source has a path that the user has another file or folder at.
    Place,
}

/// Whose file is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The user's.
    Ours,
    /// The source's.
    Theirs,
}

type Files<'t> = BTreeMap<TreePath, &'t TreeFile>;

/// Merges what the source has now into what the user has.
///
/// # Errors
///
/// [`TreeError`] where the merged tree is beyond `limits`.
pub fn merge(
    base: &Tree,
    ours: &Tree,
    theirs: &Tree,
    limits: &TreeLimits,
) -> Result<Merged, TreeError> {
    let [mut base, mut ours, mut theirs] = [base, ours, theirs].map(files);
    let by_theirs = renames(&base, &theirs);
    let by_ours = renames(&base, &ours);
    let mut brought = Vec::new();
    for (from, to) in by_theirs {
        // The user's file goes along, with what the user made of it.
        let is_free = || {
            let mut others = ours.keys().filter(|path| **path != from);
            !others.any(|path| is_in_the_way(path, &to))
        };
        if ours.contains_key(&from) && is_free() {
            rename(&mut base, &from, &to);
            rename(&mut ours, &from, &to);
            let kind = BroughtKind::Renamed { from };
            brought.push(Brought { path: to, kind });
        }
    }
    for (from, to) in by_ours {
        if theirs.contains_key(&from) && !theirs.contains_key(&to) && base.contains_key(&from) {
            rename(&mut base, &from, &to);
            rename(&mut theirs, &from, &to);
        }
    }
    let mut merged = Merged {
        tree: Tree::new(),
        brought,
        conflicts: Vec::new(),
    };
    let paths: BTreeSet<&TreePath> = base
        .keys()
        .chain(ours.keys())
        .chain(theirs.keys())
        .collect();
    let mut result = BTreeMap::new();
    let mut additions = Vec::new();
    for path in paths {
        let sides = [&base, &ours, &theirs].map(|files| files.get(path).copied());
        let (file, kind) = merge_file(path, sides, &mut merged.conflicts);
        match (file, &kind) {
            (Some(file), Some(BroughtKind::Added)) => additions.push((path, file)),
            (Some(file), _) => {
                result.insert(path.clone(), file);
            }
            (None, _) => {}
        }
        if let Some(kind) = kind {
            let path = path.clone();
            merged.brought.push(Brought { path, kind });
        }
    }
    for (path, file) in result {
        merged.tree.add(path.as_str(), file, limits)?;
    }
    // What is new comes last, so that the user's file keeps its place.
    for (path, file) in additions {
        match merged.tree.add(path.as_str(), file.clone(), limits) {
            Ok(()) => {}
            Err(TreeError::Collision { .. } | TreeError::FileAndFolder { .. }) => {
                merged.brought.retain(|brought| brought.path != *path);
                merged.conflicts.push(Conflict {
                    path: path.clone(),
                    base: None,
                    ours: None,
                    theirs: Some(file),
                    kind: ConflictKind::Place,
                });
            }
            Err(error) => return Err(error),
        }
    }
    merged
        .brought
        .sort_by(|one, other| one.path.cmp(&other.path));
    merged
        .conflicts
        .sort_by(|one, other| one.path.cmp(&other.path));
    Ok(merged)
}

/// Merges one file: what it is then, and what the source brought to it.
fn merge_file(
    path: &TreePath,
    [base, ours, theirs]: [Option<&TreeFile>; 3],
    conflicts: &mut Vec<Conflict>,
) -> (Option<TreeFile>, Option<BroughtKind>) {
    if ours == theirs || theirs == base {
        return (ours.cloned(), None);
    }
    if ours == base {
        let kind = match (ours, theirs) {
            (_, None) => BroughtKind::Removed,
            (None, Some(_)) => BroughtKind::Added,
            (Some(_), Some(_)) => BroughtKind::Taken,
        };
        return (theirs.cloned(), Some(kind));
    }
    let mut conflict = |kind| {
        conflicts.push(Conflict {
            path: path.clone(),
            base: base.cloned(),
            ours: ours.cloned(),
            theirs: theirs.cloned(),
            kind,
        });
        (ours.cloned(), None)
    };
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        return conflict(ConflictKind::Removed);
    };
    let Some(base) = base else {
        return match ours.bytes == theirs.bytes {
            // The user's word on the mode stays.
            true => (Some(ours.clone()), None),
            false => conflict(ConflictKind::Whole),
        };
    };
    // Of two values there is always one that is new.
    let executable = match ours.executable == base.executable {
        true => theirs.executable,
        false => ours.executable,
    };
    let bytes = if theirs.bytes == base.bytes || theirs.bytes == ours.bytes {
        ours.bytes.clone()
    } else if ours.bytes == base.bytes {
        theirs.bytes.clone()
    } else {
        match merge_text(&base.bytes, &ours.bytes, &theirs.bytes) {
            None => return conflict(ConflictKind::Whole),
            Some(parts) => match Part::joined(&parts) {
                Some(bytes) => bytes,
                None => return conflict(ConflictKind::Text(parts)),
            },
        }
    };
    let file = TreeFile { bytes, executable };
    (Some(file), Some(BroughtKind::Merged))
}

fn files(tree: &Tree) -> Files<'_> {
    tree.files()
        .map(|(path, file)| (path.clone(), file))
        .collect()
}

fn rename(files: &mut Files<'_>, from: &TreePath, to: &TreePath) {
    if let Some(file) = files.remove(from) {
        files.insert(to.clone(), file);
    }
}

/// The files that have only another path now: the bytes are gone in one place and new in one other.
fn renames(base: &Files<'_>, side: &Files<'_>) -> Vec<(TreePath, TreePath)> {
    let new = by_digest(side, base);
    by_digest(base, side)
        .into_iter()
        .filter_map(
            |(digest, gone)| match (gone.as_slice(), new.get(&digest)?.as_slice()) {
                ([from], [to]) => Some((from.clone(), to.clone())),
                _ => None,
            },
        )
        .collect()
}

/// The paths of `files` that `others` has not, by what they hold. Empty files are alike for no reason.
fn by_digest(files: &Files<'_>, others: &Files<'_>) -> BTreeMap<Digest, Vec<TreePath>> {
    let mut paths: BTreeMap<Digest, Vec<TreePath>> = BTreeMap::new();
    for (path, file) in files {
        if !file.bytes.is_empty() && !others.contains_key(path) {
            let digest = Digest::of(&file.bytes);
            paths.entry(digest).or_default().push(path.clone());
        }
    }
    paths
}

impl Merged {
    /// The tree with every conflict decided. A file of the source that has no place beside the user's takes it, where the
    /// source's side is chosen.
    ///
    /// # Errors
    ///
    /// [`TreeError`] where the tree is beyond `limits`.
    pub fn decided(
        &self,
        choose: impl Fn(&Conflict) -> Side,
        limits: &TreeLimits,
    ) -> Result<Tree, TreeError> {
        let mut result = files(&self.tree);
        for conflict in &self.conflicts {
            if choose(conflict) == Side::Ours {
                continue;
            }
            match &conflict.theirs {
                Some(file) => {
                    result.retain(|path, _| !is_in_the_way(path, &conflict.path));
                    result.insert(conflict.path.clone(), file);
                }
                None => drop(result.remove(&conflict.path)),
            }
        }
        let mut tree = Tree::new();
        for (path, file) in result {
            tree.add(path.as_str(), file.clone(), limits)?;
        }
        Ok(tree)
    }
}

/// Whether two paths cannot both be in a tree: they are one for some system, or one is a folder above the other.
fn is_in_the_way(path: &TreePath, other: &TreePath) -> bool {
    let (one, other) = (path.folded(), other.folded());
    let above = |folder: &str, path: &str| {
        path.strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    one == other || above(&one, &other) || above(&other, &one)
}

#[cfg(test)]
mod tests;
