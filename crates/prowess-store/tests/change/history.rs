//! What is remembered, taken back, and forgotten.

use std::fs;

use prowess_base::Digest;
use prowess_store::change::{Before, Change, Extras, Held, Means, Step, Wait, hold};
use prowess_store::disk::RealDisk;
use prowess_store::history::History;
use prowess_store::objects::{Collected, Manifest, Objects};
use prowess_store::{Error, Scope};

use crate::stage::{Stage, Thing, file, ours, put, tree};

fn held(stage: &Stage) -> Held<'_> {
    hold(&stage.places, &RealDisk, &mut |_| Wait::Never).unwrap()
}

fn named(deed: &str, steps: Vec<Step>) -> Change {
    Change {
        steps,
        deed: Some(deed.to_owned()),
    }
}

/// Everything but the history itself.
fn state(stage: &Stage) -> Vec<(String, Thing)> {
    let all = stage.everything().into_iter();
    all.filter(|(path, _)| !path.starts_with("data/history"))
        .collect()
}

fn undo_last(stage: &Stage) -> Result<(), Error> {
    let records = History::of(&stage.places).records()?;
    let last = records.first().unwrap();
    let change = last.undo(&Objects::of(&stage.places))?;
    held(stage).apply(&change).map(drop)
}

/// Each change is taken back to the last byte, link and right; files of the user's own go along. The taking back can be
/// taken back.
#[cfg(unix)]
#[test]
fn undo() {
    let stage = Stage::new();
    let (old, new) = (
        tree(&[("SKILL.md", "old"), ("run.sh", "old"), ("gone", "gone")]),
        tree(&[("SKILL.md", "new"), ("run.sh", "new"), ("added", "added")]),
    );
    let link = |folder: &str, means, before| Step::Link {
        scope: Scope::Workspace,
        name: "s".to_owned(),
        folder: stage.path(folder),
        means,
        before,
    };
    let unlink = |folder: &str, before| Step::Unlink {
        scope: Scope::Workspace,
        name: "s".to_owned(),
        folder: stage.path(folder),
        before,
    };
    let lock = || stage.path("w/prowess.lock");
    stage.write("w/skills/other/SKILL.md", "other");
    for folder in ["w/.x/skills/keep", "home/.y/skills/keep"] {
        fs::create_dir_all(stage.path(folder)).unwrap();
    }
    let changes = [
        vec![
            put(Scope::Workspace, "s", &old, Before::Nothing),
            link("w/.x/skills", Means::Link, Before::Nothing),
            link("home/.y/skills", Means::Copy, Before::Nothing),
            file(lock(), Some("1"), None),
        ],
        vec![
            put(Scope::Workspace, "s", &new, ours(&old)),
            link("home/.y/skills", Means::Copy, ours(&old)),
            link("w/.x/skills", Means::Copy, Before::Nothing),
            file(lock(), Some("2"), Some("1")),
        ],
        vec![
            unlink("w/.x/skills", ours(&new)),
            unlink("home/.y/skills", ours(&new)),
            Step::RemoveSkill {
                scope: Scope::Workspace,
                name: "s".to_owned(),
                before: ours(&new),
                extras: Extras::Kept,
            },
            file(lock(), None, Some("2")),
        ],
    ];
    let mut states = vec![state(&stage)];
    for (number, steps) in changes.into_iter().enumerate() {
        let change = named(&format!("deed {number}"), steps);
        let applied = held(&stage).apply(&change).unwrap();
        assert_eq!(applied.record, Some(number as u64 + 1));
        states.push(state(&stage));
    }
    // Each taking back is a change itself: what is undone next is the one before it.
    for number in (0..3).rev() {
        let record = History::of(&stage.places).read(number + 1).unwrap();
        let change = record.undo(&Objects::of(&stage.places)).unwrap();
        held(&stage).apply(&change).unwrap();
        assert_eq!(state(&stage), states[number as usize], "{number}");
        undo_last(&stage).unwrap();
        assert_eq!(state(&stage), states[number as usize + 1], "{number}");
        let change = record.undo(&Objects::of(&stage.places)).unwrap();
        held(&stage).apply(&change).unwrap();
        assert_eq!(state(&stage), states[number as usize], "{number}");
    }
    let deeds: Vec<_> = History::of(&stage.places)
        .records()
        .unwrap()
        .into_iter()
        .map(|record| record.deed)
        .collect();
    assert_eq!(deeds.len(), 12);
    assert_eq!(deeds[0], "undo deed 0");
}

/// A change is not taken back over an edit that came after it.
#[test]
fn undo_after_an_edit() {
    let stage = Stage::new();
    let (old, new) = (tree(&[("SKILL.md", "old")]), tree(&[("SKILL.md", "new")]));
    stage.lay("w/skills/s", &old);
    let steps = vec![put(Scope::Workspace, "s", &new, ours(&old))];
    held(&stage).apply(&named("update s", steps)).unwrap();
    stage.write("w/skills/s/SKILL.md", "edited");
    let edited = stage.everything();
    let outcome = undo_last(&stage);
    assert!(
        matches!(outcome, Err(Error::Disk(prowess_fs::Error::Changed { .. }))),
        "{outcome:?}"
    );
    assert_eq!(stage.everything(), edited);
}

/// A change that changes nothing, or is refused, enters no history; one without a name neither.
#[test]
fn no_record() {
    let stage = Stage::new();
    let skill = tree(&[("SKILL.md", "a")]);
    stage.write("w/prowess.lock", "same");
    let same = file(stage.path("w/prowess.lock"), Some("same"), Some("same"));
    held(&stage).apply(&named("nothing", vec![same])).unwrap();
    stage
        .apply(vec![put(Scope::Workspace, "s", &skill, Before::Nothing)])
        .unwrap();
    let taken = named(
        "taken",
        vec![put(Scope::Workspace, "s", &skill, Before::Nothing)],
    );
    held(&stage).apply(&taken).unwrap_err();
    assert_eq!(History::of(&stage.places).records().unwrap(), []);
}

/// What is kept is the user's own, is read only as it was written, and goes when nothing needs it.
#[test]
fn objects() {
    let stage = Stage::new();
    let objects = Objects::of(&stage.places);
    let (one, two) = (
        tree(&[("SKILL.md", "one"), ("run.sh", "same")]),
        tree(&[("SKILL.md", "two"), ("b", "same")]),
    );
    let mut held = held(&stage);
    let manifest = objects.put_tree(&held, &one).unwrap();
    assert_eq!(manifest, Manifest::of(&one));
    assert_eq!(objects.tree(&manifest).unwrap(), Some(one));
    let other = objects.put_tree(&held, &two).unwrap();
    // One file of its tree is needed by the workspace, the other by nobody.
    objects.need(&held, [&manifest]).unwrap();
    let collected = objects.collect(&held).unwrap();
    let gone = Collected {
        objects: 1,
        bytes: 3,
    };
    assert_eq!(collected, gone);
    assert_eq!(objects.tree(&other).unwrap(), None);
    assert!(objects.tree(&manifest).unwrap().is_some());
    // What the history needs stays, until it is forgotten.
    stage.write("w/prowess.lock", "before");
    let steps = vec![file(
        stage.path("w/prowess.lock"),
        Some("after"),
        Some("before"),
    )];
    held.apply(&named("lock", steps)).unwrap();
    assert_eq!(objects.collect(&held).unwrap(), Collected::default());
    let before = Digest::of(b"before");
    assert_eq!(objects.get(&before).unwrap().unwrap(), b"before");
    let history = History::of(&stage.places);
    assert_eq!(history.forget(&held, 1).unwrap(), 0);
    assert_eq!(history.forget(&held, 0).unwrap(), 1);
    assert_eq!(objects.collect(&held).unwrap().objects, 1);
    assert_eq!(objects.get(&before).unwrap(), None);
    // A workspace that is gone needs nothing.
    fs::remove_dir_all(stage.path("w")).unwrap();
    assert_eq!(objects.collect(&held).unwrap().objects, 2);
}

/// Bytes that were changed on the disk are not taken for what they were.
#[test]
fn damaged_object() {
    let stage = Stage::new();
    let objects = Objects::of(&stage.places);
    let held = held(&stage);
    objects
        .put_tree(&held, &tree(&[("SKILL.md", "text")]))
        .unwrap();
    let digest = Digest::of(b"text");
    let hex = digest.to_string().replace("sha256:", "");
    let path = stage.path(&format!("data/objects/{}/{}", &hex[..2], &hex[2..]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(path.clone()), 0o600);
        assert_eq!(mode(path.parent().unwrap().to_path_buf()), 0o700);
    }
    fs::write(&path, "TEXT").unwrap();
    let read = objects.get(&digest);
    assert!(matches!(read, Err(Error::Digest { .. })), "{read:?}");
    // A torn one is written anew.
    fs::write(&path, "te").unwrap();
    objects
        .put_tree(&held, &tree(&[("SKILL.md", "text")]))
        .unwrap();
    assert_eq!(objects.get(&digest).unwrap().unwrap(), b"text");
}

/// A record of a newer version is refused and stays, and nothing is collected that it may need (IN-09).
#[test]
fn in_09_newer_record() {
    let stage = Stage::new();
    let objects = Objects::of(&stage.places);
    let held = held(&stage);
    let manifest = objects
        .put_tree(&held, &tree(&[("SKILL.md", "a")]))
        .unwrap();
    let text = r#"{"version":2,"deeds":[]}"#;
    stage.write("data/history/00000001.json", text);
    let collected = objects.collect(&held);
    assert!(
        matches!(collected, Err(Error::Newer { version: 2, .. })),
        "{collected:?}"
    );
    assert!(objects.tree(&manifest).unwrap().is_some());
    let kept = fs::read_to_string(stage.path("data/history/00000001.json"));
    assert_eq!(kept.unwrap(), text);
}
