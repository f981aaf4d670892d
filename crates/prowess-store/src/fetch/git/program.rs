//! The program `git` and what it is given.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use prowess_base::Surroundings;
use prowess_net::Client;
use tokio::process::Command;

use crate::source::Login;

/// The program `git`, and what of the user and the machine it is given. It sees no other environment.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GitProgram {
    /// The program: a path, or a name that is looked up in the `PATH` of [`GitProgram::variables`].
    pub path: PathBuf,
    /// Asks hosts of HTTP before `git` does, and says which addresses `git` may connect to.
    pub client: Client,
    /// An existing folder for repositories that live as long as one call.
    pub folder: PathBuf,
    /// The user's home, which holds their configuration of Git and their keys.
    pub home: Option<PathBuf>,
    /// Environment variables that it is given; [`GitProgram::KEPT`] are those that matter.
    pub variables: BTreeMap<OsString, OsString>,
    /// Logins that the user has for hosts. One is used where its host does not show a repository to everyone.
    pub logins: BTreeMap<String, Login>,
    /// Whether the user's configuration of Git, with its credential helpers, may be used where a host asks for a login.
    pub own: OwnCredentials,
    /// Whether repositories of this machine are read (`file://`).
    pub local: LocalRepositories,
    /// How long one run of `git` may take in all.
    pub time: Duration,
    /// How long a host may send nothing.
    pub silence: Duration,
}

/// Whether the user's own credentials are used where a host asks for a login.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnCredentials {
    /// Once the host has refused without, and for it alone.
    WhenAsked,
    /// Never: no credential helper is started.
    Never,
}

/// Whether repositories of this machine are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalRepositories {
    /// They are.
    Allowed,
    /// They are not.
    Refused,
}

impl GitProgram {
    /// The environment variables that are given to `git`: where programs and the user's configuration are, the agents of
    /// ssh and of credential helpers, certificates, and what Windows needs to start a program.
    pub const KEPT: [&'static str; 26] = [
        "APPDATA",
        "COMSPEC",
        "DBUS_SESSION_BUS_ADDRESS",
        "GIT_SSH_COMMAND",
        "GIT_SSL_CAINFO",
        "GIT_SSL_CAPATH",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "LOGNAME",
        "PATH",
        "PATHEXT",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "SSH_AGENT_PID",
        "SSH_AUTH_SOCK",
        "SSL_CERT_DIR",
        "SSL_CERT_FILE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "TMPDIR",
        "USER",
        "USERPROFILE",
        "XDG_CONFIG_HOME",
        "XDG_RUNTIME_DIR",
    ];

    /// `git` as it is found from these surroundings: 10 minutes a run, 30 seconds of silence, the user's own credentials where
    /// they are asked for, nothing of this machine.
    #[must_use]
    pub fn new(surroundings: &Surroundings, folder: impl Into<PathBuf>, client: Client) -> Self {
        let variables = Self::KEPT.iter().filter_map(|name| {
            let value = surroundings.environment.get(name)?;
            Some((OsString::from(name), value.to_owned()))
        });
        Self {
            path: "git".into(),
            client,
            folder: folder.into(),
            home: surroundings.home.clone(),
            variables: variables.collect(),
            logins: BTreeMap::new(),
            own: OwnCredentials::WhenAsked,
            local: LocalRepositories::Refused,
            time: Duration::from_secs(600),
            silence: Duration::from_secs(30),
        }
    }

    /// A command of `git` with nothing of the user's: no configuration, no helper, no `.netrc`. It runs in `room`, which is
    /// its home too.
    pub(super) fn command(&self, room: &Path) -> Command {
        let mut command = self.bare(room);
        for name in ["HOME", "USERPROFILE", "XDG_CONFIG_HOME"] {
            command.env(name, room);
        }
        command.env("GIT_CONFIG_GLOBAL", NULL);
        command
    }

    /// A command of `git` with the user's configuration, and so with their credential helpers and keys. It runs in `room`.
    pub(super) fn own_command(&self, room: &Path) -> Command {
        let mut command = self.bare(room);
        if let Some(home) = &self.home {
            command.env("HOME", home);
        }
        command
    }

    /// A variable that `git` is given.
    pub(super) fn variable(&self, name: &str) -> Option<&OsStr> {
        self.variables
            .get(OsStr::new(name))
            .map(OsString::as_os_str)
    }

    /// What holds for every command: nobody is asked, nothing of the system's configuration counts, no hook or watcher
    /// runs, what is received is kept as one pack and not tidied up.
    fn bare(&self, room: &Path) -> Command {
        let mut command = Command::new(&self.path);
        command.env_clear();
        command.envs(&self.variables);
        for (name, value) in [
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_ASKPASS", ""),
            ("SSH_ASKPASS_REQUIRE", "never"),
            ("GCM_INTERACTIVE", "never"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_ATTR_NOSYSTEM", "1"),
            ("GIT_LITERAL_PATHSPECS", "1"),
            ("GIT_NO_LAZY_FETCH", "1"),
            ("GIT_NO_REPLACE_OBJECTS", "1"),
            ("LC_ALL", "C"),
        ] {
            command.env(name, value);
        }
        // No repository that `room` may lie in is looked for.
        command.env("GIT_CEILING_DIRECTORIES", &self.folder);
        command.current_dir(room);
        let silence = self.silence.as_secs().max(1);
        for setting in [
            &format!("core.hooksPath={NULL}"),
            "core.fsmonitor=false",
            "core.bigFileThreshold=16m",
            "credential.interactive=false",
            "fetch.fsckObjects=false",
            "fetch.recurseSubmodules=false",
            "fetch.unpackLimit=1",
            "gc.auto=0",
            "http.followRedirects=false",
            "http.lowSpeedLimit=1",
            &format!("http.lowSpeedTime={silence}"),
            "maintenance.auto=false",
            "protocol.version=2",
            "submodule.recurse=false",
            "transfer.bundleURI=false",
        ] {
            command.arg("-c").arg(setting);
        }
        command
    }
}

/// What holds nothing; Git for Windows takes it for `NUL`.
const NULL: &str = "/dev/null";
