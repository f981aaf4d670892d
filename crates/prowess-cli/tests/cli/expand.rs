//! `prowess expand`

use crate::stage::Stage;

fn stage() -> Stage {
    let stage = Stage::new();
    stage.file(
        "work/skills/tide/SKILL.md",
        "---\nname: tide\ndescription: d\narguments: [port]\ntriggers: [low tide]\n---\nAt $port in {baseDir}.\n",
    );
    stage.file(
        "work/skills/rule/SKILL.md",
        "---\nname: rule\ndescription: d\npaths: src/**/*.rs\n---\nA rule.\n",
    );
    stage.file(
        "work/skills/run/SKILL.md",
        "---\nname: run\ndescription: d\ncommand-dispatch: tool\ncommand-tool: exec\n---\nRun !`ls`.\n",
    );
    stage.file("work/prowess.toml", "");
    stage
}

/// A command becomes the body with what stands behind it, and the reason is on stderr.
#[test]
fn command() {
    insta::assert_snapshot!(stage().run_with(&["expand", "/tide Brest"]), @r#"
    exit: 0
    --- stdout
    <skill_content name="tide">
    At Brest in [STAGE]/work/skills/tide.

    Skill directory: [STAGE]/work/skills/tide
    Relative paths in this skill start there.
    </skill_content>
    --- stderr
    note: `tide`: called by `/tide`
    "#);
}

/// Words, names and touched files bring bodies in before the message.
#[test]
fn words_names_and_files() {
    let stage = stage();
    let arguments = [
        "expand",
        "when is low tide? $run",
        "--trust",
        "--touched",
        "src/a/b.rs",
        "--touched",
        "../src/a.rs",
    ];
    insta::assert_snapshot!(stage.run_with(&arguments), @r#"
    exit: 0
    --- stdout
    <skill_content name="run">
    Run !`ls`.

    Skill directory: [STAGE]/work/skills/run
    Relative paths in this skill start there.
    </skill_content>

    <skill_content name="tide">
    At $port in [STAGE]/work/skills/tide.

    Skill directory: [STAGE]/work/skills/tide
    Relative paths in this skill start there.
    </skill_content>

    <skill_content name="rule">
    A rule.

    Skill directory: [STAGE]/work/skills/rule
    Relative paths in this skill start there.
    </skill_content>

    when is low tide? $run
    --- stderr
    note: `run`: named as `$run`
    note: `tide`: the message holds `low tide`
    note: `rule`: `src/a/b.rs` was touched and fits `src/**/*.rs`
    "#);
}

/// Without trust nothing happens by itself, and a message that brings nothing in stays.
#[test]
fn untrusted() {
    let stage = stage();
    let arguments = ["expand", "when is low tide?", "--touched", "src/a.rs"];
    insta::assert_snapshot!(stage.run_with(&arguments), @r#"
    exit: 0
    --- stdout
    when is low tide?
    --- stderr
    skills/tide/SKILL.md: warning[PW314]: `tide` is not trusted, so it is not brought in: the message holds `low tide`
      help: name it with `$` or its command, or trust the project if you know where it comes from
    skills/rule/SKILL.md: warning[PW314]: `rule` is not trusted, so it is not brought in: `src/a.rs` was touched and fits `src/**/*.rs`
      help: name it with `$` or its command, or trust the project if you know where it comes from
    "#);
}

/// A command that calls a tool is a call as data where the skill is trusted, and a body where it is
/// not; a tool that the agent does not have is refused.
#[test]
fn dispatch() {
    let stage = stage();
    insta::assert_snapshot!(stage.run_with(&["expand", "/run a  b", "--trust"]), @r#"
    exit: 0
    --- stdout
    {
      "tool": "exec",
      "arguments": {
        "command": "a  b",
        "commandName": "run",
        "skillName": "run"
      }
    }
    --- stderr
    note: `/run` calls the tool `exec`; the model has no turn
    "#);
    insta::assert_snapshot!(stage.run_with(&["expand", "/run a", "-v"]), @r#"
    exit: 0
    --- stdout
    <skill_content name="run">
    Run !`ls`.

    ARGUMENTS: a

    Skill directory: [STAGE]/work/skills/run
    Relative paths in this skill start there.
    </skill_content>
    --- stderr
    note: `run`: called by `/run`
    skills/run/SKILL.md: advice[PW312]: `run` asks to have `ls` run while it is loaded, which does not happen
      help: the model is shown the commands as text
    skills/run/SKILL.md: warning[PW313]: `run` is not trusted, so its command does not call `exec`
      help: the model is given its body; trust the project if you know where it comes from
    "#);
    let arguments = ["expand", "/run a", "--trust", "--tools", "read"];
    insta::assert_snapshot!(stage.run_with(&arguments), @r#"
    exit: 3
    --- stderr
    error: `run` calls the tool `exec`, which is not there
    "#);
}

/// What cannot be started has the exit code of its reason.
#[test]
fn refused() {
    let stage = stage();
    insta::assert_snapshot!(stage.run_with(&["expand", "/weather"]), @r#"
    exit: 3
    --- stderr
    error: `weather` is ineligible: program `curl` not found on PATH (1 folders searched)
      help: `prowess why weather` shows every step
    "#);
    insta::assert_snapshot!(stage.run_with(&["expand", "/skill wether"]), @r#"
    exit: 4
    --- stderr
    error: no skill is called `wether`
      help: near: `weather`
    "#);
    insta::assert_snapshot!(stage.run_with(&["expand", "/skill"]), @r#"
    exit: 2
    --- stderr
    error: `/skill` names no skill
      help: `prowess commands` lists what there is
    "#);
    insta::assert_snapshot!(stage.run_with(&["expand", "use $weather"]), @r#"
    exit: 0
    --- stdout
    use $weather
    --- stderr
    note: `weather` brings nothing in: `weather` is ineligible: program `curl` not found on PATH (1 folders searched)
    "#);
    insta::assert_snapshot!(stage.run_with(&["expand", "/help x", "--reserved", "help"]), @r#"
    exit: 0
    --- stderr
    note: `/help` is a command of the host
    "#);
}
