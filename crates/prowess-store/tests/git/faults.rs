//! Hosts that fail, lead elsewhere or do not end, and a machine without `git`.

use std::path::Path;
use std::time::Duration;

use prowess_store::Error;
use prowess_store::fetch::git;
use prowess_store::source::GitSource;

use crate::origin::Origin;
use crate::server::{Act, Ask, Rule, Server};
use crate::stage::{Stage, local, paths, source};

async fn failure(rule: Rule) -> (String, Server) {
    let origin = Origin::new();
    origin.skills("main", &["s"]);
    let server = Server::new(origin.root.path(), rule).await;
    let mut stage = Stage::new();
    stage.program.silence = Duration::from_secs(1);
    let message = stage.failure(&source(&server.url)).await;
    (message, server)
}

/// Each way to fail is told as what it is.
#[tokio::test]
async fn what_the_host_answers() {
    let (message, _) = failure(|_| Act::Status(404, String::new())).await;
    assert!(
        message.ends_with("/o/r.git` is not there, or is private (404)"),
        "{message}"
    );
    let (message, _) = failure(|_| Act::Status(403, String::new())).await;
    assert!(
        message.contains("it is private, or not there (403)"),
        "{message}"
    );
    let (message, _) = failure(|_| Act::Status(429, "Retry-After: 999".to_owned())).await;
    assert!(
        message.contains("limits how often it is asked until "),
        "{message}"
    );
    let (message, _) = failure(|_| Act::Page).await;
    assert!(
        message.contains("answers with a page, not as a repository"),
        "{message}"
    );
    let (message, _) = failure(|ask| match ask.is_fetch() {
        true => Act::Status(500, String::new()),
        false => Act::Serve,
    })
    .await;
    assert!(message.ends_with("answers 500"), "{message}");
}

/// An answer that breaks off is no skill.
#[tokio::test]
async fn truncation() {
    for rule in [
        (|ask: &Ask| {
            if ask.is_fetch() {
                Act::Cut(40)
            } else {
                Act::Serve
            }
        }) as Rule,
        |ask: &Ask| {
            if ask.is_fetch() {
                Act::Cut(0)
            } else {
                Act::Serve
            }
        },
        |ask: &Ask| match ask.field("content-encoding").is_some() || is_objects(ask) {
            true => Act::Cut(90),
            false => Act::Serve,
        },
    ] {
        let (message, _) = failure(rule).await;
        assert!(message.contains("broke off"), "{message}");
    }
}

/// Whether more is asked for than a list of references.
fn is_objects(ask: &Ask) -> bool {
    let length = ask
        .field("content-length")
        .and_then(|length| length.parse::<usize>().ok());
    ask.is_fetch() && length.is_some_and(|length| length > 200)
}

/// A host that stops sending is left after its silence.
#[tokio::test]
async fn silence() {
    let (message, _) = failure(|ask| {
        if ask.is_fetch() {
            Act::Stall(20)
        } else {
            Act::Serve
        }
    })
    .await;
    assert!(message.ends_with("took longer than 1s"), "{message}");
}

/// A redirect is followed where the new address is one that may be asked, and told; no other is.
#[tokio::test]
async fn redirects() {
    let origin = Origin::new();
    origin.skills("main", &["s"]);
    let server = Server::new(origin.root.path(), |ask| {
        match ask.target.strip_prefix("/old/") {
            Some(rest) => Act::Status(301, format!("Location: /o/{rest}")),
            None => Act::Serve,
        }
    })
    .await;
    let stage = Stage::new();
    let old = GitSource::of(format!("{}/old/r.git", server.url));
    let harvest = stage.harvest(&old).await.unwrap();
    assert_eq!(paths(&harvest), ["s"]);
    assert_eq!(
        harvest.left_out,
        [format!(
            "`{0}/old/r.git` has moved to `{0}/o/r.git`",
            server.url
        )]
    );
    for (rule, expected) in [
        (
            (|_| {
                Act::Status(
                    302,
                    "Location: https://10.0.0.1/o/r.git/info/refs".to_owned(),
                )
            }) as Rule,
            "its host is at 10.0.0.1, which is not on the public network",
        ),
        (
            |_| {
                Act::Status(
                    302,
                    "Location: https://inner.test/o/r.git/info/refs".to_owned(),
                )
            },
            "its host is at 10.0.0.1, which is not on the public network",
        ),
        (
            |_| {
                Act::Status(
                    302,
                    "Location: http://example.com/o/r.git/info/refs".to_owned(),
                )
            },
            "only https, and http to this machine",
        ),
        (
            // After the first question, which nobody follows.
            |ask| match ask.is_fetch() {
                true => Act::Status(302, "Location: http://127.0.0.1:1/".to_owned()),
                false => Act::Serve,
            },
            "answers 302",
        ),
    ] {
        let (message, _) = failure(rule).await;
        assert!(message.contains(expected), "{message}");
    }
}

/// `git` connects to the address that was checked, not to one that it finds by itself; private ones are not asked at all.
#[tokio::test]
async fn only_checked_addresses() {
    let origin = Origin::new();
    origin.skills("main", &["s"]);
    let server = Server::new(origin.root.path(), |_| Act::Serve).await;
    let port = server.url.rsplit(':').next().unwrap();
    // No resolver but the stage's knows this name.
    let named = source(&format!("http://git.test:{port}"));
    let trusting = Stage::trusting(&["git.test"]);
    assert_eq!(paths(&trusting.harvest(&named).await.unwrap()), ["s"]);
    let stage = Stage::new();
    for (url, expected) in [
        (named.url.as_str(), "only https"),
        ("https://inner.test/o/r", "is at 10.0.0.1"),
        ("https://git.test/o/r", "is at 127.0.0.1"),
        ("https://10.0.0.1/o/r", "is at 10.0.0.1"),
        ("https://unknown.test/o/r", "`unknown.test` cannot be found"),
        ("ext::sh -c true", "only https and ssh are used for Git"),
        ("git://127.0.0.1/o/r", "only https and ssh are used for Git"),
    ] {
        let message = stage.failure(&GitSource::of(url)).await;
        assert!(message.contains(expected), "{url}: {message}");
    }
    let message = stage.failure(&local(origin.folder())).await;
    assert!(
        message.contains("only https and ssh are used for Git"),
        "{message}"
    );
}

/// Without `git`, what is missing is said, and how to get it.
#[tokio::test]
async fn no_git() {
    let origin = Origin::new();
    origin.skills("main", &["s"]);
    let server = Server::new(origin.root.path(), |_| Act::Serve).await;
    let mut stage = Stage::new();
    stage.program.path = "/nowhere/git".into();
    let error = stage.harvest(&source(&server.url)).await.unwrap_err();
    assert!(matches!(error, Error::NoGit { .. }), "{error:?}");
    assert!(
        error.to_string().contains("https://git-scm.com/downloads"),
        "{error}"
    );
}

/// A `git` that does not end is killed with what it has started: after its time, and where nobody waits any more.
#[tokio::test]
async fn a_program_that_does_not_end() {
    let origin = Origin::new();
    origin.skills("main", &["s"]);
    let server = Server::new(origin.root.path(), |_| Act::Serve).await;
    let source = source(&server.url);
    let mut stage = Stage::new();
    let pid = stage.folder.path().join("home/pid");
    stage.program.path = stage.script(
        "slow-git",
        &format!(
            "sleep 600 &\necho $! >{0}.new && mv {0}.new {0}\nwait",
            pid.display()
        ),
    );
    stage.program.time = Duration::from_millis(500);
    let message = stage.failure(&source).await;
    assert!(message.ends_with("took longer than 500ms"), "{message}");
    has_gone(&pid).await;
    stage.program.time = Duration::from_secs(600);
    let newest = git::newest(&source, &stage.program, None);
    let started = async {
        while !pid.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        newest = newest => panic!("{newest:?}"),
        () = started => {}
    }
    has_gone(&pid).await;
    stage.is_tidy();
}

/// Waits until the process whose number is in a file has gone; a test that hangs here has failed.
async fn has_gone(pid: &Path) {
    let number = std::fs::read_to_string(pid).unwrap();
    std::fs::remove_file(pid).unwrap();
    let state = || {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", number.trim())).ok()?;
        text.rsplit_once(") ")?.1.chars().next()
    };
    // One that is dead and not yet waited for has gone too.
    while state().is_some_and(|state| state != 'Z') {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
