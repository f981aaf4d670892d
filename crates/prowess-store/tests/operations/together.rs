//! Two processes at once.

use std::sync::Mutex;

use prowess_store::Error;
use prowess_store::ask::{Ask, Nobody};
use prowess_store::change::{Wait, hold};
use prowess_store::disk::RealDisk;
use prowess_store::door::{Admission, Door, Offer};
use prowess_store::operations::{Became, Store};

use crate::stage::{Stage, run, skill};

/// A door at which another process does something meanwhile.
struct Meanwhile<'m>(Mutex<Option<Box<dyn FnOnce() + Send + 'm>>>);

impl Door for Meanwhile<'_> {
    fn admit(&self, _offer: &Offer<'_>, _ask: &dyn Ask) -> Result<Admission, Error> {
        let deed = self.0.lock().unwrap().take();
        if let Some(deed) = deed {
            // A process of its own has threads of its own.
            std::thread::scope(|scope| scope.spawn(deed).join()).unwrap();
        }
        Ok(Admission::default())
    }
}

/// What one process installs while another is about to install the same stays whole, and both are content (IN-23).
#[test]
fn in_23_the_same() {
    let stage = Stage::new();
    stage.skill("source/s", "S.");
    let request = stage.install("source/s");
    let door = Meanwhile(Mutex::new(Some(Box::new(|| {
        let other = run(stage.store().install(&request)).unwrap();
        assert_eq!(other.skills[0].became, Became::New);
    }))));
    let store = Store {
        door: &door,
        ..stage.store()
    };
    let installed = run(store.install(&request)).unwrap();
    assert!(installed.failed.is_empty(), "{installed:?}");
    assert_eq!(installed.skills[0].became, Became::Same);
    assert_eq!(stage.read("w/.agents/skills/s/SKILL.md"), skill("s", "S."));
    let lock = stage.read("w/prowess.lock");
    assert_eq!(lock.matches("[[skill]]").count(), 1, "{lock}");
}

/// Where the other one has installed another skill of the name, that one stays.
#[test]
fn in_23_another() {
    let stage = Stage::new();
    stage.skill("source/s", "S.");
    stage.skill("source/other/s", "other");
    let request = stage.install("source/s");
    let door = Meanwhile(Mutex::new(Some(Box::new(|| {
        run(stage.store().install(&stage.install("source/other/s"))).unwrap();
    }))));
    let store = Store {
        door: &door,
        ..stage.store()
    };
    let installed = run(store.install(&request)).unwrap();
    assert!(
        matches!(installed.failed[0].error, Error::AlreadyKept { .. }),
        "{installed:?}"
    );
    assert_eq!(
        stage.read("w/.agents/skills/s/SKILL.md"),
        skill("s", "other")
    );
}

/// What others install in the meantime is not lost from the lock and the wishes.
#[test]
fn both_are_kept() {
    let stage = Stage::new();
    stage.skill("source/s", "S.");
    stage.skill("source/t", "T.");
    let door = Meanwhile(Mutex::new(Some(Box::new(|| {
        run(stage.store().install(&stage.install("source/t"))).unwrap();
    }))));
    let store = Store {
        door: &door,
        ..stage.store()
    };
    run(store.install(&stage.install("source/s"))).unwrap();
    for file in ["w/prowess.lock", "w/prowess.toml"] {
        let text = stage.read(file);
        assert!(text.contains("/s\"") && text.contains("/t\""), "{text}");
    }
}

/// Who may not wait is told who is at work, and nothing is changed.
#[test]
fn busy() {
    let stage = Stage::new();
    stage.skill("source/s", "S.");
    let held = hold(&stage.places, &RealDisk, &mut |_| Wait::Never).unwrap();
    let store = stage.store_with(&Nobody, &RealDisk);
    let busy = run(store.install(&stage.install("source/s")));
    let Err(Error::Busy { owner }) = &busy else {
        unreachable!("{busy:?}")
    };
    assert!(owner.contains(&std::process::id().to_string()), "{owner}");
    assert!(!stage.is_there("w/.agents"));
    drop(held);
    assert!(run(store.install(&stage.install("source/s"))).is_ok());
}
