//! Packing, signing, and what is installed again.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a broken stage should stop the test"
)]

mod archive;
mod signed;
mod stage;
