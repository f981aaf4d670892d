//! Lists that many skills have alike, kept once.
//!
//! A large catalogue names the same few installers and the same few tools again and again; they are
//! a third of what its headers take.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use prowess_format::{InstallSpec, Manifest};

/// Most different lists that are kept for sharing. Later ones are not shared, which is all that
/// passing it does.
const DIFFERENT: usize = 4096;

/// Lists that were met.
#[derive(Debug, Default)]
pub(crate) struct SharedLists {
    installs: Mutex<HashSet<Arc<[InstallSpec]>>>,
    tools: Mutex<HashSet<Arc<[Box<str>]>>>,
}

impl SharedLists {
    /// Puts lists that were met before in place of equal ones.
    pub(crate) fn share(&self, manifest: &mut Manifest) {
        share(&self.installs, &mut manifest.install);
        share(&self.tools, &mut manifest.allowed_tools);
    }
}

fn share<T: Eq + Hash>(met: &Mutex<HashSet<Arc<[T]>>>, list: &mut Arc<[T]>) {
    if list.is_empty() {
        return;
    }
    // A thread that died while it held the set left it whole: sets are changed in one step.
    let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
    match met.get(list) {
        Some(known) => *list = Arc::clone(known),
        None if met.len() < DIFFERENT => {
            met.insert(Arc::clone(list));
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal lists become one, others stay apart.
    #[test]
    fn equal_lists() {
        let manifest = |tools: &[&str]| {
            let mut manifest = Manifest::default();
            manifest.allowed_tools = tools.iter().map(|tool| Box::from(*tool)).collect();
            manifest
        };
        let shared = SharedLists::default();
        let mut manifests = [
            manifest(&["Read"]),
            manifest(&["Read"]),
            manifest(&["Write"]),
        ];
        manifests
            .iter_mut()
            .for_each(|manifest| shared.share(manifest));
        let [one, equal, other] = manifests.map(|manifest| manifest.allowed_tools);
        assert!(Arc::ptr_eq(&one, &equal));
        assert!(!Arc::ptr_eq(&one, &other));
    }
}
