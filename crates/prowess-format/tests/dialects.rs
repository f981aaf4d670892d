//! What holds for every header in every dialect.

use std::hint::black_box;

use proptest::prelude::*;
use prowess_base::Diagnostic;
use prowess_format::{Dialect, Document, Limits, Manifest, jianmu, nanobot, openclaw};

const DIALECTS: [Dialect; 11] = [
    Dialect::Own,
    Dialect::AgentSkills,
    Dialect::OpenClaw,
    Dialect::Nanobot,
    Dialect::NanobotLines,
    Dialect::Jianmu,
    Dialect::Pi,
    Dialect::Gemini,
    Dialect::ClaudeCode,
    Dialect::Codex,
    Dialect::Hermes,
];

/// The manifest, if the skill may be used.
fn usable(dialect: Dialect, text: &str) -> Option<Manifest> {
    let limits = Limits::default();
    let (document, mut diagnostics) = Document::parse(text, &limits);
    let reading = dialect.read(&document, "folder", &limits);
    diagnostics.extend(reading.diagnostics);
    let is_usable = !diagnostics.iter().any(Diagnostic::is_error);
    is_usable.then_some(reading.manifest)
}

/// Pieces that headers are made of, so that random text meets the readers' branches.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "name: ", "description: ", "metadata: ", "requires: ", "os: ", "always: ", "install: ",
            "user-invocable: ", "disable_model_invocation: ", "allowed-tools: ", "emoji: ",
            "command-dispatch: tool", "bins: ", "openclaw: ", "nanobot: ", "prowess: ", "kind: ",
            "\n", "\n  ", "\n    ", "\n- ", "{", "}", "[", "]", ", ", "'", "\"", "true", "no", "~",
            "1.50", "|", ">+", "// x", "#", "(a b)", "---", "&a ", "*a", "\r", "\u{2028}",
        ])
        .prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// No header makes a dialect fail, whatever is in it.
    #[test]
    fn any_header_is_read(pieces in prop::collection::vec(piece(), 0..40)) {
        let text = format!("---\n{}\n---\nB.\n", pieces.concat());
        let limits = Limits::default();
        let (document, _) = Document::parse(&text, &limits);
        for dialect in DIALECTS {
            black_box(dialect.read(&document, "folder", &limits));
        }
        black_box(openclaw::flat_fields(&document));
        black_box(openclaw::block(&document, &limits));
        black_box(jianmu::metadata(&document, &limits));
        black_box(nanobot::block(&document, &limits));
        black_box(nanobot::lines::block(&document));
        black_box(nanobot::is_plugin_identity(&document, "folder"));
    }

    /// Invariant 1: the model may start a skill that has the flag only where its word is a "no",
    /// and a user only where it is a "yes".
    #[test]
    fn flags_never_widen(word in "[ -~\u{e9}]{0,12}") {
        let text = format!(
            "---\nname: a\ndescription: d\ndisable-model-invocation: {word}\nuser-invocable: {word}\n---\n"
        );
        for dialect in [Dialect::Own, Dialect::OpenClaw, Dialect::ClaudeCode] {
            let Some(manifest) = usable(dialect, &text) else {
                continue;
            };
            // What is left of the line after YAML's quotes and comments.
            let bare = word.split(" #").next().unwrap_or("").trim().trim_matches(['"', '\'']);
            let is_one_of = |words: [&str; 4]| {
                words.iter().any(|known| bare.trim().eq_ignore_ascii_case(known))
            };
            if manifest.invocation.model {
                prop_assert!(
                    is_one_of(["false", "no", "off", "0"]) || dialect == Dialect::OpenClaw && is_number(bare),
                    "{dialect:?} {word:?}"
                );
            }
            if manifest.invocation.user {
                prop_assert!(
                    is_one_of(["true", "yes", "on", "1"]) || dialect == Dialect::OpenClaw && is_number(bare),
                    "{dialect:?} {word:?}"
                );
            }
        }
    }

    /// Invariant 1: a skill that says `requires` is unusable or has the requirement.
    #[test]
    fn requirements_are_never_lost(value in "[a-z,: \\[\\]{}'\"#]{1,16}") {
        let text = format!(
            "---\nname: a\ndescription: d\nmetadata:\n  openclaw:\n    requires:\n      bins: [q, {value}]\n---\n"
        );
        for dialect in [
            Dialect::Own,
            Dialect::OpenClaw,
            Dialect::Nanobot,
            Dialect::NanobotLines,
            Dialect::Jianmu,
        ] {
            if let Some(manifest) = usable(dialect, &text) {
                prop_assert!(
                    manifest.requirements.bins.iter().any(|name| &**name == "q"),
                    "{dialect:?} {value:?}"
                );
            }
        }
    }
}

/// OpenClaw makes numbers their JavaScript text first: `1.0` and `0x1` are `1` there.
fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'))
}
