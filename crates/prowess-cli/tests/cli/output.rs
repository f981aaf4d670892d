//! What holds for every command: closed pipes, colours, skill text on its way to a terminal.

use std::io::Read as _;
use std::process::Stdio;

use crate::stage::Stage;

/// A reader that has enough ends the command quietly.
#[test]
fn closed_pipe() {
    let stage = Stage::new();
    for number in 0..300 {
        stage.skill(&format!("skill-{number}"), &"word ".repeat(90));
    }
    let mut child = stage
        .command(&["list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""));
}

/// Nothing is coloured into a file unless it is asked for.
#[test]
fn colours() {
    let mut stage = Stage::new();
    assert!(!stage.run("info nothing-here").stderr.contains('\u{1b}'));
    assert!(
        stage
            .run("info nothing-here --color always")
            .stderr
            .contains('\u{1b}')
    );
    stage.variable("NO_COLOR", "1");
    assert!(!stage.run("info nothing-here").stderr.contains('\u{1b}'));
}

/// A name or description cannot drive the terminal through a table or a message.
#[test]
fn harmless_text() {
    let stage = Stage::new();
    stage.file(
        "work/skills/x/SKILL.md",
        "---\nname: \"x\\e[2J\"\ndescription: \"a\\e]0;t\\a b\"\n---\nB\u{1b}[2J\n",
    );
    for arguments in ["list --all", "info x", "check -v", "why x"] {
        let ran = stage.run(arguments);
        assert!(!ran.to_string().contains('\u{1b}'), "{arguments}: {ran}");
    }
}

/// Quiet leaves data and errors; verbose adds advice.
#[test]
fn quiet_and_verbose() {
    let stage = Stage::new();
    stage.skill("tide", "d");
    let quiet = stage.run("list -q");
    assert_eq!(
        (quiet.stdout, quiet.stderr.as_str()),
        (stage.run("list").stdout, "")
    );
    assert!(stage.run("info nothing-here -q").stderr.contains("error"));
    assert_eq!(stage.run("list -q -v").exit, 2);
}

/// A workspace that is named is taken, and one that is not there is not found.
#[test]
fn named_workspace() {
    let stage = Stage::new();
    stage.file(
        "other/skills/ebb/SKILL.md",
        "---\nname: ebb\ndescription: d\n---\nB.\n",
    );
    assert!(
        stage
            .run("list --workspace ../other")
            .stdout
            .contains("ebb")
    );
    insta::assert_snapshot!(stage.run("list --workspace nowhere"), @r#"
    exit: 4
    --- stderr
    error: [STAGE]/work/nowhere: the workspace is not there
    "#);
}

/// The user's own choice of form holds for commands that have it.
#[test]
fn form_by_configuration() {
    let mut stage = Stage::new();
    stage.variable("PROWESS_OUTPUT_FORMAT", "sarif");
    assert!(stage.run("check").stdout.starts_with("{\n  \"$schema\""));
    assert!(stage.run("list").stdout.starts_with("NAME"));
    assert!(
        stage
            .run("list --json")
            .stdout
            .starts_with("{\n  \"schema\": 1")
    );
}
