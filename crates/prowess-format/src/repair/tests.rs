//! Every repair with a header that needs it, and what is refused.

use prowess_base::{Diagnostic, Severity};

use crate::{Document, Limits, Value, apply_fixes};

/// The codes that are told about a header with these lines, and one of its values.
fn read(yaml: &str, key: &str) -> (Vec<u16>, Option<String>) {
    let text = format!("---\n{yaml}\n---\nB.\n");
    let (document, diagnostics) = Document::parse(&text, &Limits::default());
    let codes = diagnostics
        .iter()
        .map(|found| found.code.number())
        .collect();
    (codes, value(&document, key))
}

fn value(document: &Document<'_>, key: &str) -> Option<String> {
    let mut node = document.root()?;
    for part in key.split('.') {
        node = node.get(part)?;
    }
    Some(match node.as_scalar() {
        Some(scalar) => match scalar.value() {
            Value::Text(text) => text.to_owned(),
            other => format!("{other:?}"),
        },
        None => node.span.slice(document.text).to_owned(),
    })
}

/// Text that YAML does not take for it is read whole, with the code of what was wrong.
#[test]
fn text() {
    for (description, code, expected) in [
        ("a: b, c", 112, "a: b, c"),
        ("a: b # c", 112, "a: b"),
        ("**a** b", 112, "**a** b"),
        ("*a", 112, "*a"),
        ("@a", 112, "@a"),
        ("`a` b", 112, "`a` b"),
        ("%a", 112, "%a"),
        (", a", 112, ", a"),
        ("- a", 112, "- a"),
        ("[a](https://b) c", 112, "[a](https://b) c"),
        ("[a] [b]", 112, "[a] [b]"),
        ("a: b\n  c", 112, "a: b c"),
        ("a: b\n  c\n\n  d", 112, "a: b c\nd"),
        ("a：\n- b\n- c\n\nd: e f", 113, "a：\n- b\n- c"),
        ("a\nb\n\n# c\n\nE: d\n", 113, "a\nb\n\n# c\n\nE: d"),
        (">\na\nb", 113, "a b\n"),
        ("|-\na\nb", 113, "a\nb"),
        ("\"a\nb\"", 113, "a b"),
        (">- a b", 114, "a b"),
        ("> a\n  b", 114, "a b"),
        ("\"a, b,\"  c", 115, "a, b, c"),
        ("\"abc\"\n  d", 115, "abc d"),
        ("\"a\" is not b", 115, "\"a\" is not b"),
        ("\"a b", 115, "a b"),
        ("'a'b' c", 115, "'a'b' c"),
    ] {
        let yaml = format!("name: x\ndescription: {description}\nz: 1");
        assert_eq!(
            read(&yaml, "description"),
            (vec![code], Some(expected.to_owned())),
            "{description}"
        );
        assert_eq!(read(&yaml, "z").1, Some("Integer(1)".to_owned()));
    }
}

/// JSON and blocks that YAML does not read keep their structure.
#[test]
fn structure() {
    for (metadata, code, key, expected) in [
        (
            "\n{\n  \"a\": {\"b\": 1},\n}",
            113,
            "metadata.a.b",
            "Integer(1)",
        ),
        (
            " {\n\"a\": {\"b\": 1}\n}",
            113,
            "metadata.a.b",
            "Integer(1)",
        ),
        (
            "\n{\n  // c\n  a: {b: 'd: e'},\n}",
            116,
            "metadata.a.b",
            "d: e",
        ),
        (
            " {\"a\": /* c */ {\"b\": 1.10}}",
            116,
            "metadata.a.b",
            "Float(1.1)",
        ),
        ("\n\ta:\n\t\tb: 1", 117, "metadata.a.b", "Integer(1)"),
        ("\n  a:\n    b: c: d", 112, "metadata.a.b", "c: d"),
        ("\n  a:\n    b: @c", 112, "metadata.a.b", "@c"),
        ("\n  a:\n    b: \"\")", 112, "metadata.a.b", "\"\")"),
        ("\n  a: [b, @c, `d`]", 112, "metadata.a", "b, @c, `d`"),
    ] {
        let yaml = format!("name: x\ndescription: y\nmetadata:{metadata}");
        let (codes, found) = read(&yaml, key);
        assert_eq!(codes, [code], "{metadata}");
        let found = found.map(|found| found.trim_matches(['[', ']']).to_owned());
        assert_eq!(found.as_deref(), Some(expected), "{metadata}");
    }
}

/// A field that neither restricts nor grants is left out, as is a grant; the others count.
#[test]
fn left_out() {
    for field in [
        "dependencies: [kit[extra], @home/pkg]",
        "tags: [a, b",
        "x: {a: b",
        "allowed-tools: [Read, Bash",
        "allowed-tools: [Read] [Bash]",
        "x:\n  - \"a\" b\n - c",
    ] {
        let yaml = format!("name: x\n{field}\ndescription: y");
        let key = field.split(':').next().unwrap();
        assert_eq!(read(&yaml, key), (vec![119], None), "{field}");
        assert_eq!(read(&yaml, "description").1, Some("y".to_owned()));
    }
}

/// Invariant 1: what restricts, or may, is never left out, never guessed, and never taken for a
/// part of a text.
#[test]
fn restrictions() {
    for field in [
        "metadata: {\"a\": {\"requires\": {\"bins\": [\"b\"]}}",
        "metadata: {\"a\": 1} b",
        "metadata:\n  a:\n    requires:\n      bins: *b",
        "metadata: @a",
        "os: *linux",
        "os: [linux, @mac]",
        "requires:\n  bins: @a",
        "disable-model-invocation: @true",
        "user-invocable: *no",
        "disallowed-tools: [Bash",
        "tools: Bash: x",
        "tags: [a\n  disable-model-invocation: true",
        "x: a: b\n  disallowed-tools: Bash",
    ] {
        let yaml = format!("name: x\n{field}\ndescription: y");
        let (codes, _) = read(&yaml, "name");
        assert_eq!(codes, [120], "{field}");
    }
    let yaml = "name: x\ndescription: a: b\n  os: [linux]\nz: 1";
    assert_eq!(read(yaml, "z").0, [103]);
    let yaml = "name: x\ndescription: \"a\nuser-invocable: false\nb\"";
    assert_eq!(read(yaml, "name").0, [103]);
}

/// What has no plain meaning is refused with the line.
#[test]
fn refused() {
    for (yaml, line) in [
        ("**name:** x\n**description:** y", 2),
        (
            "name: x\n<<<<<<< a\ndescription: y: z\n=======\n>>>>>>> b",
            3,
        ),
        ("description: a: b", 2),
        ("name: a: b", 2),
        ("just: [text", 2),
    ] {
        let text = format!("---\n{yaml}\n---\n");
        let (document, diagnostics) = Document::parse(&text, &Limits::default());
        assert_eq!(document.root(), None, "{yaml}");
        let error = diagnostics.iter().find(|found| found.is_error()).unwrap();
        assert_eq!(error.code.number(), 103);
        assert_eq!(error.place.as_ref().unwrap().start.line, line, "{yaml}");
    }
}

/// A duplicate is an error in a repaired header too, and an alias of an anchor is no text.
#[test]
fn repaired_and_wrong() {
    assert_eq!(
        read("name: x\ndescription: a: b\nos: linux\nos: mac", "name").0,
        [112, 105]
    );
    assert_eq!(
        read("name: &n x\ndescription: *n\nz: a: b", "name").0,
        [103]
    );
}

/// Text behind the closing dashes begins the body, unless a field may stand there.
#[test]
fn glued_fence() {
    let parse = |text: &str| {
        let (document, diagnostics) = Document::parse(text, &Limits::default());
        let codes: Vec<u16> = diagnostics
            .iter()
            .map(|found| found.code.number())
            .collect();
        let fixes: Vec<_> = diagnostics
            .into_iter()
            .filter_map(|found| found.fix)
            .collect();
        let fixed = apply_fixes(text, &fixes);
        if codes == [118] {
            let (again, told) = Document::parse(&fixed, &Limits::default());
            assert_eq!((again.body(), told), (document.body(), vec![]));
        }
        (codes, document.body().to_owned())
    };
    let head = "---\nname: x\ndescription: y\n";
    let (codes, body) = parse(&format!("{head}---# T\n\nz: a: b\n---\nrest\n"));
    assert_eq!(
        (codes, body.as_str()),
        (vec![118], "# T\n\nz: a: b\n---\nrest\n")
    );
    let (codes, body) = parse(&format!("{head}------\nT\n---\n"));
    assert_eq!((codes, body.as_str()), (vec![118], "T\n---\n"));
    let (codes, _) = parse(&format!("{head}---# T\nallowed-tools: Bash\n---\n"));
    assert_ne!(codes, [118]);
}

/// Control characters are kept and told, on their own and beside a repair.
#[test]
fn control_characters() {
    assert_eq!(
        read("name: x\ndescription: a\u{1}b", "description"),
        (vec![122], Some("a\u{1}b".to_owned()))
    );
    assert_eq!(
        read("name: x\ndescription: >-\n  a\0\0\nz: b: c", "description"),
        (vec![122, 112], Some("a\0\0".to_owned()))
    );
}

/// A repair is a warning with a line, a sentence that names the field, and a fix.
#[test]
fn what_is_told() {
    let text = "---\nname: x\ndescription: a: b\n---\n";
    let (_, diagnostics) = Document::parse(text, &Limits::default());
    let [found] = <[Diagnostic; 1]>::try_from(diagnostics).unwrap();
    assert_eq!(found.severity, Severity::Warning);
    assert!(found.message.starts_with("`description` "));
    let place = found.place.unwrap();
    assert_eq!((place.start.line, place.start.column), (3, 14));
    let fix = found.fix.unwrap();
    assert_eq!(fix.span.slice(text), "a: b");
    assert_eq!(fix.replacement, "\"a: b\"");
}

/// The values of a repaired header know where they stand in the file.
#[test]
fn places() {
    let text = "---\nname: x\ndescription: a: b\nmetadata:\n{\n\"k\": [v]\n}\n---\n";
    let (document, _) = Document::parse(text, &Limits::default());
    let place = |key: &str| document.get(key).unwrap().span.slice(text);
    assert_eq!(place("name"), "x");
    assert_eq!(place("description"), "a: b");
    assert_eq!(place("metadata"), "{\n\"k\": [v]\n}");
    let inner = document.get("metadata").unwrap().get("k").unwrap();
    assert_eq!(inner.span.slice(text), "[v]");
}
