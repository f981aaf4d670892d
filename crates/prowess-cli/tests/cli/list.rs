//! `prowess list` and `prowess info`

use crate::stage::Stage;

/// Skills of the workspace stand beside the built-in ones; what does not count is told.
#[test]
fn eligible_skills() {
    let stage = Stage::new();
    stage.skill(
        "tide",
        "Tells the tides of a harbour. Use when asked about tides.",
    );
    insta::assert_snapshot!(stage.run("list"), @r#"
    exit: 0
    --- stdout
    NAME           MODEL  USER  TRUST  SOURCE     DESCRIPTION
    skill-creator  yes    yes   yes    builtin    Writes, improves and checks agent skills (folders with a SKILL.md). Use it when the user wants to create a skill, turn a repeated workflow or a body of knowledge into one, make an existing skill trigger when it should, or asks why a skill is not picked up. Not for a one-off task, and not for writing ordinary documentation.
    tide           yes    yes   no     workspace  Tells the tides of a harbour. Use when asked about tides.
    --- stderr
    note: 4 more skills do not count here (4 ineligible); `prowess list --all` shows the reasons
    note: 1 skill is not trusted: listed and readable, but nothing of it happens by itself; `--trust` trusts the workspace for one run
    "#);
}

/// The four states of invocation are two columns, and a skill that does not count has its reason.
#[test]
fn everything() {
    let stage = Stage::new();
    stage.skill("both", "a");
    stage.file(
        "work/skills/model-only/SKILL.md",
        "---\nname: model-only\ndescription: b\nuser-invocable: false\n---\nB.\n",
    );
    stage.file(
        "work/skills/user-only/SKILL.md",
        "---\nname: user-only\ndescription: c\ndisable-model-invocation: true\n---\nB.\n",
    );
    stage.file(
        "work/skills/nobody/SKILL.md",
        "---\nname: nobody\ndescription: d\ndisable-model-invocation: true\nuser-invocable: false\n---\nB.\n",
    );
    stage.file(
        "work/skills/broken/SKILL.md",
        "---\nname: broken\n---\nB.\n",
    );
    insta::assert_snapshot!(stage.run("list --all"), @r#"
    exit: 0
    --- stdout
    NAME           STATUS      MODEL  USER  TRUST  SOURCE     ABOUT
    both           eligible    yes    yes   no     workspace  a
    broken         invalid     -      -     no     workspace  the header has no `description`
    cron           ineligible  -      -     yes    builtin    tool `cron` is not there
    github         ineligible  -      -     yes    builtin    program `gh` not found on PATH (1 folders searched)
    memory         ineligible  -      -     yes    builtin    tool `memory` is not there
    model-only     eligible    yes    no    no     workspace  b
    nobody         eligible    no     no    no     workspace  d
    skill-creator  eligible    yes    yes   yes    builtin    Writes, improves and checks agent skills (folders with a SKILL.md). Use it when the user wants to create a skill, turn a repeated workflow or a body of knowledge into one, make an existing skill trigger when it should, or asks why a skill is not picked up. Not for a one-off task, and not for writing ordinary documentation.
    user-only      eligible    no     yes   no     workspace  c
    weather        ineligible  -      -     yes    builtin    program `curl` not found on PATH (1 folders searched)
    --- stderr
    note: 4 skills are not trusted: listed and readable, but nothing of it happens by itself; `--trust` trusts the workspace for one run
    "#);
}

/// DS-13: a root that cannot be read has its own status and reason, an empty one is `ok`.
#[cfg(unix)]
#[test]
fn ds_13_unreadable_root() {
    let stage = Stage::new();
    stage.file("work/skills", "no folder");
    stage.file("home/.agents/skills/.keep", "");
    let ran = stage.run("list --json");
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let status = |position: usize| {
        value["roots"][position]["status"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let reason = value["roots"][0]["reason"].as_str().unwrap();
    assert_eq!(
        (
            status(0),
            reason,
            value["roots"][3]["found"].as_u64(),
            status(3)
        ),
        ("unreadable".into(), "not a folder", Some(0), "ok".into())
    );
}

/// NM-03: one entry under the declared name, with a warning; the folder's name finds it too.
#[test]
fn nm_03_folder_differs() {
    let stage = Stage::new();
    stage.file(
        "work/skills/poster/SKILL.md",
        "---\nname: xy-poster\ndescription: d\n---\nBody.\n",
    );
    let list = stage.run("list --json");
    let value: serde_json::Value = serde_json::from_str(&list.stdout).unwrap();
    let names: Vec<_> = value["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skill| skill["name"].clone())
        .collect();
    assert_eq!(names, ["skill-creator", "xy-poster"]);
    assert_eq!(
        stage.run("show poster").stdout,
        stage.run("show xy-poster").stdout
    );
    let validated = stage.run("validate skills/poster");
    assert!(validated.stdout.contains("poster"), "{validated}");
    assert_eq!(validated.exit, 1);
}

/// A missing name offers near ones.
#[test]
fn near_names() {
    let stage = Stage::new();
    insta::assert_snapshot!(stage.run("info wether"), @r#"
    exit: 4
    --- stderr
    error: no skill is called `wether`
      help: near: `weather`
    "#);
    insta::assert_snapshot!(stage.run("info entirely-else"), @r#"
    exit: 4
    --- stderr
    error: no skill is called `entirely-else`
      help: `prowess list --all` shows every skill that was found
    "#);
}

/// Everything that is known about a skill, with what it needs.
#[test]
fn info() {
    let stage = Stage::new();
    insta::assert_snapshot!(stage.run("info github"), @r#"
    exit: 0
    --- stdout
    FIELD              VALUE
    name               github 🐙
    description        Works with GitHub through the gh program - pull requests, reviews, checks and their logs, issues, releases, and any other question to the GitHub API. Use it when the user names a pull request, an issue, a CI run, a release or a github.com address, or asks why checks fail. Not for plain git work in a local clone.
    status             ineligible
    why                program `gh` not found on PATH (1 folders searched)
    model sees         nothing
    user can start it  no
    trust              trusted
    source             builtin (built-in)
    file               ~/.local/share/prowess/builtin/[VERSION]/github/SKILL.md
    needs              program gh
    to install         Install the GitHub CLI with Homebrew (brew gh)
    "#);
}

/// Nothing is written by looking.
#[test]
fn looking_writes_nothing() {
    let stage = Stage::new();
    stage.skill("tide", "d");
    let before = stage.everything();
    for arguments in [
        "",
        "list --all",
        "info github",
        "why memory",
        "check",
        "validate skills",
        "config",
        "profiles",
    ] {
        stage.run(arguments);
    }
    assert_eq!(stage.everything(), before);
}
