//! An edit of any text gives the asked value and leaves every other key as it was; a new file says
//! exactly what it was made from.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prowess_format::{Document, FieldValue, Limits, Node, compose, remove_field, set_field};

fuzz_target!(|input: (&str, &str, &str)| {
    let (text, value, body) = input;
    let limits = Limits::default();
    let others = |text: &str| -> Vec<(String, String)> {
        let (document, _) = Document::parse(text, &limits);
        let entries = document.root().and_then(Node::as_mapping).unwrap_or(&[]);
        let other = entries.iter().filter(|entry| entry.key != "description");
        other
            .map(|entry| (entry.key.to_string(), prowess_format::to_json(&entry.value).to_string()))
            .collect()
    };
    if let Ok(edited) = set_field(text, "description", FieldValue::Text(value)) {
        let (document, _) = Document::parse(&edited, &limits);
        let read = document.get("description").and_then(Node::as_scalar);
        assert_eq!(read.map(|scalar| &*scalar.text), Some(value));
        assert_eq!(others(text), others(&edited));
    }
    if let Ok(edited) = remove_field(text, "description") {
        let (document, _) = Document::parse(&edited, &limits);
        assert!(document.get("description").is_none());
        assert_eq!(others(text), others(&edited));
    }
    let fields = [("name", FieldValue::Text("x")), ("description", FieldValue::Text(value))];
    if let Ok(file) = compose(&fields, body) {
        let (document, diagnostics) = Document::parse(&file, &limits);
        assert!(diagnostics.is_empty());
        let read = document.get("description").and_then(Node::as_scalar);
        assert_eq!(read.map(|scalar| &*scalar.text), Some(value));
        assert_eq!(document.root().and_then(Node::as_mapping).map(<[_]>::len), Some(2));
    }
});
