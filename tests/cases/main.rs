//! Trouble cases: every test is named by the case that it holds.

mod frontmatter;
mod names;
