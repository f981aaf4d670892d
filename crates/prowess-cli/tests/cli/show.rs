//! `prowess show`

use crate::stage::Stage;

/// The text as a model gets it, header removed.
#[test]
fn text() {
    let stage = Stage::new();
    stage.skill("tide", "d");
    stage.file("work/skills/tide/scripts/run.sh", "echo\n");
    insta::assert_snapshot!(stage.run("show TIDE"), @r#"
    exit: 0
    --- stdout
    <skill_content name="tide">
    # tide

    Skill directory: [STAGE]/work/skills/tide
    Relative paths in this skill start there.

    <skill_resources>
      <file>scripts/run.sh</file>
    </skill_resources>
    </skill_content>
    "#);
}

/// DS-24: a file that is no text is listed with its size.
#[test]
fn ds_24_binary_file() {
    let stage = Stage::new();
    stage.skill("img", "d");
    stage.file("work/skills/img/assets/logo.png", [0x89, b'P', 0, 0xff]);
    insta::assert_snapshot!(stage.run("show img --files"), @r#"
    exit: 0
    --- stdout
    KIND    BYTES  FILE
    binary  4      assets/logo.png
    "#);
}

/// A skill whose requirements are not met can be read; that it does not count is said.
#[test]
fn not_eligible() {
    let ran = Stage::new().run("show github");
    assert_eq!(ran.exit, 0);
    assert!(ran.stdout.contains("# GitHub with `gh`"), "{ran}");
    assert!(ran.stderr.contains("does not count here"), "{ran}");
}

/// What cannot be used is refused with the reason.
#[test]
fn invalid() {
    let stage = Stage::new();
    stage.file("work/skills/e/SKILL.md", "---\nname: e\n---\nB.\n");
    insta::assert_snapshot!(stage.run("show e"), @r#"
    exit: 3
    --- stderr
    error: `e` is invalid: the header has no `description`
      help: `prowess why e` shows every step
    "#);
}
