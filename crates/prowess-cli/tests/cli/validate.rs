//! `prowess validate`

use crate::stage::Stage;

const GOOD: &str = "Builds tide tables for a harbour. Use when the user asks about tides or ebb.";

/// A skill in good order gives no data and exit code 0.
#[test]
fn in_order() {
    let stage = Stage::new();
    stage.skill("tide", GOOD);
    insta::assert_snapshot!(stage.run("validate skills/tide"), @r#"
    exit: 0
    --- stderr
    note: 1 skill checked, nothing to say
    "#);
    assert_eq!(stage.run("validate skills/tide/SKILL.md").exit, 0);
    assert_eq!(stage.run("validate tide").exit, 0);
}

/// FM-42: a description that is too long is an error with count and limit; the skill still loads.
#[test]
fn fm_42_long_description() {
    let stage = Stage::new();
    stage.skill("long", &format!("{GOOD} {}", "word ".repeat(260)));
    let ran = stage.run("validate skills/long");
    assert_eq!(ran.exit, 1);
    assert!(
        ran.stdout.contains("1024") || ran.stdout.contains("1,024"),
        "{ran}"
    );
    assert!(stage.run("list").stdout.contains("long"));
}

/// NM-11: words that one place reserves are told for that place alone.
#[test]
fn nm_11_reserved_word() {
    let stage = Stage::new();
    stage.skill("claude-helper", GOOD);
    assert_eq!(stage.run("validate skills").stdout, "");
    let ran = stage.run("validate skills --target claude.ai");
    assert!(ran.stdout.contains("claude"), "{ran}");
}

/// A broken file is told with its line and a caret.
#[test]
fn broken() {
    let stage = Stage::new();
    stage.file(
        "work/skills/a/SKILL.md",
        format!("---\nname: a\ndescription: {GOOD}\nmetadata: {{x\n---\nB.\n"),
    );
    insta::assert_snapshot!(stage.run("validate skills/a"), @r#"
    exit: 1
    --- stdout
    skills/a/SKILL.md:4:11: error[PW120]: `metadata` cannot be read and may restrict the skill: unclosed bracket '{'
      4 | metadata: {x
        |           ^
      help: mend the value; in JSON, look for a bracket that is not closed
    skills/a/SKILL.md:4:11: warning[PW166]: the reference library refuses the header: it has no lists or mappings in `[` or `{`
      4 | metadata: {x
        |           ^
      help: write every value as plain or quoted text, lists and mappings on lines of their own
    --- stderr
    note: 1 skill checked, 0 valid; 1 error, 1 warning, 0 pieces of advice; `prowess explain CODE` tells more
    "#);
}

/// A repository is searched, hidden folders of clients included.
#[test]
fn repository() {
    let stage = Stage::new();
    stage.file("work/.git/HEAD", "");
    stage.skill("tide", GOOD);
    stage.file(
        "work/.claude/skills/ebb/SKILL.md",
        format!("---\nname: ebb\ndescription: {GOOD}\n---\n# B\n"),
    );
    let ran = stage.run("validate --json");
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let files: Vec<_> = value["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skill| skill["file"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        files,
        [
            "[STAGE]/work/.claude/skills/ebb/SKILL.md",
            "[STAGE]/work/skills/tide/SKILL.md"
        ]
    );
}

/// What is not there, and a folder without a skill, are not found.
#[test]
fn not_found() {
    let stage = Stage::new();
    insta::assert_snapshot!(stage.run("validate nowhere/at-all"), @r#"
    exit: 4
    --- stderr
    error: [STAGE]/work/nowhere/at-all: not found
    "#);
    insta::assert_snapshot!(stage.run("validate ."), @r#"
    exit: 4
    --- stderr
    error: [STAGE]/work: there is no skill in the folder or beneath it
      help: a skill is a folder with a `SKILL.md`
    "#);
}

/// In strict mode the reference library's peculiarities decide.
#[test]
fn strict() {
    let stage = Stage::new();
    stage.file(
        "work/skills/a/SKILL.md",
        format!("---\nname: a\ndescription: {GOOD}\nversion: 1\n---\n# B\n"),
    );
    assert_eq!(stage.run("validate skills/a").exit, 0);
    insta::assert_snapshot!(stage.run("validate --strict skills/a"), @r#"
    exit: 1
    --- stdout
    skills/a/SKILL.md: error[PW167]: fields outside the specification: `version`; it has `allowed-tools`, `compatibility`, `description`, `license`, `metadata`, `name`
    --- stderr
    note: 1 skill checked, 0 valid; 1 error, 0 warnings, 0 pieces of advice; `prowess explain CODE` tells more
    "#);
}

/// `--diff` shows and writes nothing, `--fix` writes that, and then nothing is left to mend.
#[test]
fn mended() {
    let stage = Stage::new();
    let text = format!("---\nname: Tide  # mine\ndescription: Tides: {GOOD}\n---\nB.\n");
    stage.file("work/skills/tide/SKILL.md", &text);
    let file = stage.path("work/skills/tide/SKILL.md");
    insta::assert_snapshot!(stage.run("validate --diff skills"), @r#"
    exit: 1
    --- stdout
    --- a/skills/tide/SKILL.md
    +++ b/skills/tide/SKILL.md
    @@ -1,5 +1,5 @@
     ---
    -name: Tide  # mine
    -description: Tides: Builds tide tables for a harbour. Use when the user asks about tides or ebb.
    +name: tide  # mine
    +description: "Tides: Builds tide tables for a harbour. Use when the user asks about tides or ebb."
     ---
     B.
    --- stderr
    note: 1 file would be mended; `--fix` does it
    "#);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    insta::assert_snapshot!(stage.run("validate --fix skills"), @r#"
    exit: 0
    --- stderr
    note: skills/tide/SKILL.md: mended: `description` holds a value that needs quotes; it was read as text (PW112); `name` is `tide`, was `Tide`
    note: 1 file mended
    note: 1 skill checked, nothing to say
    "#);
    insta::assert_snapshot!(stage.run("validate --diff skills"), @r#"
    exit: 0
    --- stderr
    note: nothing to mend
    "#);
}
