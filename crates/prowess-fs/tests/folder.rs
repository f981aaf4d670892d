//! What opens beneath a folder and what does not, and what a write leaves behind.

#![expect(clippy::unwrap_used, reason = "a broken stage should stop the test")]

use std::fs;
use std::path::{Path, PathBuf};

use prowess_fs::{
    Access, EntryKind, Error, Existing, Folder, LinkKind, Links, Listed, Listing, Lock, TryLock,
};

struct Stage(tempfile::TempDir);

impl Stage {
    fn new() -> Self {
        let stage = Self(tempfile::tempdir().unwrap());
        fs::create_dir(stage.path("in")).unwrap();
        fs::write(stage.path("secret"), "secret").unwrap();
        stage
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn folder(&self) -> Folder {
        Folder::open(&self.path("in")).unwrap()
    }

    fn read(&self, path: &str, links: Links) -> Result<String, Error> {
        let folder = self.folder();
        let mut bytes = Vec::new();
        folder.file(Path::new(path), links)?.read(100, &mut bytes)?;
        Ok(String::from_utf8(bytes).unwrap())
    }

    fn names(&self, path: &str) -> Vec<String> {
        let mut listing = Listing::default();
        let folder = Folder::open(&self.path(path)).unwrap();
        folder.list(100, &mut listing).unwrap();
        listing
            .iter()
            .map(|(name, _)| name.to_str().unwrap().to_owned())
            .collect()
    }
}

/// A plain file beneath opens; every way out is refused while it is opened.
#[cfg(unix)]
#[test]
fn confinement() {
    let stage = Stage::new();
    fs::create_dir(stage.path("in/a")).unwrap();
    fs::write(stage.path("in/a/f"), "text").unwrap();
    let link = |target: &str, at: &str| {
        std::os::unix::fs::symlink(target, stage.path(at)).unwrap();
    };
    link("a", "in/inside");
    link("..", "in/up");
    link("../secret", "in/file");
    link("/etc", "in/absolute");
    link("loop", "in/loop");

    let outcome = |path: &str, links| match stage.read(path, links) {
        Ok(text) => text,
        Err(Error::Link { .. }) => "link".to_owned(),
        Err(Error::Outside { .. }) => "outside".to_owned(),
        Err(other) => format!("{other:?}"),
    };
    let refused = |path| outcome(path, Links::Refused);
    let beneath = |path| outcome(path, Links::Beneath);
    assert_eq!([refused("a/f"), beneath("a/f")], ["text", "text"]);
    assert_eq!([refused("inside/f"), beneath("inside/f")], ["link", "text"]);
    assert_eq!(
        [refused("up/secret"), beneath("up/secret")],
        ["link", "outside"]
    );
    assert_eq!([refused("file"), beneath("file")], ["link", "outside"]);
    assert_eq!(
        [refused("absolute/passwd"), beneath("absolute/passwd")],
        ["link", "outside"]
    );
    assert_eq!(
        [refused("../secret"), beneath("../secret")],
        ["outside", "outside"]
    );
    assert_eq!(
        [refused("/etc/passwd"), beneath("/etc/passwd")],
        ["outside", "outside"]
    );
    assert_eq!([refused("loop"), beneath("loop")], ["link", "link"]);
}

/// A pipe is refused without waiting for a writer, and so is a folder.
#[cfg(unix)]
#[test]
fn only_regular_files() {
    let stage = Stage::new();
    let pipe = stage.path("in/pipe");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    fs::create_dir(stage.path("in/folder")).unwrap();
    let kind = |path: &str| match stage.read(path, Links::Refused) {
        Err(Error::NotFile { kind, .. }) => kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        [kind("pipe"), kind("folder")],
        [EntryKind::Other, EntryKind::Folder]
    );
}

/// A file at the bound is read whole, one byte more is refused with both numbers, and a buffer's
/// former contents go.
#[test]
fn bound() {
    let stage = Stage::new();
    fs::write(stage.path("in/f"), "12345").unwrap();
    let folder = stage.folder();
    let file = folder.file(Path::new("f"), Links::Refused).unwrap();
    let mut bytes = b"old and longer".to_vec();
    file.read(5, &mut bytes).unwrap();
    assert_eq!(bytes, b"12345");
    assert!(matches!(
        file.read(4, &mut bytes),
        Err(Error::TooLarge {
            size: 5,
            bound: 4,
            ..
        })
    ));
}

/// A file that has grown since it was opened is read to its new end, still within the bound.
#[test]
fn grown() {
    let stage = Stage::new();
    fs::write(stage.path("in/f"), "1").unwrap();
    let folder = stage.folder();
    let file = folder.file(Path::new("f"), Links::Refused).unwrap();
    fs::write(stage.path("in/f"), "x".repeat(40_000)).unwrap();
    let mut bytes = Vec::new();
    file.read(40_000, &mut bytes).unwrap();
    assert_eq!(bytes.len(), 40_000);
    assert!(matches!(
        file.read(39_999, &mut bytes),
        Err(Error::TooLarge { bound: 39_999, .. })
    ));
}

/// Entries come sorted with their kinds; beyond the bound it is said that some are missing.
#[cfg(unix)]
#[test]
fn listing() {
    let stage = Stage::new();
    fs::write(stage.path("in/b"), "").unwrap();
    fs::create_dir(stage.path("in/a")).unwrap();
    std::os::unix::fs::symlink("a", stage.path("in/c")).unwrap();
    let mut listing = Listing::default();
    stage.folder().list(3, &mut listing).unwrap();
    let entries: Vec<_> = listing.iter().collect();
    assert_eq!(
        entries,
        [
            ("a".as_ref(), EntryKind::Folder),
            ("b".as_ref(), EntryKind::File),
            ("c".as_ref(), EntryKind::Link)
        ]
    );
    assert_eq!(listing.listed(), Listed::All);
    stage.folder().list(2, &mut listing).unwrap();
    assert_eq!((listing.len(), listing.listed()), (2, Listed::BeyondBound));
}

/// A change of the contents, of the record, or another file in its place gives another identity; a
/// second look does not.
#[cfg(unix)]
#[test]
fn identity() {
    use std::os::unix::fs::PermissionsExt as _;
    let stage = Stage::new();
    let path = stage.path("in/f");
    fs::write(&path, "1").unwrap();
    let folder = stage.folder();
    let now = || folder.identity_of(Path::new("f")).unwrap().0;
    let first = now();
    assert_eq!(now(), first);
    assert_eq!(
        folder
            .file(Path::new("f"), Links::Refused)
            .unwrap()
            .identity(),
        first
    );
    let mut mode = fs::metadata(&path).unwrap().permissions();
    mode.set_mode(0o600);
    // The clock of a file system may not have moved on since the file was made; the mode of the next
    // one differs in its inode at least.
    fs::write(stage.path("in/g"), "1").unwrap();
    fs::rename(stage.path("in/g"), &path).unwrap();
    assert_ne!(now().inode, first.inode);
}

/// A write replaces the whole file with its mode and leaves no temporary name, also where it fails.
#[cfg(unix)]
#[test]
fn atomic_write() {
    use std::os::unix::fs::PermissionsExt as _;
    let stage = Stage::new();
    fs::write(stage.path("in/f"), "old").unwrap();
    let folder = stage.folder();
    folder
        .write(Path::new("f"), b"new", Access::Private)
        .unwrap();
    assert_eq!(fs::read(stage.path("in/f")).unwrap(), b"new");
    let mode = fs::metadata(stage.path("in/f"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    fs::create_dir(stage.path("in/d")).unwrap();
    assert!(
        folder
            .write(Path::new("d"), b"new", Access::Shared)
            .is_err()
    );
    assert_eq!(stage.names("in"), ["d", "f"]);
}

/// A write goes to a link's own place and through no link, and stays beneath its folder.
#[cfg(unix)]
#[test]
fn confined_write() {
    let stage = Stage::new();
    std::os::unix::fs::symlink("../secret", stage.path("in/f")).unwrap();
    std::os::unix::fs::symlink("..", stage.path("in/up")).unwrap();
    let folder = stage.folder();
    let write = |path: &str| folder.write(Path::new(path), b"new", Access::Shared);
    write("f").unwrap();
    assert_eq!(fs::read(stage.path("in/f")).unwrap(), b"new");
    assert!(matches!(write("up/x"), Err(Error::Link { .. })));
    assert!(matches!(write("../x"), Err(Error::Outside { .. })));
    assert!(matches!(
        folder.create_folders(Path::new("up/x"), Access::Shared),
        Err(Error::Link { .. } | Error::NotFolder { .. })
    ));
    assert_eq!(fs::read(stage.path("secret")).unwrap(), b"secret");
}

/// A new file never replaces one.
#[test]
fn create_new() {
    let stage = Stage::new();
    let folder = stage.folder();
    let create = |text: &str| folder.create_new(Path::new("f"), text.as_bytes(), Access::Shared);
    create("one").unwrap();
    assert!(matches!(create("two"), Err(Error::Exists { .. })));
    assert_eq!(fs::read(stage.path("in/f")).unwrap(), b"one");
    assert_eq!(stage.names("in"), ["f"]);
}

/// A folder is put in place whole, is kept when it is there, and a failure leaves nothing.
#[test]
fn publish() {
    let stage = Stage::new();
    let folder = stage.folder();
    let publish = |files: &[(&str, &str)]| {
        let files = files
            .iter()
            .map(|(path, text)| (Path::new(*path), text.as_bytes(), Access::Shared));
        folder.publish(Path::new("v1"), files, Access::Shared)
    };
    assert!(publish(&[("a/f", "1"), ("../x", "2")]).is_err());
    assert_eq!(stage.names("in"), [""; 0]);
    assert_eq!(
        publish(&[("a/f", "1"), ("a/b/g", "2")]).unwrap(),
        Existing::None
    );
    assert_eq!(publish(&[("a/f", "other")]).unwrap(), Existing::Kept);
    assert_eq!(fs::read(stage.path("in/v1/a/f")).unwrap(), b"1");
    assert_eq!(stage.names("in/v1/a"), ["b", "f"]);
}

/// One holder at a time; the lock ends with its value.
#[test]
fn lock() {
    let stage = Stage::new();
    let folder = stage.folder();
    let name = Path::new("lock");
    let held = Lock::acquire(&folder, name).unwrap();
    assert!(matches!(
        Lock::try_acquire(&folder, name),
        Ok(TryLock::Busy)
    ));
    drop(held);
    assert!(matches!(
        Lock::try_acquire(&folder, name),
        Ok(TryLock::Held(_))
    ));
}

/// A folder gets its place where nothing is; what is there stays, and is named.
#[test]
fn rename_new() {
    let stage = Stage::new();
    fs::create_dir_all(stage.path("in/a/new")).unwrap();
    fs::write(stage.path("in/a/new/f"), "new").unwrap();
    fs::create_dir_all(stage.path("in/b/taken")).unwrap();
    let root = stage.folder();
    let to = root.folder(Path::new("b"), Links::Refused).unwrap();
    let taken = root.rename_new(Path::new("a/new"), &to, Path::new("taken"));
    assert!(
        matches!(&taken, Err(Error::Exists { path }) if *path == stage.path("in/b/taken")),
        "{taken:?}"
    );
    root.rename_new(Path::new("a/new"), &to, Path::new("free"))
        .unwrap();
    assert_eq!(stage.names("in/b"), ["free", "taken"]);
    assert_eq!(stage.names("in/a"), [""; 0]);
    let gone = root.rename_new(Path::new("a/new"), &to, Path::new("x"));
    assert!(matches!(gone, Err(Error::NotFound { .. })), "{gone:?}");
}

/// A file takes the place of another in one step.
#[test]
fn rename_over() {
    let stage = Stage::new();
    fs::write(stage.path("in/new"), "new").unwrap();
    fs::write(stage.path("in/old"), "old").unwrap();
    let root = stage.folder();
    root.rename_over(Path::new("new"), &root, Path::new("old"))
        .unwrap();
    assert_eq!(stage.names("in"), ["old"]);
    assert_eq!(stage.read("old", Links::Refused).unwrap(), "new");
}

/// A tree goes with everything in it, also where its owner may not write; what its links lead to stays.
#[cfg(unix)]
#[test]
fn remove_tree() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let stage = Stage::new();
    fs::create_dir_all(stage.path("in/t/a/b")).unwrap();
    fs::write(stage.path("in/t/a/b/f"), "x").unwrap();
    fs::create_dir(stage.path("kept")).unwrap();
    fs::write(stage.path("kept/f"), "x").unwrap();
    symlink(stage.path("kept"), stage.path("in/t/a/link")).unwrap();
    symlink(stage.path("kept"), stage.path("in/link")).unwrap();
    fs::set_permissions(stage.path("in/t/a"), fs::Permissions::from_mode(0o500)).unwrap();
    let root = stage.folder();
    root.remove_tree(Path::new("t")).unwrap();
    root.remove_tree(Path::new("link")).unwrap();
    assert_eq!(stage.names("in"), [""; 0]);
    assert_eq!(stage.names("kept"), ["f"]);
    let missing = root.remove_tree(Path::new("t"));
    assert!(
        matches!(missing, Err(Error::NotFound { .. })),
        "{missing:?}"
    );
    let outside = root.remove_tree(Path::new("../kept"));
    assert!(matches!(outside, Err(Error::Outside { .. })), "{outside:?}");
}

/// An empty folder goes, one that holds something stays, and neither is a fault.
#[test]
fn remove_empty() {
    let stage = Stage::new();
    fs::create_dir_all(stage.path("in/full/x")).unwrap();
    let root = stage.folder();
    assert!(!root.remove_empty(Path::new("full")).unwrap());
    assert!(root.remove_empty(Path::new("full/x")).unwrap());
    assert!(root.remove_empty(Path::new("full")).unwrap());
    assert!(root.remove_empty(Path::new("full")).unwrap());
    assert_eq!(stage.names("in"), [""; 0]);
}

/// A link is made as it is written, and a file keeps the right to be executed.
#[cfg(unix)]
#[test]
fn links_and_modes() {
    let stage = Stage::new();
    let root = stage.folder();
    root.make_link(Path::new("l"), Path::new("../x"), LinkKind::Symbolic)
        .unwrap();
    assert_eq!(root.read_link(Path::new("l")).unwrap(), Path::new("../x"));
    let again = root.make_link(Path::new("l"), Path::new("y"), LinkKind::Symbolic);
    assert!(matches!(again, Err(Error::Exists { .. })), "{again:?}");
    let junction = root.make_link(Path::new("j"), Path::new("/y"), LinkKind::Junction);
    assert!(
        matches!(junction, Err(Error::System { .. })),
        "{junction:?}"
    );
    for (name, access, executable) in [
        ("run", Access::Executable, true),
        ("read", Access::Shared, false),
    ] {
        root.create_file(Path::new(name), b"x", access).unwrap();
        let file = root.file(Path::new(name), Links::Refused).unwrap();
        assert_eq!(file.is_executable(), executable, "{name}");
    }
    let taken = root.create_file(Path::new("run"), b"y", Access::Shared);
    assert!(matches!(taken, Err(Error::Exists { .. })), "{taken:?}");
}
