//! `prowess config`

use crate::stage::Stage;

/// Every value has its origin; what a project may not say is refused and told.
#[test]
fn origins() {
    let stage = Stage::new();
    stage.file(
        "work/prowess.toml",
        "profile = \"openclaw\"\n\n[prompt]\nskills = 10\n",
    );
    stage.file(
        "home/.config/prowess/config.toml",
        "[prompt]\nskills = 20\n",
    );
    insta::assert_snapshot!(stage.run("config"), @r#"
    exit: 0
    --- stdout
    KEY                          VALUE                    MAY BE SET BY              SET BY
    profile                      own                      user                       default
                                 (openclaw)                                          prowess.toml:1, refused: `profile` is not for a project file to set
    agent                        default                  user                       default
    prompt.skills                10                       user; project to restrict  prowess.toml:4
                                 (20)                                                ~/.config/prowess/config.toml:2, overridden
    prompt.characters            30000 (the profile's)    user; project to restrict  default
    prompt.description           1024 (the profile's)     user; project to restrict  default
    prompt.tokens                the profile's            user; project to restrict  default
    prompt.window                not known                user                       default
    prompt.tokenizer             the model's, else o200k  user                       default
    discovery.depth              8 (the profile's)        user; project to restrict  default
    discovery.candidates         100000 (the profile's)   user; project to restrict  default
    skill.file_bytes             1048576 (the profile's)  user; project to restrict  default
    skills.allow_built_in        all                      user; project to restrict  default
    skills.extra                 none                     user; project to restrict  default
    trust.shadow                 tell                     user; project to restrict  default
    trust.mode                   scope                    user; project to restrict  default
    install.prefer_brew          true                     user                       default
    install.node_manager         npm                      user                       default
    install.scan                 the profile's            user; project to restrict  default
    install.policy.command       none                     user                       default
    install.policy.arguments     none                     user                       default
    install.policy.pass_env      none                     user                       default
    install.policy.milliseconds  10000                    user                       default
    install.policy.output_bytes  1048576                  user                       default
    install.registry             ClawHub                  user                       default
    install.trusted_hosts        none                     user                       default
    output.color                 auto                     user and project           default
    output.format                text                     user                       default
    --- stderr
    prowess.toml:1:11: warning[PW906]: `profile` is not for a project file to set
      1 | profile = "openclaw"
        |           ^^^^^^^^^^
      help: the user sets it in [STAGE]/home/.config/prowess/config.toml, with `PROWESS_PROFILE` or with `--profile`
    "#);
}

/// A user's file that is broken stops every command with the place.
#[test]
fn broken_file() {
    let stage = Stage::new();
    stage.file("home/.config/prowess/config.toml", "profile = \n");
    insta::assert_snapshot!(stage.run("list"), @r#"
    exit: 2
    --- stderr
    [STAGE]/home/.config/prowess/config.toml:1:11: error[PW901]: not valid TOML: string values must be quoted, expected literal string
      1 | profile = 
        |           ^
    error: 1 error in the user's settings
    "#);
}

/// Secrets are not shown.
#[test]
fn secrets() {
    let stage = Stage::new();
    stage.file(
        "home/.config/prowess/config.toml",
        "[skills.entries.tide]\napi_key = \"sk-very-secret\"\n",
    );
    for arguments in [
        "config",
        "config --json",
        "info github --json",
        "why github",
    ] {
        assert!(
            !stage.run(arguments).to_string().contains("sk-very"),
            "{arguments}"
        );
    }
}
