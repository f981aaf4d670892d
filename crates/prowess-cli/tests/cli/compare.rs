//! `prowess compare`

use crate::stage::Stage;

fn stage() -> Stage {
    let stage = Stage::new();
    stage.file(
        "work/box/tide/SKILL.md",
        "---\nname: Tide\ndescription: Tells tides.\n---\n",
    );
    stage.file(
        "work/box/ebb/SKILL.md",
        "---\nname: ebb\ndescription: Tells ebbs.\n---\n",
    );
    stage.file(
        "work/box/bare/SKILL.md",
        "---\nname: bare\ndisable-model-invocation: true\ndescription: d\n---\n",
    );
    stage
}

/// A folder is seen through the eyes of each client: a word and another name in the row, the reason
/// below.
#[test]
fn a_folder() {
    let stage = stage();
    insta::assert_snapshot!(stage.run("compare box --with own,nanobot,agentskills"), @r#"
    exit: 0
    --- stdout
    NAME  own     nanobot      agentskills
    bare  hidden  yes          yes
    ebb   yes     yes          yes
    Tide  yes     yes as tide  yes

    own
      hidden: its header keeps it from the model (`disable-model-invocation`): bare
    --- stderr
    note: 3 skills seen by 3 clients; 2 not alike in all
    "#);
}

/// Only what differs is shown on demand, and a client that is none is told.
#[test]
fn differences() {
    let stage = stage();
    let ran = stage.run("compare box --different --with own,nanobot");
    assert!(
        ran.stdout.contains("Tide") && !ran.stdout.contains("ebb"),
        "{ran}"
    );
    assert_eq!(stage.run("compare box --with none").exit, 2);
}

/// Without a folder each client looks where it looks: what it has no folder for is absent there.
#[test]
fn own_folders() {
    let stage = Stage::new();
    stage.skill("tide", "Tells tides.");
    let ran = stage.run("compare --with own,claude-code");
    let row = ran.stdout.lines().find(|line| line.starts_with("tide"));
    assert_eq!(
        row.map(|row| row.split_whitespace().collect::<Vec<_>>()),
        Some(vec!["tide", "yes", "-"]),
        "{ran}"
    );
}
