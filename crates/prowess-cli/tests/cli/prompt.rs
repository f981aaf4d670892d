//! `prowess prompt`

use crate::stage::Stage;

/// The text alone is on stdout, and the built-in skills are where it says they are.
#[test]
fn text_and_paths() {
    let stage = Stage::new();
    let ran = stage.run("prompt");
    assert_eq!((ran.exit, ran.stderr.as_str()), (0, ""));
    let path = "~/.local/share/prowess/builtin/[VERSION]/skill-creator/SKILL.md";
    assert!(ran.stdout.contains(path), "{ran}");
    let path = path
        .replace("~", "home")
        .replace("[VERSION]", env!("CARGO_PKG_VERSION"));
    assert!(stage.path(&path).is_file());
    let before = stage.everything();
    assert_eq!(stage.run("prompt").stdout, ran.stdout);
    assert_eq!(stage.everything(), before);
}

/// Where the built-in skills cannot be written their path is left out, and that is said.
#[test]
fn no_place_for_the_built_ins() {
    let mut stage = Stage::new();
    stage.file("home/file", "");
    let place = stage.path("home/file/prowess");
    stage.variable("PROWESS_HOME", place.to_str().unwrap());
    let ran = stage.run("prompt");
    assert_eq!(ran.exit, 0);
    assert!(ran.stdout.contains("<name>skill-creator</name>"), "{ran}");
    assert!(!ran.stdout.contains("<location>"), "{ran}");
    assert!(ran.stderr.contains("warning[PW922]"), "{ran}");
    let shown = stage.run("show skill-creator").stdout;
    assert!(shown.contains("# Writing a skill"), "{shown}");
    assert!(!shown.contains("Skill directory"), "{shown}");
}

/// PR-17: where there is nothing to tell, nothing is on stdout.
#[test]
fn pr_17_nothing() {
    let mut stage = Stage::new();
    stage.variable("PROWESS_SKILLS_ALLOW_BUILT_IN", "none-of-them");
    insta::assert_snapshot!(stage.run("prompt"), @r#"
    exit: 0
    --- stderr
    note: there is no skill to tell a model about; `prowess list --all` shows what was found
    "#);
}

/// A model without a tool that reads is told nothing, and the reader is told why.
#[test]
fn no_read_tool() {
    insta::assert_snapshot!(Stage::new().run("prompt --tools exec"), @r#"
    exit: 0
    --- stderr
    warning[PW303]: nothing is told about skills: the model has no tool that reads one
      help: give it one of `read`, `load_skill`
    "#);
}

/// OpenHands keeps `CLAUDE.md` from other families of models, and its instructions are there without
/// a tool that reads skills.
#[test]
fn instructions_for_one_family() {
    let stage = Stage::new();
    stage.file("work/AGENTS.md", "For every model.");
    stage.file("work/CLAUDE.md", "For one family.");
    let told = |arguments: &str| stage.run(&format!("--profile openhands prompt {arguments}"));
    assert!(told("").stdout.contains("For one family."));
    let other = told("--model gpt-5 --tools exec");
    assert!(other.stdout.contains("For every model."), "{other}");
    assert!(!other.stdout.contains("For one family."), "{other}");
}

/// What is left out for want of room is told with its reason, in JSON too.
#[test]
fn left_out() {
    let mut stage = Stage::new();
    stage
        .skill("tide", "Tells tides.")
        .skill("wave", "Tells waves.");
    stage.variable("PROWESS_PROMPT_SKILLS", "1");
    let ran = stage.run("--profile openclaw-2026-03 prompt --json");
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let budget = &value["budget"];
    assert_eq!(budget["skills"], 1);
    assert_eq!(budget["truncated"], true);
    assert_eq!(budget["truncatedReason"], "count");
    assert!(ran.stderr.contains("PW3"), "{ran}");
}

/// Costs are by level, in sum and against putting everything in.
#[test]
fn cost() {
    let stage = Stage::new();
    stage.skill("tide", "Tells tides.");
    stage.file("work/skills/tide/references/a.md", "12345");
    let ran = stage.run("prompt --cost --json");
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let tide = value["skills"]
        .as_array()
        .unwrap()
        .iter()
        .find(|skill| skill["name"] == "tide")
        .unwrap();
    assert_eq!(
        tide["resources"],
        serde_json::json!({"files": 1, "bytes": 5})
    );
    assert_eq!(ran.exit, 0);
}
