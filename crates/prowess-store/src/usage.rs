//! When skills were used last, and how often: what is not used any more can be proposed to be put away.
//!
//! `<data>/usage.json` is the user's own (0600). It says nothing of what was done with a skill.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use prowess_fs::{Access, Lock};
use serde::{Deserialize, Serialize};

use crate::change::private_folder;
use crate::lock::Keeper;
use crate::objects::{read_versioned, state};
use crate::{Error, Places, Scope};

/// The version of the file that this program writes.
const VERSION: u64 = 1;

/// Most bytes of the file.
const BYTES: u64 = 16 << 20;

/// Most skills that are remembered; beyond it those go that were met longest ago.
const SKILLS: usize = 20_000;

/// The file, and that by which processes take turns.
const FILE: &str = "usage.json";
const LOCK: &str = "usage.lock";

/// How a skill was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// When it was met first, in seconds since 1970.
    pub first: u64,
    /// When it was used last, in seconds since 1970; nothing: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u64>,
    /// How often.
    pub count: u64,
}

impl Use {
    /// When something was last heard of it.
    fn touched(&self) -> u64 {
        self.last.unwrap_or(self.first)
    }
}

/// What happened to a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It is there: its time begins.
    Met,
    /// It was used: activated, or run.
    Used,
    /// It is gone.
    Gone,
}

/// The uses of all skills, of every workspace of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    skills: BTreeMap<Key, Use>,
    workspace: PathBuf,
}

/// The workspace, where the scope is one of it; the scope; the name.
type Key = (Option<PathBuf>, Scope, String);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u64,
    skills: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    workspace: Option<PathBuf>,
    scope: Scope,
    name: String,
    #[serde(flatten)]
    used: Use,
}

impl Usage {
    /// Reads the file; nothing was used where there is none.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
    pub fn open(places: &Places) -> Result<Self, Error> {
        let path = places.data.join(FILE);
        let entries = match prowess_fs::read(&path, BYTES) {
            Ok(bytes) => read_versioned::<File>(&path, &bytes, VERSION)?.skills,
            Err(prowess_fs::Error::NotFound { .. }) => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        let skills = entries
            .into_iter()
            .map(|of| ((of.workspace, of.scope, of.name), of.used))
            .collect();
        Ok(Self {
            skills,
            workspace: places.workspace.clone(),
        })
    }

    /// How a skill was used; nothing where it was never met.
    #[must_use]
    pub fn of(&self, scope: Scope, name: &str) -> Option<Use> {
        self.skills.get(&self.key(scope, name)).copied()
    }

    fn key(&self, scope: Scope, name: &str) -> Key {
        let workspace = match Keeper::of(scope) {
            Keeper::Workspace => Some(self.workspace.clone()),
            Keeper::User => None,
        };
        (workspace, scope, name.to_owned())
    }

    fn tell(&mut self, event: Event, scope: Scope, name: &str, now: u64) {
        let key = self.key(scope, name);
        let new = Use {
            first: now,
            last: None,
            count: 0,
        };
        match event {
            Event::Met => drop(self.skills.entry(key).or_insert(new)),
            Event::Gone => drop(self.skills.remove(&key)),
            Event::Used => {
                let used = self.skills.entry(key).or_insert(new);
                used.last = Some(used.last.unwrap_or(0).max(now));
                used.count = used.count.saturating_add(1);
            }
        }
    }

    fn bound(&mut self) {
        let surplus = self.skills.len().saturating_sub(SKILLS);
        if surplus == 0 {
            return;
        }
        let mut by_age: Vec<(u64, Key)> = self
            .skills
            .iter()
            .map(|(key, used)| (used.touched(), key.clone()))
            .collect();
        by_age.sort_unstable();
        for (_, key) in by_age.into_iter().take(surplus) {
            self.skills.remove(&key);
        }
    }

    fn written(&self, path: &Path) -> Result<Vec<u8>, Error> {
        let skills = self.skills.iter();
        let file = File {
            version: VERSION,
            skills: skills
                .map(|((workspace, scope, name), used)| Entry {
                    workspace: workspace.clone(),
                    scope: *scope,
                    name: name.clone(),
                    used: *used,
                })
                .collect(),
        };
        serde_json::to_vec(&file).map_err(|error| state(path, &error))
    }
}

/// Writes down what happened to skills at a moment, in seconds since 1970. Several processes take turns, so that no use is lost.
///
/// # Errors
///
/// As [`Usage::open`].
pub fn record<'s>(
    places: &Places,
    event: Event,
    skills: impl IntoIterator<Item = (Scope, &'s str)>,
    now: u64,
) -> Result<(), Error> {
    let folder = private_folder(&places.data, Path::new(""))?;
    let _turn = Lock::acquire(&folder, Path::new(LOCK))?;
    let mut usage = Usage::open(places)?;
    let before = usage.clone();
    for (scope, name) in skills {
        usage.tell(event, scope, name, now);
    }
    usage.bound();
    if usage == before {
        return Ok(());
    }
    let path = places.data.join(FILE);
    Ok(folder.write(Path::new(FILE), &usage.written(&path)?, Access::Private)?)
}
