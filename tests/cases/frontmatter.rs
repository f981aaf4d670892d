//! Frontmatter and gating cases that a dialect decides.

use prowess_base::{Code, Diagnostic, Severity};
use prowess_format::{Dialect, Document, Limits, Manifest, Reading, to_json_as_written};
use serde_json::json;

fn read(dialect: Dialect, folder: &str, text: &str) -> Reading {
    let limits = Limits::default();
    let (document, mut diagnostics) = Document::parse(text, &limits);
    let mut reading = dialect.read(&document, folder, &limits);
    diagnostics.append(&mut reading.diagnostics);
    reading.diagnostics = diagnostics;
    reading
}

fn own(folder: &str, text: &str) -> Reading {
    read(Dialect::Own, folder, text)
}

/// The manifest of a skill that nothing is said against.
fn clean(text: &str) -> Manifest {
    let reading = own("folder", text);
    assert_eq!(reading.diagnostics, []);
    reading.manifest
}

fn said(reading: &Reading) -> Vec<(u16, Severity)> {
    let code_and_severity =
        |diagnostic: &Diagnostic| (diagnostic.code.number(), diagnostic.severity);
    reading.diagnostics.iter().map(code_and_severity).collect()
}

fn texts(list: &[Box<str>]) -> Vec<&str> {
    list.iter().map(|text| &**text).collect()
}

const NO_DESCRIPTION: u16 = 130;
const NAME_UNUSABLE: u16 = 132;
const FLAG_WORD: u16 = 133;
const METADATA_IGNORED: u16 = 134;
const METADATA_UNREADABLE: u16 = 135;
const REQUIREMENT_UNREADABLE: u16 = 136;
const GRANT_DROPPED: u16 = 139;
const UNKNOWN_OS: u16 = 140;

/// A repaired header grants what it says and nothing more.
#[test]
fn fm_02_repair_keeps_the_tool_list() {
    let reading = own(
        "ledger",
        "---\nname: ledger\ndescription: Reads books only: never edits.\nallowed-tools: Read\n---\nBody.\n",
    );
    assert!(!reading.diagnostics.iter().any(Diagnostic::is_error));
    assert_eq!(
        reading.manifest.description.as_deref(),
        Some("Reads books only: never edits.")
    );
    assert_eq!(texts(&reading.manifest.allowed_tools), ["Read"]);
}

/// An empty header is one without a description, not one that is not closed.
#[test]
fn fm_14_empty_header() {
    let reading = own("nil", "---\n---\nJust text.\n");
    assert_eq!(said(&reading), [(NO_DESCRIPTION, Severity::Error)]);
    assert_eq!(reading.manifest.name, None);
}

/// Keys below `metadata` are not the top level's.
#[test]
fn fm_20_inner_description() {
    let text = "---\nname: nest\ndescription: Real one\nmetadata:\n  description: Inner one\n  name: inner\n---\nB.\n";
    let manifest = clean(text);
    assert_eq!(manifest.name.as_deref(), Some("nest"));
    assert_eq!(manifest.description.as_deref(), Some("Real one"));
    let (document, _) = Document::parse(text, &Limits::default());
    assert_eq!(
        document.get("metadata").map(to_json_as_written),
        Some(json!({"description": "Inner one", "name": "inner"}))
    );
}

/// A list of tools is a list.
#[test]
fn fm_22_dashed_tool_list() {
    let manifest =
        clean("---\nname: l\ndescription: d\nallowed-tools:\n  - Bash\n  - Read\n---\nB.\n");
    assert_eq!(texts(&manifest.allowed_tools), ["Bash", "Read"]);
}

/// A pattern is not split, and one that may be meant narrower than it reads grants nothing.
#[test]
fn fm_24_tool_patterns_with_blanks() {
    let manifest = clean(
        "---\nname: p\ndescription: d\nallowed-tools: Bash(make -C *), Bash(tar *), Read\n---\nB.\n",
    );
    assert_eq!(
        texts(&manifest.allowed_tools),
        ["Bash(make -C *)", "Bash(tar *)", "Read"]
    );
    let doubtful = own(
        "p",
        "---\nname: p\ndescription: d\nallowed-tools: Bash (make *), Read\n---\nB.\n",
    );
    assert_eq!(said(&doubtful), [(GRANT_DROPPED, Severity::Warning)]);
    assert_eq!(texts(&doubtful.manifest.allowed_tools), [""; 0]);
}

/// One word is one tool.
#[test]
fn fm_25_single_tool() {
    let manifest = clean("---\nname: one\ndescription: d\nallowed-tools: Read\n---\nB.\n");
    assert_eq!(texts(&manifest.allowed_tools), ["Read"]);
}

/// A name that is no text gives way to the folder's, and that is said.
#[test]
fn fm_27_name_is_no_text() {
    for name in ["name:", "name: {a: 1}", "name: [a]", "name: \"  \""] {
        let reading = own("quiet", &format!("---\n{name}\ndescription: d\n---\nB.\n"));
        assert_eq!(
            said(&reading),
            [(NAME_UNUSABLE, Severity::Warning)],
            "{name}"
        );
        assert_eq!(reading.manifest.name, None);
    }
}

/// Values stay as they were written.
#[test]
fn fm_28_values_as_written() {
    let text = "---\nname: 1.10\ndescription: 007\nversion: 2.50\nmetadata:\n  keywords: [042, 0x2A, 1e3]\n  released: 2025-01-02\n---\nB.\n";
    let manifest = clean(text);
    assert_eq!(manifest.name.as_deref(), Some("1.10"));
    assert_eq!(manifest.description.as_deref(), Some("007"));
    let (document, _) = Document::parse(text, &Limits::default());
    assert_eq!(
        document.root().map(to_json_as_written),
        Some(json!({
            "name": "1.10",
            "description": "007",
            "version": "2.50",
            "metadata": {"keywords": ["042", "0x2A", "1e3"], "released": "2025-01-02"},
        }))
    );
}

/// Only flags are read as flags.
#[test]
fn fm_29_words_that_look_like_flags() {
    let text = "---\nname: off\ndescription: on\nmetadata:\n  keywords: [on, off, yes, no]\ndisable-model-invocation: yes\n---\nB.\n";
    let manifest = clean(text);
    assert_eq!(manifest.name.as_deref(), Some("off"));
    assert_eq!(manifest.description.as_deref(), Some("on"));
    assert!(!manifest.invocation.model && manifest.invocation.user);
    let (document, _) = Document::parse(text, &Limits::default());
    assert_eq!(
        document.get("metadata").map(to_json_as_written),
        Some(json!({"keywords": ["on", "off", "yes", "no"]}))
    );
}

/// A flag with an unknown word, or none, takes the safe value in every dialect that reads it.
#[test]
fn fm_29_unknown_flag_words() {
    for dialect in [Dialect::Own, Dialect::OpenClaw] {
        for word in ["maybe", "y", "", "[true]", "2"] {
            let text = format!(
                "---\nname: a\ndescription: d\ndisable-model-invocation: {word}\nuser-invocable: {word}\n---\nB.\n"
            );
            let reading = read(dialect, "a", &text);
            assert_eq!(
                said(&reading),
                [(FLAG_WORD, Severity::Warning); 2],
                "{dialect:?} {word}"
            );
            let invocation = reading.manifest.invocation;
            assert!(!invocation.model && !invocation.user, "{dialect:?} {word}");
        }
    }
}

/// JSON over several lines is read.
#[test]
fn fm_30_json_over_lines() {
    let text = "---\nname: ml\ndescription: d\nmetadata:\n  {\n    \"openclaw\":\n      {\n        \"requires\": { \"bins\": [\"no-such-bin-q\"] }\n      }\n  }\n---\nB.\n";
    assert_eq!(texts(&clean(text).requirements.bins), ["no-such-bin-q"]);
}

/// JSON whose comments YAML takes for keys is read as JSON, and so is JSON without blanks.
#[test]
fn fm_30_json_that_yaml_misreads() {
    let comment = "---\nname: ml\ndescription: d\nmetadata:\n  {\n    // needed\n    \"openclaw\": { \"requires\": { \"bins\": [\"q\"] } }\n  }\n---\nB.\n";
    let tight =
        "---\nname: ml\ndescription: d\nmetadata: {openclaw:{requires:{bins:'q'}}}\n---\nB.\n";
    for text in [comment, tight] {
        for dialect in [Dialect::Own, Dialect::OpenClaw] {
            let reading = read(dialect, "ml", text);
            let bins = texts(&reading.manifest.requirements.bins);
            assert_eq!(bins, ["q"], "{dialect:?} {text}");
        }
    }
}

/// Metadata in a string is looked into; words are ignored and said.
#[test]
fn fm_32_metadata_in_a_string() {
    let json = "---\nname: js\ndescription: d\nmetadata: '{\"openclaw\":{\"requires\":{\"bins\":[\"no-such-bin-q\"]}}}'\n---\nB.\n";
    assert_eq!(texts(&clean(json).requirements.bins), ["no-such-bin-q"]);
    let words = own(
        "st",
        "---\nname: st\ndescription: d\nmetadata: just words\n---\nB.\n",
    );
    assert_eq!(said(&words), [(METADATA_IGNORED, Severity::Warning)]);
}

/// Metadata that may hold requirements and cannot be read is never ignored, in any dialect.
#[test]
fn fm_32_metadata_that_fails() {
    let broken = "metadata: '{\"openclaw\":{\"requires\":'";
    let yaml_in_text = "metadata: |\n  openclaw:\n    requires: {bins: [q]}";
    for metadata in [broken, yaml_in_text] {
        for dialect in [
            Dialect::Own,
            Dialect::AgentSkills,
            Dialect::OpenClaw,
            Dialect::Nanobot,
        ] {
            let text = format!("---\nname: a\ndescription: d\n{metadata}\n---\nB.\n");
            assert_eq!(
                said(&read(dialect, "a", &text)),
                [(METADATA_UNREADABLE, Severity::Error)],
                "{dialect:?} {metadata}"
            );
        }
    }
}

/// A key given twice is an error wherever it counts.
#[test]
fn fm_35_duplicate_keys() {
    let reading = own(
        "dup",
        "---\nname: dup\ndescription: first\n\"description\": second\nallowed-tools: Read\nallowed-tools: Bash\n---\nB.\n",
    );
    assert_eq!(said(&reading), [(105, Severity::Error); 2]);
}

/// One field in two spellings is a key given twice.
#[test]
fn fm_35_two_spellings() {
    let reading = own(
        "dup",
        "---\nname: dup\ndescription: d\nallowed-tools: Read\nallowed_tools: Bash\n---\nB.\n",
    );
    assert_eq!(said(&reading), [(144, Severity::Error)]);
}

/// Quotes go, escapes are resolved.
#[test]
fn fm_36_quotes() {
    let manifest =
        clean("---\nname: 'q'\ndescription: \"Say \\\"hi\\\": politely \\u2014 now\"\n---\nB.\n");
    assert_eq!(manifest.name.as_deref(), Some("q"));
    assert_eq!(
        manifest.description.as_deref(),
        Some("Say \"hi\": politely — now")
    );
}

/// `os` is text or a list; names of no system are said.
#[test]
fn gt_05_operating_systems() {
    let with_os = |os: &str| {
        own(
            "a",
            &format!(
                "---\nname: a\ndescription: d\nmetadata: {{\"openclaw\":{{\"os\":{os}}}}}\n---\nBody.\n"
            ),
        )
    };
    let list = with_os("[\"macos\",\"linux\"]");
    assert_eq!(list.diagnostics, []);
    assert_eq!(texts(&list.manifest.requirements.os), ["macos", "linux"]);
    let text = with_os("\"Windows\"");
    assert_eq!(text.diagnostics, []);
    assert_eq!(texts(&text.manifest.requirements.os), ["Windows"]);
    assert_eq!(
        said(&with_os("[\"beos\"]")),
        [(UNKNOWN_OS, Severity::Warning)]
    );
}

/// Alternatives are kept apart from what must all be there; an empty list is no requirement.
#[test]
fn gt_08_alternatives() {
    let manifest = clean(
        "---\nname: sp\ndescription: d\nmetadata: {\"openclaw\":{\"requires\":{\"anyBins\":[\"tune-a\",\"tune-b\"]}}}\n---\nBody.\n",
    );
    assert_eq!(texts(&manifest.requirements.any_bins), ["tune-a", "tune-b"]);
    assert_eq!(texts(&manifest.requirements.bins), [""; 0]);
    let empty = clean(
        "---\nname: sp\ndescription: d\nmetadata: {\"openclaw\":{\"requires\":{\"anyBins\":[]}}}\n---\nBody.\n",
    );
    assert_eq!(empty.requirements, prowess_format::Requirements::default());
}

/// Text with commas is a list, and `requires` counts at the top level.
#[test]
fn gt_09_forms_of_requirements() {
    let text = clean(
        "---\nname: c1\ndescription: d\nmetadata:\n  openclaw:\n    requires:\n      bins: no-bin-a, no-bin-b\n---\nBody.\n",
    );
    assert_eq!(texts(&text.requirements.bins), ["no-bin-a", "no-bin-b"]);
    let top = clean("---\nname: c2\ndescription: d\nrequires:\n  bins: [no-bin-a]\n---\nBody.\n");
    assert_eq!(texts(&top.requirements.bins), ["no-bin-a"]);
}

/// Requirements of both places must hold; alternatives in two places must be the same.
#[test]
fn gt_09_both_places() {
    let both = |top: &str| {
        own(
            "c",
            &format!(
                "---\nname: c\ndescription: d\nmetadata: {{\"openclaw\":{{\"os\":[\"linux\"],\"requires\":{{\"bins\":[\"a\"]}}}}}}\n{top}\n---\nB.\n"
            ),
        )
    };
    let reading = both("requires: {bins: [b]}\nos: linux");
    assert_eq!(reading.diagnostics, []);
    assert_eq!(texts(&reading.manifest.requirements.bins), ["a", "b"]);
    assert_eq!(texts(&reading.manifest.requirements.os), ["linux"]);
    assert_eq!(
        said(&both("os: [darwin]")),
        [(REQUIREMENT_UNREADABLE, Severity::Error)]
    );
}

/// Requirements whose meaning cannot be told make the skill invalid in every dialect that reads
/// them.
#[test]
fn gt_09_unreadable_requirements() {
    for block in ["openclaw", "nanobot"] {
        for requires in ["jq", "[jq]", "{bins: {jq: 1}}", "3"] {
            let text = format!(
                "---\nname: c\ndescription: d\nmetadata:\n  {block}:\n    requires: {requires}\n---\nB.\n"
            );
            let dialects: &[Dialect] = match block {
                "nanobot" => &[Dialect::Own, Dialect::Nanobot],
                _ => &[Dialect::Own, Dialect::OpenClaw, Dialect::Nanobot],
            };
            for dialect in dialects {
                assert_eq!(
                    said(&read(*dialect, "c", &text)),
                    [(REQUIREMENT_UNREADABLE, Severity::Error)],
                    "{dialect:?} {block} {requires}"
                );
            }
        }
    }
}

/// The two `always` fields: the top level's keeps the body in every prompt, the block's lifts
/// requirements, and Nanobot's block means the first.
#[test]
fn always_is_two_fields() {
    let of = |lines: &str| {
        let manifest = clean(&format!("---\nname: a\ndescription: d\n{lines}\n---\nB.\n"));
        (manifest.resident, manifest.requirements.skip)
    };
    assert_eq!(of("always: true"), (true, false));
    assert_eq!(of("metadata: {prowess: {always: true}}"), (false, true));
    assert_eq!(of("metadata: {openclaw: {always: true}}"), (false, true));
    assert_eq!(of("metadata: {nanobot: {always: true}}"), (true, false));
    let nanobot = read(
        Dialect::Nanobot,
        "a",
        "---\nname: a\ndescription: d\nmetadata: {openclaw: {always: true}}\n---\nB.\n",
    );
    assert!(nanobot.manifest.resident && !nanobot.manifest.requirements.skip);
}

/// The first block that is a mapping counts, whole.
#[test]
fn blocks_are_not_merged() {
    let manifest = clean(
        "---\nname: a\ndescription: d\nmetadata:\n  nanobot: {emoji: n}\n  clawdbot: {emoji: c, primaryEnv: K}\n  openclaw:\n  prowess: {skillKey: s}\n---\nB.\n",
    );
    assert_eq!(manifest.skill_key.as_deref(), Some("s"));
    assert_eq!((manifest.emoji, manifest.primary_env), (None, None));
}

/// Every code that a dialect says has a page.
#[test]
fn codes_have_pages() {
    for number in 130..=145 {
        let code = Code::new(number);
        let page = prowess_format::codes::pages().find(|page| page.code == code);
        assert!(page.is_some_and(|page| page.text.starts_with(&format!("# {code}: "))));
    }
}
