//! The store of an engine: its folders, its user's rules, its ways to sources.

use std::collections::BTreeSet;
use std::path::Path;

use prowess_fs::{Access, Folder};
use prowess_store::disk::RealDisk;
use prowess_store::door::UserDoor;
use prowess_store::fetch::Via;
use prowess_store::fetch::fetcher::Fetcher;
use prowess_store::fetch::git::GitProgram;
use prowess_store::fetch::registry::{self, Found, Inspection, Versions};
use prowess_store::operations::{Clients, Store};
use prowess_store::source::{Context, Parsed, REGISTRY};
use prowess_store::{Places, Source};
use url::Url;

use super::clients::clients;
use super::{Host, client, net};
use crate::{Engine, Error, SystemClock};

/// What the user says of one run of the store.
#[derive(Debug, Clone, Default)]
pub struct KeepingOptions {
    /// Whether the network is used.
    pub network: Network,
    /// The names of skills that are taken in spite of what their scan says.
    pub accepted: BTreeSet<String>,
}

/// Whether the network is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Network {
    /// It is.
    #[default]
    Used,
    /// It is not: only what lies on this machine can be read.
    NotUsed,
}

/// The store of an engine.
#[derive(Debug)]
pub struct Keeping {
    places: Places,
    clients: Clients,
    fetcher: Fetcher,
    door: UserDoor,
}

impl Engine {
    /// The folders of kept skills.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`].
    pub fn places(&self) -> Result<Places, Error> {
        let folders = self.surroundings.folders.as_ref();
        let folders = folders.ok_or(Error::NoDataFolder)?;
        Ok(Places {
            workspace: self.workspace().path().to_path_buf(),
            home: self.surroundings.home.clone(),
            data: folders.data.clone(),
        })
    }

    /// A source as a person writes it: relative paths count from the current folder, `~` is the home folder, and a skill of a
    /// registry without an address is one of [`Engine::registry`].
    ///
    /// # Errors
    ///
    /// [`Error::Store`] with the text and what is wrong with it.
    pub fn source(&self, text: &str) -> Result<Parsed, Error> {
        let registry = self.registry()?;
        let mut context = Context::default();
        context.home = self.surroundings.home.as_deref();
        context.registry = Some(&registry);
        Ok(Source::parse(text, &context)?)
    }

    /// The registry that is meant where none is named: that of the setting `install.registry`, else ClawHub.
    ///
    /// # Errors
    ///
    /// [`Error::Store`] where the setting is no address.
    pub fn registry(&self) -> Result<Url, Error> {
        let named = self.config.registry();
        let text = named.as_ref().map_or(REGISTRY, |named| named.value);
        text.parse().map_err(|error| {
            Error::Store(prowess_store::Error::Source {
                text: text.to_owned(),
                reason: match &named {
                    Some(named) => format!("{error} ({})", named.origin),
                    None => format!("{error}"),
                },
            })
        })
    }

    /// The store, by the settings of the user.
    ///
    /// # Errors
    ///
    /// [`Error::NoDataFolder`]; [`Error::Store`] where the network cannot be set up.
    pub fn keeping(&self, options: &KeepingOptions) -> Result<Keeping, Error> {
        let places = self.places()?;
        let rules = self.door_rules(&options.accepted);
        Ok(Keeping {
            clients: clients(&self.surroundings, &places.workspace),
            fetcher: self.fetcher(options.network)?,
            door: UserDoor::new(&places, rules),
            places,
        })
    }

    /// What the network may be used for: the public one, and the hosts of `install.trusted_hosts`.
    pub(super) fn net_rules(&self) -> net::Rules {
        let mut rules = net::Rules::default();
        let hosts = self.config.trusted_hosts().iter();
        rules.trusted_hosts = hosts.map(|host| host.to_ascii_lowercase()).collect();
        rules
    }

    fn fetcher(&self, network: Network) -> Result<Fetcher, Error> {
        let mut fetcher = Fetcher::offline(self.surroundings.current_dir.clone());
        if network == Network::Used {
            let rules = self.net_rules();
            let client = client(rules).map_err(prowess_store::Error::from)?;
            fetcher.git = Some(self.git(client.clone())?);
            fetcher.client = Some(client);
        }
        Ok(fetcher)
    }
}

/// The folder of repositories in a cache folder.
const REPOSITORIES: &str = "git";

impl Engine {
    /// The program that reads repositories, with a folder in the user's cache for them.
    fn git(&self, client: net::Client) -> Result<GitProgram, Error> {
        let folders = self.surroundings.folders.as_ref();
        let cache = &folders.ok_or(Error::NoDataFolder)?.cache;
        let there = cache.ancestors().find(|above| above.is_dir());
        let there = there.ok_or(Error::NoDataFolder)?;
        let below = cache.strip_prefix(there).unwrap_or(Path::new(""));
        let folder = Folder::open(there)?
            .create_folders(&below.join(REPOSITORIES), Access::Private)?
            .path()
            .to_path_buf();
        Ok(GitProgram::new(&self.surroundings, folder, client))
    }
}

impl Keeping {
    /// The store for a host. Its operations are methods of it.
    #[must_use]
    pub fn store<'k>(&'k self, host: &Host<'k>) -> Store<'k> {
        Store {
            places: &self.places,
            clients: &self.clients,
            fetcher: &self.fetcher,
            door: &self.door,
            ask: host.ask,
            progress: host.progress,
            disk: &RealDisk,
            clock: &SystemClock,
            busy: host.busy,
        }
    }

    /// Searches a registry.
    ///
    /// # Errors
    ///
    /// [`prowess_store::Error::Offline`] where the network is not used; those of [`registry::search`].
    pub async fn search(
        &self,
        registry: &Url,
        words: &str,
        limit: usize,
        host: &Host<'_>,
    ) -> Result<Found, Error> {
        let via = self.via(registry.as_str(), host)?;
        Ok(registry::search(registry, words, limit, &via).await?)
    }

    /// What a registry says of a skill, and its versions.
    ///
    /// # Errors
    ///
    /// As [`Keeping::search`]; [`prowess_store::Error::Source`] for a source that is none of a registry.
    pub async fn inspect(
        &self,
        source: &Source,
        host: &Host<'_>,
    ) -> Result<(Inspection, Versions), Error> {
        let Source::Registry(of_registry) = source else {
            return Err(Error::Store(prowess_store::Error::Source {
                text: source.to_string(),
                reason: "it is no skill of a registry, such as `@owner/slug`".to_owned(),
            }));
        };
        let via = self.via(&source.to_string(), host)?;
        let inspection = registry::inspect(of_registry, &via).await?;
        let versions = registry::versions(&inspection.source, &via).await?;
        Ok((inspection, versions))
    }

    fn via<'v>(&'v self, source: &str, host: &Host<'v>) -> Result<Via<'v>, Error> {
        let client = self.fetcher.client.as_ref();
        let client = client.ok_or_else(|| prowess_store::Error::Offline {
            source_name: source.to_owned(),
        })?;
        Ok(Via {
            client,
            login: None,
            limits: &self.fetcher.limits,
            progress: host.progress,
        })
    }

    /// The folders of kept skills.
    #[must_use]
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The folder that relative paths of sources count from.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.fetcher.folder
    }
}
