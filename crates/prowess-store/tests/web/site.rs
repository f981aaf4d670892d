//! Sites with an index of skills.

use prowess_store::Error;
use prowess_store::fetch::{Choice, Revision, site};

use crate::server::{Answer, Kit, Server, digest, login, skill, tarred, zipped};

const INDEX: &str = "/.well-known/agent-skills/index.json";
const OLDER: &str = "/.well-known/skills/index.json";

fn index(entries: &[String]) -> String {
    format!(
        r#"{{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[{}]}}"#,
        entries.join(",")
    )
}

fn entry(name: &str, kind: &str, url: &str, bytes: impl AsRef<[u8]>) -> String {
    let digest = digest(bytes);
    format!(
        r#"{{"name":"{name}","type":"{kind}","description":"Does {name}","url":"{url}","digest":"{digest}"}}"#
    )
}

/// Both kinds come, each held against its digest; names and paths are those of the index; the login goes to the site.
#[tokio::test]
async fn both_kinds() {
    let server = Server::new().await;
    let one = skill("one");
    let two = tarred(&[("SKILL.md", &skill("two")), ("a/b.txt", "b")]);
    let three = zipped(&[("./SKILL.md", &skill("three"))]);
    let text = index(&[
        entry("one", "skill-md", "one/SKILL.md", &one),
        entry("two", "archive", "/files/two", &two),
        entry("three", "archive", "../../three.zip", &three),
    ]);
    server
        .on(INDEX, Answer::ok(text.clone()))
        .on("/.well-known/agent-skills/one/SKILL.md", Answer::ok(one))
        .on("/files/two", Answer::ok(two))
        .on("/three.zip", Answer::ok(three));
    let mut kit = Kit::new();
    kit.login = Some(login());
    let client = kit.client();
    let via = kit.via(&client);
    let harvest = site::harvest(&server.url, &via).await.unwrap();
    assert_eq!(
        (harvest.refused.as_slice(), harvest.left_out.len()),
        (&[][..], 0)
    );
    assert!(harvest.skills.iter().all(|skill| skill.warnings.is_empty()));
    let skills: Vec<(&str, &str, usize)> = harvest
        .skills
        .iter()
        .map(|skill| (&*skill.path, &*skill.name, skill.tree.files().count()))
        .collect();
    assert_eq!(
        skills,
        [("one", "one", 1), ("three", "three", 1), ("two", "two", 2)]
    );
    let revision = Revision::File {
        digest: digest(&text),
    };
    assert_eq!(harvest.revision, revision);
    assert_eq!(
        harvest.source.to_string(),
        format!("well-known+{}", server.url)
    );
    assert!(server.proof("/files/two").is_some());
    assert_eq!(site::newest(&server.url, &via).await.unwrap(), revision);
}

/// A list of what there is needs the index alone, and what is taken of it no more than that.
#[tokio::test]
async fn only_what_is_wanted() {
    let server = Server::new().await;
    let one = skill("one");
    let text = index(&[
        entry("one", "skill-md", "/one.md", &one),
        entry("two", "skill-md", "/two.md", "x"),
    ]);
    server
        .on(INDEX, Answer::ok(text))
        .on("/one.md", Answer::ok(one));
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let index = site::look(&server.url, &via).await.unwrap();
    let names: Vec<&str> = index
        .entries
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(names, ["one", "two"]);
    assert_eq!(server.paths(), [INDEX]);
    let wanted = |entry: &site::IndexEntry| entry.name.as_str() == "one";
    let harvest = site::take(&server.url, &index, &wanted, &via)
        .await
        .unwrap();
    assert_eq!(harvest.choose(Choice::Only).unwrap()[0].name, "one");
    assert_eq!(server.paths(), [INDEX, "/one.md"]);
}

/// What has another digest, is not there, is no skill or too large is refused with the reason; the others are as good as they are.
#[tokio::test]
async fn refused_alone() {
    let server = Server::new().await;
    let good = skill("good");
    let wrapped = zipped(&[("repo/SKILL.md", &skill("wrapped"))]);
    let harmful = tarred(&[("SKILL.md", &skill("harmful")), ("a\\b", "x")]);
    let text = index(&[
        entry("gone", "skill-md", "/gone.md", "x"),
        entry("good", "skill-md", "/good.md", &good),
        entry("harmful", "archive", "/harmful.tgz", &harmful),
        entry("large", "skill-md", "/large.md", "x"),
        entry("other", "archive", "/good.md?t=secret", "x"),
        entry("inner", "skill-md", "https://10.0.0.1/x", "x"),
        entry("wrapped", "archive", "/wrapped.zip", &wrapped),
    ]);
    server
        .on(INDEX, Answer::ok(text))
        .on("/good.md", Answer::ok(good.clone()))
        .on("/good.md?t=secret", Answer::ok(good))
        .on("/large.md", Answer::ok(vec![b'x'; 2000]))
        .on("/harmful.tgz", Answer::ok(harmful))
        .on("/wrapped.zip", Answer::ok(wrapped));
    let mut kit = Kit::new();
    kit.limits.skill_file_bytes = 1000;
    let client = kit.client();
    let harvest = site::harvest(&server.url, &kit.via(&client)).await.unwrap();
    assert_eq!(harvest.choose(Choice::All).unwrap().len(), 1);
    let reasons = [
        ("gone", "is not there, or is private (404)"),
        ("harmful", "it holds a backslash"),
        ("inner", "not on the public network"),
        ("large", "is larger than 1000 bytes"),
        ("other", "has the digest sha256:"),
        ("wrapped", "has no `SKILL.md` at its root"),
    ];
    assert_eq!(harvest.refused.len(), reasons.len());
    for (refused, (name, part)) in harvest.refused.iter().zip(reasons) {
        let error = refused.error.to_string();
        assert_eq!(refused.name, name);
        assert!(error.contains(part), "{name}: {error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

/// Where the network fails nothing is said of any skill: a part of a site is not shown as the whole.
#[tokio::test]
async fn the_way_fails() {
    let server = Server::new().await;
    let good = skill("good");
    let text = index(&[
        entry("good", "skill-md", "/good.md", &good),
        entry("late", "skill-md", "/late.md", "x"),
    ]);
    let limited = Answer::status(429).field("retry-after", "3600");
    server
        .on(INDEX, Answer::ok(text))
        .on("/good.md", Answer::ok(good))
        .on("/late.md", limited);
    let kit = Kit::new();
    let client = kit.client();
    let found = site::harvest(&server.url, &kit.via(&client)).await;
    let error = found.unwrap_err();
    assert!(
        matches!(error, Error::Net(prowess_net::Error::RateLimited { .. })),
        "{error}"
    );
}

/// An index that another host gives, and artifacts at other hosts, are told; neither has the login. A page of the public network cannot
/// name this machine.
#[tokio::test]
async fn other_hosts() {
    let other = Server::new().await;
    let server = Server::new().await;
    let one = skill("one");
    let mut there = other.at("/one.md");
    there.set_host(Some("localhost")).unwrap();
    let text = index(&[entry("one", "skill-md", there.as_str(), &one)]);
    server.on(INDEX, Answer::ok(text));
    other.on("/one.md", Answer::ok(one));
    let mut kit = Kit::new();
    kit.login = Some(login());
    let client = kit.client();
    let via = kit.via(&client);
    let harvest = site::harvest(&server.url, &via).await.unwrap();
    assert_eq!(harvest.skills.len(), 1);
    assert_eq!(
        harvest.skills[0].warnings,
        ["it comes from `localhost`, not from the site itself"]
    );
    assert_eq!(other.proof("/one.md"), None);

    let mut index = site::look(&server.url, &via).await.unwrap();
    index.url = "https://skills.test/.well-known/agent-skills/index.json"
        .parse()
        .unwrap();
    let public = index.url.join("/").unwrap();
    let harvest = site::take(&public, &index, &|_| true, &via).await.unwrap();
    let error = harvest.refused[0].error.to_string();
    assert!(error.contains("not on the public network"), "{error}");
    assert_eq!(other.paths(), ["/one.md"]);

    let moved = Server::new().await;
    moved.on(INDEX, Answer::to(server.at(INDEX)));
    let index = site::look(&moved.url, &via).await.unwrap();
    assert_eq!(
        index.entries[0].warnings[0],
        "the site leads to `127.0.0.1`"
    );
}

/// An older site has its index elsewhere and lists files; without digests it is told that nothing vouches for them.
#[tokio::test]
async fn an_older_site() {
    let server = Server::new().await;
    let text = r#"{"skills":[
        {"name":"one","description":"d","files":["SKILL.md","a/b c%.md"]},
        {"name":"two","description":"d","files":["README.md"]},
        {"name":"odd","description":"d","files":["SKILL.md"]}]}"#;
    server
        .on(OLDER, Answer::ok(text))
        .on("/.well-known/skills/one/SKILL.md", Answer::ok(skill("one")))
        .on("/.well-known/skills/one/a/b%20c%25.md", Answer::ok("b"))
        .on("/.well-known/skills/two/README.md", Answer::ok("r"))
        .on(
            "/.well-known/skills/odd/SKILL.md",
            Answer::ok(skill("even")),
        );
    let kit = Kit::new();
    let client = kit.client();
    let harvest = site::harvest(&server.url, &kit.via(&client)).await.unwrap();
    let skills: Vec<(&str, &str, usize)> = harvest
        .skills
        .iter()
        .map(|skill| (&*skill.path, &*skill.name, skill.tree.files().count()))
        .collect();
    assert_eq!(skills, [("odd", "even", 1), ("one", "one", 2)]);
    let refused = &harvest.refused[0];
    assert_eq!(refused.name, "two");
    assert!(
        refused
            .error
            .to_string()
            .ends_with("is listed without a `SKILL.md`")
    );
    assert_eq!(harvest.skills[1].warnings.len(), 1);
    assert_eq!(
        harvest.skills[0].warnings[1],
        "the index calls it `odd`, it calls itself `even`"
    );
}

/// A site without an index says so, with the address that it should have; a fault at the first place is no reason to look at the second.
#[tokio::test]
async fn no_index() {
    let server = Server::new().await;
    let kit = Kit::new();
    let client = kit.client();
    let via = kit.via(&client);
    let message = site::newest(&server.url, &via)
        .await
        .unwrap_err()
        .to_string();
    assert_eq!(
        message,
        format!("`{}` is not there, or is private (404)", server.at(INDEX))
    );
    assert_eq!(server.paths(), [INDEX, OLDER]);
    let at = server.at("/docs");
    assert!(site::look(&at, &via).await.is_err());
    assert_eq!(server.paths()[2], format!("/docs{INDEX}"));

    server.on(INDEX, Answer::ok("<html>"));
    server.on(OLDER, Answer::ok(r#"{"skills":[]}"#));
    let error = site::look(&server.url, &via).await.unwrap_err();
    assert!(matches!(error, Error::Answer { .. }), "{error}");
    let index = site::look(&server.at(OLDER), &via).await.unwrap();
    assert_eq!(index.entries, []);
}

/// What is left of the bound of all bytes together counts down.
#[tokio::test]
async fn all_bytes_together() {
    let server = Server::new().await;
    let text = index(&[
        entry("one", "skill-md", "/one.md", skill("one")),
        entry("two", "skill-md", "/two.md", skill("two")),
    ]);
    server
        .on(INDEX, Answer::ok(text))
        .on("/one.md", Answer::ok(skill("one")))
        .on("/two.md", Answer::ok(skill("two")));
    let mut kit = Kit::new();
    kit.limits.archive_bytes = skill("one").len() as u64 + 5;
    let client = kit.client();
    let harvest = site::harvest(&server.url, &kit.via(&client)).await.unwrap();
    assert_eq!(harvest.skills.len(), 1);
    assert!(
        harvest.refused[0]
            .error
            .to_string()
            .ends_with("is larger than 5 bytes")
    );
}
