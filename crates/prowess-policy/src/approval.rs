//! What a person has allowed, and for how long.

use crate::grant::Grant;
use crate::policy::Call;

/// What a person answers when asked about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// Not this call.
    No,
    /// This call.
    Once,
    /// Calls like this one until the session ends.
    Session,
    /// Calls like this one from now on.
    Always,
}

/// What becomes of a call that would have to be asked about, where nobody is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unattended {
    /// It does not happen.
    #[default]
    Deny,
    /// It happens: the user has said so in their own configuration.
    Allow,
}

/// What has been allowed so far.
#[derive(Debug, Clone, Default)]
pub struct Approvals {
    /// For this turn: the `allowed-tools` of trusted skills that were called in it.
    pub turn: Vec<Grant>,
    /// Until the session ends.
    pub session: Vec<Grant>,
    /// From now on: kept in the user's own data.
    pub always: Vec<Grant>,
}

impl Approvals {
    /// What allows a call.
    #[must_use]
    pub fn of(&self, call: &Call<'_>) -> Option<&Grant> {
        let mut grants = self.turn.iter().chain(&self.session).chain(&self.always);
        grants.find(|grant| grant.covers(call))
    }

    /// Takes an answer. The grant that was kept comes back; nothing where none was, also because no pattern for calls like this one is
    /// narrow enough to be kept.
    pub fn take(&mut self, call: &Call<'_>, answer: Answer) -> Option<&Grant> {
        let kept = match answer {
            Answer::No | Answer::Once => return None,
            Answer::Session => &mut self.session,
            Answer::Always => &mut self.always,
        };
        kept.push(Grant::like(call)?);
        kept.last()
    }

    /// The turn ends.
    pub fn end_turn(&mut self) {
        self.turn.clear();
    }
}
