//! Nanobot's `config.json` (2026-08): skills that are turned off, and the workspace.

use std::path::Path;

use prowess_base::{Diagnostic, Surroundings, normalize_name};
use prowess_format::{NodeKind, ScalarStyle};

use super::{ClientConfig, ConfigText, at};

/// Reads a `config.json`. Keys are taken in camel case and in snake case; where both stand, the
/// camel case counts. Comments and trailing commas, which Nanobot refuses, do no harm.
///
/// # Errors
///
/// `PW250` with the place where the text is broken.
pub fn read_config(
    text: &str,
    file: &Path,
    surroundings: &Surroundings,
) -> Result<ClientConfig, Box<Diagnostic>> {
    let source = ConfigText::new(text, file);
    let tree = source.tree()?;
    let mut config = ClientConfig::default();
    let Some(defaults) = at(&tree, &["agents", "defaults"]) else {
        return Ok(config);
    };
    let disabled = [
        ("agents.defaults.disabledSkills", "disabledSkills"),
        ("agents.defaults.disabled_skills", "disabled_skills"),
    ];
    let found = disabled
        .into_iter()
        .find_map(|(name, key)| Some((name, defaults.get(key)?)));
    if let Some((name, node)) = found {
        match &node.kind {
            NodeKind::Sequence(elements) => {
                for element in elements {
                    match element.as_scalar() {
                        Some(scalar) if scalar.style == ScalarStyle::Text => {
                            let origin = source.origin(name, element.span);
                            let skill = normalize_name(&scalar.text).into_owned();
                            config.settings.disabled.push((skill, origin));
                        }
                        _ => config.diagnostics.push(source.misshapen(
                            name,
                            element.span,
                            "a list of names",
                            "write the names of skills as text",
                        )),
                    }
                }
            }
            _ if node.is_null() => {}
            _ => config.diagnostics.push(source.misshapen(
                name,
                node.span,
                "a list of names",
                "write `[\"name\"]`",
            )),
        }
    }
    config.workspace = defaults
        .get("workspace")
        .and_then(|node| node.as_scalar())
        .filter(|scalar| scalar.style == ScalarStyle::Text && !scalar.text.is_empty())
        .map(|scalar| {
            let path = surroundings.expand_home(Path::new(scalar.text.as_ref()));
            surroundings.current_dir.join(path)
        });
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ClientConfig {
        let surroundings = Surroundings {
            home: Some("/home/ann".into()),
            ..Surroundings::bare("/w")
        };
        read_config(text, Path::new("/c/config.json"), &surroundings).unwrap()
    }

    /// Both spellings turn skills off, each with the line that did.
    #[test]
    fn disabled_skills() {
        for key in ["disabledSkills", "disabled_skills"] {
            let config = read(&format!(
                "{{\"agents\": {{\"defaults\": {{\"workspace\": \"~/ws\",\n\"{key}\": [\"a\",\n\"b\"]}}}}}}"
            ));
            let said: Vec<_> = config
                .settings
                .disabled
                .iter()
                .map(|(name, origin)| (name.as_str(), origin.line))
                .collect();
            assert_eq!(said, [("a", Some(2)), ("b", Some(3))]);
            assert_eq!(config.workspace.as_deref(), Some(Path::new("/home/ann/ws")));
        }
    }

    /// A value of another form is told and turns nothing off; a broken file gives its place.
    #[test]
    fn other_forms() {
        let config = read("{\"agents\": {\"defaults\": {\"disabledSkills\": \"a\"}}}");
        assert_eq!(config.diagnostics.len(), 1);
        assert!(config.settings.disabled.is_empty());
        let broken = read_config("{\n\"a\" 1}", Path::new("/c"), &Surroundings::bare("/w"));
        assert_eq!(broken.unwrap_err().place.unwrap().start.line, 2);
    }
}
