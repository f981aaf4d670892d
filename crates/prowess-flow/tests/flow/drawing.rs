//! Pictures.

use std::sync::{Arc, Mutex};

use prowess_flow::{Drawing, Lines, Manual, Mask, Traced, Tree};

use crate::support::{Calls, plan, registry};

const BODY: &str = "<Sequence name=\"work\"><L name=\"first\" out=\"{x}\"/>\
                    <Inverter><L name=\"second\" letters=\"F\" _skipIf=\"x == 3\"/></Inverter></Sequence>";

/// The tree with its ports and scripts; what has no name of its own shows what it is.
#[test]
fn as_text() {
    let plan = plan(&registry(&Calls::default()), BODY);
    assert_eq!(
        Drawing::new(&plan).text(),
        "→ work  Sequence\n\
         ├─ ■ first  L out={x}\n\
         └─ ◇ Inverter\n   \
            └─ ■ second  L letters=F _skipIf=x == 3\n"
    );
}

/// A trace adds statuses and times; every node and every line is in each picture.
#[test]
fn with_a_trace() {
    let plan = plan(&registry(&Calls::default()), BODY);
    let mut tree = Tree::new(plan.clone(), Manual::new());
    let traced = Arc::new(Mutex::new(Traced::default()));
    let sink = traced.clone();
    tree.watch(Lines::new(Mask::default(), move |line| {
        sink.lock().unwrap().add(line)
    }));
    tree.tick().unwrap();
    let traced = traced.lock().unwrap();
    let drawing = Drawing::new(&plan).traced(&traced);
    assert_eq!(
        drawing.text(),
        "→ work  Sequence  [SUCCESS 0 µs]\n\
         ├─ ■ first  L out={x}  [SUCCESS 0 µs]\n\
         └─ ◇ Inverter  [SUCCESS 0 µs]\n   \
            └─ ■ second  L letters=F _skipIf=x == 3  [FAILURE 0 µs]\n"
    );
    let mermaid = drawing.mermaid();
    assert_eq!(mermaid.matches(" --> ").count(), 3);
    assert!(mermaid.contains(
        "    n4[\"■ second<br/>L letters=F _skipIf=x == 3<br/>FAILURE 0 µs\"]:::failure\n"
    ));
    let svg = drawing.svg();
    assert_eq!(
        (svg.matches("<g>").count(), svg.matches("<path").count()),
        (4, 3)
    );
}

/// Names from a tree file cannot end the text they stand in.
#[test]
fn names_are_escaped() {
    let plan = plan(
        &registry(&Calls::default()),
        "<L name=\"&quot;]&lt;script&gt;&amp;`;#\"/>",
    );
    let drawing = Drawing::new(&plan);
    assert!(
        drawing
            .mermaid()
            .contains("n1[\"■ #34;#93;#60;script#62;#38;#96;#59;#35;<br/>L\"]")
    );
    assert!(
        drawing
            .svg()
            .contains("&quot;]&lt;script&gt;&amp;`;#</tspan>")
    );
}
