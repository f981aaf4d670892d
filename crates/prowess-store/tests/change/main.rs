//! Changes on a real disk, on one that fails and on one that dies: afterwards there is the old state or the new one.

#![expect(clippy::unwrap_used, reason = "a broken stage should stop the test")]

mod cases;
mod faults;
mod faulty;
mod history;
mod processes;
mod stage;
