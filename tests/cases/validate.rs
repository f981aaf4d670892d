//! What `validate` says in trouble cases of names and lengths.

use prowess_base::Severity;
use prowess_format::rules::{Mode, Subject, Target, check};

/// Severity and message of what is said about a file in `folder`, advice left out.
fn validate(folder: &str, text: &str, mode: Mode) -> Vec<(Severity, String)> {
    let subject = Subject {
        folder,
        file_name: "SKILL.md",
        bytes: text.as_bytes(),
        resources: None,
    };
    check(&subject, mode)
        .into_iter()
        .filter(|diagnostic| diagnostic.severity > Severity::Advice)
        .map(|diagnostic| (diagnostic.severity, diagnostic.message))
        .collect()
}

fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\nB.\n")
}

const FULL: Mode = Mode::Full(Target::Any);

fn error(message: &str) -> (Severity, String) {
    (Severity::Error, message.to_owned())
}

/// 1,024 Chinese characters are valid; one more is told with field, count and limit.
#[test]
fn fm_41_length_in_characters() {
    let message = "`description` has 1025 characters, at most 1024 are allowed";
    for mode in [FULL, Mode::Strict] {
        let of = |count| validate("cjk", &skill("cjk", &"茶".repeat(count)), mode);
        assert_eq!(of(1024), []);
        assert_eq!(of(1025), [error(message)]);
    }
}

/// A description above the limit is an error with count and limit.
#[test]
fn fm_42_long_description() {
    let text = skill("long", &format!("{} end", "word ".repeat(260)));
    let message = "`description` has 1304 characters, at most 1024 are allowed";
    assert_eq!(validate("long", &text, FULL), [error(message)]);
}

/// Capitals, blanks and underscores are errors to the lint.
#[test]
fn nm_01_capitals_blanks_underscores() {
    assert_eq!(
        validate("My Tool", &skill("My Tool", "d"), FULL),
        [
            error("`name` has capitals"),
            error("`name` holds ` `, which is no letter, digit or `-`")
        ]
    );
    assert_eq!(
        validate("snake_case", &skill("snake_case", "d"), FULL),
        [error("`name` holds `_`, which is no letter, digit or `-`")]
    );
}

/// Hyphens at odd places and over-long names each have their own reason.
#[test]
fn nm_02_each_fault_its_reason() {
    let of = |name: &str| validate(name, &skill(name, "d"), FULL);
    assert_eq!(of("my--skill"), [error("`name` holds `--`")]);
    assert_eq!(of("-a"), [error("`name` starts or ends with `-`")]);
    assert_eq!(of("a-"), [error("`name` starts or ends with `-`")]);
    let message = "`name` has 65 characters, at most 64 are allowed";
    assert_eq!(of(&"a".repeat(65)), [error(message)]);
    assert_eq!(of(&"a".repeat(64)), []);
    assert_eq!(of("a-1"), []);
}

/// A name unlike its folder is an error to the lint.
#[test]
fn nm_03_folder_of_another_name() {
    let message = "the folder is `poster`, `name` is `xy-poster`";
    let found = validate("poster", &skill("xy-poster", "d"), FULL);
    assert_eq!(found, [error(message)]);
}

/// A platform's reserved word is a warning for that platform and nothing elsewhere.
#[test]
fn nm_11_reserved_word_of_one_platform() {
    let text = skill("claude-helper", "d");
    let message = "`name` contains the reserved word `claude`";
    assert_eq!(validate("claude-helper", &text, FULL), []);
    assert_eq!(
        validate("claude-helper", &text, Mode::Full(Target::ClaudeAi)),
        [(Severity::Warning, message.to_owned())]
    );
}
