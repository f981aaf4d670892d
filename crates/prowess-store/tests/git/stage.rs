//! A user with an empty home, and `git` as they have it.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::IpAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use prowess_base::{FixedClock, Surroundings};
use prowess_net::{Client, Resolve, Rules};
use prowess_store::fetch::git::{self, GitProgram};
use prowess_store::fetch::{Harvest, Limits, Revision};
use prowess_store::progress::{At, Progress};
use prowess_store::source::{GitSource, Login};
use prowess_store::{Error, Tree};
use tempfile::TempDir;

use crate::origin::path;

pub(crate) struct Stage {
    pub(crate) folder: TempDir,
    pub(crate) program: GitProgram,
    pub(crate) limits: Limits,
    pub(crate) told: Told,
}

/// What was told of the way.
#[derive(Default)]
pub(crate) struct Told(Mutex<Vec<String>>);

impl Progress for Told {
    fn tell(&self, at: At<'_>) {
        if let At::Login { host } = at {
            self.0.lock().unwrap().push(format!("login {host}"));
        }
    }
}

impl Told {
    pub(crate) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// Names with made-up addresses.
struct Names(HashMap<&'static str, &'static str>);

impl Resolve for Names {
    fn resolve(&self, name: &str) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        let answer = self
            .0
            .get(name)
            .map(|address| vec![address.parse().unwrap()]);
        Box::pin(async { answer.ok_or_else(|| io::Error::other("no such name")) })
    }
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self::trusting(&[])
    }

    /// A user that trusts these hosts.
    pub(crate) fn trusting(hosts: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["home", "cache"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        let mut rules = Rules::default();
        rules.pause = Duration::from_millis(1);
        rules.trusted_hosts = hosts.iter().map(|&host| host.to_owned()).collect();
        let names = Names(HashMap::from([
            ("localhost", "127.0.0.1"),
            ("git.test", "127.0.0.1"),
            ("inner.test", "10.0.0.1"),
        ]));
        let clock = FixedClock(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000));
        let client = Client::new(rules, Arc::new(names), Arc::new(clock), "test").unwrap();
        let mut surroundings = Surroundings::bare(folder.path());
        surroundings.home = Some(folder.path().join("home"));
        surroundings.environment.set("PATH", path());
        let program = GitProgram::new(&surroundings, folder.path().join("cache"), client);
        Self {
            folder,
            program,
            limits: Limits::default(),
            told: Told::default(),
        }
    }

    pub(crate) async fn harvest(&self, source: &GitSource) -> Result<Harvest, Error> {
        self.harvest_at(source, None, None).await
    }

    pub(crate) async fn harvest_at(
        &self,
        source: &GitSource,
        at: Option<&str>,
        login: Option<&Login>,
    ) -> Result<Harvest, Error> {
        let harvest = git::harvest(source, at, &self.program, login, &self.limits, &self.told);
        let harvest = harvest.await;
        self.is_tidy();
        harvest
    }

    pub(crate) async fn failure(&self, source: &GitSource) -> String {
        self.harvest(source).await.unwrap_err().to_string()
    }

    /// Nothing is left over.
    pub(crate) fn is_tidy(&self) {
        let left = std::fs::read_dir(self.folder.path().join("cache"))
            .unwrap()
            .count();
        assert_eq!(left, 0, "something is left over");
    }

    /// Writes a file of the user's home.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join("home").join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Writes a program of the user's.
    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.write(name, &format!("#!/bin/sh\n{text}\n"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.folder.path().join("home").join(name)).ok()
    }
}

/// The repository `o/r` of a server.
pub(crate) fn source(server: &str) -> GitSource {
    GitSource::of(format!("{server}/o/r.git"))
}

/// A repository of this machine.
pub(crate) fn local(folder: &Path) -> GitSource {
    GitSource::of(format!("file://{}", folder.display()))
}

pub(crate) fn commit(harvest: &Harvest) -> &str {
    match &harvest.revision {
        Revision::Commit { commit } => commit,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn paths(harvest: &Harvest) -> Vec<&str> {
    harvest
        .skills
        .iter()
        .map(|skill| skill.path.as_str())
        .collect()
}

pub(crate) fn files(tree: &Tree) -> BTreeMap<&str, (&[u8], bool)> {
    tree.files()
        .map(|(path, file)| (path.as_str(), (file.bytes.as_slice(), file.executable)))
        .collect()
}
