//! What can fail in this crate.

/// What can fail in this crate. Rendering cannot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A skill's folder cannot be looked through.
    #[error(transparent)]
    Folder(#[from] prowess_fs::Error),
}
