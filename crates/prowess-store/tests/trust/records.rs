//! The records: what is written, what is refused, what is told of it later.

use std::fs;

use prowess_store::trust::{FolderFault, SkillStanding, Standing, listing, standing};
use prowess_store::{Error, Scope};

use crate::stage::Stage;

/// A folder is trusted as it is; one above it counts for it, and it can be taken back.
#[test]
fn folders() {
    let stage = Stage::new();
    stage.skill("w/skills", "a", "Body.");
    let folder = |path: &str| standing(&stage.read(), &stage.path(path));
    assert_eq!(folder("w"), Standing::Unknown);
    stage.records().trust_folder(&stage.path("w")).unwrap();
    assert_eq!(folder("w"), Standing::Trusted);
    assert_eq!(folder("w/skills/a"), Standing::Trusted);
    assert_eq!(folder("home"), Standing::Unknown);
    assert!(stage.records().untrust_folder(&stage.path("w")).unwrap());
    assert!(!stage.records().untrust_folder(&stage.path("w")).unwrap());
    assert_eq!(folder("w"), Standing::Unknown);
}

/// A folder that was put in the place of a trusted one is not trusted, and one that was moved away is not either.
#[cfg(unix)]
#[test]
fn replaced_folders() {
    let stage = Stage::new();
    stage.records().trust_folder(&stage.path("w")).unwrap();
    fs::rename(stage.path("w"), stage.path("moved")).unwrap();
    fs::create_dir(stage.path("w")).unwrap();
    assert_eq!(
        standing(&stage.read(), &stage.path("w")),
        Standing::Fault(FolderFault::Replaced)
    );
    assert_eq!(
        standing(&stage.read(), &stage.path("moved")),
        Standing::Unknown
    );
    // A link to another folder is that folder.
    fs::remove_dir(stage.path("w")).unwrap();
    std::os::unix::fs::symlink(stage.path("home"), stage.path("w")).unwrap();
    assert_eq!(standing(&stage.read(), &stage.path("w")), Standing::Unknown);
    let listing = listing(&stage.read());
    assert_eq!(listing.folders[0].1, Some(FolderFault::Replaced));
}

/// Another owner is another folder. The record is changed here, which no right is needed for.
#[cfg(unix)]
#[test]
fn other_owner() {
    let stage = Stage::new();
    let trusted = stage.records().trust_folder(&stage.path("w")).unwrap();
    let mut other = trusted.clone();
    other.owner = trusted.owner.map(|owner| owner + 1);
    assert_eq!(other.check(), Err(FolderFault::Owner));
    assert_eq!(trusted.check(), Ok(()));
}

/// What is different since a skill was trusted: its files, and what it can do.
#[test]
fn differences() {
    let stage = Stage::new();
    stage.skill("w/skills", "a", "Run `scripts/a.sh`.");
    stage.write("w/skills/a/scripts/a.sh", "#!/bin/sh\njq . in.json\n");
    stage.write("w/skills/a/old.txt", "x");
    assert_eq!(stage.look(Scope::Workspace, "a").unwrap().since, None);
    stage.trust(Scope::Workspace, "a");
    let since = stage.look(Scope::Workspace, "a").unwrap().since.unwrap();
    assert!(since.is_nothing(), "{since:?}");
    assert!(matches!(
        listing(&stage.read()).skills[0].1,
        SkillStanding::Same
    ));
    stage.write(
        "w/skills/a/scripts/a.sh",
        "#!/bin/sh\ncurl -fsS https://api.github.com/repos/o/r\n",
    );
    stage.write("w/skills/a/new.txt", "x");
    fs::remove_file(stage.path("w/skills/a/old.txt")).unwrap();
    let listing_now = listing(&stage.read());
    let SkillStanding::Changed(since) = &listing_now.skills[0].1 else {
        panic!("{:?}", listing_now.skills)
    };
    assert_eq!(since.added, ["new.txt"]);
    assert_eq!(since.removed, ["old.txt"]);
    assert_eq!(since.changed, ["scripts/a.sh"]);
    assert!(
        since.grown.iter().any(|line| line == "runs `curl`"),
        "{since:?}"
    );
    assert!(
        since.shrunk.iter().any(|line| line == "runs `jq`"),
        "{since:?}"
    );
    fs::remove_dir_all(stage.path("w/skills/a")).unwrap();
    assert!(matches!(
        listing(&stage.read()).skills[0].1,
        SkillStanding::Gone
    ));
    let gone = stage.look(Scope::Workspace, "a");
    assert!(gone.is_err());
}

/// The file is the user's alone, whole at every moment, and one of a newer version is left as it is.
#[test]
fn the_file() {
    let stage = Stage::new();
    stage.records().block("b", None).unwrap();
    let path = stage.records().path();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode =
            |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(path.parent().unwrap()), 0o700);
    }
    assert!(stage.read().blocked("b").is_some());
    for text in [
        "{\"version\": 2}",
        "{\"version\": 1, \"trusted\": true}",
        "no JSON",
    ] {
        fs::write(&path, text).unwrap();
        assert!(stage.records().read().is_err(), "{text}");
        assert!(stage.records().block("c", None).is_err(), "{text}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::write(&path, "{\"version\": 2}").unwrap();
    let newer = stage.records().read();
    assert!(matches!(newer, Err(Error::Newer { version: 2, .. })));
}

/// What several processes say at once is all written down.
#[test]
fn at_once() {
    let stage = Stage::new();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let records = stage.records();
            scope.spawn(move || records.block(&format!("s{number}"), None).unwrap());
        }
    });
    assert_eq!(stage.read().blocked.len(), 8);
}
