//! What must hold for every tree of a document, whether or not it is used.

use std::sync::Arc;

use prowess_base::Span;

use super::xml::{Element, File};
use crate::fault::{Children, ModelPart};
use crate::registry::{Kind, NodeKind, Pace, forbidden_character};
use crate::{Fault, Registry};

/// Checks a document; faults go to the findings of the file.
pub(super) fn document(file: &mut File<'_>, root: &Element, registry: &Registry) {
    if &*root.name != "root" {
        file.fault(Fault::RootName, root.span, None);
        return;
    }
    let models: Vec<_> = root.named("TreeNodesModel").collect();
    if let Some(second) = models.get(1) {
        file.fault(Fault::ModelsTwice, second.span, None);
    }
    if !models.is_empty() {
        for child in &root.children {
            let needs_id = NodeKind::of_name(&child.name).is_some();
            if needs_id && child.value("ID").is_none() {
                let fault = Fault::ModelIncomplete {
                    tag: child.name.clone(),
                    missing: "`ID`",
                    part: ModelPart::BesideModel,
                };
                file.fault(fault, child.span, None);
            }
        }
    }
    let beside = root.children.len();
    for tree in root.named("BehaviorTree") {
        let mut verifier = Verifier { file, registry };
        verifier.tree(tree, beside);
    }
}

struct Verifier<'v, 'f> {
    file: &'v mut File<'f>,
    registry: &'v Registry,
}

impl Verifier<'_, '_> {
    fn fault(&mut self, fault: Fault, span: Span, node: Option<&Arc<str>>) {
        self.file.fault(fault, span, node);
    }

    fn tree(&mut self, tree: &Element, beside: usize) {
        let id = tree.value("ID").cloned().unwrap_or_default();
        let span = tree.attribute("ID").map_or(tree.span, |found| found.span);
        if id.is_empty() && beside > 1 {
            self.fault(Fault::TreeIdMissing, tree.span, None);
        }
        if !id.is_empty() {
            self.name(&id, span);
        }
        if self.registry.holds_id(&id) {
            let tag = tree.name.clone();
            self.fault(
                Fault::IdIsNode {
                    tag,
                    id: id.clone(),
                },
                span,
                None,
            );
        }
        self.children(&id, Children::One, tree, None);
        for child in &tree.children {
            self.node(child);
        }
    }

    /// What names of trees and elements cannot hold.
    fn name(&mut self, name: &Arc<str>, span: Span) {
        if let Some(character) = forbidden_character(name) {
            let name = name.clone();
            self.fault(Fault::NameCharacter { name, character }, span, None);
        } else if matches!(&**name, "Root" | "root") {
            let name = name.clone();
            self.fault(Fault::NameReserved { name }, span, None);
        }
    }

    fn children(
        &mut self,
        name: &Arc<str>,
        needed: Children,
        element: &Element,
        node: Option<&Arc<str>>,
    ) {
        let found = element.children.len();
        if !needed.allows(found) {
            let name = name.clone();
            let fault = Fault::ChildCount {
                name,
                found,
                needed,
            };
            self.fault(fault, element.span, node);
        }
    }

    fn node(&mut self, element: &Element) {
        let id = element.value("ID").cloned().unwrap_or_default();
        let explicit = NodeKind::of_name(&element.name);
        let node = element.value("name").unwrap_or(&element.name).clone();
        if explicit.is_some() && id.is_empty() {
            let tag = element.name.clone();
            self.fault(Fault::ExplicitIdMissing { tag }, element.span, None);
        } else if &*element.name == "BehaviorTree" {
            // Anywhere but below the root it is no node.
            let name = element.name.clone();
            self.fault(Fault::NodeUnknown { name }, element.span, None);
        } else if explicit == Some(NodeKind::SubTree) {
            self.subtree(element, &id);
        } else {
            let name = if explicit.is_some() {
                &id
            } else {
                &element.name
            };
            self.registered(element, name, &node);
        }
        for child in &element.children {
            self.node(child);
        }
    }

    fn subtree(&mut self, element: &Element, id: &Arc<str>) {
        let span = element
            .attribute("ID")
            .map_or(element.span, |found| found.span);
        self.name(id, span);
        self.children(id, Children::None, element, None);
        if self.registry.holds_id(id) {
            let (tag, id) = (element.name.clone(), id.clone());
            self.fault(Fault::IdIsNode { tag, id }, span, None);
        }
    }

    fn registered(&mut self, element: &Element, name: &Arc<str>, node: &Arc<str>) {
        let Some(known) = self.registry.node(name) else {
            let fault = Fault::NodeUnknown { name: name.clone() };
            self.fault(fault, element.span, None);
            return;
        };
        self.children(name, known.kind.children(), element, Some(node));
        if known.kind == Kind::ReactiveSequence {
            let is_yielding = |child: &&Element| {
                let id = match NodeKind::of_name(&child.name) {
                    Some(_) => child.value("ID"),
                    None => Some(&child.name),
                };
                let known = id.and_then(|id| self.registry.node(id));
                known.is_some_and(|known| known.kind == Kind::Sequence(Pace::Yielding))
            };
            if element.children.iter().filter(is_yielding).count() > 1 {
                self.fault(Fault::ReactiveTwoAsync, element.span, Some(node));
            }
        }
    }
}
