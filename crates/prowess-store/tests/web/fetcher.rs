//! Sources as they are written, through the one fetcher.

use prowess_store::fetch::fetcher::Fetcher;
use prowess_store::fetch::{Harvest, Revision};
use prowess_store::lock::{LockedSkill, Origin};
use prowess_store::source::{Context, Parsed};
use prowess_store::status::{Freshness, Seen};
use prowess_store::{Error, Scope, Source};

use crate::server::{Answer, Kit, Server, digest, skill, zipped};

const INDEX: &str = "/.well-known/agent-skills/index.json";

fn fetcher() -> Fetcher {
    let mut fetcher = Fetcher::offline("/".into());
    fetcher.client = Some(Kit::new().client());
    fetcher
}

fn parsed(text: &str) -> Parsed {
    Source::parse(text, &Context::default()).unwrap()
}

/// A site, a registry, an archive and a file, each with the skill `tide`, as texts of sources.
async fn everywhere() -> (Server, [String; 4]) {
    let server = Server::new().await;
    let text = skill("tide");
    let bytes = zipped(&[("SKILL.md", &text)]);
    let index = format!(
        r#"{{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[
            {{"name":"tide","type":"skill-md","description":"d","url":"/tide/SKILL.md","digest":"{}"}}]}}"#,
        digest(&text)
    );
    server
        .on(INDEX, Answer::ok(index))
        .on("/tide/SKILL.md", Answer::ok(text))
        .on("/tide.zip", Answer::ok(bytes.clone()))
        .on(
            "/api/v1/skills/tide",
            Answer::ok(r#"{"latestVersion":{"version":"1.0.0"}}"#),
        )
        .on(
            "/api/v1/download?slug=tide&version=1.0.0",
            Answer::ok(bytes),
        );
    let url = server.url.as_str();
    let texts = [
        format!("well-known+{url}"),
        format!("registry+{url}#tide"),
        format!("{url}tide.zip"),
        format!("{url}tide/SKILL.md"),
    ];
    (server, texts)
}

fn locked(harvest: &Harvest) -> LockedSkill {
    let one = &harvest.skills[0];
    let origin = Origin::of(harvest.source.clone()).at(&one.path);
    LockedSkill::new(
        "tide",
        Scope::Project,
        &origin,
        harvest.revision.clone(),
        &one.tree,
    )
}

/// The same skill has the same digest by every way, is fetched again as it was, and a look finds nothing new (IN-07).
#[tokio::test]
async fn by_every_way() {
    let (_server, texts) = everywhere().await;
    let fetcher = fetcher();
    let mut digests = Vec::new();
    for text in texts {
        let source = parsed(&text).source;
        let harvest = fetcher.harvest(&source, None, None, &()).await.unwrap();
        let locked = locked(&harvest);
        assert_eq!(locked.source, text);
        let at = Some(&locked.revision);
        let again = fetcher.harvest(&source, at, None, &()).await.unwrap();
        assert_eq!(again.skills[0].tree, harvest.skills[0].tree);
        let revision = fetcher.newest(&source, at, None, &()).await.unwrap();
        let seen = Seen {
            revision,
            digest: None,
        };
        let fresh = Freshness::of(&locked, Ok(&seen));
        assert_eq!(fresh, Freshness::UpToDate, "{text}");
        digests.push(locked.digest);
    }
    digests.dedup();
    assert_eq!(digests.len(), 1);
}

/// A look that fails is "unknown" with its reason, by every way, and a token of the address is in no word of it (IN-32, IN-33, IN-34).
#[tokio::test]
async fn in_33_a_look_that_fails() {
    let (server, texts) = everywhere().await;
    let fetcher = fetcher();
    let limited = Answer::status(429).field("retry-after", "3600");
    let places = [
        vec![INDEX, "/.well-known/skills/index.json"],
        vec!["/api/v1/skills/tide/install", "/api/v1/skills/tide"],
        vec!["/tide.zip"],
        vec!["/tide/SKILL.md"],
    ];
    for (text, places) in texts.iter().zip(places) {
        let text = text.replace("http://", "http://tok123@");
        let Parsed { source, login, .. } = parsed(&text);
        let harvest = fetcher
            .harvest(&source, None, login.as_ref(), &())
            .await
            .unwrap();
        let locked = locked(&harvest);
        for (answer, part) in [
            (Answer::status(404), "is not there, or is private (404)"),
            (limited.clone(), "limits how often it is asked until"),
        ] {
            for place in &places {
                server.on(place, answer.clone());
            }
            let at = Some(&locked.revision);
            let look = fetcher.newest(&source, at, login.as_ref(), &()).await;
            let fresh = Freshness::of(&locked, Err(&look.unwrap_err()));
            let Freshness::Unknown { reason } = fresh else {
                panic!("{text}: {fresh:?}");
            };
            assert!(reason.contains(part), "{text}: {reason}");
            assert!(!reason.contains("tok123"), "{reason}");
        }
    }
}

/// Another skill of a site may change: what is kept is fetched again all the same, and only the kept skill's own digest is a word about it.
#[tokio::test]
async fn a_site_that_changes() {
    let (server, [text, ..]) = everywhere().await;
    let fetcher = fetcher();
    let source = parsed(&text).source;
    let harvest = fetcher.harvest(&source, None, None, &()).await.unwrap();
    let locked = locked(&harvest);
    let index = format!(
        r#"{{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[
            {{"name":"ebb","type":"skill-md","url":"/ebb","digest":"{}"}},
            {{"name":"tide","type":"skill-md","url":"/tide/SKILL.md","digest":"{}"}}]}}"#,
        digest("x"),
        digest(skill("tide"))
    );
    server.on(INDEX, Answer::ok(index));
    let at = Some(&locked.revision);
    let again = fetcher.harvest(&source, at, None, &()).await.unwrap();
    assert_eq!(again.skills[0].tree.digest(), locked.digest);
    assert_eq!(again.refused[0].name, "ebb");
    let revision = fetcher.newest(&source, at, None, &()).await.unwrap();
    assert_ne!(revision, locked.revision);
    let seen = |digest| Seen {
        revision: revision.clone(),
        digest,
    };
    let fresh = Freshness::of(&locked, Ok(&seen(None)));
    assert!(matches!(fresh, Freshness::Unknown { .. }), "{fresh:?}");
    let fresh = Freshness::of(&locked, Ok(&seen(Some(locked.digest))));
    assert_eq!(fresh, Freshness::UpToDate);
}

/// Another file than the lock's is refused, and without a network nothing is asked.
#[tokio::test]
async fn refused() {
    let (server, texts) = everywhere().await;
    let other = Revision::File {
        digest: digest("other"),
    };
    for text in &texts[2..] {
        let source = parsed(text).source;
        let found = fetcher().harvest(&source, Some(&other), None, &()).await;
        assert!(matches!(found, Err(Error::Digest { .. })), "{found:?}");
    }
    let asked = server.paths().len();
    for text in &texts {
        let source = parsed(text).source;
        let offline = Fetcher::offline("/".into());
        let found = offline.harvest(&source, None, None, &()).await;
        assert!(matches!(found, Err(Error::Offline { .. })), "{found:?}");
        let found = offline.newest(&source, None, None, &()).await;
        assert!(matches!(found, Err(Error::Offline { .. })), "{found:?}");
    }
    assert_eq!(server.paths().len(), asked);
}
