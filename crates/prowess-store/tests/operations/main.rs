//! Each operation from what is asked for to what is on the disk.

#![expect(clippy::unwrap_used, reason = "a broken stage should stop the test")]

mod adopt;
mod archive;
mod faults;
#[expect(dead_code, reason = "shared with the tests of changes")]
#[path = "../change/faulty.rs"]
mod faulty;
mod install;
mod outdated;
mod remove;
mod restore;
#[expect(
    dead_code,
    clippy::indexing_slicing,
    reason = "shared with the tests of the web"
)]
#[path = "../web/server.rs"]
mod server;
mod stage;
mod together;
mod undo;
mod update;
mod web;
