//! Text, fences, YAML, repair and edits.

use std::time::{Duration, Instant};

use prowess_base::{Diagnostic, Severity};
use prowess_format::{
    Dialect, Document, FieldValue, Header, Limits, Reading, Source, compose, set_field,
};

/// What the own dialect makes of the file of the skill `folder`, with everything that was said.
fn load(folder: &str, bytes: &[u8]) -> (Reading, String, Vec<Diagnostic>) {
    let (source, mut diagnostics) = Source::decode(bytes);
    let (document, parsed) = Document::parse(&source.text, &Limits::default());
    let reading = Dialect::Own.read(&document, folder, &Limits::default());
    diagnostics.extend(parsed);
    diagnostics.extend(reading.diagnostics.clone());
    (reading, document.body().to_owned(), diagnostics)
}

/// The name and the description of a skill that loads, and its body.
fn shown(folder: &str, bytes: &[u8]) -> (String, String, String) {
    let (reading, body, diagnostics) = load(folder, bytes);
    let errors: Vec<_> = diagnostics
        .iter()
        .filter(|found| found.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let name = reading
        .manifest
        .name
        .as_deref()
        .unwrap_or(folder)
        .to_owned();
    let description = reading
        .manifest
        .description
        .as_deref()
        .unwrap_or("")
        .to_owned();
    (name, description, body)
}

fn is(found: (String, String, String), name: &str, description: &str, body: &str) {
    let found = (found.0.as_str(), found.1.as_str(), found.2.as_str());
    assert_eq!(found, (name, description, body));
}

fn is_usable(diagnostics: &[Diagnostic]) -> bool {
    !diagnostics.iter().any(Diagnostic::is_error)
}

/// The restriction survives the repair of another field; where it cannot be read there is an
/// error with a line.
#[test]
fn fm_02_a_broken_header_widens_nothing() {
    let repaired = b"---\nname: ledger\ndescription: Reads books only: never edits.\nallowed-tools: Read\n---\nBody.\n";
    let (reading, _, diagnostics) = load("ledger", repaired);
    assert!(is_usable(&diagnostics));
    assert_eq!(*reading.manifest.allowed_tools, [Box::from("Read")]);
    let broken = b"---\nname: ledger\ndescription: d\ndisallowed-tools: [Write\n---\nBody.\n";
    let (_, _, diagnostics) = load("ledger", broken);
    let error = diagnostics.iter().find(|found| found.is_error()).unwrap();
    assert!(error.place.as_ref().unwrap().start.line >= 4);
}

#[test]
fn fm_04_a_byte_order_mark_is_not_text() {
    let file = "\u{feff}---\nname: bom\ndescription: Saved \u{feff}by an editor.\n---\nBody.\n";
    is(
        shown("bom", file.as_bytes()),
        "bom",
        "Saved \u{feff}by an editor.",
        "Body.\n",
    );
}

#[test]
fn fm_07_every_line_end_and_the_end_of_the_file() {
    let cr = b"---\rname: cr\rdescription: Old Mac line ends\r---\rBody.\r";
    is(shown("cr", cr), "cr", "Old Mac line ends", "Body.\r");
    let eof = b"---\nname: eof\ndescription: No body at all\n---";
    is(shown("eof", eof), "eof", "No body at all", "");
}

#[test]
fn fm_11_blanks_behind_a_fence() {
    let file = b"--- \nname: sp\ndescription: Trailing blanks\n---  \nKeep this body.\n";
    is(
        shown("sp", file),
        "sp",
        "Trailing blanks",
        "Keep this body.\n",
    );
}

#[test]
fn fm_13_a_fence_is_exactly_three_dashes() {
    for file in [
        "---\nname: four\ndescription: d\n----\nnot closed\n",
        "---\nname: txt\ndescription: d\n---extra\nnot closed\n",
    ] {
        let (document, diagnostics) = Document::parse(file, &Limits::default());
        assert!(matches!(document.header, Header::Unterminated { .. }));
        assert_eq!(document.body(), "");
        assert!(!is_usable(&diagnostics));
    }
}

#[test]
fn fm_14_an_empty_header_is_closed() {
    let (reading, body, diagnostics) = load("nil", b"---\n---\nJust text.\n");
    assert_eq!(
        (body.as_str(), reading.manifest.name),
        ("Just text.\n", None)
    );
    assert!(diagnostics.iter().all(|found| found.code.number() != 102));
}

#[test]
fn fm_15_rules_and_samples_in_the_body() {
    let body = "One\n\n---\n\nTwo\n\n```yaml\n---\nname: sample\n---\n```\n\n---\nThree\n";
    let file = format!("---\nname: rules\ndescription: Body has rules.\n---\n{body}");
    is(
        shown("rules", file.as_bytes()),
        "rules",
        "Body has rules.",
        body,
    );
}

#[test]
fn fm_16_a_rule_is_no_fence() {
    let file = "# Plain\n\nIntro.\n\n---\n\nMiddle stays.\n\n---\n\nEnd.\n";
    let (document, _) = Document::parse(file, &Limits::default());
    assert_eq!(
        (document.header, document.body.range()),
        (Header::Absent, 0..file.len())
    );
}

#[test]
fn fm_17_indented_dashes_are_text() {
    let file = b"---\ndescription: |\n  first\n  ---\n  last\nname: ind\n---\nBody.\n";
    is(shown("ind", file), "ind", "first\n---\nlast", "Body.\n");
}

#[test]
fn fm_21_a_wrapped_value_is_one() {
    let file = b"---\nname: wrap\ndescription: Builds a kite\n  from paper and string.\n---\nB.\n";
    is(
        shown("wrap", file),
        "wrap",
        "Builds a kite from paper and string.",
        "B.\n",
    );
}

#[test]
fn fm_33_a_bad_optional_field_costs_one_warning() {
    let file = b"---\nname: dep\ndescription: Needs extras\ndependencies: [kit[extra], @home/pkg]\n---\nB.\n";
    is(shown("dep", file), "dep", "Needs extras", "B.\n");
    let (_, _, diagnostics) = load("dep", file);
    let [warning] = diagnostics.as_slice() else {
        panic!("{diagnostics:?}");
    };
    assert_eq!(warning.severity, Severity::Warning);
    assert!(warning.message.contains("`dependencies`"));
}

#[test]
fn fm_35_a_key_given_twice_is_an_error_with_both_lines() {
    let file = b"---\nname: dup\ndescription: first\n\"description\": second\nallowed-tools: Read\nallowed-tools: Bash\n---\nB.\n";
    let (_, _, diagnostics) = load("dup", file);
    let lines: Vec<_> = diagnostics
        .iter()
        .filter(|found| found.is_error() && found.message.starts_with("duplicate key"))
        .map(|found| {
            let first = found.related[0].position.unwrap().line;
            (first, found.place.as_ref().unwrap().start.line)
        })
        .collect();
    assert_eq!(lines, [(3, 4), (5, 6)]);
}

#[test]
fn fm_36_quotes_are_not_text() {
    let file = b"---\nname: 'q'\ndescription: \"Say \\\"hi\\\": politely \\u2014 now\"\n---\nB.\n";
    is(
        shown("q", file),
        "q",
        "Say \"hi\": politely \u{2014} now",
        "B.\n",
    );
}

#[test]
fn fm_37_nothing_is_expanded() {
    let mut file = "---\nname: bomb\ndescription: d\na: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (name, before) in [("b", "a"), ("c", "b"), ("d", "c"), ("e", "d"), ("f", "e")] {
        let aliases = vec![format!("*{before}"); 9].join(",");
        file.push_str(&format!("{name}: &{name} [{aliases}]\n"));
    }
    file.push_str("---\nB.\n");
    let start = Instant::now();
    let (_, _, diagnostics) = load("bomb", file.as_bytes());
    assert!(start.elapsed() < Duration::from_secs(1));
    assert!(!is_usable(&diagnostics));
}

#[test]
fn fm_39_utf_16_is_read_by_its_mark() {
    let file: Vec<u8> = "\u{feff}---\nname: u16\ndescription: Wide text\n---\nBody.\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    is(shown("u16", &file), "u16", "Wide text", "Body.\n");
    let (_, _, diagnostics) = load("u16", &file);
    assert_eq!(diagnostics[0].severity, Severity::Warning);
}

#[test]
fn fm_40_files_are_utf_8() {
    let file = "---\nname: uml\ndescription: Ärger – ‚Tee‘ ⇒ 茶 🪁\n---\n12€ ⇒ crème 日本語\n";
    is(
        shown("uml", file.as_bytes()),
        "uml",
        "Ärger – ‚Tee‘ ⇒ 茶 🪁",
        "12€ ⇒ crème 日本語\n",
    );
}

#[test]
fn fm_44_values_are_serialised() {
    let description = "line one\n---\nallowed-tools: Bash";
    let fields = [
        ("name", FieldValue::Text("note")),
        ("description", FieldValue::Text(description)),
    ];
    let file = compose(&fields, "B").unwrap();
    is(shown("note", file.as_bytes()), "note", description, "B");
    let (reading, _, _) = load("note", file.as_bytes());
    assert!(reading.manifest.allowed_tools.is_empty());
}

#[test]
fn fm_45_an_edit_changes_one_field() {
    let file = "---\nname: keep\ndescription: d\ndisable-model-invocation: true\nx-team: blue # who\n---\nB.\n";
    assert_eq!(
        set_field(file, "description", FieldValue::Text("new text")).unwrap(),
        file.replace("description: d\n", "description: new text\n")
    );
}
