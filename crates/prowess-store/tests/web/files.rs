//! Archives and single files by their addresses.

use std::sync::Arc;
use std::time::Duration;

use prowess_store::fetch::{Choice, Revision, web};
use prowess_store::{Error, Tree};

use crate::server::{Answer, Everywhere, Kit, Server, digest, login, skill, tarred, zipped};

fn at(bytes: &[u8]) -> Revision {
    Revision::File {
        digest: digest(bytes),
    }
}

fn text<'t>(tree: &'t Tree, path: &str) -> &'t str {
    std::str::from_utf8(&tree.get(path).unwrap().bytes).unwrap()
}

/// An archive comes whole through a redirect, with the digest of its bytes; a skill without a name is called by the address that was
/// asked for; how far it is is told.
#[tokio::test]
async fn an_archive() {
    let server = Server::new().await;
    let bytes = zipped(&[("SKILL.md", "Body.\n"), ("scripts/a.sh", "echo\n")]);
    server
        .on("/dl/weather.zip", Answer::to("/real?x=1"))
        .on("/real?x=1", Answer::ok(bytes.clone()));
    let kit = Kit::new();
    let client = kit.client();
    let url = server.at("/dl/weather.zip");
    let harvest = web::archive(&url, None, &kit.via(&client)).await.unwrap();
    assert_eq!(harvest.revision, at(&bytes));
    assert_eq!(harvest.source.to_string(), url.as_str());
    let one = harvest.choose(Choice::Only).unwrap()[0];
    assert_eq!(
        (&*one.name, text(&one.tree, "scripts/a.sh")),
        ("weather", "echo\n")
    );
    let end = format!("{url} {0} Some({0})", bytes.len());
    assert_eq!(kit.told().last(), Some(&end));
}

/// The same digest is asked for by a lock, and another one refused before anything is unpacked.
#[tokio::test]
async fn a_wrong_digest() {
    let server = Server::new().await;
    let bytes = tarred(&[("s/SKILL.md", &skill("s"))]);
    server.on("/s.tgz", Answer::ok(bytes.clone()));
    server.on("/SKILL.md", Answer::ok(skill("s")));
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let right = web::archive(&server.at("/s.tgz"), Some(&at(&bytes)), &via).await;
    assert_eq!(right.unwrap().skills.len(), 1);
    let wrong = at(b"other");
    for found in [
        web::archive(&server.at("/s.tgz"), Some(&wrong), &via).await,
        web::skill_file(&server.at("/SKILL.md"), Some(&wrong), &via).await,
    ] {
        let Err(Error::Digest { expected, .. }) = found else {
            panic!("{found:?}");
        };
        assert_eq!(expected, digest("other"));
    }
}

/// One file is one skill, called by the folder of its address where it has no name; the login goes along.
#[tokio::test]
async fn one_file() {
    let server = Server::new().await;
    server.on("/skills/weather/SKILL.md", Answer::ok("Body\n"));
    let mut kit = Kit::new();
    kit.login = Some(login());
    let client = kit.client();
    let url = server.at("/skills/weather/SKILL.md");
    let harvest = web::skill_file(&url, None, &kit.via(&client))
        .await
        .unwrap();
    let one = harvest.choose(Choice::Only).unwrap()[0];
    assert_eq!((&*one.path, &*one.name), ("", "weather"));
    assert_eq!(harvest.revision, at(b"Body\n"));
    let proof = server.proof("/skills/weather/SKILL.md");
    assert_eq!(proof.as_deref(), Some("Basic dG9rMTIzOg=="));
    let newest = web::newest(&url, &kit.via(&client)).await;
    assert_eq!(newest.unwrap(), at(b"Body\n"));
}

/// A page of the web in place of a file is refused as such, by its type or by its start.
#[tokio::test]
async fn a_page() {
    let server = Server::new().await;
    let page = Answer::ok("\n<!DOCTYPE html>\n");
    server.on("/a/SKILL.md", page.clone()).on("/a.zip", page);
    let typed = Answer::ok("hi").field("content-type", "text/html; charset=utf-8");
    server.on("/b/SKILL.md", typed);
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    for path in ["/a/SKILL.md", "/b/SKILL.md"] {
        let found = web::skill_file(&server.at(path), None, &via).await;
        assert!(matches!(found, Err(Error::Source { .. })), "{found:?}");
    }
    let found = web::archive(&server.at("/a.zip"), None, &via).await;
    let message = found.unwrap_err().to_string();
    assert!(
        message.ends_with("a page of the web is there, not an archive"),
        "{message}"
    );
}

/// Every fault of the way has its own words, and none of them is "nothing new".
#[tokio::test]
async fn faults_of_the_way() {
    let server = Server::new().await;
    let slow = Answer::ok("late").late(Duration::from_secs(2));
    let short = Answer::ok("abc").field("content-length", "9");
    let limited = Answer::status(429).field("retry-after", "3600");
    server
        .on("/none.zip", Answer::status(404))
        .on("/private.zip", Answer::status(401))
        .on("/slow.zip", slow)
        .on("/short.zip", short)
        .on("/limited.zip", limited)
        .on("/inner.zip", Answer::to("https://10.0.0.1/x.zip"))
        .on("/large.zip", Answer::ok(vec![b'x'; 100]));
    let mut kit = Kit::new();
    kit.limits.archive_bytes = 99;
    let client = kit.client();
    let via = kit.via(&client);
    for (path, part) in [
        ("/none.zip", "is not there, or is private (404)"),
        ("/private.zip", "is not there, or is private (401)"),
        ("/slow.zip", "took longer than"),
        ("/short.zip", "broke off after"),
        (
            "/limited.zip",
            "limits how often it is asked until Thu, 01 Jan 1970 01:16:40 GMT",
        ),
        ("/inner.zip", "10.0.0.1, which is not on the public network"),
        ("/large.zip", "is larger than 99 bytes"),
    ] {
        let url = server.at(path);
        let message = web::archive(&url, None, &via)
            .await
            .unwrap_err()
            .to_string();
        assert!(message.contains(part), "{path}: {message}");
        let message = web::newest(&url, &via).await.unwrap_err().to_string();
        assert!(message.contains(part), "{path}: {message}");
    }
}

/// A server that is busy for a moment is asked again.
#[tokio::test]
async fn busy_for_a_moment() {
    let server = Server::new().await;
    let busy = Answer::status(429).field("retry-after", "0");
    server.then("/SKILL.md", [busy, Answer::ok(skill("s"))]);
    let kit = Kit::new();
    let client = kit.client();
    let found = web::skill_file(&server.at("/SKILL.md"), None, &kit.via(&client)).await;
    assert_eq!(found.unwrap().skills[0].name, "s");
    assert_eq!(server.paths().len(), 2);
}

/// A name of the public network that is at an address of this machine, or of a private network, is not connected to.
#[tokio::test]
async fn rebinding() {
    for address in ["127.0.0.1", "10.0.0.1"] {
        let mut kit = Kit::new();
        kit.resolver = Arc::new(Everywhere(address));
        let client = kit.client();
        let url = "https://skills.test/s.zip".parse().unwrap();
        let found = web::archive(&url, None, &kit.via(&client)).await;
        let message = found.unwrap_err().to_string();
        let part = format!("{address}, which is not on the public network");
        assert!(message.contains(&part), "{message}");
    }
}

/// A small archive of a million entries is refused by their number. A part of it is compressed once and stands in it a thousand times.
#[tokio::test]
async fn a_million_entries() {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut header = tar::Header::new_ustar();
    header.set_path("s/a").unwrap();
    header.set_size(0);
    header.set_mode(0o644);
    header.set_cksum();
    for _ in 0..1000 {
        std::io::Write::write_all(&mut gz, header.as_bytes()).unwrap();
    }
    let part = gz.finish().unwrap();
    let server = Server::new().await;
    server.on("/s.tgz", Answer::ok(part.repeat(1000)));
    let kit = Kit::new();
    let client = kit.client();
    let found = web::archive(&server.at("/s.tgz"), None, &kit.via(&client)).await;
    let message = found.unwrap_err().to_string();
    assert!(message.contains("50000 entries"), "{message}");
}
