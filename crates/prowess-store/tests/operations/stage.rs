//! A workspace, a home and a data folder, a source, and a store over them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use prowess_base::FixedClock;
use prowess_store::ask::{Ask, Nobody, Question};
use prowess_store::change::{Owner, Wait};
use prowess_store::disk::{Disk, RealDisk};
use prowess_store::door::{Admission, Door, Offer};
use prowess_store::fetch::fetcher::Fetcher;
use prowess_store::operations::{ClientFolders, Clients, Install, Pick, Run, Store};
use prowess_store::{Error, Places, Scope, Source};

/// The folders of a test.
pub(crate) struct Stage {
    root: tempfile::TempDir,
    pub(crate) places: Places,
    pub(crate) clients: Clients,
    pub(crate) fetcher: Fetcher,
    pub(crate) door: Doorman,
    pub(crate) clock: FixedClock,
}

/// Lets everything in but what it was told not to, and remembers what it saw.
#[derive(Default)]
pub(crate) struct Doorman {
    /// Names that are refused.
    pub(crate) refuses: Mutex<Vec<String>>,
    /// The `SKILL.md` of every offer, and of what it replaces.
    pub(crate) seen: Mutex<Vec<(String, String, Option<String>)>>,
}

impl Door for Doorman {
    fn admit(&self, offer: &Offer<'_>, _ask: &dyn Ask) -> Result<Admission, Error> {
        let text = |tree: &prowess_store::Tree| {
            let file = tree.get("SKILL.md").unwrap();
            String::from_utf8(file.bytes.clone()).unwrap()
        };
        self.seen.lock().unwrap().push((
            offer.name.to_owned(),
            text(offer.tree),
            offer.before.map(text),
        ));
        if self
            .refuses
            .lock()
            .unwrap()
            .contains(&offer.name.to_owned())
        {
            return Err(Error::Refused {
                name: offer.name.to_owned(),
                reason: "it is on the list".to_owned(),
            });
        }
        Ok(Admission::default())
    }
}

/// Answers yes, and remembers what was asked.
#[derive(Default)]
pub(crate) struct Yes(pub(crate) Mutex<Vec<String>>);

impl Ask for Yes {
    fn ask(&self, question: &Question<'_>) -> Option<bool> {
        self.0.lock().unwrap().push(question.text());
        Some(true)
    }
}

/// Nobody else changes what is kept.
pub(crate) fn never(_owner: Option<&Owner>) -> Wait {
    Wait::Never
}

impl Stage {
    pub(crate) fn new() -> Self {
        let memory = Path::new("/dev/shm");
        let root = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir());
        let root = root.unwrap();
        let real = fs::canonicalize(root.path()).unwrap();
        for folder in ["w", "home", "data", "source"] {
            fs::create_dir(real.join(folder)).unwrap();
        }
        let places = Places {
            workspace: real.join("w"),
            home: Some(real.join("home")),
            data: real.join("data"),
        };
        let mut clients = Clients::default();
        for client in ["claude-code", "other"] {
            let folder = match client {
                "claude-code" => ".claude/skills",
                _ => ".other/skills",
            };
            clients.add(
                client,
                ClientFolders {
                    workspace: Some(real.join("w").join(folder)),
                    user: Some(real.join("home").join(folder)),
                },
            );
        }
        Self {
            fetcher: Fetcher::offline(real.clone()),
            places,
            clients,
            door: Doorman::default(),
            clock: FixedClock(SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000)),
            root,
        }
    }

    pub(crate) fn store(&self) -> Store<'_> {
        self.store_with(&Nobody, &RealDisk)
    }

    pub(crate) fn store_with<'s>(&'s self, ask: &'s dyn Ask, disk: &'s dyn Disk) -> Store<'s> {
        Store {
            places: &self.places,
            clients: &self.clients,
            fetcher: &self.fetcher,
            door: &self.door,
            ask,
            progress: &(),
            disk,
            clock: &self.clock,
            busy: &never,
        }
    }

    /// A path beneath the folder that holds workspace, home, data and source.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.root.path()).unwrap().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn is_there(&self, path: &str) -> bool {
        fs::symlink_metadata(self.path(path)).is_ok()
    }

    /// A skill of the source.
    pub(crate) fn skill(&self, path: &str, body: &str) {
        let name = path.rsplit('/').next().unwrap();
        self.write(&format!("{path}/SKILL.md"), &skill(name, body));
    }

    /// Everything in the workspace, the home and the data folder, but for what is only remembered.
    pub(crate) fn everything(&self) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        let root = self.path("");
        for folder in ["w", "home", "data"] {
            walk(&root, &root.join(folder), &mut all);
        }
        all.retain(|path, _| {
            !matches!(
                path.as_str(),
                "data/change"
                    | "data/change/lock"
                    | "data/change/owner.json"
                    | "data/usage.json"
                    | "data/usage.lock"
            ) && !path.starts_with("data/objects")
        });
        all
    }

    /// What is to be installed from a folder of the stage.
    pub(crate) fn install(&self, source: &str) -> Install {
        Install {
            source: Source::Folder(self.path(source)),
            login: None,
            pick: Pick::default(),
            name: None,
            scope: Scope::Project,
            targets: Vec::new(),
            means: Default::default(),
            conflicts: Default::default(),
            run: Run::Real,
        }
    }
}

/// The text of a `SKILL.md`.
pub(crate) fn skill(name: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: d\n---\n{body}\n")
}

fn walk(root: &Path, folder: &Path, all: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let shown = if metadata.is_symlink() {
            format!("-> {}", fs::read_link(&path).unwrap().display())
        } else if metadata.is_dir() {
            walk(root, &path, all);
            "folder".to_owned()
        } else {
            String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()
        };
        let name = path.strip_prefix(root).unwrap();
        let name = name.to_str().unwrap().to_owned();
        all.insert(name, shown.replace(root.to_str().unwrap(), "/"));
    }
}

/// Runs an operation to its end.
pub(crate) fn run<F: Future>(operation: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(operation)
}

impl Stage {
    /// A stage where the skill `s` of the folder `source/s` is kept: SKILL.md, `ref.md` and a script.
    pub(crate) fn with_s() -> Self {
        let stage = Self::new();
        stage.skill("source/s", "one\n\ntwo\n\nthree");
        stage.write("source/s/ref.md", "ref 1\n");
        let mut request = stage.install("source/s");
        request.targets = vec!["claude-code".to_owned()];
        let installed = run(stage.store().install(&request)).unwrap();
        assert!(installed.failed.is_empty(), "{installed:?}");
        stage
    }
}

/// The place of `s`.
pub(crate) const S: &str = "w/.agents/skills/s";
