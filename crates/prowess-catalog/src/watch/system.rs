//! The system's own watching, behind a trait so that its faults can be tried.

use std::io;
use std::path::{Path, PathBuf};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{ErrorKind, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// One thing that a system tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    /// Something happened to the file or folder at a path.
    At {
        /// The path.
        path: PathBuf,
        /// Whether it is not there any more, and with it a watch on it.
        moved: bool,
    },
    /// Events were lost.
    Unknown,
}

/// What takes events, on a thread of the system's.
pub(super) type Handler = Box<dyn Fn(Event) + Send>;

/// How far one watch reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// The entries of one folder.
    Folder,
    /// Everything beneath a folder, for which one watch costs no more than for its entries.
    Tree,
}

/// Why a folder is not watched.
#[derive(Debug, thiserror::Error)]
pub(super) enum WatchFault {
    /// It is not there.
    #[error("the folder is not there")]
    Absent,
    /// The system gives no more watches.
    #[error("the system gives no more watches")]
    NoneLeft,
    /// Another reason.
    #[error("{0}")]
    Other(String),
}

/// Watches folders.
pub(super) trait System: Send {
    /// How far one watch reaches.
    fn reach(&self) -> Reach;
    /// Sets a watch.
    fn watch(&mut self, folder: &Path) -> Result<(), WatchFault>;
    /// Takes a watch back; one that is gone already is no fault.
    fn forget(&mut self, folder: &Path);
}

/// The watching of this platform.
pub(super) struct NotifySystem(RecommendedWatcher);

impl NotifySystem {
    pub(super) fn new(handler: Handler) -> Result<Self, WatchFault> {
        let take = move |told: notify::Result<notify::Event>| match told {
            Ok(event) => take(&event, &handler),
            Err(_) => handler(Event::Unknown),
        };
        Ok(Self(notify::recommended_watcher(take)?))
    }
}

impl System for NotifySystem {
    fn reach(&self) -> Reach {
        if cfg!(any(target_os = "macos", target_os = "windows")) {
            Reach::Tree
        } else {
            Reach::Folder
        }
    }

    fn watch(&mut self, folder: &Path) -> Result<(), WatchFault> {
        let mode = match self.reach() {
            Reach::Folder => RecursiveMode::NonRecursive,
            Reach::Tree => RecursiveMode::Recursive,
        };
        Ok(self.0.watch(folder, mode)?)
    }

    fn forget(&mut self, folder: &Path) {
        // A folder that went away took its watch with it.
        let _ = self.0.unwatch(folder);
    }
}

fn take(event: &notify::Event, handler: &Handler) {
    if event.need_rescan() {
        handler(Event::Unknown);
        return;
    }
    let moved = match event.kind {
        // Reading changes nothing; a look reads.
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => return,
        EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(RenameMode::From)) => true,
        _ => false,
    };
    for path in &event.paths {
        handler(Event::At {
            path: path.clone(),
            moved,
        });
    }
}

impl From<notify::Error> for WatchFault {
    fn from(error: notify::Error) -> Self {
        match error.kind {
            ErrorKind::PathNotFound => Self::Absent,
            ErrorKind::MaxFilesWatch => Self::NoneLeft,
            ErrorKind::Io(error) => match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Absent,
                _ => Self::Other(error.to_string()),
            },
            _ => Self::Other(error.to_string()),
        }
    }
}
