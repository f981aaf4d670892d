//! A header's YAML 1.2 as a tree.
//!
//! Two readers give the same tree: [`fast`] reads the grammar that most headers keep to and
//! declines the rest, [`general`] reads all of YAML.

pub(crate) mod fast;
pub(crate) mod general;
mod keys;
mod notes;

pub(crate) use keys::Keys;
pub(crate) use notes::Notes;
