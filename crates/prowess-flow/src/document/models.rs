//! `<TreeNodesModel>`: what it says about trees. What it says about nodes is for editors; the nodes
//! themselves are the host's.

use std::sync::Arc;

use super::{Element, Forest};
use crate::Fault;
use crate::fault::{ModelPart, PortNameFault};
use crate::registry::port_name_fault;

/// A port that the model of a tree declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SubTreePort {
    pub(crate) name: Arc<str>,
    pub(crate) default: Option<Arc<str>>,
}

impl Forest<'_> {
    pub(super) fn take_models(&mut self, source: usize, root: &Element) {
        for subtree in root
            .named("TreeNodesModel")
            .flat_map(|models| models.named("SubTree"))
        {
            let Some(id) = subtree.value("ID") else {
                let fault = incomplete(subtree, "`ID`", ModelPart::SubTree);
                self.fault(source, fault, subtree.span);
                continue;
            };
            for port in &subtree.children {
                if matches!(&*port.name, "input_port" | "output_port" | "inout_port") {
                    self.take_port(source, id, port);
                }
            }
        }
    }

    fn take_port(&mut self, source: usize, id: &Arc<str>, port: &Element) {
        let Some(name) = port.value("name") else {
            let fault = incomplete(port, "`name`", ModelPart::Port);
            self.fault(source, fault, port.span);
            return;
        };
        // A name with an underscore in front is no port's, and harmless.
        if let Some(reason) = port_name_fault(name) {
            let name = name.clone();
            self.fault(source, Fault::PortName { name, reason }, port.span);
            if reason == PortNameFault::Empty {
                return;
            }
        }
        let ports = self.models.entry(id.clone()).or_default();
        ports.retain(|known| known.name != *name);
        ports.push(SubTreePort {
            name: name.clone(),
            default: port
                .value("default")
                .filter(|default| !default.is_empty())
                .cloned(),
        });
    }
}

fn incomplete(element: &Element, missing: &'static str, part: ModelPart) -> Fault {
    Fault::ModelIncomplete {
        tag: element.name.clone(),
        missing,
        part,
    }
}
