//! What holds for any input.

use std::path::Path;

use proptest::prelude::*;
use prowess_base::Surroundings;
use prowess_config::{Config, ConfigFile, Contents, Key, Sources};

use crate::setup::{Layers, is_fewer};

/// Lines of which a file is made: valid ones of every kind, for the same few names.
fn line() -> impl Strategy<Value = String> {
    let names = prop::collection::vec(prop::sample::select(&["a", "b", "c"][..]), 0..3)
        .prop_map(|names| format!("{names:?}"));
    let leaf = prop::sample::select(&["false", "true", "1", "{}"][..]);
    prop_oneof![
        (0u32..9).prop_map(|number| format!("prompt.skills = {number}")),
        (1u32..9).prop_map(|number| format!("discovery.depth = {number}")),
        names
            .clone()
            .prop_map(|names| format!("skills.allow_built_in = {names}")),
        (prop::sample::select(&["default", "main"][..]), names)
            .prop_map(|(agent, names)| format!("agents.{agent}.skills = {names}")),
        any::<bool>().prop_map(|flag| format!("skills.entries.a.enabled = {flag}")),
        any::<bool>().prop_map(|flag| format!("skills.entries.a.force = {flag}")),
        prop::sample::select(&["tell", "refuse"][..])
            .prop_map(|word| format!("trust.shadow = '{word}'")),
        (prop::sample::select(&["a", "a.b", "a.b.c", "d"][..]), leaf)
            .prop_map(|(path, value)| format!("values.{path} = {value}")),
    ]
}

/// A file of such lines, as far as they go together.
fn file() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 0..8).prop_map(|lines| {
        lines.into_iter().fold(String::new(), |file, line| {
            let longer = format!("{file}{line}\n");
            if longer.parse::<toml::Table>().is_ok() {
                longer
            } else {
                file
            }
        })
    })
}

/// Whether `requires.config` would find something at a path (OpenClaw's rule: a value that is not
/// false, zero or empty).
fn is_set(values: &serde_json::Value, path: &str) -> bool {
    let found = path
        .split('.')
        .try_fold(values, |value, part| value.get(part));
    match found {
        None | Some(serde_json::Value::Null) => false,
        Some(serde_json::Value::Bool(flag)) => *flag,
        Some(serde_json::Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(serde_json::Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

/// Whether nothing is wider in `with` than in `without`, measured by what a reader of the
/// settings would do.
fn is_no_wider(with: &Config, without: &Config) -> bool {
    let bounds = [Key::PromptSkills, Key::DiscoveryDepth].iter().all(|&key| {
        [None, Some(3)].into_iter().all(|profile| {
            let bound = |config: &Config| {
                config
                    .limit(key)
                    .map_or(profile, |limit| Some(limit.bound_over(profile)))
                    .unwrap_or(u64::MAX)
            };
            bound(with) <= bound(without)
        })
    });
    let enabled = |config: &Config| {
        config
            .entries()
            .get("a")
            .and_then(|entry| entry.enabled.clone())
            .is_none_or(|enabled| enabled.value)
    };
    let forced = |config: &Config| {
        config
            .entries()
            .get("a")
            .and_then(|entry| entry.force.clone())
            .is_some_and(|force| force.value)
    };
    let refuses = |config: &Config| config.shadow().value == prowess_config::ShadowChoice::Refuse;
    let (values, base) = (with.values(), without.values());
    bounds
        && is_fewer(with.allow_built_in(), without.allow_built_in())
        && ["default", "main", "other"]
            .iter()
            .all(|agent| is_fewer(with.agent_skills(agent), without.agent_skills(agent)))
        && (!enabled(with) || enabled(without))
        && forced(with) == forced(without)
        && (refuses(with) || !refuses(without))
        && ["a", "a.b", "a.b.c", "d"]
            .iter()
            .all(|path| !is_set(&values, path) || is_set(&base, path))
}

proptest! {
    /// Any bytes in either file give a configuration or a list of findings, never a panic.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[a-z.\\[\\]='\"\\n{} 0-9$]{0,120}") {
        let surroundings = Surroundings::bare("/repo");
        for contents in [bytes.as_slice(), text.as_bytes()] {
            let file = ConfigFile { path: Path::new("/repo/prowess.toml"), contents: Contents::Bytes(contents) };
            let mut sources = Sources::new(&surroundings, Path::new("/repo"));
            sources.project_file = Some(file);
            prop_assert!(Config::load(&sources).is_ok());
            sources.user_file = Some(file);
            let _ = Config::load(&sources);
        }
    }

    /// Whatever the user and the project say, nothing is wider with the project's file than
    /// without it.
    #[test]
    fn a_project_never_widens(user in file(), project in file()) {
        let layers = Layers { user: Some(&user), ..Layers::default() };
        let without = layers.load().unwrap();
        let with = Layers { project: Some(&project), ..layers }.load().unwrap();
        prop_assert!(is_no_wider(&with, &without), "{:#?}", with.to_json());
    }
}
