//! `stale`: which kept skills nobody has used for a long time.

use std::time::Duration;

use super::{Books, SkillKey, Store};
use crate::Error;
use crate::usage::{Usage, Use};

/// What is known of the uses of a kept skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stale {
    /// Which.
    pub key: SkillKey,
    /// Its uses; nothing where it was never met, and nothing can be said.
    pub uses: Option<Use>,
    /// Whether it is proposed to be put away.
    pub proposal: Proposal,
}

/// Whether a skill is proposed to be put away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proposal {
    /// It was used lately, or came lately.
    Keep,
    /// It was not used for so long: since its last use, or since it came.
    Archive {
        /// How long.
        unused: Duration,
    },
    /// It is not known since when it is there.
    Unknown,
}

impl Store<'_> {
    /// Tells of every kept skill whether it was used within a time. Nothing is written.
    ///
    /// # Errors
    ///
    /// Those of the locks and of [`Usage::open`].
    pub fn stale(&self, within: Duration) -> Result<Vec<Stale>, Error> {
        let books = Books::open(self.places)?;
        let usage = Usage::open(self.places)?;
        let now = self.seconds();
        let skills = books.skills().map(|locked| {
            let uses = usage.of(locked.scope, &locked.name);
            let since = uses.map(|uses| uses.last.unwrap_or(uses.first));
            let unused = since.map(|since| Duration::from_secs(now.saturating_sub(since)));
            Stale {
                key: locked.into(),
                uses,
                proposal: match unused {
                    None => Proposal::Unknown,
                    Some(unused) if unused > within => Proposal::Archive { unused },
                    Some(_) => Proposal::Keep,
                },
            }
        });
        Ok(skills.collect())
    }
}
