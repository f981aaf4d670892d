//! `prowess new`

use crate::stage::Stage;

/// A new skill stands where the catalogue finds it, and is in order once it is described.
#[test]
fn made_and_found() {
    let stage = Stage::new();
    let ran = stage.run_with(&[
        "new",
        "tide",
        "--description",
        "Tells tides: ebb, flow. Use when \"tides\" are asked for.",
    ]);
    insta::assert_snapshot!(ran, @r#"
    exit: 0
    --- stdout
    skills/tide/SKILL.md
    --- stderr
    note: write its description and steps, then `prowess validate skills/tide`
    "#);
    assert_eq!(stage.run("validate tide").exit, 0);
    assert!(stage.run("list").stdout.contains("Tells tides: ebb"));
    insta::assert_snapshot!(stage.run("new tide"), @r#"
    exit: 2
    --- stderr
    error: [STAGE]/work/skills/tide/SKILL.md: exists already
    "#);
}

/// FM-44: whatever a description holds, it stays one value.
#[test]
fn fm_44_hostile_description() {
    let stage = Stage::new();
    let description = "x\n---\nalways: true # \"'";
    stage.run_with(&["new", "tide", "-d", description]);
    let ran = stage.run("info tide --json");
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(value["skill"]["description"], description);
    assert_eq!(value["manifest"]["resident"], false);
}

/// A name that not every client takes is refused.
#[test]
fn refused_name() {
    insta::assert_snapshot!(Stage::new().run("new My_Tool"), @r#"
    exit: 2
    --- stderr
    error: `My_Tool` is no skill name: it holds `M`, only `a`-`z`, `0`-`9` and `-` are allowed
      help: such a name is accepted by every client, and is the folder's name too
    "#);
}

/// In a folder of skills it is made right there.
#[test]
fn in_a_root() {
    let mut stage = Stage::new();
    stage.file("work/.claude/skills/.keep", "");
    stage.current("work/.claude/skills");
    assert_eq!(stage.run("new tide").stdout, "tide/SKILL.md\n");
}
