//! `ForEach`: items in order, at once, on blackboards of their own.

use prowess_flow::{Status, Value};

use crate::support::{Calls, registry, taken, tree};

/// Each item has its own `item`, `index` and `result`; the results come out in order.
#[test]
fn results_in_order() {
    let mut tree = tree(
        &registry(&Calls::default()),
        "<Sequence><Script code=\"prefix := 'n'\"/>\
         <ForEach items=\"[3, 4, 5]\" results=\"{all}\" max_parallel=\"2\">\
         <Script code=\"result := prefix .. item; result2 := index\"/></ForEach></Sequence>",
    );
    let mut answers = vec![tree.tick_through().unwrap()];
    while answers.last() == Some(&Status::Running) {
        answers.push(tree.tick_through().unwrap());
    }
    assert_eq!(answers, [Status::Success]);
    let all = tree.entry("all").unwrap().value.to_json();
    assert_eq!(all, serde_json::json!(["n3", "n4", "n5"]));
    assert_eq!(tree.entry("item"), None);
}

/// So many items are at work at once, never more.
#[test]
fn at_once() {
    let calls = Calls::default();
    let mut tree = tree(
        &registry(&calls),
        "<ForEach items=\"a;b;c\" max_parallel=\"2\"><L letters=\"RS\"/></ForEach>",
    );
    tree.set("unused", Value::int(1)).unwrap();
    assert_eq!(tree.tick(), Ok(Status::Running));
    assert_eq!(taken(&calls), ["start L", "start L"]);
    assert_eq!(tree.tick(), Ok(Status::Running));
    assert_eq!(taken(&calls), ["poll L", "poll L"]);
    assert_eq!(tree.tick(), Ok(Status::Success));
}

/// A failed item stops it and halts the others, unless failures are let pass.
#[test]
fn failures() {
    let body = |bound: &str| {
        format!(
            "<ForEach items=\"[1, 2]\" max_parallel=\"2\" max_failures=\"{bound}\" results=\"{{r}}\">\
             <Fallback><ScriptCondition code=\"item == 1\" _onFailure=\"bad := 1\"/>\
             <L letters=\"F\"/></Fallback></ForEach>"
        )
    };
    let mut strict = tree(&registry(&Calls::default()), &body("1"));
    assert_eq!(strict.tick(), Ok(Status::Failure));
    let mut lenient = tree(&registry(&Calls::default()), &body("-1"));
    assert_eq!(lenient.tick(), Ok(Status::Success));
    let results = lenient.entry("r").unwrap().value.to_json();
    assert_eq!(results, serde_json::json!([null, null]));
}
