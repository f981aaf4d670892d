//! A user's own profile: TOML that says what differs from another profile.

use std::path::{Component, Path, PathBuf};

use prowess_base::Diagnostic;

use super::table::{Fault, Section, TomlFile};
use super::{Budget, Discovery, Profile, RootRule, WindowShare, WindowUnit};

/// The kinds of roots and the keys of each.
const ROOT_KINDS: [&str; 13] = [
    "workspace",
    "configured",
    "current",
    "instructions",
    "ancestors",
    "home",
    "managed",
    "built-in",
    "fixed",
    "state",
    "variable",
    "extra",
    "plugin",
];

impl Profile {
    /// Reads a profile's file. It has a `name`; `extends` names the built-in profile whose parts
    /// count where the file says nothing, `own` where it is absent. `roots`, where they are given,
    /// take the place of all roots of that profile.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, each with file and line: no TOML (`PW218`), a key that is not known
    /// (`PW219`), a value that does not fit (`PW220`). A profile with a fault is not used at all.
    pub fn from_toml(text: &str, file: &Path) -> Result<Self, Vec<Diagnostic>> {
        let source = TomlFile::new(text, file);
        let Some(table) = source.parse() else {
            return Err(source.into_faults());
        };
        let section = Section::new(&source, &table, "");
        let profile = read(&section);
        section.finish();
        let faults = source.into_faults();
        match profile {
            Some(profile) if faults.is_empty() => Ok(profile),
            _ => Err(faults),
        }
    }
}

fn read(section: &Section<'_, '_>) -> Option<Profile> {
    let mut profile = base(section)?;
    let name = section.text("name");
    match name {
        Some(name) if Profile::BUILT_IN.contains(&name) => {
            section.fault(
                "name",
                Fault::Value(format!("`{name}` is a built-in profile")),
                "take another name",
            );
        }
        Some(name) if !name.trim().is_empty() => {
            name.clone_into(&mut profile.name);
            name.clone_into(&mut profile.title);
        }
        Some(_) => section.fault("name", Fault::Value("is blank".to_owned()), "give it one"),
        None => section.missing("name"),
    }
    section.set_text("title", &mut profile.title);
    section.set_word("identity", &mut profile.identity);
    section.set_word("collision", &mut profile.collision);
    section.set_word("dialect", &mut profile.dialect);
    section.set_word("companion", &mut profile.companion);
    section.set_word("gates", &mut profile.gates);
    section.set_word("order", &mut profile.order);
    section.set_word("triggers", &mut profile.triggers);
    section.set_word("style", &mut profile.style);
    if let Some(tables) = section.tables("roots") {
        profile.roots = tables.iter().filter_map(root).collect();
        tables.into_iter().for_each(Section::finish);
    }
    if let Some(table) = section.table("discovery") {
        discovery(&table, &mut profile.discovery);
        table.finish();
    }
    if let Some(table) = section.table("calls") {
        table.set_word("commands", &mut profile.calls.commands);
        table.set_word("mentions", &mut profile.calls.mentions);
        table.set_number("stacked", &mut profile.calls.stacked, 1..=64);
        table.set_word("arguments", &mut profile.calls.arguments);
        table.set_word("form", &mut profile.calls.form);
        table.finish();
    }
    if let Some(table) = section.table("budget") {
        budget(&table, &mut profile.budget);
        table.finish();
    }
    if let Some(tools) = section.read_tools("read_tools") {
        profile.read_tools = tools;
    }
    Some(profile)
}

fn base(section: &Section<'_, '_>) -> Option<Profile> {
    let name = section.text("extends").unwrap_or("own");
    let base = Profile::built_in(name);
    if base.is_none() {
        section.fault(
            "extends",
            Fault::Value(format!("there is no built-in profile `{name}`")),
            &format!("take one of {}", Profile::BUILT_IN.join(", ")),
        );
    }
    base
}

fn discovery(table: &Section<'_, '_>, discovery: &mut Discovery) {
    /// The largest file that any profile reads whole.
    const FILE_BYTES: u64 = 16 * 1024 * 1024;
    table.set_word("search", &mut discovery.search);
    table.set_number("depth", &mut discovery.depth, 1..=64);
    table.set_number("extra_depth", &mut discovery.extra_depth, 1..=64);
    table.set_number("candidates", &mut discovery.candidates, 0..=1_000_000);
    table.set_number("entries", &mut discovery.entries, 1..=10_000_000);
    table.set_bound("skills_per_source", &mut discovery.skills_per_source);
    table.set_number("file_bytes", &mut discovery.file_bytes, 0..=FILE_BYTES);
    table.set_word("file_names", &mut discovery.file_names);
    table.set_word("hard_links", &mut discovery.hard_links);
    table.set_word("links", &mut discovery.links);
    table.set_word("aliases", &mut discovery.aliases);
    table.set_texts("skipped", &mut discovery.skipped);
    table.set_texts("leaves", &mut discovery.leaves);
    table.set_word("hidden_folders", &mut discovery.hidden_folders);
    table.set_word("root_skill", &mut discovery.root_skill);
    table.set_texts("loose_files", &mut discovery.loose_files);
    table.set_texts("ignore_files", &mut discovery.ignore_files);
}

fn budget(table: &Section<'_, '_>, budget: &mut Budget) {
    table.set_bound("skills", &mut budget.skills);
    table.set_bound("characters", &mut budget.characters);
    table.set_bound("description", &mut budget.description);
    table.set_bound("tokens", &mut budget.tokens);
    table.set_word("overflow", &mut budget.overflow);
    table.set_word("kept", &mut budget.kept);
    if table.is_none_word("window") {
        budget.window = None;
    } else if let Some(window) = table.table("window") {
        let mut share = WindowShare {
            thousandths: 0,
            unit: WindowUnit::Tokens,
            without_window: None,
        };
        window.set_number("thousandths", &mut share.thousandths, 1..=1_000);
        window.set_word("unit", &mut share.unit);
        window.set_bound("without_window", &mut share.without_window);
        if share.thousandths == 0 {
            window.missing("thousandths");
        }
        window.finish();
        budget.window = Some(share);
    }
}

fn root(table: &Section<'_, '_>) -> Option<RootRule> {
    let kind = table.required_text("kind")?;
    if kind == "plugin" {
        return Some(RootRule::Plugin {
            source: table.text("source").map(str::to_owned),
        });
    }
    let source = table.required_text("source")?.to_owned();
    Some(match kind {
        "workspace" => RootRule::Workspace {
            source,
            folder: inner_path(table, "folder")?,
            scope: table.required_word("scope")?,
        },
        "current" => RootRule::Current {
            source,
            folder: inner_path(table, "folder")?,
            scope: table.required_word("scope")?,
        },
        "configured" => RootRule::Configured {
            source,
            folder: inner_path(table, "folder")?,
            scope: table.required_word("scope")?,
        },
        "ancestors" => RootRule::Ancestors {
            source,
            folders: inner_paths(table, "folders")?,
        },
        "home" => RootRule::Home {
            source,
            folder: inner_path(table, "folder")?,
            scope: table.required_word("scope")?,
        },
        "instructions" => RootRule::Instructions {
            source,
            place: table.required_word("place")?,
        },
        "managed" => RootRule::Managed { source },
        "built-in" => RootRule::BuiltIn { source },
        "fixed" => RootRule::Fixed {
            source,
            path: fixed_path(table, "path")?,
            scope: table.required_word("scope")?,
        },
        "state" => RootRule::State {
            source,
            variable: table.required_text("variable")?.to_owned(),
            home: inner_path(table, "home")?,
            folder: inner_path(table, "folder")?,
            scope: table.required_word("scope")?,
        },
        "variable" => RootRule::Variable {
            source,
            variable: table.required_text("variable")?.to_owned(),
            scope: table.required_word("scope")?,
        },
        "extra" => RootRule::Extra {
            source,
            order: table.required_word("order")?,
        },
        other => {
            table.fault(
                "kind",
                Fault::Value(format!("there are no roots of kind `{other}`")),
                &format!("take one of {}", ROOT_KINDS.join(", ")),
            );
            return None;
        }
    })
}

/// A path that stays beneath the folder that it is for.
fn inner_path(table: &Section<'_, '_>, key: &'static str) -> Option<PathBuf> {
    let path = Path::new(table.required_text(key)?);
    checked_inner(table, key, path)
}

fn inner_paths(table: &Section<'_, '_>, key: &'static str) -> Option<Vec<PathBuf>> {
    let paths = table.texts(key);
    if paths.is_none() {
        table.missing(key);
    }
    paths?
        .iter()
        .map(|path| checked_inner(table, key, Path::new(path)))
        .collect()
}

fn checked_inner(table: &Section<'_, '_>, key: &'static str, path: &Path) -> Option<PathBuf> {
    let is_inner = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !is_inner {
        table.fault(
            key,
            Fault::Value(format!("`{}` leads elsewhere", path.display())),
            "give a path without `..` that does not begin with `/`",
        );
        return None;
    }
    Some(path.to_path_buf())
}

fn fixed_path(table: &Section<'_, '_>, key: &'static str) -> Option<PathBuf> {
    let path = Path::new(table.required_text(key)?);
    if path.is_absolute() || path.starts_with("~") {
        return Some(path.to_path_buf());
    }
    table.fault(
        key,
        Fault::Value(format!("`{}` is not absolute", path.display())),
        "begin it with `/` or `~/`",
    );
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadTool;
    use crate::{Links, Scope};

    fn faults(text: &str) -> Vec<String> {
        Profile::from_toml(text, Path::new("p.toml"))
            .unwrap_err()
            .iter()
            .map(|fault| {
                let place = fault.place.as_ref().unwrap();
                format!("{} {} {}", fault.code, place.start.line, fault.message)
            })
            .collect()
    }

    /// What a file says takes the place of the other profile's part, and nothing else changes.
    #[test]
    fn extends() {
        let text = r#"
            name = "mine"
            extends = "openclaw"
            roots = [
                { kind = "home", source = "u", folder = ".mine", scope = "user" },
                { kind = "plugin" },
            ]
            read_tools = ["view", { name = "Read", case = "any" }]
            [discovery]
            links = "confined"
            skills_per_source = "none"
            [budget]
            skills = 7
        "#;
        let mut expected = Profile::openclaw();
        expected.name = "mine".to_owned();
        expected.title = "mine".to_owned();
        expected.roots = vec![
            RootRule::Home {
                source: "u".to_owned(),
                folder: ".mine".into(),
                scope: Scope::User,
            },
            RootRule::Plugin { source: None },
        ];
        expected.discovery.links = Links::Confined;
        expected.discovery.skills_per_source = None;
        expected.budget.skills = Some(7);
        expected.read_tools = vec![
            ReadTool::Exact("view".to_owned()),
            ReadTool::AnyCase("Read".to_owned()),
        ];
        assert_eq!(Profile::from_toml(text, Path::new("p.toml")), Ok(expected));
    }

    /// A built-in profile that is written down by its own parts is read back the same.
    #[test]
    fn described_and_read() {
        for name in Profile::BUILT_IN {
            let profile = Profile::built_in(name).unwrap();
            let mut text = String::new();
            let mut roots = Vec::new();
            for part in profile.parts() {
                match part.key.as_str() {
                    "roots" => roots.push(part.value),
                    "name" => text.push_str("name = \"copy\"\n"),
                    key => text.push_str(&format!("{key} = {}\n", part.value)),
                }
            }
            text.push_str(&format!("roots = [{}]\n", roots.join(", ")));
            let base = if *name == "own" { "nanobot" } else { "own" };
            text.push_str(&format!("extends = \"{base}\"\n"));
            let read = Profile::from_toml(&text, Path::new("p.toml")).unwrap();
            let expected = Profile {
                name: "copy".to_owned(),
                ..profile
            };
            assert_eq!(read, expected);
        }
    }

    /// Every fault is told at its place, all at once.
    #[test]
    fn told() {
        let text =
            "name = \"mine\"\ncolour = 1\n[discovery]\ndepth = 0\nlinks = \"any\"\nsearch = 3\n";
        assert_eq!(
            faults(text),
            [
                "PW219 2 there is no key `colour`",
                "PW220 4 `discovery.depth` is 0, not a number from 1 to 64",
                "PW220 5 `discovery.links` is `any`, not one of `confined`, `confined-below-root`, `within-root`",
                "PW220 6 `discovery.search` is an integer, not a text",
            ]
        );
        assert_eq!(
            faults("extends = \"other\""),
            ["PW220 1 there is no built-in profile `other`"]
        );
        assert_eq!(faults("name = "), ["PW218 1 the file is no TOML"]);
        assert_eq!(
            faults("name = \"m\"\n[[roots]]\nkind = \"home\"\nsource = \"s\"\nfolder = \"../x\"\n"),
            ["PW220 5 `../x` leads elsewhere"]
        );
        assert_eq!(
            faults("name = \"own\""),
            ["PW220 1 `own` is a built-in profile"]
        );
    }
}
