//! The search of [`Search::Tree`](crate::Search::Tree): every folder once, level by level.
//!
//! The folders of one level are looked at in any order and on several threads; what they give is put
//! together in the order of their paths, and bounds are applied between levels. So the result does
//! not depend on threads or on the system's order. Links come after the folders of their level, one
//! by one.

mod ignored;
mod link;
mod step;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_fs::{EntryKind, Folder, Listed, Listing};
use rayon::prelude::*;

use self::ignored::Ignored;
use self::step::{Candidate, Job, Step, children, look, named_attempt, skill_name};
use super::candidate::{Attempt, Scratch, is_skill_file, joined, listed_folder};
use super::ground::{Ground, SKILL_FILE};
use super::{Notice, Searched, Visitor, Watched};
use crate::{Aliases, Bound, RootSkill, RootStatus};

/// Folders that are looked at before their results are put together: the results of a large level
/// are never all there at once.
const BATCH: usize = 8192;

/// Folders below which one thread is faster than several.
const FEW: usize = 64;

/// Children from which a root may look like a project.
const MANY_CHILDREN: usize = 300;

/// Flat Markdown files of a root that are told of.
const FLAT_FILES: usize = 20;

/// Searches a root.
pub(super) fn search<V: Visitor>(ground: &Ground<'_, V>) -> Searched<V::Output> {
    let mut search = Tree {
        ground,
        candidates: Vec::new(),
        searched: Searched {
            candidates: Vec::new(),
            notices: Vec::new(),
            watched: vec![Watched {
                path: ground.root.path.clone(),
                identity: Some(ground.identity),
            }],
            status: RootStatus::Read,
        },
        reached: HashSet::new(),
        entries: 0,
    };
    search.run();
    search.finish()
}

struct Tree<'a, 'g, V: Visitor> {
    ground: &'a Ground<'g, V>,
    candidates: Vec<Candidate<V::Output>>,
    searched: Searched<V::Output>,
    /// Real paths of groups to which links led.
    reached: HashSet<PathBuf>,
    /// Entries listed so far.
    entries: usize,
}

impl<V: Visitor> Tree<'_, '_, V> {
    fn run(&mut self) {
        let ground = self.ground;
        let mut scratch = Scratch::default();
        let bound = ground.plan.discovery.entries as usize;
        if let Err(error) = ground.top.folder.list(bound, &mut scratch.listing) {
            let reason = error.reason();
            self.searched.status = RootStatus::Unreadable {
                reason: reason.clone(),
            };
            self.searched.notices.push(Notice::Unreadable {
                path: ground.root.path.clone(),
                reason,
            });
            return;
        }
        if scratch.listing.listed() == Listed::BeyondBound {
            self.searched.status = RootStatus::Unreadable {
                reason: format!("more than {bound} entries"),
            };
            self.searched.notices.push(Notice::EntriesBeyond {
                path: ground.root.path.clone(),
                place: super::Place::Root,
                children: 0,
                listed: bound as u64,
                bound: bound as u64,
            });
            return;
        }
        self.entries = scratch.listing.len();
        let listing = std::mem::take(&mut scratch.listing);
        let mut watched = Vec::new();
        let top = Path::new("");
        let ignored = step::ignored(ground, &ground.top, top, &Ignored::default(), &mut watched);
        self.searched.watched.extend(watched);
        if self.root_skill(&listing, &ignored, &mut scratch) {
            return;
        }
        if ground
            .plan
            .discovery
            .loose_files
            .contains(&ground.root.source)
        {
            self.loose_files(&listing, &ignored, &mut scratch);
        } else {
            self.flat_files(&listing);
        }
        let mut jobs = children(ground, &ground.top, top, &ignored, &listing);
        let count = jobs.len();
        for depth in 1..=ground.plan.discovery.depth {
            if jobs.is_empty() || self.is_full(depth) {
                break;
            }
            jobs = self.level(jobs, depth, &mut scratch);
        }
        self.project_look(count);
    }

    /// Takes the root itself as a skill where it is one. Gives whether nothing else counts.
    fn root_skill(&mut self, listing: &Listing, ignored: &Ignored, scratch: &mut Scratch) -> bool {
        let ground = self.ground;
        let rule = ground.plan.discovery.root_skill;
        if rule == RootSkill::Ignored || ignored.leaves_out(Path::new(SKILL_FILE), EntryKind::File)
        {
            return false;
        }
        let Some(name) = skill_name(ground, listing) else {
            return false;
        };
        let step = named_attempt(ground, &ground.top, Path::new(""), &name, scratch);
        let is_skill = step.skill.is_some();
        self.searched.notices.extend(step.notices);
        self.candidates.extend(step.skill);
        if is_skill && rule == RootSkill::Single {
            let hidden = children(ground, &ground.top, Path::new(""), ignored, listing)
                .iter()
                .filter(|job| super::has_skill_file(&ground.top.folder, &job.path))
                .count();
            if hidden > 0 {
                self.searched.notices.push(Notice::RootIsSkill {
                    path: ground.root.path.clone(),
                    hidden: hidden as u64,
                });
            }
        }
        is_skill && rule == RootSkill::Single
    }

    /// Takes the Markdown files of the root itself that have a header. What has none is no skill that
    /// lacks something, but a file of another kind.
    fn loose_files(&mut self, listing: &Listing, ignored: &Ignored, scratch: &mut Scratch) {
        let ground = self.ground;
        let is_hidden = |name: &OsStr| name.as_encoded_bytes().first() == Some(&b'.');
        let names = listing
            .iter()
            .filter(|(_, kind)| matches!(kind, EntryKind::File | EntryKind::Link))
            .filter(|(name, kind)| !is_hidden(name) && !ignored.leaves_out(Path::new(name), *kind))
            .filter_map(|(name, kind)| Some((name.to_str()?, kind)))
            .filter(|(name, _)| name.ends_with(".md") && *name != SKILL_FILE)
            .filter(|(name, kind)| {
                // What a link leads to is looked at where it may be followed.
                *kind == EntryKind::Link || begins_with_header(&ground.top.folder, Path::new(name))
            });
        for (name, _) in names {
            let attempt = ground.attempt(&ground.top, Path::new(""), name, scratch);
            if let Attempt::Skill(found) = attempt {
                self.candidates.push(Candidate {
                    found,
                    place: Arc::clone(&ground.top),
                    path: PathBuf::from(name),
                });
            }
        }
    }

    /// Tells of Markdown files with a header that lie where folders are expected.
    fn flat_files(&mut self, listing: &Listing) {
        let ground = self.ground;
        let is_markdown = |name: &OsStr| {
            Path::new(name)
                .extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
        };
        let files = listing
            .iter()
            .filter(|(name, kind)| *kind == EntryKind::File && is_markdown(name))
            .filter(|(name, _)| !is_skill_file(name))
            .filter(|(name, _)| begins_with_header(&ground.top.folder, Path::new(name)));
        for (name, _) in files.take(FLAT_FILES) {
            let path = ground.root.path.join(name);
            self.searched.notices.push(Notice::FlatFile {
                expected: path.with_extension("").join(SKILL_FILE),
                path,
            });
        }
    }

    fn is_full(&mut self, depth: u32) -> bool {
        let bound = self.ground.plan.discovery.candidates as usize;
        depth > 1 && self.candidates.len() > bound
    }

    /// Looks at the jobs of one level and gives those of the next.
    fn level(&mut self, jobs: Vec<Job>, depth: u32, scratch: &mut Scratch) -> Vec<Job> {
        let ground = self.ground;
        let (links, folders): (Vec<Job>, Vec<Job>) = jobs
            .into_iter()
            .partition(|job| job.kind == EntryKind::Link);
        let is_last = depth == ground.plan.discovery.depth;
        let mut next = Vec::new();
        let mut folders = folders.into_iter();
        while folders.len() > 0 {
            let batch: Vec<Job> = folders.by_ref().take(BATCH).collect();
            let steps: Vec<Step<V::Output>> = if batch.len() < FEW {
                batch
                    .into_iter()
                    .map(|job| look(ground, job, is_last, scratch))
                    .collect()
            } else {
                batch
                    .into_par_iter()
                    .with_min_len(FEW / 2)
                    .map_init(Scratch::default, |scratch, job| {
                        look(ground, job, is_last, scratch)
                    })
                    .collect()
            };
            for step in steps {
                self.take(step, &mut next);
            }
        }
        for link in links {
            let step = self.follow(&link, is_last, scratch);
            self.take(step, &mut next);
        }
        next
    }

    fn take(&mut self, step: Step<V::Output>, next: &mut Vec<Job>) {
        self.candidates.extend(step.skill);
        self.searched.notices.extend(step.notices);
        self.searched.watched.extend(step.watched);
        let bound = self.ground.plan.discovery.entries as usize;
        self.entries = self.entries.saturating_add(step.entries);
        if self.entries <= bound {
            next.extend(step.children);
        } else if !step.children.is_empty() {
            let is_told = |notice: &Notice| matches!(notice, Notice::BudgetBeyond { .. });
            if !self.searched.notices.iter().any(is_told) {
                self.searched.notices.push(Notice::BudgetBeyond {
                    path: self.ground.root.path.clone(),
                });
            }
        }
    }

    /// Says so where a root with many children holds few skills.
    fn project_look(&mut self, children: usize) {
        if children <= MANY_CHILDREN {
            return;
        }
        let root = &self.ground.root.path;
        let first = |candidate: &Candidate<V::Output>| -> Option<PathBuf> {
            let listed = listed_folder(&candidate.place, &candidate.path);
            let inner = listed.strip_prefix(root).ok()?;
            inner
                .components()
                .next()
                .map(|part| part.as_os_str().into())
        };
        let skills = self
            .candidates
            .iter()
            .filter_map(first)
            .collect::<HashSet<_>>()
            .len();
        if skills * 4 < children {
            self.searched.notices.push(Notice::LooksLikeProject {
                path: root.clone(),
                children: children as u64,
                skills: skills as u64,
            });
        }
    }

    fn finish(mut self) -> Searched<V::Output> {
        if self.ground.plan.discovery.aliases == Aliases::Once && !self.reached.is_empty() {
            self.drop_aliases();
        }
        let key = |candidate: &Candidate<V::Output>| {
            listed_folder(&candidate.place, &candidate.path).into_os_string()
        };
        let is_plain = self
            .candidates
            .iter()
            .all(|candidate| Arc::ptr_eq(&candidate.place, &self.ground.top));
        if is_plain {
            self.candidates
                .sort_by(|one, other| one.path.as_os_str().cmp(other.path.as_os_str()));
        } else {
            self.candidates.sort_by_cached_key(key);
        }
        let mut searched = self.searched;
        searched.candidates = self
            .candidates
            .into_iter()
            .map(|candidate| candidate.found)
            .collect();
        bound_candidates(self.ground, &mut searched);
        searched
            .notices
            .sort_by(|one, other| one.path().cmp(other.path()));
        searched
    }

    /// Leaves one candidate for every real folder: the one at its own place, else the first.
    fn drop_aliases(&mut self) {
        let real =
            |candidate: &Candidate<V::Output>| joined(&candidate.place.real, &candidate.path);
        let is_own =
            |candidate: &Candidate<V::Output>| Arc::ptr_eq(&candidate.place, &self.ground.top);
        let own: HashSet<PathBuf> = self
            .candidates
            .iter()
            .filter(|candidate| is_own(candidate))
            .map(real)
            .collect();
        let top = Arc::clone(&self.ground.top);
        let mut seen = HashSet::new();
        self.candidates.retain(|candidate| {
            if Arc::ptr_eq(&candidate.place, &top) {
                return true;
            }
            let real = real(candidate);
            !own.contains(&real) && seen.insert(real)
        });
    }
}

/// Marks the candidates beyond the bound.
fn bound_candidates<V: Visitor>(ground: &Ground<'_, V>, searched: &mut Searched<V::Output>) {
    let bound = ground.plan.discovery.candidates;
    let found = searched.candidates.len();
    if found <= bound as usize {
        return;
    }
    for candidate in searched.candidates.iter_mut().skip(bound as usize) {
        candidate.set_beyond(Bound::CandidatesPerRoot(bound));
    }
    searched.notices.push(Notice::CandidatesBeyond {
        path: ground.root.path.clone(),
        found: found as u64,
        bound,
    });
}

fn begins_with_header(folder: &Folder, path: &Path) -> bool {
    /// A file that is longer is no skill that someone forgot to put into a folder.
    const BOUND: u64 = 256 * 1024;
    let mut bytes = Vec::new();
    folder
        .file(path, prowess_fs::Links::Refused)
        .and_then(|file| file.read(BOUND, &mut bytes))
        .is_ok_and(|()| bytes.starts_with(b"---\n") || bytes.starts_with(b"---\r\n"))
}
