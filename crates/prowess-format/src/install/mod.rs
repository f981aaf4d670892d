//! Install specifications: what a skill says about getting what it needs (specs/openclaw.md 1.6).
//!
//! [`InstallSpec::from_node`] takes one raw entry and gives its normal form; [`options`] chooses
//! among them for one machine as OpenClaw's status does; [`find`] gives the one that an
//! identifier names. Running an installer is another room's work.

mod forms;
mod pick;

pub use pick::{Brew, InstallOption, Machine, NodeManager, find, options};

use crate::{InstallKind, InstallSpec, Node, NodeKind, Unpacking, Value};

impl InstallSpec {
    /// The normal form of one raw entry; nothing where its kind is unknown or what it installs is
    /// missing or not in the form of its kind.
    ///
    /// `kind` (or `type`) counts in any letter case. `formula`, `module` and `url` are kept on any
    /// kind, `package` only where the kind installs one.
    #[must_use]
    pub fn from_node(node: &Node<'_>) -> Option<Self> {
        node.as_mapping()?;
        let string = |key: &str| node.get(key).and_then(string);
        let kind = kind(string("kind").or_else(|| string("type"))?)?;
        let formula = string("formula")
            .and_then(forms::brew_formula)
            .or_else(|| string("cask").and_then(forms::brew_formula));
        let package = match kind {
            InstallKind::Node => string("package").and_then(forms::npm_package),
            InstallKind::Uv => string("package").and_then(forms::python_package),
            InstallKind::Brew | InstallKind::Go | InstallKind::Download => None,
        };
        let module = string("module").and_then(forms::go_module);
        let url = string("url").and_then(forms::download_url);
        let is_complete = match kind {
            InstallKind::Brew => formula.is_some(),
            InstallKind::Node | InstallKind::Uv => package.is_some(),
            InstallKind::Go => module.is_some(),
            InstallKind::Download => url.is_some(),
        };
        let not_empty = |text: &&str| !text.is_empty();
        is_complete.then(|| Self {
            kind,
            id: string("id").filter(not_empty).map(Box::from),
            label: string("label").filter(not_empty).map(Box::from),
            bins: list(node.get("bins")),
            os: list(node.get("os")),
            formula: formula.map(Box::from),
            package: package.map(Box::from),
            module: module.map(Box::from),
            url,
            unpacking: Unpacking::from_node(node).map(Box::new),
        })
    }

    /// The usable entries of a raw `install` value, in order.
    #[must_use]
    pub fn list_from_node(node: &Node<'_>) -> Box<[Self]> {
        let elements = node.as_sequence().unwrap_or(&[]);
        elements.iter().filter_map(Self::from_node).collect()
    }
}

impl Unpacking {
    fn from_node(node: &Node<'_>) -> Option<Self> {
        let string = |key: &str| node.get(key).and_then(string).map(Box::from);
        let scalar = |key: &str| Some(node.get(key)?.as_scalar()?.value());
        let unpacking = Self {
            archive: string("archive"),
            extract: match scalar("extract") {
                Some(Value::Boolean(value)) => Some(value),
                _ => None,
            },
            strip_components: match scalar("stripComponents") {
                Some(Value::Integer(value)) => Some(value.into()),
                Some(Value::Float(value)) => serde_json::Number::from_f64(value),
                _ => None,
            },
            target_dir: string("targetDir"),
            sha256: node
                .get("sha256")
                .filter(|node| !node.is_null())
                .map(|node| self::string(node).unwrap_or_default().into()),
        };
        (unpacking != Self::default()).then_some(unpacking)
    }
}

/// Why a raw entry has no normal form, to follow "this entry".
pub(crate) fn fault(node: &Node<'_>) -> String {
    let word = |key: &str| node.get(key).and_then(string);
    match word("kind").or_else(|| word("type")) {
        None => "has no `kind`".to_owned(),
        Some(word) => match kind(word) {
            None => format!("has the kind `{word}`, which is not known"),
            Some(kind) => {
                let field = match kind {
                    InstallKind::Brew => "formula",
                    InstallKind::Node | InstallKind::Uv => "package",
                    InstallKind::Go => "module",
                    InstallKind::Download => "url",
                };
                format!("has no `{field}` in a form that `{}` takes", kind.as_str())
            }
        },
    }
}

fn kind(word: &str) -> Option<InstallKind> {
    match word.trim().to_ascii_lowercase().as_str() {
        "brew" => Some(InstallKind::Brew),
        "node" => Some(InstallKind::Node),
        "go" => Some(InstallKind::Go),
        "uv" => Some(InstallKind::Uv),
        "download" => Some(InstallKind::Download),
        _ => None,
    }
}

/// Text that is text to JSON.
fn string<'n>(node: &'n Node<'_>) -> Option<&'n str> {
    match node.as_scalar()?.value() {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// A list of names, or text with commas; nothing where no name is left.
fn list(node: Option<&Node<'_>>) -> Box<[Box<str>]> {
    match node.map(|node| &node.kind) {
        Some(NodeKind::Sequence(elements)) => elements
            .iter()
            .map(crate::dialect::openclaw::item_text)
            .filter(|item| !item.is_empty())
            .collect(),
        Some(NodeKind::Scalar(scalar)) => match scalar.value() {
            Value::Text(text) => text
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(Box::from)
                .collect(),
            _ => Box::default(),
        },
        _ => Box::default(),
    }
}
