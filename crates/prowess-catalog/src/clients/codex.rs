//! Codex's `config.toml`: skills that are turned off (`[[skills.config]]`), and `agents/openai.yaml`
//! beside a skill. From documentation (ecosystem page 3); there are no vectors.

use std::ops::Range;
use std::path::Path;

use prowess_base::{Diagnostic, Span, Surroundings, normalize_name};
use prowess_format::{Limits, Node, Value, yaml_document};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{ClientConfig, ConfigText, at, unreadable};

/// The product for which skills are read here, in `policy.products`.
const PRODUCT: &str = "codex";

/// Reads a user's `config.toml`. Of each `[[skills.config]]` with `enabled = false` the skill of that
/// `name`, or the one whose SKILL.md or folder is at that `path`, is turned off; `true` does nothing.
///
/// # Errors
///
/// `PW250` with the place where the text is no TOML.
pub fn read_config(
    text: &str,
    file: &Path,
    surroundings: &Surroundings,
) -> Result<ClientConfig, Box<Diagnostic>> {
    let source = ConfigText::new(text, file);
    source.check_size()?;
    let table = DeTable::parse(text).map_err(|error| {
        let fault = unreadable(file, error.message().to_owned(), None);
        match error.span() {
            Some(range) => Box::new(fault.at(text, Span::new(range.start, range.end))),
            None => fault,
        }
    })?;
    let mut config = ClientConfig::default();
    let found = table.get_ref().get("skills");
    let found = found.and_then(|skills| skills.get_ref().as_table()?.get("config"));
    let Some(found) = found else {
        return Ok(config);
    };
    let wrong = |value: &Spanned<DeValue<'_>>| {
        let then = "write `[[skills.config]]` with `name` or `path`, and `enabled`";
        source.misshapen("skills.config", span(value), "a list of tables", then)
    };
    let Some(elements) = found.get_ref().as_array() else {
        config.diagnostics.push(wrong(found));
        return Ok(config);
    };
    for element in elements.iter() {
        let entry = element.get_ref().as_table();
        let text = |key: &str| entry?.get(key)?.get_ref().as_str();
        let enabled = entry.and_then(|entry| entry.get("enabled")?.get_ref().as_bool());
        let origin = source.origin("skills.config", span(element));
        match (enabled, text("path"), text("name")) {
            (Some(true), _, _) => {}
            (Some(false), Some(path), _) => {
                let path = surroundings.expand_home(Path::new(path));
                let path = surroundings.current_dir.join(path);
                config.settings.disabled_paths.push((path, origin));
            }
            (Some(false), None, Some(name)) => {
                let name = normalize_name(name).into_owned();
                config.settings.disabled.push((name, origin));
            }
            _ => config.diagnostics.push(wrong(element)),
        }
    }
    Ok(config)
}

fn span(value: &Spanned<DeValue<'_>>) -> Span {
    let Range { start, end } = value.span();
    Span::new(start, end)
}

/// Whether a model may start a skill, as `policy` in its `agents/openai.yaml` says.
///
/// # Errors
///
/// What is wrong, where the file is no YAML or what restricts cannot be read for certain.
pub(crate) fn model_may_start(text: &str) -> Result<bool, String> {
    let tree = yaml_document(text, &Limits::default()).map_err(|fault| fault.message)?;
    let Some(policy) = tree.as_ref().and_then(|tree| at(tree, &["policy"])) else {
        return Ok(true);
    };
    if policy.as_mapping().is_none() && !policy.is_null() {
        return Err("`policy` is no mapping".to_owned());
    }
    let implicit = match policy.get("allow_implicit_invocation") {
        Some(flag) if !flag.is_null() => boolean(flag)
            .ok_or_else(|| "`policy.allow_implicit_invocation` is no flag".to_owned())?,
        _ => true,
    };
    let products = match policy.get("products") {
        Some(products) if !products.is_null() => products
            .as_sequence()
            .ok_or_else(|| "`policy.products` is no list".to_owned())?,
        _ => return Ok(implicit),
    };
    let is_ours = |product: &Node<'_>| {
        let product = product.as_scalar();
        product.is_some_and(|product| product.text.eq_ignore_ascii_case(PRODUCT))
    };
    Ok(implicit && (products.is_empty() || products.iter().any(is_ours)))
}

fn boolean(node: &Node<'_>) -> Option<bool> {
    match node.as_scalar()?.value() {
        Value::Boolean(flag) => Some(flag),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn read(text: &str) -> Result<ClientConfig, Box<Diagnostic>> {
        let surroundings = Surroundings {
            home: Some("/home/ann".into()),
            ..Surroundings::bare("/w")
        };
        read_config(
            text,
            Path::new("/home/ann/.codex/config.toml"),
            &surroundings,
        )
    }

    /// Skills are turned off by name or by path, with the line that says so.
    #[test]
    fn turned_off() {
        let config = read(
            "model = 'm'\n\n[[skills.config]]\nname = 'a'\nenabled = false\n\n[[skills.config]]\n\
             path = '~/s/SKILL.md'\nenabled = false\n\n[[skills.config]]\nname = 'c'\nenabled = true\n",
        )
        .unwrap();
        let names = config.settings.disabled.iter();
        let names: Vec<_> = names
            .map(|(name, origin)| (name.as_str(), origin.line))
            .collect();
        assert_eq!(names, [("a", Some(3))]);
        let paths: Vec<_> = config
            .settings
            .disabled_paths
            .iter()
            .map(|(path, _)| path)
            .collect();
        assert_eq!(paths, [&PathBuf::from("/home/ann/s/SKILL.md")]);
        assert_eq!(config.diagnostics, []);
    }

    /// A file that is no TOML is not used, an entry that says nothing is told.
    #[test]
    fn faults() {
        assert_eq!(read("[[skills").unwrap_err().code.to_string(), "PW250");
        let told = |text| read(text).unwrap().diagnostics.len();
        assert_eq!(told("[[skills.config]]\nname = 'a'\n"), 1);
        assert_eq!(told("[skills]\nconfig = 1\n"), 1);
        assert_eq!(told("other = 1\n"), 0);
    }

    /// A policy keeps a skill from the model, for certain or not at all.
    #[test]
    fn policies() {
        let policy = |text: &str| model_may_start(text).ok();
        assert_eq!(policy("interface:\n  display_name: A\n"), Some(true));
        assert_eq!(
            policy("policy:\n  allow_implicit_invocation: false\n"),
            Some(false)
        );
        assert_eq!(policy("policy:\n  products: [chat]\n"), Some(false));
        assert_eq!(policy("policy:\n  products: [chat, Codex]\n"), Some(true));
        assert_eq!(policy(""), Some(true));
        for unclear in [
            "policy: no\n",
            "policy:\n  allow_implicit_invocation: 'no'\n",
            "a: [",
            "policy:\n  products: x\n",
        ] {
            assert_eq!(policy(unclear), None, "{unclear}");
        }
    }
}
