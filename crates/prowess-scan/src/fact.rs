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
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// What comes from `from` reaches `to`, over these places (unit and span), first to last.
    Flows {
        from: Source,
        to: Sink,
        over: Vec<(UnitId, Span)>,
    },
}

/// How a package is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pin {
    /// By version and digest.
    Digest,
    /// By version.
    Version,
    /// By neither.
    None,
}

/// Where data comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sink {
    /// It is run as a program.
    Program,
    /// It goes to the network, to this host where it is known.
    Network(Option<String>),
    /// It is written to a file.
    File(Asset),
    /// It is shown to the model as instructions.
    Model,
}
