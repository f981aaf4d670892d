//! `prowess scan`
//!
//! Where findings matter the tests go by OpenClaw's rules, which do not change under them.

#![expect(
    clippy::panic,
    clippy::expect_used,
    reason = "output that is not JSON, or a missing Python, ends the test"
)]

use std::process::Command;

use serde_json::Value;

use crate::stage::Stage;

/// A stage with a skill that says nothing bad, and one of which OpenClaw has something to say.
fn stage() -> Stage {
    let stage = Stage::new();
    stage.skill("tide", "Tells tides. Use when the user asks about tides.");
    stage.file(
        "work/skills/clean/SKILL.md",
        "---\nname: clean\ndescription: Cleans up. Use when the disk is full.\n---\n\nRun `rm -rf ~/.cache`.\n",
    );
    stage.file("work/skills/clean/run.js", "eval(\"1\");\n");
    stage
}

fn json(stage: &Stage, arguments: &str) -> Value {
    let ran = stage.run(&format!("scan {arguments} --json"));
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran}"))
}

/// A skill of which there is nothing to say passes, with exit code 0.
#[test]
fn passes() {
    let stage = stage();
    insta::assert_snapshot!(stage.run("scan skills/tide"), @r#"
    exit: 0
    --- stdout
    skills/tide: pass
    --- stderr
    note: 1 skill scanned: 1 pass
    "#);
    assert_eq!(stage.run("scan skills/tide/SKILL.md").exit, 0);
}

/// A folder of skills gives one result each; findings have path, line, evidence and advice.
#[test]
fn finds() {
    insta::assert_snapshot!(stage().run("scan skills --ruleset openclaw"), @r#"
    exit: 1
    --- stdout
    skills/clean: block — 2 findings
      skills/clean/run.js:1:1: critical[PW499]: text is run as a program
        | eval("1");
        help: look at the line, and scan by our own rules
      skills/clean/SKILL.md:6:1: high[PW499]: far too much may be deleted
        | Run `rm -rf ~/.cache`.
        help: look at the line, and scan by our own rules
      does: commands `rm`
      does: writes `~/.cache`
    skills/tide: pass
    --- stderr
    note: 2 skills scanned: 1 block, 1 pass
    "#);
}

/// What a rule set does not look at is told, and the verdict says so.
#[test]
fn gaps_are_told() {
    let stage = stage();
    stage.file("work/skills/tide/run.py", "print(1)\n");
    let ran = stage.run("scan skills/tide --ruleset openclaw");
    insta::assert_snapshot!(ran, @r#"
    exit: 1
    --- stdout
    skills/tide: incomplete — 1 file not judged
      not judged: run.py: OpenClaw does not look at it
    --- stderr
    note: 1 skill scanned: 1 incomplete
    "#);
}

/// The level says what makes the exit code 1.
#[test]
fn levels() {
    let stage = stage();
    stage.file(
        "work/skills/gap/SKILL.md",
        "---\nname: gap\ndescription: d\n---\n",
    );
    stage.file("work/skills/gap/a.py", "1\n");
    let exits = |path: &str, level: &str| {
        let command = format!("scan skills/{path} --ruleset openclaw --fail-on {level}");
        stage.run(&command).exit
    };
    assert_eq!(
        ["review", "incomplete", "low"].map(|level| exits("gap", level)),
        [0, 1, 0]
    );
    assert_eq!(
        ["block", "critical"].map(|level| exits("clean", level)),
        [1, 1]
    );
    let high = ["block", "review", "high", "critical"].map(|level| exits("clean/SKILL.md", level));
    assert_eq!(high, [0, 1, 1, 0]);
    assert_eq!(stage.run("scan --fail-on bad").exit, 2);
}

/// Two skills of one text under two names are told together.
#[test]
fn together() {
    let stage = Stage::new();
    let body: String = (0..200)
        .map(|number| format!("Word{number} comes next.\n"))
        .collect();
    for name in ["tide", "harbour"] {
        let header = format!("---\nname: {name}\ndescription: Tells {name}s.\n---\n\n");
        stage.file(&format!("work/skills/{name}/SKILL.md"), header + &body);
    }
    let ran = stage.run("scan skills");
    let told = ran.stdout.split_once("together: ").expect("told").1;
    assert!(
        told.ends_with("\n  skills/harbour\n  skills/tide\n"),
        "{ran}"
    );
    assert_eq!(
        json(&stage, "skills")["across"][0]["skills"],
        serde_json::json!([0, 1])
    );
}

/// What is not there is no verdict, and neither is a folder without a file.
#[test]
fn nothing_there() {
    let stage = stage();
    std::fs::create_dir_all(stage.path("work/empty/scripts")).expect("a folder");
    insta::assert_snapshot!(stage.run("scan empty"), @r#"
    exit: 4
    --- stderr
    error: [STAGE]/work/empty: holds nothing that could be scanned
      help: a skill is a folder with a `SKILL.md`, or an archive of one
    "#);
    insta::assert_snapshot!(stage.run("scan skills/none"), @r#"
    exit: 4
    --- stderr
    error: [STAGE]/work/skills/none: not found
    "#);
}

/// A finding that the user suppresses stays in the result, marked, and does not count.
#[test]
fn suppressed() {
    let stage = stage();
    let path = "skills/clean/SKILL.md --ruleset openclaw";
    let found = json(&stage, path);
    let fingerprint = found["packages"][0]["findings"][0]["fingerprint"].as_str();
    let fingerprint = fingerprint.expect("a fingerprint");
    let say = |file: &str, until: &str| {
        let text = format!(
            "[scan.suppress.{fingerprint}]\nowner = 'ann'\nreason = 'its own cache'\nuntil = {until}\n"
        );
        stage.file(file, text);
    };

    say("work/prowess.toml", "9999-12-31");
    let ran = stage.run(&format!("scan {path}"));
    assert_eq!(ran.exit, 1, "a project says nothing here: {ran}");
    assert!(ran.stderr.contains("PW906"), "{ran}");
    std::fs::remove_file(stage.path("work/prowess.toml")).unwrap();

    say("home/.config/prowess/config.toml", "2020-01-01");
    let ran = stage.run(&format!("scan {path}"));
    assert_eq!(ran.exit, 1, "it is over: {ran}");
    assert!(ran.stdout.contains("held until 2020-01-01"), "{ran}");

    say("home/.config/prowess/config.toml", "9999-12-31");
    let ran = stage.run(&format!("scan {path}"));
    insta::assert_snapshot!(ran, @r#"
    exit: 0
    --- stdout
    skills/clean/SKILL.md: pass — 1 suppressed
    --- stderr
    note: 1 skill scanned: 1 pass
    "#);
    let found = json(&stage, path);
    let marked = &found["packages"][0]["findings"][0]["suppressed"];
    assert_eq!(marked["owner"], "ann");
}

/// Nothing that a package holds drives the terminal.
#[test]
fn harmless_evidence() {
    let stage = Stage::new();
    stage.file(
        "work/skills/a/SKILL.md",
        "---\nname: a\ndescription: d\n---\n\u{1b}[2J\u{202e} rm -rf ~\n",
    );
    for arguments in [
        "",
        "--explain",
        "--ruleset openclaw",
        "--ruleset openclaw --explain",
    ] {
        let ran = stage.run(&format!("scan skills/a {arguments}"));
        assert!(!ran.stdout.contains(['\u{1b}', '\u{202e}']), "{ran}");
    }
}

/// Everything that the folders of the profile hold is scanned, what does not count too, and what
/// could not be read is told.
#[cfg(unix)]
#[test]
fn installed() {
    let stage = stage();
    stage.file("work/skills/odd/SKILL.md", "---\nname: [\n---\n");
    stage.file("out/SKILL.md", "---\nname: out\ndescription: d\n---\n");
    std::os::unix::fs::symlink(stage.path("out"), stage.path("work/skills/out")).unwrap();
    let ran = stage.run("scan --installed --ruleset openclaw");
    let heads: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.starts_with("skills/") && line.contains(": "))
        .collect();
    assert_eq!(
        heads,
        [
            "skills/out: warning[PW202]: link out of `[STAGE]/work/skills` is not followed; it leads to `[STAGE]/out`",
            "skills/clean: block — 2 findings",
            "skills/odd: pass",
            "skills/tide: pass"
        ]
    );
    assert!(
        ran.stderr.contains("not everything could be looked at"),
        "{ran}"
    );
    assert_eq!(stage.run("scan skills/tide --installed").exit, 2);
}

/// The SARIF form has the fingerprint, the weight and what was not judged, and is valid by the schema of
/// the standard where that is there.
#[test]
fn sarif() {
    let stage = stage();
    stage.file("work/skills/clean/a.py", "1\n");
    let ran = stage.run("scan skills --ruleset openclaw --output-format sarif");
    let log: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let run = &log["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["level"], "error");
    assert_eq!(
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "skills/clean/run.js"
    );
    assert!(result["partialFingerprints"]["prowess/v1"].is_string());
    let rule = &run["tool"]["driver"]["rules"][0];
    assert_eq!(rule["properties"]["security-severity"], "9.5");
    assert_eq!(
        run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
        "skills/clean/a.py: not judged: OpenClaw does not look at it"
    );
    validate(&stage, &ran.stdout);
    let own = stage.run("scan skills --output-format sarif");
    validate(&stage, &own.stdout);
}

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the test script says where Python and the schema are"
)]
fn validate(stage: &Stage, log: &str) {
    let (Some(python), Some(schema)) = (
        std::env::var_os("PROWESS_SARIF_PYTHON"),
        std::env::var_os("PROWESS_SARIF_SCHEMA"),
    ) else {
        println!("skipped: SARIF against its schema (`PROWESS_SARIF_SCHEMA` is not set)");
        return;
    };
    stage.file("log.sarif", log);
    let check = "import json, jsonschema, sys\n\
                 schema, log = (json.load(open(path)) for path in sys.argv[1:])\n\
                 jsonschema.validators.validator_for(schema)(schema).validate(log)\n";
    let status = Command::new(python)
        .args(["-c", check])
        .arg(schema)
        .arg(stage.path("log.sarif"))
        .status()
        .expect("python");
    assert!(status.success(), "the schema refuses the log");
}
