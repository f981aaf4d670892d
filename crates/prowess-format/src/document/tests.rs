//! Documents as a whole: what YAML reads, what is told, and properties over any text.

use proptest::prelude::*;
use prowess_base::Severity;

use super::*;
use crate::{FieldValue, NodeKind, Source, apply_fixes, compose, set_field};

fn parse(text: &str) -> (Document<'_>, Vec<Diagnostic>) {
    Document::parse(text, &Limits::default())
}

fn header(header: &str) -> String {
    format!("---\n{header}\n---\nB.\n")
}

/// The code, weight and line of every diagnostic.
fn told(diagnostics: &[Diagnostic]) -> Vec<(u16, Severity, u32)> {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let line = diagnostic
                .place
                .as_ref()
                .map_or(0, |place| place.start.line);
            (diagnostic.code.number(), diagnostic.severity, line)
        })
        .collect()
}

fn text<'d>(document: &'d Document<'_>, key: &str) -> Option<&'d str> {
    Some(&document.get(key)?.as_scalar()?.text)
}

/// What is YAML and tells nothing, and what is told about the rest.
#[test]
fn diagnostics() {
    use Severity::{Error, Warning};
    for (yaml, expected) in [
        ("a: b\nc: [d, {e: f}]", vec![]),
        ("a: !!str 1\nb: !!int \"2\"\nc: ! x", vec![]),
        ("a: &x b", vec![(107, Warning, 2)]),
        ("a: !x b", vec![(108, Warning, 2)]),
        ("a: &x b\nc: *x", vec![(107, Warning, 2), (106, Error, 3)]),
        ("? [a, b]\n: c", vec![(109, Warning, 2)]),
        ("a: b\n<<: {c: d}", vec![(111, Warning, 3)]),
        ("a: b\na: c", vec![(105, Error, 3)]),
        ("a: {b: 1, b: 2}", vec![(105, Warning, 2)]),
        ("metadata:\n  a: {b: 1, b: 2}", vec![(105, Error, 3)]),
        ("metadata: {a:1}", vec![(116, Warning, 2)]),
        (
            "metadata:\n  { // c\n    \"a\": 1 }",
            vec![(116, Warning, 3)],
        ),
        ("metadata: {a: [b], // c\n  d:e}", vec![(120, Error, 2)]),
        ("os: [a, b // c]", vec![]),
        ("x: {a:1}", vec![]),
        ("- a", vec![(104, Error, 2)]),
        ("a", vec![(104, Error, 2)]),
    ] {
        assert_eq!(told(&parse(&header(yaml)).1), expected, "{yaml}");
    }
}

/// An empty header is empty whatever blanks and comments it holds.
#[test]
fn empty() {
    for yaml in ["", "  ", "# only a comment"] {
        let text = header(yaml);
        let (document, diagnostics) = parse(&text);
        assert!(matches!(document.header, Header::Empty { .. }), "{yaml:?}");
        assert_eq!((document.body(), diagnostics), ("B.\n", vec![]));
    }
}

/// Nesting and nodes beyond the bounds are errors, without time or stack being used up.
#[test]
fn bounds() {
    for yaml in [
        format!("a: {}", "[".repeat(100_000)),
        format!("a: {}{}", "[".repeat(65), "]".repeat(65)),
        (0..200)
            .map(|depth| format!("{}a:\n", " ".repeat(depth)))
            .collect(),
        format!("a: [{}]", "b,".repeat(10_000)),
    ] {
        assert_eq!(told(&parse(&header(&yaml)).1)[0].0, 110);
    }
}

/// A value of a key that is not there stands behind its key, the same on both paths.
#[test]
fn places() {
    let text = header("a:\nb: c  \nd:\n  - e\n  - \"f\"\ng: {\"h\": i}");
    let (document, _) = parse(&text);
    let (general, _) = Document::parse_generally(&text, &Limits::default());
    assert_eq!(document, general);
    let place = |key: &str| document.get(key).unwrap().span.slice(&text);
    assert_eq!(place("a"), "");
    assert_eq!(place("b"), "c");
    assert_eq!(place("d"), "e\n  - \"f\"");
    assert_eq!(place("g"), "{\"h\": i}");
}

/// JSON5 counts where YAML would lose a restriction in a comment.
#[test]
fn json_in_metadata() {
    let metadata = "metadata:\n  { // c\n    \"os\": [\"a\"] /* d */,\n    b:1 }";
    let text = header(&format!("name: x\ndescription: y\n{metadata}"));
    let (document, _) = parse(&text);
    let metadata = document.get("metadata").unwrap();
    let keys: Vec<_> = metadata
        .as_mapping()
        .unwrap()
        .iter()
        .map(|entry| &*entry.key)
        .collect();
    assert_eq!(keys, ["os", "b"]);
}

/// A line of a header, most of them with something in them that YAML takes in its own way.
fn line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("name: "),
        Just("description: "),
        Just("metadata: "),
        Just("a"),
        Just("b c"),
        Just(": "),
        Just(":"),
        Just(" #"),
        Just("- "),
        Just("  "),
        Just("\""),
        Just("'"),
        Just("{"),
        Just("}"),
        Just("["),
        Just("]"),
        Just(","),
        Just("\"k\":"),
        Just("*x"),
        Just("&x "),
        Just("!t "),
        Just("|"),
        Just(">-"),
        Just("@"),
        Just("\t"),
        Just("é"),
        Just("\u{feff}"),
        Just("\u{85}"),
        Just("\u{2028}"),
        Just("\\"),
        Just("1.0"),
        Just("~"),
        Just("?"),
        Just("%"),
        Just("..."),
        Just("---"),
        Just("<<"),
        Just("\0"),
        Just("os: "),
    ];
    proptest::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

fn yaml() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        3 => "[a-d]{1,2}: ",
        2 => Just("  ".to_owned()),
        1 => Just("  - ".to_owned()),
        1 => Just("- ".to_owned()),
        1 => Just(String::new()),
        1 => "[ ]{0,4}[a-d]:",
        1 => "[a-d]: [|>]-?\n[ ]{1,4}x\n[ ]{0,5}y? ?\n",
    ];
    proptest::collection::vec((key, line()), 0..8).prop_map(|lines| {
        let lines: Vec<String> = lines
            .into_iter()
            .map(|(key, line)| format!("{key}{line}"))
            .collect();
        lines.join("\n")
    })
}

/// Headers near the fast path's grammar.
fn simple_yaml() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        "[a-c(~.][a-c .:#']{0,4}",
        "\"([a-c:#]|\\\\\"|\\\\n|\\\\x41){0,4}\"[ ]{0,1}",
        "[{\\[]{1,2}(\"a\"|b|1|[:, ]){0,5}[}\\]]{1,2}",
        "\\{\"a\":[ ]?(\\[[ab:*/ ]{0,3}(, b)?\\]|\"c\"|1|true)(, \"[ab]\": ?d)?\\}",
        "\\[[a-c:/*() ]{1,4}(, ?[a-c '\"]{1,3}){0,2},?\\]",
        "",
    ];
    let line = ("[ ]{0,3}(- )?([a-d]: ?)?", value).prop_map(|(start, value)| start + &value);
    let block = "[ ]{0,2}[a-d]: [|>]-?( |\n)([ ]{0,5}[xy:#-]{0,2}[ ]?\n){0,4}";
    let part = prop_oneof![5 => line.prop_map(|line| line + "\n"), 1 => block];
    proptest::collection::vec(part, 1..6).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any bytes are read to an end without a panic, and every place lies in the text.
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200), fenced in any::<bool>()) {
        let mut whole = if fenced { b"---\n".to_vec() } else { Vec::new() };
        whole.extend(&bytes);
        whole.extend(b"\n---\n");
        let (source, _) = Source::decode(&whole);
        let (document, diagnostics) = parse(&source.text);
        prop_assert!(document.body.end as usize <= source.text.len());
        for place in diagnostics.iter().filter_map(|found| found.place.as_ref()) {
            prop_assert!(source.text.get(place.span.range()).is_some());
        }
    }

    /// Both readers give the same document, places included.
    #[test]
    fn fast_is_general(yaml in yaml(), simple in simple_yaml()) {
        for yaml in [yaml, simple] {
            let text = header(&yaml);
            prop_assert_eq!(parse(&text), Document::parse_generally(&text, &Limits::default()));
        }
    }

    /// What is repaired is read as the fixed text is read, if every repair has its fix.
    #[test]
    fn fixes_change_no_value(lines in proptest::collection::vec(line(), 1..5)) {
        let text = header(&format!("name: x\ndescription: {}", lines.join("\n")));
        let (document, diagnostics) = parse(&text);
        let fixes: Vec<_> = diagnostics.iter().filter_map(|found| found.fix.clone()).collect();
        let repairs = diagnostics.iter().filter(|found| (112..=122).contains(&found.code.number()));
        if document.root().is_some() && !diagnostics.iter().any(Diagnostic::is_error)
            && !fixes.is_empty() && repairs.count() == fixes.len()
        {
            let fixed = apply_fixes(&text, &fixes);
            let (again, left) = parse(&fixed);
            prop_assert!(left.iter().all(|found| !(112..=122).contains(&found.code.number())), "{left:?}");
            prop_assert_eq!(values(again.root().unwrap()), values(document.root().unwrap()), "{}", fixed);
        }
    }

    /// A text that is written is read back, and nothing else.
    #[test]
    fn written_text_is_read(value in any::<String>(), pieces in proptest::collection::vec(line(), 0..4)) {
        for value in [value, pieces.join("\n")] {
            let fields = [("name", FieldValue::Text("x")), ("description", FieldValue::Text(&value))];
            let composed = compose(&fields, &value).unwrap();
            let (document, diagnostics) = parse(&composed);
            prop_assert_eq!(diagnostics, vec![]);
            prop_assert_eq!(text(&document, "description"), Some(value.as_str()));
            prop_assert_eq!(document.root().unwrap().as_mapping().unwrap().len(), 2);
            prop_assert_eq!(document.body(), &value);
            let edited = set_field(&header("name: x\nk: v # c"), "name", FieldValue::Text(&value)).unwrap();
            prop_assert!(edited.ends_with("\nk: v # c\n---\nB.\n"));
            let (document, _) = parse(&edited);
            prop_assert_eq!(text(&document, "name"), Some(value.as_str()));
        }
    }
}

/// A tree as text, without places.
fn values(node: &Node<'_>) -> String {
    match &node.kind {
        NodeKind::Scalar(scalar) => format!("{:?}", scalar.value()),
        NodeKind::Sequence(elements) => {
            format!("{:?}", elements.iter().map(values).collect::<Vec<_>>())
        }
        NodeKind::Mapping(entries) => format!(
            "{:?}",
            entries
                .iter()
                .map(|entry| (&entry.key, values(&entry.value)))
                .collect::<Vec<_>>()
        ),
    }
}
