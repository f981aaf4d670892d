//! The client against real servers on loopback, faults included.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at what it did not expect"
)]

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use prowess_base::FixedClock;
use prowess_net::{Client, Credential, Error, Request, Resolve, Response, Rules, SystemResolver};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use url::Url;

/// A server that answers the n-th connection with the n-th of `answers`, the last for ever, and keeps what it was
/// asked. A `|` in an answer is a pause of two seconds.
struct Server {
    url: Url,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn new(answers: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap())
            .parse()
            .unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers: Vec<String> = answers.iter().map(|&answer| answer.to_owned()).collect();
        let kept = Arc::clone(&asked);
        let next = AtomicUsize::new(0);
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let index = next.fetch_add(1, Ordering::Relaxed).min(answers.len() - 1);
                let answer = answers[index].clone();
                let kept = Arc::clone(&kept);
                tokio::spawn(async move {
                    let mut request = [0; 4096];
                    let read = stream.read(&mut request).await.unwrap();
                    kept.lock()
                        .unwrap()
                        .push(String::from_utf8_lossy(&request[..read]).into_owned());
                    for (index, part) in answer.split('|').enumerate() {
                        if index > 0 {
                            tokio::time::sleep(Duration::from_secs(2)).await;
                        }
                        let _ = stream.write_all(part.as_bytes()).await;
                    }
                });
            }
        });
        Self { url, asked }
    }

    fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

fn ok(body: &str) -> String {
    format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn to(target: &str) -> String {
    format!(
        "HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    )
}

fn status(line: &str) -> String {
    format!("HTTP/1.1 {line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
}

fn rules() -> Rules {
    let mut rules = Rules::default();
    rules.pause = Duration::from_millis(1);
    rules.silence = Duration::from_millis(300);
    rules
}

fn client(rules: Rules, resolver: Arc<dyn Resolve>) -> Client {
    let clock = FixedClock(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000));
    Client::new(rules, resolver, Arc::new(clock), "test").unwrap()
}

async fn fetch(url: impl AsRef<str>) -> Result<Response, Error> {
    let url = url.as_ref().parse().unwrap();
    client(rules(), Arc::new(SystemResolver))
        .fetch(&Request::get(url))
        .await
}

async fn failure(url: impl AsRef<str>) -> String {
    fetch(url).await.unwrap_err().to_string()
}

/// Names with made-up addresses.
struct Names(HashMap<&'static str, Vec<&'static str>>);

impl Resolve for Names {
    fn resolve(&self, name: &str) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        let answer = self.0.get(name).map(|addresses| {
            addresses
                .iter()
                .map(|address| address.parse().unwrap())
                .collect()
        });
        Box::pin(async { answer.ok_or_else(|| io::Error::other("no such name")) })
    }
}

/// A whole answer comes with its status, fields and bytes, and how far it is is told.
#[tokio::test]
async fn whole() {
    let server = Server::new(&[&ok("tide")]).await;
    let mut told = Vec::new();
    let request = Request::get(server.url.clone()).field("accept", "text/plain");
    let answer = client(rules(), Arc::new(SystemResolver))
        .fetch_telling(&request, &mut |read, all| told.push((read, all)))
        .await
        .unwrap();
    assert_eq!((answer.status, &answer.bytes[..]), (200, &b"tide"[..]));
    assert_eq!(answer.field("content-length"), Some("4"));
    assert_eq!(told.last(), Some(&(4, Some(4))));
    assert!(server.asked.lock().unwrap()[0].contains("accept: text/plain"));
}

/// Plain HTTP is for this machine; other schemes are for nobody.
#[tokio::test]
async fn schemes() {
    for url in [
        "http://example.com/a?t=secret",
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
    ] {
        let message = failure(url).await;
        assert!(message.contains("is not fetched"), "{message}");
        assert!(!message.contains("secret"), "{message}");
    }
}

/// Addresses that are not on the public network are refused in every spelling, without a connection.
#[tokio::test]
async fn private_addresses() {
    for url in [
        "https://10.0.0.1/",
        "https://169.254.169.254/latest",
        "https://0xa9fea9fe/",
        "https://2852039166/",
        "https://[::ffff:10.0.0.1]/",
        "https://[fd00::1]/",
        "https://user:pw@192.168.1.1/",
    ] {
        let message = failure(url).await;
        assert!(
            message.contains("not on the public network"),
            "{url}: {message}"
        );
        assert!(!message.contains("pw"), "{message}");
    }
}

/// A name of the public network that leads to this machine or a private one is refused at the moment of use, so that
/// a second answer of its server gains nothing.
#[tokio::test]
async fn rebinding() {
    let names = Names(HashMap::from([
        ("inner.test", vec!["10.0.0.1", "127.0.0.1", "::1"]),
        ("nothing.test", vec![]),
    ]));
    let client = client(rules(), Arc::new(names));
    let fetch = async |url: &str| {
        let request = Request::get(url.parse().unwrap());
        client.fetch(&request).await.unwrap_err().to_string()
    };
    let message = fetch("https://inner.test/").await;
    assert!(
        message.contains("10.0.0.1, which is not on the public network"),
        "{message}"
    );
    assert!(
        fetch("https://nothing.test/")
            .await
            .contains("cannot be found")
    );
    assert!(
        fetch("https://unknown.test/")
            .await
            .contains("cannot be found")
    );
}

/// A program that connects by itself is told only addresses that the client would connect to.
#[tokio::test]
async fn addresses() {
    let names = Names(HashMap::from([
        ("mixed.test", vec!["10.0.0.1", "1.1.1.1"]),
        ("inner.test", vec!["10.0.0.1"]),
    ]));
    let client = client(rules(), Arc::new(names));
    let addresses = async |url: &str| {
        let addresses = client.addresses(&url.parse().unwrap()).await;
        addresses.map_err(|error| error.to_string())
    };
    let public: IpAddr = "1.1.1.1".parse().unwrap();
    assert_eq!(addresses("https://mixed.test/").await, Ok(vec![public]));
    for (url, part) in [
        ("https://inner.test/", "is at 10.0.0.1"),
        ("https://10.0.0.1/", "is at 10.0.0.1"),
        ("https://unknown.test/", "cannot be found"),
        ("http://mixed.test/", "only https"),
    ] {
        let message = addresses(url).await.unwrap_err();
        assert!(message.contains(part), "{url}: {message}");
    }
}

/// A host that the user trusts may be spoken to at a private address and without encryption.
#[tokio::test]
async fn trusted_host() {
    let server = Server::new(&[&ok("in")]).await;
    let names = Arc::new(Names(HashMap::from([("registry.test", vec!["127.0.0.1"])])));
    let url: Url = format!("http://registry.test:{}/", server.url.port().unwrap())
        .parse()
        .unwrap();
    let mut trusting = rules();
    trusting.trusted_hosts.insert("registry.test".to_owned());
    let answer = client(trusting, names.clone())
        .fetch(&Request::get(url.clone()))
        .await;
    assert_eq!(answer.unwrap().bytes, b"in");
    assert!(
        client(rules(), names)
            .fetch(&Request::get(url))
            .await
            .is_err()
    );
}

/// A redirect is judged as the first address is.
#[tokio::test]
async fn redirects() {
    let target = Server::new(&[&ok("there")]).await;
    let server = Server::new(&[&to(target.url.as_str())]).await;
    let answer = fetch(&server.url).await.unwrap();
    assert_eq!(
        (answer.bytes.as_slice(), &answer.url),
        (&b"there"[..], &target.url)
    );
    for (place, part) in [
        ("https://10.0.0.1/x", "not on the public network"),
        ("http://example.com/", "is not fetched"),
        ("file:///etc/passwd", "is not fetched"),
        ("/", "redirects too often"),
    ] {
        let server = Server::new(&[&to(place)]).await;
        let message = failure(&server.url).await;
        assert!(message.contains(part), "{place}: {message}");
    }
    let nowhere = Server::new(&[&status("302 Found")]).await;
    assert!(failure(&nowhere.url).await.contains("redirects"));
}

/// An address that a page of the public network gives cannot be this machine; one that a page of this machine gives can.
#[tokio::test]
async fn given_by() {
    let server = Server::new(&[&ok("mine")]).await;
    let given_by = |page: &str| Request::get(server.url.clone()).given_by(&page.parse().unwrap());
    let client = client(rules(), Arc::new(SystemResolver));
    let message = client
        .fetch(&given_by("https://skills.test/"))
        .await
        .unwrap_err()
        .to_string();
    assert!(message.contains("not on the public network"), "{message}");
    assert_eq!(server.asked(), 0);
    let answer = client.fetch(&given_by("http://localhost/")).await;
    assert_eq!(answer.unwrap().bytes, b"mine");
}

/// A credential stays with its host.
#[tokio::test]
async fn credential_stays() {
    let other = Server::new(&[&ok("")]).await;
    let server = Server::new(&[&to("/again"), &to(other.url.as_str())]).await;
    let request = Request::get(server.url.clone()).credential(Some(Credential::bearer("tok123")));
    assert!(!format!("{request:?}").contains("tok123"));
    client(rules(), Arc::new(SystemResolver))
        .fetch(&request)
        .await
        .unwrap();
    let asked = server.asked.lock().unwrap().clone();
    assert!(
        asked
            .iter()
            .all(|asked| asked.contains("authorization: Bearer tok123")),
        "{asked:?}"
    );
    assert!(!other.asked.lock().unwrap()[0].contains("tok123"));
}

/// An answer that is too large, by its word or in fact, is not taken.
#[tokio::test]
async fn too_large() {
    let told = Server::new(&[&ok("12345")]).await;
    let untold = Server::new(&["HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n12345"]).await;
    for server in [told, untold] {
        let client = client(rules(), Arc::new(SystemResolver));
        let request = |bytes| Request::get(server.url.clone()).at_most(bytes);
        let message = client.fetch(&request(4)).await.unwrap_err().to_string();
        assert!(message.ends_with("is larger than 4 bytes"), "{message}");
        assert_eq!(client.fetch(&request(5)).await.unwrap().bytes, b"12345");
    }
}

/// An answer that breaks off, or stops coming, is asked for again, and then is an error that says so.
#[tokio::test]
async fn broken_off() {
    let short = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nabc";
    let mended = Server::new(&[short, &ok("whole")]).await;
    assert_eq!(fetch(&mended.url).await.unwrap().bytes, b"whole");
    let broken = Server::new(&[short]).await;
    let message = failure(&broken.url).await;
    assert!(message.contains("broke off after 3 bytes"), "{message}");
    assert_eq!(broken.asked(), 4);
    let slow = Server::new(&["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc|def"]).await;
    let message = failure(&slow.url).await;
    assert!(message.contains("took longer than"), "{message}");
}

/// A busy server is asked again as it says; one that asks for too long is an error with the time.
#[tokio::test]
async fn busy() {
    let soon =
        "HTTP/1.1 429 Too Many\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let server = Server::new(&[soon, &status("503 Busy"), &ok("now")]).await;
    assert_eq!(fetch(&server.url).await.unwrap().bytes, b"now");
    assert_eq!(server.asked(), 3);

    let late = "HTTP/1.1 429 Too Many\r\nRetry-After: 3600\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let server = Server::new(&[late]).await;
    let message = failure(&server.url).await;
    assert!(
        message.ends_with("until Thu, 01 Jan 1970 01:16:40 GMT"),
        "{message}"
    );
    assert_eq!(server.asked(), 1);

    let quota = "HTTP/1.1 403 No\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 1790000000\r\n\
                 Content-Length: 0\r\nConnection: close\r\n\r\n";
    let server = Server::new(&[quota]).await;
    assert!(failure(&server.url).await.contains("limits how often"));
    assert_eq!(server.asked(), 1);
}

/// What is not there is not asked for twice; `304` is an answer.
#[tokio::test]
async fn statuses() {
    for (line, part) in [
        ("404 Not Found", "is not there, or is private (404)"),
        ("401 No", "is not there, or is private (401)"),
        ("418 Teapot", "answers 418"),
    ] {
        let server = Server::new(&[&status(line)]).await;
        let message = failure(&server.url).await;
        assert!(message.contains(part), "{message}");
        assert_eq!(server.asked(), 1);
    }
    let server = Server::new(&["HTTP/1.1 304 Same\r\nConnection: close\r\n\r\n"]).await;
    assert_eq!(fetch(&server.url).await.unwrap().status, 304);
}

/// What was sent is sent once, unless the server says that it did nothing.
#[tokio::test]
async fn posts() {
    let mut request = Request::get("http://127.0.0.1/".parse().unwrap());
    request.body = Some((b"{}".to_vec(), "application/json".to_owned()));
    let client = client(rules(), Arc::new(SystemResolver));
    let lost =
        Server::new(&["HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nabc"])
            .await;
    request.url = lost.url.clone();
    assert!(client.fetch(&request).await.is_err());
    assert_eq!(lost.asked(), 1);
    let busy = Server::new(&[&status("503 Busy"), &ok("done")]).await;
    request.url = busy.url.clone();
    assert_eq!(client.fetch(&request).await.unwrap().bytes, b"done");
}

/// A port that nobody listens at is no network trouble, and says what is wrong.
#[tokio::test]
async fn no_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let message = failure(&url).await;
    assert!(
        message.starts_with("no connection to `127.0.0.1`"),
        "{message}"
    );
}
