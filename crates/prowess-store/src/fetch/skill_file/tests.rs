use std::sync::Arc;

use prowess_base::FixedClock;
use prowess_net::{Rules, SystemResolver};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::*;
use crate::fetch::Choice;

/// Answers one request with `answer`, and gives back what was asked.
async fn serve(answer: &'static str) -> (Url, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let task = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut asked = Vec::new();
        while !asked.ends_with(b"\r\n\r\n") {
            asked.push(stream.read_u8().await.unwrap());
        }
        stream.write_all(answer.as_bytes()).await.unwrap();
        String::from_utf8(asked).unwrap()
    });
    let url = format!("http://127.0.0.1:{port}/skills/weather/SKILL.md");
    (Url::parse(&url).unwrap(), task)
}

async fn fetched(
    answer: &'static str,
    credential: Option<Credential>,
) -> (Result<Harvest, Error>, String) {
    let mut rules = Rules::default();
    rules.retries = 0;
    let clock = Arc::new(FixedClock(std::time::SystemTime::UNIX_EPOCH));
    let client = Client::new(rules, Arc::new(SystemResolver), clock, "prowess").unwrap();
    let (url, task) = serve(answer).await;
    let limits = Limits::default();
    let harvest = fetch(&client, &url, credential, &limits, &mut |_, _| {}).await;
    (harvest, task.await.unwrap())
}

/// One file is one skill, called by the folder of its address where it has no name; the login goes along.
#[tokio::test]
async fn one_file() {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nBody\n";
    let login = crate::source::Login {
        user: "ann".to_owned(),
        password: Some("pw".to_owned()),
    };
    let (harvest, asked) = fetched(answer, Some(login.credential())).await;
    let harvest = harvest.unwrap();
    let skill = harvest.choose(Choice::Only).unwrap()[0];
    assert_eq!((&*skill.path, &*skill.name), ("", "weather"));
    assert_eq!(skill.tree.get("SKILL.md").unwrap().bytes, b"Body\n");
    let digest = Digest::of(b"Body\n").to_string();
    assert_eq!(harvest.revision, Revision::File { digest });
    assert!(
        asked
            .to_ascii_lowercase()
            .contains("authorization: basic yw5uonb3\r\n"),
        "{asked}"
    );
}

/// A page of the web in place of the file is refused, by its type or by its start; a missing file is told as such.
#[tokio::test]
async fn no_file() {
    for answer in [
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi",
        "HTTP/1.1 200 OK\r\nContent-Length: 17\r\nConnection: close\r\n\r\n\n<!DOCTYPE html>\n",
    ] {
        let (harvest, _) = fetched(answer, None).await;
        assert!(matches!(harvest, Err(Error::Source { .. })), "{harvest:?}");
    }
    let answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let (harvest, _) = fetched(answer, None).await;
    assert!(
        matches!(
            harvest,
            Err(Error::Net(prowess_net::Error::NotFound { .. }))
        ),
        "{harvest:?}"
    );
}
