//! Whose credentials are used, when, and for which host.

use prowess_store::Error;
use prowess_store::fetch::git::{self, OwnCredentials};
use prowess_store::source::Login;

use crate::origin::Origin;
use crate::server::{Act, Ask, Server};
use crate::stage::{Stage, paths, source};

fn login(password: &str) -> Login {
    Login {
        user: "u".to_owned(),
        password: Some(password.to_owned()),
    }
}

/// Shows the repository to those who log in, and asks the others to.
fn asks(ask: &Ask) -> Act {
    match ask.is_known() {
        true => Act::Serve,
        false => Act::Status(401, "WWW-Authenticate: Basic realm=\"x\"".to_owned()),
    }
}

/// Shows the repository to those who log in, and hides it from the others.
fn hides(ask: &Ask) -> Act {
    match ask.is_known() {
        true => Act::Serve,
        false => Act::Status(404, String::new()),
    }
}

async fn private(rule: fn(&Ask) -> Act) -> (Origin, Server) {
    let origin = Origin::new();
    origin.skills("main", &["s"]);
    let server = Server::new(origin.root.path(), rule).await;
    (origin, server)
}

/// A login of the address opens the repository, a wrong one is told, and neither is in a message (IN-34).
#[tokio::test]
async fn in_34_a_login_of_the_address() {
    let (_origin, server) = private(asks).await;
    let stage = Stage::new();
    let source = source(&server.url);
    let harvest = stage
        .harvest_at(&source, None, Some(&login("p")))
        .await
        .unwrap();
    assert_eq!(paths(&harvest), ["s"]);
    assert!(!format!("{harvest:?}").contains("dTpw"));
    let error = stage
        .harvest_at(&source, None, Some(&login("tok123")))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Login { .. }), "{error:?}");
    let message = format!("{error} {error:?}");
    assert!(
        message.contains("it does not take the login of the address"),
        "{message}"
    );
    assert!(!message.contains("tok123"), "{message}");
}

/// A login that breaks off in the middle of a fetch shows no secret either (IN-34).
#[tokio::test]
async fn in_34_a_login_that_is_refused_later() {
    let (_origin, server) = private(|ask| match ask.is_fetch() {
        true => Act::Status(403, String::new()),
        false => Act::Serve,
    })
    .await;
    let stage = Stage::new();
    let login = Some(login("tok123"));
    let error = stage
        .harvest_at(&source(&server.url), None, login.as_ref())
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("the host answers 403"),
        "{error}"
    );
    assert!(
        !format!("{error} {error:?}").contains("tok123"),
        "{error:?}"
    );
}

/// The user's credential helper is never started for what everyone is shown (IN-35).
#[tokio::test]
async fn in_35_no_helper_for_what_is_public() {
    let (_origin, server) = private(|_| Act::Serve).await;
    let stage = Stage::new();
    let spy = spy(&stage);
    assert_eq!(
        paths(&stage.harvest(&source(&server.url)).await.unwrap()),
        ["s"]
    );
    git::newest(&source(&server.url), &stage.program, None)
        .await
        .unwrap();
    assert_eq!(stage.read("asked"), None, "{spy}");
    assert_eq!(stage.told.all(), Vec::<String>::new());
    assert!(
        server
            .asked()
            .iter()
            .all(|ask| ask.field("authorization").is_none())
    );
}

/// Once the host asks, the helper is, and that is told; where the user has forbidden it, it is not (IN-35).
#[tokio::test]
async fn in_35_the_helper_once_the_host_asks() {
    for rule in [asks, hides] {
        let (_origin, server) = private(rule).await;
        let mut stage = Stage::new();
        spy(&stage);
        let harvest = stage.harvest(&source(&server.url)).await;
        match server.asked().first().map(rule) {
            // `git` asks its helper only where it is told to log in.
            Some(Act::Status(404, _)) => {
                let message = harvest.unwrap_err().to_string();
                assert!(
                    message.ends_with("is not there, or is private (404)"),
                    "{message}"
                );
                assert_eq!(stage.read("asked"), None);
            }
            _ => {
                assert_eq!(paths(&harvest.unwrap()), ["s"]);
                let asked = stage.read("asked").unwrap();
                let host = server.url.strip_prefix("http://").unwrap();
                assert!(asked.contains(&format!("host={host}")), "{asked}");
                std::fs::remove_file(stage.folder.path().join("home/asked")).unwrap();
            }
        }
        assert_eq!(stage.told.all(), ["login 127.0.0.1"]);
        stage.program.own = OwnCredentials::Never;
        stage.failure(&source(&server.url)).await;
        assert_eq!(stage.read("asked"), None);
    }
}

/// A login that the program knows for the host is used once the host hides the repository, for that host alone; without it
/// the answer is an error (IN-32).
#[tokio::test]
async fn in_32_a_known_login_after_404() {
    let (origin, server) = private(hides).await;
    let mut stage = Stage::new();
    let error = git::newest(&source(&server.url), &stage.program, None)
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("is not there, or is private (404)"),
        "{error}"
    );
    stage
        .program
        .logins
        .insert("elsewhere.test".to_owned(), login("p"));
    git::newest(&source(&server.url), &stage.program, None)
        .await
        .unwrap_err();
    assert!(
        server
            .asked()
            .iter()
            .all(|ask| ask.field("authorization").is_none())
    );
    stage
        .program
        .logins
        .insert("127.0.0.1".to_owned(), login("p"));
    let newest = git::newest(&source(&server.url), &stage.program, None)
        .await
        .unwrap();
    assert_eq!(newest, origin.git(&["rev-parse", "main"]));
    assert_eq!(
        paths(&stage.harvest(&source(&server.url)).await.unwrap()),
        ["s"]
    );
}

/// A `.netrc` and another address of the user's are ways of their own too, where the host does not show it to everyone.
#[tokio::test]
async fn the_users_own_ways() {
    let (_origin, server) = private(asks).await;
    let stage = Stage::new();
    let host = "machine 127.0.0.1 login u password p\n";
    stage.write(".netrc", host);
    assert_eq!(
        paths(&stage.harvest(&source(&server.url)).await.unwrap()),
        ["s"]
    );
    let (_origin, open) = private(|_| Act::Serve).await;
    let (_origin, closed) = private(asks).await;
    let stage = Stage::new();
    stage.write(
        ".gitconfig",
        &format!("[url \"{}/\"]\n\tinsteadOf = {}/\n", open.url, closed.url),
    );
    assert_eq!(
        paths(&stage.harvest(&source(&closed.url)).await.unwrap()),
        ["s"]
    );
}

/// A redirect of those who log in to the name with `.git` is followed (GitLab's way); the login goes nowhere else.
#[tokio::test]
async fn own_credentials_and_the_name_with_git() {
    let (_origin, server) = private(|ask| match (ask.is_known(), ask.target.contains(".git/")) {
        (false, _) => Act::Status(401, "WWW-Authenticate: Basic realm=\"x\"".to_owned()),
        (true, false) => Act::Status(
            301,
            "Location: /o/r.git/info/refs?service=git-upload-pack".to_owned(),
        ),
        (true, true) => Act::Serve,
    })
    .await;
    let stage = Stage::new();
    spy(&stage);
    let mut source = source(&server.url);
    source.url = source.url.trim_end_matches(".git").to_owned();
    assert_eq!(paths(&stage.harvest(&source).await.unwrap()), ["s"]);
}

/// A credential helper that writes down what it is asked.
fn spy(stage: &Stage) -> String {
    let asked = stage.folder.path().join("home/asked");
    let helper = stage.script(
        "helper",
        &format!(
            "[ \"$1\" = get ] || exit 0\ncat >>{}\necho username=u\necho password=p",
            asked.display()
        ),
    );
    stage.write(
        ".gitconfig",
        &format!("[credential]\n\thelper = {}\n", helper.display()),
    );
    helper.display().to_string()
}
