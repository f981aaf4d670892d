//! Elements to a plan.

mod check;
mod node;

use std::collections::BTreeSet;
use std::sync::Arc;

use prowess_base::{Digest, Span};

use crate::blackboard::{BoardId, Boards};
use crate::document::{Element, Forest};
use crate::plan::{NodeId, Nodes, Plan, PlanNode, Subtree};
use crate::registry::Kind;
use crate::value::{Type, Value, parse};
use crate::{Fault, Finding, Problem};

/// What the root blackboard holds before a tree is made.
#[derive(Debug, Clone)]
pub struct Seeds(Boards);

impl Seeds {
    /// Nothing, within these bounds.
    #[must_use]
    pub fn new(limits: &crate::Limits) -> Self {
        Self(Boards::new(limits.blackboard_bytes))
    }

    /// A value. Text makes an entry that takes the type of the first port that uses it.
    ///
    /// # Errors
    ///
    /// [`Fault::TooManyBytes`].
    pub fn value(&mut self, key: &str, value: Value) -> Result<(), Fault> {
        self.0.seed(key, value)
    }

    /// An entry of this type, without a value.
    ///
    /// # Errors
    ///
    /// [`Fault::EntryLocked`] where it is there with another type.
    pub fn declare(&mut self, key: &str, kind: &Type) -> Result<(), Fault> {
        self.0.declare(key, kind)
    }

    /// A value in an entry that is locked to this type.
    ///
    /// # Errors
    ///
    /// A fault of conversion, or [`Fault::TooManyBytes`].
    pub fn typed(&mut self, key: &str, kind: &Type, value: &Value) -> Result<(), Fault> {
        let value = value.cast(kind)?;
        self.0.put_local(BoardId::ROOT, key, kind.clone(), value)
    }
}

impl Forest<'_> {
    /// Compiles the tree of this ID, or the one that the first file names, or the only one, or the
    /// only one of the last file.
    ///
    /// # Errors
    ///
    /// Every finding, where one is a fault.
    pub fn compile(self, main: Option<&str>, seeds: Seeds) -> Result<Plan, Vec<Finding>> {
        let mut forest = self;
        if forest.has_faults() {
            return Err(forest.findings);
        }
        let main = match forest.choose(main) {
            Ok(main) => main,
            Err(fault) => {
                forest.fault(0, fault, Span::default());
                return Err(forest.findings);
            }
        };
        let mut compiler = Compiler {
            forest: &mut forest,
            nodes: Vec::new(),
            subtrees: Vec::new(),
            paths: BTreeSet::new(),
            boards: seeds.0,
            open: Vec::new(),
        };
        compiler.tree(&main, Place::root(), None);
        let (nodes, subtrees, boards) = (compiler.nodes, compiler.subtrees, compiler.boards);
        if forest.has_faults() || nodes.is_empty() {
            return Err(forest.findings);
        }
        let digest = digest(&forest, &main, &nodes);
        let timeouts = nodes
            .iter()
            .filter(|node| node.kind == Kind::Timeout)
            .map(|node| node.id)
            .collect();
        let mut plan = Plan {
            main,
            timeouts,
            nodes: Nodes(nodes),
            subtrees,
            boards,
            enums: forest.registry.shared_enums(),
            limits: forest.limits.clone(),
            digest,
            warnings: forest.warnings().cloned().collect(),
            files: forest.sources,
        };
        let unused = check::unused(&plan, &forest.trees);
        plan.warnings.extend(unused);
        let odd = check::warnings(&plan);
        plan.warnings.extend(odd);
        Ok(plan)
    }

    fn choose(&self, main: Option<&str>) -> Result<Arc<str>, Fault> {
        let name: Arc<str> = match (main, &self.main) {
            (Some(main), _) => main.into(),
            (None, Some(main)) => main.clone(),
            (None, None) => {
                let mut ids = self.trees.keys();
                match (ids.next(), ids.next(), &*self.last) {
                    (Some(only), None, _) | (_, _, [only]) => only.clone(),
                    _ => {
                        let count = self.trees.len();
                        return Err(Fault::MainAmbiguous { count });
                    }
                }
            }
        };
        if self.trees.contains_key(&name) {
            Ok(name)
        } else {
            Err(Fault::TreeNotFound { name })
        }
    }
}

/// Everything that decides what a checkpoint means: the main tree, and of each node what it is, where
/// it stands and what is written at it.
fn digest(forest: &Forest<'_>, main: &str, nodes: &[PlanNode]) -> Digest {
    let mut text = String::from("prowess-flow 1\n");
    text.push_str(main);
    for source in &forest.sources {
        text.push('\0');
        text.push_str(&source.text);
    }
    for node in nodes {
        text.push('\0');
        text.push_str(&node.path);
        text.push('\0');
        text.push_str(&node.model.id);
        for port in &node.model.ports {
            text.push_str(&format!("\0{} {}", port.name, port.kind));
        }
    }
    Digest::of(text.as_bytes())
}

/// Where a tree stands in the whole.
#[derive(Debug, Clone)]
struct Place {
    /// The path of the tree; empty for the main one.
    path: Arc<str>,
    board: BoardId,
    depth: usize,
}

impl Place {
    fn root() -> Self {
        Self {
            path: "".into(),
            board: BoardId::ROOT,
            depth: 0,
        }
    }

    /// A path below this tree.
    fn below(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}/{name}", self.path)
        }
    }
}

struct Compiler<'c, 'r> {
    forest: &'c mut Forest<'r>,
    nodes: Vec<PlanNode>,
    subtrees: Vec<Subtree>,
    /// The paths of the trees in use.
    paths: BTreeSet<Arc<str>>,
    boards: Boards,
    /// The trees that are being compiled around this one.
    open: Vec<Arc<str>>,
}

/// Where an element stands in its file.
#[derive(Debug, Clone, Copy)]
struct At<'e> {
    file: usize,
    element: &'e Element,
}

impl Compiler<'_, '_> {
    fn fault(&mut self, at: At<'_>, fault: Fault, span: Span) {
        let node = at.element.value("name").unwrap_or(&at.element.name);
        self.forest.file(at.file).fault(fault, span, Some(node));
    }

    /// Compiles a tree and gives its root.
    fn tree(
        &mut self,
        id: &Arc<str>,
        place: Place,
        from: Option<(At<'_>, NodeId)>,
    ) -> Option<NodeId> {
        let Some(tree) = self.forest.trees.get(id).cloned() else {
            let fault = Fault::TreeNotFound { name: id.clone() };
            if let Some((at, _)) = from {
                self.fault(at, fault, at.element.span);
            }
            return None;
        };
        if let Some((at, _)) = from {
            if self.open.contains(id) {
                self.fault(at, Fault::Cycle { id: id.clone() }, at.element.span);
                return None;
            }
            if !self.paths.insert(place.path.clone()) {
                let path = place.path.clone();
                self.fault(at, Fault::PathTwice { path }, at.element.span);
                return None;
            }
        }
        let root = tree.element.children.first()?;
        self.subtrees.push(Subtree {
            path: place.path.clone(),
            id: id.clone(),
            board: place.board,
        });
        self.open.push(id.clone());
        let at = At {
            file: tree.source,
            element: root,
        };
        let parent = from.map(|(_, node)| node);
        let node = self.node(at, &place, parent);
        self.open.pop();
        node
    }

    fn node(&mut self, at: At<'_>, place: &Place, parent: Option<NodeId>) -> Option<NodeId> {
        let limits = &self.forest.limits;
        let (most, deepest) = (limits.nodes, limits.total_depth);
        if place.depth >= deepest {
            self.fault(at, Fault::TooDeep { bound: deepest }, at.element.span);
            return None;
        }
        if self.nodes.len() >= most {
            let already = self
                .forest
                .findings
                .iter()
                .any(|found| matches!(&found.problem, Problem::Fault(Fault::TooLarge { .. })));
            if !already {
                let fault = Fault::TooLarge {
                    what: "nodes",
                    bound: most,
                };
                self.fault(at, fault, at.element.span);
            }
            return None;
        }
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let node = self.build(at, place, id, parent)?;
        let kind = node.kind;
        self.nodes.push(node);
        let below = Place {
            depth: place.depth + 1,
            ..place.clone()
        };
        let children: Vec<NodeId> = match kind {
            Kind::SubTree => self.subtree(at, &below, id).into_iter().collect(),
            Kind::ForEach => self.lanes(at, &below, id),
            _ => at
                .element
                .children
                .iter()
                .filter_map(|child| {
                    let at = At {
                        element: child,
                        ..at
                    };
                    self.node(at, &below, Some(id))
                })
                .collect(),
        };
        if let Some(node) = self.nodes.get_mut(id.index()) {
            node.children = children;
        }
        Some(id)
    }

    /// The child of a `ForEach`, once for each item that may be at work at once, each time on a
    /// blackboard of its own.
    fn lanes(&mut self, at: At<'_>, place: &Place, id: NodeId) -> Vec<NodeId> {
        const MOST: usize = 64;
        let wanted = at
            .element
            .value("max_parallel")
            .and_then(|text| text.parse::<usize>().ok());
        let count = match (at.element.value("max_parallel"), wanted) {
            (None, _) => 1,
            (Some(_), Some(count @ 1..=MOST)) => count,
            (Some(text), _) => {
                let fault = Fault::PortLiteral {
                    port: "max_parallel".into(),
                    text: text.clone(),
                    to: Type::UInt,
                };
                self.fault(at, fault, at.element.span);
                return Vec::new();
            }
        };
        let Some(child) = at.element.children.first() else {
            return Vec::new();
        };
        let own = self.nodes.get(id.index()).map(|node| node.path.clone());
        let mut lanes = Vec::new();
        for number in 0..count {
            let board = self.boards.add(place.board, true);
            for key in ["item", "index", "result"] {
                let empty = Value::empty(Type::Untyped);
                let _ = self.boards.put_local(board, key, Type::Untyped, empty);
            }
            let path: Arc<str> = format!("{}[{number}]", own.as_deref().unwrap_or("")).into();
            let place = Place {
                path: path.clone(),
                board,
                depth: place.depth,
            };
            let tree = self.open.last().cloned().unwrap_or_default();
            self.subtrees.push(Subtree {
                path,
                id: tree,
                board,
            });
            let at = At {
                element: child,
                ..at
            };
            lanes.extend(self.node(at, &place, Some(id)));
        }
        lanes
    }

    fn subtree(&mut self, at: At<'_>, place: &Place, id: NodeId) -> Option<NodeId> {
        let tree = at.element.value("ID").cloned().unwrap_or_default();
        let board = self.boards.add(place.board, false);
        let mut autoremap = false;
        let mut ports: Vec<(Arc<str>, Arc<str>, Span)> = Vec::new();
        for attribute in &at.element.attributes {
            if &*attribute.name == "_autoremap" {
                match parse(&attribute.value, &Type::Bool, self.forest.registry.enums()) {
                    Ok(value) => autoremap = value.cast_bool().unwrap_or(false),
                    Err(fault) => self.fault(at, fault, attribute.span),
                }
            } else if crate::registry::is_port_name(&attribute.name) {
                let same = || format!("{{{}}}", attribute.name).into();
                let value = match &*attribute.value {
                    "{=}" => same(),
                    _ => attribute.value.clone(),
                };
                ports.push((attribute.name.clone(), value, attribute.span));
            }
        }
        self.model_ports(at, &tree, autoremap, &mut ports);
        for (name, value, span) in ports {
            match crate::plan::braced(&value) {
                Some(key) => self.boards.remap(board, &name, key),
                None => {
                    if let Err(fault) = self.literal(board, &name, &value) {
                        self.fault(at, fault, span);
                    }
                }
            }
        }
        self.boards.set_autoremap(board, autoremap);
        let name = match at.element.value("name") {
            Some(name) => name.to_string(),
            None => format!("{tree}::{}", id.number()),
        };
        let place = Place {
            path: place.below(&name).into(),
            board,
            depth: place.depth,
        };
        self.tree(&tree, place, Some((at, id)))
    }

    /// What the model of the tree says about ports that are not set; nothing under `_autoremap`.
    fn model_ports(
        &mut self,
        at: At<'_>,
        tree: &Arc<str>,
        autoremap: bool,
        ports: &mut Vec<(Arc<str>, Arc<str>, Span)>,
    ) {
        if autoremap {
            return;
        }
        let model = self.forest.models.get(tree).cloned().unwrap_or_default();
        for port in model {
            if ports.iter().any(|(name, ..)| *name == port.name) {
                continue;
            }
            match port.default {
                // The default `{=}` maps the port to the entry of its own name. (There it makes an
                // entry that is named `=`.)
                Some(default) if &*default == "{=}" => {
                    let same = format!("{{{}}}", port.name).into();
                    ports.push((port.name, same, at.element.span));
                }
                Some(default) => ports.push((port.name, default, at.element.span)),
                None => {
                    let fault = Fault::SubTreePort {
                        id: tree.clone(),
                        port: port.name,
                    };
                    self.fault(at, fault, at.element.span);
                }
            }
        }
    }

    /// A literal for a subtree: text that is a number as a whole becomes one.
    fn literal(&mut self, board: BoardId, name: &str, text: &str) -> Result<(), Fault> {
        let number = whole_number(text);
        let (kind, value) = match number {
            Some(value) => (value.kind().clone(), value),
            None => (Type::Untyped, Value::text(text)),
        };
        self.boards.put_local(board, name, kind, value)
    }
}

/// An integer of 32 bits, else one of 64, else a real, where the whole text is one.
fn whole_number(text: &str) -> Option<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_integer && let Ok(number) = text.parse::<i64>() {
        let kind = if i32::try_from(number).is_ok() {
            Type::Int
        } else {
            Type::Int64
        };
        return Some(Value::new(kind, crate::Data::Int(number)));
    }
    let is_word = matches!(
        digits.to_ascii_lowercase().as_str(),
        "inf" | "infinity" | "nan"
    );
    let is_decimal = digits.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    let number: f64 = (is_word || is_decimal)
        .then(|| text.parse().ok())
        .flatten()?;
    let in_range = is_word || number.is_finite();
    in_range.then(|| Value::real(number))
}
