//! What Jianmu's documentation says of its catalogue, line by line.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_base::{Platform, Surroundings};
use serde_json::json;

use super::*;
use crate::{
    Catalog, Choice, Error, Listing, Profile, Request, RootRule, Scope, ScopeJudge, SkillSet,
    Snapshot,
};

/// A workspace and a folder of built-in skills.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, inner: &str) -> PathBuf {
        self.0.path().join(inner)
    }

    fn skill(self, folder: &str, fields: &str) -> Self {
        self.write(folder, &format!("---\n{fields}\n---\nBody.\n"))
    }

    fn write(self, folder: &str, text: &str) -> Self {
        let folder = self.path(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), text).unwrap();
        self
    }

    fn request(&self) -> Request {
        let mut profile = Profile::jianmu();
        for rule in &mut profile.roots {
            if let RootRule::BuiltIn { source } = rule {
                *rule = RootRule::Fixed {
                    source: source.clone(),
                    path: self.path("builtin"),
                    scope: Scope::BuiltIn,
                };
            }
        }
        let mut surroundings = Surroundings {
            platform: Platform::Linux,
            ..Surroundings::bare(self.path("ws"))
        };
        surroundings.environment.set("PATH", self.path("bin"));
        let mut request = Request::new(profile, surroundings);
        request.workspace = Some(self.path("ws"));
        request.judge = Arc::new(ScopeJudge::Everything);
        request
    }

    fn load(&self) -> Arc<Snapshot> {
        Catalog::new(self.request()).load()
    }
}

fn named(records: &[Record]) -> Vec<(&str, &str)> {
    records
        .iter()
        .map(|record| (&*record.name, &*record.source))
        .collect()
}

/// The workspace goes before the built-in skills, by the name of the header in any letter case; only
/// folders directly beneath a root count.
#[test]
fn merge() {
    let place = Place::new()
        .skill("ws/skills/one", "name: Demo\ndescription: Mine.")
        .skill("builtin/two", "name: demo\ndescription: Built in.")
        .skill("builtin/other", "name: other\ndescription: Built in.")
        .skill("ws/skills/group/deep", "name: deep\ndescription: Too deep.");
    let snapshot = place.load();
    let records = records(&snapshot, Listing::Eligible);
    assert_eq!(
        named(&records),
        [("Demo", "workspace"), ("other", "builtin")]
    );
    assert_eq!(records[0].description, "Mine.");
}

/// A record has every field, and says what is missing in the order of kinds.
#[test]
fn record() {
    let place = Place::new().skill(
        "ws/skills/a",
        "name: a\ndescription: d\nalways: true\n\
         requires: {bins: [no-such-program], env: [KEY], os: [mac, win]}\n\
         metadata: '{\"openclaw\": {\"emoji\": \"x\"}}'",
    );
    let snapshot = place.load();
    let records = records(&snapshot, Listing::WithUnavailable);
    assert_eq!(
        serde_json::to_value(&records).unwrap(),
        json!([{
            "name": "a",
            "path": place.path("ws/skills/a/SKILL.md"),
            "source": "workspace",
            "description": "d",
            "available": false,
            "always": true,
            "requires": {"bins": ["no-such-program"], "env": ["KEY"], "os": ["mac", "win"]},
            "missing_bins": ["no-such-program"],
            "missing_env": ["KEY"],
            "unsupported_os": ["mac", "win"],
            "raw_metadata": {"openclaw": {"emoji": "x"}},
        }])
    );
    assert_eq!(
        records[0].missing_reasons(),
        "CLI: no-such-program, ENV: KEY, OS: mac, OS: win"
    );
    assert_eq!(named(&super::records(&snapshot, Listing::Eligible)), []);
    assert_eq!(snapshot.residents().count(), 0);
}

/// Systems have their aliases; a variable counts where it is not empty.
#[test]
fn gates() {
    for (system, os, available) in [
        (Platform::Darwin, "macos", true),
        (Platform::Darwin, "Mac", true),
        (Platform::Darwin, "osx", true),
        (Platform::Windows, "windows", true),
        (Platform::Windows, "win32", true),
        (Platform::Windows, "win", true),
        (Platform::Linux, "linux", true),
        (Platform::Linux, "darwin", false),
    ] {
        let place = Place::new().skill(
            "ws/skills/a",
            &format!("name: a\ndescription: d\nrequires: {{os: [{os}]}}"),
        );
        let mut request = place.request();
        request.surroundings.platform = system;
        let snapshot = Catalog::new(request).load();
        assert_eq!(snapshot.eligible().count() == 1, available, "{os}");
    }
    for (value, available) in [("", false), ("x", true)] {
        let place = Place::new().skill(
            "ws/skills/a",
            "name: a\ndescription: d\nrequires: {env: [KEY]}",
        );
        let mut request = place.request();
        request.surroundings.environment.set("KEY", value);
        let snapshot = Catalog::new(request).load();
        assert_eq!(snapshot.eligible().count() == 1, available, "{value:?}");
    }
}

/// Records come in the order in which they are asked for, each once, in any letter case; a name that
/// no skill has is left out.
#[test]
fn resolve_names() {
    let place = Place::new()
        .skill("ws/skills/a", "name: alpha\ndescription: d")
        .skill("ws/skills/b", "name: beta\ndescription: d");
    let snapshot = place.load();
    let resolved = |names: [&str; 3]| -> Vec<String> {
        let records = resolve_records(&snapshot, names);
        records.into_iter().map(|record| record.name).collect()
    };
    assert_eq!(resolved(["beta", "alpha", "beta"]), ["beta", "alpha"]);
    assert_eq!(resolved(["BETA", "none", "Alpha"]), ["beta", "alpha"]);
}

/// A candidate adds what a run needs to know.
#[test]
fn candidate() {
    let place = Place::new().skill(
        "ws/skills/a",
        "name: a\ndescription: d\nexecution: bt\norchestration: direct\n\
         inputs: {query: {type: string}}\noutputs: [result]\nrequired: [result]\n\
         tools: [web_search]\nrole: writer",
    );
    let snapshot = place.load();
    let mut candidates = serde_json::to_value(candidates(&snapshot, Listing::Eligible)).unwrap();
    let candidate = candidates[0].as_object_mut().unwrap();
    for key in [
        "path",
        "requires",
        "missing_bins",
        "missing_env",
        "unsupported_os",
    ] {
        candidate.shift_remove(key).unwrap();
    }
    assert_eq!(
        candidates,
        json!([{
            "name": "a",
            "source": "workspace",
            "description": "d",
            "available": true,
            "always": false,
            "raw_metadata": null,
            "execution": "bt",
            "orchestration": "direct",
            "inputs": {"query": {"type": "string"}},
            "outputs": {"result": null},
            "required": ["result"],
            "tools": ["web_search"],
            "role": "writer",
        }])
    );
}

/// A skill that is named by its path is `explicit` outside the catalogue's folders alone, and goes
/// before one of the same name.
#[test]
fn explicit_files() {
    let place = Place::new()
        .skill("else/x", "name: x\ndescription: Named.")
        .skill("ws/skills/x", "name: x\ndescription: Mine.")
        .skill("ws/skills/y", "name: y\ndescription: Mine.")
        .skill("builtin/z", "name: z\ndescription: Built in.");
    let mut request = place.request();
    request.explicit = ["else/x/SKILL.md", "ws/skills/y", "builtin/z/SKILL.md"]
        .map(|file| place.path(file))
        .into();
    let records = records(&Catalog::new(request).load(), Listing::Eligible);
    assert_eq!(
        named(&records),
        [("x", "explicit"), ("y", "workspace"), ("z", "builtin")]
    );
    assert_eq!(records[0].description, "Named.");
}

/// The four steps: a given catalogue, a given folder, the folder of the settings, `./skills`, none.
#[test]
fn steps() {
    let place = Place::new()
        .skill("ws/skills/own", "name: own\ndescription: d")
        .skill("given/g", "name: given\ndescription: d")
        .skill("ws/set/s", "name: set\ndescription: d")
        .skill("builtin/b", "name: b\ndescription: d");
    let with_settings = |text: &str| {
        let mut request = place.request();
        let file = place.path("ws/jianmu.yaml");
        request.settings = read_config(text, &file).unwrap().settings;
        request
    };
    let names = |given: Given, text: &str| -> Option<Vec<String>> {
        let snapshot = resolve(given, with_settings(text))?;
        let names = snapshot.eligible().map(|entry| entry.name.to_string());
        Some(names.collect())
    };
    let given = |catalogue, folder: Option<&str>| Given {
        catalogue,
        folder: folder.map(|folder| place.path(folder)),
    };
    let some = |names: &[&str]| Some(names.iter().map(ToString::to_string).collect::<Vec<_>>());
    let catalogue = || {
        let request = place.request();
        Some(resolve(given(None, Some("given")), request).unwrap())
    };
    let set = "paths:\n  skills_dir: set\n";
    assert_eq!(
        names(given(catalogue(), Some("none")), set),
        some(&["given", "b"])
    );
    assert_eq!(
        names(given(None, Some("given")), set),
        some(&["given", "b"])
    );
    assert_eq!(names(Given::default(), set), some(&["set", "b"]));
    for unset in [
        "",
        "paths:\n",
        "paths:\n  skills_dir:\n",
        "paths: {skills_dir: ' '}",
    ] {
        assert_eq!(
            names(Given::default(), unset),
            some(&["own", "b"]),
            "{unset}"
        );
    }
    fs::remove_dir_all(place.path("ws/skills")).unwrap();
    assert_eq!(names(Given::default(), ""), None);
}

/// A relative folder of the settings counts from their file; another value than a path is told.
#[test]
fn settings() {
    let folder = |text: &str| {
        let config = read_config(text, Path::new("/p/conf/jianmu.yaml")).unwrap();
        let folder = config.settings.skills_folder;
        (
            folder.map(|(folder, origin)| (folder, origin.line)),
            config.diagnostics.len(),
        )
    };
    let found = |path: &str| Some((PathBuf::from(path), Some(2)));
    assert_eq!(
        folder("paths:\n  skills_dir: ./s\n"),
        (found("/p/conf/s"), 0)
    );
    assert_eq!(folder("paths:\n  skills_dir: /abs\n"), (found("/abs"), 0));
    assert_eq!(folder("paths:\n  skills_dir: [a]\n"), (None, 1));
    let broken = read_config("paths: [", Path::new("/p/jianmu.yaml")).unwrap_err();
    assert_eq!(broken.code.to_string(), "PW250");
}

/// The folder of the built-in skills keeps its label also where the settings name it.
#[test]
fn built_in_label() {
    let place = Place::new().skill("builtin/b", "name: b\ndescription: d");
    let given = Given {
        folder: Some(place.path("builtin")),
        ..Given::default()
    };
    let snapshot = resolve(given, place.request()).unwrap();
    let records = records(&snapshot, Listing::Everything);
    assert_eq!(named(&records), [("b", "builtin")]);
}

/// The version changes with every value that it is made of, and with nothing else.
#[test]
fn versions() {
    let place = Place::new()
        .skill("ws/skills/a", "name: a\ndescription: d")
        .skill(
            "ws/skills/b",
            "name: b\ndescription: d\nrequires: {env: [KEY]}",
        );
    let snapshot = place.load();
    let first = version(&snapshot);
    assert_eq!(first.len(), 40);
    assert_eq!(first, version(&place.load()));

    let mut entries: Vec<_> = snapshot.entries.iter().cloned().collect();
    let of = |entries: Vec<crate::Entry>| {
        version(&Snapshot::new(
            Arc::clone(&snapshot.profile),
            snapshot.roots.clone(),
            entries.into(),
            Vec::new(),
        ))
    };
    let mut turned = entries.clone();
    turned.reverse();
    assert_eq!(of(turned), first);
    let changed = |change: &dyn Fn(&mut crate::Entry)| {
        let mut entries = entries.clone();
        change(&mut entries[0]);
        of(entries)
    };
    let mut modified = entries[0].identity;
    modified.modified = 1;
    let versions = [
        first.clone(),
        changed(&|entry| entry.name = "c".into()),
        changed(&|entry| entry.file = Path::new("/c").into()),
        changed(&|entry| entry.verdict = snapshot.entries[1].verdict.clone()),
        changed(&|entry| Arc::make_mut(&mut entry.manifest).resident = true),
        changed(&|entry| entry.identity = modified),
    ];
    for (position, version) in versions.iter().enumerate() {
        assert!(!versions[..position].contains(version), "{position}");
    }
    entries[0].description = "another".into();
    assert_eq!(of(entries), first);
}

/// A set of skills: of names, of files, or of all that are available; with its prompt and tree parts.
#[test]
fn skill_sets() {
    let place = Place::new()
        .skill("ws/skills/p", "name: p\ndescription: d")
        .skill("ws/skills/t", "name: t\ndescription: d\nexecution: bt")
        .skill(
            "ws/skills/u",
            "name: u\ndescription: d\nrequires: {env: [KEY]}",
        )
        .skill("else/e", "name: e\ndescription: d\nrequires: {env: [KEY]}");
    let mut catalog = Catalog::new(place.request());
    let names = |set: &SkillSet, skills: &mut dyn Iterator<Item = &crate::LoadedSkill>| {
        let name = |skill: &crate::LoadedSkill| {
            assert_eq!(skill.content.body(), "Body.\n");
            set.catalogue.entry(skill.entry).unwrap().name.to_string()
        };
        skills.map(name).collect::<Vec<_>>()
    };
    let all = SkillSet::resolve(&mut catalog, Choice::Available).unwrap();
    assert_eq!(names(&all, &mut all.prompt_skills()), ["p"]);
    assert_eq!(names(&all, &mut all.tree_skills()), ["t"]);

    let some = SkillSet::resolve(&mut catalog, Choice::Names(&["T", "p", "t"])).unwrap();
    assert_eq!(names(&some, &mut some.skills.iter()), ["t", "p"]);

    let files = [place.path("else/e/SKILL.md"), place.path("ws/skills/p")];
    let files = SkillSet::resolve(&mut catalog, Choice::Files(&files)).unwrap();
    assert_eq!(names(&files, &mut files.skills.iter()), ["e", "p"]);
}

/// A name that is missing or not available is an error that says everything that is wrong.
#[test]
fn wrong_choices() {
    let place = Place::new()
        .skill("ws/skills/a", "name: alpha\ndescription: d")
        .skill(
            "ws/skills/u",
            "name: u\ndescription: d\nrequires: {env: [KEY]}",
        );
    let mut catalog = Catalog::new(place.request());
    let fault = SkillSet::resolve(&mut catalog, Choice::Names(&["alpa", "alpha", "u"]))
        .map(|_| ())
        .unwrap_err();
    assert_eq!(
        fault.to_string(),
        "no skill is called `alpa`; `u` is ineligible: environment variable `KEY` is not set"
    );
    let Error::Chosen { faults } = fault else {
        panic!("another error");
    };
    assert!(matches!(&faults[0], Error::NotFound { near, .. } if near == &["alpha"]));
    let gone = [place.path("gone")];
    assert!(SkillSet::resolve(&mut catalog, Choice::Files(&gone)).is_err());
}
