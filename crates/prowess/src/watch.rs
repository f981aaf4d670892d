//! An engine that follows what happens on the disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use prowess_catalog::watch::{Changes, Coverage, Places, Signal, Stopper, Watcher};
use prowess_catalog::{LastGood, Snapshot};

use crate::{Engine, Error, Settings};

/// An engine that follows what happens on the disk: skills, folders that come and go, settings. A
/// change is seen as soon as nothing more happens for a moment.
///
/// A skill whose file is broken by an edit is kept as it last was, marked stale and not activated
/// ([`prowess_catalog::Entry::stale`]). Settings that cannot be read leave the last ones in force.
///
/// ```no_run
/// # fn main() -> Result<(), prowess::Error> {
/// let engine = prowess::Engine::open(prowess::surroundings()?, prowess::Options::default())?;
/// let mut watch = engine.watch();
/// while let Some(seen) = watch.next(None) {
///     for skill in &seen.changes.skills {
///         println!("{}: {:?}", skill.name, skill.changes);
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub struct Watch {
    engine: Engine,
    watcher: Watcher,
    /// The verdicts of which the host knows: an activation looks too.
    told: Arc<Snapshot>,
    /// What was last said about settings that cannot be read.
    fault: Option<String>,
}

/// What one look at the disk showed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Seen {
    /// The verdicts before.
    pub before: Arc<Snapshot>,
    /// The verdicts now.
    pub now: Arc<Snapshot>,
    /// What differs between them.
    pub changes: Changes,
    /// What became of the settings.
    pub settings: SeenSettings,
}

/// What a look at the disk showed of the settings.
#[derive(Debug)]
pub enum SeenSettings {
    /// They are as they were.
    Same,
    /// They changed and are in force.
    Changed,
    /// They cannot be read; those before stay in force. Said once.
    Refused(Error),
}

impl Engine {
    /// Follows what happens on the disk from now on.
    #[must_use]
    pub fn watch(mut self) -> Watch {
        self.catalog
            .change(|request| request.last_good = LastGood::Kept);
        let mut watch = Watch {
            told: Arc::clone(&self.snapshot),
            engine: self,
            watcher: Watcher::new(),
            fault: None,
        };
        watch.look_at_skills();
        watch.told = Arc::clone(&watch.engine.snapshot);
        watch
    }

    /// The files that its settings come from, whether or not they are there.
    #[must_use]
    pub fn settings_files(&self) -> Vec<PathBuf> {
        let profile = &self.snapshot.profile;
        crate::settled::Settled::files(&self.surroundings, self.workspace().path(), profile)
    }
}

impl Watch {
    /// The engine, as it is after the last look.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine, to activate skills with.
    pub fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// How much is watched. Where the system gives too few watches everything is looked at once a
    /// second.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        self.watcher.coverage()
    }

    /// Something with which another thread ends [`Watch::next`].
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.watcher.stopper()
    }

    /// Waits for the next change. Nothing where none came within `most`, after a last look that sees
    /// what no watch tells, such as a program that was installed; nothing where it was stopped.
    pub fn next(&mut self, most: Option<Duration>) -> Option<Seen> {
        let until = most.map(|most| Instant::now() + most);
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let signal = self.watcher.wait(left);
            if signal == Signal::Stopped {
                return None;
            }
            let seen = self.look();
            if seen.is_some() || signal == Signal::TimeUp {
                return seen;
            }
        }
    }

    /// Looks at once. Nothing where nothing changed.
    pub fn look(&mut self) -> Option<Seen> {
        let settings = self.look_at_settings();
        self.look_at_skills();
        let now = Arc::clone(&self.engine.snapshot);
        let before = std::mem::replace(&mut self.told, Arc::clone(&now));
        let is_same = before.version == now.version && matches!(settings, SeenSettings::Same);
        (!is_same).then(|| Seen {
            changes: Changes::between(&before, &now),
            before,
            now,
            settings,
        })
    }

    fn look_at_settings(&mut self) -> SeenSettings {
        match self.engine.reload() {
            Ok(settings) => {
                self.fault = None;
                match settings {
                    Settings::Same => SeenSettings::Same,
                    Settings::Changed => SeenSettings::Changed,
                }
            }
            Err(error) => {
                let told = format!("{error}: {:?}", error.diagnostics());
                if self.fault.as_ref() == Some(&told) {
                    return SeenSettings::Same;
                }
                self.fault = Some(told);
                SeenSettings::Refused(error)
            }
        }
    }

    /// Looks at the skills and follows what the look rests on. What changed between the look and the
    /// watch is told by nobody, so a new watch asks for another look.
    fn look_at_skills(&mut self) {
        /// Looks after which folders that come and go all the while are left to the next event.
        const MOST: usize = 4;
        for _ in 0..MOST {
            self.engine.refresh();
            let files = self.engine.settings_files();
            let places = Places::of(&self.engine.catalog, &files);
            if !self.watcher.follow(places) {
                break;
            }
        }
    }
}
