//! Which commit is read.

use prowess_store::Source;
use prowess_store::fetch::git::{self, LocalRepositories};

use crate::origin::Origin;
use crate::server::{Act, Server};
use crate::stage::{Stage, commit, local, paths, source};

/// Branches with slashes, tags by what they lead to, commits by whole and short ids; a branch goes before a tag.
#[tokio::test]
async fn every_kind_of_reference() {
    let origin = Origin::new();
    let first = origin.skills("main", &["one"]);
    let second = origin.skills("main", &["two"]);
    let release = origin.skills("rel/1.0", &["three"]);
    origin.git(&["tag", "-a", "-m", "m", "v1", &first]);
    origin.git(&["tag", "both", &first]);
    origin.git(&["branch", "both", &release]);
    origin.git(&["update-ref", "refs/pull/7/head", &release]);
    let server = Server::new(origin.root.path(), |_| Act::Serve).await;
    let stage = Stage::new();
    let short = first.get(..9).unwrap();
    for (reference, expected, folder) in [
        (None, &second, "two"),
        (Some("HEAD"), &second, "two"),
        (Some("main"), &second, "two"),
        (Some("rel/1.0"), &release, "three"),
        (Some("refs/heads/rel/1.0"), &release, "three"),
        (Some("v1"), &first, "one"),
        (Some("both"), &release, "three"),
        (Some("tags/both"), &first, "one"),
        (Some("refs/pull/7/head"), &release, "three"),
        (Some(first.as_str()), &first, "one"),
        (Some(short), &first, "one"),
    ] {
        let mut source = source(&server.url);
        source.reference = reference.map(str::to_owned);
        let harvest = stage.harvest(&source).await.unwrap();
        assert_eq!(commit(&harvest), expected, "{reference:?}");
        assert_eq!(paths(&harvest), [folder], "{reference:?}");
        assert_eq!(harvest.left_out, Vec::<String>::new(), "{reference:?}");
        let newest = git::newest(&source, &stage.program, None).await.unwrap();
        assert_eq!(newest, *expected, "{reference:?}");
        stage.is_tidy();
    }
    // What the lock holds goes before what the branch has become.
    let harvest = stage
        .harvest_at(&source(&server.url), Some(&first), None)
        .await
        .unwrap();
    assert_eq!(commit(&harvest), first);
}

/// A reference that is not there is told with those that are like it.
#[tokio::test]
async fn unknown_references() {
    let origin = Origin::new();
    origin.skills("main", &["one"]);
    let stage = {
        let mut stage = Stage::new();
        stage.program.local = LocalRepositories::Allowed;
        stage
    };
    for (reference, expected) in [
        ("mian", "has no branch, tag or commit `mian`; it has `main`"),
        ("quux", "has no branch, tag or commit `quux`"),
        (
            "refs/pull/9/head",
            "has no branch, tag or commit `refs/pull/9/head`",
        ),
        ("abcdef0", "has no branch, tag or commit `abcdef0`"),
        (
            "0123456789012345678901234567890123456789",
            "has no branch, tag or commit `0123456789012345678901234567890123456789`",
        ),
    ] {
        let mut source = local(origin.folder());
        source.reference = Some(reference.to_owned());
        let message = stage.failure(&source).await;
        assert!(message.ends_with(expected), "{message}");
    }
    let mut source = local(origin.folder());
    let message = stage
        .harvest_at(&source, Some("main"), None)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        message.ends_with("has no branch, tag or commit `main`"),
        "{message}"
    );
    source.reference = Some("refs/heads/mian".to_owned());
    let newest = git::newest(&source, &stage.program, None).await;
    assert!(newest.unwrap_err().to_string().contains("refs/heads/mian"));
}

/// The longest beginning of an address that is a reference is one, and the harvest has it told apart (IN-02).
#[tokio::test]
async fn in_02_reference_and_folder_in_one() {
    let origin = Origin::new();
    origin.skills("main", &["skills/s"]);
    let release = origin.skills("rel/1.0", &["skills/t", "x"]);
    let mut stage = Stage::new();
    stage.program.local = LocalRepositories::Allowed;
    let mut source = local(origin.folder());
    source.undivided = Some("rel/1.0/skills".to_owned());
    let harvest = stage.harvest(&source).await.unwrap();
    assert_eq!(
        (commit(&harvest), paths(&harvest)),
        (release.as_str(), vec!["skills/t"])
    );
    let Source::Git(divided) = &harvest.source else {
        panic!("{:?}", harvest.source);
    };
    assert_eq!(
        (
            &divided.undivided,
            divided.reference.as_deref(),
            divided.subfolder.as_str()
        ),
        (&None, Some("rel/1.0"), "skills")
    );
    source.undivided = Some("rel/skills".to_owned());
    let message = stage.failure(&source).await;
    assert!(
        message.contains("has no branch, tag or commit `rel/skills`"),
        "{message}"
    );
}

/// A host that gives no commit by its id gives it by its branches, and that is told.
#[tokio::test]
async fn a_host_that_refuses_ids() {
    let origin = Origin::new();
    let first = origin.skills("main", &["one"]);
    origin.skills("main", &["two"]);
    let server = Server::new(origin.root.path(), |_| Act::ServeOld).await;
    let stage = Stage::new();
    let harvest = stage
        .harvest_at(&source(&server.url), Some(&first), None)
        .await
        .unwrap();
    assert_eq!(
        (commit(&harvest), paths(&harvest)),
        (first.as_str(), vec!["one"])
    );
    assert_eq!(
        harvest.left_out,
        [format!(
            "the host gives no commit by its id, so `{first}` was looked for in all branches and tags"
        )]
    );
    let none = "0123456789012345678901234567890123456789";
    let error = stage
        .harvest_at(&source(&server.url), Some(none), None)
        .await
        .unwrap_err();
    assert!(
        error.to_string().ends_with(&format!("commit `{none}`")),
        "{error}"
    );
}
