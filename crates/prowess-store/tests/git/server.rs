//! A server of HTTP on loopback that shows repositories by `git http-backend`, and fails as it is told.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;

use crate::origin::path;

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) method: String,
    pub(crate) target: String,
    /// Header lines, names in lower case.
    pub(crate) fields: Vec<(String, String)>,
}

impl Ask {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|(known, _)| known == name);
        field.map(|(_, value)| value.as_str())
    }

    /// Whether this is the user `u` with the password `p`.
    pub(crate) fn is_known(&self) -> bool {
        self.field("authorization") == Some("Basic dTpw")
    }

    /// Whether objects are asked for, no references.
    pub(crate) fn is_fetch(&self) -> bool {
        self.method == "POST"
    }
}

/// What is answered.
pub(crate) enum Act {
    /// What `git` answers.
    Serve,
    /// What `git` answers to a client of the first protocol.
    ServeOld,
    /// A file as it is.
    ServeFile,
    /// A status with a header line.
    Status(u16, String),
    /// A page.
    Page,
    /// What `git` answers, broken off after so many bytes of it.
    Cut(usize),
    /// What `git` answers, with nothing after so many bytes of it.
    Stall(usize),
}

pub(crate) type Rule = fn(&Ask) -> Act;

pub(crate) struct Server {
    /// `http://127.0.0.1:PORT`
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<Ask>>>,
}

impl Server {
    /// A server of what is beneath a folder.
    pub(crate) async fn new(root: &Path, rule: Rule) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&asked);
        let root = root.to_path_buf();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, root.clone(), rule, Arc::clone(&kept)));
            }
        });
        Self { url, asked }
    }

    pub(crate) fn asked(&self) -> Vec<Ask> {
        self.asked.lock().unwrap().clone()
    }
}

async fn answer(stream: TcpStream, root: PathBuf, rule: Rule, kept: Arc<Mutex<Vec<Ask>>>) {
    let mut stream = BufReader::new(stream);
    let Some((ask, body)) = read(&mut stream).await else {
        return;
    };
    kept.lock().unwrap().push(ask.clone());
    let act = rule(&ask);
    let whole = match &act {
        Act::Status(status, field) => plain(&format!("{status} Said\r\n{field}"), ""),
        Act::Page => plain(
            "200 OK\r\nContent-Type: text/html; charset=utf-8",
            "<p>Log in",
        ),
        Act::ServeFile => match std::fs::read(root.join(file(&ask).trim_start_matches('/'))) {
            Ok(bytes) => [plain("200 OK\r\nContent-Type: text/plain", ""), bytes].concat(),
            Err(_) => plain("404 Not Found", ""),
        },
        Act::ServeOld => backend(&root, &ask, &body, None).await,
        Act::Serve | Act::Cut(_) | Act::Stall(_) => {
            backend(&root, &ask, &body, ask.field("git-protocol")).await
        }
    };
    let stream = stream.get_mut();
    let (Act::Cut(length) | Act::Stall(length)) = act else {
        let _ = stream.write_all(&whole).await;
        return;
    };
    let head = whole
        .windows(4)
        .position(|bytes| bytes == b"\r\n\r\n")
        .unwrap()
        + 4;
    let _ = stream
        .write_all(whole.get(..head + length).unwrap_or(&whole))
        .await;
    let _ = stream.flush().await;
    if matches!(act, Act::Stall(_)) {
        // Until the other side goes.
        let mut byte = [0];
        let _ = stream.read(&mut byte).await;
    }
}

fn plain(head: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n{body}").into_bytes()
}

fn file(ask: &Ask) -> &str {
    ask.target.split('?').next().unwrap()
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<(Ask, Vec<u8>)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let mut lines = lines.into_iter();
    let first = lines.next()?;
    let mut words = first.split(' ').map(str::to_owned);
    let ask = Ask {
        method: words.next()?,
        target: words.next()?,
        fields: lines
            .filter_map(|line| {
                let (name, value) = line.split_once(": ")?;
                Some((name.to_ascii_lowercase(), value.to_owned()))
            })
            .collect(),
    };
    let mut body = Vec::new();
    if ask.field("expect").is_some() {
        stream
            .get_mut()
            .write_all(b"HTTP/1.1 100 Continue\r\n\r\n")
            .await
            .ok()?;
    }
    if let Some(length) = ask.field("content-length") {
        body.resize(length.parse().ok()?, 0);
        stream.read_exact(&mut body).await.ok()?;
    } else if ask.field("transfer-encoding").is_some() {
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.ok()?;
            let length = usize::from_str_radix(line.trim(), 16).ok()?;
            let mut part = vec![0; length + 2];
            stream.read_exact(&mut part).await.ok()?;
            body.extend_from_slice(part.get(..length)?);
            if length == 0 {
                break;
            }
        }
    }
    Some((ask, body))
}

/// What `git http-backend` answers, as an answer of HTTP without a length: its end is the end of the connection, which a client
/// cannot tell from a broken one, so the length is added.
async fn backend(root: &Path, ask: &Ask, body: &[u8], protocol: Option<&str>) -> Vec<u8> {
    let mut command = Command::new("git");
    command
        .arg("http-backend")
        .env_clear()
        .env("PATH", path())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_PROJECT_ROOT", root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("REQUEST_METHOD", &ask.method)
        .env("PATH_INFO", file(ask))
        .env(
            "QUERY_STRING",
            ask.target.split_once('?').map_or("", |(_, query)| query),
        )
        .env(
            "CONTENT_TYPE",
            ask.field("content-type").unwrap_or_default(),
        )
        .env("CONTENT_LENGTH", body.len().to_string())
        .env(
            "HTTP_CONTENT_ENCODING",
            ask.field("content-encoding").unwrap_or_default(),
        )
        .env("REMOTE_ADDR", "127.0.0.1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    if let Some(protocol) = protocol {
        command.env("GIT_PROTOCOL", protocol);
    }
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feed = async {
        let _ = stdin.write_all(body).await;
        drop(stdin);
    };
    let ((), output) = tokio::join!(feed, child.wait_with_output());
    let output = output.unwrap().stdout;
    let end = output
        .windows(4)
        .position(|bytes| bytes == b"\r\n\r\n")
        .unwrap();
    let (head, content) = output.split_at(end + 4);
    let head = String::from_utf8_lossy(head);
    let status = head.lines().find_map(|line| line.strip_prefix("Status: "));
    let mut text = format!("HTTP/1.1 {}\r\n", status.unwrap_or("200 OK"));
    for line in head
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("Status: "))
    {
        write!(text, "{line}\r\n").unwrap();
    }
    write!(
        text,
        "Content-Length: {}\r\nConnection: close\r\n\r\n",
        content.len()
    )
    .unwrap();
    [text.as_bytes(), content].concat()
}
