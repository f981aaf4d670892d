//! Any bytes as a tree file: it is refused with findings, or a tree runs within its bounds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prowess_flow::{Drawing, Forest, Limits, Manual, Registry, Script, Seeds, Tree};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Script::read(text);
    }
    let registry = Registry::default();
    let mut limits = Limits::default();
    limits.nodes = 1_000;
    limits.visits = 20_000;
    limits.blackboard_bytes = 1 << 20;
    let seeds = Seeds::new(&limits);
    let mut forest = Forest::new(&registry, limits);
    forest.read("tree.xml", bytes, &mut |_: &str| Ok(bytes.to_vec()));
    let plan = match forest.compile(None, seeds) {
        Ok(plan) => plan,
        Err(findings) => {
            for finding in findings {
                let _ = finding.diagnostic();
            }
            return;
        }
    };
    let drawing = Drawing::new(&plan);
    let _ = (drawing.text(), drawing.mermaid(), drawing.svg());
    let mut tree = Tree::new(plan.into(), Manual::new());
    for _ in 0..10 {
        if tree.tick_through().is_err() {
            break;
        }
    }
    let _ = tree.halt();
});
