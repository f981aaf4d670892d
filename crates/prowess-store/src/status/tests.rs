use std::path::PathBuf;

use super::*;
use crate::lock::Origin;
use crate::{Tree, TreeFile, TreeLimits};

/// A workspace with one skill in it, and the entry of its lock.
struct Kit {
    _folder: tempfile::TempDir,
    places: Places,
    skill: LockedSkill,
    at: PathBuf,
}

fn kit() -> Kit {
    let folder = tempfile::tempdir().unwrap();
    let places = Places {
        workspace: folder.path().to_path_buf(),
        home: None,
        data: folder.path().join("data"),
    };
    let mut tree = Tree::new();
    for (path, text) in [("SKILL.md", "one\ntwo\n"), ("scripts/go.py", "go")] {
        let bytes = text.as_bytes().to_vec();
        let executable = false;
        let file = TreeFile { bytes, executable };
        tree.add(path, file, &TreeLimits::default()).unwrap();
    }
    let at = folder.path().join("skills/s");
    std::fs::create_dir_all(at.join("scripts")).unwrap();
    for (path, file) in tree.files() {
        std::fs::write(at.join(path.as_str()), &file.bytes).unwrap();
    }
    let origin = Origin::of("o/r".parse().unwrap());
    let commit = "a".repeat(40);
    let skill = LockedSkill::new(
        "s",
        Scope::Workspace,
        &origin,
        Revision::Commit { commit },
        &tree,
    );
    Kit {
        _folder: folder,
        places,
        skill,
        at,
    }
}

impl Kit {
    fn verify(&self, meant: &dyn Meant) -> Status {
        let [status] = verify(&self.places, [&self.skill], meant)
            .try_into()
            .unwrap();
        status
    }
}

fn difference(path: &str, kind: DifferenceKind) -> Difference {
    let path = path.parse().unwrap();
    Difference { path, kind }
}

/// A skill that was only touched, and run, is as it was installed; a file of the user's is told apart (IN-06).
#[test]
fn in_06_untouched() {
    let kit = kit();
    std::fs::create_dir(kit.at.join("__pycache__")).unwrap();
    std::fs::write(kit.at.join("__pycache__/x.pyc"), "x").unwrap();
    std::fs::write(kit.at.join("notes.txt"), "mine").unwrap();
    let yesterday = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let file = std::fs::File::options()
        .write(true)
        .open(kit.at.join("SKILL.md"))
        .unwrap();
    file.set_modified(yesterday).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(kit.at.join("scripts/go.py"), mode).unwrap();
    }
    let status = kit.verify(&());
    assert_eq!(
        (&status.state, status.differences),
        (&State::Installed, vec![])
    );
    let extras: Vec<_> = status.extras.iter().map(ToString::to_string).collect();
    assert_eq!(extras, ["notes.txt"]);
    assert_eq!(status.found, Some(kit.skill.digest));
    let modes: Vec<_> = status.modes.iter().map(TreePath::as_str).collect();
    let expected: &[&str] = if cfg!(unix) { &["scripts/go.py"] } else { &[] };
    assert_eq!(modes, expected);
}

/// A change that nobody spoke of is told; one that was said to be meant is an edit, for just those bytes.
#[test]
fn changed_and_edited() {
    let kit = kit();
    std::fs::write(kit.at.join("SKILL.md"), "three\n").unwrap();
    std::fs::remove_file(kit.at.join("scripts/go.py")).unwrap();
    let status = kit.verify(&());
    assert_eq!(status.state, State::Changed);
    let expected = [
        difference("SKILL.md", DifferenceKind::Content),
        difference("scripts/go.py", DifferenceKind::Missing),
    ];
    assert_eq!(status.differences, expected);
    let meant = status.found;
    assert_eq!(kit.verify(&|_: Scope, _: &str| meant).state, State::Edited);
    std::fs::write(kit.at.join("SKILL.md"), "four\n").unwrap();
    assert_eq!(kit.verify(&|_: Scope, _: &str| meant).state, State::Changed);
}

/// Line ends that a checkout has changed are called by their name.
#[test]
fn line_ends() {
    let kit = kit();
    std::fs::write(kit.at.join("SKILL.md"), "one\r\ntwo\r\n").unwrap();
    let status = kit.verify(&());
    assert_eq!(
        status.differences,
        [difference("SKILL.md", DifferenceKind::LineEnds)]
    );
    assert_eq!(status.state, State::Changed);
}

/// A folder that is gone, and a name that something else has, are two things; without a home nothing is known.
#[test]
fn not_there() {
    let mut kit = kit();
    std::fs::remove_dir_all(&kit.at).unwrap();
    assert_eq!(kit.verify(&()).state, State::Missing);
    std::fs::write(&kit.at, "x").unwrap();
    assert_eq!(kit.verify(&()).state, State::Replaced);
    kit.skill.scope = Scope::User;
    assert!(matches!(kit.verify(&()).state, State::Unknown { .. }));
}

/// The same tree is up to date whatever its revision; unlike revisions without a tree are unknown, never different
/// (IN-07).
#[test]
fn in_07_kinds() {
    let kit = kit();
    let commit = |digit: &str| Revision::Commit {
        commit: digit.repeat(40),
    };
    let version = Revision::Version {
        version: "1.0.0".to_owned(),
        digest: Digest::of(b"").to_string(),
    };
    let of = |revision: Revision, digest: Option<Digest>| {
        Freshness::of(&kit.skill, Ok(&Seen { revision, digest }))
    };
    let same = Some(kit.skill.digest);
    assert_eq!(of(commit("a"), None), Freshness::UpToDate);
    assert_eq!(of(commit("b"), same), Freshness::UpToDate);
    assert_eq!(of(version.clone(), same), Freshness::UpToDate);
    let revision = commit("b");
    assert_eq!(
        of(commit("b"), Some(Digest::of(b"x"))),
        Freshness::Newer { revision }
    );
    for revision in [commit("b"), version, Revision::Folder] {
        let freshness = of(revision, None);
        assert!(
            matches!(freshness, Freshness::Unknown { .. }),
            "{freshness:?}"
        );
    }
}

/// A check that failed is unknown, with its reason (IN-32).
#[test]
fn in_32_failed_check() {
    let kit = kit();
    let error = Error::Git {
        reason: "o/r: 404".to_owned(),
    };
    let reason = "git: o/r: 404".to_owned();
    assert_eq!(
        Freshness::of(&kit.skill, Err(&error)),
        Freshness::Unknown { reason }
    );
}
