//! `prowess profiles` and `--profile`

use crate::stage::Stage;

/// A profile that does not exist is a fault of usage, with those that do.
#[test]
fn unknown() {
    insta::assert_snapshot!(Stage::new().run("list --profile nobody"), @r#"
    exit: 2
    --- stderr
    error: there is no profile `nobody`
      help: there are `own`, `openclaw`, `agentskills`, `nanobot`, `openclaw-2026-03`, `nanobot-2026-03`, `jianmu`, `pi`, `gemini`, `claude-code`, `codex`, `hermes`, `openhands`
    "#);
}

/// OpenClaw's configuration is read where it is.
#[test]
fn openclaw_configuration() {
    let stage = Stage::new();
    stage.skill("tide", "d").skill("ebb", "e");
    stage.file(
        "home/.openclaw/openclaw.json",
        "{ skills: { entries: { tide: { enabled: false } } }, }",
    );
    let ran = stage.run("why tide --profile openclaw");
    assert!(ran.stdout.contains("openclaw.json:1"), "{ran}");
    assert!(ran.stdout.contains("stops at enabled"), "{ran}");
    assert!(
        stage
            .run("prompt --profile openclaw")
            .stdout
            .contains("<name>ebb</name>")
    );
}
