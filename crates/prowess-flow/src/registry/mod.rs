//! The nodes that trees can use: those of the engine and those of the host.

mod builtin;
mod model;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

pub use self::builtin::LeafForm;
pub(crate) use self::builtin::{Kind, NotUpdated, Pace};
pub use self::model::{Direction, NodeKind, NodeModel, PortModel, Secrecy};
pub(crate) use self::model::{
    POST_CONDITIONS, PRE_CONDITIONS, forbidden_character, is_port_name, is_reserved,
    port_name_fault,
};
use crate::document::escape;
use crate::leaf::{Leaf, LeafPlace};
use crate::value::{Enums, Type};

/// Makes a leaf for one place in a tree.
pub type MakeLeaf = Arc<dyn Fn(&LeafPlace<'_>) -> Box<dyn Leaf> + Send + Sync>;

/// One node that trees can use, and how it is made.
#[derive(Clone)]
pub(crate) struct Registered {
    pub(crate) model: Arc<NodeModel>,
    pub(crate) kind: Kind,
    pub(crate) make: Option<MakeLeaf>,
}

/// The nodes that trees can use, by name, and the names of enumerations that scripts know.
#[derive(Clone)]
pub struct Registry {
    nodes: BTreeMap<Arc<str>, Registered>,
    enums: Arc<Enums>,
}

impl Default for Registry {
    /// The nodes of the engine.
    fn default() -> Self {
        let nodes = builtin::nodes().into_iter().map(|(kind, model)| {
            let registered = Registered {
                model: Arc::new(model),
                kind,
                make: None,
            };
            (registered.model.id.clone(), registered)
        });
        Self {
            nodes: nodes.collect(),
            enums: Arc::default(),
        }
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.nodes.keys()).finish()
    }
}

impl Registry {
    /// Adds a leaf. One that is there already is replaced, so that a host can put scripted leaves in
    /// the place of real ones; nodes of the engine stay.
    pub fn leaf<L: Leaf + 'static>(
        &mut self,
        model: NodeModel,
        form: LeafForm,
        make: impl Fn(&LeafPlace<'_>) -> L + Send + Sync + 'static,
    ) {
        let is_own = self
            .nodes
            .get(&model.id)
            .is_some_and(|known| !matches!(known.kind, Kind::Leaf(_)));
        if is_own {
            return;
        }
        let registered = Registered {
            model: Arc::new(model),
            kind: Kind::Leaf(form),
            make: Some(Arc::new(move |place| Box::new(make(place)))),
        };
        self.nodes.insert(registered.model.id.clone(), registered);
    }

    /// Makes a name known to scripts, to `Switch` and to ports of enumerations. The first number of
    /// a name stays.
    pub fn enumerate(&mut self, name: &str, number: i64) {
        let enums = Arc::make_mut(&mut self.enums);
        enums.entry(name.into()).or_insert(number);
    }

    /// The names that scripts know, with their numbers.
    #[must_use]
    pub fn enums(&self) -> &Enums {
        &self.enums
    }

    pub(crate) fn shared_enums(&self) -> Arc<Enums> {
        self.enums.clone()
    }

    /// The models of all nodes, by name; the one of `SubTree` is not among them.
    pub fn models(&self) -> impl Iterator<Item = &NodeModel> {
        self.nodes.values().map(|node| &*node.model)
    }

    /// The model of a node.
    #[must_use]
    pub fn model(&self, id: &str) -> Option<&NodeModel> {
        self.nodes.get(id).map(|node| &*node.model)
    }

    pub(crate) fn node(&self, id: &str) -> Option<&Registered> {
        self.nodes.get(id)
    }

    /// Whether a tree cannot have this ID: nodes, and `SubTree` itself.
    pub(crate) fn holds_id(&self, id: &str) -> bool {
        id == NodeKind::SubTree.as_str() || self.nodes.contains_key(id)
    }

    /// The models as a document that Groot2 opens, so that it shows the leaves of the host. The
    /// nodes that Groot2 knows by itself are left out, unless `which` asks for all.
    #[must_use]
    pub fn models_document(&self, which: Models) -> String {
        let mut text = String::from("<root BTCPP_format=\"4\">\n");
        let mut models: Vec<&NodeModel> = self
            .nodes
            .values()
            .filter(|node| which == Models::All || !is_known_to_editors(node.kind))
            .map(|node| &*node.model)
            .collect();
        let subtree = subtree_model();
        if which == Models::All {
            models.push(&subtree);
            models.sort_by(|left, right| left.id.cmp(&right.id));
        }
        if models.is_empty() {
            text.push_str("    <TreeNodesModel/>\n");
        } else {
            text.push_str("    <TreeNodesModel>\n");
            for model in models {
                write_model(&mut text, model);
            }
            text.push_str("    </TreeNodesModel>\n");
        }
        text.push_str("</root>\n");
        text
    }
}

/// Which models a document holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Models {
    /// Those that editors do not know: the leaves of the host and our own nodes.
    Own,
    /// All.
    All,
}

fn is_known_to_editors(kind: Kind) -> bool {
    !matches!(kind, Kind::Leaf(_) | Kind::ForEach)
}

fn subtree_model() -> NodeModel {
    let port = PortModel::input("_autoremap", Type::Bool)
        .or("false")
        .about("whether every key is mapped to the same key of the parent");
    NodeModel::new("SubTree", NodeKind::SubTree, vec![port])
}

fn write_model(text: &mut String, model: &NodeModel) {
    let (element, id) = (model.kind.as_str(), escape(&model.id));
    if model.ports.is_empty() {
        text.push_str(&format!("        <{element} ID=\"{id}\"/>\n"));
        return;
    }
    text.push_str(&format!("        <{element} ID=\"{id}\">\n"));
    for port in &model.ports {
        let element = port.direction.element();
        text.push_str(&format!(
            "            <{element} name=\"{}\" type=\"{}\"",
            escape(&port.name),
            escape(&port.kind.cpp_name()),
        ));
        if let Some(default) = &port.default {
            text.push_str(&format!(" default=\"{}\"", escape(default)));
        }
        if port.description.is_empty() {
            text.push_str("/>\n");
        } else {
            let description = escape(&port.description);
            text.push_str(&format!(">{description}</{element}>\n"));
        }
    }
    text.push_str(&format!("        </{element}>\n"));
}
