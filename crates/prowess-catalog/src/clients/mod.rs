//! What single clients keep beside their skills: their configuration files and their own views.

pub mod codex;
pub mod jianmu;
pub mod nanobot;
pub mod openclaw;

use std::path::{Path, PathBuf};

use prowess_base::{Diagnostic, LineIndex, Place, Severity, Span};
use prowess_config::{Layer, Origin};
use prowess_format::{Limits, Node, NodeKind, json5_document};

use crate::Settings;
use crate::codes::entries::{CLIENT_CONFIG_SHAPE, CLIENT_CONFIG_UNREADABLE};

/// Largest configuration file that is read, in bytes. Hosts that read the file stop there.
pub const CONFIG_BYTES: usize = 4 << 20;

/// Most values in a configuration file.
const CONFIG_NODES: usize = 200_000;

/// What a client's configuration file says.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ClientConfig {
    /// What it says about skills.
    pub settings: Settings,
    /// The workspace that it names, absolute.
    pub workspace: Option<PathBuf>,
    /// Values that have a form which the client does not take.
    pub diagnostics: Vec<Diagnostic>,
}

impl ClientConfig {
    /// What is left of a file that cannot be used: what is wrong with it.
    #[must_use]
    pub fn of_fault(fault: Diagnostic) -> Self {
        Self {
            diagnostics: vec![fault],
            ..Self::default()
        }
    }
}

/// A configuration text with its file, for origins and diagnostics.
struct ConfigText<'t> {
    text: &'t str,
    file: &'t Path,
    index: LineIndex<'t>,
}

impl<'t> ConfigText<'t> {
    fn new(text: &'t str, file: &'t Path) -> Self {
        Self {
            text,
            file,
            index: LineIndex::new(text),
        }
    }

    /// The tree. A file that is broken or too large is not used at all, since what it restricts is
    /// not known.
    fn tree(&self) -> Result<Node<'t>, Box<Diagnostic>> {
        self.check_size()?;
        let mut limits = Limits::default();
        limits.nodes = CONFIG_NODES;
        json5_document(self.text, &limits)
            .map_err(|fault| unreadable(self.file, fault.message, fault.place))
    }

    fn check_size(&self) -> Result<(), Box<Diagnostic>> {
        let bytes = self.text.len();
        if bytes <= CONFIG_BYTES {
            return Ok(());
        }
        let message = format!("has {bytes} bytes, at most {CONFIG_BYTES} are read");
        Err(unreadable(self.file, message, None))
    }

    fn origin(&self, name: impl Into<String>, span: Span) -> Origin {
        Origin {
            layer: Layer::User,
            name: name.into(),
            file: Some(self.file.to_path_buf()),
            line: Some(self.index.position(span.start as usize).line),
        }
    }

    fn misshapen(&self, name: &str, span: Span, wanted: &str, then: &str) -> Diagnostic {
        Diagnostic::new(
            CLIENT_CONFIG_SHAPE,
            Severity::Warning,
            format!("`{name}` is not {wanted}"),
        )
        .at(self.text, span)
        .in_file(self.file)
        .help(then)
    }
}

/// What is said about a file that is not used.
fn unreadable(file: &Path, message: String, place: Option<Place>) -> Box<Diagnostic> {
    let mut diagnostic = Diagnostic::new(CLIENT_CONFIG_UNREADABLE, Severity::Error, message)
        .in_file(file)
        .help("mend the file; nothing of it is used until then");
    diagnostic.place = place;
    Box::new(diagnostic)
}

/// The value at a path of keys.
fn at<'n, 't>(node: &'n Node<'t>, path: &[&str]) -> Option<&'n Node<'t>> {
    path.iter().try_fold(node, |node, key| node.get(key))
}

fn is_mapping(node: &Node<'_>) -> bool {
    matches!(node.kind, NodeKind::Mapping(_))
}
