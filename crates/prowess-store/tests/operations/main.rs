//! Each operation from what is asked for to what is on the disk.

#![expect(clippy::unwrap_used, reason = "a broken stage should stop the test")]

mod adopt;
mod archive;
mod install;
mod outdated;
mod remove;
mod restore;
mod stage;
mod undo;
mod update;
