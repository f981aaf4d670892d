//! `prowess check`

use crate::stage::Stage;

/// Nothing but built-in skills: three parts and no problem, even when strict.
#[test]
fn in_order() {
    let stage = Stage::new();
    insta::assert_snapshot!(stage.run("check"), @r#"
    exit: 0
    --- stdout
    inventory: 5 found, 1 eligible, 4 ineligible
    SOURCE     FOUND  FOLDER
    workspace  -      skills
    project    -      .agents/skills
    project    -      .claude/skills
    user       -      ~/.agents/skills
    user       -      ~/.claude/skills
    managed    -      ~/.local/share/prowess/skills
    builtin    5      ~/.local/share/prowess/builtin/[VERSION]

    readiness: 4 skills wait for something
    NAME     MISSING
    cron     tool `cron` is not there
    github   program `gh` not found on PATH (1 folders searched)
    memory   tool `memory` is not there
    weather  program `curl` not found on PATH (1 folders searched)

    visibility: a model is told about 1 skill (at most 150) in [N] characters (at most 30000)

    no problem
    "#);
    assert_eq!(stage.run("check --strict").exit, 0);
}

/// A skill that cannot be used is a problem with file, line and what to do.
#[test]
fn invalid() {
    let stage = Stage::new();
    stage.file(
        "work/skills/tide/SKILL.md",
        "---\nname: tide\ndescription: d\nmetadata: {openclaw: {\n---\nB.\n",
    );
    insta::assert_snapshot!(stage.run("check"), @r#"
    exit: 1
    --- stdout
    inventory: 6 found, 1 eligible, 4 ineligible, 1 invalid
    SOURCE     FOUND  FOLDER
    workspace  1      skills
    project    -      .agents/skills
    project    -      .claude/skills
    user       -      ~/.agents/skills
    user       -      ~/.claude/skills
    managed    -      ~/.local/share/prowess/skills
    builtin    5      ~/.local/share/prowess/builtin/[VERSION]

    readiness: 4 skills wait for something
    NAME     MISSING
    cron     tool `cron` is not there
    github   program `gh` not found on PATH (1 folders searched)
    memory   tool `memory` is not there
    weather  program `curl` not found on PATH (1 folders searched)

    visibility: a model is told about 1 skill (at most 150) in [N] characters (at most 30000)

    skills/tide/SKILL.md:4:22: error[PW120]: `metadata` cannot be read and may restrict the skill: unclosed bracket '{'
      4 | metadata: {openclaw: {
        |                      ^
      help: mend the value; in JSON, look for a bracket that is not closed

    problem: 1 skill cannot be used; see the errors above, then `prowess validate`
    "#);
}

/// FM-43: what has an empty description is listed as invalid with the reason, never just missing.
#[test]
fn fm_43_empty_description() {
    let stage = Stage::new();
    stage.file(
        "work/skills/e/SKILL.md",
        "---\nname: e\ndescription: \"\"\n---\nPolishes.\n",
    );
    let ran = stage.run("list --all");
    let line = ran
        .stdout
        .lines()
        .find(|line| line.starts_with("e "))
        .unwrap()
        .to_owned();
    assert!(
        line.contains("invalid") && line.contains("description"),
        "{line}"
    );
    assert_eq!(stage.run("check").exit, 1);
}

/// PR-05: a budget that is too small is a problem that names the skills, and a skill that was left
/// out is still given by name.
#[test]
fn pr_05_over_budget() {
    let mut stage = Stage::new();
    for number in 0..60 {
        stage.skill(&format!("skill-{number:02}"), &"word ".repeat(100));
    }
    stage.variable("PROWESS_PROMPT_CHARACTERS", "4000");
    let prompt = stage.run("prompt -v");
    assert!(
        prompt.stdout.chars().count() <= 4001,
        "{}",
        prompt.stdout.len()
    );
    assert!(prompt.stderr.contains("skill-59"), "{prompt}");
    let check = stage.run("check");
    assert_eq!(check.exit, 1);
    assert!(check.stdout.contains("problem: "), "{check}");
    assert!(check.stdout.contains("cut for want of room"), "{check}");
    assert_eq!(stage.run("show skill-59").exit, 0);
}

/// Requirements of one's own skills are a problem only when strict.
#[test]
fn strict() {
    let stage = Stage::new();
    stage.file(
        "work/skills/tide/SKILL.md",
        "---\nname: tide\ndescription: d\nmetadata: {prowess: {requires: {bins: [tidectl]}}}\n---\nB.\n",
    );
    assert_eq!(stage.run("check").exit, 0);
    let strict = stage.run("check --strict");
    assert_eq!(strict.exit, 1);
    assert!(strict.stdout.contains("problem: 1 "), "{strict}");
}

/// SARIF names files relative to the current folder, and its rules.
#[test]
fn sarif() {
    let stage = Stage::new();
    stage.file("work/skills/e/SKILL.md", "---\nname: e\n---\nB.\n");
    let ran = stage.run("check --output-format sarif");
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let result = &value["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!((ran.exit, place.as_str()), (1, Some("skills/e/SKILL.md")));
    let none = stage.run("list --output-format sarif");
    assert_eq!((none.exit, none.stdout.as_str()), (2, ""));
}

/// NM-12: both copies of a name are told with their paths.
#[test]
fn nm_12_shadowed_copy() {
    let stage = Stage::new();
    stage.file(
        "home/.agents/skills/relay/SKILL.md",
        "---\nname: relay\ndescription: user copy\n---\nUSER\n",
    );
    stage.file(
        "work/.agents/skills/relay/SKILL.md",
        "---\nname: relay\ndescription: project copy\n---\nPROJECT\n",
    );
    assert!(stage.run("show relay").stdout.contains("PROJECT"));
    assert!(stage.run("show user:relay").stdout.contains("USER"));
    let check = stage.run("check -v");
    assert!(
        check.stdout.contains("home/.agents/skills/relay/SKILL.md"),
        "{check}"
    );
    assert!(
        check.stdout.contains(".agents/skills/relay/SKILL.md"),
        "{check}"
    );
}
