use super::*;
use crate::failure::Part;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signal, Strength};
use crate::stance::Stance;
use crate::unit::{Language, Mapping, Origin, Role, Unit};
use crate::{FileId, Package};
use prowess_base::{Code, Span};

static LURE: Rule = rule(401, "lure", Phase::Lure);
static SEND: Rule = rule(402, "send", Phase::Send);
static POWER: Rule = rule(403, "power", Phase::Power);
static SUPPLY: Rule = rule(404, "supply", Phase::Supply);

const fn rule(code: u16, id: &'static str, phase: Phase) -> Rule {
    Rule {
        code: Code::new(code),
        id,
        class: 1,
        phase,
        strengths: &[
            Strength::Conclusive,
            Strength::Strong,
            Strength::Weak,
            Strength::Note,
        ],
        why: "because",
        advice: "do not",
        check: Check::Package(|_, _| ()),
    }
}

fn signal(rule: &'static Rule, strength: Strength, start: usize) -> Signal {
    Signal {
        rule,
        strength,
        file: FileId(0),
        span: Some(Span::new(start, start + 2)),
        message: "something".into(),
        evidence: None,
        stance: Stance::Does,
        origin: Origin::File,
        role: Role::Instructions,
    }
}

/// The report on signals in one file of 100 bytes.
fn judged(signals: Vec<Signal>) -> Report {
    let text =
        "a token ghp_Zk3QpV8xLw2NcR7tYb5HdJ9mFs4GaU6eXo1i and words ".to_owned() + &"-".repeat(60);
    let package = Package::of_files("example", [("SKILL.md", text)]);
    let text = package.files[0].text().expect("a text");
    let unit = Unit {
        file: FileId(0),
        file_text: text,
        file_language: Language::Markdown,
        text: text.into(),
        language: Language::Markdown,
        origin: Origin::File,
        mapping: Mapping::Shifted(0),
        role: Role::Instructions,
        depth: 0,
    };
    let scene = Scene {
        package: &package,
        skill: None,
        roles: Vec::new(),
        units: vec![unit],
        facts: Vec::new(),
        left: Vec::new(),
    };
    let mut noticed = Signals::default();
    noticed.all = signals;
    judge(&scene, &noticed, &Failures::default())
}

fn severities(signals: Vec<Signal>) -> Vec<Severity> {
    judged(signals)
        .findings
        .iter()
        .map(|finding| finding.severity)
        .collect()
}

/// The table of the module: strength by stance, origin and role.
#[test]
fn alone() {
    use Severity::{Critical, High, Info, Low, Medium};
    use Strength::{Conclusive, Note, Strong, Weak};
    let row = |change: fn(&mut Signal)| {
        [Note, Weak, Strong, Conclusive].map(|strength| {
            let mut one = signal(&LURE, strength, 0);
            change(&mut one);
            severities(vec![one])[0]
        })
    };
    assert_eq!(row(|_| ()), [Info, Low, High, Critical]);
    assert_eq!(
        row(|one| one.stance = Stance::Describes),
        [Info, Info, Low, Medium]
    );
    assert_eq!(
        row(|one| one.stance = Stance::Forbids),
        [Info, Info, Info, Info]
    );
    assert_eq!(
        row(|one| one.origin = Origin::Hidden),
        [Info, Medium, Critical, Critical]
    );
    assert_eq!(
        row(|one| one.origin = Origin::Description),
        [Info, Medium, High, Critical]
    );
    assert_eq!(
        row(|one| one.role = Role::Loose),
        [Info, Low, Medium, Critical]
    );
    assert_eq!(
        row(|one| one.role = Role::Example),
        [Info, Info, Medium, High]
    );
}

/// Parts of an attack that stand together raise the gravest, and say why.
#[test]
fn company() {
    use Severity::{Critical, High, Low, Medium};
    use Strength::{Strong, Weak};
    assert_eq!(
        severities(vec![signal(&LURE, Strong, 0), signal(&SEND, Strong, 9)]),
        [Critical, High]
    );
    assert_eq!(
        severities(vec![signal(&POWER, Strong, 0), signal(&SUPPLY, Strong, 9)]),
        [High, High]
    );
    assert_eq!(
        severities(vec![signal(&POWER, Weak, 0), signal(&SUPPLY, Weak, 9)]),
        [Medium, Low]
    );
    let three = vec![
        signal(&POWER, Weak, 0),
        signal(&SUPPLY, Weak, 9),
        signal(&SEND, Weak, 20),
    ];
    let report = judged(three);
    assert_eq!(report.verdict, Verdict::Review);
    assert_eq!(report.findings[0].weighed.len(), 1);
}

/// One rule in one place is one finding, and many in one file are bounded and counted.
#[test]
fn once_and_bounded() {
    use Strength::{Strong, Weak};
    let mut hidden = signal(&LURE, Weak, 1);
    hidden.origin = Origin::Fence;
    assert_eq!(
        severities(vec![hidden, signal(&LURE, Strong, 0)]),
        [Severity::High]
    );
    let many = (0..35).map(|at| signal(&LURE, Strong, at * 3)).collect();
    let report = judged(many);
    assert_eq!(report.findings.len(), 20);
    assert_eq!(
        report.findings[19].message,
        "something (and 15 more of these in the file)"
    );
}

/// Evidence is masked, and its blanks do not change the fingerprint.
#[test]
fn evidence() {
    let report = judged(vec![signal(&LURE, Strength::Strong, 2)]);
    assert!(!report.findings[0].evidence.contains("Zk3QpV8xLw2N"));
    assert_eq!(report.findings[0].fingerprint.len(), 16);
}

/// A rule that failed leaves the scan incomplete, not passed.
#[test]
fn failed_rule() {
    let package = Package::of_files("example", [("SKILL.md", "text")]);
    let scene = Scene {
        package: &package,
        skill: None,
        roles: Vec::new(),
        units: Vec::new(),
        facts: Vec::new(),
        left: Vec::new(),
    };
    let mut failures = Failures::default();
    failures.guard(Part::Rule("lure"), None, || panic!("this is the test"));
    failures.guard(Part::Program, Some(FileId(0)), || {
        panic!("this is the test")
    });
    let report = judge(&scene, &Signals::default(), &failures);
    assert_eq!(report.verdict, Verdict::Incomplete);
    let told: Vec<_> = report
        .findings
        .iter()
        .map(|one| (one.rule, one.file.as_str(), one.message.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (
                "scan-incomplete",
                "",
                "the rule `lure` failed on this package"
            ),
            (
                "scan-incomplete",
                "SKILL.md",
                "the reader of programs failed on this file"
            ),
        ]
    );
}
