//! Where a link of a tree leads, and whether it is followed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_fs::{EntryKind, Error, Folder, Links};

use super::super::candidate::{Scratch, joined, listed_folder};
use super::super::ground::Place;
use super::super::{Notice, Visitor, Watched};
use super::Tree;
use super::step::{Job, Step, look};
use crate::Aliases;

impl<V: Visitor> Tree<'_, '_, V> {
    /// Looks where a link leads.
    pub(super) fn follow(
        &mut self,
        job: &Job,
        is_last: bool,
        scratch: &mut Scratch,
    ) -> Step<V::Output> {
        let ground = self.ground;
        let listed = listed_folder(&job.place, &job.path);
        let place = match self.target(job, &listed) {
            Ok(place) => place,
            Err(step) => return *step,
        };
        let is_new = self.reached.insert(place.real.clone());
        if ground.plan.discovery.aliases == Aliases::Once && !is_new {
            return Step::nothing();
        }
        let mut step = look(
            ground,
            Job {
                place: Arc::new(place),
                path: PathBuf::new(),
                kind: EntryKind::Folder,
            },
            is_last,
            scratch,
        );
        if !is_new {
            // A skill of another name is one more; a group is searched once.
            step.children.clear();
        }
        step
    }

    /// The place that a link leads to, if it may be entered.
    fn target(&self, job: &Job, listed: &Path) -> Result<Place, Box<Step<V::Output>>> {
        let ground = self.ground;
        let stop = |notice| Err(Box::new(Step::notice(notice)));
        let link = joined(&job.place.real, &job.path);
        let path = listed.to_path_buf();
        let folder = match Folder::open(&link) {
            Ok(folder) => folder,
            Err(Error::NotFound { .. }) => {
                return Err(Box::new(Step {
                    watched: Some(Watched {
                        path: link.clone(),
                        identity: None,
                    }),
                    ..Step::notice(Notice::LinkBroken {
                        path,
                        target: std::fs::read_link(&link).unwrap_or_default(),
                    })
                }));
            }
            Err(Error::Link { .. }) => {
                let target = std::fs::read_link(&link).unwrap_or_default();
                return stop(Notice::LinkLoop { path, target });
            }
            // A link to a file is as much a skill as the file: none.
            Err(Error::NotFolder { .. }) => return Err(Box::new(Step::nothing())),
            Err(error) => {
                let reason = error.reason();
                return stop(Notice::Unreadable { path, reason });
            }
        };
        drop(folder);
        let Ok(real) = std::fs::canonicalize(&link) else {
            return Err(Box::new(Step::nothing()));
        };
        let holder = link.parent().unwrap_or(&link);
        if holder.starts_with(&real) || ground.top.real.starts_with(&real) {
            return stop(Notice::LinkLoop { path, target: real });
        }
        let opened = match real.strip_prefix(&ground.top.real) {
            Ok(inside) => ground.top.folder.folder(inside, Links::Refused),
            Err(_) if ground.may_lead_to(&real) => Folder::open(&real),
            Err(_) => {
                let bounds = (ground.top.listed.clone(), ground.top.real.clone());
                return stop(ground.link_out(bounds, path, real, EntryKind::Folder));
            }
        };
        let folder = match opened {
            Ok(folder) => folder,
            Err(error) => {
                let reason = error.reason();
                return stop(Notice::Unreadable { path, reason });
            }
        };
        let shown = match ground.plan.discovery.aliases {
            Aliases::Once => real.clone(),
            Aliases::Each => listed.to_path_buf(),
        };
        Ok(Place {
            folder,
            real,
            listed: listed.to_path_buf(),
            shown,
        })
    }
}
