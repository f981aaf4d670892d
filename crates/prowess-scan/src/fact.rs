//! What code, and prose that a model follows, does: the common language of the readers of code and the
//! rules about behaviour.

use prowess_base::Span;

use crate::asset::Asset;
use crate::stance::Stance;
use crate::unit::UnitId;

/// One thing that a text does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) unit: UnitId,
    /// In the unit's text.
    pub(crate) span: Span,
    pub(crate) act: Act,
    pub(crate) stance: Stance,
}

/// What is done.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Act {
    /// A program is run. The arguments are as written, with variables that are known put in.
    Runs {
        program: String,
        arguments: Vec<String>,
    },
    /// Something is read from the network.
    Fetches { url: String },
    /// Something is sent over the network. Without a known address where it is computed.
    Sends { url: Option<String> },
    /// A server or a raw connection is opened.
    Connects {
        host: Option<String>,
        port: Option<u16>,
    },
    /// A file or folder is read.
    Reads { path: String, asset: Asset },
    /// A file or folder is written, appended to or replaced.
    Writes { path: String, asset: Asset },
    /// A file or folder is deleted.
    Deletes { path: String, asset: Asset },
    /// A variable of the environment is read.
    ReadsVariable { name: String },
    /// The whole environment is read.
    ReadsEnvironment,
    /// A package is installed, or run without being installed (`npx`, `uvx`).
    Installs {
        manager: &'static str,
        package: String,
        pin: Pin,
    },
    /// Text becomes a program: `eval`, `exec`, `Function`, a string for an interpreter.
    Evaluates,
    /// What a person does at the machine is recorded, or a person is asked for a secret.
    Captures { what: Capture },
    /// A protection is turned off.
    Disables { what: Protection },
    /// A variable is set for later programs through which another is loaded into each of them.
    Preloads { variable: String },
    /// A shell is handed to the other end of a connection.
    HandsOverShell { host: Option<String> },
    /// What comes from `from` reaches `to`, over these places (unit and span), first to last.
    Flows {
        from: Source,
        to: Sink,
        over: Vec<(UnitId, Span)>,
    },
}

/// What is recorded of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Capture {
    Keys,
    Clipboard,
    Screen,
    Camera,
    Microphone,
    /// A dialog or prompt asks for a password.
    Password,
}

/// What guards a machine or a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Protection {
    /// The check of a server's certificate.
    Certificates,
    /// The mark of a download that makes the system check it before it runs (`com.apple.quarantine`, Gatekeeper, Mark of the Web).
    Quarantine,
    /// Defender and other watchers.
    Antivirus,
    /// System Integrity Protection, SELinux, AppArmor.
    Integrity,
    Firewall,
    /// The record of what was done: the history of a shell, system logs.
    Records,
    /// What asks before a program of an agent acts, or holds it: approvals, sandboxes.
    Approval,
}

/// How a package is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Pin {
    /// By version and digest.
    Digest,
    /// By version.
    Version,
    /// By neither.
    None,
}

/// Where data comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// The network, with its address where it is known.
    Network(Option<String>),
    /// A file that is a secret or otherwise not the skill's.
    File(Asset),
    /// One variable.
    Variable(String),
    /// The whole environment.
    Environment,
    /// A decoded literal.
    Decoded,
    /// What a person types or has on the clipboard.
    Person,
    /// Facts about the machine: user, host name, address.
    Machine,
}

/// Where data goes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Sink {
    /// It is run as a program.
    Program,
    /// It goes to the network, to this host where it is known.
    Network(Option<String>),
    /// It tells the network who asks: a header, a login, a key in an address.
    Authorization(Option<String>),
    /// It is part of a name that is looked up, beneath this name where it is known.
    Name(Option<String>),
    /// It is written to a file.
    File(Asset),
    /// It is shown to the model as instructions.
    Model,
}
