//! What changes do and refuse on a disk that works.

use std::fs;
use std::path::Path;

use prowess_fs::{Access, LinkKind};
use prowess_store::change::{Before, Change, Extras, How, Means, Recovered, Step, Wait, hold};
use prowess_store::disk::{Disk, RealDisk};
use prowess_store::kept::look;
use prowess_store::{Error, Scope};

use crate::stage::{Stage, file, ours, path, put, tree};

fn remove(name: &str, before: Before, extras: Extras) -> Step {
    Step::RemoveSkill {
        scope: Scope::Workspace,
        name: name.to_owned(),
        before,
        extras,
    }
}

fn link(stage: &Stage, folder: &str) -> Step {
    Step::Link {
        scope: Scope::Workspace,
        name: "s".to_owned(),
        folder: stage.path(folder),
        means: Means::Link,
        before: Before::Nothing,
    }
}

fn unlink(stage: &Stage, name: &str, folder: &str, before: Before) -> Step {
    Step::Unlink {
        scope: Scope::Workspace,
        name: name.to_owned(),
        folder: stage.path(folder),
        before,
    }
}

/// What is there and not ours is neither overwritten nor removed.
#[test]
fn taken() {
    let skill = tree(&[("SKILL.md", "a")]);
    for (there, before) in [
        ("w/skills/s/other", Before::Nothing),
        ("w/skills/s", ours(&skill)),
    ] {
        let stage = Stage::new();
        stage.write(there, "theirs");
        let old = stage.everything();
        for step in [
            put(Scope::Workspace, "s", &skill, before.clone()),
            remove("s", before, Extras::Removed),
        ] {
            let outcome = stage.apply(vec![step]);
            assert!(
                matches!(&outcome, Err(Error::Taken { path }) if *path == stage.path("w/skills/s")),
                "{outcome:?}"
            );
        }
        assert_eq!(stage.everything(), old);
    }
}

/// A file that was edited after the change was made ends it; so does a lock that somebody else has written.
#[test]
fn changed_meanwhile() {
    let stage = Stage::new();
    let skill = tree(&[("SKILL.md", "a"), ("b", "b")]);
    stage.lay("w/skills/s", &skill);
    stage.write("w/skills/s/b", "edited");
    stage.write("w/prowess.lock", "other");
    let old = stage.everything();
    for step in [
        put(Scope::Workspace, "s", &skill, ours(&skill)),
        remove("s", ours(&skill), Extras::Removed),
        file(stage.path("w/prowess.lock"), Some("new"), Some("old")),
        file(stage.path("w/prowess.lock"), Some("new"), None),
    ] {
        let outcome = stage.apply(vec![step]);
        assert!(
            matches!(outcome, Err(Error::Disk(prowess_fs::Error::Changed { .. }))),
            "{outcome:?}"
        );
    }
    assert_eq!(stage.everything(), old);
}

/// Files that a skill did not bring stop its removal, caches aside, unless it is said that they may go.
#[test]
fn extras_stop_a_removal() {
    let stage = Stage::new();
    let skill = tree(&[("SKILL.md", "a"), ("scripts/b", "b")]);
    stage.lay("w/skills/s", &skill);
    stage.write("w/skills/s/scripts/__pycache__/b.pyc", "c");
    stage.write("w/skills/s/notes/n.md", "n");
    let outcome = stage.apply(vec![remove("s", ours(&skill), Extras::Kept)]);
    assert!(
        matches!(&outcome, Err(Error::Extras { extras, .. }) if *extras == ["notes"]),
        "{outcome:?}"
    );
    stage
        .apply(vec![remove("s", ours(&skill), Extras::Removed)])
        .unwrap();
    assert!(!stage.path("w/skills/s").exists());
    stage.lay("w/skills/s", &skill);
    stage.write("w/skills/s/scripts/__pycache__/b.pyc", "c");
    stage
        .apply(vec![remove("s", ours(&skill), Extras::Kept)])
        .unwrap();
    assert!(!stage.path("w/skills/s").exists());
}

/// A new file takes no place of one that the user has made; one with the same bytes is no loss.
#[test]
fn extra_where_a_new_file_comes() {
    let stage = Stage::new();
    let (old, new) = (
        tree(&[("SKILL.md", "a")]),
        tree(&[("SKILL.md", "b"), ("notes.md", "theirs")]),
    );
    stage.lay("w/skills/s", &old);
    stage.write("w/skills/s/notes.md", "mine");
    let outcome = stage.apply(vec![put(Scope::Workspace, "s", &new, ours(&old))]);
    assert!(
        matches!(&outcome, Err(Error::Taken { path }) if path.ends_with("s/notes.md")),
        "{outcome:?}"
    );
    stage.write("w/skills/s/notes.md", "theirs");
    stage
        .apply(vec![put(Scope::Workspace, "s", &new, ours(&old))])
        .unwrap();
    let known = [path("SKILL.md"), path("notes.md")];
    let kept = look(&stage.path("w/skills/s"), &known).unwrap().unwrap();
    assert_eq!((kept.files.len(), kept.extras), (2, Vec::new()));
}

/// A name that is no single part of a path is refused (IN-17).
#[test]
fn in_17_names() {
    let stage = Stage::new();
    let skill = tree(&[("SKILL.md", "a")]);
    for name in [
        "",
        ".",
        "..",
        "../../x",
        "/tmp/x",
        "a/b",
        "CON",
        ".prowess-x",
    ] {
        for step in [
            put(Scope::Workspace, name, &skill, Before::Nothing),
            remove(name, ours(&skill), Extras::Removed),
            unlink(&stage, name, "w/.client", Before::Nothing),
        ] {
            let outcome = stage.apply(vec![step]);
            assert!(
                matches!(outcome, Err(Error::Name { .. })),
                "{name}: {outcome:?}"
            );
        }
    }
    assert!(stage.everything().is_empty());
}

/// A link that the project brings leads no write out of the workspace.
#[cfg(unix)]
#[test]
fn links_out_of_the_workspace() {
    let stage = Stage::new();
    fs::create_dir(stage.path("home/target")).unwrap();
    for name in ["skills", ".agents", ".client"] {
        let link = stage.path("w").join(name);
        std::os::unix::fs::symlink(stage.path("home/target"), link).unwrap();
    }
    std::os::unix::fs::symlink(stage.path("home/file"), stage.path("w/prowess.lock")).unwrap();
    let skill = tree(&[("SKILL.md", "a")]);
    let old = stage.everything();
    for steps in [
        vec![put(Scope::Workspace, "s", &skill, Before::Nothing)],
        vec![put(Scope::Project, "s", &skill, Before::Nothing)],
        vec![file(stage.path("w/prowess.lock"), Some("x"), None)],
        vec![file(stage.path("w/.client/x"), Some("x"), None)],
    ] {
        let outcome = stage.apply(steps);
        assert!(
            matches!(
                outcome,
                Err(Error::Disk(
                    prowess_fs::Error::Outside { .. } | prowess_fs::Error::Link { .. }
                ))
            ),
            "{outcome:?}"
        );
    }
    assert_eq!(stage.everything(), old);
}

/// The user's own link is followed: their skills may lie among their dotfiles.
#[cfg(unix)]
#[test]
fn links_of_the_user() {
    let stage = Stage::new();
    fs::create_dir_all(stage.path("home/dotfiles/skills")).unwrap();
    fs::create_dir(stage.path("home/.agents")).unwrap();
    std::os::unix::fs::symlink("../dotfiles/skills", stage.path("home/.agents/skills")).unwrap();
    let skill = tree(&[("SKILL.md", "a")]);
    stage
        .apply(vec![put(Scope::User, "s", &skill, Before::Nothing)])
        .unwrap();
    assert!(stage.path("home/dotfiles/skills/s/SKILL.md").is_file());
    // It is theirs, too, where the home is the workspace.
    let mut at_home = Stage::new();
    at_home.places.workspace = at_home.path("home");
    fs::create_dir_all(at_home.path("elsewhere")).unwrap();
    fs::create_dir(at_home.path("home/.agents")).unwrap();
    std::os::unix::fs::symlink("../../elsewhere", at_home.path("home/.agents/skills")).unwrap();
    at_home
        .apply(vec![put(Scope::User, "s", &skill, Before::Nothing)])
        .unwrap();
    assert!(at_home.path("elsewhere/s/SKILL.md").is_file());
}

/// Skills are readable for everyone as far as the user's mask lets them, scripts executable; what is the user's own is
/// for nobody else.
#[cfg(unix)]
#[test]
fn rights() {
    use std::os::unix::fs::PermissionsExt as _;
    let stage = Stage::new();
    let skill = tree(&[("SKILL.md", "a"), ("scripts/go.sh", "b")]);
    stage
        .apply(vec![put(Scope::Workspace, "s", &skill, Before::Nothing)])
        .unwrap();
    let mode = |path: &str| fs::metadata(stage.path(path)).unwrap().permissions().mode() & 0o7777;
    let mask = 0o777
        & !{
            fs::create_dir(stage.path("plain")).unwrap();
            mode("plain")
        };
    assert_eq!(mode("w/skills/s/SKILL.md"), 0o644 & !mask);
    assert_eq!(mode("w/skills/s/scripts/go.sh"), 0o755 & !mask);
    assert_eq!(mode("w/skills/s/scripts"), 0o755 & !mask);
    assert_eq!(mode("w/skills/s"), 0o755 & !mask);
    assert_eq!(mode("data/change"), 0o700);
    assert_eq!(mode("data/change/owner.json"), 0o600);
}

/// A folder that may not be written to is named.
#[test]
fn read_only_folder() {
    let stage = Stage::new();
    fs::create_dir(stage.path("w/skills")).unwrap();
    // The intent is the first operation, the staging folder the second.
    let disk = crate::faulty::FaultyDisk::new(crate::faulty::Fault::Refused, 1);
    let skill = tree(&[("SKILL.md", "a")]);
    let change = Change {
        steps: vec![put(Scope::Workspace, "s", &skill, Before::Nothing)],
        ..Change::default()
    };
    let error = stage.apply_on(&disk, &change).unwrap_err();
    let expected = format!("{}: permission denied", stage.path("w/skills").display());
    assert_eq!(error.to_string(), expected);
}

/// IN-26: one client loses its link, the other keeps its own and the skill stays.
#[cfg(unix)]
#[test]
fn in_26_one_client_of_two() {
    let stage = Stage::new();
    let skill = tree(&[("SKILL.md", "a")]);
    let applied = stage
        .apply(vec![
            put(Scope::Workspace, "s", &skill, Before::Nothing),
            link(&stage, "w/.x/skills"),
            link(&stage, "home/.y/skills"),
            link(&stage, "w/skills"),
        ])
        .unwrap();
    let how: Vec<_> = applied
        .placed
        .into_iter()
        .map(|placed| placed.how)
        .collect();
    assert_eq!(how, [How::Link, How::Link, How::SameFolder]);
    assert_eq!(
        fs::read_link(stage.path("w/.x/skills/s")).unwrap(),
        Path::new("../../skills/s")
    );
    stage
        .apply(vec![
            unlink(&stage, "s", "w/.x/skills", Before::Nothing),
            unlink(&stage, "s", "w/skills", Before::Nothing),
        ])
        .unwrap();
    assert!(!stage.path("w/.x/skills/s").exists());
    let read = fs::read_to_string(stage.path("home/.y/skills/s/SKILL.md"));
    assert_eq!(read.unwrap(), "a");
    // The link that is there already stays as it is.
    let again = stage.apply(vec![link(&stage, "home/.y/skills")]).unwrap();
    assert_eq!(again.placed[0].how, How::Already);
    assert!(again.places.is_empty());
}

/// IN-27: only links into our own folders go, also where the skill is gone already; a folder goes only as our own copy.
#[cfg(unix)]
#[test]
fn in_27_links_of_others() {
    use std::os::unix::fs::symlink;
    let stage = Stage::new();
    let (mine, edited) = (
        tree(&[("SKILL.md", "mine")]),
        tree(&[("SKILL.md", "edited")]),
    );
    stage.lay("w/skills/mine", &mine);
    stage.write("w/other/theirs/SKILL.md", "theirs");
    fs::create_dir_all(stage.path("w/agent/skills")).unwrap();
    for (target, name) in [
        ("../../skills/mine", "mine"),
        ("../../other/theirs", "theirs"),
        ("../../skills/dangling", "dangling"),
    ] {
        symlink(target, stage.path("w/agent/skills").join(name)).unwrap();
    }
    stage.lay("w/agent/skills/copy", &mine);
    stage.lay("w/agent/skills/edited", &edited);
    let names = ["mine", "theirs", "dangling", "copy", "edited", "none"];
    let steps = names.map(|name| unlink(&stage, name, "w/agent/skills", ours(&mine)));
    let applied = stage.apply(steps.into()).unwrap();
    let folder = stage.path("w/agent/skills");
    assert_eq!(
        applied.not_ours,
        [folder.join("theirs"), folder.join("edited")]
    );
    let mut left: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["edited", "theirs"]);
    assert!(stage.path("w/skills/mine/SKILL.md").is_file());
}

/// A disk without links, as Windows is for most of its users.
struct NoLinks;

impl Disk for NoLinks {
    fn make_folder(&self, path: &Path, access: Access) -> Result<(), prowess_fs::Error> {
        RealDisk.make_folder(path, access)
    }
    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), prowess_fs::Error> {
        RealDisk.create(path, bytes, access)
    }
    fn write(&self, path: &Path, bytes: &[u8], access: Access) -> Result<(), prowess_fs::Error> {
        RealDisk.write(path, bytes, access)
    }
    fn rename(&self, from: &Path, to: &Path) -> Result<(), prowess_fs::Error> {
        RealDisk.rename(from, to)
    }
    fn replace(&self, from: &Path, to: &Path) -> Result<(), prowess_fs::Error> {
        RealDisk.replace(from, to)
    }
    fn link(&self, _: &Path, at: &Path, kind: LinkKind) -> Result<(), prowess_fs::Error> {
        match kind {
            LinkKind::Symbolic => Err(prowess_fs::Error::Denied { path: at.into() }),
            LinkKind::Junction => Err(prowess_fs::Error::System {
                path: at.into(),
                source: std::io::ErrorKind::Unsupported.into(),
            }),
        }
    }
    fn remove(&self, path: &Path) -> Result<(), prowess_fs::Error> {
        RealDisk.remove(path)
    }
    fn remove_empty(&self, path: &Path) -> Result<(), prowess_fs::Error> {
        RealDisk.remove_empty(path)
    }
    fn sync(&self, folder: &Path) -> Result<(), prowess_fs::Error> {
        RealDisk.sync(folder)
    }
}

/// IN-30: where links are refused there is a copy, which is said with the reason; it is updated and removed as one.
#[test]
fn in_30_no_links() {
    let stage = Stage::new();
    let (old, new) = (tree(&[("SKILL.md", "old")]), tree(&[("SKILL.md", "new")]));
    let run = |steps| {
        let change = Change {
            steps,
            ..Change::default()
        };
        stage.apply_on(&NoLinks, &change).unwrap()
    };
    let again = |before| Step::Link {
        scope: Scope::Workspace,
        name: "s".to_owned(),
        folder: stage.path("w/.client/skills"),
        means: Means::Link,
        before,
    };
    let read = || fs::read_to_string(stage.path("w/.client/skills/s/SKILL.md")).unwrap();
    let applied = run(vec![
        put(Scope::Workspace, "s", &old, Before::Nothing),
        again(Before::Nothing),
    ]);
    let reason = "permission denied".to_owned();
    assert_eq!(applied.placed[0].how, How::CopyForWantOfLinks { reason });
    assert_eq!(read(), "old");
    run(vec![
        put(Scope::Workspace, "s", &new, ours(&old)),
        again(ours(&old)),
    ]);
    assert_eq!(read(), "new");
    // A copy of a skill that lies there already is read from there.
    run(vec![unlink(&stage, "s", "w/.client/skills", ours(&new))]);
    assert!(!stage.path("w/.client/skills/s").exists());
    run(vec![again(Before::Nothing)]);
    assert_eq!(read(), "new");
}

/// A link to a skill that is not there, or goes, is not made.
#[test]
fn link_to_nothing() {
    let stage = Stage::new();
    let skill = tree(&[("SKILL.md", "a")]);
    let refused = |steps| {
        let outcome = stage.apply(steps);
        assert!(matches!(outcome, Err(Error::NotKept { .. })), "{outcome:?}");
    };
    refused(vec![link(&stage, "w/.client")]);
    stage.lay("w/skills/s", &skill);
    let gone = remove("s", ours(&skill), Extras::Kept);
    refused(vec![gone, link(&stage, "w/.client")]);
}

/// A skill with the same files stays as it is; one whose script has lost its right is put anew.
#[cfg(unix)]
#[test]
fn same_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let stage = Stage::new();
    let skill = tree(&[("SKILL.md", "a"), ("go.sh", "b")]);
    stage.lay("w/skills/s", &skill);
    stage.write("w/skills/s/notes", "mine");
    let again = || {
        let steps = vec![put(Scope::Workspace, "s", &skill, ours(&skill))];
        stage.apply(steps).unwrap().places.len()
    };
    assert_eq!(again(), 0);
    let script = stage.path("w/skills/s/go.sh");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(again(), 1);
    assert_eq!(
        fs::metadata(&script).unwrap().permissions().mode() & 0o100,
        0o100
    );
    assert!(stage.path("w/skills/s/notes").is_file());
}

/// A change of two steps in one place, and one that changes nothing.
#[test]
fn steps_in_one_place() {
    let stage = Stage::new();
    let (old, new) = (tree(&[("SKILL.md", "old")]), tree(&[("SKILL.md", "new")]));
    stage.lay("w/skills/s", &old);
    let applied = stage
        .apply(vec![
            remove("s", ours(&old), Extras::Kept),
            put(Scope::Workspace, "s", &new, Before::Nothing),
        ])
        .unwrap();
    assert_eq!(applied.places, [stage.path("w/skills/s")]);
    let read = fs::read_to_string(stage.path("w/skills/s/SKILL.md"));
    assert_eq!(read.unwrap(), "new");
    stage.write("w/prowess.lock", "same");
    let nothing = stage
        .apply(vec![
            file(stage.path("w/prowess.lock"), Some("same"), Some("same")),
            remove("gone", Before::Nothing, Extras::Kept),
            remove("gone", Before::Ours([].into()), Extras::Kept),
        ])
        .unwrap();
    assert!(nothing.places.is_empty());
}

/// A journal of a newer version, or one that cannot be read, stops every change and stays as it is (IN-09).
#[test]
fn in_09_newer_journal() {
    for (text, is_newer) in [(r#"{"version":2,"steps":[]}"#, true), ("broken", false)] {
        let stage = Stage::new();
        stage.write("data/change/journal.json", text);
        let held = hold(&stage.places, &RealDisk, &mut |_| Wait::Never);
        match held.map(|held| held.recovered()) {
            Err(Error::Newer { version: 2, .. }) if is_newer => {}
            Err(Error::State { .. }) if !is_newer => {}
            other => panic!("{other:?}"),
        }
        let kept = fs::read_to_string(stage.path("data/change/journal.json"));
        assert_eq!(kept.unwrap(), text);
    }
    let stage = Stage::new();
    let held = hold(&stage.places, &RealDisk, &mut |_| Wait::Never).unwrap();
    assert_eq!(held.recovered(), Recovered::Nothing);
}
