//! Secrets stay in.

use prowess_base::render::{Marks, to_json, to_text};
use prowess_config::ConfigError;

use crate::setup::Layers;

const SECRET: &str = "sk-topsecret";

/// No secret value is in the debug form or in the JSON form; references are.
#[test]
fn hidden_in_every_form() {
    let config = Layers {
        user: Some(
            "[skills.entries.gh]\napi_key = 'sk-topsecret'\nenv = { A = 'sk-topsecret', B = '$B' }\n\
             [skills.entries.nc]\napi_key = { source = 'exec', provider = 'vault', id = 'nc' }",
        ),
        ..Layers::default()
    }
    .clean();
    let debug = format!("{config:?}");
    let json = config.to_json().to_string();
    assert!(!debug.contains(SECRET) && !json.contains(SECRET));
    assert!(json.contains("\"(hidden)\"") && json.contains("${B}") && json.contains("exec:nc"));
    assert_eq!(
        config.entries()["gh"].env["A"].value,
        &prowess_config::Secret::Plain(prowess_config::Masked::new(SECRET))
    );
}

/// Whatever is wrong near a secret, the diagnostics do not show it: not where the secret itself
/// is wrong, not on a line it shares, not in a misspelt key, not where the file is no TOML.
#[test]
fn hidden_in_diagnostics() {
    for text in [
        "skills.entries.gh = { enabled = 3, api_key = 'sk-topsecret' }",
        "skills.entries.gh.api_key = ['sk-topsecret']",
        "skills.entries.gh.api_key = 'x ${sk-topsecret}'",
        "skills.entries.gh.api_key = { source = 'sk-topsecret', id = 'sk-topsecret' }",
        "x = 1\nskills.entries.gh.apikey = 'sk-topsecret'\nprofile = 3",
        "skills.entries.gh.env = 'TOKEN=sk-topsecret'",
        "skills.entries.gh.api_key = 'sk-topsecret",
        "[skills.entries.gh.env]\nA = 'a'\nB = sk-topsecret",
        "[skills.entries.gh.env]\nA = '''\nsk-topsecret ''' x",
        "skills.entries.gh = { api_key = 'sk-topsecret' enabled = true }",
    ] {
        for project in [None, Some(text)] {
            let user = project.is_none().then_some(text);
            let loaded = Layers {
                user,
                project,
                ..Layers::default()
            }
            .load();
            let diagnostics = match &loaded {
                Ok(config) => config.diagnostics(),
                Err(ConfigError::Invalid { diagnostics }) => diagnostics.as_slice(),
                Err(other) => panic!("{other}"),
            };
            assert!(!diagnostics.is_empty(), "{text}");
            let json = to_json(diagnostics).to_string();
            assert!(!json.contains(SECRET), "{text}\n{json}");
            for diagnostic in diagnostics {
                let shown = to_text(diagnostic, "/".as_ref(), &Marks::default());
                assert!(!shown.contains(SECRET), "{shown}");
            }
        }
    }
}
