//! `prowess` alone

use crate::stage::Stage;

/// A first look says what is here and what to do next.
#[test]
fn first_look() {
    insta::assert_snapshot!(Stage::new().run(""), @r#"
    exit: 0
    --- stdout
    Workspace [STAGE]/work (the current folder), as Prowess sees it.
    5 skills found, 1 counts here; a model is told about 1.
    All of them come with the program: nobody has put a skill here yet.

      prowess list           which skills count here
      prowess prompt         what a model is told about them
      prowess why NAME       why a skill is missing
      prowess new NAME       make the first one
      prowess --help         everything else
    "#);
}

/// Where something is wrong, the way to see it comes first.
#[test]
fn something_wrong() {
    let stage = Stage::new();
    stage.file("work/skills/e/SKILL.md", "---\nname: e\n---\nB.\n");
    insta::assert_snapshot!(stage.run(""), @r#"
    exit: 0
    --- stdout
    Workspace [STAGE]/work (the current folder), as Prowess sees it.
    6 skills found, 1 counts here; a model is told about 1.

      prowess check          something is wrong: see what, and where
      prowess list           which skills count here
      prowess prompt         what a model is told about them
      prowess why NAME       why a skill is missing
      prowess --help         everything else
    "#);
}
