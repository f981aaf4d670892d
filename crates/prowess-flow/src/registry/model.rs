//! What a node is: its name, its kind and its ports.

use std::fmt;
use std::sync::Arc;

use crate::fault::PortNameFault;
use crate::value::Type;

/// The kind of a node, as BehaviorTree.CPP names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeKind {
    /// Does something.
    Action,
    /// Tells something.
    Condition,
    /// Has children.
    Control,
    /// Has one child.
    Decorator,
    /// Another tree.
    SubTree,
}

impl NodeKind {
    /// The element name of its explicit form.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Action => "Action",
            Self::Condition => "Condition",
            Self::Control => "Control",
            Self::Decorator => "Decorator",
            Self::SubTree => "SubTree",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let all = [
            Self::Action,
            Self::Condition,
            Self::Control,
            Self::Decorator,
            Self::SubTree,
        ];
        all.into_iter().find(|kind| kind.as_str() == name)
    }
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which way values go through a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Into the node.
    Input,
    /// Out of the node.
    Output,
    /// Both ways.
    InOut,
}

impl Direction {
    /// The element name of such a port in a model.
    #[must_use]
    pub const fn element(self) -> &'static str {
        match self {
            Self::Input => "input_port",
            Self::Output => "output_port",
            Self::InOut => "inout_port",
        }
    }
}

/// Whether a trace may show what goes through a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Secrecy {
    /// It may.
    #[default]
    Open,
    /// It may not.
    Secret,
}

/// One port of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortModel {
    /// Its name.
    pub name: Arc<str>,
    /// Which way values go.
    pub direction: Direction,
    /// The type of its values.
    pub kind: Type,
    /// What stands for the attribute where it is absent: a literal, or an entry in braces.
    pub default: Option<Arc<str>>,
    /// What it is for, shown by editors.
    pub description: String,
    /// Whether traces show it.
    pub secrecy: Secrecy,
}

impl PortModel {
    /// An input port.
    #[must_use]
    pub fn input(name: &str, kind: Type) -> Self {
        Self::new(name, Direction::Input, kind)
    }

    /// An output port.
    #[must_use]
    pub fn output(name: &str, kind: Type) -> Self {
        Self::new(name, Direction::Output, kind)
    }

    /// A port for both ways.
    #[must_use]
    pub fn inout(name: &str, kind: Type) -> Self {
        Self::new(name, Direction::InOut, kind)
    }

    fn new(name: &str, direction: Direction, kind: Type) -> Self {
        Self {
            name: name.into(),
            direction,
            kind,
            default: None,
            description: String::new(),
            secrecy: Secrecy::Open,
        }
    }

    /// With a default.
    #[must_use]
    pub fn or(mut self, default: &str) -> Self {
        self.default = Some(default.into());
        self
    }

    /// With a description.
    #[must_use]
    pub fn about(mut self, description: &str) -> Self {
        self.description = description.to_owned();
        self
    }

    /// Never shown in a trace.
    #[must_use]
    pub fn secret(mut self) -> Self {
        self.secrecy = Secrecy::Secret;
        self
    }
}

/// One node that trees can use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeModel {
    /// Its name in a tree file.
    pub id: Arc<str>,
    /// Its kind.
    pub kind: NodeKind,
    /// Its ports.
    pub ports: Vec<PortModel>,
    /// What it does, in a sentence.
    pub description: String,
}

impl NodeModel {
    /// An action with these ports.
    #[must_use]
    pub fn action(id: &str, ports: Vec<PortModel>) -> Self {
        Self::new(id, NodeKind::Action, ports)
    }

    /// A condition with these ports.
    #[must_use]
    pub fn condition(id: &str, ports: Vec<PortModel>) -> Self {
        Self::new(id, NodeKind::Condition, ports)
    }

    pub(crate) fn new(id: &str, kind: NodeKind, ports: Vec<PortModel>) -> Self {
        Self {
            id: id.into(),
            kind,
            ports,
            description: String::new(),
        }
    }

    /// With a description.
    #[must_use]
    pub fn about(mut self, description: &str) -> Self {
        self.description = description.to_owned();
        self
    }

    /// The port of this name.
    #[must_use]
    pub fn port(&self, name: &str) -> Option<&PortModel> {
        self.ports.iter().find(|port| &*port.name == name)
    }
}

/// Attributes that mean something for every node.
pub(crate) const PRE_CONDITIONS: [&str; 4] = ["_failureIf", "_successIf", "_skipIf", "_while"];
/// The same for scripts that run afterwards.
pub(crate) const POST_CONDITIONS: [&str; 4] = ["_onHalted", "_onFailure", "_onSuccess", "_post"];

/// Whether nodes use the attribute for something that is no port.
pub(crate) fn is_reserved(name: &str) -> bool {
    matches!(name, "name" | "ID" | "_autoremap")
        || PRE_CONDITIONS.contains(&name)
        || POST_CONDITIONS.contains(&name)
}

/// Characters that names of trees, nodes and ports cannot have.
pub(crate) fn forbidden_character(name: &str) -> Option<char> {
    let is_forbidden = |character: char| {
        character.is_ascii_whitespace()
            || character.is_ascii_control()
            || "<>&\"'/\\:*?|.".contains(character)
    };
    name.chars().find(|character| is_forbidden(*character))
}

/// Whether an attribute can be a port: it begins with an ASCII letter and is not used otherwise.
pub(crate) fn is_port_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && !is_reserved(name)
        && forbidden_character(name).is_none()
}

/// Why a name in a model is none for a port.
pub(crate) fn port_name_fault(name: &str) -> Option<PortNameFault> {
    if name.is_empty() {
        Some(PortNameFault::Empty)
    } else if name.starts_with(|first: char| first.is_ascii_digit()) {
        Some(PortNameFault::Digit)
    } else if is_reserved(name) || matches!(name, "root" | "Root") {
        Some(PortNameFault::Reserved)
    } else if forbidden_character(name).is_some() {
        Some(PortNameFault::Character)
    } else {
        None
    }
}
