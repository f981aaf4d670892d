//! `verify`: what lies on the disk is compared with the locks, by digests.

use super::select::Selection;
use super::{Books, Store};
use crate::Error;
use crate::status::{self, Status};

impl Store<'_> {
    /// Hashes kept skills and compares them with their locks. Nothing is written.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`]; those of the locks.
    pub fn verify(&self, selection: &Selection) -> Result<Vec<Status>, Error> {
        let books = Books::open(self.places)?;
        let skills = selection.of(&books)?;
        Ok(status::verify(self.places, &skills, &books.edits))
    }
}
