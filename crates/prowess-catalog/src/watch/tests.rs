//! A system without watching, with little of it, and events that matter or do not.

use std::fs;

use prowess_base::Surroundings;

use super::system::Reach;
use super::*;
use crate::{Catalog, Profile, Request};
use std::path::Path;

/// A system that sets a number of watches and then has none left.
struct Scarce {
    left: usize,
}

impl System for Scarce {
    fn reach(&self) -> Reach {
        Reach::Folder
    }

    fn watch(&mut self, _: &Path) -> Result<(), WatchFault> {
        self.left = self.left.checked_sub(1).ok_or(WatchFault::NoneLeft)?;
        Ok(())
    }

    fn forget(&mut self, _: &Path) {
        self.left += 1;
    }
}

fn catalog(folder: &Path) -> Catalog {
    let mut request = Request::new(Profile::own(), Surroundings::bare(folder));
    request.workspace = Some(folder.to_path_buf());
    let mut catalog = Catalog::new(request);
    catalog.load();
    catalog
}

/// A folder with two skills, by its real path.
fn stage() -> (tempfile::TempDir, PathBuf) {
    let stage = tempfile::tempdir().unwrap();
    let folder = fs::canonicalize(stage.path()).unwrap();
    for name in ["a", "b"] {
        let skill = folder.join("skills").join(name);
        fs::create_dir_all(skill.join("scripts")).unwrap();
        let text = format!("---\nname: {name}\ndescription: d\n---\n");
        fs::write(skill.join("SKILL.md"), text).unwrap();
    }
    (stage, folder)
}

/// Where the system has no watches left, or none at all, a wait ends in time for a look, and it is
/// said how much is watched.
#[test]
fn too_few_watches() {
    let (_stage, folder) = stage();
    let places = Places::of(&catalog(&folder), &[]);
    let all = places.folders(Reach::Folder).len();
    let mut watcher = Watcher::with_system(|_| Ok(Box::new(Scarce { left: 2 })));
    assert!(watcher.follow(places.clone()));
    assert_eq!(
        *watcher.coverage(),
        Coverage::Part {
            folders: 2,
            missing: all - 2,
            reason: "the system gives no more watches".to_owned(),
        }
    );
    assert_eq!(watcher.wait(None), Signal::Look);
    assert_eq!(watcher.wait(Some(Duration::ZERO)), Signal::TimeUp);

    let mut watcher = Watcher::with_system(|_| Err(WatchFault::NoneLeft));
    assert!(!watcher.follow(places));
    assert_eq!(watcher.wait(None), Signal::Look);
}

/// What is not followed any more is given back, so that the same number of watches serves again.
#[test]
fn watches_are_given_back() {
    let (_stage, folder) = stage();
    let places = Places::of(&catalog(&folder), &[]);
    let all = places.folders(Reach::Folder).len();
    let mut watcher = Watcher::with_system(|_| Ok(Box::new(Scarce { left: all })));
    watcher.follow(places.clone());
    assert!(!watcher.follow(places.clone()));
    watcher.follow(Places::default());
    assert_eq!(*watcher.coverage(), Coverage::Whole { folders: 0 });
    watcher.follow(places);
    assert_eq!(*watcher.coverage(), Coverage::Whole { folders: all });
}

/// Listings of roots, the SKILL.md of a skill, the way to a root that is not there yet and a file of
/// settings matter; what lies beside a SKILL.md, deeper or beside the way does not.
#[test]
fn what_matters() {
    let (_stage, folder) = stage();
    let settings = folder.join("config/prowess/config.toml");
    let places = Places::of(&catalog(&folder), &[settings]);
    let concerns = |path: &str| places.concerns(&folder.join(path));
    for path in [
        "skills/new",
        "skills/a",
        "skills/a/SKILL.md",
        "skills",
        ".agents",
        ".claude",
        "config",
    ] {
        assert!(concerns(path), "{path}");
    }
    for path in [
        "skills/a/.SKILL.md.swp",
        "skills/a/scripts",
        "skills/a/scripts/run.py",
        "src",
        "config/prowess/config.toml",
    ] {
        assert!(!concerns(path), "{path}");
    }
    assert_eq!(
        places.folders(Reach::Tree).len() + 2,
        places.folders(Reach::Folder).len()
    );
}

/// A folder that is replaced by another of its name is watched anew.
#[test]
fn replaced_folders() {
    let (_stage, folder) = stage();
    let mut catalog = catalog(&folder);
    let mut watcher = Watcher::with_system(|_| Ok(Box::new(Scarce { left: 100 })));
    watcher.follow(Places::of(&catalog, &[]));
    fs::rename(folder.join("skills"), folder.join("old")).unwrap();
    fs::create_dir_all(folder.join("skills/c")).unwrap();
    catalog.refresh();
    assert!(watcher.follow(Places::of(&catalog, &[])));
    assert!(!watcher.follow(Places::of(&catalog, &[])));
}

/// Another thread ends a wait.
#[test]
fn stopped() {
    let watcher = Watcher::with_system(|_| Ok(Box::new(Scarce { left: 1 })));
    let stopper = watcher.stopper();
    std::thread::scope(|scope| {
        let waiting = scope.spawn(move || watcher.wait(None));
        stopper.stop();
        assert_eq!(waiting.join().unwrap(), Signal::Stopped);
    });
}
