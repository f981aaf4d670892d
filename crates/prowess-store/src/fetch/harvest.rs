//! From the files of a source to the skills that they are.
//!
//! A skill is a folder with a `SKILL.md`; another one beneath it is its content. Whatever brought the files (a folder, an
//! archive, Git, an index) comes through here, so that the same files are the same skill by every way.

use std::collections::{BTreeMap, BTreeSet};

use prowess_format::Document;

use super::{Harvest, Limits, Offered, RefusedSkill, Revision};
use crate::{Source, Tree, TreeError, TreeFile};

/// The files of a source by path, with `/`, before skills are looked for.
#[derive(Debug, Clone, Default)]
pub struct Files {
    /// Each file. Paths may be any text: what may not be in a skill is refused with the skill.
    pub entries: BTreeMap<String, Entry>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

/// One file of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A file.
    File(TreeFile),
    /// A link with its target as written. It becomes a copy of what it leads to within the skill.
    Link(String),
    /// Something that is there and may or can not be read, and why: `has 9 bytes, more than 8`, `is a device`.
    Unread(String),
}

/// A folder that is a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillFolder {
    /// Its path; empty for the source itself.
    pub path: String,
    /// The name of its skill file: `SKILL.md`, or another case where there is no such file.
    pub file: String,
}

/// The skills among some paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// The folders, by path; none is beneath another.
    pub folders: Vec<SkillFolder>,
    /// What looks like a skill and is none, and why.
    pub left_out: Vec<String>,
}

/// Folders in which no skills are looked for.
const NOT_SEARCHED: [&str; 3] = [".git", "node_modules", "__MACOSX"];

/// Parts of paths that are never a skill's content: what Git and archivers add by themselves.
const NOT_CONTENT: [&str; 3] = [".git", "__MACOSX", ".DS_Store"];

/// How many links may lead to each other.
const LINKS: usize = 8;

/// Finds the skills among the paths that are in the folder `within`; empty: everywhere.
pub fn find<'p>(paths: impl IntoIterator<Item = &'p str>, within: &str) -> Found {
    let mut files: BTreeMap<&str, &str> = BTreeMap::new();
    for path in paths {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if !name.eq_ignore_ascii_case("SKILL.md") {
            continue;
        }
        let Some(inner) = beneath(folder, within) else {
            continue;
        };
        if inner.split('/').any(|part| NOT_SEARCHED.contains(&part)) {
            continue;
        }
        let known = files.entry(folder).or_insert(name);
        if name == "SKILL.md" {
            *known = name;
        }
    }
    let mut found = Found::default();
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    // A folder comes before what is beneath it.
    for (folder, name) in files {
        if let Some(outer) = ancestors(folder).find(|outer| taken.contains(outer)) {
            found.left_out.push(format!(
                "`{}` is content of the skill in `{}`, not a skill of its own",
                join(folder, name),
                shown(outer)
            ));
            continue;
        }
        if name != "SKILL.md" {
            found.left_out.push(format!(
                "`{}` is taken for a `SKILL.md`, but not every client does so",
                join(folder, name)
            ));
        }
        taken.insert(folder);
        found.folders.push(SkillFolder {
            path: folder.to_owned(),
            file: name.to_owned(),
        });
    }
    found
}

impl Found {
    /// The skill that a path belongs to.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<&SkillFolder> {
        ancestors(path).find_map(|folder| {
            let index = self
                .folders
                .binary_search_by(|known| known.path.as_str().cmp(folder));
            self.folders.get(index.ok()?)
        })
    }
}

/// Makes a harvest of files: every skill that is there, whole and within its limits, or refused with the reason.
///
/// `root_name` is the name of a skill that is the source itself and has none in its header.
#[must_use]
pub fn gather(
    source: Source,
    revision: Revision,
    root_name: &str,
    files: Files,
    limits: &Limits,
) -> Harvest {
    let within = match &source {
        Source::Git(git) => git.subfolder.as_str(),
        _ => "",
    };
    let found = find(files.entries.keys().map(String::as_str), within);
    let mut harvest = Harvest {
        skills: Vec::new(),
        refused: Vec::new(),
        left_out: files.left_out,
        source,
        revision,
    };
    harvest.left_out.extend(found.left_out.iter().cloned());
    let mut contents: BTreeMap<&str, Vec<(String, Entry)>> = BTreeMap::new();
    let mut links = 0_usize;
    for (path, entry) in files.entries {
        match found.of(&path) {
            Some(folder) => {
                let inner = beneath(&path, &folder.path).unwrap_or_default().to_owned();
                contents
                    .entry(&folder.path)
                    .or_default()
                    .push((inner, entry));
            }
            None if matches!(entry, Entry::Link(_)) => links += 1,
            None => {}
        }
    }
    if links > 0 {
        harvest
            .left_out
            .push(format!("{links} links outside of skills are not followed"));
    }
    for folder in &found.folders {
        let files = contents.remove(folder.path.as_str()).unwrap_or_default();
        let name = match folder.path.rsplit('/').next() {
            Some("") | None => root_name,
            Some(name) => name,
        };
        skill(folder, name, files, limits, &mut harvest);
    }
    harvest
}

/// Makes one skill.
fn skill(
    folder: &SkillFolder,
    name: &str,
    files: Vec<(String, Entry)>,
    limits: &Limits,
    harvest: &mut Harvest,
) {
    let mut tree = Tree::new();
    let filled = fill(&mut tree, files, folder, limits, &mut harvest.left_out);
    let header = tree.get(&folder.file).map(|file| header(&file.bytes));
    let (known, description) = header.unwrap_or_default();
    let name = known.unwrap_or_else(|| name.to_owned());
    let error = match (filled, tree.get(&folder.file)) {
        (Err(error), _) => error,
        (Ok(()), None) => TreeError::Unread {
            path: folder.file.clone(),
            reason: "leads to nothing".to_owned(),
        },
        (Ok(()), Some(file)) if file.bytes.len() as u64 > limits.skill_file_bytes => {
            TreeError::FileBytes {
                path: folder.file.clone(),
                bytes: file.bytes.len() as u64,
                bound: limits.skill_file_bytes,
            }
        }
        (Ok(()), Some(_)) => {
            return harvest.skills.push(Offered {
                path: folder.path.clone(),
                name,
                description,
                tree,
                warnings: Vec::new(),
            });
        }
    };
    harvest.refused.push(RefusedSkill {
        path: folder.path.clone(),
        name,
        error,
    });
}

/// Puts the files of a skill into its tree, links last.
fn fill(
    tree: &mut Tree,
    files: Vec<(String, Entry)>,
    folder: &SkillFolder,
    limits: &Limits,
    left_out: &mut Vec<String>,
) -> Result<(), TreeError> {
    let mut links: BTreeMap<String, String> = BTreeMap::new();
    let mut own: BTreeSet<String> = BTreeSet::new();
    for (path, entry) in files {
        if path.split('/').any(|part| NOT_CONTENT.contains(&part)) {
            continue;
        }
        match entry {
            Entry::File(file) => {
                tree.add(&path, file, &limits.tree)?;
                own.insert(path);
            }
            Entry::Link(target) => {
                links.insert(path, target);
            }
            Entry::Unread(reason) => return Err(TreeError::Unread { path, reason }),
        }
    }
    for (path, target) in &links {
        let out = || TreeError::Link {
            path: path.clone(),
            target: target.clone(),
        };
        if contents_of(&own, path).next().is_some() {
            return Err(TreeError::FileAndFolder { path: path.clone() });
        }
        let end = end_of(path, &links).ok_or_else(out)?;
        if own.contains(&end) {
            let Some(file) = tree.get(&end).cloned() else {
                continue;
            };
            tree.add(path, file, &limits.tree)?;
            continue;
        }
        if end.is_empty() || beneath(path, &end).is_some() {
            return Err(out());
        }
        let mut is_empty = true;
        for inner in contents_of(&own, &end) {
            is_empty = false;
            let Some(file) = tree.get(inner).cloned() else {
                continue;
            };
            let rest = beneath(inner, &end).unwrap_or_default();
            tree.add(&join(path, rest), file, &limits.tree)?;
        }
        left_out.push(match is_empty {
            true => format!("`{}` is a link to nothing", join(&folder.path, path)),
            false => format!(
                "`{}` is a link to a folder; its files are copied, links among them aside",
                join(&folder.path, path)
            ),
        });
    }
    Ok(())
}

/// The paths that are in a folder.
fn contents_of<'o>(own: &'o BTreeSet<String>, folder: &str) -> impl Iterator<Item = &'o String> {
    let start = format!("{folder}/");
    own.range(start.clone()..)
        .take_while(move |path| path.starts_with(&start))
}

/// Where a link leads in the end; nothing where that is outside of the skill or is never reached.
fn end_of(path: &str, links: &BTreeMap<String, String>) -> Option<String> {
    let mut at = path.to_owned();
    for _ in 0..=LINKS {
        let Some(target) = links.get(&at) else {
            return Some(at);
        };
        at = target_of(&at, target)?;
    }
    None
}

/// The path that a link means, `.` and `..` resolved; nothing where it leads out.
fn target_of(path: &str, target: &str) -> Option<String> {
    let is_drive = target.get(1..2) == Some(":");
    if target.is_empty() || is_drive || target.starts_with('/') || target.contains('\\') {
        return None;
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The name and the description of a header, as far as they are text.
fn header(bytes: &[u8]) -> (Option<String>, Option<String>) {
    let (source, _) = prowess_format::Source::decode(bytes);
    let (document, _) = Document::parse(&source.text, &prowess_format::Limits::default());
    let field = |key: &str| {
        let node = document.get(key).filter(|node| !node.is_null())?;
        let text = node.as_scalar()?.text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    (field("name"), field("description"))
}

/// The rest of a path that is a folder or in it.
pub(crate) fn beneath<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() {
        return Some(path);
    }
    match path.strip_prefix(folder)? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

/// A path in a folder.
pub(crate) fn join(folder: &str, path: &str) -> String {
    if folder.is_empty() {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    }
}

/// The folders above a path, the nearest first, the source itself last.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(
        (!path.is_empty()).then(|| path.rsplit_once('/').map_or("", |(folder, _)| folder)),
        |folder| {
            (!folder.is_empty()).then(|| folder.rsplit_once('/').map_or("", |(outer, _)| outer))
        },
    )
}

fn shown(path: &str) -> &str {
    if path.is_empty() { "." } else { path }
}

#[cfg(test)]
mod tests;
