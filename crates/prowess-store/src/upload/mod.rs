//! Archives that come in pieces, from a program that cannot give a folder or an address.
//!
//! ```text
//! begin ─► piece, piece, … ─► commit ─► take ─► Harvest ─► as any other source ─► finish
//!          in order, bounded   digest    a lease
//! ```
//!
//! Off unless the caller allows it. An upload lives for an hour from its beginning, and while it is taken until the lease is over;
//! whatever is called, what has lived too long is removed first. A sender that lost its connection, or a host that was
//! started anew, goes on where [`Progress::received`] says. The sequence and its bounds are those of OpenClaw's
//! `skills.upload.*`.

mod error;
mod kept;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use prowess_base::{Clock, Digest, SkillName};

pub use error::UploadError;

use self::kept::{Held, Kept};
use crate::fetch::{Harvest, Limits, archive};
use crate::{Error, Source};

/// Whether uploads are taken at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Allowed {
    /// They are not.
    #[default]
    No,
    /// The user said that they are.
    Yes,
}

/// How much is taken, and how long it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UploadLimits {
    /// Most bytes of one piece.
    pub piece_bytes: u64,
    /// Most pieces of an archive.
    pub pieces: usize,
    /// Most bytes of an archive.
    pub bytes: u64,
    /// Most uploads at once.
    pub uploads: usize,
    /// How long an upload is kept, from its beginning.
    pub life: Duration,
    /// How long one that is taken stays for whoever took it.
    pub lease: Duration,
}

impl Default for UploadLimits {
    /// Pieces of 4 MiB, at most 4,096 of them, 256 MiB in all, 8 uploads, an hour, 15 minutes.
    fn default() -> Self {
        Self {
            piece_bytes: 4 << 20,
            pieces: 4096,
            bytes: 256 << 20,
            uploads: 8,
            life: Duration::from_secs(60 * 60),
            lease: Duration::from_secs(15 * 60),
        }
    }
}

/// What an upload is called by: 16 to 64 small letters, digits and `-`. Whoever knows it can add to the upload; the host makes it
/// of random bits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UploadId(String);

impl UploadId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UploadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for UploadId {
    type Err = UploadError;

    fn from_str(text: &str) -> Result<Self, UploadError> {
        let is_plain = text
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        match is_plain && (16..=64).contains(&text.len()) {
            true => Ok(Self(text.to_owned())),
            false => Err(UploadError::Id),
        }
    }
}

/// What a sender says at the beginning. It cannot be changed afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announced {
    /// The skill that it is for. No name within the archive chooses another place.
    pub name: SkillName,
    /// How many bytes will come.
    pub bytes: u64,
    /// The digest of all of them, where the sender knows it.
    pub digest: Option<Digest>,
}

/// How far an upload is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How many bytes have come, which is where the next piece starts.
    pub received: u64,
    /// How many will have come.
    pub bytes: u64,
    /// Until when it is kept.
    pub until: SystemTime,
    /// The digest of all bytes, once the upload is committed.
    pub committed: Option<Digest>,
}

/// A whole archive that is taken.
#[derive(Debug)]
#[non_exhaustive]
pub struct Taken {
    /// What was announced.
    pub announced: Announced,
    /// The digest of the archive.
    pub digest: Digest,
    /// The skills in it.
    pub harvest: Harvest,
}

/// The uploads of one host, in a folder of their own. Each call waits for the disk, and for another process that is at work there.
#[derive(Clone)]
pub struct Uploads<'u> {
    /// The folder; the one that it lies in must be there. Nothing else belongs in it.
    pub folder: PathBuf,
    /// Whether uploads are taken.
    pub allowed: Allowed,
    /// What time it is.
    pub clock: &'u dyn Clock,
    /// How much, and how long.
    pub limits: UploadLimits,
}

impl fmt::Debug for Uploads<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Uploads")
            .field("folder", &self.folder)
            .field("allowed", &self.allowed)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Uploads<'_> {
    /// Begins an upload. To begin the same one again tells how far it is.
    ///
    /// # Errors
    ///
    /// [`UploadError::Off`], [`UploadError::TooLarge`], [`UploadError::TooMany`], [`UploadError::Other`] where the id is that of an upload
    /// that was announced differently; [`Error::Disk`].
    pub fn begin(&self, id: &UploadId, announced: &Announced) -> Result<Progress, Error> {
        let held = self.held()?;
        if announced.bytes > self.limits.bytes || announced.bytes == 0 {
            return Err(UploadError::TooLarge {
                bytes: announced.bytes,
                bound: self.limits.bytes,
            }
            .into());
        }
        match held.read(id)? {
            Some(kept) if kept.announced()? == *announced => self.progress(&held, id, &kept),
            Some(_) => Err(UploadError::Other.into()),
            None if held.ids()?.len() >= self.limits.uploads => Err(UploadError::TooMany {
                bound: self.limits.uploads,
            }
            .into()),
            None => {
                let kept = Kept::new(announced, self.clock.now());
                held.begin(id, &kept)?;
                self.progress(&held, id, &kept)
            }
        }
    }

    /// How far an upload is.
    ///
    /// # Errors
    ///
    /// [`UploadError::Off`], [`UploadError::Unknown`]; [`Error::Disk`].
    pub fn look(&self, id: &UploadId) -> Result<Progress, Error> {
        let held = self.held()?;
        let kept = held.known(id)?;
        self.progress(&held, id, &kept)
    }

    /// Takes the next piece, which starts at `offset` and has `digest` where the sender says one. A piece that has come before may come
    /// again, as it does where an answer was lost.
    ///
    /// # Errors
    ///
    /// [`UploadError::Offset`] with where the next piece starts; [`UploadError::PieceTooLarge`], [`UploadError::TooManyPieces`], [`UploadError::Beyond`],
    /// [`UploadError::Digest`], [`UploadError::Committed`], [`UploadError::Unknown`], [`UploadError::Off`]; [`Error::Disk`]. The upload is then
    /// as it was.
    pub fn piece(
        &self,
        id: &UploadId,
        offset: u64,
        bytes: &[u8],
        digest: Option<Digest>,
    ) -> Result<Progress, Error> {
        let held = self.held()?;
        let kept = held.known(id)?;
        let length = bytes.len() as u64;
        let found = Digest::of(bytes);
        if length == 0 || length > self.limits.piece_bytes {
            let bound = self.limits.piece_bytes;
            return Err(UploadError::PieceTooLarge {
                bytes: length,
                bound,
            }
            .into());
        }
        if let Some(expected) = digest
            && expected != found
        {
            return Err(UploadError::Digest { expected, found }.into());
        }
        let pieces = held.pieces(id)?;
        let received = pieces.received();
        if pieces.holds(offset) && held.piece(id, offset, kept.bytes)? == bytes {
            return self.progress(&held, id, &kept);
        }
        if kept.committed.is_some() {
            return Err(UploadError::Committed.into());
        }
        if offset != received {
            return Err(UploadError::Offset { received }.into());
        }
        let total = kept.bytes;
        if received + length > total {
            return Err(UploadError::Beyond { bytes: total }.into());
        }
        if pieces.count() >= self.limits.pieces {
            let bound = self.limits.pieces;
            return Err(UploadError::TooManyPieces { bound }.into());
        }
        held.add(id, offset, bytes)?;
        self.progress(&held, id, &kept)
    }

    /// Ends an upload: all bytes must be there, and have the digest that was announced, and the one that is said here. Nothing is
    /// installed. To commit again changes nothing.
    ///
    /// # Errors
    ///
    /// [`UploadError::Unfinished`]; [`UploadError::Digest`], after which nothing of the upload is kept; [`UploadError::Unknown`],
    /// [`UploadError::Off`]; [`Error::Disk`].
    pub fn commit(&self, id: &UploadId, digest: Option<Digest>) -> Result<Progress, Error> {
        let held = self.held()?;
        let mut kept = held.known(id)?;
        let received = held.pieces(id)?.received();
        if received != kept.bytes {
            let bytes = kept.bytes;
            return Err(UploadError::Unfinished { received, bytes }.into());
        }
        let found = Digest::of(&held.whole(id, kept.bytes)?);
        let promised = [kept.digest, digest, kept.committed];
        if let Some(expected) = promised
            .into_iter()
            .flatten()
            .find(|digest| *digest != found)
        {
            held.remove(id)?;
            return Err(UploadError::Digest { expected, found }.into());
        }
        if kept.committed.is_none() {
            kept.committed = Some(found);
            held.write(id, &kept)?;
        }
        self.progress(&held, id, &kept)
    }

    /// Takes a committed upload for the time of the lease, and reads the skills in it as in any archive. `source` is what it is called by
    /// in messages and in a lock. [`Uploads::finish`] gives it back.
    ///
    /// # Errors
    ///
    /// [`UploadError::NotCommitted`], [`UploadError::Busy`], [`UploadError::Unknown`], [`UploadError::Off`]; [`UploadError::Digest`] where the bytes
    /// have changed on the disk; [`Error::Archive`], [`Error::Disk`].
    pub fn take(&self, id: &UploadId, source: Source, limits: &Limits) -> Result<Taken, Error> {
        let held = self.held()?;
        let mut kept = held.known(id)?;
        let Some(digest) = kept.committed else {
            return Err(UploadError::NotCommitted.into());
        };
        let now = self.clock.now();
        if kept.is_taken(now, &self.limits) {
            return Err(UploadError::Busy.into());
        }
        let bytes = held.whole(id, kept.bytes)?;
        let found = Digest::of(&bytes);
        if found != digest {
            let expected = digest;
            return Err(UploadError::Digest { expected, found }.into());
        }
        kept.take(now);
        held.write(id, &kept)?;
        // Unpacking takes its time, and others may send meanwhile.
        drop(held);
        let announced = kept.announced()?;
        let harvest = archive::harvest(source, announced.name.as_str(), &bytes, limits);
        Ok(Taken {
            harvest: harvest.inspect_err(|_| self.give_back(id))?,
            announced,
            digest,
        })
    }

    /// Removes an upload, whatever became of it. One that is not there is no error.
    ///
    /// # Errors
    ///
    /// [`Error::Disk`].
    pub fn finish(&self, id: &UploadId) -> Result<(), Error> {
        Held::open(&self.folder)?.remove(id)
    }

    /// Removes what has lived too long, also where uploads are not allowed any more. Gives how many uploads that were.
    ///
    /// # Errors
    ///
    /// [`Error::Disk`].
    pub fn sweep(&self) -> Result<usize, Error> {
        let held = Held::open(&self.folder)?;
        held.sweep(self.clock.now(), &self.limits)
    }

    /// The folder, for this call alone, without what has lived too long.
    fn held(&self) -> Result<Held, Error> {
        if self.allowed == Allowed::No {
            return Err(UploadError::Off.into());
        }
        let held = Held::open(&self.folder)?;
        held.sweep(self.clock.now(), &self.limits)?;
        Ok(held)
    }

    /// Ends the lease of an upload that could not be read. Where that fails the lease ends by itself.
    fn give_back(&self, id: &UploadId) {
        let given = Held::open(&self.folder).and_then(|held| {
            let mut kept = held.known(id)?;
            kept.give_back();
            held.write(id, &kept)
        });
        drop(given);
    }

    fn progress(&self, held: &Held, id: &UploadId, kept: &Kept) -> Result<Progress, Error> {
        Ok(Progress {
            received: held.pieces(id)?.received(),
            bytes: kept.bytes,
            until: kept.until(&self.limits),
            committed: kept.committed,
        })
    }
}
