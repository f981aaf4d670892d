//! A thorough look into one skill's folder, for those who check skills. Finding skills never takes
//! it: it lists everything.

use std::path::{Path, PathBuf};

use prowess_fs::{EntryKind, Folder, Links, Listing};

use super::candidate::{is_skill_file, joined};
use super::ground::SKILL_FILE;
use super::{Escape, Notice, Place};

/// Entries that are looked at.
const ENTRIES: usize = 20_000;

/// Levels below the skill's folder that are looked at.
const DEPTH: usize = 16;

/// Folders that belong to other programs.
const PASSED: [&str; 2] = [".git", "node_modules"];

/// What there is to say about the inside of a skill's folder: a second skill file, a SKILL.md deeper
/// in it, links that lead back, out of it or to nothing. In the order of their paths.
///
/// At most 20,000 entries on 16 levels are looked at; more is told.
#[must_use]
pub fn inspect(folder: &Path) -> Vec<Notice> {
    let mut inspection = Inspection {
        skill: folder,
        real: std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf()),
        notices: Vec::new(),
        left: ENTRIES,
    };
    let mut paths = vec![PathBuf::new()];
    for _ in 0..=DEPTH {
        let level = std::mem::take(&mut paths);
        for path in level {
            paths.extend(inspection.look(&path));
        }
    }
    let mut notices = inspection.notices;
    notices.sort_by(|one, other| one.path().cmp(other.path()));
    notices
}

struct Inspection<'a> {
    skill: &'a Path,
    real: PathBuf,
    notices: Vec<Notice>,
    left: usize,
}

impl Inspection<'_> {
    /// Looks at one folder and gives the folders in it.
    fn look(&mut self, path: &Path) -> Vec<PathBuf> {
        let at = joined(self.skill, path);
        let mut listing = Listing::default();
        let opened = Folder::open(self.skill).and_then(|skill| skill.folder(path, Links::Refused));
        let listed = opened.and_then(|folder| folder.list(self.left, &mut listing));
        if let Err(error) = listed {
            self.notices.push(Notice::Unreadable {
                path: at,
                reason: error.reason(),
            });
            return Vec::new();
        }
        if listing.listed() == prowess_fs::Listed::BeyondBound {
            self.notices.push(Notice::EntriesBeyond {
                path: at,
                place: Place::Below,
                children: 0,
                listed: self.left as u64,
                bound: ENTRIES as u64,
            });
            self.left = 0;
            return Vec::new();
        }
        self.left -= listing.len();
        let is_top = path.as_os_str().is_empty();
        let has_exact = listing.iter().any(|(name, _)| name == SKILL_FILE);
        let mut folders = Vec::new();
        for (name, kind) in listing.iter() {
            if PASSED.iter().any(|passed| name == *passed) {
                continue;
            }
            let inner = joined(path, Path::new(name));
            match kind {
                EntryKind::Folder => folders.push(inner),
                EntryKind::Link => self.link(&inner),
                EntryKind::File if is_skill_file(name) => {
                    self.skill_file(&inner, is_top, has_exact && name != SKILL_FILE);
                }
                EntryKind::File | EntryKind::Other => {}
            }
        }
        folders
    }

    fn skill_file(&mut self, path: &Path, is_top: bool, is_second: bool) {
        let file = self.skill.join(path);
        if is_top && is_second {
            self.notices.push(Notice::SecondFile {
                used: self.skill.join(SKILL_FILE),
                path: file,
            });
        } else if !is_top {
            self.notices.push(Notice::NestedSkill {
                path: file,
                skill: self.skill.to_path_buf(),
            });
        }
    }

    fn link(&mut self, path: &Path) {
        let link = self.skill.join(path);
        let written = std::fs::read_link(&link).unwrap_or_default();
        let notice = match std::fs::canonicalize(&link) {
            Ok(real) if self.holder(path).starts_with(&real) => Notice::LinkLoop {
                path: link,
                target: written,
            },
            Ok(real) if !real.starts_with(&self.real) => Notice::LinkOut {
                bounds: self.skill.to_path_buf(),
                real_bounds: self.real.clone(),
                path: link,
                target: real,
                escape: Escape::Link,
                what: EntryKind::Folder,
            },
            Ok(_) => return,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Notice::LinkBroken {
                path: link,
                target: written,
            },
            Err(_) => Notice::LinkLoop {
                path: link,
                target: written,
            },
        };
        self.notices.push(notice);
    }

    /// The real folder that a link stands in.
    fn holder(&self, path: &Path) -> PathBuf {
        joined(&self.real, path.parent().unwrap_or(Path::new("")))
    }
}
