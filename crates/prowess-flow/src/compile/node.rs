//! One element to one node.

use std::sync::Arc;

use super::{At, Compiler, Place};
use crate::document::Attribute;
use crate::fault::When;
use crate::plan::{Conditions, NodeId, PlanNode, Port, PortSource};
use crate::registry::{
    Direction, Kind, NodeKind, NodeModel, POST_CONDITIONS, PRE_CONDITIONS, PortModel, Registered,
    is_port_name, is_reserved,
};
use crate::script::Script;
use crate::value::{Type, parse};
use crate::{Fault, Warning};

impl Compiler<'_, '_> {
    /// The node of an element, without its children; nothing and a fault where it cannot be.
    pub(super) fn build(
        &mut self,
        at: At<'_>,
        place: &Place,
        id: NodeId,
        parent: Option<NodeId>,
    ) -> Option<PlanNode> {
        let element = at.element;
        let explicit = NodeKind::of_name(&element.name);
        let tag = match explicit {
            None if element.attribute("ID").is_some() => {
                let tag = element.name.clone();
                self.fault(at, Fault::CompactWithId { tag }, element.span);
                return None;
            }
            None => element.name.clone(),
            Some(_) => element.value("ID").cloned().unwrap_or_default(),
        };
        let is_subtree = explicit == Some(NodeKind::SubTree);
        let registered = if is_subtree {
            subtree_registered()
        } else {
            self.forest.registry.node(&tag)?.clone()
        };
        let name = element
            .value("name")
            .cloned()
            .unwrap_or_else(|| tag.clone());
        let is_control = |character: char| character.is_control() && !character.is_whitespace();
        if name.chars().any(is_control) {
            self.fault(at, Fault::InstanceName, element.span);
        }
        let path = match name == tag {
            true => place.below(&format!("{name}::{}", id.number())),
            false => place.below(&name),
        };
        let mut node = PlanNode {
            id,
            name,
            path: path.into(),
            tree: is_subtree.then(|| tag.clone()),
            parent,
            children: Vec::new(),
            board: place.board,
            inputs: Vec::new(),
            outputs: Vec::new(),
            span: element.span,
            file: at.file,
            kind: registered.kind,
            conditions: None,
            script: None,
            queue: None,
            make: registered.make,
            model: registered.model,
        };
        if is_subtree {
            self.subtree_ports(at, &mut node);
        } else {
            self.ports(at, &mut node, &tag);
        }
        self.conditions(at, &mut node);
        self.prepare(at, &mut node);
        Some(node)
    }

    /// Attributes that are ports; the others are told.
    fn port_attributes<'e>(&mut self, at: At<'e>) -> Vec<&'e Attribute> {
        let mut ports = Vec::new();
        for attribute in &at.element.attributes {
            if is_port_name(&attribute.name) {
                ports.push(attribute);
            } else if !is_reserved(&attribute.name) && !attribute.name.starts_with('_') {
                let name = attribute.name.clone();
                let warning = Warning::AttributeIgnored { name };
                self.forest.file(at.file).warn(warning, attribute.span);
            }
        }
        ports
    }

    fn subtree_ports(&mut self, at: At<'_>, node: &mut PlanNode) {
        for attribute in self.port_attributes(at) {
            node.inputs.push(Port {
                name: attribute.name.clone(),
                source: PortSource::read(&attribute.name, &attribute.value),
                secrecy: crate::Secrecy::Open,
                literal: None,
            });
        }
    }

    fn ports(&mut self, at: At<'_>, node: &mut PlanNode, tag: &Arc<str>) {
        let model = node.model.clone();
        let attributes = self.port_attributes(at);
        for attribute in &attributes {
            let Some(port) = model.port(&attribute.name) else {
                let fault = Fault::PortNotDeclared {
                    port: attribute.name.clone(),
                    tag: tag.clone(),
                };
                self.fault(at, fault, attribute.span);
                continue;
            };
            self.literal_port(at, port, attribute);
        }
        for port in &model.ports {
            let attribute = attributes.iter().find(|found| found.name == port.name);
            let text = match (attribute, &port.default) {
                (Some(attribute), _) => {
                    self.declare(at, node, port, attribute);
                    &attribute.value
                }
                (None, Some(default)) if !default.is_empty() => default,
                (None, _) => continue,
            };
            let source = PortSource::read(&port.name, text);
            let is_set = attribute.is_some();
            let literal = match &source {
                PortSource::Literal(text) if port.kind.is_strong() => {
                    parse(text, &port.kind, self.forest.registry.enums()).ok()
                }
                _ => None,
            };
            let entry = Port {
                name: port.name.clone(),
                source,
                secrecy: port.secrecy,
                literal,
            };
            let names_entry = matches!(entry.source, PortSource::Entry(_));
            if port.direction != Direction::Input && (is_set || names_entry) {
                node.outputs.push(entry.clone());
            }
            if port.direction != Direction::Output {
                node.inputs.push(entry);
            }
        }
    }

    /// A literal must be a value of its port's type, where text can be read as one.
    fn literal_port(&mut self, at: At<'_>, port: &PortModel, attribute: &Attribute) {
        let text = &*attribute.value;
        let is_entry = text.len() >= 3 && text.starts_with('{') && text.ends_with('}');
        let is_read = port.kind.reads_text() && port.kind.is_strong();
        if is_entry || !is_read {
            return;
        }
        if parse(text, &port.kind, self.forest.registry.enums()).is_err() {
            let fault = Fault::PortLiteral {
                port: port.name.clone(),
                text: text.into(),
                to: port.kind.clone(),
            };
            self.fault(at, fault, attribute.span);
        }
    }

    /// The entry that a port names takes the type of the port, or must have it. An entry of text
    /// takes every later port.
    fn declare(&mut self, at: At<'_>, node: &PlanNode, port: &PortModel, attribute: &Attribute) {
        let PortSource::Entry(key) = PortSource::read(&port.name, &attribute.value) else {
            return;
        };
        match self.boards.entry(node.board, &key) {
            Some(entry) => {
                let differs = entry.kind.is_strong()
                    && port.kind.is_strong()
                    && entry.kind != port.kind
                    && entry.kind != Type::String;
                if differs {
                    let fault = Fault::PortTypes {
                        key,
                        first: entry.kind.clone(),
                        later: port.kind.clone(),
                    };
                    self.fault(at, fault, attribute.span);
                }
            }
            None => {
                if let Err(fault) = self.boards.create(node.board, &key, &port.kind) {
                    self.fault(at, fault, attribute.span);
                }
            }
        }
    }

    fn conditions(&mut self, at: At<'_>, node: &mut PlanNode) {
        let mut conditions = Conditions::default();
        let mut is_any = false;
        let slots = PRE_CONDITIONS
            .iter()
            .zip(&mut conditions.before)
            .chain(POST_CONDITIONS.iter().zip(&mut conditions.after));
        for (name, slot) in slots {
            let Some(attribute) = at.element.attribute(name) else {
                continue;
            };
            match Script::read(&attribute.value) {
                Ok(script) => {
                    *slot = Some(script);
                    is_any = true;
                }
                Err(fault) => self.script_fault(at, attribute, fault),
            }
        }
        if is_any {
            node.conditions = Some(Box::new(conditions));
        }
    }

    /// A fault of a script, at its place in the attribute where that was written without references.
    fn script_fault(&mut self, at: At<'_>, attribute: &Attribute, fault: Fault) {
        let raw = attribute.span;
        let is_plain = (raw.end - raw.start) as usize == attribute.value.len();
        let span = match fault.script_position() {
            Some(position) if is_plain => {
                let start = raw.start as usize + position;
                prowess_base::Span::new(start, start + 1)
            }
            _ => raw,
        };
        self.fault(at, fault, span);
    }

    /// What some nodes need before they can be made.
    fn prepare(&mut self, at: At<'_>, node: &mut PlanNode) {
        let missing = |port: &str| Fault::PortMissing {
            port: port.into(),
            when: When::Load,
        };
        match node.kind {
            Kind::Script | Kind::ScriptCondition => self.prepare_script(at, node, "code"),
            Kind::Precondition => self.prepare_script(at, node, "if"),
            Kind::Loop(element) => {
                let source = node.inputs.iter().find(|port| &*port.name == "queue");
                match source.map(|port| port.source.clone()) {
                    None => self.fault(at, missing("queue"), at.element.span),
                    Some(PortSource::Entry(_)) => {}
                    Some(PortSource::Literal(text)) => {
                        let enums = self.forest.registry.enums();
                        match parse(&text, &Type::List(element), enums) {
                            Ok(value) => node.queue = value.items(),
                            Err(fault) => self.fault(at, fault, at.element.span),
                        }
                    }
                }
            }
            Kind::IfUpdated(_) | Kind::WasEntryUpdated => {
                let is_set = at
                    .element
                    .value("entry")
                    .is_some_and(|entry| !entry.is_empty());
                if !is_set {
                    self.fault(at, missing("entry"), at.element.span);
                }
            }
            _ => {}
        }
    }

    /// The script of a port must be there when the tree is made, and is read once where it is a
    /// literal.
    fn prepare_script(&mut self, at: At<'_>, node: &mut PlanNode, port: &str) {
        let enums = self.forest.registry.enums();
        let text = node.read(port, &Type::String, &self.boards, enums);
        let Ok(text) = text else {
            let fault = Fault::PortMissing {
                port: port.into(),
                when: When::Load,
            };
            self.fault(at, fault, at.element.span);
            return;
        };
        let text = text.as_text().unwrap_or_default();
        if node.kind == Kind::Script && text.is_empty() {
            return;
        }
        let script = Script::read(text);
        match (script, at.element.attribute(port)) {
            (Ok(script), _) => {
                let is_literal = node
                    .inputs
                    .iter()
                    .any(|found| &*found.name == port && found.literal_text().is_some());
                if is_literal {
                    node.script = Some(script);
                }
            }
            (Err(fault), Some(attribute)) => self.script_fault(at, attribute, fault),
            (Err(fault), None) => self.fault(at, fault, at.element.span),
        }
    }
}

impl Port {
    /// The text, where it is a literal.
    #[must_use]
    pub fn literal_text(&self) -> Option<&str> {
        match &self.source {
            PortSource::Literal(text) => Some(text),
            PortSource::Entry(_) => None,
        }
    }
}

/// `SubTree` is no node that a host could register.
fn subtree_registered() -> Registered {
    Registered {
        model: Arc::new(NodeModel::new("SubTree", NodeKind::SubTree, Vec::new())),
        kind: Kind::SubTree,
        make: None,
    }
}
