//! A home, a workspace and a data folder, seen by a catalogue in our own profile.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use prowess_base::{Environment, Folders, Platform, Surroundings};
use prowess_catalog::{Catalog, Profile, Request, Snapshot};
use prowess_store::trust::{JudgeRules, Looked, Records, RecordsFile, TrustJudge, look};
use prowess_store::{Error, Places, Scope};

pub(crate) struct Stage {
    root: tempfile::TempDir,
    pub(crate) places: Places,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let real = fs::canonicalize(root.path()).unwrap();
        fs::create_dir(real.join("w")).unwrap();
        let places = Places {
            workspace: real.join("w"),
            home: Some(real.join("home")),
            data: real.join("home/data"),
        };
        Self { root, places }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.root.path()).unwrap().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A skill in a folder that holds skills.
    pub(crate) fn skill(&self, folder: &str, name: &str, body: &str) {
        let text = format!(
            "---\nname: {name}\ndescription: Does what {name} does. Use when asked for it.\n---\n{body}\n"
        );
        self.write(&format!("{folder}/{name}/SKILL.md"), &text);
    }

    pub(crate) fn folder(&self, scope: Scope, name: &str) -> PathBuf {
        self.places.skills(scope).unwrap().join(name)
    }

    pub(crate) fn records(&self) -> RecordsFile {
        RecordsFile::of(&self.places)
    }

    pub(crate) fn read(&self) -> Records {
        self.records().read().unwrap()
    }

    pub(crate) fn look(&self, scope: Scope, name: &str) -> Result<Looked, Error> {
        look(&self.read(), name, &self.folder(scope, name))
    }

    pub(crate) fn trust(&self, scope: Scope, name: &str) {
        let looked = self.look(scope, name).unwrap();
        self.records().trust_skill(looked.record).unwrap();
    }

    pub(crate) fn judge(&self, rules: JudgeRules) -> TrustJudge {
        TrustJudge::open(&self.places, rules)
    }

    pub(crate) fn snapshot_of(&self, profile: Profile, rules: JudgeRules) -> Arc<Snapshot> {
        let home = self.places.home.clone().unwrap();
        let surroundings = Surroundings {
            current_dir: self.places.workspace.clone(),
            folders: Some(Folders {
                config: home.join("config"),
                data: self.places.data.clone(),
                cache: home.join("cache"),
            }),
            home: Some(home),
            environment: Environment::default(),
            platform: Platform::Linux,
            user: None,
        };
        let mut request = Request::new(profile, surroundings);
        request.workspace = Some(self.places.workspace.clone());
        request.judge = Arc::new(self.judge(rules));
        Catalog::new(request).load()
    }

    /// What becomes of each skill: its trust, or the reasons why it does not count.
    pub(crate) fn seen(&self, rules: JudgeRules) -> BTreeMap<String, String> {
        seen(&self.snapshot_of(Profile::own(), rules))
    }
}

pub(crate) fn seen(snapshot: &Snapshot) -> BTreeMap<String, String> {
    snapshot
        .entries
        .iter()
        .map(|entry| {
            let what = match entry.is_eligible() {
                true => entry.trust.as_str().to_owned(),
                false => format!(
                    "{}: {}",
                    entry.trust.as_str(),
                    snapshot.reasons(entry).join("; ")
                ),
            };
            (entry.name.to_string(), what)
        })
        .collect()
}
