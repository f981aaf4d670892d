//! Downloads from a server on this machine.

use std::io::Write as _;

use prowess_base::Digest;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::*;

/// Serves the same bytes to everyone, and gives the address without a path.
async fn serve(bytes: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                bytes.len()
            );
            let _ = stream.write_all(head.as_bytes()).await;
            let _ = stream.write_all(&bytes).await;
        }
    });
    url
}

/// A tar archive of files, with a link to the first.
fn tar(files: &[(&str, u32)], link: &str) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, mode) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(2);
        header.set_mode(*mode);
        builder
            .append_data(&mut header, name, b"hi".as_slice())
            .unwrap();
    }
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    builder.append_link(&mut header, link, "hidden").unwrap();
    builder.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// What is no archive is kept as it is; the program that it is gets the right to be run, and is found by the next check.
#[tokio::test]
async fn one_file() {
    let machine = Machine::new();
    let url = format!(
        "{}/dist/jq-linux64?x=1",
        serve(b"#!/bin/sh\n".to_vec()).await
    );
    let digest = Digest::of(b"#!/bin/sh\n").short_hex(64);
    let spec = json!({"id": "x", "kind": "download", "url": url, "bins": ["jq"], "sha256": digest});
    let ask = yes();
    let outcome = machine.install(spec, &ask).await.unwrap();
    let place = machine.tools.downloads("tide").join("jq-linux64");
    assert_eq!(
        (outcome.message, outcome.stdout, outcome.warnings),
        (
            format!("Downloaded to {}", place.display()),
            "downloaded=10".to_owned(),
            Vec::<String>::new()
        )
    );
    assert_eq!(text(&place), "#!/bin/sh\n");
    assert!(machine.finds("jq"));
    let folder = machine.tools.downloads("tide");
    assert_eq!(
        *ask.1.lock().unwrap(),
        [format!(
            "fetch `{url}` into `{}` for `tide`?",
            folder.display()
        )]
    );
}

/// An archive is unpacked beneath the target folder without its outer folders; links lead to copies or nowhere.
#[tokio::test]
async fn an_archive() {
    let machine = Machine::new();
    let mut archive = tar(
        &[("t-1.0/bin/tool", 0o755), ("t-1.0/doc/a.md", 0o644)],
        "t-1.0/x",
    );
    archive = gzip(&archive);
    let url = format!("{}/t-1.0.tgz", serve(archive).await);
    let spec = json!({
        "id": "x", "kind": "download", "url": url, "bins": ["tool", "absent"],
        "stripComponents": 1, "targetDir": "./one/two/",
    });
    let outcome = machine.install(spec.clone(), &yes()).await.unwrap();
    let target = machine.tools.downloads("tide").join("one/two");
    assert_eq!(
        outcome.message,
        format!("Downloaded and extracted to {}", target.display())
    );
    assert_eq!(outcome.warnings.len(), 2, "{:?}", outcome.warnings);
    assert_eq!(text(&target.join("doc/a.md")), "hi");
    assert!(!target.join("x").exists());
    assert!(machine.finds("tool") && !machine.finds("absent"));
    // A second time is no error.
    assert!(machine.install(spec, &yes()).await.unwrap().ok);
}

/// bzip2 goes through the program of the machine, and the tar archive in it through the same checks.
#[tokio::test]
async fn bzip2() {
    let machine = Machine::new();
    let archive = tar(&[("a", 0o644)], "l");
    let url = format!("{}/t.tar.bz2", serve(archive).await);
    let spec = json!({"id": "x", "kind": "download", "url": url});
    // The archive is not packed, and the program says so.
    machine.program("bzip2", "cat \"$3\"");
    let outcome = machine.install(spec.clone(), &yes()).await.unwrap();
    assert!(outcome.ok, "{outcome:?}");
    let target = machine.tools.downloads("tide");
    assert_eq!(text(&target.join("a")), "hi");
    machine.program("bzip2", "echo broken >&2; exit 2");
    let outcome = machine.install(spec, &yes()).await.unwrap();
    assert!(outcome.message.ends_with("bzip2: broken"), "{outcome:?}");
    assert_eq!(std::fs::read_dir(&target).unwrap().count(), 1);
}

/// Nothing leaves the folder of the skill's downloads, whatever the header or the archive says, and nothing of a download
/// that is not the promised one is kept.
#[tokio::test]
async fn refusals() {
    let machine = Machine::new();
    let url = serve(gzip(&tar(&[("a", 0o644)], "l"))).await;
    let download = |more: serde_json::Value| {
        let mut spec = json!({"id": "x", "kind": "download", "url": format!("{url}/a.tar.gz")});
        for (key, value) in more.as_object().unwrap() {
            spec[key] = value.clone();
        }
        spec
    };
    for (more, why) in [
        (json!({"targetDir": "../x"}), "is not beneath"),
        (json!({"targetDir": "/tmp/x"}), "is not beneath"),
        (json!({"targetDir": "a/../../x"}), "is not beneath"),
        (json!({"targetDir": "C:\\x"}), "is not beneath"),
        (json!({"archive": "rar"}), "is no form of an archive"),
        (json!({"stripComponents": -1}), "cannot be -1"),
        (json!({"stripComponents": 2}), "nothing is left"),
        (json!({"sha256": "ab"}), "is no SHA-256 digest"),
        (json!({"sha256": 12}), "is no SHA-256 digest"),
        (json!({"sha256": "0".repeat(64)}), "has the digest"),
        (
            json!({"archive": "zip", "url": "http://127.0.0.1:9/a.zip"}),
            "127.0.0.1",
        ),
        (json!({"url": "http://192.168.0.9/a.zip"}), "not fetched"),
    ] {
        let outcome = machine.install(download(more), &yes()).await.unwrap();
        assert!(!outcome.ok && outcome.message.contains(why), "{outcome:?}");
    }
    let folder = machine.tools.downloads("tide");
    assert!(!folder.join("a").exists());
    let escaping = serve(gzip(&raw("../../evil"))).await;
    let spec = json!({"id": "x", "kind": "download", "url": format!("{escaping}/a.tgz")});
    let outcome = machine.install(spec, &yes()).await.unwrap();
    assert!(outcome.message.contains("`..`"), "{outcome:?}");
    let bad_bin = download(json!({"bins": ["../../evil"]}));
    let outcome = machine.install(bad_bin, &yes()).await.unwrap();
    assert_eq!(
        outcome.warnings.last().map(String::as_str),
        Some("`../../evil` is no name of a program")
    );
    let there = std::fs::read_dir(machine.folder.path()).unwrap();
    let mut there: Vec<_> = there.map(|entry| entry.unwrap().file_name()).collect();
    there.sort();
    assert_eq!(there, ["bin", "data"]);
}

/// A tar archive with one entry whose name the `tar` crate would not write.
fn raw(name: &str) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    header.set_size(0);
    header.set_mode(0o644);
    header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.resize(2048, 0);
    bytes
}
