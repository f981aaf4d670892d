//! The one place that looks at the process and its machine.

use std::path::PathBuf;
use std::time::SystemTime;

use prowess_base::{Clock, Environment, Folders, Platform, Surroundings};

use crate::Error;

/// The surroundings of this process: environment, home folder, current folder, platform, user.
///
/// # Errors
///
/// [`Error::CurrentFolder`] where the current folder is gone or cannot be read.
#[expect(
    clippy::disallowed_methods,
    reason = "every other place takes what is read here as a value"
)]
pub fn surroundings() -> Result<Surroundings, Error> {
    let current_dir = std::env::current_dir().map_err(Error::CurrentFolder)?;
    let environment: Environment = std::env::vars_os().collect();
    let home: Option<PathBuf> = std::env::home_dir().filter(|home| home.is_absolute());
    let platform = Platform::of_this_build();
    let folders = Folders::by_convention(&platform, home.as_deref(), &environment);
    Ok(Surroundings {
        current_dir,
        home,
        folders,
        environment,
        platform,
        user: user(),
    })
}

#[cfg(unix)]
fn user() -> Option<u32> {
    Some(rustix::process::geteuid().as_raw())
}

#[cfg(not(unix))]
fn user() -> Option<u32> {
    None
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "every other place takes a `Clock`"
    )]
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }
}
