//! Bounds: what passes one is told.

use std::time::Duration;

use prowess_flow::{Fault, Limits, Manual, Seeds, Tree, Value};

use crate::support::{Calls, compile_within, document, fault, registry};

fn limits(set: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    set(&mut limits);
    limits
}

fn refused(body: &str, limits: Limits) -> Fault {
    let registry = registry(&Calls::default());
    let findings = compile_within(&registry, &document(body), limits).unwrap_err();
    findings
        .iter()
        .find_map(prowess_flow::Finding::fault)
        .unwrap()
        .clone()
}

fn failed(body: &str, limits: Limits) -> Fault {
    let registry = registry(&Calls::default());
    let plan = compile_within(&registry, &document(body), limits).unwrap();
    let mut tree = Tree::new(plan, Manual::new());
    loop {
        if let Err(failure) = tree.tick() {
            return failure.fault;
        }
    }
}

/// Files, elements, nodes and depth.
#[test]
fn of_files() {
    let three = "<Sequence><L/><L/></Sequence>";
    assert_eq!(
        refused(three, limits(|limits| limits.bytes = 50)),
        Fault::TooLarge {
            what: "bytes",
            bound: 50
        }
    );
    assert_eq!(
        refused(three, limits(|limits| limits.elements = 4)),
        Fault::TooLarge {
            what: "elements",
            bound: 4
        }
    );
    assert_eq!(
        refused(three, limits(|limits| limits.nodes = 2)),
        Fault::TooLarge {
            what: "nodes",
            bound: 2
        }
    );
    assert_eq!(
        refused(
            "<Inverter><L/></Inverter>",
            limits(|limits| limits.depth = 1)
        ),
        Fault::TooDeep { bound: 1 }
    );
}

/// A subtree that doubles at each level is small in the file and large in the plan.
#[test]
fn of_subtrees_that_multiply() {
    let mut text = document("<SubTree ID=\"T0\"/>").replace("</root>", "");
    for level in 0..30 {
        let next = format!("<SubTree ID=\"T{}\"/>", level + 1);
        text.push_str(&format!(
            "<BehaviorTree ID=\"T{level}\"><Sequence>{next}{next}</Sequence></BehaviorTree>"
        ));
    }
    text.push_str("<BehaviorTree ID=\"T30\"><L/></BehaviorTree></root>");
    let text = text.replace("BTCPP_format", "main_tree_to_execute=\"Main\" BTCPP_format");
    let limits = limits(|limits| limits.nodes = 1_000);
    let registry = registry(&Calls::default());
    let findings = compile_within(&registry, &text, limits).unwrap_err();
    let faults: Vec<_> = findings
        .iter()
        .filter_map(prowess_flow::Finding::fault)
        .collect();
    assert_eq!(
        faults,
        [&Fault::TooLarge {
            what: "nodes",
            bound: 1_000
        }]
    );
}

/// A document type could declare entities that grow without end; it is refused.
#[test]
fn of_entities() {
    let text = "<!DOCTYPE r [<!ENTITY a \"aaaa\">]>".to_owned() + &document("<L/>");
    assert_eq!(
        fault(&registry(&Calls::default()), &text),
        Fault::DocumentType
    );
}

/// Ticks, visits of one tick, time, and bytes on the blackboards.
#[test]
fn of_runs() {
    let forever = "<Repeat num_cycles=\"-1\"><AlwaysSuccess/></Repeat>";
    assert_eq!(
        failed(forever, limits(|limits| limits.ticks = 7)),
        Fault::TooManyTicks { bound: 7 }
    );
    let body = "<Sequence><L/><L/><L/></Sequence>";
    assert_eq!(
        failed(body, limits(|limits| limits.visits = 2)),
        Fault::TooManyVisits { bound: 2 }
    );
    let grows = "<Sequence><Script code=\"t := 'x'\"/><Repeat num_cycles=\"-1\">\
                 <Script code=\"t += t\"/></Repeat></Sequence>";
    assert_eq!(
        failed(grows, limits(|limits| limits.blackboard_bytes = 1_000)),
        Fault::TooManyBytes { bound: 1_000 }
    );
}

/// Time is the run's, from its first tick on.
#[test]
fn of_time() {
    let registry = registry(&Calls::default());
    let bound = Duration::from_secs(10);
    let limits = limits(|limits| limits.time = Some(bound));
    let plan = compile_within(&registry, &document("<L letters=\"R\"/>"), limits).unwrap();
    let time = Manual::new();
    time.advance(Duration::from_secs(100));
    let mut tree = Tree::new(plan, time.clone());
    time.advance(Duration::from_secs(100));
    tree.tick().unwrap();
    time.advance(bound);
    tree.tick().unwrap();
    time.advance(Duration::from_millis(1));
    assert_eq!(tree.tick().unwrap_err().fault, Fault::TooLong { bound });
}

/// Inputs count too.
#[test]
fn of_seeds() {
    let mut seeds = Seeds::new(&limits(|limits| limits.blackboard_bytes = 3));
    assert_eq!(seeds.value("a", Value::text("abc")), Ok(()));
    assert_eq!(
        seeds.value("b", Value::text("d")),
        Err(Fault::TooManyBytes { bound: 3 })
    );
}

/// The deepest tree that is taken runs, halts and is drawn on the stack of a thread.
#[test]
fn of_depth_with_subtrees() {
    let nested = |body: &str| {
        format!(
            "{}{body}{}",
            "<Inverter>".repeat(250),
            "</Inverter>".repeat(250)
        )
    };
    let text = format!(
        "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\"><BehaviorTree ID=\"Main\">{}</BehaviorTree>\
         <BehaviorTree ID=\"B\">{}</BehaviorTree></root>",
        nested("<SubTree ID=\"B\"/>"),
        nested("<L letters=\"R\"/>"),
    );
    let registry = registry(&Calls::default());
    let plan = compile_within(&registry, &text, Limits::default()).unwrap();
    assert_eq!(plan.nodes().len(), 502);
    assert!(prowess_flow::Drawing::new(&plan).svg().contains("<svg"));
    let mut tree = Tree::new(plan, Manual::new());
    assert_eq!(tree.tick(), Ok(prowess_flow::Status::Running));
    tree.halt().unwrap();
}

/// What would take the square of its length, or much memory, is bounded before.
#[test]
fn of_attributes_and_scripts() {
    let many: String = (0..300).map(|number| format!(" a{number}=\"\"")).collect();
    assert_eq!(
        fault(
            &registry(&Calls::default()),
            &document(&format!("<L{many}/>"))
        ),
        Fault::TooLarge {
            what: "attributes of one element",
            bound: 256
        }
    );
    assert_eq!(
        prowess_flow::Script::read(&"1;".repeat(40_000)).unwrap_err(),
        Fault::TooLarge {
            what: "bytes of a script",
            bound: 65_536
        }
    );
}
