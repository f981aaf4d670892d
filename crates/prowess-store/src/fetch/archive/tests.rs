//! What archives become, and which are refused. They are made byte by byte: no writer of archives makes most of these.

mod made;
mod mutated;

use made::{Link, Tar, Zip, gzip};

use super::*;
use crate::fetch::Choice;
use crate::source::Location;
use crate::{PathFault, Tree, TreeError};

const SKILL: &[u8] = b"---\nname: s\ndescription: d\n---\nRun scripts/go.sh\n";
const SCRIPT: &[u8] = b"#!/bin/sh\necho hi\n";

fn source() -> Source {
    Source::Archive(Location::Path("a.zip".into()))
}

fn harvested(bytes: &[u8]) -> Result<Harvest, Error> {
    harvest(source(), "a", bytes, &Limits::default())
}

/// The one skill of an archive.
fn tree(bytes: &[u8]) -> Tree {
    let harvest = harvested(bytes).unwrap();
    harvest.choose(Choice::Only).unwrap()[0].tree.clone()
}

fn paths(tree: &Tree) -> Vec<&str> {
    tree.files().map(|(path, _)| path.as_str()).collect()
}

fn reason(bytes: &[u8]) -> String {
    match harvested(bytes) {
        Err(Error::Archive { reason, .. }) => reason,
        other => panic!("{other:?}"),
    }
}

/// A script can be executed by every route, and no other right is kept; the digest is one.
#[test]
fn in_11_execute_right_by_every_route() {
    let zip = Zip::new()
        .file("s/SKILL.md", SKILL)
        .mode(0o104_755)
        .packed("s/scripts/go.sh", SCRIPT)
        .finish();
    let tar = Tar::new()
        .file("./s/SKILL.md", SKILL)
        .mode(0o4755)
        .file("./s/scripts/go.sh", SCRIPT)
        .finish();
    let mut expected = Tree::new();
    for (path, bytes, executable) in [("SKILL.md", SKILL, false), ("scripts/go.sh", SCRIPT, true)] {
        let bytes = bytes.to_vec();
        let file = TreeFile { bytes, executable };
        expected.add(path, file, &Limits::default().tree).unwrap();
    }
    for bytes in [&zip, &tar, &gzip(&tar)] {
        assert_eq!(tree(bytes), expected);
        assert_eq!(tree(bytes).digest(), expected.digest());
        let harvest = harvested(bytes).unwrap();
        assert_eq!(harvest.left_out.len(), 1, "{:?}", harvest.left_out);
        let digest = Digest::of(bytes).to_string();
        assert_eq!(harvest.revision, Revision::File { digest });
    }
}

/// What other writers make is read as well, long names and folders included.
#[test]
fn archives_of_other_writers() {
    let long = format!("s/{}/go.sh", "long/".repeat(40).trim_end_matches('/'));
    let mut zip = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut tar = ::tar::Builder::new(Vec::new());
    let options = ::zip::write::SimpleFileOptions::default();
    zip.add_directory("s/", options).unwrap();
    tar.append_dir("s", env!("CARGO_MANIFEST_DIR")).unwrap();
    for (path, bytes, mode) in [("s/SKILL.md", SKILL, 0o644), (&long, SCRIPT, 0o755)] {
        zip.start_file(path, options.unix_permissions(mode))
            .unwrap();
        std::io::Write::write_all(&mut zip, bytes).unwrap();
        let mut header = ::tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(mode);
        tar.append_data(&mut header, path, bytes).unwrap();
    }
    let zip = tree(&zip.finish().unwrap().into_inner());
    let tar = tree(&gzip(&tar.into_inner().unwrap()));
    assert_eq!(paths(&zip), ["SKILL.md", &long[2..]]);
    assert!(zip.get(&long[2..]).unwrap().executable);
    assert_eq!(zip, tar);
}

/// Names that lead out are refused on every system, whatever else is in the archive, as files and as folders.
#[test]
fn in_13_names_that_lead_out() {
    for (name, reason_of) in [
        (
            "s\\..\\..\\evil.txt",
            "it holds a backslash, which is a folder on some systems",
        ),
        ("C:\\evil.txt", "its path is not relative"),
        ("c:evil.txt", "its path is not relative"),
        ("/abs/evil.txt", "its path is not relative"),
        ("//host/share/x", "its path is not relative"),
        ("\\\\host\\share\\x", "its path is not relative"),
        ("s/../../evil.txt", "a part of it is `..`"),
        ("s/../evil.txt", "a part of it is `..`"),
        ("..", "a part of it is `..`"),
        ("a\0b", "it holds a control character"),
        ("a\nb", "it holds a control character"),
    ] {
        let told = format!("the entry `{}`: {reason_of}", name.escape_debug());
        let zip = Zip::new()
            .file("s/SKILL.md", SKILL)
            .file(name, b"x")
            .finish();
        assert_eq!(reason(&zip), told);
        // A tar's names end at a zero byte.
        if !name.contains('\0') {
            let tar = Tar::new()
                .file("s/SKILL.md", SKILL)
                .file(name, b"x")
                .finish();
            assert_eq!(reason(&tar), told);
        }
    }
    let zip = Zip::new()
        .file("s/SKILL.md", SKILL)
        .file("../evil/", b"")
        .finish();
    assert!(reason(&zip).contains("`..`"));
    let tar = Tar::new()
        .file("s/SKILL.md", SKILL)
        .folder("/evil/")
        .finish();
    assert!(reason(&tar).contains("not relative"));
}

/// Two dots within a name are no harm.
#[test]
fn in_14_dots_in_names() {
    let zip = Zip::new()
        .file("s/SKILL.md", SKILL)
        .file("s/notes..md", b"x")
        .file("s/v1..v2.diff", b"x")
        .file("s/...", b"x")
        .finish();
    assert_eq!(
        paths(&tree(&zip)),
        ["...", "SKILL.md", "notes..md", "v1..v2.diff"]
    );
}

/// Links out refuse the skill, hard links the archive.
#[test]
fn in_16_links() {
    let start = || Tar::new().file("s/SKILL.md", SKILL);
    let all = start()
        .link("s/out", "../../..", Link::Symbolic)
        .file("s/out/evil.txt", b"x")
        .finish();
    let one = start()
        .link("s/secret", "/etc/passwd", Link::Symbolic)
        .finish();
    let zip = Zip::new()
        .file("s/SKILL.md", SKILL)
        .mode(0o120_777)
        .file("s/secret", b"/etc/passwd")
        .finish();
    for bytes in [all, gzip(&one), one, zip] {
        let harvest = harvested(&bytes).unwrap();
        let error = harvest.choose(Choice::Only).unwrap_err();
        assert!(matches!(error, Error::Tree { .. }), "{error}");
    }
    let hard = start().link("s/hard", "/etc/passwd", Link::Hard).finish();
    assert_eq!(
        reason(&hard),
        "the entry `s/hard`: it is a second name of another file"
    );
    let within = start()
        .link("s/copy.md", "SKILL.md", Link::Symbolic)
        .finish();
    assert_eq!(paths(&tree(&within)), ["SKILL.md", "copy.md"]);
}

/// The bounds of a skill do not count what lies beside it, which is not unpacked.
#[test]
fn in_19_small_skill_in_a_large_archive() {
    let big = vec![0; 8 << 20];
    let zip = Zip::new()
        .packed("repo-main/skills/s/SKILL.md", SKILL)
        .packed("repo-main/data/big.bin", &big)
        .finish();
    let tar = Tar::new()
        .file("repo-main/skills/s/SKILL.md", SKILL)
        .file("repo-main/data/big.bin", &big)
        .finish();
    let mut limits = Limits::default();
    limits.tree.file_bytes = 1 << 20;
    limits.tree.bytes = 1 << 20;
    limits.unpacked_bytes = 9 << 20;
    for bytes in [&zip, &gzip(&tar), &tar] {
        let harvest = harvest(source(), "repo", bytes, &limits).unwrap();
        assert_eq!(harvest.choose(Choice::Only).unwrap()[0].path, "skills/s");
    }
    limits.tree.file_bytes = 10;
    let refused = harvest(source(), "repo", &zip, &limits).unwrap().refused;
    assert_eq!(
        refused[0].error.to_string(),
        format!("`SKILL.md` has {} bytes, more than 10", SKILL.len())
    );
    limits.tree.file_bytes = 1 << 20;
    limits.unpacked_bytes = 1 << 20;
    assert!(harvest(source(), "repo", &zip, &limits).is_ok());
    let Err(Error::Archive { reason, .. }) = harvest(source(), "repo", &gzip(&tar), &limits) else {
        panic!()
    };
    assert_eq!(reason, "unpacks to more than 1048576 bytes");
}

/// A large picture of one colour is no bomb and no text.
#[test]
fn in_20_picture() {
    let mut limits = Limits::default();
    limits.tree.file_bytes = 20 << 20;
    let zip = Zip::new()
        .file("s/SKILL.md", SKILL)
        .packed("s/assets/grid.png", &vec![0; 3 << 20])
        .finish();
    let harvest = harvest(source(), "a", &zip, &limits).unwrap();
    let skill = harvest.choose(Choice::Only).unwrap()[0];
    assert_eq!(
        skill.tree.get("assets/grid.png").unwrap().bytes.len(),
        3 << 20
    );
}

/// One folder around everything is no part of the paths, and names a skill without a name.
#[test]
fn wrappers() {
    let listed = |names: &[&str]| -> Vec<(String, String)> {
        let zip = names
            .iter()
            .fold(Zip::new(), |zip, name| zip.file(name, b"x"))
            .finish();
        let harvest = harvested(&zip).unwrap();
        let skills = harvest.skills.into_iter();
        skills.map(|skill| (skill.path, skill.name)).collect()
    };
    let one = |path: &str, name: &str| vec![(path.to_owned(), name.to_owned())];
    assert_eq!(listed(&["SKILL.md", "x/y"]), one("", "a"));
    assert_eq!(
        listed(&["s/SKILL.md", "__MACOSX/s/._SKILL.md"]),
        one("", "s")
    );
    assert_eq!(listed(&["s/SKILL.md", "README.md"]), one("s", "s"));
    assert_eq!(listed(&["r-1.0/skills/s/SKILL.md"]), one("skills/s", "s"));
}

/// Each refusal by name.
#[test]
fn refusals() {
    let zip = || Zip::new().file("s/SKILL.md", SKILL);
    let tar = || Tar::new().file("s/SKILL.md", SKILL);
    for (bytes, told) in [
        (b"hello".to_vec(), "it is no zip, tar or tar.gz archive"),
        (gzip(b"hello"), "broken tar archive"),
        (
            zip().encrypted("s/x", b"x").finish(),
            "the entry `s/x`: it is encrypted",
        ),
        (
            zip().named_twice("s/x", "s/y", b"x").finish(),
            "the entry `s/x`: the entry's own header has the name `s/y`: two programs would unpack different files",
        ),
        (
            zip().file("s/x", b"x").file("s/x", b"y").finish(),
            "two entries have the name `s/x`",
        ),
        (
            tar().file("s/x", b"x").file("./s/x", b"y").finish(),
            "two entries have the name `s/x`",
        ),
        (
            zip().wrong_checksum("s/x", b"x").finish(),
            "the entry `s/x`: size or checksum do not fit the contents",
        ),
        (
            zip().mode(0o020_666).file("s/x", b"").finish(),
            "the entry `s/x`: it is a pipe, socket or device",
        ),
        (
            tar().special("s/x", tar::EntryType::Char).finish(),
            "the entry `s/x`: it is a device",
        ),
        (
            tar().special("s/x", tar::EntryType::Block).finish(),
            "the entry `s/x`: it is a device",
        ),
        (
            tar().special("s/x", tar::EntryType::Fifo).finish(),
            "the entry `s/x`: it is a pipe",
        ),
        (
            zip().hidden("s/evil", b"x").file("s/x", b"x").finish(),
            "an entry is not in the directory: two programs would unpack different files",
        ),
        (tar().finish()[..700].to_vec(), "broken tar archive"),
        (gzip(&tar().finish())[..60].to_vec(), "broken tar archive"),
    ] {
        assert_eq!(reason(&bytes), told);
    }
    let mut damaged = gzip(&tar().finish());
    let at = damaged.len() - 5;
    damaged[at] ^= 1;
    assert_eq!(reason(&damaged), "broken gzip archive");
}

/// Names that some system takes for one, or for something else, refuse the skill that they are in.
#[test]
fn refusals_of_trees() {
    let refused = |name: &str| {
        let zip = Zip::new()
            .file("s/SKILL.md", SKILL)
            .file("s/a.md", b"x")
            .file("s/\u{e9}", b"x")
            .file(name, b"x")
            .finish();
        harvested(&zip).unwrap().refused.remove(0).error
    };
    let collision = |path: &str, other: &str| TreeError::Collision {
        path: path.to_owned(),
        other: other.to_owned(),
    };
    assert_eq!(refused("s/A.md"), collision("a.md", "A.md"));
    assert_eq!(refused("s/e\u{301}"), collision("\u{e9}", "e\u{301}"));
    for (name, fault) in [
        ("s/nul.txt", PathFault::Device),
        ("s/ab:c", PathFault::Character),
        ("s//x", PathFault::Absolute),
        ("s/x.", PathFault::Ending),
    ] {
        let path = name[2..].to_owned();
        assert_eq!(refused(name), TreeError::Path { path, fault });
    }
}

/// What lies in an archive within the archive stays there.
#[test]
fn nested_archives_are_files() {
    let inner = Zip::new().file("../evil", b"x").finish();
    let zip = Zip::new()
        .file("SKILL.md", SKILL)
        .file("assets/inner.zip", &inner)
        .finish();
    assert_eq!(tree(&zip).get("assets/inner.zip").unwrap().bytes, inner);
}

/// The bounds: bytes of the archive, entries, and what comes out for what went in.
#[test]
fn bounds() {
    let limits = Limits {
        entries: 2,
        archive_bytes: 30_000,
        ratio: 50,
        ratio_from: 1 << 20,
        ..Limits::default()
    };
    let reason = |bytes: &[u8]| match harvest(source(), "a", bytes, &limits) {
        Err(Error::Archive { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    let zip = Zip::new()
        .file("SKILL.md", SKILL)
        .file("b", b"")
        .file("c", b"");
    assert_eq!(reason(&zip.finish()), "more than 2 entries");
    let tar = Tar::new()
        .file("SKILL.md", SKILL)
        .file("b", b"")
        .file("c", b"");
    assert_eq!(reason(&gzip(&tar.finish())), "more than 2 entries");
    assert_eq!(
        reason(&vec![0; 30_001]),
        "it has 30001 bytes, more than 30000"
    );
    let bomb = Zip::new()
        .file("SKILL.md", SKILL)
        .packed("x", &vec![0; 2 << 20])
        .finish();
    assert!(
        reason(&bomb).ends_with(", more than 50 to 1"),
        "{}",
        reason(&bomb)
    );
}

/// A directory of a million entries is not read to its end.
#[test]
fn a_million_entries() {
    let bytes = Zip::new().file("s/SKILL.md", SKILL).repeated(1_000_000);
    let limits = Limits::default();
    assert!((bytes.len() as u64) < limits.archive_bytes);
    assert_eq!(reason(&bytes), "more than 50000 entries");
}

/// For what is no skill everything is read, its paths as they are.
#[test]
fn everything() {
    let tar = Tar::new()
        .file("tool-1.0/bin/tool", b"x")
        .link("tool-1.0/t", "bin/tool", Link::Symbolic)
        .finish();
    let files = read("tool.tar.gz", &gzip(&tar), &Limits::default()).unwrap();
    let expected = [
        (
            "tool-1.0/bin/tool".to_owned(),
            Entry::File(TreeFile {
                bytes: b"x".to_vec(),
                executable: false,
            }),
        ),
        ("tool-1.0/t".to_owned(), Entry::Link("bin/tool".to_owned())),
    ];
    assert_eq!(files.entries, expected.into());
    assert!(
        read(
            "tool.zip",
            &Zip::new().file("../x", b"").finish(),
            &Limits::default()
        )
        .is_err()
    );
}

/// Of a repository's archive one folder is taken, the folder around everything aside; a folder whose name only begins alike is another.
#[test]
fn within_a_folder() {
    let zip = Zip::new()
        .file("repo-c0ffee/a/tide/SKILL.md", b"t")
        .file("repo-c0ffee/a/tide/x/y", b"y")
        .file("repo-c0ffee/a/tides/SKILL.md", b"s")
        .file("repo-c0ffee/README.md", b"r")
        .finish();
    let within = |folder: &str| {
        let files = within("repo.zip", &zip, folder, &Limits::default()).unwrap();
        files.entries.into_keys().collect::<Vec<_>>()
    };
    assert_eq!(within("a/tide"), ["SKILL.md", "x/y"]);
    assert_eq!(within("").len(), 4);
    assert_eq!(within("b"), [] as [&str; 0]);
}
