use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::fetch::Revision;
use crate::lock::Origin;
use crate::{Tree, TreeFile, TreeLimits};

fn tree(files: &[(&str, &str, bool)]) -> Tree {
    let mut tree = Tree::new();
    for (path, text, executable) in files {
        let file = TreeFile {
            bytes: text.as_bytes().to_vec(),
            executable: *executable,
        };
        tree.add(path, file, &TreeLimits::default()).unwrap();
    }
    tree
}

fn locked(name: &str, scope: Scope) -> LockedSkill {
    let origin = Origin::of("o/r#v1".parse().unwrap()).at("skills/s");
    let revision = Revision::Commit {
        commit: "ab".repeat(20),
    };
    let tree = tree(&[("SKILL.md", "a", false), ("run \"it\".sh", "b", true)]);
    LockedSkill::new(name, scope, &origin, revision, &tree)
}

fn places(folder: &Path) -> Places {
    Places {
        workspace: folder.join("w"),
        home: Some(folder.join("h")),
        data: folder.join("d"),
    }
}

/// A folder with both parts, and a workspace lock of this text.
fn with_lock(text: &str) -> (tempfile::TempDir, Places) {
    let folder = tempfile::tempdir().unwrap();
    let places = places(folder.path());
    std::fs::create_dir(&places.workspace).unwrap();
    std::fs::create_dir(&places.data).unwrap();
    std::fs::write(places.workspace.join("prowess.lock"), text).unwrap();
    (folder, places)
}

fn read_text(text: &str) -> Result<Lock, Error> {
    let (lock, _) = read(
        Path::new("prowess.lock"),
        text.as_bytes(),
        Keeper::Workspace,
        MIGRATIONS,
    )?;
    Ok(lock)
}

fn reason(text: &str) -> String {
    match read_text(text) {
        Err(Error::State { reason, .. }) => reason,
        other => panic!("{other:?}"),
    }
}

/// The text of a lock is fixed to the byte.
#[test]
fn text() {
    let mut lock = Lock::default();
    let mut skill = locked("weather", Scope::Project);
    skill.targets = vec!["nanobot".to_owned(), "claude-code".to_owned()];
    lock.put(skill);
    let expected = r#"# Kept by `prowess`: commit this file, and change `prowess.toml` instead of it.
version = 1

[[skill]]
name = "weather"
scope = "project"
source = "git+https://github.com/o/r"
requested = "v1"
path = "skills/s"
revision = { kind = "commit", commit = "abababababababababababababababababababab" }
digest = "DIGEST"
targets = ["claude-code", "nanobot"]
executable = ["run \"it\".sh"]

[skill.files]
"SKILL.md" = "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
"run \"it\".sh" = "sha256:3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d"
"#;
    let digest = lock.skills[0].digest.to_string();
    assert_eq!(lock.to_string(), expected.replace("DIGEST", &digest));
}

/// What is written is what is read, in one order whatever it was put in.
#[test]
fn round_trip() {
    let mut lock = Lock::default();
    lock.put(locked("b", Scope::Workspace));
    lock.put(locked("c", Scope::Project));
    lock.put(locked("a", Scope::Project));
    lock.put(locked("a", Scope::Workspace));
    let names: Vec<_> = lock.skills.iter().map(LockedSkill::key).collect();
    let (workspace, project) = (Scope::Workspace, Scope::Project);
    assert_eq!(
        names,
        [
            (workspace, "a"),
            (workspace, "b"),
            (project, "a"),
            (project, "c")
        ]
    );
    assert_eq!(read_text(&lock.to_string()).unwrap(), lock);
    let mut other = lock.clone();
    other.skills.reverse();
    assert_eq!(other.to_string(), lock.to_string());
}

proptest! {
    /// Any text in any field comes back.
    #[test]
    fn any_text(requested in "\\PC{0,8}|[\\x00-\\x7f]{0,8}", target in "\\PC{0,8}") {
        let mut skill = locked("s", Scope::Project);
        skill.requested = Some(requested);
        skill.targets = vec![target];
        let mut lock = Lock::default();
        lock.put(skill);
        prop_assert_eq!(read_text(&lock.to_string()).unwrap(), lock);
    }

    /// No bytes make a reader panic.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = read(Path::new("l"), &bytes, Keeper::User, MIGRATIONS);
    }
}

/// A lock of a newer version is refused (IN-09).
#[test]
fn in_09_newer() {
    let error = read_text("version = 2\nwhat = 1\n").unwrap_err();
    assert!(matches!(error, Error::Newer { version: 2, .. }), "{error}");
}

/// A lock of an older version is read, and stays beside the new one when that is written (IN-09).
#[test]
fn in_09_older() {
    let mut lock = Lock::default();
    lock.put(locked("s", Scope::Project));
    // As a program would see it whose version 2 calls `skill` what version 1 called `kept`.
    let text = lock
        .to_string()
        .replace("[[skill]]", "[[kept]]")
        .replace("[skill.", "[kept.");
    let rename: Migration = |table| {
        let kept = table.remove("kept").ok_or("no `kept`")?;
        table.insert("skill".to_owned(), kept);
        Ok(())
    };
    let (_folder, places) = with_lock(&text);
    let file = LockFile::open_with(&places, Keeper::Workspace, &[rename]).unwrap();
    assert_eq!(file.lock.skills, lock.skills);
    assert_eq!(file.lock.version, 2);
    let written: Vec<_> = file
        .steps(&file.lock)
        .into_iter()
        .map(|step| match step {
            Step::File {
                path,
                bytes,
                before,
                ..
            } => (path, bytes.unwrap(), before),
            other => panic!("{other:?}"),
        })
        .collect();
    let before = Some(Digest::of(text.as_bytes()));
    let of = |name: &str| places.workspace.join(name);
    let expected = [
        (of("prowess.lock.v1"), text.into_bytes(), None),
        (
            of("prowess.lock"),
            file.lock.to_string().into_bytes(),
            before,
        ),
    ];
    assert_eq!(written, expected);
}

/// Both locks are asked, and each skill says its scope (IN-10).
#[test]
fn in_10_both_scopes() {
    let mut lock = Lock::default();
    lock.put(locked("s", Scope::Project));
    let (_folder, places) = with_lock(&lock.to_string());
    let mut users = Lock::default();
    users.put(locked("s", Scope::User));
    std::fs::write(places.data.join("prowess.lock"), users.to_string()).unwrap();
    let locks = Locks::open(&places).unwrap();
    let skills: Vec<_> = locks.skills().map(LockedSkill::key).collect();
    assert_eq!(skills, [(Scope::Project, "s"), (Scope::User, "s")]);
    assert!(locks.workspace.steps(&lock).is_empty());
}

/// A project's lock says nothing of the user's skills.
#[test]
fn foreign_scope() {
    let mut lock = Lock::default();
    lock.put(locked("s", Scope::User));
    assert_eq!(
        reason(&lock.to_string()),
        "`s`: the scope `user` is not of this lock"
    );
}

/// What contradicts itself, leads elsewhere or was half merged is told with its place.
#[test]
fn refused() {
    let mut lock = Lock::default();
    lock.put(locked("s", Scope::Project));
    let text = lock.to_string();
    let twice = format!("{text}{}", text.split_once("\n\n").unwrap().1);
    for (text, expected) in [
        (
            format!("<<<<<<< HEAD\n{text}"),
            "line 1 holds both sides of a merge; take one of them, and install again",
        ),
        (
            text.replace("version = 1", "version = 0"),
            "its `version` is no number from 1 on",
        ),
        (
            text.replace("name = \"s\"", "name = \"../s\""),
            "`../s`: `../s` cannot be the name of a folder: a part of it is `..`; choose another with `--as NAME`",
        ),
        (
            text.replace("ababab\" }", "../x\" }"),
            "`s`: `ababababababababababababababababab../x` is no commit in full",
        ),
        (
            text.replace("ca978112", "00000000"),
            "`s`: its `digest` is not that of its `files`; a merge may have mixed two versions",
        ),
        (
            text.replace("path = \"skills/s\"", "path = \"../s\""),
            "`s`: the path `../s`: a part of it is `..`",
        ),
        (
            text.replace("executable = [", "executable = [\"x\", "),
            "`s`: `x` is in `executable` and not in `files`",
        ),
        (twice, "`s` stands twice for the scope `project`"),
    ] {
        assert_eq!(reason(&text), expected);
    }
    let unknown = reason(&text.replace("name =", "trusted = true\nname ="));
    assert!(unknown.contains("trusted"), "{unknown}");
    assert_eq!(
        reason("version = 1\nskill = [\n"),
        "line 2: unclosed array, expected `]`"
    );
}
