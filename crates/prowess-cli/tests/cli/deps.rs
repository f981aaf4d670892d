//! `prowess deps`

use serde_json::Value;

use crate::stage::Stage;

/// A skill that needs a program which `uv` or a download brings.
fn stage() -> Stage {
    let stage = Stage::new();
    stage.file(
        "work/skills/lint/SKILL.md",
        "---\nname: lint\ndescription: Lints.\nmetadata: {openclaw: {requires: {bins: [ruff], env: [LINT_KEY]}, \
         install: [{kind: uv, package: ruff, bins: [ruff]}]}}\n---\nB.\n",
    );
    stage
}

/// An installer that puts a program where it is told to.
fn uv(stage: &Stage) {
    stage.script(
        "uv",
        "/bin/mkdir -p $UV_TOOL_BIN_DIR\nprintf '#!/bin/sh\\n' > $UV_TOOL_BIN_DIR/ruff\n\
         /bin/chmod +x $UV_TOOL_BIN_DIR/ruff\necho \"$@\"",
    );
}

/// What is missing is told, with the way to get it.
#[test]
fn missing() {
    let stage = stage();
    insta::assert_snapshot!(stage.run("deps lint"), @r"
    exit: 1
    --- stdout
    lint: program `ruff` is missing
    lint: environment variable `LINT_KEY` is not set
    WAY   GIVES  BY
    uv-0  ruff   uv tool install ruff
    --- stderr
    note: `prowess deps lint --install` gets it, after a question
    ");
    let json: Value = serde_json::from_str(&stage.run("deps lint --json").stdout).unwrap();
    assert_eq!(json["needs"]["programs"], serde_json::json!(["ruff"]));
    assert_eq!(
        json["needs"]["ways"][0]["command"],
        serde_json::json!(["uv", "tool", "install", "ruff"])
    );
}

/// Without a terminal nothing is run that nobody has said yes to.
#[test]
fn unanswered() {
    let stage = stage();
    uv(&stage);
    insta::assert_snapshot!(stage.run("deps lint --install"), @r"
    exit: 3
    --- stderr
    error: `lint` needs an answer: run `uv tool install ruff` for `lint`?
      help: nobody can be asked here: answer with `--yes`, or run it on a terminal
    ");
    assert!(!stage.path("home/.local/share/prowess/tools/uv").exists());
}

/// What was installed is found by the next check: only the variable is missing then.
#[test]
fn installed() {
    let mut stage = stage();
    uv(&stage);
    insta::assert_snapshot!(stage.run("deps lint --install --yes"), @r"
    exit: 1
    --- stdout
    Installed
    lint: environment variable `LINT_KEY` is not set
    --- stderr
    warning: `lint` comes from the workspace: look at what it installs
    ");
    stage.variable("LINT_KEY", "x");
    insta::assert_snapshot!(stage.run("deps lint"), @r"
    exit: 0
    --- stdout
    lint: everything that it needs is here
    ");
    assert!(stage.run("list").stdout.contains("lint"));
    insta::assert_snapshot!(stage.run("deps lint --install"), @r"
    exit: 0
    --- stdout
    lint: everything that it needs is here
    --- stderr
    note: every program that `lint` needs is there, nothing is installed
    ");
}

/// An installer that fails, or is not there, is told with what it said; in JSON as OpenClaw's form.
#[test]
fn failed() {
    let stage = stage();
    insta::assert_snapshot!(stage.run("deps lint --install --yes"), @r"
    exit: 5
    --- stdout
    uv not installed — see https://docs.astral.sh/uv
    lint: program `ruff` is missing
    lint: environment variable `LINT_KEY` is not set
    --- stderr
    warning: `lint` comes from the workspace: look at what it installs
    ");
    stage.script(
        "uv",
        "echo working; echo 'error: no such package' >&2; exit 2",
    );
    insta::assert_snapshot!(stage.run("deps lint --install uv-0 --yes"), @r"
    exit: 5
    --- stdout
    Install failed (exit 2): error: no such package
    lint: program `ruff` is missing
    lint: environment variable `LINT_KEY` is not set
    --- stderr
    working
    error: no such package
    warning: `lint` comes from the workspace: look at what it installs
    ");
    let ran = stage.run("deps lint --install --yes --json");
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["installed"]["code"], 2);
    assert_eq!(json["installed"]["ok"], false);
}

/// A way that is not offered is told with those that are.
#[test]
fn unknown_way() {
    insta::assert_snapshot!(stage().run("deps lint --install brew-7 --yes"), @r"
    exit: 4
    --- stderr
    error: `lint` offers no way `brew-7` on this machine
      help: there are `uv-0`
    ");
}
