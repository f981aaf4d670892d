//! The search of [`Search::Levels`](crate::Search::Levels): OpenClaw 2026.6.11's.
//!
//! Folders are looked at level by level along their paths, links like folders, so that one skill may
//! be found by several ways; the depth and the budget end every loop. Caps fall before anything is
//! looked at: what is beyond them is told, and counted where it has a SKILL.md.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorPreferences};
use prowess_fs::{EntryKind, Folder};

use super::budget::{Budget, Children, LinkedFolders, has_skill_file};
use super::candidate::{Attempt, Scratch, joined, listed_folder};
use super::ground::{Ground, Place, SKILL_FILE};
use super::re_root::{NESTED, takes_nested};
use super::{Found, Notice, Outcome, Searched, Visitor, Watched};
use crate::{Bound, RootStatus, Scope};

/// A folder or link to look at.
struct Job {
    place: Arc<Place>,
    /// Relative to the place.
    path: PathBuf,
    /// Relative to the base, as listed; candidates are ordered by it.
    name: String,
    kind: EntryKind,
    depth: u32,
}

/// Searches a root.
pub(super) fn search<V: Visitor>(ground: &Ground<'_, V>) -> Searched<V::Output> {
    let mut levels = Levels {
        ground,
        budget: Budget::new(&ground.plan.discovery),
        scratch: Scratch::default(),
        candidates: Vec::new(),
        notices: Vec::new(),
        watched: vec![Watched {
            path: ground.root.path.clone(),
            identity: Some(ground.identity),
        }],
    };
    if let Some(base) = levels.base() {
        levels.run(&base);
    }
    levels.finish()
}

struct Levels<'a, 'g, V: Visitor> {
    ground: &'a Ground<'g, V>,
    budget: Budget<'a>,
    scratch: Scratch,
    candidates: Vec<(String, Found<V::Output>)>,
    notices: Vec<Notice>,
    watched: Vec<Watched>,
}

impl<V: Visitor> Levels<'_, '_, V> {
    /// The folder that is searched: the root, or `skills` in it.
    fn base(&mut self) -> Option<Arc<Place>> {
        let ground = self.ground;
        if !takes_nested(ground) {
            return self.place(ground.root.path.clone(), &ground.top.real);
        }
        let listed = ground.root.path.join(NESTED);
        let real = std::fs::canonicalize(&listed).ok()?;
        if !real.starts_with(&ground.top.real) && !ground.may_lead_to(&real) {
            let bounds = (ground.root.path.clone(), ground.top.real.clone());
            self.notices
                .push(ground.link_out(bounds, listed, real, EntryKind::Folder));
            return None;
        }
        self.place(listed, &real)
    }

    /// An open folder at its real place. Files from user and managed roots are named by it.
    fn place(&self, listed: PathBuf, real: &Path) -> Option<Arc<Place>> {
        let is_real_named = matches!(self.ground.root.scope, Scope::User | Scope::Managed);
        Some(Arc::new(Place {
            folder: Folder::open(real).ok()?,
            real: real.to_path_buf(),
            shown: if is_real_named {
                real.to_path_buf()
            } else {
                listed.clone()
            },
            listed,
        }))
    }

    fn run(&mut self, base: &Arc<Place>) {
        match self
            .ground
            .attempt(base, Path::new(""), SKILL_FILE, &mut self.scratch)
        {
            Attempt::Skill(found) => {
                self.candidates.push((String::new(), found));
                return;
            }
            Attempt::Broken(notice) => self.notices.push(notice),
            Attempt::None | Attempt::Closed(_) => {}
        }
        let mut queue = VecDeque::new();
        if let Some(children) = self.list(base, Path::new("")) {
            self.tell_cut(&base.listed, super::Place::Root, &children);
            let bound = self.ground.plan.discovery.candidates as usize;
            let (mut first, rest) = split(children.folders, bound);
            // A cap never hides the folder that skills are usually in.
            let (nested, beyond): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|(name, _)| name == NESTED);
            first.extend(nested);
            self.count_beyond(base, Path::new(""), beyond);
            queue.extend(first.into_iter().map(|(name, kind)| {
                let is_group = name == NESTED && !has_skill_file(&base.listed.join(&name));
                Job {
                    place: Arc::clone(base),
                    name: name.to_string_lossy().into_owned(),
                    path: name.into(),
                    kind,
                    depth: u32::from(!is_group),
                }
            }));
        }
        while let Some(job) = queue.pop_front() {
            self.look(base, job, &mut queue);
        }
        if self.budget.is_spent {
            self.notices.push(Notice::BudgetBeyond {
                path: base.listed.clone(),
            });
        }
    }

    fn look(&mut self, base: &Arc<Place>, job: Job, queue: &mut VecDeque<Job>) {
        let Some((place, path)) = self.resolve(base, &job) else {
            return;
        };
        let ground = self.ground;
        match ground.attempt(&place, &path, SKILL_FILE, &mut self.scratch) {
            Attempt::Skill(found) => {
                self.candidates.push((job.name, found));
                return;
            }
            Attempt::Broken(notice) => self.notices.push(notice),
            Attempt::Closed(_) | Attempt::None => {}
        }
        let listed = listed_folder(&place, &path);
        if job.depth >= self.depth(base, &listed) {
            self.tell_deeper(base, &place, &path);
            return;
        }
        let Some(children) = self.list(&place, &path) else {
            return;
        };
        self.tell_cut(&listed, super::Place::Below, &children);
        let bound = ground.plan.discovery.candidates as usize;
        let (first, beyond) = split(children.folders, bound);
        self.count_beyond(&place, &path, beyond);
        queue.extend(first.into_iter().map(|(name, kind)| Job {
            place: Arc::clone(&place),
            name: format!("{}/{}", job.name, name.to_string_lossy()),
            path: joined(&path, Path::new(&name)),
            kind,
            depth: job.depth + 1,
        }));
    }

    /// The place and path at which a job is opened; a link gives a place of its own. Nothing where it
    /// leads out.
    fn resolve(&mut self, base: &Place, job: &Job) -> Option<(Arc<Place>, PathBuf)> {
        if job.kind != EntryKind::Link {
            return Some((Arc::clone(&job.place), job.path.clone()));
        }
        let ground = self.ground;
        let listed = listed_folder(&job.place, &job.path);
        let real = std::fs::canonicalize(joined(&job.place.real, &job.path)).ok()?;
        if !real.starts_with(&base.real) && !ground.may_lead_to(&real) {
            let bounds = (ground.root.path.clone(), base.real.clone());
            self.notices
                .push(ground.link_out(bounds, listed, real, EntryKind::Folder));
            return None;
        }
        let place = self.place(listed, &real)?;
        Some((place, PathBuf::new()))
    }

    /// Levels that are searched around a folder: few in an extra root that is not called `skills`.
    fn depth(&self, base: &Place, listed: &Path) -> u32 {
        let discovery = &self.ground.plan.discovery;
        let is_extra = matches!(self.ground.root.scope, Scope::Extra | Scope::Plugin);
        let is_skills = base.listed.file_name().is_some_and(|name| name == NESTED);
        let is_in_skills = listed.starts_with(base.listed.join(NESTED));
        if is_extra && !is_skills && !is_in_skills {
            discovery.extra_depth
        } else {
            discovery.depth
        }
    }

    fn list(&mut self, place: &Place, path: &Path) -> Option<Children> {
        let folder = place.folder.folder(path, prowess_fs::Links::Refused);
        let listed = folder.and_then(|folder| {
            let identity = folder.identity()?;
            let children =
                self.budget
                    .list(&folder, LinkedFolders::Counted, &mut self.scratch.listing)?;
            Ok((identity, children))
        });
        let path = listed_folder(place, path);
        match listed {
            Ok((identity, children)) => {
                self.watched.push(Watched {
                    path,
                    identity: Some(identity),
                });
                Some(children)
            }
            Err(error) => {
                self.watched.push(Watched {
                    path: path.clone(),
                    identity: None,
                });
                self.notices.push(Notice::Unreadable {
                    path,
                    reason: error.reason(),
                });
                None
            }
        }
    }

    fn tell_cut(&mut self, path: &Path, place: super::Place, children: &Children) {
        let bound = self.ground.plan.discovery.candidates;
        let count = children.folders.len() as u64;
        if children.is_cut {
            self.notices.push(Notice::EntriesBeyond {
                path: path.to_path_buf(),
                place,
                children: count,
                listed: children.listed,
                bound: self.budget.per_folder(),
            });
        } else if count > u64::from(bound) {
            self.notices.push(Notice::ChildrenBeyond {
                path: path.to_path_buf(),
                place,
                children: count,
                bound,
            });
        }
    }

    /// Counts the folders beyond the cap that have a SKILL.md.
    fn count_beyond(&mut self, place: &Place, path: &Path, beyond: Vec<(OsString, EntryKind)>) {
        let bound = Bound::CandidatesPerRoot(self.ground.plan.discovery.candidates);
        for (name, _) in beyond {
            let relative = joined(path, Path::new(&name)).join(SKILL_FILE);
            let Ok((identity, _)) = place.folder.identity_of(&relative) else {
                continue;
            };
            let found = Found {
                file: place.shown.join(&relative).into(),
                listed: None,
                called: None,
                outcome: Outcome::Beyond { identity, bound },
                notices: Vec::new(),
            };
            self.candidates
                .push((relative.to_string_lossy().into_owned(), found));
        }
    }

    /// Tells of a skill directly below the last level.
    fn tell_deeper(&mut self, base: &Place, place: &Place, path: &Path) {
        let bound = self.depth(base, &listed_folder(place, path));
        let folder = place.folder.folder(path, prowess_fs::Links::Refused);
        let listing = &mut self.scratch.listing;
        // The budget is the client's; a look that only tells is bounded by a folder's entries.
        let most = usize::try_from(self.budget.per_folder()).unwrap_or(usize::MAX);
        let Ok(folder) = folder.and_then(|folder| folder.list(most, listing).map(|()| folder))
        else {
            return;
        };
        let listed = listed_folder(place, path);
        self.notices
            .extend(super::deeper(&folder, &listed, listing, bound));
    }

    fn finish(mut self) -> Searched<V::Output> {
        // English is not tailored: it is the root collation, whose data is compiled in.
        let collator =
            Collator::try_new(CollatorPreferences::default(), CollatorOptions::default());
        self.candidates
            .sort_by(|(one, _), (other, _)| match &collator {
                Ok(collator) => collator.compare(one, other),
                Err(_) => one.cmp(other),
            });
        Searched {
            candidates: self.candidates.into_iter().map(|(_, it)| it).collect(),
            notices: self.notices,
            watched: self.watched,
            status: RootStatus::Read,
        }
    }
}

type Folders = Vec<(OsString, EntryKind)>;

fn split(mut folders: Folders, at: usize) -> (Folders, Folders) {
    let rest = folders.split_off(at.min(folders.len()));
    (folders, rest)
}
