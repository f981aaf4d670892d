//! The files of the skills of a commit.

use std::collections::{BTreeMap, BTreeSet};

use prowess_base::FoldedName;

use super::repository::Repository;
use crate::fetch::harvest::{Entry, Files, Found, find, gather};
use crate::fetch::{Limits, Revision};
use crate::source::GitSource;
use crate::{Error, Source, TreeFile};

/// Most entries of a repository that are looked through for skills.
const ENTRIES: usize = 2_000_000;

/// Longest target of a link.
const TARGET: u64 = 4096;

/// What the content of a file begins with that Git LFS keeps elsewhere, and how long it is at most.
const LFS: (&[u8], usize) = (b"version https://git-lfs.github.com/spec/", 1024);

/// A commit whose skills are read.
pub(super) struct Reader<'r> {
    pub(super) repository: &'r Repository<'r>,
    pub(super) source: &'r GitSource,
    pub(super) commit: &'r str,
    pub(super) limits: &'r Limits,
}

/// One entry of a tree.
struct Item {
    path: String,
    mode: Mode,
    id: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Plain,
    Executable,
    Link,
    /// Another repository.
    Submodule,
    /// It has a name that is no Unicode.
    Nameless,
}

impl Reader<'_> {
    /// The files of the skills, and of no others. Where the source names one skill, only that is fetched.
    ///
    /// # Errors
    ///
    /// [`Error::Source`] where there is more than the bound; those of the host.
    pub(super) async fn read(&self) -> Result<Files, Error> {
        let mut found = self.find().await?;
        if let Some(name) = &self.source.skill {
            self.only(name, &mut found).await?;
        }
        let items = self.items(&found).await?;
        let mut files = self.files(&items).await?;
        if found.folders.is_empty() && !self.source.subfolder.is_empty() {
            let (folder, commit) = (&self.source.subfolder, self.commit);
            files
                .left_out
                .push(format!("no skill is in `{folder}` of {commit}"));
        }
        Ok(files)
    }

    /// The skills of the commit, by their skill files.
    async fn find(&self) -> Result<Found, Error> {
        let mut paths = Vec::new();
        let mut entries = 0;
        let mut take = |record: &[u8]| {
            entries += 1;
            if entries > ENTRIES {
                return Err(self.too_many(ENTRIES, "it"));
            }
            if let Some(item) = Item::read(record)
                && item.mode != Mode::Nameless
                && item.mode != Mode::Submodule
            {
                let name = item.path.rsplit('/').next().unwrap_or_default();
                if name.eq_ignore_ascii_case("SKILL.md") {
                    paths.push(item.path);
                }
            }
            Ok(())
        };
        self.repository
            .list(self.commit, &self.source.subfolder, &mut take)
            .await?;
        Ok(find(
            paths.iter().map(String::as_str),
            &self.source.subfolder,
        ))
    }

    /// Leaves the skills that a name may mean, where there are any; else all.
    async fn only(&self, name: &str, found: &mut Found) -> Result<(), Error> {
        let paths: BTreeSet<String> = found
            .folders
            .iter()
            .map(|folder| crate::fetch::harvest::join(&folder.path, &folder.file))
            .collect();
        let mut items = self.items(found).await?;
        items.retain(|item| paths.contains(&item.path));
        let files = self.files(&items).await?;
        let revision = Revision::Commit {
            commit: self.commit.to_owned(),
        };
        let source = Source::Git(self.source.clone());
        let heads = gather(source, revision, "", files, self.limits);
        let folded = FoldedName::new(name);
        let skills = heads.skills.iter().map(|skill| (&skill.name, &skill.path));
        let refused = heads.refused.iter().map(|skill| (&skill.name, &skill.path));
        let meant: BTreeSet<&String> = skills
            .chain(refused)
            .filter(|(known, path)| {
                let is_folder = path.rsplit('/').next() == Some(name);
                FoldedName::new(known) == folded || is_folder
            })
            .map(|(_, path)| path)
            .collect();
        if !meant.is_empty() {
            found.folders.retain(|folder| meant.contains(&folder.path));
        }
        Ok(())
    }

    /// Every entry of the skills.
    async fn items(&self, found: &Found) -> Result<Vec<Item>, Error> {
        let mut items = Vec::new();
        if found.folders.is_empty() {
            return Ok(items);
        }
        let bound = self.limits.entries;
        let mut take = |record: &[u8]| {
            let item = Item::read(record).filter(|item| found.of(&item.path).is_some());
            items.extend(item);
            match items.len() > bound {
                true => Err(self.too_many(bound, "its skills")),
                false => Ok(()),
            }
        };
        self.repository
            .list(self.commit, &self.source.subfolder, &mut take)
            .await?;
        Ok(items)
    }

    /// Fetches and reads what entries hold.
    async fn files(&self, items: &[Item]) -> Result<Files, Error> {
        let ids: BTreeSet<&str> = items
            .iter()
            .filter(|item| item.is_read())
            .map(|item| item.id.as_str())
            .collect();
        let ids: Vec<&str> = ids.into_iter().collect();
        let mut sizes = self.repository.sizes(&ids).await?;
        let missing: Vec<&str> = ids
            .iter()
            .copied()
            .filter(|id| !sizes.contains_key(*id))
            .collect();
        if !missing.is_empty() {
            self.repository.bring(&missing).await?;
            sizes.extend(self.repository.sizes(&missing).await?);
        }
        let mut files = Files::default();
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        let mut left = self.limits.unpacked_bytes;
        for item in items {
            match self.unread(item, sizes.get(&item.id).copied(), left) {
                Some(reason) => {
                    files
                        .entries
                        .insert(item.path.clone(), Entry::Unread(reason));
                }
                None => {
                    // Counted for each path, since each becomes a file.
                    left = left.saturating_sub(sizes.get(&item.id).copied().unwrap_or(0));
                    wanted.insert(&item.id);
                }
            }
        }
        let wanted: Vec<&str> = wanted.into_iter().collect();
        let contents = self.repository.contents(&wanted).await?;
        for item in items {
            if !files.entries.contains_key(&item.path) {
                let entry = entry(item, &contents, &mut files.left_out);
                files.entries.insert(item.path.clone(), entry);
            }
        }
        Ok(files)
    }

    /// Why an entry is not read.
    fn unread(&self, item: &Item, size: Option<u64>, left: u64) -> Option<String> {
        let bound = self.limits.tree.file_bytes.min(left);
        match (item.mode, size) {
            (Mode::Submodule, _) => {
                Some("is another repository (a submodule), which is not fetched".to_owned())
            }
            (Mode::Nameless, _) => Some("has a name that is no Unicode".to_owned()),
            (_, None) => Some("is listed, but the host does not give what it holds".to_owned()),
            (Mode::Link, Some(size)) if size > TARGET => Some(format!(
                "is a link with a target of {size} bytes, more than {TARGET}"
            )),
            (_, Some(size)) if size > bound => Some(format!("has {size} bytes, more than {bound}")),
            _ => None,
        }
    }

    fn too_many(&self, bound: usize, place: &str) -> Error {
        Error::Source {
            text: self.source.to_string(),
            reason: format!(
                "more than {bound} entries are in {place}; name the folder of one skill"
            ),
        }
    }
}

/// What an entry holds.
fn entry(item: &Item, contents: &BTreeMap<String, Vec<u8>>, left_out: &mut Vec<String>) -> Entry {
    let Some(bytes) = contents.get(&item.id) else {
        return Entry::Unread("cannot be read from the objects of the repository".to_owned());
    };
    if item.mode == Mode::Link {
        return Entry::Link(String::from_utf8_lossy(bytes).into_owned());
    }
    if bytes.len() <= LFS.1 && bytes.starts_with(LFS.0) {
        left_out.push(format!(
            "what `{}` stands for is kept by Git LFS and not fetched; the file only points to it",
            item.path
        ));
    }
    Entry::File(TreeFile {
        bytes: bytes.clone(),
        executable: item.mode == Mode::Executable,
    })
}

impl Item {
    /// Reads `MODE KIND ID<TAB>PATH`.
    fn read(record: &[u8]) -> Option<Self> {
        let tab = record.iter().position(|byte| *byte == b'\t')?;
        let (head, path) = record.split_at(tab);
        let path = path.get(1..)?;
        let mut words = std::str::from_utf8(head).ok()?.split(' ');
        let mode = match words.next()? {
            "120000" => Mode::Link,
            "160000" => Mode::Submodule,
            mode if u32::from_str_radix(mode, 8).ok()? & 0o100 != 0 => Mode::Executable,
            _ => Mode::Plain,
        };
        let id = words.nth(1)?.to_owned();
        let (path, mode) = match std::str::from_utf8(path) {
            Ok(path) => (path.to_owned(), mode),
            // Replaced characters are in no path that a tree takes for this file's.
            Err(_) => (String::from_utf8_lossy(path).into_owned(), Mode::Nameless),
        };
        Some(Self { path, mode, id })
    }

    fn is_read(&self) -> bool {
        !matches!(self.mode, Mode::Submodule | Mode::Nameless)
    }
}
