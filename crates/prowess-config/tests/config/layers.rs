//! Which layer holds, and where a value says it came from.

use std::path::{Path, PathBuf};

use prowess_config::{
    ColorChoice, ConfigError, ConfigFile, Contents, Effect, Flag, Key, KeyPath, MAX_FILE_BYTES,
    OutputFormat, ShadowChoice, Sources, Standing, Value,
};

use crate::setup::{Layers, codes};

/// Flags go before the environment, that before the project, that before the user, that before
/// what is built in; all are kept.
#[test]
fn precedence() {
    let layers = Layers {
        user: Some("\n[prompt]\nskills = 50"),
        project: Some("prompt.skills = 40"),
        environment: &[("PROWESS_PROMPT_SKILLS", "60")],
        flags: vec![
            Flag::set("--set", "prompt.skills", "70"),
            Flag::set("--set", "prompt.skills", "80"),
        ],
    };
    let config = layers.clean();
    let setting = config.setting(&KeyPath::plain(Key::PromptSkills)).unwrap();
    let told: Vec<_> = setting
        .contributions
        .iter()
        .map(|one| {
            (
                one.value.clone(),
                one.origin.to_string(),
                one.standing.clone(),
            )
        })
        .collect();
    let one = |number, origin: &str, standing| (Value::Number(number), origin.to_owned(), standing);
    assert_eq!(
        told,
        [
            one(80, "flag `--set`", Standing::InForce),
            one(70, "flag `--set`", Standing::Overridden),
            one(60, "variable `PROWESS_PROMPT_SKILLS`", Standing::Overridden),
            one(
                40,
                "`prompt.skills` in /repo/prowess.toml:1",
                Standing::Overridden
            ),
            one(
                50,
                "`prompt.skills` in /home/ann/.config/prowess/config.toml:3",
                Standing::Overridden
            ),
        ]
    );
}

/// Without any source every typed value is what the table says.
#[test]
fn presets() {
    let config = Layers::default().clean();
    assert_eq!(config.profile().value, "own");
    assert_eq!(
        config.profile().origin.to_string(),
        "the default of `profile`"
    );
    assert_eq!(config.agent().value, "default");
    assert_eq!(config.limit(Key::PromptSkills), None);
    assert_eq!(config.allow_built_in(), None);
    assert_eq!(config.extra_roots(), []);
    assert_eq!(config.entries().len(), 0);
    assert_eq!(config.agent_skills("main"), None);
    assert_eq!(config.shadow().value, ShadowChoice::Tell);
    assert_eq!(config.color(), ColorChoice::Auto);
    assert_eq!(config.output_format(), OutputFormat::Text);
    assert_eq!(config.values(), serde_json::json!({}));
}

/// A bound of the project alone is a cap on the profile's; a user's takes its place.
#[test]
fn bounds_over_a_profile() {
    let limit = |user, project| {
        let layers = Layers {
            user,
            project,
            ..Layers::default()
        };
        layers.clean().limit(Key::PromptSkills).unwrap()
    };
    let high = Some("prompt.skills = 500");
    let low = Some("prompt.skills = 20");
    assert_eq!(limit(high, None).bound_over(Some(150)), 500);
    assert_eq!(limit(None, high).bound_over(Some(150)), 150);
    assert_eq!(limit(None, high).bound_over(None), 500);
    assert_eq!(limit(None, low).bound_over(Some(150)), 20);
    assert_eq!(
        limit(high, Some("prompt.skills = 300")).bound_over(Some(150)),
        300
    );
}

/// Folders of all layers count, the user's before the project's, each resolved from its own
/// place.
#[test]
fn extra_roots() {
    let config = Layers {
        user: Some("skills.extra = ['mine', '~/more', '/abs']"),
        project: Some("skills.extra = ['tools/skills']"),
        environment: &[("PROWESS_SKILLS_EXTRA", "here:/abs")],
        flags: Vec::new(),
    }
    .clean();
    let paths: Vec<&Path> = config
        .extra_roots()
        .iter()
        .map(|folder| folder.path.as_path())
        .collect();
    assert_eq!(
        paths,
        [
            "/repo/sub/here",
            "/abs",
            "/home/ann/.config/prowess/mine",
            "/home/ann/more",
            "/repo/tools/skills",
        ]
        .map(Path::new)
    );
}

/// A list names the line of each folder.
#[test]
fn folders_have_lines() {
    let config = Layers {
        user: Some("[skills]\nextra = [\n  '/a',\n  '/b',\n]"),
        ..Layers::default()
    }
    .clean();
    let lines: Vec<_> = config
        .extra_roots()
        .iter()
        .map(|folder| (folder.path.clone(), folder.origin.line))
        .collect();
    assert_eq!(
        lines,
        [
            (PathBuf::from("/a"), Some(3)),
            (PathBuf::from("/b"), Some(4))
        ]
    );
}

/// An agent's own list replaces that of the default agent; the variable and the flag speak of
/// the agent that was chosen.
#[test]
fn agents() {
    let config = Layers {
        user: Some("agents.default.skills = ['a']\nagents.main.skills = []"),
        flags: vec![
            Flag::own("--agent", "main"),
            Flag::own("--tools", "exec, read"),
        ],
        ..Layers::default()
    }
    .clean();
    assert_eq!(config.agent().value, "main");
    assert_eq!(config.agent_skills("main").unwrap().value, [""; 0]);
    assert_eq!(config.agent_skills("other").unwrap().value, ["a"]);
    assert_eq!(config.agent_tools("main").unwrap().value, ["exec", "read"]);
    assert_eq!(config.agent_tools("other"), None);
}

/// An agent without tools is not one whose tools are unknown.
#[test]
fn no_tools() {
    let config = Layers {
        flags: vec![Flag::own("--tools", "")],
        ..Layers::default()
    }
    .clean();
    assert_eq!(config.agent_tools("default").unwrap().value, [""; 0]);
}

/// `NO_COLOR` counts unless something says more; an empty variable is none.
#[test]
fn no_color() {
    let color = |environment| {
        let layers = Layers {
            environment,
            ..Layers::default()
        };
        layers.clean().color()
    };
    assert_eq!(color(&[("NO_COLOR", "0")]), ColorChoice::Never);
    assert_eq!(color(&[("NO_COLOR", "")]), ColorChoice::Auto);
    assert_eq!(
        color(&[("NO_COLOR", "1"), ("PROWESS_OUTPUT_COLOR", "always")]),
        ColorChoice::Always
    );
}

/// Values keep their types; of a value and one beneath it the stronger layer's holds.
#[test]
fn values() {
    let layers = Layers {
        user: Some(
            "[values]\nn = 3\nf = 1.5\nl = [1, 'x']\nd = 2020-01-01\ne = {}\na.b = 1\na.c = 2",
        ),
        ..Layers::default()
    };
    assert_eq!(
        layers.clean().values(),
        serde_json::json!({
            "n": 3, "f": 1.5, "l": [1, "x"], "d": "2020-01-01", "e": {}, "a": { "b": 1, "c": 2 }
        })
    );
    let flag = |key, value| Layers {
        flags: vec![Flag::set("--set", key, value)],
        ..layers.clone()
    };
    assert_eq!(flag("values.a", "text").clean().values()["a"], "text");
    assert_eq!(flag("values.n.m", "true").clean().values()["n"]["m"], true);
}

/// The composed and the decomposed form of a name are one entry (NM-07).
#[test]
fn nm_07_names_in_nfc() {
    let config = Layers {
        user: Some("skills.entries.'cafe\u{301}'.enabled = false"),
        ..Layers::default()
    }
    .clean();
    assert!(!config.entries()["café"].enabled.as_ref().unwrap().value);
}

/// An entry knows what was said, by whom, and how it meets a client's own file.
#[test]
fn entries() {
    let config = Layers {
        user: Some("[skills.entries.gh]\nenabled = true\nforce = true\napi_key = '$GH'"),
        project: Some("skills.entries.'my skill'.enabled = false"),
        ..Layers::default()
    }
    .clean();
    let entries = config.entries();
    let gh = &entries["gh"];
    assert_eq!(gh.enabled.as_ref().unwrap().effect, Effect::Replaces);
    assert!(gh.force.as_ref().unwrap().value);
    assert_eq!(
        gh.api_key.as_ref().unwrap().value.reference().as_deref(),
        Some("${GH}")
    );
    let mine = entries["my skill"].enabled.as_ref().unwrap();
    assert_eq!((mine.value, mine.effect), (false, Effect::Restricts));
    assert_eq!(
        mine.origin.to_string(),
        "`skills.entries.\"my skill\".enabled` in /repo/prowess.toml:1"
    );
}

/// A broken user file, variable or flag gives no configuration at all.
#[test]
fn broken_words_of_the_user() {
    let found = |layers: Layers<'_>| {
        let ConfigError::Invalid { diagnostics } = layers.load().unwrap_err() else {
            panic!("another error");
        };
        codes(&diagnostics)
    };
    let user = |text| {
        found(Layers {
            user: Some(text),
            ..Layers::default()
        })
    };
    assert_eq!(user("profile = "), ["PW901"]);
    assert_eq!(user("profile = 3"), ["PW903"]);
    assert_eq!(user("skills = 3"), ["PW903"]);
    assert_eq!(user("prompt.skills = -1"), ["PW904"]);
    assert_eq!(
        found(Layers {
            environment: &[("PROWESS_PROMPT_SKILLS", "many")],
            ..Layers::default()
        }),
        ["PW904"]
    );
    for (flag, code) in [
        (Flag::set("--set", "prompt.skill", "3"), "PW902"),
        (Flag::set("--set", "prompt", "3"), "PW902"),
        (Flag::set("--set", "a = 1\nprofile", "3"), "PW902"),
        (Flag::own("--colour", "never"), "PW902"),
        (Flag::own("--color", "blue"), "PW904"),
    ] {
        let layers = Layers {
            flags: vec![flag],
            ..Layers::default()
        };
        assert_eq!(found(layers), [code]);
    }
}

/// An unknown key in the user's file is told and stops nothing: it may belong to a newer version.
#[test]
fn unknown_keys_stop_nothing() {
    let config = Layers {
        user: Some("future = 1\nprofile = 'openclaw'"),
        ..Layers::default()
    }
    .load()
    .unwrap();
    assert_eq!(codes(config.diagnostics()), ["PW902"]);
    assert_eq!(config.profile().value, "openclaw");
}

/// A project's file says among the settings of skills which skills it wants; that is no unknown setting there, and sets
/// nothing. A name that none of a skill can be is told still.
#[test]
fn wanted_skills() {
    let text = "[skills]\nextra = []\nweather = 'o/r'\nreview = { source = 'o/r', ref = 'v1' }\n";
    let of = |user, project| {
        let layers = Layers {
            user,
            project,
            ..Layers::default()
        };
        codes(layers.load().unwrap().diagnostics())
    };
    assert_eq!(of(None, Some(text)), [""; 0]);
    assert_eq!(of(Some(text), None), ["PW902", "PW902"]);
    assert_eq!(of(None, Some("skills.allow_bult_in = 'x'")), ["PW902"]);
    assert_eq!(of(None, Some("skills.weather = 1")), ["PW902"]);
}

/// Bytes that are no text, too many of them, or none to be had are errors of the file; a byte
/// order mark is none.
#[test]
fn bytes() {
    let surroundings = prowess_base::Surroundings::bare("/repo");
    let load = |contents| {
        let mut sources = Sources::new(&surroundings, Path::new("/repo"));
        sources.project_file = Some(ConfigFile {
            path: Path::new("/repo/prowess.toml"),
            contents,
        });
        prowess_config::Config::load(&sources).unwrap()
    };
    let many: String = (0..10_001)
        .map(|key| format!("values.k{key}=1\n"))
        .collect();
    let large = vec![b'\n'; usize::try_from(MAX_FILE_BYTES).unwrap() + 1];
    for contents in [
        Contents::Bytes(b"\xff"),
        Contents::Bytes(&large),
        Contents::Bytes(many.as_bytes()),
        Contents::Unreadable("permission denied"),
    ] {
        assert_eq!(codes(load(contents).diagnostics()), ["PW900"]);
    }
    let marked = load(Contents::Bytes(b"\xef\xbb\xbfprompt.skills = 3"));
    assert_eq!(marked.limit(Key::PromptSkills).unwrap().value, 3);
}

/// What is said about a finding of a scan is kept by fingerprint; a day is a date or a text.
#[test]
fn suppressions() {
    let config = Layers {
        user: Some(
            "[scan.suppress.0a1b]\nowner = 'me'\nreason = 'known'\nuntil = 2027-03-01\n\
             [scan.suppress.c2]\nuntil = '2027-02-28'\n",
        ),
        ..Layers::default()
    }
    .clean();
    let told: Vec<_> = config
        .suppressions()
        .into_iter()
        .map(|(fingerprint, told)| {
            let until = told.until.map(|until| until.value.to_string());
            (
                fingerprint.to_owned(),
                told.owner.map(|owner| owner.value.to_owned()),
                until,
            )
        })
        .collect();
    let day = |day: &str| Some(day.to_owned());
    assert_eq!(
        told,
        [
            ("0a1b".to_owned(), Some("me".to_owned()), day("2027-03-01")),
            ("c2".to_owned(), None, day("2027-02-28")),
        ]
    );
}

/// What is no day of the calendar is an error of the user's file.
#[test]
fn no_day() {
    for text in ["2027-02-29", "'soon'", "2027-03-01T00:00:00Z", "5"] {
        let user = format!("scan.suppress.a.until = {text}");
        let layers = Layers {
            user: Some(&user),
            ..Layers::default()
        };
        assert!(layers.load().is_err(), "{text}");
    }
}
