//! Following a link of a tree.

use std::path::PathBuf;
use std::sync::Arc;

use prowess_fs::EntryKind;

use super::super::Visitor;
use super::super::candidate::Scratch;
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
        let place = match ground.linked(&job.place, &job.path) {
            Ok(Some(place)) => place,
            Ok(None) => return Step::nothing(),
            Err(unreachable) => {
                return Step {
                    watched: unreachable.watched.into_iter().collect(),
                    ..Step::notice(unreachable.notice)
                };
            }
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
                ignored: job.ignored.clone(),
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
}
