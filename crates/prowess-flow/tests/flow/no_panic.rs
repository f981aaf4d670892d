//! Any bytes, any script: findings or a tree, never a panic.

use proptest::prelude::*;
use prowess_flow::{Forest, Limits, Manual, Script, Seeds, Tree};

use crate::support::{Calls, document, registry};

/// Reads, compiles, draws and runs what can be.
fn run(bytes: &[u8]) {
    let registry = registry(&Calls::default());
    let mut limits = Limits::default();
    (limits.nodes, limits.visits, limits.blackboard_bytes) = (500, 5_000, 100_000);
    let seeds = Seeds::new(&limits);
    let mut forest = Forest::new(&registry, limits);
    forest.read("tree.xml", bytes, &mut |_: &str| Ok(bytes.to_vec()));
    match forest.compile(None, seeds) {
        Err(findings) => {
            for finding in findings {
                assert!(!finding.diagnostic().message.is_empty());
            }
        }
        Ok(plan) => {
            let drawing = prowess_flow::Drawing::new(&plan);
            let sizes = [drawing.text(), drawing.mermaid(), drawing.svg()].map(|text| text.len());
            assert!(sizes.iter().all(|size| *size > 0));
            let mut tree = Tree::new(plan.into(), Manual::new());
            for _ in 0..5 {
                if let Err(failure) = tree.tick_through() {
                    assert!(!failure.diagnostic().message.is_empty());
                    break;
                }
            }
            let _ = tree.halt();
        }
    }
}

/// A document of words that mean something.
fn documents() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("<Sequence>"),
        Just("</Sequence>"),
        Just("<L/>"),
        Just("<L name=\"a\" letters=\"RS\"/>"),
        Just("<Inverter>"),
        Just("</Inverter>"),
        Just("<SubTree ID=\"Main\"/>"),
        Just("<SubTree ID=\"B\" p=\"{x}\" q=\"1\" _autoremap=\"true\"/>"),
        Just("</BehaviorTree><BehaviorTree ID=\"B\">"),
        Just("<Script code=\"x := 1\"/>"),
        Just("<Script code=\"y = x + 'a' .. 2\"/>"),
        Just("<SetBlackboard value=\"{x}\" output_key=\"z\"/>"),
        Just("<ForEach items=\"1;2\" max_parallel=\"2\">"),
        Just("</ForEach>"),
        Just("<LoopInt queue=\"1;2;3\" value=\"{v}\">"),
        Just("</LoopInt>"),
        Just("<Repeat num_cycles=\"-1\">"),
        Just("</Repeat>"),
        Just("<include path=\"a.xml\"/>"),
        Just("<!-- c -->"),
        Just("&amp;"),
        Just("<"),
        Just("\""),
        Just("x"),
        Just("<AlwaysFailure _skipIf=\"x > 1\" _onHalted=\"z := 1\"/>"),
        Just("<Timeout msec=\"{x}\">"),
        Just("</Timeout>"),
    ];
    prop::collection::vec(word, 0..25).prop_map(|words| document(&words.concat()))
}

/// A script of pieces that mean something.
fn scripts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("x"),
        Just("@y"),
        Just("1"),
        Just("2.5"),
        Just("0x1F"),
        Just("'t'"),
        Just("true"),
        Just("+"),
        Just("-"),
        Just("*"),
        Just("/"),
        Just(".."),
        Just("&&"),
        Just("||"),
        Just("!"),
        Just("~"),
        Just("&"),
        Just("|"),
        Just("^"),
        Just("=="),
        Just("<"),
        Just("?"),
        Just(":"),
        Just(":="),
        Just("="),
        Just("+="),
        Just(";"),
        Just("("),
        Just(")"),
        Just("9999999999999999999"),
        Just("'"),
        Just("é"),
        Just("."),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        run(&bytes);
    }

    #[test]
    fn any_document(text in documents(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        run(text.as_bytes());
        let mut bytes = text.into_bytes();
        let index = at.index(bytes.len());
        bytes[index] = byte;
        run(&bytes);
    }

    /// What is read runs or fails, and is read again as the same.
    #[test]
    fn any_script(text in scripts()) {
        if let Ok(script) = Script::read(&text) {
            prop_assert_eq!(Script::read(script.text()), Ok(script.clone()));
            let mut tree = crate::support::tree(&registry(&Calls::default()), "<AlwaysSuccess/>");
            let _ = tree.script(&text);
        }
    }
}

/// Brackets, operators and elements that nest without end are a fault, not a full stack.
#[test]
fn deep_nesting() {
    for text in [
        "(".repeat(10_000),
        "-".repeat(10_000),
        "a := ".repeat(10_000),
        "1 ? ".repeat(10_000),
        "1 + ".repeat(10_000) + "1",
        "1 < ".repeat(10_000),
    ] {
        assert!(Script::read(&text).is_err());
    }
    run(document(&"<Inverter>".repeat(100_000)).as_bytes());
}
