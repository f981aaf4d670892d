//! What a person reads.

use std::fmt::Write as _;
use std::path::Path;

use prowess_base::render::{Marks, to_text};
use prowess_config::{ConfigError, Flag, reference_markdown};

use crate::setup::Layers;

fn text(layers: &Layers<'_>) -> String {
    let loaded = layers.load();
    let diagnostics = match &loaded {
        Ok(config) => config.diagnostics(),
        Err(ConfigError::Invalid { diagnostics }) => diagnostics.as_slice(),
        Err(other) => panic!("{other}"),
    };
    diagnostics.iter().fold(String::new(), |mut text, one| {
        let _ = write!(
            text,
            "{}",
            to_text(one, Path::new("/repo"), &Marks::default())
        );
        text
    })
}

fn project(user: &str, project: &str) -> String {
    text(&Layers {
        user: Some(user),
        project: Some(project),
        ..Layers::default()
    })
}

/// Unknown keys name what was meant.
#[test]
fn unknown_keys() {
    insta::assert_snapshot!(project(
        "",
        "skills.entries.gh.enbled = false\nskills.allowBuiltIn = []\ntheme = 'x'\nprofile.x = 1\n"
    ), @r#"
    prowess.toml:1:19: warning[PW902]: unknown key `skills.entries.gh.enbled`, it has no effect
      1 | skills.entries.gh.enbled = •••••
        |                   ^^^^^^
      help: did you mean `enabled`?
    prowess.toml:2:8: warning[PW902]: unknown key `skills.allowBuiltIn`, it has no effect
      2 | skills.allowBuiltIn = ••
        |        ^^^^^^^^^^^^
      help: did you mean `allow_built_in`?
    prowess.toml:3:1: warning[PW902]: unknown key `theme`, it has no effect
      3 | theme = •••
        | ^^^^^
      help: known here: `profile`, `agent`, `prompt`, `discovery`, `skill`, `skills`, `agents`, `trust`, `scan`, `install`, `output`, `values`
    prowess.toml:4:1: error[PW903]: `profile` must be a string that is not empty, found a table
      4 | profile.x = 1
        | ^^^^^^^
    "#);
}

/// Wrong types and values say what is asked for.
#[test]
fn wrong_values() {
    insta::assert_snapshot!(project(
        "",
        "prompt.skills = '3'\ndiscovery.depth = 65\nskills.allow_built_in = ['a', 1]\n\
         skills.entries = 1\ntrust.shadow = 'ask'\nskills.extra = ['']\n"
    ), @r#"
    prowess.toml:1:17: error[PW903]: `prompt.skills` must be a whole number from 0 to 100000, found a string
      1 | prompt.skills = '3'
        |                 ^^^
    prowess.toml:2:19: error[PW904]: `discovery.depth` must be a whole number from 1 to 64, found `65`
      2 | discovery.depth = 65
        |                   ^^
    prowess.toml:3:25: error[PW903]: `skills.allow_built_in` must be a list of names, found a whole number in it
      3 | skills.allow_built_in = ['a', 1]
        |                         ^^^^^^^^
    prowess.toml:4:18: error[PW903]: `skills.entries` must be a table, found a whole number
      4 | skills.entries = •
        |                  ^
    prowess.toml:5:16: error[PW904]: `trust.shadow` must be one of `tell`, `refuse`, found `ask`
      5 | trust.shadow = 'ask'
        |                ^^^^^
    prowess.toml:6:16: error[PW904]: `skills.extra` holds an empty folder name
      6 | skills.extra = ['']
        |                ^^^^
    "#);
}

/// A project that asks for more reads what it may do, and where the user's word stands.
#[test]
fn widening() {
    insta::assert_snapshot!(project(
        "prompt.skills = 10\nskills.entries.gh.enabled = false\ntrust.shadow = 'refuse'\n\
         agents.default.skills = ['a']\nvalues.a = 1",
        "prompt.skills = 11\nskills.entries.gh.enabled = true\ntrust.shadow = 'tell'\n\
         agents.main.skills = ['a', 'b']\nvalues.a = 2\n\
         skills.extra = ['lib', '/etc', '../x']\n"
    ), @r#"
    prowess.toml:1:17: warning[PW905]: a project file cannot raise `prompt.skills` from 10 to 11
      1 | prompt.skills = 11
        |                 ^^
      help: a project file may only lower it; the user's value is `prompt.skills` in /home/ann/.config/prowess/config.toml:1
    prowess.toml:2:29: warning[PW905]: a project file cannot set `skills.entries.gh.enabled` back to `true`
      2 | skills.entries.gh.enabled = true
        |                             ^^^^
      help: a project file may only set it to `false`; the user's value is `skills.entries.gh.enabled` in /home/ann/.config/prowess/config.toml:2
    prowess.toml:3:16: warning[PW905]: a project file cannot loosen `trust.shadow` from `refuse` to `tell`
      3 | trust.shadow = 'tell'
        |                ^^^^^^
      help: a project file may only choose a stricter word; the user's value is `trust.shadow` in /home/ann/.config/prowess/config.toml:3
    prowess.toml:4:22: warning[PW905]: a project file cannot add `b` to `agents.main.skills`
      4 | agents.main.skills = ['a', 'b']
        |                      ^^^^^^^^^^
      help: a project file may only take names away; the user's value is `agents.default.skills` in /home/ann/.config/prowess/config.toml:4
    prowess.toml:5:12: warning[PW905]: a project file cannot set `values.a`
      5 | values.a = 2
        |            ^
      help: a project file may only set a value of the user's to `false`; the user's value is `values.a` in /home/ann/.config/prowess/config.toml:5
    prowess.toml:6:16: warning[PW905]: a project file cannot add `/etc`, `/repo/../x` to `skills.extra`: not beneath /repo
      6 | skills.extra = ['lib', '/etc', '../x']
        |                ^^^^^^^^^^^^^^^^^^^^^^^
      help: a project file may only add folders beneath the project
    "#);
}

/// What is the user's alone says where the user sets it.
#[test]
fn user_only() {
    insta::assert_snapshot!(project(
        "",
        "profile = 'nanobot'\nskills.entries.gh.force = true\n"
    ), @r#"
    prowess.toml:1:11: warning[PW906]: `profile` is not for a project file to set
      1 | profile = 'nanobot'
        |           ^^^^^^^^^
      help: the user sets it in /home/ann/.config/prowess/config.toml, with `PROWESS_PROFILE` or with `--profile`
    prowess.toml:2:27: warning[PW906]: `skills.entries.gh.force` is not for a project file to set
      2 | skills.entries.gh.force = true
        |                           ^^^^
      help: the user sets it in /home/ann/.config/prowess/config.toml
    "#);
}

/// Files that cannot be used.
#[test]
fn unusable_files() {
    insta::assert_snapshot!(project("", "[skills]\nextra = \n"), @r#"
    prowess.toml:2:9: error[PW901]: not valid TOML: string values must be quoted, expected literal string
      2 | extra = 
        |         ^
    "#);
    insta::assert_snapshot!(project("", "x = 1\nx = 2\n"), @r#"
    prowess.toml:2:1: error[PW901]: not valid TOML: duplicate key
      2 | x = 2
        | ^
    "#);
}

/// Flags and variables are named as they were written.
#[test]
fn flags_and_variables() {
    insta::assert_snapshot!(text(&Layers {
        environment: &[("PROWESS_PROMPT_SKILLS", "many")],
        flags: vec![
            Flag::own("--color", "blue"),
            Flag::set("--set", "skills.entries.gh.enabled", "no"),
            Flag::set("--set", "prompt.skill", "3"),
            Flag::set("--set", "skills.entries.gh.api_key", "${a b}"),
        ],
        ..Layers::default()
    }), @r#"
    error[PW904]: flag `--color`: `output.color` must be one of `auto`, `always`, `never`, found `blue`
    error[PW904]: flag `--set`: `skills.entries.gh.enabled` must be `true` or `false`, found `no`
    error[PW902]: flag `--set`: unknown key `prompt.skill`
      help: did you mean `prompt.skills`?
    error[PW904]: flag `--set`: `skills.entries.gh.api_key` is a reference to something that is no name
    error[PW904]: variable `PROWESS_PROMPT_SKILLS`: `prompt.skills` must be a whole number from 0 to 100000, found `many`
    "#);
}

/// The error counts what it stands for.
#[test]
fn error() {
    let error = Layers {
        user: Some("profile = 3\nagent = 3\nfuture = 1"),
        ..Layers::default()
    }
    .load()
    .unwrap_err();
    assert_eq!(error.to_string(), "2 errors in the user's settings");
}

/// The JSON form has a row for a setting, with winner and losers.
#[test]
fn json() {
    let config = Layers {
        user: Some("prompt.skills = 10"),
        project: Some("prompt.skills = 5"),
        ..Layers::default()
    }
    .clean();
    let json = config.to_json();
    assert_eq!(json["schema"], 1);
    let row = json["settings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["key"] == "prompt.skills")
        .unwrap();
    assert_eq!(
        *row,
        serde_json::json!({
            "key": "prompt.skills",
            "value": 5,
            "authority": "restrict-only",
            "origin": {
                "layer": "project", "name": "prompt.skills", "file": "/repo/prowess.toml", "line": 1
            },
            "effect": "replaces",
            "contributions": [
                {
                    "value": 5,
                    "origin": {
                        "layer": "project", "name": "prompt.skills",
                        "file": "/repo/prowess.toml", "line": 1
                    },
                    "standing": { "standing": "in-force" }
                },
                {
                    "value": 10,
                    "origin": {
                        "layer": "user", "name": "prompt.skills",
                        "file": "/home/ann/.config/prowess/config.toml", "line": 1
                    },
                    "standing": { "standing": "overridden" }
                }
            ]
        })
    );
}

/// The reference has a section for every key, with all that the table says.
#[test]
fn reference() {
    let page = reference_markdown();
    let section = |path: &str| {
        let start = page.find(&format!("### `{path}`\n")).unwrap();
        let rest = &page[start + 4..];
        rest[..rest.find("\n###").unwrap_or(rest.len())].to_owned()
    };
    for key in prowess_config::Key::ALL {
        section(key.spec().path);
    }
    insta::assert_snapshot!(section("output.color"), @r#"
    `output.color`

    Whether output is coloured.

    - value: one of `auto`, `always`, `never`
    - where nobody sets it: `auto`
    - a project file: may set it
    - variable: `PROWESS_OUTPUT_COLOR`
    - variable: `NO_COLOR`, which means `never`
    - flag: `--color`
    "#);
    insta::assert_snapshot!(section("skills.extra"), @r#"
    `skills.extra`

    More folders that hold skills; all layers count, the user's before the project's.

    - value: a list of folders
    - where nobody sets it: none
    - a project file: may only add folders beneath the project
    - variable: `PROWESS_SKILLS_EXTRA`
    "#);
}
