//! `prowess why`

use crate::stage::Stage;

/// Every step of a skill that gets to the model, to its very lines.
#[test]
fn to_the_end() {
    let mut stage = Stage::new();
    stage.file(
        "home/work/skills/tide/SKILL.md",
        "---\nname: tide\ndescription: Tells tides.\n---\nB.\n",
    );
    stage.current("home/work");
    insta::assert_snapshot!(stage.run("--trust --tools read why tide"), @r#"
    exit: 0
    --- stdout
        STEP                  WHAT WAS FOUND
    ok  file                  found in `workspace`, 48 bytes [skills/tide/SKILL.md]
    ok  header                read as `tide`, the header's name [skills/tide/SKILL.md]
    ok  settings              no entry for the key `tide`
    ok  name                  no other skill is called so
    ok  enabled               nothing turns it off
    ok  allow-list            there is no allow-list of built-in skills
    ok  operating system      nothing is asked for
    ok  programs              nothing is asked for
    ok  alternative programs  nothing is asked for
    ok  environment           nothing is asked for
    ok  configuration         nothing is asked for
    ok  tools                 nothing is asked for
    ok  agent filter          the agent has no filter
    ok  judge                 trusted, from `workspace`
    ok  model                 the model may start it [skills/tide/SKILL.md]
    ok  limits                shown whole; 2 of 150 skills, [N] of 30000 characters
    ok  path                  written as `~/work/skills/tide/SKILL.md`, the home folder shortened
    ok  rendered              <skill source="workspace">
                              <name>tide</name>
                              <description>Tells tides.</description>
                              <location>~/work/skills/tide/SKILL.md</location>
                              </skill>
    ok  read tool             the model reads it with `read`

    `tide` gets to the model
    "#);
}

/// The step that stops a skill names the file and line that decided.
#[test]
fn stopped_by_a_program() {
    let stage = Stage::new();
    stage.file(
        "work/skills/tide/SKILL.md",
        "---\nname: tide\ndescription: d\nmetadata: {prowess: {requires: {bins: [tidectl]}}}\n---\nB.\n",
    );
    let ran = stage.run("why tide");
    assert_eq!(ran.exit, 0);
    let stop = ran
        .stdout
        .lines()
        .find(|line| line.starts_with("STOP"))
        .unwrap();
    assert!(
        stop.contains("tidectl") && stop.contains("[STAGE]/bin") && stop.contains("SKILL.md:4"),
        "{stop}"
    );
    assert!(ran.stdout.ends_with("\n"));
    assert!(ran.stdout.contains("`tide` stops at programs"), "{ran}");
}

/// A program that comes is found by the next run.
#[cfg(unix)]
#[test]
fn gt_02_a_program_that_comes() {
    let stage = Stage::new();
    assert!(stage.run("why github").stdout.contains("stops at programs"));
    stage.program("gh");
    assert!(stage.run("why github").stdout.contains("gets to the model"));
}
