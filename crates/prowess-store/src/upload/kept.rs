//! Uploads on the disk: `ID/upload.json` says what was announced and what became of it, `ID/000…` is a piece by its offset.
//! Everything is the user's own (0600 in 0700). One process at a time is at work in the folder.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use prowess_base::Digest;
use prowess_fs::{Access, EntryKind, Folder, Links, Listing, Lock};
use serde::{Deserialize, Serialize};

use super::{Announced, UploadError, UploadId, UploadLimits};
use crate::Error;

/// The version of `upload.json` that this program writes.
const VERSION: u64 = 1;

const STATE: &str = "upload.json";

/// Most bytes of `upload.json`.
const STATE_BYTES: u64 = 4096;

/// Digits of the name of a piece.
const DIGITS: usize = 12;

/// What is known of an upload. Times are seconds since 1970.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    version: u64,
    name: String,
    pub(super) bytes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) digest: Option<Digest>,
    begun: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) committed: Option<Digest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    taken: Option<u64>,
}

impl Kept {
    pub(super) fn new(announced: &Announced, now: SystemTime) -> Self {
        Self {
            version: VERSION,
            name: announced.name.to_string(),
            bytes: announced.bytes,
            digest: announced.digest,
            begun: seconds(now),
            committed: None,
            taken: None,
        }
    }

    pub(super) fn announced(&self) -> Result<Announced, Error> {
        Ok(Announced {
            name: crate::fetch::folder_name(&self.name)?,
            bytes: self.bytes,
            digest: self.digest,
        })
    }

    pub(super) fn take(&mut self, now: SystemTime) {
        self.taken = Some(seconds(now));
    }

    pub(super) fn give_back(&mut self) {
        self.taken = None;
    }

    pub(super) fn is_taken(&self, now: SystemTime, limits: &UploadLimits) -> bool {
        self.taken
            .is_some_and(|taken| is_within(taken, limits.lease, now))
    }

    /// Until when it is kept, if nobody has it then.
    pub(super) fn until(&self, limits: &UploadLimits) -> SystemTime {
        SystemTime::UNIX_EPOCH
            .checked_add(Duration::from_secs(self.begun).saturating_add(limits.life))
            .unwrap_or(SystemTime::UNIX_EPOCH)
    }

    fn is_over(&self, now: SystemTime, limits: &UploadLimits) -> bool {
        !is_within(self.begun, limits.life, now) && !self.is_taken(now, limits)
    }
}

/// Whether a span that began at `start` is under way. One that begins later than it lasts from now was begun by a clock that was wrong.
fn is_within(start: u64, span: Duration, now: SystemTime) -> bool {
    let (now, span) = (seconds(now), span.as_secs());
    now < start.saturating_add(span) && start < now.saturating_add(span)
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// The pieces of an upload: offset and length of each, in order.
pub(super) struct Pieces(Vec<(u64, u64)>);

impl Pieces {
    /// How much has come without a gap.
    pub(super) fn received(&self) -> u64 {
        let mut received = 0;
        for (offset, length) in &self.0 {
            if *offset != received {
                break;
            }
            received += length;
        }
        received
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn holds(&self, offset: u64) -> bool {
        self.0.iter().any(|(known, _)| *known == offset) && offset < self.received()
    }
}

/// The folder of uploads, for one process.
pub(super) struct Held {
    folder: Folder,
    _lock: Lock,
}

impl Held {
    /// Opens the folder, which is made where it is missing, and waits until no other process is at work in it.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let folder = match (path.parent(), path.file_name()) {
            (Some(parent), Some(name)) => {
                Folder::open(parent)?.create_folders(Path::new(name), Access::Private)?
            }
            _ => Folder::open(path)?,
        };
        let lock = Lock::acquire(&folder, Path::new("lock"))?;
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    /// The uploads that there are.
    pub(super) fn ids(&self) -> Result<Vec<UploadId>, Error> {
        let mut listing = Listing::default();
        // A handle can be listed once.
        let folder = self.folder.folder(Path::new(""), Links::Refused)?;
        folder.list(usize::MAX, &mut listing)?;
        let folders = listing
            .iter()
            .filter(|(_, kind)| *kind == EntryKind::Folder);
        let mut ids: Vec<UploadId> = folders
            .filter_map(|(name, _)| name.to_str()?.parse().ok())
            .collect();
        ids.sort();
        Ok(ids)
    }

    /// Removes what is over, and what was begun and never written down.
    pub(super) fn sweep(&self, now: SystemTime, limits: &UploadLimits) -> Result<usize, Error> {
        let mut count = 0;
        for id in self.ids()? {
            let is_over = match self.read(&id) {
                Ok(Some(kept)) => kept.is_over(now, limits),
                // A newer version's is left to that.
                Err(Error::Newer { .. }) => false,
                Ok(None) | Err(Error::State { .. }) => true,
                Err(error) => return Err(error),
            };
            if is_over {
                self.remove(&id)?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// What is known of an upload, if there is one.
    pub(super) fn read(&self, id: &UploadId) -> Result<Option<Kept>, Error> {
        let path = state_of(id);
        let whole = || self.folder.path().join(&path);
        let mut bytes = Vec::new();
        let read = self
            .folder
            .file(&path, Links::Refused)
            .and_then(|file| file.read(STATE_BYTES, &mut bytes));
        match read {
            Ok(()) => {}
            Err(prowess_fs::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        #[derive(Deserialize)]
        struct Versioned {
            version: u64,
        }
        let fault = |error: serde_json::Error| Error::State {
            path: whole(),
            reason: error.to_string(),
        };
        let Versioned { version } = serde_json::from_slice(&bytes).map_err(fault)?;
        if version > VERSION {
            let path = whole();
            return Err(Error::Newer { path, version });
        }
        serde_json::from_slice(&bytes).map(Some).map_err(fault)
    }

    pub(super) fn known(&self, id: &UploadId) -> Result<Kept, Error> {
        self.read(id)?.ok_or_else(|| UploadError::Unknown.into())
    }

    pub(super) fn begin(&self, id: &UploadId, kept: &Kept) -> Result<(), Error> {
        self.folder
            .create_folders(Path::new(id.as_str()), Access::Private)?;
        self.write(id, kept)
    }

    pub(super) fn write(&self, id: &UploadId, kept: &Kept) -> Result<(), Error> {
        let text = serde_json::to_vec(kept).map_err(|error| Error::State {
            path: self.folder.path().join(state_of(id)),
            reason: error.to_string(),
        })?;
        Ok(self.folder.write(&state_of(id), &text, Access::Private)?)
    }

    pub(super) fn remove(&self, id: &UploadId) -> Result<(), Error> {
        match self.folder.remove_tree(Path::new(id.as_str())) {
            Ok(()) | Err(prowess_fs::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn pieces(&self, id: &UploadId) -> Result<Pieces, Error> {
        let folder = self.folder.folder(Path::new(id.as_str()), Links::Refused)?;
        let mut listing = Listing::default();
        folder.list(usize::MAX, &mut listing)?;
        let mut pieces = Vec::new();
        for (name, _) in listing.iter() {
            let text = name.to_str().filter(|name| name.len() == DIGITS);
            let Some(offset) = text.and_then(|name| name.parse().ok()) else {
                continue;
            };
            let (identity, _) = folder.identity_of(Path::new(name))?;
            pieces.push((offset, identity.size));
        }
        pieces.sort_unstable();
        Ok(Pieces(pieces))
    }

    /// One piece, of at most `bound` bytes.
    pub(super) fn piece(&self, id: &UploadId, offset: u64, bound: u64) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let path = piece_of(id, offset);
        let file = self.folder.file(&path, Links::Refused)?;
        file.read(bound, &mut bytes)?;
        Ok(bytes)
    }

    /// Adds a piece: whole or not at all.
    pub(super) fn add(&self, id: &UploadId, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let path = piece_of(id, offset);
        Ok(self.folder.write(&path, bytes, Access::Private)?)
    }

    /// All bytes, in order, of pieces of at most `bound` bytes.
    pub(super) fn whole(&self, id: &UploadId, bound: u64) -> Result<Vec<u8>, Error> {
        let mut whole = Vec::new();
        for (offset, _) in self.pieces(id)?.0 {
            if offset == whole.len() as u64 {
                whole.append(&mut self.piece(id, offset, bound)?);
            }
        }
        Ok(whole)
    }
}

fn state_of(id: &UploadId) -> PathBuf {
    Path::new(id.as_str()).join(STATE)
}

fn piece_of(id: &UploadId, offset: u64) -> PathBuf {
    Path::new(id.as_str()).join(format!("{offset:0DIGITS$}"))
}
