//! A tree as it runs: nodes in one list, with everything looked up that can be.

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

use prowess_base::{Digest, Span};

use crate::blackboard::{BoardId, Boards};
use crate::document::Source as File;
use crate::registry::{Kind, MakeLeaf, NodeModel, Secrecy};
use crate::script::Script;
use crate::value::{Enums, Type, Value, parse};
use crate::{Fault, Finding, Limits};

/// The number of a node in its plan, in document order with subtrees in place.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The number that paths and traces show, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0 + 1
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands in a port's attribute.
#[derive(Debug, Clone, PartialEq)]
pub enum PortSource {
    /// The entry of this key.
    Entry(Arc<str>),
    /// This text.
    Literal(Arc<str>),
}

impl PortSource {
    /// `{key}`, with blanks around it, and `{=}` or `=` for the key that is named as the port;
    /// everything else is a literal.
    pub(crate) fn read(port: &str, text: &str) -> Self {
        if matches!(text, "{=}" | "=") {
            return Self::Entry(port.into());
        }
        match braced(text) {
            Some(key) => Self::Entry(key.into()),
            None => Self::Literal(text.into()),
        }
    }

    /// The text as it stands in a tree file.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Entry(key) => format!("{{{key}}}"),
            Self::Literal(text) => text.to_string(),
        }
    }
}

/// The key in `{key}`; only blanks may stand around it.
pub(crate) fn braced(text: &str) -> Option<&str> {
    let inner = text
        .trim_matches(' ')
        .strip_prefix('{')?
        .strip_suffix('}')?;
    (!inner.is_empty()).then_some(inner)
}

/// One port of a node that is set, or that has a default.
#[derive(Debug, Clone, PartialEq)]
pub struct Port {
    /// Its name.
    pub name: Arc<str>,
    /// What it is set to.
    pub source: PortSource,
    /// Whether a trace may show it.
    pub secrecy: Secrecy,
    /// A literal in the type that the model declares, read once.
    pub(crate) literal: Option<Value>,
}

/// The scripts around a node.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Conditions {
    /// `_failureIf`, `_successIf`, `_skipIf`, `_while`.
    pub(crate) before: [Option<Script>; 4],
    /// `_onHalted`, `_onFailure`, `_onSuccess`, `_post`.
    pub(crate) after: [Option<Script>; 4],
}

/// One node of a plan.
#[derive(Clone)]
#[non_exhaustive]
pub struct PlanNode {
    /// Its number.
    pub id: NodeId,
    /// Its name: the attribute, else what it is.
    pub name: Arc<str>,
    /// Its path: those of the subtrees around it, then its name, made unique by its number where it
    /// has no name of its own.
    pub path: Arc<str>,
    /// What it is. For a subtree this is the model of `SubTree`.
    pub model: Arc<NodeModel>,
    /// The ID of the tree, where it is a subtree.
    pub tree: Option<Arc<str>>,
    /// The node above.
    pub parent: Option<NodeId>,
    /// The nodes below, in order; for a subtree, the root of its tree.
    pub children: Vec<NodeId>,
    /// Its blackboard.
    pub board: BoardId,
    /// Input ports that are set or have a default.
    pub inputs: Vec<Port>,
    /// Output ports that are set or have a default.
    pub outputs: Vec<Port>,
    /// Where it stands in its file.
    pub span: Span,
    pub(crate) file: usize,
    pub(crate) kind: Kind,
    pub(crate) conditions: Option<Box<Conditions>>,
    /// The script of a script node, where it is a literal.
    pub(crate) script: Option<Script>,
    /// The elements of a loop, where they are a literal.
    pub(crate) queue: Option<Vec<Value>>,
    pub(crate) make: Option<MakeLeaf>,
}

impl fmt::Debug for PlanNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanNode")
            .field("path", &self.path)
            .field("kind", &self.kind)
            .field("children", &self.children)
            .finish_non_exhaustive()
    }
}

impl PlanNode {
    /// The scripts around the node, with the attributes that hold them.
    pub fn scripts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let conditions = self.conditions.as_deref();
        let before =
            conditions.map(|found| crate::registry::PRE_CONDITIONS.iter().zip(&found.before));
        let after =
            conditions.map(|found| crate::registry::POST_CONDITIONS.iter().zip(&found.after));
        let both = before
            .into_iter()
            .flatten()
            .chain(after.into_iter().flatten());
        both.filter_map(|(name, script)| Some((*name, script.as_ref()?.text())))
    }

    /// Reads an input port as this type.
    pub(crate) fn read(
        &self,
        port: &str,
        kind: &Type,
        boards: &Boards,
        enums: &Enums,
    ) -> Result<Value, Fault> {
        let found = self.inputs.iter().find(|known| &*known.name == port);
        let Some(found) = found else {
            return Err(Fault::InputAbsent { port: port.into() });
        };
        let key = match &found.source {
            PortSource::Literal(text) => {
                return match &found.literal {
                    Some(value) if value.kind() == kind => Ok(value.clone()),
                    _ => parse(text, kind, enums),
                };
            }
            PortSource::Entry(key) => key,
        };
        let entry = boards.entry(self.board, key);
        match entry {
            Some(entry) if *kind == Type::Variant => Ok(entry.value.clone()),
            Some(entry) if !entry.value.is_empty() => {
                if *kind == Type::Untyped {
                    return Ok(entry.value.clone());
                }
                entry.value.read_as(kind, enums)
            }
            _ => Err(Fault::InputUnset {
                port: port.into(),
                key: key.clone(),
            }),
        }
    }

    /// The entry that an output port writes.
    pub(crate) fn output_key(&self, port: &str) -> Result<Arc<str>, Fault> {
        let found = self.outputs.iter().find(|known| &*known.name == port);
        match found.map(|found| &found.source) {
            None => Err(Fault::OutputAbsent { port: port.into() }),
            Some(PortSource::Literal(_)) => Err(Fault::OutputLiteral { port: port.into() }),
            Some(PortSource::Entry(key)) => Ok(key.clone()),
        }
    }
}

/// The nodes of a plan, by number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nodes(pub(crate) Vec<PlanNode>);

impl Index<NodeId> for Nodes {
    type Output = PlanNode;

    #[expect(
        clippy::indexing_slicing,
        reason = "numbers are given by the compiler of the plan and checked where they are read"
    )]
    fn index(&self, id: NodeId) -> &PlanNode {
        &self.0[id.index()]
    }
}

/// One tree in use.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Subtree {
    pub(crate) path: Arc<str>,
    pub(crate) id: Arc<str>,
    pub(crate) board: BoardId,
}

/// A tree that was loaded whole: what every run of it shares.
#[derive(Debug)]
pub struct Plan {
    pub(crate) main: Arc<str>,
    pub(crate) nodes: Nodes,
    /// The trees in use, the main one first.
    pub(crate) subtrees: Vec<Subtree>,
    /// Every `Timeout`.
    pub(crate) timeouts: Vec<NodeId>,
    pub(crate) boards: Boards,
    pub(crate) enums: Arc<Enums>,
    pub(crate) limits: Limits,
    pub(crate) files: Vec<File>,
    pub(crate) digest: Digest,
    pub(crate) warnings: Vec<Finding>,
}

impl Plan {
    /// The ID of the main tree.
    #[must_use]
    pub fn main(&self) -> &str {
        &self.main
    }

    /// All nodes in document order, subtrees in place.
    #[must_use]
    pub fn nodes(&self) -> &[PlanNode] {
        &self.nodes.0
    }

    /// The node of this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&PlanNode> {
        self.nodes.0.get(id.index())
    }

    /// The root of the main tree.
    #[must_use]
    pub fn root(&self) -> &PlanNode {
        &self.nodes[NodeId(0)]
    }

    /// The path and the ID of each tree in use, in document order; the main tree has an empty path.
    pub fn subtrees(&self) -> impl Iterator<Item = (&str, &str)> {
        self.subtrees
            .iter()
            .map(|subtree| (&*subtree.path, &*subtree.id))
    }

    /// The blackboard of the tree at this path.
    #[must_use]
    pub fn board(&self, path: &str) -> Option<BoardId> {
        let found = self
            .subtrees
            .iter()
            .find(|subtree| &*subtree.path == path)?;
        Some(found.board)
    }

    /// What is odd about the tree, though it can run.
    #[must_use]
    pub fn warnings(&self) -> &[Finding] {
        &self.warnings
    }

    /// The digest of everything that decides the plan: files, main tree and nodes.
    #[must_use]
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The bounds that its runs have.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A finding at this node.
    #[must_use]
    pub fn finding(&self, node: &PlanNode, problem: crate::Problem) -> Finding {
        let file = self.files.get(node.file);
        Finding {
            problem,
            file: file.map_or_else(|| "".into(), |file| file.name.clone()),
            text: file.map_or_else(|| "".into(), |file| file.text.clone()),
            span: node.span,
            node: Some(node.path.clone()),
        }
    }
}
