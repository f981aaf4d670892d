//! Two processes, and two users, at once.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;

use prowess_fs::{Access, LinkKind};
use prowess_store::change::{Before, Change, Extras, Recovered, Step, Wait, hold, recover};
use prowess_store::disk::{Disk, RealDisk};
use prowess_store::{Error, Places, Scope};

use crate::stage::{Stage, ours, put, tree};

/// Does something once, before an operation on a path that ends so.
struct Pausing<'a> {
    before: &'a str,
    pause: Mutex<Option<Box<dyn FnOnce() + Send + 'a>>>,
}

impl<'a> Pausing<'a> {
    fn new(before: &'a str, pause: impl FnOnce() + Send + 'a) -> Self {
        Self {
            before,
            pause: Mutex::new(Some(Box::new(pause))),
        }
    }

    fn at(&self, path: &Path) -> RealDisk {
        if path.ends_with(self.before) {
            let pause = self.pause.lock().unwrap().take();
            if let Some(pause) = pause {
                pause();
            }
        }
        RealDisk
    }
}

impl Disk for Pausing<'_> {
    fn make_folder(&self, path: &Path, access: Access) -> Result<(), prowess_fs::Error> {
        self.at(path).make_folder(path, access)
    }
    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), prowess_fs::Error> {
        self.at(path).create(path, bytes, access)
    }
    fn write(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), prowess_fs::Error> {
        self.at(path).write(path, bytes, access)
    }
    fn rename(&self, from: &Path, to: &Path) -> Result<(), prowess_fs::Error> {
        self.at(to).rename(from, to)
    }
    fn replace(&self, from: &Path, to: &Path) -> Result<(), prowess_fs::Error> {
        self.at(to).replace(from, to)
    }
    fn link(&self, target: &Path, at: &Path, kind: LinkKind) -> Result<(), prowess_fs::Error> {
        self.at(at).link(target, at, kind)
    }
    fn remove(&self, path: &Path) -> Result<(), prowess_fs::Error> {
        self.at(path).remove(path)
    }
    fn remove_empty(&self, path: &Path) -> Result<(), prowess_fs::Error> {
        self.at(path).remove_empty(path)
    }
    fn sync(&self, folder: &Path) -> Result<(), prowess_fs::Error> {
        self.at(folder).sync(folder)
    }
}

fn install(text: &str) -> Change {
    let skill = tree(&[("SKILL.md", text), ("scripts/big.sh", text)]);
    Change {
        steps: vec![
            put(Scope::Workspace, "first", &skill, Before::Nothing),
            put(Scope::Workspace, "s", &skill, Before::Nothing),
        ],
        ..Change::default()
    }
}

/// IN-23: two users with data folders of their own, and so with locks of their own, install the same skill. The one who
/// comes late takes back what they put there, and nothing else.
#[test]
fn in_23_late_by_a_moment() {
    let stage = Stage::new();
    let other = Places {
        data: stage.path("other"),
        ..stage.places.clone()
    };
    let theirs = tree(&[("SKILL.md", "theirs")]);
    let disk = Pausing::new("skills/s", || {
        let change = Change {
            steps: vec![put(Scope::Workspace, "s", &theirs, Before::Nothing)],
            ..Change::default()
        };
        hold(&other, &RealDisk, &mut |_| Wait::Never)
            .unwrap()
            .apply(&change)
            .unwrap();
    });
    let outcome = stage.apply_on(&disk, &install("mine"));
    assert!(
        matches!(&outcome, Err(Error::Taken { path }) if *path == stage.path("w/skills/s")),
        "{outcome:?}"
    );
    let found: Vec<String> = stage.everything().into_keys().collect();
    assert_eq!(found, ["w/skills", "w/skills/s", "w/skills/s/SKILL.md"]);
    let read = fs::read_to_string(stage.path("w/skills/s/SKILL.md"));
    assert_eq!(read.unwrap(), "theirs");
}

/// Which stage the other process works on.
const STAGE: &str = "PROWESS_TEST_STAGE";

/// The other process: begins to install, tells it in the middle of its staging, and waits for a line.
#[test]
#[ignore = "the body of the other process, which the tests below start"]
#[expect(clippy::disallowed_methods, reason = "this is a program of its own")]
fn other_process() {
    let Some(root) = std::env::var_os(STAGE) else {
        return;
    };
    let root = Path::new(&root);
    let places = Places {
        workspace: root.join("w"),
        home: None,
        data: root.join("data"),
    };
    let disk = Pausing::new("scripts/big.sh", || {
        println!("\nstaging");
        std::io::stdin()
            .lock()
            .read_line(&mut String::new())
            .unwrap();
    });
    hold(&places, &disk, &mut |_| Wait::Never)
        .unwrap()
        .apply(&install("theirs"))
        .unwrap();
}

struct Other {
    process: Child,
    /// It could not end without somebody who listens.
    _output: BufReader<ChildStdout>,
}

impl Other {
    /// Starts it, up to the middle of its staging.
    fn start(stage: &Stage) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "processes::other_process",
                "--exact",
                "--ignored",
                "--nocapture",
            ])
            .env(STAGE, stage.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let is_staging = output
            .by_ref()
            .lines()
            .any(|line| line.unwrap() == "staging");
        assert!(is_staging);
        Self {
            process: child,
            _output: output,
        }
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn staging_folders(stage: &Stage) -> usize {
    let names = fs::read_dir(stage.path("w/skills")).unwrap();
    names
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_str().unwrap().starts_with(".prowess-"))
        .count()
}

/// IN-25: what a living process stages stays, and one learns who it is; it ends its change undisturbed.
#[test]
fn in_25_living() {
    let stage = Stage::new();
    let mut other = Other::start(&stage);
    let mut owners = Vec::new();
    let recovered = recover(&stage.places, &RealDisk, &mut |owner| {
        owners.push(owner.cloned().unwrap().process);
        Wait::Never
    });
    assert!(
        matches!(recovered, Err(Error::Busy { .. })),
        "{recovered:?}"
    );
    assert_eq!(owners, [other.process.id()]);
    assert_eq!(staging_folders(&stage), 1);
    other
        .process
        .stdin
        .take()
        .unwrap()
        .write_all(b"\n")
        .unwrap();
    // Waiting to its end is enough: no other sign is needed.
    let outcome = hold(&stage.places, &RealDisk, &mut |_| Wait::ToItsEnd)
        .unwrap()
        .apply(&install("mine"));
    assert!(matches!(outcome, Err(Error::Taken { .. })), "{outcome:?}");
    assert!(other.process.wait().unwrap().success());
    let read = fs::read_to_string(stage.path("w/skills/s/SKILL.md"));
    assert_eq!(read.unwrap(), "theirs");
    assert_eq!(staging_folders(&stage), 0);
}

/// IN-25: what a process staged that was killed goes, and the place is free.
#[test]
fn in_25_killed() {
    let stage = Stage::new();
    let mut other = Other::start(&stage);
    assert_eq!(staging_folders(&stage), 1);
    other.process.kill().unwrap();
    other.process.wait().unwrap();
    let recovered = recover(&stage.places, &RealDisk, &mut |_| Wait::Never);
    assert_eq!(recovered.unwrap(), Recovered::Cleared);
    assert!(stage.everything().is_empty(), "{:?}", stage.everything());
    stage.apply_on(&RealDisk, &install("mine")).unwrap();
}

/// IN-23: two users take turns as it comes, without a lock that they share. Who has put the skill there keeps it whole
/// until they take it away, and nothing is left over.
#[test]
fn in_23_two_users() {
    const ROUNDS: usize = 40;
    let stage = Stage::new();
    fs::create_dir(stage.path("w/skills")).unwrap();
    let user = |name: &str| {
        let places = Places {
            data: stage.path(name),
            ..stage.places.clone()
        };
        let skill = tree(&[("SKILL.md", name), ("a/b", name), ("c", name)]);
        let apply = |step: Step| {
            let change = Change {
                steps: vec![step],
                ..Change::default()
            };
            hold(&places, &RealDisk, &mut |_| Wait::ToItsEnd)
                .unwrap()
                .apply(&change)
        };
        let mut done = 0;
        while done < ROUNDS {
            match apply(put(Scope::Workspace, "s", &skill, Before::Nothing)) {
                Ok(_) => done += 1,
                Err(Error::Taken { .. }) => {
                    std::thread::yield_now();
                    continue;
                }
                Err(error) => panic!("{error}"),
            }
            for file in ["SKILL.md", "a/b", "c"] {
                let read = fs::read_to_string(stage.path("w/skills/s").join(file));
                assert_eq!(read.unwrap(), name);
            }
            apply(Step::RemoveSkill {
                scope: Scope::Workspace,
                name: "s".to_owned(),
                before: ours(&skill),
                extras: Extras::Kept,
            })
            .unwrap();
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| user("one"));
        scope.spawn(|| user("two"));
    });
    let left: Vec<String> = stage.everything().into_keys().collect();
    assert_eq!(left, ["w/skills"]);
}
