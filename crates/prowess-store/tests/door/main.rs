//! The door: what comes in, what is asked, what stays out.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a broken stage should stop the test"
)]

mod enforce;
#[cfg(unix)]
mod policy;
mod stage;
mod warn;
