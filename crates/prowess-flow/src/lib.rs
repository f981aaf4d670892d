//! Behaviour trees: steps that run as they are written.
//!
//! ```text
//! bytes ─► Forest ─► Plan ─► Tree ─► tick … tick ─► SUCCESS or FAILURE
//!          files,     nodes,   the state    │
//!          findings   ports    of one run   ├─► events, checkpoints
//!                                           └─► blackboards
//! ```
//!
//! The language is the XML of BehaviorTree.CPP 4, as its editor Groot2 writes it. A [`Forest`] reads
//! files and tells what is wrong with them, a [`Plan`] is one tree with its subtrees in place, a
//! [`Tree`] is a run of it. Ticks are synchronous; a leaf that waits keeps a waker, and between ticks
//! nothing runs. What a tree does to the world it does through [leaves](Leaf) of the host, which the
//! [`Registry`] knows.
//!
//! Where this engine differs from BehaviorTree.CPP on purpose, the comment at the place says so.
//!
//! ```
//! use std::sync::Arc;
//! use prowess_flow::{Forest, Limits, Manual, Registry, Seeds, Status, Tree};
//!
//! let registry = Registry::default();
//! let mut forest = Forest::new(&registry, Limits::default());
//! forest.read_text("tree.xml", r#"
//!     <root BTCPP_format="4">
//!       <BehaviorTree ID="Main">
//!         <Script code="answer := 6 * 7"/>
//!       </BehaviorTree>
//!     </root>"#);
//! let limits = Limits::default();
//! let plan = forest.compile(None, Seeds::new(&limits)).expect("no faults");
//! let mut tree = Tree::new(Arc::new(plan), Manual::new());
//! assert_eq!(tree.tick(), Ok(Status::Success));
//! assert_eq!(tree.entry("answer").map(|entry| entry.value.to_json()), Some(42.0.into()));
//! ```

mod blackboard;
pub mod codes;
mod compile;
mod document;
mod draw;
mod fault;
mod finding;
mod leaf;
mod limits;
mod plan;
mod registry;
mod run;
mod script;
mod status;
mod trace;
mod uses;
mod value;

pub use blackboard::{BoardId, Boards, Entry};
pub use compile::Seeds;
pub use document::{Forest, Includes, NoIncludes};
pub use draw::Drawing;
pub use fault::{Children, Fault, ModelPart, PortNameFault, When};
pub use finding::{Finding, Problem, Warning};
pub use leaf::{Context, Leaf, LeafPlace, Repeatable, Restored};
pub use limits::Limits;
pub use plan::{NodeId, Plan, PlanNode, Port, PortSource};
pub use registry::{
    Direction, LeafForm, MakeLeaf, Models, NodeKind, NodeModel, PortModel, Registry, Secrecy,
};
pub use run::{Checkpoint, Keeper, LeafRecord, Manual, Resume, RunFailure, Time, Tree, WakeFlag};
pub use script::{Names, Script};
pub use status::Status;
pub use trace::{Event, Happened, Line, LineEvent, Lines, Mask, NodeTrace, Sink, Traced};
pub use uses::Uses;
pub use value::{Data, Element, Enums, Type, Value};
