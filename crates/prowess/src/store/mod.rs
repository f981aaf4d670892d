//! Getting and keeping skills: the rooms of [`prowess_store`], wired to an engine.
//!
//! An engine knows the folders, the user's settings and the skills; [`Engine::needs`](crate::Engine::needs) and its neighbours
//! hand them over. What asks a person and tells how far something is comes from the host ([`Host`]).

mod clients;
mod keeping;
mod needs;
mod rules;
mod trusting;
mod uses;

pub use keeping::{Keeping, KeepingOptions, Network};
pub(crate) use needs::with_tools;
pub(crate) use rules::judge;
pub use trusting::Signed;

use std::sync::Arc;

pub use prowess_net as net;
pub use prowess_store::*;

use ask::Ask;
use change::{Owner, Wait};
use progress::Progress;

use crate::SystemClock;

/// The host of a deed that may take long and may have to ask.
#[derive(Clone, Copy)]
pub struct Host<'h> {
    /// Who answers questions.
    pub ask: &'h dyn Ask,
    /// Who is told how far it is.
    pub progress: &'h dyn Progress,
    /// Called where another process changes what is kept: it tells the user, and whether to wait.
    pub busy: &'h (dyn Fn(Option<&Owner>) -> Wait + Send + Sync),
}

impl std::fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

/// The network, guarded by these rules.
///
/// # Errors
///
/// [`net::Error::Request`] where the encryption cannot be set up.
pub fn client(rules: net::Rules) -> Result<net::Client, net::Error> {
    net::Client::new(
        rules,
        Arc::new(net::SystemResolver),
        Arc::new(SystemClock),
        concat!("prowess/", env!("CARGO_PKG_VERSION")),
    )
}
