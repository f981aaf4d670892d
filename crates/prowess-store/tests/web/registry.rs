//! Registries.

use prowess_store::Error;
use prowess_store::fetch::{Choice, Revision, registry};
use prowess_store::source::RegistrySource;

use crate::server::{Answer, Kit, Server, digest, login, skill, zipped};

fn source(server: &Server, text: &str) -> RegistrySource {
    let (owner, rest) = match text.strip_prefix('@') {
        Some(rest) => {
            let (owner, rest) = rest.split_once('/').unwrap();
            (Some(owner.to_owned()), rest)
        }
        None => (None, text),
    };
    let (slug, version) = match rest.split_once('@') {
        Some((slug, version)) => (slug, Some(version.to_owned())),
        None => (rest, None),
    };
    RegistrySource {
        registry: server.url.clone(),
        owner,
        slug: slug.to_owned(),
        version,
    }
}

/// A registry with one skill, `@ann/tide`, of version 1.2.0.
async fn tide() -> (Server, Vec<u8>) {
    let server = Server::new().await;
    let bytes = zipped(&[("SKILL.md", &skill("tide")), ("_meta.json", "{}")]);
    let detail = r#"{"skill":{"slug":"tide","displayName":"Tide","summary":"Tells\u001b[2J tides","tags":{"latest":"1.2.0"}},
        "latestVersion":{"version":"1.2.0","createdAt":0,"changelog":"More"},
        "owner":{"handle":"ann"},"moderation":null}"#;
    let install = r#"{"ok":true,"slug":"tide","installKind":"archive",
        "archive":{"version":"1.2.0","downloadUrl":"/api/v1/download?slug=tide&version=1.2.0"}}"#;
    for query in ["", "?ownerHandle=ann"] {
        server
            .on(&format!("/api/v1/skills/tide{query}"), Answer::ok(detail))
            .on(
                &format!("/api/v1/skills/tide/install{query}"),
                Answer::ok(install),
            );
    }
    server.on(
        "/api/v1/download?slug=tide&version=1.2.0",
        Answer::ok(bytes.clone()),
    );
    let scan = r#"{"security":{"status":"clean","hasScanResult":true}}"#;
    server.on("/api/v1/skills/tide/scan?version=1.2.0", Answer::ok(scan));
    server.on(
        "/api/v1/skills/tide/scan?version=1.2.0&ownerHandle=ann",
        Answer::ok(scan),
    );
    (server, bytes)
}

fn version(version: &str, bytes: &[u8]) -> Revision {
    Revision::Version {
        version: version.to_owned(),
        digest: digest(bytes),
    }
}

/// The newest version comes with the digest of its bytes; a token goes as the registry wants it; what is clean is not praised.
#[tokio::test]
async fn the_newest() {
    let (server, bytes) = tide().await;
    let mut kit = Kit::new();
    kit.login = Some(login());
    let client = kit.client();
    let via = kit.via(&client);
    let source = source(&server, "@ann/tide");
    let harvest = registry::harvest(&source, None, &via).await.unwrap();
    assert_eq!(harvest.revision, version("1.2.0", &bytes));
    let one = harvest.choose(Choice::Only).unwrap()[0];
    assert_eq!((&*one.name, one.tree.files().count()), ("tide", 2));
    assert_eq!(harvest.skills[0].warnings, [] as [&str; 0]);
    let proof = server.proof("/api/v1/download?slug=tide&version=1.2.0");
    assert_eq!(proof.as_deref(), Some("Bearer tok123"));
    let text = harvest.source.to_string();
    assert_eq!(text, format!("registry+{}#@ann/tide", server.url));
}

/// A look is cheap where the lock has the newest version, and true where it has not.
#[tokio::test]
async fn a_look() {
    let (server, bytes) = tide().await;
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let source = source(&server, "tide");
    let known = version("1.2.0", b"as it was");
    let newest = registry::newest(&source, Some(&known), &via).await.unwrap();
    assert_eq!(newest, known);
    assert_eq!(server.paths(), ["/api/v1/skills/tide/install"]);
    let older = version("1.1.0", b"x");
    for at in [None, Some(&older)] {
        let newest = registry::newest(&source, at, &via).await.unwrap();
        assert_eq!(newest, version("1.2.0", &bytes));
    }
}

/// A look that fails is never an answer.
#[tokio::test]
async fn a_look_that_fails() {
    let server = Server::new().await;
    let limited = Answer::status(429).field("retry-after", "3600");
    server
        .on("/api/v1/skills/private/install", Answer::status(403))
        .on("/api/v1/skills/busy/install", limited)
        .on("/api/v1/skills/odd/install", Answer::ok("[]"));
    let kit = Kit::new();
    let client = kit.client();
    for (name, part) in [
        ("none", "is not there, or is private (404)"),
        ("private", "is not there, or is private (403)"),
        ("busy", "limits how often it is asked until"),
        ("odd", "cannot be used: it is no object of JSON"),
    ] {
        let at = version("1.0.0", b"x");
        let look = registry::newest(&source(&server, name), Some(&at), &kit.via(&client)).await;
        let message = look.unwrap_err().to_string();
        assert!(message.contains(part), "{name}: {message}");
    }
}

/// A version that is asked for, by the source or by a lock, is the one that comes; the lock's digest holds it, and so does the registry's.
#[tokio::test]
async fn a_version() {
    let (server, _) = tide().await;
    let old = zipped(&[("SKILL.md", &skill("tide"))]);
    let path = "/api/v1/download?slug=tide&version=1.1.0";
    let promised = digest(&old).replace("sha256:", "");
    let answer = Answer::ok(old.clone()).field("x-clawhub-artifact-sha256", promised);
    server.on(path, answer);
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let asked = source(&server, "tide@1.1.0");
    let harvest = registry::harvest(&asked, None, &via).await.unwrap();
    assert_eq!(harvest.revision, version("1.1.0", &old));
    let newest = source(&server, "tide");
    let at = version("1.1.0", &old);
    let harvest = registry::harvest(&newest, Some(&at), &via).await.unwrap();
    assert_eq!(harvest.revision, at);

    let at = version("1.1.0", b"other");
    let error = registry::harvest(&newest, Some(&at), &via)
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Digest { .. }), "{error}");
    let answer = Answer::ok(old).field("x-clawhub-artifact-sha256", "00".repeat(32));
    server.on(path, answer);
    let error = registry::harvest(&asked, None, &via).await.unwrap_err();
    assert!(matches!(error, Error::Digest { .. }), "{error}");
}

/// What the registry thinks of a skill becomes warnings, whatever it is; so does an owner that nobody asked for.
#[tokio::test]
async fn opinions() {
    let (server, _) = tide().await;
    let detail = r#"{"skill":{"slug":"tide"},"latestVersion":{"version":"1.2.0"},"owner":{"handle":"ann"},
        "moderation":{"isSuspicious":true,"isMalwareBlocked":false,"verdict":"suspicious",
        "reasonCodes":["suspicious.dynamic_code_execution"],"summary":"Runs code"}}"#;
    server.on("/api/v1/skills/tide", Answer::ok(detail)).on(
        "/api/v1/skills/tide/scan?version=1.2.0",
        Answer::ok(r#"{"security":{"status":"pending"}}"#),
    );
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let source = source(&server, "tide");
    let harvest = registry::harvest(&source, None, &via).await.unwrap();
    assert_eq!(
        harvest.skills[0].warnings,
        [
            "the registry calls it suspicious (suspicious.dynamic_code_execution): Runs code",
            "the registry has not scanned it yet",
            "`tide` is `ann`'s today; `@ann/tide` says that it has to be",
        ]
    );
    server.on(
        "/api/v1/skills/tide/scan?version=1.2.0",
        Answer::status(404),
    );
    let harvest = registry::harvest(&source, None, &via).await.unwrap();
    assert_eq!(harvest.skills[0].warnings.len(), 2);
    server.on(
        "/api/v1/skills/tide/scan?version=1.2.0",
        Answer::status(500),
    );
    let harvest = registry::harvest(&source, None, &via).await.unwrap();
    assert!(
        harvest.skills[0].warnings[1].starts_with("what the registry's scan says is not known")
    );
}

/// A registry that has no place for installations is taken at its description; one that refuses says why; a way that is not known is told.
#[tokio::test]
async fn ways_of_installing() {
    let (server, bytes) = tide().await;
    let place = "/api/v1/skills/tide/install";
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let source = source(&server, "tide");
    server.on(place, Answer::status(404));
    let harvest = registry::harvest(&source, None, &via).await.unwrap();
    assert_eq!(harvest.revision, version("1.2.0", &bytes));
    let commit = "c".repeat(40);
    for (answer, part) in [
        (
            r#"{"ok":false,"reason":"github_scan_failed","message":"The scan failed"}"#.to_owned(),
            "the registry does not give it out: The scan failed",
        ),
        (
            r#"{"ok":true,"installKind":"oci"}"#.to_owned(),
            "its way of installing, `oci`, is not known to this program",
        ),
        (
            r#"{"ok":true,"installKind":"archive","archive":{"version":"../1","downloadUrl":"/x"}}"#.to_owned(),
            "it names no version",
        ),
        (
            r#"{"ok":true,"installKind":"archive","archive":{"version":"1"}}"#.to_owned(),
            "it gives no address of the archive",
        ),
        (
            format!(r#"{{"ok":true,"installKind":"github","github":{{"repo":"a/../b","path":"","commit":"{commit}"}}}}"#),
            "it names no repository with a whole commit",
        ),
        (
            r#"{"ok":true,"installKind":"github","github":{"repo":"a/b","path":"s","commit":"main"}}"#.to_owned(),
            "it names no repository with a whole commit",
        ),
    ] {
        server.on(place, Answer::ok(answer));
        let message = registry::harvest(&source, None, &via).await.unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    let answer = format!(
        r#"{{"ok":true,"installKind":"github","github":{{"repo":"a/b","path":"s","commit":"{commit}"}}}}"#
    );
    server.on(place, Answer::ok(answer));
    let newest = registry::newest(&source, None, &via).await.unwrap();
    assert_eq!(newest, Revision::Commit { commit });
}

/// An archive at an address that a registry gives is fetched without its token where it is elsewhere, and never from a private network.
#[tokio::test]
async fn archives_elsewhere() {
    let (server, bytes) = tide().await;
    let other = Server::new().await;
    other.on("/t.zip", Answer::ok(bytes));
    let mut kit = Kit::new();
    kit.login = Some(login());
    let client = kit.client();
    let via = kit.via(&client);
    let source = source(&server, "tide");
    let install = |url: &str| {
        let archive = format!(r#"{{"version":"1.2.0","downloadUrl":"{url}"}}"#);
        let answer = format!(r#"{{"ok":true,"installKind":"archive","archive":{archive}}}"#);
        server.on("/api/v1/skills/tide/install", Answer::ok(answer));
    };
    install(other.at("/t.zip").as_str());
    assert!(registry::harvest(&source, None, &via).await.is_ok());
    assert_eq!(other.proof("/t.zip"), None);
    install("https://169.254.169.254/latest?token=secret");
    let message = registry::harvest(&source, None, &via)
        .await
        .unwrap_err()
        .to_string();
    assert!(message.contains("not on the public network"), "{message}");
    assert!(!message.contains("secret"), "{message}");
}

/// Another owner's skill is refused; where several have one of the name, they are told.
#[tokio::test]
async fn owners() {
    let (server, _) = tide().await;
    let detail = r#"{"skill":{"slug":"tide"},"owner":{"handle":"eve"}}"#;
    let found = r#"{"results":[{"slug":"tide","ownerHandle":"eve"},{"slug":"tides","ownerHandle":"bob"},
        {"slug":"tide","owner":{"handle":"ann"}}]}"#;
    server
        .on("/api/v1/skills/tide?ownerHandle=ann", Answer::ok(detail))
        .on("/api/v1/skills/tide", Answer::status(409))
        .on("/api/v1/search?q=tide&limit=200", Answer::ok(found));
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let error = registry::inspect(&source(&server, "@ann/tide"), &via)
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("`tide` is `eve`'s, not `ann`'s"),
        "{error}"
    );
    let error = registry::inspect(&source(&server, "tide"), &via)
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "`tide` may be any of @ann/tide, @eve/tide"
    );
}

/// A search gives what can be installed, in the registry's order, and tells what cannot be.
#[tokio::test]
async fn searching() {
    let (server, _) = tide().await;
    let found = r#"{"results":[
        {"slug":"tide","ownerHandle":"ann","displayName":"Tide\u001b]0;x","summary":"s","version":"1.2.0","score":0.9},
        {"slug":"../x","score":0.8},{"score":0.7},
        {"slug":"ebb","displayName":null,"version":7,"score":"odd"}]}"#;
    server
        .on("/api/v1/search?q=the+%26+sea&limit=10", Answer::ok(found))
        .on("/api/v1/search?q=none&limit=1", Answer::ok("{}"));
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let found = registry::search(&server.url, " the & sea ", 10, &via)
        .await
        .unwrap();
    let hits: Vec<(&str, &str, Option<&str>)> = found
        .hits
        .iter()
        .map(|hit| (&*hit.source.slug, &*hit.title, hit.version.as_deref()))
        .collect();
    assert_eq!(
        hits,
        [("tide", "Tide]0;x", Some("1.2.0")), ("ebb", "ebb", None)]
    );
    assert_eq!(found.hits[0].source, source(&server, "@ann/tide"));
    assert_eq!(found.left_out.len(), 2, "{:?}", found.left_out);
    let error = registry::search(&server.url, "none", 0, &via)
        .await
        .unwrap_err();
    assert!(
        error.to_string().ends_with("it has no list `results`"),
        "{error}"
    );
}

/// One skill in words, and its versions over several pages; a list that never ends is cut.
#[tokio::test]
async fn inspecting() {
    let (server, _) = tide().await;
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let source = source(&server, "tide");
    let inspection = registry::inspect(&source, &via).await.unwrap();
    assert_eq!(inspection.source.owner.as_deref(), Some("ann"));
    assert_eq!(inspection.title, "Tide");
    assert_eq!(inspection.summary.as_deref(), Some("Tells[2J tides"));
    assert_eq!(inspection.newest.as_deref(), Some("1.2.0"));
    assert_eq!(inspection.changes.as_deref(), Some("More"));
    assert_eq!(inspection.opinion, None);

    let place = "/api/v1/skills/tide/versions";
    let first =
        r#"{"items":[{"version":"1.2.0","changelog":"More"},{"version":"a b"}],"nextCursor":"n"}"#;
    let last = r#"{"items":[{"version":"1.1.0"}],"nextCursor":null}"#;
    server
        .on(place, Answer::ok(first))
        .on(&format!("{place}?cursor=n"), Answer::ok(last));
    let listed = registry::versions(&source, &via).await.unwrap();
    let names: Vec<&str> = listed.versions.iter().map(|one| &*one.version).collect();
    assert_eq!((names, listed.is_cut), (vec!["1.2.0", "1.1.0"], false));

    let again = |next: &str| Answer::ok(format!(r#"{{"items":[],"nextCursor":"{next}"}}"#));
    server.on(place, again("a"));
    server.on(&format!("{place}?cursor=a"), again("b"));
    server.on(&format!("{place}?cursor=b"), again("a"));
    assert!(registry::versions(&source, &via).await.unwrap().is_cut);
}
