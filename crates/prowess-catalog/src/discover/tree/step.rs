//! One folder of a tree: a skill, a group of folders, or neither.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_fs::{EntryKind, Error, Listed, Listing};

use super::super::candidate::{Attempt, Scratch, is_skill_file, joined, listed_folder};
use super::super::ground::{Ground, Place, SKILL_FILE};
use super::super::{self as discover, Found, Notice, Visitor, Watched};
use super::ignored::Ignored;
use crate::{FileNameRule, HiddenFolders};

/// A folder or link to look at.
pub(super) struct Job {
    pub(super) place: Arc<Place>,
    /// Relative to the place.
    pub(super) path: PathBuf,
    pub(super) kind: EntryKind,
    /// What files of patterns above leave out.
    pub(super) ignored: Ignored,
}

/// What a folder gave.
pub(super) struct Step<T> {
    pub(super) skill: Option<Candidate<T>>,
    pub(super) children: Vec<Job>,
    pub(super) entries: usize,
    pub(super) notices: Vec<Notice>,
    pub(super) watched: Vec<Watched>,
}

pub(super) struct Candidate<T> {
    pub(super) found: Found<T>,
    pub(super) place: Arc<Place>,
    pub(super) path: PathBuf,
}

impl<T> Step<T> {
    pub(super) fn nothing() -> Self {
        Self {
            skill: None,
            children: Vec::new(),
            entries: 0,
            notices: Vec::new(),
            watched: Vec::new(),
        }
    }

    pub(super) fn notice(notice: Notice) -> Self {
        Self {
            notices: vec![notice],
            ..Self::nothing()
        }
    }
}

/// Looks at one folder: a skill, or a group whose children come next.
pub(super) fn look<V: Visitor>(
    ground: &Ground<'_, V>,
    mut job: Job,
    is_last: bool,
    scratch: &mut Scratch,
) -> Step<V::Output> {
    let mut watched = Vec::new();
    if !ground.plan.discovery.ignore_files.is_empty() {
        job.ignored = ignored(ground, &job.place, &job.path, &job.ignored, &mut watched);
    }
    let attempt = match is_left_out(ground, &job, SKILL_FILE, EntryKind::File) {
        true => Attempt::None,
        false => ground.attempt(&job.place, &job.path, SKILL_FILE, scratch),
    };
    let mut step = match attempt {
        Attempt::Skill(found) => Step {
            skill: Some(Candidate {
                found,
                place: job.place,
                path: job.path,
            }),
            ..Step::nothing()
        },
        Attempt::Broken(notice) => Step::notice(notice),
        Attempt::Closed(error) => closed(&job, &error),
        Attempt::None => group(ground, job, is_last, scratch),
    };
    step.watched.extend(watched);
    step
}

/// What is left out of a folder of a place, its own files of patterns included.
pub(super) fn ignored<V: Visitor>(
    ground: &Ground<'_, V>,
    place: &Place,
    path: &Path,
    above: &Ignored,
    watched: &mut Vec<Watched>,
) -> Ignored {
    let names = &ground.plan.discovery.ignore_files;
    match place.folder.folder(path, prowess_fs::Links::Refused) {
        Ok(folder) => above.beneath(&folder, &in_root(ground, place, path), names, watched),
        Err(_) => above.clone(),
    }
}

/// A folder of a place as it is listed, relative to the root.
fn in_root<V>(ground: &Ground<'_, V>, place: &Place, path: &Path) -> PathBuf {
    let listed = listed_folder(place, path);
    let inside = listed.strip_prefix(&ground.top.listed);
    inside.map_or_else(|_| path.to_path_buf(), Path::to_path_buf)
}

/// Whether a file of patterns leaves out `name` in the job's folder.
fn is_left_out<V>(ground: &Ground<'_, V>, job: &Job, name: &str, kind: EntryKind) -> bool {
    let ignored = &job.ignored;
    !ignored.is_empty()
        && ignored.leaves_out(&in_root(ground, &job.place, &job.path).join(name), kind)
}

fn closed<T>(job: &Job, error: &Error) -> Step<T> {
    if matches!(error, Error::NotFound { .. } | Error::NotFolder { .. }) {
        // It went away meanwhile.
        return Step::nothing();
    }
    let path = listed_folder(&job.place, &job.path);
    Step {
        watched: vec![Watched {
            path: path.clone(),
            identity: None,
        }],
        ..Step::notice(Notice::Unreadable {
            path,
            reason: error.reason(),
        })
    }
}

/// A folder without SKILL.md: its children, or a skill whose file has other letter case.
fn group<V: Visitor>(
    ground: &Ground<'_, V>,
    job: Job,
    is_last: bool,
    scratch: &mut Scratch,
) -> Step<V::Output> {
    let opened = job
        .place
        .folder
        .folder(&job.path, prowess_fs::Links::Refused);
    let listing = &mut scratch.listing;
    let bound = ground.plan.discovery.entries as usize;
    let listed = opened.and_then(|folder| {
        let identity = folder.identity()?;
        folder.list(bound, listing)?;
        Ok((folder, identity))
    });
    let (folder, identity) = match listed {
        Ok(listed) => listed,
        Err(error) => return closed(&job, &error),
    };
    let path = listed_folder(&job.place, &job.path);
    let mut step = Step {
        entries: listing.len(),
        watched: vec![Watched {
            path: path.clone(),
            identity: Some(identity),
        }],
        ..Step::nothing()
    };
    if listing.listed() == Listed::BeyondBound {
        step.notices.push(Notice::EntriesBeyond {
            path,
            place: discover::Place::Below,
            children: 0,
            listed: bound as u64,
            bound: bound as u64,
        });
        return step;
    }
    if ground.plan.discovery.file_names == FileNameRule::AnyCase
        && let Some(name) = skill_name(ground, listing)
    {
        let found = named_attempt(ground, &job.place, &job.path, &name, scratch);
        if found.skill.is_some() {
            return Step {
                watched: step.watched,
                ..found
            };
        }
        return step;
    }
    let is_leaf = |name: &OsStr| {
        let leaves = &ground.plan.discovery.leaves;
        leaves.iter().any(|leaf| name == leaf.as_str())
    };
    if job.path.file_name().is_some_and(is_leaf) {
        return step;
    }
    let children = children(ground, &job.place, &job.path, &job.ignored, listing);
    if is_last {
        let bound = ground.plan.discovery.depth;
        step.notices
            .extend(discover::deeper(&folder, &path, listing, bound));
    } else {
        step.children = children;
    }
    step
}

/// Looks for the file `name`; says so where it is not called SKILL.md.
pub(super) fn named_attempt<V: Visitor>(
    ground: &Ground<'_, V>,
    place: &Arc<Place>,
    path: &Path,
    name: &str,
    scratch: &mut Scratch,
) -> Step<V::Output> {
    match ground.attempt(place, path, name, scratch) {
        Attempt::Skill(mut found) => {
            if name != SKILL_FILE {
                found.notices.push(Notice::NameCase {
                    path: found.file.to_path_buf(),
                });
            }
            Step {
                skill: Some(Candidate {
                    found,
                    place: Arc::clone(place),
                    path: path.to_path_buf(),
                }),
                ..Step::nothing()
            }
        }
        Attempt::Broken(notice) => Step::notice(notice),
        Attempt::None | Attempt::Closed(_) => Step::nothing(),
    }
}

/// The name of the skill's file in a folder, if there is one: SKILL.md, else, where the profile says
/// so, the first that differs in letter case alone.
pub(super) fn skill_name<V>(ground: &Ground<'_, V>, listing: &Listing) -> Option<String> {
    let mut names = listing
        .iter()
        .map(|(name, _)| name)
        .filter(|name| is_skill_file(name));
    let exact = names.clone().any(|name| name == SKILL_FILE);
    match ground.plan.discovery.file_names {
        _ if exact => Some(SKILL_FILE.to_owned()),
        FileNameRule::Exact => None,
        FileNameRule::AnyCase => names.next()?.to_str().map(str::to_owned),
    }
}

/// The folders and links of a folder that are looked at, by name.
pub(super) fn children<V>(
    ground: &Ground<'_, V>,
    place: &Arc<Place>,
    path: &Path,
    ignored: &Ignored,
    listing: &Listing,
) -> Vec<Job> {
    let discovery = &ground.plan.discovery;
    let is_passed = |name: &OsStr| {
        let is_hidden = name.as_encoded_bytes().first() == Some(&b'.');
        discover::is_temporary(name)
            || (is_hidden && discovery.hidden_folders == HiddenFolders::Skipped)
            || discovery
                .skipped
                .iter()
                .any(|skipped| name == skipped.as_str())
    };
    listing
        .iter()
        .filter(|(name, kind)| {
            matches!(kind, EntryKind::Folder | EntryKind::Link) && !is_passed(name)
        })
        .filter(|(name, kind)| {
            ignored.is_empty()
                || !ignored.leaves_out(&in_root(ground, place, path).join(name), *kind)
        })
        .map(|(name, kind)| Job {
            place: Arc::clone(place),
            path: joined(path, Path::new(name)),
            kind,
            ignored: ignored.clone(),
        })
        .collect()
}
