//! Running a program with few rights.
//!
//! ```text
//! Task ─► Sandbox ─► helper (the program itself, executed again) ─► namespaces, mounts ─► Landlock ─► seccomp ─► the program
//!          waits, bounds       single-threaded, nothing else in it         level by level, or an error: never less than was asked
//! ```
//!
//! A [`Task`] says what runs and names every right that it has; what is not named is not there. A [`Sandbox`] runs it at a
//! [`Level`]: it is either held at that level or not run. [`Level::None`] holds nothing and is for whoever has said so.
//!
//! The restrictions are put on by a helper: the program that this crate is part of, executed again before it does anything
//! else ([`helper::enter`] at the beginning of its `main`). A library host without such a `main` passes the path of a program
//! that has one.

mod error;
pub mod helper;
mod level;
mod outcome;
mod plan;
mod sandbox;
mod task;

pub use error::Error;
pub use level::{Hole, Level, Probed};
pub use outcome::{End, Outcome, Stream};
pub use sandbox::Sandbox;
pub use task::{Limits, Rights, Task};
