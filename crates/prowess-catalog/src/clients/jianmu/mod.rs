//! Jianmu, from the documentation of its SkillsCatalog: its `jianmu.yaml`, the steps by which a run
//! finds its skills, and the records, candidates and version of its catalogue.
//!
//! What the documentation leaves open is decided here and said where it is.

mod config;
mod record;
mod run;
mod version;

pub use config::read_config;
pub use record::{Candidate, Record, Requires, candidates, records, resolve_records};
pub use run::{Given, resolve};
pub use version::version;

#[cfg(test)]
mod tests;
