//! Trouble cases: every test is named by the case that it holds.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests stop at a broken fixture, as tests do"
)]

mod calls;
mod collisions;
mod complete;
mod discovery;
mod frontmatter;
mod gating;
mod header;
mod names;
mod prompt;
mod scanning;
mod validate;
mod watching;
