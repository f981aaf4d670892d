//! Any bytes through decoding, parsing and every dialect: nothing panics, the two readers of a
//! header agree, spans lie in the text, and what restricts is never lost without an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prowess_base::{Diagnostic, Span};
use prowess_format::{Dialect, Document, Limits, Node, NodeKind, Source};

const DIALECTS: [Dialect; 12] = [
    Dialect::Own,
    Dialect::AgentSkills,
    Dialect::OpenClaw,
    Dialect::OpenHands,
    Dialect::Nanobot,
    Dialect::NanobotLines,
    Dialect::Jianmu,
    Dialect::Pi,
    Dialect::Gemini,
    Dialect::ClaudeCode,
    Dialect::Codex,
    Dialect::Hermes,
];

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::default();
    let (source, _) = Source::decode(bytes);
    let text = &*source.text;
    let (document, diagnostics) = Document::parse(text, &limits);
    let (general, general_diagnostics) = Document::parse_generally(text, &limits);
    assert_eq!(document, general, "the readers disagree");
    assert_eq!(diagnostics, general_diagnostics, "the readers disagree");
    assert_in(text, document.body);
    if let Some(root) = document.root() {
        walk(text, root);
    }
    for dialect in DIALECTS {
        let reading = dialect.read(&document, "folder", &limits);
        if reading.diagnostics.iter().chain(&diagnostics).any(Diagnostic::is_error) {
            continue;
        }
        let asks_for_less = document.get("disable-model-invocation").is_some();
        if asks_for_less && dialect == Dialect::Own && reading.manifest.invocation.model {
            // Only a plain "no" leaves the model its right.
            let word = document
                .get("disable-model-invocation")
                .and_then(Node::as_scalar)
                .map(|scalar| scalar.text.trim().to_lowercase());
            assert!(
                matches!(word.as_deref(), Some("false" | "no" | "off" | "0")),
                "{word:?} gave the model a right"
            );
        }
    }
});

fn walk(text: &str, node: &Node<'_>) {
    assert_in(text, node.span);
    match &node.kind {
        NodeKind::Scalar(_) => {}
        NodeKind::Sequence(elements) => elements.iter().for_each(|element| walk(text, element)),
        NodeKind::Mapping(entries) => entries.iter().for_each(|entry| {
            assert_in(text, entry.key_span);
            walk(text, &entry.value);
        }),
    }
}

fn assert_in(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} is not in the text");
}
