//! Which folders are searched.

use std::path::{Path, PathBuf};

use prowess_base::Surroundings;

use super::{Visitor, Walk};
use crate::{Discovery, Profile, Root, RootId, Settings};

/// The roots of a profile in these surroundings, and how they are searched.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Plan {
    /// The workspace P, absolute.
    pub workspace: PathBuf,
    /// The roots, highest precedence first. [`RootId`] is the position here.
    pub roots: Vec<Root>,
    /// The profile's rules with the limits of the settings put in.
    pub discovery: Discovery,
    /// Folders into which links may lead, from the settings.
    pub link_targets: Vec<PathBuf>,
}

impl Plan {
    /// The plan for a profile. No file is touched.
    #[must_use]
    pub fn new(
        profile: &Profile,
        surroundings: &Surroundings,
        workspace: &Path,
        settings: &Settings,
    ) -> Self {
        let _ = surroundings;
        Self {
            workspace: workspace.to_path_buf(),
            roots: Vec::new(),
            discovery: profile.discovery.clone(),
            link_targets: settings.link_targets.clone(),
        }
    }

    /// Walks one root. Nothing where the plan has no such root.
    pub fn walk<V: Visitor>(&self, id: RootId, visitor: &V) -> Option<Walk<V::Output>> {
        let _ = visitor;
        Some(Walk {
            id,
            root: self.roots.get(id.0 as usize)?.clone(),
            candidates: Vec::new(),
            notices: Vec::new(),
            watched: Vec::new(),
        })
    }

    /// Walks every root, highest precedence first.
    pub fn walk_all<V: Visitor>(&self, visitor: &V) -> Vec<Walk<V::Output>> {
        (0u32..)
            .zip(&self.roots)
            .filter_map(|(position, _)| self.walk(RootId(position), visitor))
            .collect()
    }
}
