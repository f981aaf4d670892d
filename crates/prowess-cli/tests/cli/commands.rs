//! `prowess commands`

use crate::stage::Stage;

/// What is typed for each skill: its name, folded where it has blanks, and the long form where the
/// host has the name.
#[test]
fn commands() {
    let stage = Stage::new();
    stage.file(
        "work/skills/tide/SKILL.md",
        "---\nname: tide\ndescription: d\narguments: [port, day]\n---\nB.\n",
    );
    stage.file(
        "work/skills/tool/SKILL.md",
        "---\nname: My Tool\ndescription: d\n---\nB.\n",
    );
    stage.skill("status", "Service health");
    stage.file(
        "work/skills/kept/SKILL.md",
        "---\nname: kept\ndescription: d\nuser-invocable: false\n---\nB.\n",
    );
    insta::assert_snapshot!(stage.run("commands --reserved status --trust"), @r#"
    exit: 0
    --- stdout
    COMMAND         ARGUMENTS     SKILL          DESCRIPTION
    /my-tool                      My Tool        d
    /skill-creator                skill-creator  Writes, improves and checks agent skills (folders with a SKILL.md). Use it when the user wants to create a skill, turn a repeated workflow or a body of knowledge into one, make an existing skill trigger when it should, or asks why a skill is not picked up. Not for a one-off task, and not for writing ordinary documentation.
    /skill status                 status         Service health
    /tide           [port] [day]  tide           d
    --- stderr
    note: 1 skill has no command of its own: a command of the host has the name; `/skill NAME` starts it
    "#);
}

/// A client without commands has none.
#[test]
fn none() {
    let stage = Stage::new();
    stage.skill("tide", "d");
    insta::assert_snapshot!(stage.run("commands --profile nanobot"), @r#"
    exit: 0
    --- stderr
    note: no skill has a command here
    "#);
}

/// A client's own names for commands, beside those that it has for itself.
#[test]
fn names_that_are_made() {
    let stage = Stage::new();
    stage.skill("my-skill", "d");
    stage.skill("help", "d");
    insta::assert_snapshot!(stage.run("commands --profile openclaw"), @r#"
    exit: 0
    --- stdout
    COMMAND    ARGUMENTS  SKILL     DESCRIPTION
    /help_2               help      d
    /my_skill             my-skill  d
    "#);
}

/// SL-01: JSON says who has the command.
#[test]
fn sl_01_taken_by_the_host() {
    let stage = Stage::new();
    stage.skill("status", "Service health");
    let ran = stage.run("commands --reserved STATUS --json");
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let command = value["commands"]
        .as_array()
        .unwrap()
        .iter()
        .find(|command| command["skill"] == "status")
        .unwrap();
    assert_eq!(command["typed"], "/skill status");
    assert_eq!(command["takenBy"], "host");
}
