//! The host of a repository, and the way to it that it lets this user go.
//!
//! A host of HTTP is asked by the guarded client first: whether it shows the repository, where it redirects to, whether it is
//! busy. `git` then connects to the address that was checked, follows no redirect by itself, and is given no credential
//! but the one that this host asked for. To a host of ssh `git` goes as the user's configuration of ssh says; that it is known
//! there is the user's word for it.

use std::path::{Path, PathBuf};

use prowess_net::Request;
use tempfile::TempDir;
use tokio::process::Command;
use url::{Host, Url};

use super::program::{GitProgram, LocalRepositories, OwnCredentials};
use super::run::{Ended, Stop, Take, Watch, run};
use super::words::{Cause, shown};
use crate::Error;
use crate::progress::{At, Progress};
use crate::source::{GitSource, Login};

/// Most bytes of the first answer; a host of an old protocol lists all its references in it.
const FIRST_ANSWER: u64 = 64 << 20;

/// What the first question is asked of, beneath the address of a repository.
const INFO: &str = "/info/refs";

/// The status of a page for people in the place of a repository.
const PAGE: u16 = 200;

/// A repository that may be read, and how.
pub(super) struct Remote<'p> {
    pub(super) program: &'p GitProgram,
    /// What the source is called in messages.
    pub(super) source_name: String,
    /// What is to be told besides.
    pub(super) told: Vec<String>,
    /// The address that `git` is given.
    url: String,
    way: Way,
    /// Holds everything that `git` writes, until this is dropped.
    room: TempDir,
}

/// How `git` gets there.
enum Way {
    /// By HTTP, as the client has found it.
    Web {
        /// `HOST:PORT:ADDRESS,…`
        pin: Option<String>,
        /// What proves who asks.
        proof: Option<Proof>,
    },
    /// By HTTP with the user's own configuration.
    Own {
        /// As in [`Way::Web`].
        pin: Option<String>,
        /// The command for ssh, where the configuration leads there.
        ssh: String,
    },
    /// By ssh.
    Ssh {
        /// The command.
        ssh: String,
    },
    /// On this machine.
    Local,
}

/// A login for one origin.
struct Proof {
    /// `https://host:port`
    origin: String,
    /// The value of `Authorization`.
    secret: String,
    /// What must not be shown.
    parts: Vec<String>,
}

/// What a host of HTTP says to the first question.
enum Asked {
    /// The repository is at this address.
    Open(Url),
    /// It is not shown: the status, or [`PAGE`].
    Refused(u16),
}

impl<'p> Remote<'p> {
    /// Finds the way to a repository.
    ///
    /// Without `login`, nobody's credentials are used unless the host does not show the repository; then the login that the
    /// program knows for this host, then the user's own configuration of Git (IN-32, IN-35).
    pub(super) async fn reach(
        source: &GitSource,
        program: &'p GitProgram,
        login: Option<&Login>,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let url = Url::parse(&source.url).map_err(|error| refused(source, &error.to_string()))?;
        let room = tempfile::Builder::new()
            .prefix("git-")
            .tempdir_in(&program.folder)
            .map_err(|error| Error::State {
                path: program.folder.clone(),
                reason: format!("no folder can be made in it: {error}"),
            })?;
        let mut remote = Self {
            program,
            source_name: source.to_string(),
            told: Vec::new(),
            url: source.url.clone(),
            way: Way::Local,
            room,
        };
        match url.scheme() {
            "https" | "http" => remote.reach_web(&url, login, progress).await?,
            "ssh" => {
                let ssh = remote.ssh().await?;
                remote.way = Way::Ssh { ssh };
            }
            "file" if program.local == LocalRepositories::Allowed => {}
            _ => return Err(refused(source, "only https and ssh are used for Git")),
        }
        Ok(remote)
    }

    async fn reach_web(
        &mut self,
        url: &Url,
        login: Option<&Login>,
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        let host = url.host_str().unwrap_or_default();
        let known = self.program.logins.get(host);
        let tries = match login {
            Some(login) => vec![Some(login)],
            None => std::iter::once(None).chain(known.map(Some)).collect(),
        };
        let mut status = 0;
        for (index, login) in tries.into_iter().enumerate() {
            if index > 0 {
                progress.tell(At::Login { host });
            }
            match self.ask(url, login).await? {
                Asked::Open(at) => return self.open(url, &at, login).await,
                Asked::Refused(refused) => status = refused,
            }
        }
        if login.is_some() {
            return Err(self.denied(url, status, "it does not take the login of the address"));
        }
        if status == PAGE {
            // `git` takes a page for a repository without branches.
            return Err(Error::Git {
                reason: format!("`{url}` answers with a page, not as a repository"),
            });
        }
        if self.program.own == OwnCredentials::Never {
            let reason = "your own configuration of Git is not asked for a login";
            return Err(self.denied(url, status, reason));
        }
        progress.tell(At::Login { host });
        self.reach_own(url, status).await
    }

    /// Asks the host by the guarded client.
    async fn ask(&self, url: &Url, login: Option<&Login>) -> Result<Asked, Error> {
        let mut question = url.clone();
        question.set_path(&format!("{}{INFO}", url.path().trim_end_matches('/')));
        question.set_query(Some("service=git-upload-pack"));
        // Some hosts answer a program of Git by a status, and everyone else by a page to log in at.
        let request = Request::get(question)
            .field("user-agent", "git/2.0 (prowess)")
            .field("git-protocol", "version=2")
            .at_most(FIRST_ANSWER)
            .credential(login.map(Login::credential));
        let answer = match self.program.client.fetch(&request).await {
            Ok(answer) => answer,
            Err(prowess_net::Error::NotFound { status, .. }) => return Ok(Asked::Refused(status)),
            Err(error) => return Err(error.into()),
        };
        let mut at = answer.url.clone();
        let is_page = answer
            .field("content-type")
            .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/html"));
        match at.path().strip_suffix(INFO).map(str::to_owned) {
            Some(path) if !is_page => {
                at.set_path(&path);
                at.set_query(None);
                at.set_fragment(None);
                Ok(Asked::Open(at))
            }
            _ => Ok(Asked::Refused(PAGE)),
        }
    }

    /// Takes the way that the client has found.
    async fn open(&mut self, url: &Url, at: &Url, login: Option<&Login>) -> Result<(), Error> {
        // The client has given the login to its own origin alone.
        let is_same = url.origin() == at.origin();
        let proof = login.filter(|_| is_same).map(|login| Proof {
            origin: at.origin().ascii_serialization(),
            secret: login.credential().secret().to_owned(),
            parts: std::iter::once(login.user.clone())
                .chain(login.password.clone())
                .collect(),
        });
        let pin = self.pin(at).await?;
        let plain = |url: &Url| {
            url.as_str()
                .trim_end_matches('/')
                .trim_end_matches(".git")
                .to_owned()
        };
        if plain(url) != plain(at) {
            self.told.push(format!("`{url}` has moved to `{at}`"));
        }
        self.url = at.as_str().to_owned();
        self.way = Way::Web { pin, proof };
        Ok(())
    }

    /// Tries the user's own configuration of Git, which knows the way by a credential helper, a `.netrc`, a certificate or
    /// another address (`insteadOf`).
    async fn reach_own(&mut self, url: &Url, status: u16) -> Result<(), Error> {
        let pin = self.pin(url).await?;
        let ssh = self.ssh().await?;
        self.way = Way::Own { pin, ssh };
        let mut ended = self.probe().await?;
        let has_moved = matches!(Cause::of(&ended.words), Cause::Status(300..=399));
        if !ended.success && has_moved && !self.url.ends_with(".git") {
            // GitLab redirects to this name, and only those whom it shows the repository.
            self.url.push_str(".git");
            ended = self.probe().await?;
        }
        if ended.success {
            return Ok(());
        }
        let words = self.shown(&ended.words);
        match Cause::of(&ended.words) {
            Cause::Status(401 | 403 | 404 | 410) | Cause::Missing | Cause::Keys => Err(self
                .denied(
                    url,
                    status,
                    &format!("your own configuration of Git gives no login that it takes: {words}"),
                )),
            Cause::Status(300..=399) => Err(self.denied(
                url,
                status,
                "it redirects those who log in; write the address that it redirects to",
            )),
            _ => Err(self.fault(&ended)),
        }
    }

    /// Asks for a reference that is not there: whether the repository may be read at all.
    async fn probe(&self) -> Result<Ended, Error> {
        let mut command = self.command();
        command.args([
            "ls-remote",
            "--quiet",
            "--tags",
            "--",
            &self.url,
            "refs/tags/prowess-probe",
        ]);
        self.run(command, &mut |_| Ok(())).await
    }

    /// Where `git` may connect to for an address.
    async fn pin(&self, url: &Url) -> Result<Option<String>, Error> {
        let addresses = self.program.client.addresses(url).await?;
        let Some(Host::Domain(name)) = url.host() else {
            return Ok(None);
        };
        let port = url.port_or_known_default().unwrap_or(443);
        let addresses = addresses.iter().map(|address| match address {
            std::net::IpAddr::V4(address) => address.to_string(),
            std::net::IpAddr::V6(address) => format!("[{address}]"),
        });
        let addresses = addresses.collect::<Vec<_>>().join(",");
        Ok(Some(format!("{name}:{port}:{addresses}")))
    }

    /// The command for ssh: the user's, made to ask nothing.
    async fn ssh(&self) -> Result<String, Error> {
        let by_environment = self.program.variable("GIT_SSH_COMMAND");
        let command = match by_environment.and_then(std::ffi::OsStr::to_str) {
            Some(command) => command.to_owned(),
            None => {
                let mut command = self.program.own_command(self.room.path());
                command.args(["config", "--get", "core.sshCommand"]);
                let mut text = Vec::new();
                let mut take = |bytes: &[u8]| {
                    text.extend_from_slice(bytes);
                    Ok(())
                };
                self.run(command, &mut take).await?;
                String::from_utf8_lossy(&text).trim().to_owned()
            }
        };
        let silence = self.program.silence.as_secs().max(1);
        Ok(match command.as_str() {
            "" => format!("ssh -oBatchMode=yes -oConnectTimeout={silence}"),
            plink if plink.to_ascii_lowercase().contains("plink") => format!("{plink} -batch"),
            other => format!("{other} -oBatchMode=yes -oConnectTimeout={silence}"),
        })
    }

    /// The address that `git` is given.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// A folder that is there as long as this is.
    pub(super) fn room(&self) -> PathBuf {
        self.room.path().to_path_buf()
    }

    /// A command of `git` that may speak with the host.
    pub(super) fn command(&self) -> Command {
        let room: &Path = self.room.path();
        let (mut command, protocols) = match &self.way {
            Way::Own { ssh, .. } => {
                let mut command = self.program.own_command(room);
                command.env("GIT_SSH_COMMAND", ssh);
                (command, ["ssh", self.scheme()].join(":"))
            }
            Way::Ssh { ssh } => {
                let mut command = self.program.own_command(room);
                command.env("GIT_SSH_COMMAND", ssh);
                (command, "ssh".to_owned())
            }
            Way::Web { .. } | Way::Local => (self.program.command(room), self.scheme().to_owned()),
        };
        command.env("GIT_ALLOW_PROTOCOL", protocols);
        if let Way::Web { pin: Some(pin), .. } | Way::Own { pin: Some(pin), .. } = &self.way {
            command.arg("-c").arg(format!("http.curloptResolve={pin}"));
        }
        if let Way::Web {
            proof: Some(proof), ..
        } = &self.way
        {
            // The environment of a process is its user's alone; its arguments are everyone's.
            command.env("GIT_CONFIG_COUNT", "1");
            command.env(
                "GIT_CONFIG_KEY_0",
                format!("http.{}/.extraHeader", proof.origin),
            );
            command.env(
                "GIT_CONFIG_VALUE_0",
                format!("Authorization: {}", proof.secret),
            );
        }
        command
    }

    fn scheme(&self) -> &str {
        self.url.split_once(':').map_or("", |(scheme, _)| scheme)
    }

    fn host(&self) -> String {
        let url = Url::parse(&self.url).ok();
        let host = url.as_ref().and_then(Url::host_str);
        host.unwrap_or_default().to_owned()
    }

    /// Runs a command to its end.
    pub(super) async fn run(&self, command: Command, take: Take<'_>) -> Result<Ended, Error> {
        self.run_watched(command, Vec::new(), None, take).await
    }

    /// Runs a command with an input, and with an eye on what it writes.
    pub(super) async fn run_watched(
        &self,
        command: Command,
        input: Vec<u8>,
        watch: Option<Watch<'_>>,
        take: Take<'_>,
    ) -> Result<Ended, Error> {
        let ended = run(self.program, command, input, watch, take).await;
        ended.map_err(|stop| match stop {
            Stop::Error(error) => error,
            Stop::Bytes(bound) => prowess_net::Error::TooLarge {
                url: self.url.clone(),
                bound,
            }
            .into(),
            Stop::Time(limit) => prowess_net::Error::Timeout {
                url: self.url.clone(),
                limit,
            }
            .into(),
        })
    }

    /// What a failed run means.
    pub(super) fn fault(&self, ended: &Ended) -> Error {
        let url = self.url.clone();
        let words = self.shown(&ended.words);
        let login = |reason: String| Error::Login {
            source_name: self.source_name.clone(),
            reason,
        };
        let is_ssh = matches!(self.way, Way::Ssh { .. });
        match Cause::of(&ended.words) {
            Cause::Offline => prowess_net::Error::Offline { host: self.host() }.into(),
            Cause::Connect => prowess_net::Error::Connect {
                host: self.host(),
                reason: words,
            }
            .into(),
            Cause::Silence => prowess_net::Error::Timeout {
                url,
                limit: self.program.silence,
            }
            .into(),
            Cause::Status(429) => prowess_net::Error::RateLimited {
                host: self.host(),
                until: None,
            }
            .into(),
            Cause::Status(status @ (401 | 403)) => {
                login(format!("the host answers {status}: {words}"))
            }
            Cause::Status(status @ (404 | 410)) => {
                prowess_net::Error::NotFound { url, status }.into()
            }
            Cause::Status(status) => prowess_net::Error::Status { url, status }.into(),
            Cause::Keys => login(format!("the host takes none of your keys: {words}")),
            Cause::HostKey => login(format!(
                "the key of the host is not known here; connect to it once with `ssh {}` and compare its key",
                self.host()
            )),
            Cause::Missing if is_ssh => login(format!(
                "it is not there, or your key may not read it: {words}"
            )),
            Cause::Missing => prowess_net::Error::NotFound { url, status: 404 }.into(),
            Cause::Broken => Error::Git {
                reason: format!("the answer of `{url}` broke off: {words}"),
            },
            _ => Error::Git { reason: words },
        }
    }

    /// Words of `git` as they may be shown.
    pub(super) fn shown(&self, words: &str) -> String {
        let secrets: Vec<&str> = match &self.way {
            Way::Web {
                proof: Some(proof), ..
            } => proof
                .parts
                .iter()
                .map(String::as_str)
                .chain(proof.secret.split(' ').next_back())
                .collect(),
            _ => Vec::new(),
        };
        shown(words, &secrets)
    }

    /// A host that does not show the repository, whatever was tried.
    fn denied(&self, url: &Url, status: u16, reason: &str) -> Error {
        match status {
            401 | 403 => Error::Login {
                source_name: self.source_name.clone(),
                reason: format!("it is private, or not there ({status}); {reason}"),
            },
            status => prowess_net::Error::NotFound {
                url: url.to_string(),
                status,
            }
            .into(),
        }
    }
}

fn refused(source: &GitSource, reason: &str) -> Error {
    Error::Source {
        text: source.to_string(),
        reason: reason.to_owned(),
    }
}
