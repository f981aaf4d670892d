//! What is wrong with an upload.

use prowess_base::Digest;

/// What is wrong with an upload.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UploadError {
    /// Nobody allowed uploads.
    #[error("uploads are off here; the user has to allow them first")]
    Off,
    /// The id cannot be one.
    #[error("an id of an upload has 16 to 64 small letters, digits and `-`")]
    Id,
    /// There is no such upload, or it has lived too long.
    #[error("there is no such upload, or its time is over; begin it again")]
    Unknown,
    /// The id is that of an upload that was announced differently.
    #[error("the id is that of another upload")]
    Other,
    /// There are as many uploads as there may be.
    #[error("{bound} uploads are under way; finish one, or wait until one is over")]
    TooMany {
        /// Most uploads.
        bound: usize,
    },
    /// An archive is too large, or empty.
    #[error("an archive of {bytes} bytes is not taken: from 1 to {bound}")]
    TooLarge {
        /// Its announced size.
        bytes: u64,
        /// Most bytes.
        bound: u64,
    },
    /// A piece is too large, or empty.
    #[error("a piece of {bytes} bytes is not taken: from 1 to {bound}")]
    PieceTooLarge {
        /// Its size.
        bytes: u64,
        /// Most bytes.
        bound: u64,
    },
    /// There are too many pieces; larger ones are fewer.
    #[error("more than {bound} pieces; send larger ones")]
    TooManyPieces {
        /// Most pieces.
        bound: usize,
    },
    /// A piece does not start where the last one ended.
    #[error("the next piece starts at {received}")]
    Offset {
        /// How much has come.
        received: u64,
    },
    /// More comes than was announced.
    #[error("more than the announced {bytes} bytes")]
    Beyond {
        /// What was announced.
        bytes: u64,
    },
    /// Bytes have another digest than was said.
    #[error("the digest is {found}, not {expected}")]
    Digest {
        /// What was said.
        expected: Digest,
        /// What it is.
        found: Digest,
    },
    /// Something is still to come.
    #[error("{received} of {bytes} bytes have come")]
    Unfinished {
        /// What has come.
        received: u64,
        /// What was announced.
        bytes: u64,
    },
    /// The upload is over, and nothing is added to it.
    #[error("the upload is committed already")]
    Committed,
    /// The upload is not over.
    #[error("the upload is not committed yet")]
    NotCommitted,
    /// Somebody has taken it.
    #[error("the upload is being installed")]
    Busy,
}
