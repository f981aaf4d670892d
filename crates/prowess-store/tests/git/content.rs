//! What is read: the bytes of the commit, of the skills alone.

use prowess_store::TreeError;
use prowess_store::fetch::git::LocalRepositories;

use crate::origin::{Origin, SKILL};
use crate::server::{Act, Rule, Server};
use crate::stage::{Stage, commit, files, local, paths, source};

/// A repository of two skills with everything that a checkout would change.
fn origin() -> Origin {
    let origin = Origin::new();
    let other = SKILL.replace("name: s", "name: t");
    origin.commit(
        "main",
        &[
            (
                "100644",
                ".gitattributes",
                b"* text=auto eol=crlf\nskills/s/hidden.md export-ignore\n",
            ),
            ("100644", "README.md", b"no skill"),
            ("100644", "skills/s/SKILL.md", SKILL.as_bytes()),
            ("100644", "skills/s/.gitattributes", b"*.id ident\n"),
            ("100644", "skills/s/a.id", b"$Id$\n"),
            ("100644", "skills/s/hidden.md", b"x"),
            ("100644", "skills/s/lines.txt", b"a\nb\r\nc\rd"),
            ("100644", "skills/s/nothing", b""),
            ("100755", "skills/s/scripts/go.sh", b"#!/bin/sh\n"),
            ("120000", "skills/s/link", b"scripts/go.sh"),
            ("100644", "skills/s/zeros.bin", &[0; 70_000]),
            ("100644", "skills/t/SKILL.md", other.as_bytes()),
        ],
    );
    origin
}

async fn is_whole(origin: &Origin, rule: Rule) -> Vec<String> {
    let server = Server::new(origin.root.path(), rule).await;
    let stage = Stage::new();
    let harvest = stage.harvest(&source(&server.url)).await.unwrap();
    assert_eq!(commit(&harvest), origin.git(&["rev-parse", "main"]));
    assert_eq!(paths(&harvest), ["skills/s", "skills/t"]);
    let names: Vec<&str> = harvest
        .skills
        .iter()
        .map(|skill| skill.name.as_str())
        .collect();
    assert_eq!(names, ["s", "t"]);
    for skill in &harvest.skills {
        let read = files(&skill.tree);
        let list = origin.git(&["ls-tree", "-r", "main", &format!("{}/", skill.path)]);
        assert_eq!(read.len(), list.lines().count());
        for line in list.lines() {
            let (head, path) = line.split_once('\t').unwrap();
            let mut words = head.split(' ');
            let (mode, id) = (words.next().unwrap(), words.nth(1).unwrap());
            let inner = path.strip_prefix(&format!("{}/", skill.path)).unwrap();
            let (bytes, executable) = read.get(inner).unwrap();
            if mode == "120000" {
                assert_eq!(read.get(inner), read.get("scripts/go.sh"));
                continue;
            }
            assert_eq!(*executable, mode == "100755", "{path}");
            assert_eq!(*bytes, origin.fed(&["cat-file", "blob", id], b""), "{path}");
        }
    }
    harvest.left_out
}

/// The bytes are those of the objects, whatever attributes, line ends and links say, by every way that a host can give them.
#[tokio::test]
async fn the_bytes_of_the_objects() {
    let origin = origin();
    assert_eq!(
        is_whole(&origin, |_| Act::Serve).await,
        Vec::<String>::new()
    );
    assert_eq!(
        is_whole(&origin, |_| Act::ServeOld).await,
        Vec::<String>::new()
    );
    origin.git(&["config", "uploadpack.allowFilter", "false"]);
    assert_eq!(
        is_whole(&origin, |_| Act::Serve).await,
        Vec::<String>::new()
    );
    origin.git(&["update-server-info"]);
    assert_eq!(
        is_whole(&origin, |_| Act::ServeFile).await,
        ["the host gives whole histories alone, so one was fetched"]
    );
}

/// Of a large repository only the skill is fetched, and limits count it alone (IN-19); what it does not need is not in the way.
#[tokio::test]
async fn in_19_a_small_skill_of_a_large_repository() {
    let origin = Origin::new();
    // Not compressible: one letter of each hash of a counter.
    let noise: Vec<u8> = (0_u64..200_000)
        .flat_map(|count| (count.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 13).to_le_bytes())
        .collect();
    origin.commit(
        "main",
        &[
            ("100644", "data/big.bin", &noise),
            ("100644", "s/SKILL.md", SKILL.as_bytes()),
        ],
    );
    let server = Server::new(origin.root.path(), |_| Act::Serve).await;
    let mut stage = Stage::new();
    stage.limits.archive_bytes = 100_000;
    stage.limits.unpacked_bytes = 1000;
    let harvest = stage.harvest(&source(&server.url)).await.unwrap();
    assert_eq!(paths(&harvest), ["s"]);
    // A host that cannot leave files out sends more than is taken.
    origin.git(&["config", "uploadpack.allowFilter", "false"]);
    let message = stage.failure(&source(&server.url)).await;
    assert!(
        message.ends_with("is larger than 100000 bytes"),
        "{message}"
    );
}

/// Where the source names a skill, no other is fetched; one that it does not have leaves all to be told (IN-36).
#[tokio::test]
async fn in_36_the_skill_that_is_named() {
    let origin = Origin::new();
    let big = vec![b'x'; 5000];
    origin.commit(
        "main",
        &[
            (
                "100644",
                "skills/ui/SKILL.md",
                SKILL.replace("name: s", "name: ui").as_bytes(),
            ),
            ("100644", "skills/ui/one", b"1"),
            (
                "100644",
                "skills/_local/x/ui/SKILL.md",
                SKILL.replace("name: s", "name: ui").as_bytes(),
            ),
            ("100644", "skills/other/SKILL.md", SKILL.as_bytes()),
            ("100644", "skills/other/big", &big),
        ],
    );
    let server = Server::new(origin.root.path(), |_| Act::Serve).await;
    let mut stage = Stage::new();
    stage.limits.unpacked_bytes = 1000;
    let mut named = source(&server.url);
    named.skill = Some("ui".to_owned());
    let harvest = stage.harvest(&named).await.unwrap();
    assert_eq!(paths(&harvest), ["skills/_local/x/ui", "skills/ui"]);
    assert_eq!(harvest.refused, []);
    named.skill = Some("none".to_owned());
    let harvest = stage.harvest(&named).await.unwrap();
    assert_eq!(harvest.skills.len() + harvest.refused.len(), 3);
    named.skill = None;
    named.subfolder = "skills/ui".to_owned();
    let harvest = stage.harvest(&named).await.unwrap();
    assert_eq!(paths(&harvest), ["skills/ui"]);
    named.subfolder = "skills/u".to_owned();
    let harvest = stage.harvest(&named).await.unwrap();
    assert_eq!(paths(&harvest), Vec::<&str>::new());
    assert!(
        harvest
            .left_out
            .concat()
            .starts_with("no skill is in `skills/u` of ")
    );
}

/// The message of what refuses the one skill of a tree with this entry beside its SKILL.md.
async fn refusal(origin: &Origin, stage: &Stage, mode: &str, id: &str, name: &[u8]) -> String {
    let skill = origin.blob(SKILL.as_bytes());
    let kind = match mode {
        "040000" => "tree",
        "160000" => "commit",
        _ => "blob",
    };
    let mut entries = format!("100644 blob {skill}\tSKILL.md\0{mode} {kind} {id}\t").into_bytes();
    entries.extend_from_slice(name);
    entries.push(0);
    origin.raw(&entries);
    let harvest = stage.harvest(&local(origin.folder())).await.unwrap();
    match (harvest.refused.first(), harvest.skills.first()) {
        (Some(refused), None) => refused.error.to_string(),
        (None, Some(skill)) => {
            format!(
                "taken: {:?}; {:?}",
                files(&skill.tree).keys(),
                harvest.left_out
            )
        }
        other => panic!("{other:?}"),
    }
}

/// Names that some system takes for something else refuse the skill; what cannot be whole is told.
#[tokio::test]
async fn hostile_trees() {
    let origin = Origin::new();
    let mut stage = Stage::new();
    stage.program.local = LocalRepositories::Allowed;
    let blob = origin.blob(b"evil");
    let folder = String::from_utf8(origin.fed(
        &["mktree", "-z"],
        format!("100644 blob {blob}\tconfig\0").as_bytes(),
    ))
    .unwrap();
    let folder = folder.trim();
    let lfs = origin.blob(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n");
    let target = origin.blob(b"../../etc/passwd");
    let long = origin.blob(&[b'x'; 5000]);
    let file = "100644";
    let elsewhere = "1".repeat(40);
    for (mode, id, name, expected) in [
        ("040000", folder, &b".."[..], "a part of it is `..`"),
        (file, &blob, b"a\\b", "backslash"),
        (file, &blob, b"C:x", "it is not relative"),
        (file, &blob, b"aux.md", "device on Windows"),
        (
            file,
            &blob,
            b"skill.MD",
            "the same file for some file systems",
        ),
        (file, &blob, b"a\nb", "control character"),
        (file, &blob, b"a\xffb", "has a name that is no Unicode"),
        ("120000", &target, b"link", "which is not in the skill"),
        (
            "120000",
            &long,
            b"link",
            "is a link with a target of 5000 bytes, more than 4096",
        ),
        (
            "160000",
            &elsewhere,
            b"module",
            "is another repository (a submodule)",
        ),
        ("040000", folder, b".git", "taken: [\"SKILL.md\"]; []"),
        (
            file,
            &lfs,
            b"big.bin",
            "what `big.bin` stands for is kept by Git LFS",
        ),
    ] {
        let message = refusal(&origin, &stage, mode, id, name).await;
        assert!(
            message.contains(expected),
            "{}: {message}",
            name.escape_ascii()
        );
    }
}

/// Entries beside the skills do not count, those within have a bound, and a file that is too large refuses its skill.
#[tokio::test]
async fn bounds() {
    let origin = Origin::new();
    let many: Vec<String> = (0..120_000)
        .map(|count| format!("many/{}/{count}", count % 100))
        .collect();
    let mut all: Vec<(&str, &str, &[u8])> = many
        .iter()
        .map(|path| ("100644", path.as_str(), &b"x"[..]))
        .collect();
    all.push(("100644", "s/SKILL.md", SKILL.as_bytes()));
    all.push(("100644", "s/big", b"123456789"));
    origin.commit("main", &all);
    all.push(("100644", "many/SKILL.md", SKILL.as_bytes()));
    origin.commit("large", &all);
    let mut stage = Stage::new();
    stage.program.local = LocalRepositories::Allowed;
    let mut source = local(origin.folder());
    assert_eq!(paths(&stage.harvest(&source).await.unwrap()), ["s"]);
    source.reference = Some("large".to_owned());
    let message = stage.failure(&source).await;
    assert!(
        message
            .ends_with("more than 50000 entries are in its skills; name the folder of one skill"),
        "{message}"
    );
    source.reference = None;
    stage.limits.tree.file_bytes = 8;
    let harvest = stage.harvest(&source).await.unwrap();
    let error = &harvest.refused.first().unwrap().error;
    let expected = TreeError::Unread {
        path: "SKILL.md".to_owned(),
        reason: format!("has {} bytes, more than 8", SKILL.len()),
    };
    assert_eq!(*error, expected);
}

/// A repository whose objects have longer names is read alike.
#[tokio::test]
async fn sha256() {
    let origin = Origin::with(&["--object-format=sha256"]);
    let id = origin.skills("main", &["s"]);
    let server = Server::new(origin.root.path(), |_| Act::Serve).await;
    let stage = Stage::new();
    let harvest = stage.harvest(&source(&server.url)).await.unwrap();
    assert_eq!((commit(&harvest), id.len()), (id.as_str(), 64));
    let again = stage
        .harvest_at(&source(&server.url), Some(&id), None)
        .await
        .unwrap();
    assert_eq!(commit(&again), id);
}
