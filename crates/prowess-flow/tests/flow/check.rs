//! Findings: what is wrong or odd, where, at which node.

use prowess_base::Severity;
use prowess_flow::{Finding, Problem, Warning};

use crate::support::{Calls, compile, document, plan, registry};

/// Line, column, code and message of each finding.
fn shown(findings: &[Finding]) -> Vec<String> {
    findings
        .iter()
        .map(|finding| {
            let diagnostic = finding.diagnostic();
            let place = diagnostic.place.unwrap();
            let start = place.start;
            let mark = if diagnostic.severity == Severity::Error {
                ""
            } else {
                "warning "
            };
            format!(
                "{}:{} {mark}{} {}",
                start.line, start.column, diagnostic.code, diagnostic.message
            )
        })
        .collect()
}

/// Every fault of a document is told, not the first alone, each at its place and node.
#[test]
fn all_faults_at_their_places() {
    let text = "<root BTCPP_format=\"4\">\n  <BehaviorTree ID=\"Main\">\n    <Sequence>\n      \
                <Fly/>\n      <Inverter name=\"turn\"/>\n    </Sequence>\n  </BehaviorTree>\n</root>";
    let findings = compile(&registry(&Calls::default()), text).unwrap_err();
    assert_eq!(
        shown(&findings),
        [
            "4:8 PW606 there is no node `Fly`",
            "5:8 PW607 turn: `Inverter` has 0 children and needs one",
        ]
    );
}

/// Ports and scripts are checked when a tree is made, scripts to the byte.
#[test]
fn ports_and_scripts() {
    let text = document(
        "<Sequence>\n<L leters=\"S\"/>\n<Repeat num_cycles=\"many\"><L/></Repeat>\n\
         <L name=\"c\" _skipIf=\"x ==\"/>\n<Script code=\"1 % 2\"/></Sequence>",
    );
    let findings = compile(&registry(&Calls::default()), &text).unwrap_err();
    assert_eq!(
        shown(&findings),
        [
            "2:12 PW609 L: `L` has no port `leters`",
            "3:21 PW610 Repeat: `many` cannot be the value of port `num_cycles`, which is `int`",
            "4:26 PW620 c: a value should stand before the end",
            "5:17 PW620 Script: `%` has no meaning in a script",
        ]
    );
}

fn warnings(body: &str) -> Vec<Warning> {
    let plan = plan(&registry(&Calls::default()), body);
    plan.warnings()
        .iter()
        .filter_map(|finding| match &finding.problem {
            Problem::Warning(warning) => Some(warning.clone()),
            Problem::Fault(_) => None,
        })
        .collect()
}

fn unreachable(node: &str, reason: &str) -> Warning {
    Warning::Unreachable {
        node: node.into(),
        reason: reason.to_owned(),
    }
}

/// A branch behind a child that always ends its parent is never reached.
#[test]
fn unreachable_branches() {
    assert_eq!(
        warnings("<Sequence><AlwaysFailure/><L name=\"late\"/></Sequence>"),
        [unreachable("late", "a child before it always fails")]
    );
    assert_eq!(
        warnings("<Fallback><Inverter><AlwaysFailure/></Inverter><L name=\"late\"/></Fallback>"),
        [unreachable("late", "a child before it always succeeds")]
    );
    assert_eq!(
        warnings("<Sequence><L name=\"never\" _skipIf=\"true\"/><L/></Sequence>"),
        [unreachable("never", "its condition always skips it")]
    );
    assert_eq!(warnings("<Sequence><L/><AlwaysFailure/></Sequence>"), []);
    assert_eq!(
        warnings(
            "<Sequence><AlwaysFailure _skipIf=\"n == 1\"/><Script code=\"n := 1\"/></Sequence>"
        ),
        []
    );
}

/// An entry that a script reads and nothing makes is told once.
#[test]
fn entries_that_nothing_makes() {
    let never = |name: &str| Warning::EntryNeverMade { name: name.into() };
    assert_eq!(
        warnings("<Sequence><Script code=\"a := b; a = b\"/><L _skipIf=\"c == a\"/></Sequence>"),
        [never("b"), never("c")]
    );
    assert_eq!(
        warnings("<Sequence><L out=\"{b}\"/><Script code=\"a := b\"/></Sequence>"),
        []
    );
}

/// What XML wants escaped is read as it is meant, told, and mended by the offered change.
#[test]
fn bare_signs() {
    let text = document("<ScriptCondition code=\"1 < 2 && true\"/>");
    let registry = registry(&Calls::default());
    let plan = compile(&registry, &text).unwrap();
    let mut mended = text.clone();
    for finding in plan.warnings().iter().rev() {
        let fix = finding.diagnostic().fix.unwrap();
        mended.replace_range(fix.span.range(), &fix.replacement);
    }
    assert_eq!(
        mended,
        document("<ScriptCondition code=\"1 &lt; 2 &amp;&amp; true\"/>")
    );
    let again = compile(&registry, &mended).unwrap();
    assert!(again.warnings().is_empty());
}

/// What nothing reads is told: text, attributes, elements, trees.
#[test]
fn what_nothing_reads() {
    let text = "<root><BehaviorTree ID=\"Main\"><L a.b=\"1\"/>words</BehaviorTree><Extra/>\
                <BehaviorTree ID=\"B\"><L/></BehaviorTree></root>";
    let text = text.replace("<root>", "<root main_tree_to_execute=\"Main\">");
    let plan = compile(&registry(&Calls::default()), &text).unwrap();
    let codes: Vec<_> = plan
        .warnings()
        .iter()
        .map(|finding| finding.diagnostic().message)
        .collect();
    assert_eq!(
        codes,
        [
            "text between elements is not read",
            "`BTCPP_format` should be `4`",
            "`<Extra>` is not read here",
            "attribute `a.b` is not read",
            "tree `B` is not used",
        ]
    );
}

/// So many findings are enough; a fault behind many warnings is not lost.
#[test]
fn many_findings() {
    let text = document(&format!(
        "<Sequence><Script code=\"'{}'\"/><Fly/></Sequence>",
        "&".repeat(5_000)
    ));
    let findings = compile(&registry(&Calls::default()), &text).unwrap_err();
    let messages: Vec<_> = findings
        .iter()
        .map(|found| found.diagnostic().message)
        .collect();
    assert_eq!(messages.len(), 1_002);
    assert_eq!(
        messages[1_000..],
        [
            "more than 1000 findings; mend these first",
            "there is no node `Fly`"
        ]
    );
}

/// What a tree takes and gives as a whole, through what its subtrees map.
#[test]
fn inputs_and_outputs() {
    let text = "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\"><BehaviorTree ID=\"Main\"><Sequence>\
                <L letters=\"{query}\" out=\"{found}\"/><SubTree ID=\"B\" in=\"{found}\" to=\"{result}\"/>\
                </Sequence></BehaviorTree><BehaviorTree ID=\"B\"><Script code=\"own := in; to := own; @top = 1\"/>\
                </BehaviorTree></root>";
    let plan = compile(&registry(&Calls::default()), text).unwrap();
    let uses = plan.uses();
    let names = |set: &std::collections::BTreeSet<std::sync::Arc<str>>| -> Vec<String> {
        set.iter().map(|name| name.to_string()).collect()
    };
    assert_eq!(names(&uses.read), ["found", "query"]);
    assert_eq!(names(&uses.written), ["found", "result", "top"]);
    assert!(!uses.open);
}
