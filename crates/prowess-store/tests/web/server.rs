//! A server whose answers a test gives, and what the tests make.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Response, Uri};
use prowess_base::{Digest, FixedClock};
use prowess_net::{Client, Resolve, Rules, SystemResolver};
use prowess_store::fetch::{Limits, Via};
use prowess_store::progress::{At, Progress};
use prowess_store::source::Login;
use url::Url;

/// One answer.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    status: u16,
    fields: Vec<(&'static str, String)>,
    body: Vec<u8>,
    /// How long it waits before anything is sent.
    delay: Duration,
}

impl Answer {
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: 200,
            fields: Vec::new(),
            body: body.into(),
            delay: Duration::ZERO,
        }
    }

    pub(crate) fn status(status: u16) -> Self {
        Self {
            status,
            ..Self::ok("")
        }
    }

    pub(crate) fn to(address: impl Into<String>) -> Self {
        Self::status(302).field("location", address)
    }

    pub(crate) fn field(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.fields.push((name, value.into()));
        self
    }

    pub(crate) fn late(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }
}

/// A server that gives the answers of its paths in order, the last of a path for ever, and keeps what it was asked. The paths
/// hold their queries.
pub(crate) struct Server {
    pub(crate) url: Url,
    answers: Arc<Mutex<BTreeMap<String, Vec<Answer>>>>,
    asked: Arc<Mutex<Vec<(String, HeaderMap)>>>,
}

impl Server {
    pub(crate) async fn new() -> Self {
        let answers: Arc<Mutex<BTreeMap<String, Vec<Answer>>>> = Arc::default();
        let asked: Arc<Mutex<Vec<(String, HeaderMap)>>> = Arc::default();
        let (given, kept) = (Arc::clone(&answers), Arc::clone(&asked));
        let router = Router::new().fallback(move |uri: Uri, fields: HeaderMap| {
            let path = uri.to_string();
            kept.lock().unwrap().push((path.clone(), fields));
            let answer = {
                let mut given = given.lock().unwrap();
                match given.get_mut(&path) {
                    Some(answers) if answers.len() > 1 => answers.remove(0),
                    Some(answers) => answers[0].clone(),
                    None => Answer::status(404),
                }
            };
            async move {
                tokio::time::sleep(answer.delay).await;
                let mut response = Response::builder().status(answer.status);
                for (name, value) in answer.fields {
                    response = response.header(name, value);
                }
                response.body(Body::from(answer.body)).unwrap()
            }
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self {
            url: url.parse().unwrap(),
            answers,
            asked,
        }
    }

    /// Sets what a path answers.
    pub(crate) fn on(&self, path: &str, answer: Answer) -> &Self {
        self.then(path, [answer])
    }

    /// Sets what a path answers, one after the other.
    pub(crate) fn then(&self, path: &str, answers: impl IntoIterator<Item = Answer>) -> &Self {
        let answers = answers.into_iter().collect();
        let path = path.to_owned();
        self.answers.lock().unwrap().insert(path, answers);
        self
    }

    pub(crate) fn at(&self, path: &str) -> Url {
        self.url.join(path).unwrap()
    }

    /// The paths that were asked for.
    pub(crate) fn paths(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|(path, _)| path.clone()).collect()
    }

    /// What proved who asks, in the last request for a path.
    pub(crate) fn proof(&self, path: &str) -> Option<String> {
        let asked = self.asked.lock().unwrap();
        let (_, fields) = asked.iter().rev().find(|(asked, _)| asked == path).unwrap();
        let proof = fields.get("authorization")?;
        Some(proof.to_str().unwrap().to_owned())
    }
}

/// What a test fetches by.
pub(crate) struct Kit {
    pub(crate) rules: Rules,
    pub(crate) limits: Limits,
    pub(crate) login: Option<Login>,
    pub(crate) resolver: Arc<dyn Resolve>,
    told: Told,
}

#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Progress for Told {
    fn tell(&self, at: At<'_>) {
        if let At::Fetching { source, bytes, of } = at {
            let text = format!("{source} {bytes} {of:?}");
            self.0.lock().unwrap().push(text);
        }
    }
}

impl Kit {
    pub(crate) fn new() -> Self {
        let mut rules = Rules::default();
        rules.pause = Duration::from_millis(1);
        rules.longest_pause = Duration::from_millis(50);
        rules.retries = 1;
        rules.silence = Duration::from_millis(400);
        Self {
            rules,
            limits: Limits::default(),
            login: None,
            resolver: Arc::new(SystemResolver),
            told: Told::default(),
        }
    }

    pub(crate) fn client(&self) -> Client {
        let clock = FixedClock(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000));
        let (rules, resolver) = (self.rules.clone(), Arc::clone(&self.resolver));
        Client::new(rules, resolver, Arc::new(clock), "test").unwrap()
    }

    pub(crate) fn via<'v>(&'v self, client: &'v Client) -> Via<'v> {
        Via {
            client,
            login: self.login.as_ref(),
            limits: &self.limits,
            progress: &self.told,
        }
    }

    pub(crate) fn told(&self) -> Vec<String> {
        self.told.0.lock().unwrap().clone()
    }
}

/// Every name is at one made-up address.
pub(crate) struct Everywhere(pub(crate) &'static str);

impl Resolve for Everywhere {
    fn resolve(
        &self,
        _name: &str,
    ) -> Pin<Box<dyn Future<Output = std::io::Result<Vec<std::net::IpAddr>>> + Send>> {
        let address = self.0.parse().unwrap();
        Box::pin(async move { Ok(vec![address]) })
    }
}

pub(crate) fn login() -> Login {
    Login {
        user: "tok123".to_owned(),
        password: None,
    }
}

/// A SKILL.md of a skill.
pub(crate) fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}\n---\nBody.\n")
}

/// A zip archive of some files.
pub(crate) fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    for (path, text) in files {
        zip.start_file(*path, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A tar.gz archive of some files.
pub(crate) fn tarred(files: &[(&str, &str)]) -> Vec<u8> {
    let gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut tar = tar::Builder::new(gz);
    for (path, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        tar.append_data(&mut header, path, text.as_bytes()).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap()
}

pub(crate) fn digest(bytes: impl AsRef<[u8]>) -> String {
    Digest::of(bytes.as_ref()).to_string()
}
