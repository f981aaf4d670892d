//! How a run finds its skills.

use std::path::PathBuf;
use std::sync::Arc;

use prowess_config::{Layer, Origin};

use crate::discover::find_workspace;
use crate::{Catalog, Request, RootRule, Snapshot};

/// What the caller of a run gives it.
#[derive(Debug, Default)]
pub struct Given {
    /// A catalogue.
    pub catalogue: Option<Arc<Snapshot>>,
    /// A folder of skills; a relative one counts from the current folder.
    pub folder: Option<PathBuf>,
}

/// The catalogue of a run, the first of these that there is: the catalogue that is given, the folder
/// that is given, the folder that the settings of `request` name, and the folder of the profile
/// beneath the workspace, where it exists. Nothing where there is none of them.
///
/// Built-in skills are in every catalogue but one that is given.
#[must_use]
pub fn resolve(given: Given, mut request: Request) -> Option<Arc<Snapshot>> {
    if given.catalogue.is_some() {
        return given.catalogue;
    }
    if let Some(folder) = given.folder {
        let folder = request.surroundings.current_dir.join(folder);
        let origin = Origin {
            layer: Layer::Flag,
            name: "skills_dir".to_owned(),
            file: None,
            line: None,
        };
        request.settings.skills_folder = Some((folder, origin));
    }
    let is_named = request.settings.skills_folder.is_some();
    if !is_named {
        let workspace = find_workspace(&request.surroundings, request.workspace.as_deref());
        let has_own = request.profile.roots.iter().any(|rule| {
            matches!(rule, RootRule::Configured { folder, .. } if workspace.path().join(folder).is_dir())
        });
        if !has_own {
            return None;
        }
    }
    Some(Catalog::new(request).load())
}
