//! A project file may only restrict.

use prowess_config::{Authority, Config, Key, Layer, Standing};

use crate::setup::{Layers, codes, is_fewer};

/// What a user says, and what a project says to get more than that.
struct Attempt {
    user: &'static str,
    project: &'static str,
}

/// At least one attempt to widen for every key that has something to widen.
fn attempts(key: Key) -> Vec<Attempt> {
    let attempt = |user, project| Attempt { user, project };
    match key {
        Key::Profile => vec![attempt("", "profile = 'nanobot'")],
        Key::Agent => vec![attempt("", "agent = 'main'")],
        Key::PromptSkills => vec![attempt("prompt.skills = 10", "prompt.skills = 11")],
        Key::PromptCharacters => vec![attempt("prompt.characters = 9", "prompt.characters = 10")],
        Key::PromptDescription => {
            vec![attempt("prompt.description = 9", "prompt.description = 10")]
        }
        Key::PromptTokens => vec![attempt("prompt.tokens = 9", "prompt.tokens = 10")],
        Key::PromptWindow => vec![attempt("", "prompt.window = 10")],
        Key::PromptTokenizer => vec![attempt("", "prompt.tokenizer = 'cl100k'")],
        Key::DiscoveryDepth => vec![attempt("discovery.depth = 2", "discovery.depth = 3")],
        Key::DiscoveryCandidates => {
            vec![attempt(
                "discovery.candidates = 5",
                "discovery.candidates = 0x10",
            )]
        }
        Key::SkillFileBytes => vec![attempt("skill.file_bytes = 10", "skill.file_bytes = 20")],
        Key::AllowBuiltIn => vec![
            attempt(
                "skills.allow_built_in = []",
                "skills.allow_built_in = ['a']",
            ),
            attempt(
                "skills.allow_built_in = ['a']",
                "skills.allow_built_in = ['a', 'b']",
            ),
        ],
        Key::ExtraRoots => vec![
            attempt("", "skills.extra = ['/etc']"),
            attempt("", "skills.extra = ['../other']"),
            attempt("", "skills.extra = ['a/../../other']"),
            attempt("", "skills.extra = ['~/skills']"),
            attempt("", "skills.extra = ['/repository']"),
            attempt("", "skills.extra = ['/repo/../etc']"),
        ],
        Key::EntryEnabled => vec![attempt(
            "skills.entries.gh.enabled = false",
            "skills.entries.gh.enabled = true",
        )],
        Key::EntryForce => vec![
            attempt("", "skills.entries.gh.force = true"),
            attempt("", "skills.entries.gh.force = false"),
        ],
        Key::EntryApiKey => vec![attempt("", "skills.entries.gh.api_key = '$HOME'")],
        Key::EntryEnv => vec![attempt("", "skills.entries.gh.env.TOKEN = 'x'")],
        Key::AgentSkills => vec![
            attempt("agents.main.skills = ['a']", "agents.main.skills = ['b']"),
            attempt("agents.main.skills = []", "agents.main.skills = ['b']"),
            attempt(
                "agents.default.skills = ['a']",
                "agents.main.skills = ['a', 'b']",
            ),
            attempt(
                "agents.default.skills = ['a']",
                "agents.default.skills = ['b']",
            ),
        ],
        Key::AgentTools => vec![
            attempt("", "agents.default.tools = ['exec']"),
            attempt("agents.main.tools = ['exec']", "agents.main.tools = []"),
        ],
        Key::TrustShadow => vec![attempt("trust.shadow = 'refuse'", "trust.shadow = 'tell'")],
        Key::TrustMode => vec![attempt(
            "trust.mode = 'approved-only'",
            "trust.mode = 'scope'",
        )],
        Key::SuppressOwner => vec![attempt("", "scan.suppress.0a1b.owner = 'me'")],
        Key::SuppressReason => vec![
            attempt("", "scan.suppress.0a1b.reason = 'known'"),
            attempt(
                "scan.suppress.0a1b.reason = 'a'",
                "scan.suppress.0a1b.reason = 'b'",
            ),
        ],
        Key::SuppressUntil => vec![
            attempt("", "scan.suppress.0a1b.until = 2999-01-01"),
            attempt(
                "scan.suppress.0a1b.until = 2027-01-01",
                "scan.suppress.0a1b.until = 2027-01-02",
            ),
        ],
        Key::InstallPreferBrew => vec![
            attempt("", "install.prefer_brew = false"),
            attempt("install.prefer_brew = false", "install.prefer_brew = true"),
        ],
        Key::InstallNodeManager => vec![attempt("", "install.node_manager = 'bun'")],
        Key::InstallScan => vec![attempt("install.scan = 'enforce'", "install.scan = 'warn'")],
        Key::PolicyCommand => vec![
            attempt("", "install.policy.command = '/bin/true'"),
            attempt(
                "install.policy.command = '/a'",
                "install.policy.command = '/b'",
            ),
        ],
        Key::PolicyArguments => vec![
            attempt("", "install.policy.arguments = ['--yes']"),
            attempt(
                "install.policy.arguments = ['--strict']",
                "install.policy.arguments = []",
            ),
        ],
        Key::PolicyPassEnv => vec![attempt("", "install.policy.pass_env = ['TOKEN']")],
        Key::PolicyMilliseconds => vec![attempt("", "install.policy.milliseconds = 1")],
        Key::PolicyOutputBytes => vec![attempt("", "install.policy.output_bytes = 1")],
        Key::InstallRegistry => vec![attempt("", "install.registry = 'https://e.test/'")],
        Key::InstallTrustedHosts => vec![
            attempt("", "install.trusted_hosts = ['e.test']"),
            attempt(
                "install.trusted_hosts = ['e.test']",
                "install.trusted_hosts = []",
            ),
        ],
        Key::OutputColor => vec![],
        Key::OutputFormat => vec![attempt("", "output.format = 'json'")],
        Key::Values => vec![
            attempt("", "values.browser.enabled = true"),
            attempt("values.a = false", "values.a = true"),
            attempt("values.a = false", "values.a.b = 1"),
            attempt("values.a = 1", "values.a = 2"),
            attempt("", "values.a = {}"),
        ],
        _ => panic!("no attempt for {key:?}"),
    }
}

/// What holds, without who said so.
fn holding(config: &Config) -> Vec<(String, serde_json::Value)> {
    let mut rows: Vec<_> = config
        .settings()
        .filter_map(|setting| {
            let value = setting.value.as_ref()?;
            let default = setting.origin()?.layer == Layer::Default;
            (!default).then(|| {
                (
                    setting.path.to_string(),
                    serde_json::to_value(value).unwrap(),
                )
            })
        })
        .collect();
    rows.push(("values".to_owned(), config.values()));
    rows
}

/// For every key: what a project asks for beyond the user's word is told, with the line, and
/// what holds is what would hold without that file, or less.
#[test]
fn a_project_widens_no_key() {
    for &key in Key::ALL {
        let attempts = attempts(key);
        assert_eq!(
            attempts.is_empty(),
            key.spec().authority == Authority::Anyone,
            "{key:?}"
        );
        for Attempt { user, project } in attempts {
            let without = Layers {
                user: Some(user),
                ..Layers::default()
            }
            .clean();
            let with = Layers {
                user: Some(user),
                project: Some(project),
                ..Layers::default()
            }
            .load()
            .unwrap();

            let code = match key.spec().authority {
                Authority::UserOnly => "PW906",
                _ => "PW905",
            };
            assert_eq!(codes(with.diagnostics()), [code], "{project}");
            let told = &with.diagnostics()[0];
            assert_eq!(told.place.as_ref().unwrap().start.line, 1, "{project}");
            assert!(told.help.is_some(), "{project}");

            let names_partly_refused = matches!(key, Key::AllowBuiltIn | Key::AgentSkills);
            if names_partly_refused {
                for agent in ["main", "other"] {
                    assert!(is_fewer(
                        with.agent_skills(agent),
                        without.agent_skills(agent)
                    ));
                }
                assert!(is_fewer(with.allow_built_in(), without.allow_built_in()));
            } else {
                assert_eq!(holding(&with), holding(&without), "{project}");
            }
        }
    }
}

/// What a project may do, it can do: each tightening holds and nothing is told.
#[test]
fn a_project_restricts() {
    let config = Layers {
        user: Some(
            "prompt.skills = 10\ntrust.shadow = 'tell'\nskills.allow_built_in = ['a', 'b', 'c']\n\
             skills.entries.gh.enabled = true\nvalues.a.b = 1\nagents.default.skills = ['a', 'b']",
        ),
        project: Some(
            "prompt.skills = 9\ntrust.shadow = 'refuse'\nskills.allow_built_in = ['c', 'a']\n\
             skills.entries.gh.enabled = false\nvalues.a = false\nagents.main.skills = ['b']\n\
             skills.extra = ['shared/skills', '/repo/more', '.']\noutput.color = 'never'",
        ),
        ..Layers::default()
    }
    .clean();
    assert_eq!(
        serde_json::Value::from_iter(holding(&config)),
        serde_json::json!({
            "prompt.skills": 9,
            "skills.allow_built_in": ["a", "c"],
            "skills.extra": [
                folder("/repo/shared/skills"), folder("/repo/more"), folder("/repo/.")
            ],
            "skills.entries.gh.enabled": false,
            "agents.default.skills": ["a", "b"],
            "agents.main.skills": ["b"],
            "trust.shadow": "refuse",
            "output.color": "never",
            "values.a": false,
            "values": { "a": false },
        })
    );
}

fn folder(path: &str) -> serde_json::Value {
    serde_json::json!({
        "path": path,
        "origin": {
            "layer": "project", "name": "skills.extra", "file": crate::setup::PROJECT_FILE, "line": 7
        },
    })
}

/// A `false` of a project beneath nothing of the user's would make a table where there was
/// nothing, which `requires.config` takes for set; it does nothing.
#[test]
fn a_false_makes_no_table() {
    for user in ["", "values.a = false"] {
        let layers = Layers {
            user: Some(user),
            ..Layers::default()
        };
        let without = layers.clean().values();
        let with = Layers {
            project: Some("values.a.b = false"),
            ..layers
        };
        assert_eq!(with.clean().values(), without);
    }
}

/// Of two Unicode forms of one name neither loosens the other: the one that restricts holds.
#[test]
fn two_forms_of_one_name() {
    let config = Layers {
        project: Some(
            "[skills.entries]\n'caf\u{e9}'.enabled = true\n'cafe\u{301}'.enabled = false\n",
        ),
        ..Layers::default()
    }
    .load()
    .unwrap();
    assert_eq!(codes(config.diagnostics()), ["PW907"]);
    let entries = config.entries();
    assert!(!entries["café"].enabled.as_ref().unwrap().value);
}

/// A project file that cannot be read at all leaves what the user says, and is told as an error.
#[test]
fn a_broken_project_file_says_nothing() {
    for project in ["prompt.skills = ", "[skills", "\u{0}"] {
        let config = Layers {
            user: Some("prompt.skills = 10"),
            project: Some(project),
            ..Layers::default()
        }
        .load()
        .unwrap();
        assert!(
            codes(config.diagnostics())
                .iter()
                .all(|code| code == "PW901")
        );
        assert!(
            config
                .diagnostics()
                .iter()
                .all(prowess_base::Diagnostic::is_error)
        );
        assert_eq!(config.limit(Key::PromptSkills).unwrap().value, 10);
    }
}

/// What was refused stays visible, with the reason.
#[test]
fn refused_words_are_kept() {
    let config = Layers {
        project: Some("profile = 'nanobot'"),
        ..Layers::default()
    }
    .load()
    .unwrap();
    let profile = config.settings().next().unwrap();
    let standings: Vec<_> = profile
        .contributions
        .iter()
        .map(|one| one.standing.clone())
        .collect();
    assert_eq!(
        standings,
        [
            Standing::Refused("`profile` is not for a project file to set".to_owned()),
            Standing::InForce
        ]
    );
}

/// What a profile says of scans at the door is a user's to loosen; a project only makes it stricter.
#[test]
fn a_project_loosens_no_scan() {
    use prowess_config::InstallScanChoice::{Enforce, Warn};
    let said = |user: Option<&str>, project: Option<&str>, profile| {
        let layers = Layers {
            user,
            project,
            ..Layers::default()
        };
        layers.load().unwrap().install_scan(profile)
    };
    let (warn, enforce) = ("install.scan = 'warn'", "install.scan = 'enforce'");
    assert_eq!(said(None, None, Enforce), Enforce);
    assert_eq!(said(None, None, Warn), Warn);
    assert_eq!(said(Some(warn), None, Enforce), Warn);
    assert_eq!(said(None, Some(warn), Enforce), Enforce);
    assert_eq!(said(None, Some(enforce), Warn), Enforce);
    assert_eq!(said(Some(warn), Some(enforce), Warn), Enforce);
}
