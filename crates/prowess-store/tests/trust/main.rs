//! What the user says of skills, and what a catalogue makes of it.

#![expect(clippy::unwrap_used, reason = "a broken stage should stop the test")]

mod judge;
mod records;
mod stage;
