//! The nodes of the host beside those of the engine, and their models.

use prowess_flow::{
    Context, Fault, Leaf, LeafForm, Models, NodeModel, PortModel, Registry, Status, Type,
};

use crate::support::{Calls, registry, tree};

struct Fails;

impl Leaf for Fails {
    fn start(&mut self, _context: &mut Context<'_>) -> Result<Status, Fault> {
        Ok(Status::Failure)
    }
}

/// A host cannot put its own leaf in the place of a node of the engine.
#[test]
fn nodes_of_the_engine_stay() {
    let mut registry = Registry::default();
    let model = NodeModel::action("AlwaysSuccess", vec![]);
    registry.leaf(model, LeafForm::Immediate, |_| Fails);
    let mut tree = tree(&registry, "<AlwaysSuccess/>");
    assert_eq!(tree.tick(), Ok(Status::Success));
}

/// The document that Groot2 opens, with the leaves of the host.
#[test]
fn models_for_editors() {
    let mut registry = Registry::default();
    let ports = vec![
        PortModel::input("query", Type::String).about("what to look for & where"),
        PortModel::input("count", Type::UInt).or("5"),
        PortModel::output("results", Type::Json),
    ];
    registry.leaf(
        NodeModel::action("Search", ports),
        LeafForm::Waiting,
        |_| Fails,
    );
    let document = registry.models_document(Models::Own);
    let search = document.split("<Action").nth(1).unwrap();
    assert_eq!(
        search,
        " ID=\"Search\">\n            \
         <input_port name=\"query\" type=\"std::string\">what to look for &amp; where</input_port>\n            \
         <input_port name=\"count\" type=\"unsigned int\" default=\"5\"/>\n            \
         <output_port name=\"results\" type=\"json\"/>\n        \
         </Action>\n    </TreeNodesModel>\n</root>\n"
    );
    // It is a document that this engine reads.
    let with_tree = document.replace(
        "</root>",
        "<BehaviorTree ID=\"Main\"><Search query=\"x\"/></BehaviorTree></root>",
    );
    crate::support::compile(&registry, &with_tree).unwrap();
}

/// A run ends at a fault, with the node's place in the file, and can be halted.
#[test]
fn a_fault_names_its_node() {
    let mut tree = tree(
        &registry(&Calls::default()),
        "<Sequence>\n<L/>\n<Script name=\"sum\" code=\"a = 1\"/></Sequence>",
    );
    let failure = tree.tick().unwrap_err();
    let diagnostic = failure.diagnostic();
    assert_eq!(
        diagnostic.message,
        "sum: there is no entry `a` to assign to"
    );
    assert_eq!(diagnostic.help.as_deref(), Some("make it with `a := …`"));
    let start = diagnostic.place.unwrap().start;
    assert_eq!((start.line, start.column), (3, 2));
    tree.halt().unwrap();
    assert_eq!(tree.status(), Status::Idle);
}
