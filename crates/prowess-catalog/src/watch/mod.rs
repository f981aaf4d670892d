//! Waiting for a change of what a catalogue rests on.
//!
//! ```text
//! Catalog ─ Places::of ─► folders and the names in them that matter
//!                            │ follow                 events of the system
//!                         Watcher ◄──────────────────────── System
//!                            │ wait
//!                         Signal ─► the host looks again: Catalog::refresh
//! ```
//!
//! A watcher never says what changed: it says that a look is worth while. The look itself is
//! [`Catalog::refresh`](crate::Catalog::refresh), so that what is seen does not depend on what a system tells, and
//! [`Changes`] tells what became of it.
//!
//! Events come from `notify` itself rather than from `notify-debouncer-full`: the latter walks
//! every watched folder to remember its files and pairs renames, of which a refresh that asks the
//! system anew makes no use.

mod changes;
mod places;
mod system;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use changes::{Change, Changes, RootChange, SkillChange};
use places::Mark;
pub use places::Places;
use system::{Event, Handler, NotifySystem, System, WatchFault};

/// Time without an event after which a series of them is over. A save by an editor is several
/// events within a few milliseconds.
const QUIET: Duration = Duration::from_millis(75);

/// Parts of [`QUIET`] after which a series is cut although it goes on.
const MOST_PARTS: usize = 8;

/// How often everything is looked at where not every folder can be watched.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Watches folders and tells when a look is worth while.
pub struct Watcher {
    shared: Arc<Shared>,
    system: Option<Box<dyn System>>,
    /// What is watched, as it was when the watch was set.
    set: BTreeMap<PathBuf, Mark>,
    coverage: Coverage,
}

/// What ended a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Something that matters changed, and nothing has since.
    Changed,
    /// Not every folder can be watched, and it is time to look.
    Look,
    /// The time was up.
    TimeUp,
    /// [`Stopper::stop`] was called.
    Stopped,
}

/// How much of what matters is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Coverage {
    /// All of it.
    Whole {
        /// Folders that are watched.
        folders: usize,
    },
    /// A part; everything is looked at once a second instead.
    Part {
        /// Folders that are watched.
        folders: usize,
        /// Folders that are not.
        missing: usize,
        /// The system's reason.
        reason: String,
    },
}

/// Ends a wait from another thread.
#[derive(Clone)]
pub struct Stopper(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    places: Places,
    /// Events that matter so far.
    events: u64,
    /// Events that a wait has answered to.
    told: u64,
    /// Watched folders that are not where they were: their watch is gone.
    lost: HashSet<PathBuf>,
    stopped: bool,
}

impl Watcher {
    /// A watcher that follows nothing yet. Where the system gives none, every wait ends with
    /// [`Signal::Look`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_system(|handler| Ok(Box::new(NotifySystem::new(handler)?)))
    }

    fn with_system(open: impl FnOnce(Handler) -> Result<Box<dyn System>, WatchFault>) -> Self {
        let shared = Arc::new(Shared::default());
        let told = Arc::clone(&shared);
        let opened = open(Box::new(move |event| told.take(&event)));
        let (system, coverage) = match opened {
            Ok(system) => (Some(system), Coverage::Whole { folders: 0 }),
            Err(fault) => {
                let reason = fault.to_string();
                let (folders, missing) = (0, 0);
                (
                    None,
                    Coverage::Part {
                        folders,
                        missing,
                        reason,
                    },
                )
            }
        };
        Self {
            shared,
            system,
            set: BTreeMap::new(),
            coverage,
        }
    }

    /// Follows these places and no others. Whether a watch was set: what changed in its folder
    /// before that is told by nobody, so the caller looks once more.
    pub fn follow(&mut self, places: Places) -> bool {
        let lost = {
            let mut state = self.shared.lock();
            state.places = places.clone();
            std::mem::take(&mut state.lost)
        };
        let Some(system) = &mut self.system else {
            return false;
        };
        let wanted = places.folders(system.reach());
        let is_as_set = |path: &PathBuf, mark: &Mark| {
            !lost.contains(path) && wanted.get(path).is_some_and(|wanted| wanted.is_same(mark))
        };
        let gone: Vec<PathBuf> = self
            .set
            .iter()
            .filter(|(path, mark)| !is_as_set(path, mark))
            .map(|(path, _)| path.clone())
            .collect();
        for path in gone {
            system.forget(&path);
            self.set.remove(&path);
        }
        let new: Vec<(PathBuf, Mark)> = wanted
            .into_iter()
            .filter(|(path, _)| !self.set.contains_key(path))
            .collect();
        let mut missing = 0;
        let mut fault = None;
        let mut is_spent = false;
        let mut added = false;
        for (path, mark) in new {
            if is_spent {
                missing += 1;
                continue;
            }
            match system.watch(&path) {
                Ok(()) => {
                    self.set.insert(path, mark);
                    added = true;
                }
                // It went away; the folder above tells of it.
                Err(WatchFault::Absent) => added = true,
                Err(other) => {
                    is_spent = matches!(other, WatchFault::NoneLeft);
                    missing += 1;
                    fault.get_or_insert(other);
                }
            }
        }
        let folders = self.set.len();
        self.coverage = match fault {
            None => Coverage::Whole { folders },
            Some(fault) => Coverage::Part {
                folders,
                missing,
                reason: fault.to_string(),
            },
        };
        added
    }

    /// How much of what is followed is watched.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Waits until something that matters changed and nothing has for a moment, at most `most`.
    #[must_use]
    pub fn wait(&self, most: Option<Duration>) -> Signal {
        let (pause, otherwise) = match &self.coverage {
            Coverage::Whole { .. } => (most, Signal::TimeUp),
            Coverage::Part { .. } => match most {
                Some(most) if most < LOOK_AGAIN => (Some(most), Signal::TimeUp),
                _ => (Some(LOOK_AGAIN), Signal::Look),
            },
        };
        let until = pause.map(|pause| Instant::now() + pause);
        let mut state = self.shared.lock();
        while state.events == state.told {
            if state.stopped {
                return Signal::Stopped;
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return otherwise;
            }
            state = self.shared.sleep(state, left);
        }
        for _ in 0..MOST_PARTS {
            let seen = state.events;
            let end = Instant::now() + QUIET;
            while let Some(left) = end.checked_duration_since(Instant::now()) {
                if state.stopped || left.is_zero() {
                    break;
                }
                state = self.shared.sleep(state, Some(left));
            }
            if state.stopped {
                return Signal::Stopped;
            }
            if state.events == seen {
                break;
            }
        }
        state.told = state.events;
        Signal::Changed
    }

    /// Something with which another thread ends a wait.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.shared))
    }
}

impl Default for Watcher {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher")
            .field("set", &self.set)
            .field("coverage", &self.coverage)
            .finish_non_exhaustive()
    }
}

impl Stopper {
    /// Ends the wait that goes on, and every later one.
    pub fn stop(&self) {
        self.0.lock().stopped = true;
        self.0.changed.notify_all();
    }
}

impl fmt::Debug for Stopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stopper")
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing is left half-done by whoever panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep<'s>(
        &self,
        state: MutexGuard<'s, State>,
        most: Option<Duration>,
    ) -> MutexGuard<'s, State> {
        match most {
            None => self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner),
            Some(most) => {
                self.changed
                    .wait_timeout(state, most)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
        }
    }

    /// Takes an event of the system; it is called from the system's thread.
    fn take(&self, event: &Event) {
        let mut state = self.lock();
        let matters = match event {
            Event::Unknown => true,
            Event::At { path, moved } => {
                let is_watched = state.places.holds(path);
                if *moved && is_watched {
                    state.lost.insert(path.clone());
                }
                (*moved && is_watched) || state.places.concerns(path)
            }
        };
        if matters {
            state.events += 1;
            let is_first = state.events == state.told + 1;
            drop(state);
            if is_first {
                self.changed.notify_all();
            }
        }
    }
}

#[cfg(test)]
mod tests;
