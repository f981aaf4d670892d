//! Which entries of the root blackboard a plan reads and writes: its inputs and outputs as a whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::BoardId;
use crate::plan::{Plan, PlanNode, PortSource};
use crate::registry::Kind;

/// Entries of the root blackboard.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Uses {
    /// Read by a port or a script, perhaps after the plan wrote them itself.
    pub read: BTreeSet<Arc<str>>,
    /// Written by a port, a script or `SetBlackboard`.
    pub written: BTreeSet<Arc<str>>,
    /// A script or a key that only the run knows may read and write others.
    pub open: bool,
}

impl Plan {
    /// Which entries of the root blackboard the plan reads and writes, through whatever subtrees map.
    #[must_use]
    pub fn uses(&self) -> Uses {
        let mut uses = Uses::default();
        for node in self.nodes() {
            if node.kind != Kind::SubTree {
                self.add_ports(node, &mut uses);
            }
            self.add_scripts(node, &mut uses);
        }
        uses
    }

    /// The entry of the root blackboard that a key of a node's tree stands for.
    fn root_key(&self, node: &PlanNode, key: &str) -> Option<Arc<str>> {
        let (board, key) = self.boards.resolve(node.board, key);
        (board == BoardId::ROOT).then(|| key.into())
    }

    fn add_ports(&self, node: &PlanNode, uses: &mut Uses) {
        let takes_keys = matches!(
            node.kind,
            Kind::SetBlackboard | Kind::IfUpdated(_) | Kind::WasEntryUpdated
        );
        for port in &node.inputs {
            match &port.source {
                PortSource::Entry(key) => uses.read.extend(self.root_key(node, key)),
                PortSource::Literal(key) if takes_keys && &*port.name == "entry" => {
                    uses.read.extend(self.root_key(node, key));
                }
                PortSource::Literal(_) => {}
            }
        }
        for port in &node.outputs {
            match &port.source {
                // The key is what that entry holds.
                PortSource::Entry(_) if node.kind == Kind::SetBlackboard => uses.open = true,
                PortSource::Entry(key) => uses.written.extend(self.root_key(node, key)),
                PortSource::Literal(key) if takes_keys => {
                    uses.written.extend(self.root_key(node, key));
                }
                PortSource::Literal(_) => {}
            }
        }
    }

    fn add_scripts(&self, node: &PlanNode, uses: &mut Uses) {
        let is_script = matches!(
            node.kind,
            Kind::Script | Kind::ScriptCondition | Kind::Precondition
        );
        uses.open |= is_script && node.script.is_none();
        let conditions = node.conditions.as_deref();
        let around = conditions
            .into_iter()
            .flat_map(|around| around.before.iter().chain(&around.after));
        for script in around.chain([&node.script]).flatten() {
            let names = script.names();
            let is_entry = |name: &&Arc<str>| !self.enums.contains_key(*name);
            for name in names.read.iter().filter(is_entry) {
                uses.read.extend(self.root_key(node, name));
            }
            for name in names.made.iter().chain(&names.assigned) {
                uses.written.extend(self.root_key(node, name));
            }
        }
    }
}
