//! Repositories read from real servers on loopback, by the real `git`, faults included.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it did not expect"
)]

mod content;
mod credentials;
mod faults;
mod origin;
mod references;
mod server;
mod ssh;
mod stage;
