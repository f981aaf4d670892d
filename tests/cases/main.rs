//! Trouble cases: every test is named by the case that it holds.

mod collisions;
mod frontmatter;
mod gating;
mod names;
mod validate;
