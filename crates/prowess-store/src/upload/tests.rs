use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;

use super::*;
use crate::source::Location;

/// A clock that a test moves.
struct Moving(Mutex<SystemTime>);

impl Clock for Moving {
    fn now(&self) -> SystemTime {
        *self.0.lock().unwrap()
    }
}

impl Moving {
    fn new() -> Self {
        Self(Mutex::new(
            SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000),
        ))
    }

    fn later(&self, minutes: u64) {
        *self.0.lock().unwrap() += Duration::from_secs(60 * minutes);
    }

    fn earlier(&self, minutes: u64) {
        *self.0.lock().unwrap() -= Duration::from_secs(60 * minutes);
    }
}

fn uploads<'u>(folder: &Path, clock: &'u Moving) -> Uploads<'u> {
    Uploads {
        folder: folder.join("uploads"),
        allowed: Allowed::Yes,
        clock,
        limits: UploadLimits::default(),
    }
}

fn id(number: u32) -> UploadId {
    format!("0123456789abcdef-{number}").parse().unwrap()
}

/// An archive with one skill, `tide`.
fn archive() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("SKILL.md", options).unwrap();
    let text = "---\nname: tide\ndescription: d\n---\nBody.\n";
    zip.write_all(text.as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}

fn announced(bytes: &[u8]) -> Announced {
    Announced {
        name: "tide".parse().unwrap(),
        bytes: bytes.len() as u64,
        digest: Some(Digest::of(bytes)),
    }
}

fn source() -> Source {
    Source::Archive(Location::Path("./tide.zip".into()))
}

/// What is wrong with an upload.
#[track_caller]
fn fault<T: fmt::Debug>(result: Result<T, Error>) -> UploadError {
    match result {
        Err(Error::Upload(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// Everything in the folder but the lock.
fn left(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("uploads")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != "lock").collect()
}

/// Pieces in order become an archive, which is read as any other; afterwards nothing is left.
#[test]
fn whole() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let uploads = uploads(folder.path(), &clock);
    let bytes = archive();
    let all = bytes.len() as u64;
    let begun = uploads.begin(&id(1), &announced(&bytes)).unwrap();
    assert_eq!(
        (begun.received, begun.bytes, begun.committed),
        (0, all, None)
    );
    let (first, rest) = bytes.split_at(100);
    uploads
        .piece(&id(1), 0, first, Some(Digest::of(first)))
        .unwrap();
    let progress = uploads.piece(&id(1), 100, rest, None).unwrap();
    assert_eq!(progress.received, all);
    let digest = Digest::of(&bytes);
    let committed = uploads.commit(&id(1), Some(digest)).unwrap();
    assert_eq!(committed.committed, Some(digest));
    let taken = uploads.take(&id(1), source(), &Limits::default()).unwrap();
    assert_eq!(
        (taken.digest, &taken.announced),
        (digest, &announced(&bytes))
    );
    assert_eq!(taken.harvest.skills[0].name, "tide");
    uploads.finish(&id(1)).unwrap();
    assert_eq!(left(folder.path()), [] as [&str; 0]);
    uploads.finish(&id(1)).unwrap();
}

/// Nothing is taken unless it is allowed; what was there is still removed in time.
#[test]
fn off() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let mut uploads = uploads(folder.path(), &clock);
    uploads.begin(&id(1), &announced(b"abc")).unwrap();
    uploads.allowed = Allowed::default();
    assert_eq!(
        fault(uploads.begin(&id(2), &announced(b"abc"))),
        UploadError::Off
    );
    assert_eq!(
        fault(uploads.piece(&id(1), 0, b"abc", None)),
        UploadError::Off
    );
    assert_eq!(fault(uploads.commit(&id(1), None)), UploadError::Off);
    let limits = Limits::default();
    assert_eq!(
        fault(uploads.take(&id(1), source(), &limits)),
        UploadError::Off
    );
    assert_eq!(uploads.sweep().unwrap(), 0);
    clock.later(60);
    assert_eq!(uploads.sweep().unwrap(), 1);
    assert_eq!(left(folder.path()), [] as [&str; 0]);
}

/// A sender that lost an answer, and a host that was started anew, go on where they were.
#[test]
fn resumed() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let bytes = archive();
    {
        let uploads = uploads(folder.path(), &clock);
        uploads.begin(&id(1), &announced(&bytes)).unwrap();
        uploads.piece(&id(1), 0, &bytes[..50], None).unwrap();
    }
    let uploads = uploads(folder.path(), &clock);
    let again = uploads.piece(&id(1), 0, &bytes[..50], None).unwrap();
    assert_eq!(again.received, 50);
    assert_eq!(uploads.look(&id(1)).unwrap(), again);
    assert_eq!(uploads.begin(&id(1), &announced(&bytes)).unwrap(), again);
    let other = Announced {
        digest: None,
        ..announced(&bytes)
    };
    assert_eq!(fault(uploads.begin(&id(1), &other)), UploadError::Other);
    uploads.piece(&id(1), 50, &bytes[50..], None).unwrap();
    let committed = uploads.commit(&id(1), None).unwrap();
    assert_eq!(uploads.commit(&id(1), None).unwrap(), committed);
    let again = uploads.piece(&id(1), 0, &bytes[..50], None).unwrap();
    assert_eq!(again, committed);
}

/// A piece that is not the next one, is not what it is said to be, or is too much, changes nothing.
#[test]
fn pieces_that_do_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let mut uploads = uploads(folder.path(), &clock);
    uploads.limits.piece_bytes = 4;
    uploads.limits.pieces = 2;
    uploads.begin(&id(1), &announced(b"abcdef")).unwrap();
    let piece = |offset, bytes: &[u8]| uploads.piece(&id(1), offset, bytes, None);
    piece(0, b"ab").unwrap();
    let (expected, found) = (Digest::of(b"x"), Digest::of(b"cd"));
    let wrong = uploads.piece(&id(1), 2, b"cd", Some(expected));
    assert_eq!(fault(wrong), UploadError::Digest { expected, found });
    for (offset, bytes) in [
        (3, &b"d"[..]),
        (1, b"b"),
        (0, b"xy"),
        (0, b"abc"),
        (u64::MAX, b"z"),
    ] {
        assert_eq!(
            fault(piece(offset, bytes)),
            UploadError::Offset { received: 2 }
        );
    }
    for bytes in [&b""[..], b"cdefg"] {
        let error = fault(piece(2, bytes));
        assert!(
            matches!(error, UploadError::PieceTooLarge { bound: 4, .. }),
            "{error}"
        );
    }
    piece(2, b"cd").unwrap();
    assert_eq!(fault(piece(4, b"efg")), UploadError::Beyond { bytes: 6 });
    assert_eq!(
        fault(piece(4, b"e")),
        UploadError::TooManyPieces { bound: 2 }
    );
    let unfinished = UploadError::Unfinished {
        received: 4,
        bytes: 6,
    };
    assert_eq!(fault(uploads.commit(&id(1), None)), unfinished);
    assert_eq!(uploads.look(&id(1)).unwrap().received, 4);
    assert_eq!(
        fault(uploads.piece(&id(2), 0, b"a", None)),
        UploadError::Unknown
    );
}

/// Bounds of what is announced, of how many there are at once, and of ids.
#[test]
fn bounds() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let mut uploads = uploads(folder.path(), &clock);
    uploads.limits.uploads = 1;
    uploads.limits.bytes = 3;
    for bytes in [&b""[..], b"abcd"] {
        let error = fault(uploads.begin(&id(1), &announced(bytes)));
        assert!(
            matches!(error, UploadError::TooLarge { bound: 3, .. }),
            "{error}"
        );
    }
    uploads.begin(&id(1), &announced(b"abc")).unwrap();
    let error = fault(uploads.begin(&id(2), &announced(b"abc")));
    assert_eq!(error, UploadError::TooMany { bound: 1 });
    for text in [
        "",
        "short",
        "../../../../../../etc",
        "0123456789ABCDEF",
        &"a".repeat(65),
    ] {
        assert_eq!(text.parse::<UploadId>(), Err(UploadError::Id), "{text}");
    }
}

/// Another digest at the end, and nothing of the upload is kept.
#[test]
fn a_wrong_digest() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let uploads = uploads(folder.path(), &clock);
    let begin = |id: &UploadId| {
        uploads.begin(id, &announced(b"abc")).unwrap();
    };
    begin(&id(1));
    uploads.piece(&id(1), 0, b"abx", None).unwrap();
    begin(&id(2));
    uploads.piece(&id(2), 0, b"abc", None).unwrap();
    let found = Digest::of(b"abx");
    let expected = Digest::of(b"abc");
    let error = fault(uploads.commit(&id(1), None));
    assert_eq!(error, UploadError::Digest { expected, found });
    let error = fault(uploads.commit(&id(2), Some(found)));
    let (expected, found) = (found, expected);
    assert_eq!(error, UploadError::Digest { expected, found });
    assert_eq!(left(folder.path()), [] as [&str; 0]);
}

/// After an hour there is nothing, whatever the upload had come to, and after a clock was set back neither.
#[test]
fn over() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let uploads = uploads(folder.path(), &clock);
    let bytes = archive();
    let begin = |id: &UploadId| uploads.begin(id, &announced(&bytes)).unwrap();
    begin(&id(1));
    let until = begin(&id(2)).until;
    assert_eq!(until, clock.now() + Duration::from_secs(3600));
    uploads.piece(&id(2), 0, &bytes, None).unwrap();
    uploads.commit(&id(2), None).unwrap();
    // What was begun and never written down is not left either.
    std::fs::create_dir(folder.path().join("uploads").join(id(3).as_str())).unwrap();
    clock.later(59);
    assert!(uploads.look(&id(2)).is_ok());
    clock.later(1);
    assert_eq!(fault(uploads.look(&id(2))), UploadError::Unknown);
    assert_eq!(left(folder.path()), [] as [&str; 0]);
    begin(&id(1));
    clock.earlier(120);
    assert_eq!(fault(uploads.look(&id(1))), UploadError::Unknown);
}

/// What is taken stays for as long as the lease, for one alone; an archive that cannot be read is given back.
#[test]
fn leases() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let uploads = uploads(folder.path(), &clock);
    let bytes = archive();
    let limits = Limits::default();
    let take = |number| uploads.take(&id(number), source(), &limits);
    uploads.begin(&id(1), &announced(&bytes)).unwrap();
    assert_eq!(fault(take(1)), UploadError::NotCommitted);
    uploads.piece(&id(1), 0, &bytes, None).unwrap();
    uploads.commit(&id(1), None).unwrap();
    clock.later(50);
    take(1).unwrap();
    assert_eq!(fault(take(1)), UploadError::Busy);
    clock.later(14);
    assert_eq!(fault(take(1)), UploadError::Busy);
    clock.later(1);
    assert_eq!(fault(take(1)), UploadError::Unknown);

    uploads.begin(&id(2), &announced(b"abc")).unwrap();
    uploads.piece(&id(2), 0, b"abc", None).unwrap();
    uploads.commit(&id(2), None).unwrap();
    for _ in 0..2 {
        let read = take(2);
        assert!(matches!(read, Err(Error::Archive { .. })), "{read:?}");
    }
}

/// What is on the disk is not believed: a changed piece is refused, a file that cannot be read is removed, one of a newer version stays.
#[test]
fn what_is_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let uploads = uploads(folder.path(), &clock);
    let bytes = archive();
    uploads.begin(&id(1), &announced(&bytes)).unwrap();
    uploads.piece(&id(1), 0, &bytes, None).unwrap();
    uploads.commit(&id(1), None).unwrap();
    let of = |name: &str| {
        folder
            .path()
            .join("uploads")
            .join(id(1).as_str())
            .join(name)
    };
    let mut changed = bytes.clone();
    changed[60] ^= 1;
    std::fs::write(of("000000000000"), &changed).unwrap();
    let error = fault(uploads.take(&id(1), source(), &Limits::default()));
    assert!(matches!(error, UploadError::Digest { .. }), "{error}");
    std::fs::write(of("upload.json"), r#"{"version":2}"#).unwrap();
    assert!(matches!(
        uploads.look(&id(1)),
        Err(Error::Newer { version: 2, .. })
    ));
    std::fs::write(of("upload.json"), "{").unwrap();
    assert_eq!(fault(uploads.look(&id(1))), UploadError::Unknown);
    assert_eq!(left(folder.path()), [] as [&str; 0]);
}

/// What is kept is for the user alone.
#[cfg(unix)]
#[test]
fn private() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let clock = Moving::new();
    let uploads = uploads(folder.path(), &clock);
    uploads.begin(&id(1), &announced(b"abc")).unwrap();
    uploads.piece(&id(1), 0, b"abc", None).unwrap();
    let mode = |path: &str| {
        let path = folder.path().join("uploads").join(path);
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    };
    let of = |name: &str| format!("{}/{name}", id(1));
    assert_eq!((mode(""), mode(id(1).as_str())), (0o700, 0o700));
    assert_eq!(
        (mode(&of("upload.json")), mode(&of("000000000000"))),
        (0o600, 0o600)
    );
}
