//! Clients that get links to skills, and where they look for them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::lock::Keeper;
use crate::{Error, Scope};

/// The clients that can be named, each with its folders of skills.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clients {
    clients: BTreeMap<String, ClientFolders>,
}

/// Where a client looks for skills; whole paths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClientFolders {
    /// Those of the workspace; nothing where it looks for none there.
    pub workspace: Option<PathBuf>,
    /// Those of the user.
    pub user: Option<PathBuf>,
}

impl Clients {
    /// Makes a client known, instead of one of its name.
    pub fn add(&mut self, name: impl Into<String>, folders: ClientFolders) {
        self.clients.insert(name.into(), folders);
    }

    /// The names of all clients, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.clients.keys().map(String::as_str)
    }

    /// The folder in which a client looks for skills of a scope.
    ///
    /// # Errors
    ///
    /// [`Error::Client`] where there is no such client, or it has no such folder.
    pub fn folder(&self, name: &str, scope: Scope) -> Result<&Path, Error> {
        let error = |reason: String| Error::Client {
            name: name.to_owned(),
            reason,
        };
        let folders = self.clients.get(name).ok_or_else(|| {
            let known: Vec<&str> = self.names().collect();
            error(format!("the clients are {}", known.join(", ")))
        })?;
        let folder = match Keeper::of(scope) {
            Keeper::Workspace => &folders.workspace,
            Keeper::User => &folders.user,
        };
        folder
            .as_deref()
            .ok_or_else(|| error(format!("it has no folder for the scope `{scope}`")))
    }
}
