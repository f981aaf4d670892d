//! GT-*: what must be there for a skill to count.

use std::path::Path;
use std::sync::Arc;

use prowess_base::{Environment, Platform, Surroundings};
use prowess_catalog::{
    Catalog, EntrySettings, Profile, Request, SecretPresence, Settings, Snapshot, Verdict,
};
use prowess_config::{Layer, Origin};
use prowess_tests::Stage;
use serde_json::{Value, json};

/// A stage whose base is the workspace, with these files.
fn stage(tree: Value) -> Stage {
    let stage = Stage::new();
    stage.build_tree(&tree);
    stage
}

fn request(stage: &Stage, platform: Platform, environment: &[(&str, &str)]) -> Request {
    let environment: Environment = environment
        .iter()
        .map(|(name, value)| (*name, stage.expand(value)))
        .collect();
    let surroundings = Surroundings {
        platform,
        environment,
        ..Surroundings::bare(stage.base())
    };
    let mut request = Request::new(Profile::own(), surroundings);
    request.workspace = Some(stage.base().to_path_buf());
    request
}

fn load(stage: &Stage, platform: Platform, environment: &[(&str, &str)]) -> Arc<Snapshot> {
    Catalog::new(request(stage, platform, environment)).load()
}

fn eligible(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.eligible().map(|entry| &*entry.name).collect()
}

/// The reasons why a skill does not count, as sentences.
fn reasons(snapshot: &Snapshot, name: &str) -> Vec<String> {
    let id = snapshot.get(name).expect("the skill is found");
    match &snapshot.entries[id.0 as usize].verdict {
        Verdict::Ineligible { reasons } => reasons.iter().map(ToString::to_string).collect(),
        other => panic!("{name} is {other:?}"),
    }
}

fn skill(name: &str, header: &str) -> String {
    format!("---\nname: {name}\ndescription: d\n{header}---\nBody.\n")
}

/// A name without an extension is tried with every one of PATHEXT in any letter case; a name that
/// has one stands as it is.
#[test]
fn gt_01_windows_extensions() {
    let requires =
        "metadata: {\"openclaw\":{\"requires\":{\"bins\":[\"gh\",\"npm\",\"x.exe\"]}}}\n";
    let stage = stage(json!({
        "skills/gh/SKILL.md": skill("gh", requires),
        "bin/gh.EXE": "x", "bin/npm.cmd": "x", "bin/x.exe": "x",
    }));
    let environment = [("PATH", "bin"), ("PATHEXT", ".COM;.EXE;.CMD")];
    let snapshot = load(&stage, Platform::Windows, &environment);
    assert_eq!(eligible(&snapshot), ["gh"]);
    std::fs::remove_file(stage.base().join("bin/x.exe")).unwrap();
    stage.write("bin/x.exe.exe", "x");
    let snapshot = load(&stage, Platform::Windows, &environment);
    assert_eq!(
        reasons(&snapshot, "gh"),
        ["program `x.exe` not found on PATH (1 folders searched)"]
    );
}

/// A program that was installed since is seen by the next refresh of the same catalogue.
#[test]
fn gt_02_installed_since() {
    let requires = "metadata: {\"openclaw\":{\"requires\":{\"bins\":[\"mport\"]}}}\n";
    let stage = stage(json!({
        "skills/m/SKILL.md": skill("m", requires),
        "bin": {"dir": true},
    }));
    let mut catalog = Catalog::new(request(&stage, Platform::Linux, &[("PATH", "bin")]));
    let before = catalog.load();
    assert_eq!(eligible(&before), [""; 0]);
    stage.build_tree(&json!({"bin/mport": {"exec": "x"}}));
    let after = catalog.refresh();
    assert_eq!(eligible(&after), ["m"]);
    assert_ne!(before.version, after.version);
}

/// `enabled = true` forces nothing; `force` passes a missing program, and both are told.
#[test]
fn gt_04_force() {
    let requires = "metadata: {\"openclaw\":{\"requires\":{\"bins\":[\"some-cli-q\"]}}}\n";
    let stage = stage(json!({"skills/cli/SKILL.md": skill("cli", requires)}));
    let mut settings = Settings::default();
    let mut entry = EntrySettings::default();
    entry.enabled = Some(true);
    settings.entries.insert("cli".to_owned(), entry.clone());
    let mut request = request(&stage, Platform::Linux, &[]);
    request.settings = settings.clone();
    let mut catalog = Catalog::new(request);
    let snapshot = catalog.load();
    assert_eq!(eligible(&snapshot), [""; 0]);
    let trail = catalog.explain("cli").unwrap();
    let stopped = trail.stopped().unwrap();
    assert_eq!(
        (stopped.stage.as_str(), stopped.line),
        ("programs", Some(4))
    );
    assert!(stopped.text.contains("`force`"), "{}", stopped.text);

    entry.force = true;
    settings.entries.insert("cli".to_owned(), entry);
    catalog.change(|request| request.settings = settings);
    assert_eq!(eligible(&catalog.refresh()), ["cli"]);
    let trail = catalog.explain("cli").unwrap();
    let step = trail.steps.iter().find(|step| step.stage == "programs");
    assert!(step.unwrap().text.contains("some-cli-q"), "{step:?}");
}

/// `macos` and `Windows`, in any letter case and as text or list, are Node's names.
#[test]
fn gt_05_system_aliases() {
    let stage = stage(json!({
        "skills/a/SKILL.md": skill("a", "metadata: {\"openclaw\":{\"os\":[\"macos\",\"linux\"]}}\n"),
        "skills/b/SKILL.md": skill("b", "metadata: {\"openclaw\":{\"os\":\"Windows\"}}\n"),
        "skills/c/SKILL.md": skill("c", "metadata: {\"openclaw\":{\"os\":[\"beos\"]}}\n"),
    }));
    let on = |platform| load(&stage, platform, &[]);
    assert_eq!(eligible(&on(Platform::Darwin)), ["a"]);
    assert_eq!(eligible(&on(Platform::Windows)), ["b"]);
    let linux = on(Platform::Linux);
    assert_eq!(eligible(&linux), ["a"]);
    let unknown = linux.get("c").unwrap();
    assert_eq!(linux.entries[unknown.0 as usize].diagnostics.len(), 1);
}

/// One of several programs is enough, none gives the whole list, an empty list asks for nothing.
#[test]
fn gt_08_any_of() {
    let any =
        |list| format!("metadata: {{\"openclaw\":{{\"requires\":{{\"anyBins\":{list}}}}}}}\n");
    let stage = stage(json!({
        "skills/sp/SKILL.md": skill("sp", &any("[\"tune-a\",\"tune-b\"]")),
        "skills/none/SKILL.md": skill("none", &any("[]")),
        "bin/tune-b": {"exec": "x"},
    }));
    let found = load(&stage, Platform::Linux, &[("PATH", "bin")]);
    assert_eq!(eligible(&found), ["none", "sp"]);
    let missing = load(&stage, Platform::Linux, &[("PATH", "")]);
    assert_eq!(eligible(&missing), ["none"]);
    assert_eq!(
        reasons(&missing, "sp"),
        ["none of the programs tune-a, tune-b found on PATH"]
    );
}

/// Requirements as comma text and at the top level mean what a list in the block means.
#[test]
fn gt_09_flat_forms() {
    let stage = stage(json!({
        "skills/c1/SKILL.md": skill("c1", "metadata:\n  openclaw:\n    requires:\n      bins: no-bin-a, no-bin-b\n"),
        "skills/c2/SKILL.md": skill("c2", "requires:\n  bins: [no-bin-a]\n"),
    }));
    let snapshot = load(&stage, Platform::Linux, &[("PATH", "")]);
    let missing = |name| format!("program `{name}` not found on PATH (0 folders searched)");
    assert_eq!(
        reasons(&snapshot, "c1"),
        [missing("no-bin-a"), missing("no-bin-b")]
    );
    assert_eq!(reasons(&snapshot, "c2"), [missing("no-bin-a")]);
}

/// A program beside PATH does not count, and the trail names the folders that were searched and the
/// line that asks.
#[test]
fn gt_10_searched_folders() {
    let requires = "metadata: {\"openclaw\":{\"requires\":{\"bins\":[\"mcport\"]}}}\n";
    let stage = stage(json!({
        "skills/mc/SKILL.md": skill("mc", requires),
        "node_modules/.bin/mcport": {"exec": "x"},
        "empty": {"dir": true},
    }));
    let mut catalog = Catalog::new(request(&stage, Platform::Linux, &[("PATH", "empty")]));
    assert_eq!(eligible(&catalog.load()), [""; 0]);
    let trail = catalog.explain("mc").unwrap();
    let stopped = trail.stopped().unwrap();
    let searched = stage.base().join("empty");
    assert!(
        stopped.text.contains(&searched.display().to_string()),
        "{}",
        stopped.text
    );
    let file = stage.base().join("skills/mc/SKILL.md");
    assert_eq!(
        (stopped.file.as_deref(), stopped.line),
        (Some(file.as_path()), Some(4))
    );
}

/// A reference to a secret that is not there is no value.
#[test]
fn gt_11_secret_reference() {
    let requires = "metadata: {\"openclaw\":{\"requires\":{\"env\":[\"NC_TOKEN\"]}}}\n";
    let stage = stage(json!({"skills/nc/SKILL.md": skill("nc", requires)}));
    let mut entry = EntrySettings::default();
    let missing = SecretPresence::Missing {
        reference: "missing-one".to_owned(),
    };
    entry.env.insert("NC_TOKEN".to_owned(), missing);
    let mut request = request(&stage, Platform::Linux, &[]);
    request.settings.entries.insert("nc".to_owned(), entry);
    let snapshot = Catalog::new(request).load();
    assert_eq!(
        reasons(&snapshot, "nc"),
        ["secret `missing-one` for `NC_TOKEN` not found"]
    );
}

/// PR-15: turning a skill off and on again gives the first catalogue once more, and the deciding
/// line is named.
#[test]
fn pr_15_off_and_on() {
    let stage = stage(json!({
        "skills/a/SKILL.md": skill("a", ""),
        "skills/b/SKILL.md": skill("b", ""),
    }));
    let mut catalog = Catalog::new(request(&stage, Platform::Linux, &[]));
    let first = catalog.load();
    let mut entry = EntrySettings::default();
    entry.enabled = Some(false);
    entry.origin = Some(Origin {
        layer: Layer::User,
        name: "skills.entries.a.enabled".to_owned(),
        file: Some("/c/config.toml".into()),
        line: Some(3),
    });
    let mut off = Settings::default();
    off.entries.insert("a".to_owned(), entry);
    catalog.change(|request| request.settings = off);
    let second = catalog.refresh();
    assert_eq!(eligible(&second), ["b"]);
    let trail = catalog.explain("a").unwrap();
    let stopped = trail.stopped().unwrap();
    assert_eq!(
        (stopped.file.as_deref(), stopped.line),
        (Some(Path::new("/c/config.toml")), Some(3))
    );
    catalog.change(|request| request.settings = Settings::default());
    let third = catalog.refresh();
    assert_eq!(eligible(&third), ["a", "b"]);
    assert_eq!(first.version, third.version);
    assert_ne!(first.version, second.version);
}

/// PR-13: a catalogue that was stored is told from one to which a skill was added, whatever process
/// made it; one that is unchanged is not.
#[test]
fn pr_13_fresh_by_content() {
    let stage = stage(json!({"skills/a/SKILL.md": skill("a", "")}));
    let stored = load(&stage, Platform::Linux, &[]);
    let text = stored.to_json().unwrap();
    let restart = || load(&stage, Platform::Linux, &[]);
    assert_eq!(restart().version, stored.version);
    stage.write("skills/b/SKILL.md", skill("b", ""));
    let read = Snapshot::from_json(&text, Arc::clone(&stored.profile)).unwrap();
    let now = restart();
    assert_eq!(read.version, stored.version);
    assert_ne!(now.version, read.version);
    assert_eq!(eligible(&now), ["a", "b"]);
}

/// What the settings turn off, leave out or do not give is each a reason of its own, in the order of
/// the gates; an unset allow-list and filter leave nothing out.
#[test]
fn every_reason_at_once() {
    let requires = "requires:\n  bins: [no-bin]\n  env: [NO_ENV]\n  config: [a.b]\n  tools: [cron]\nos: plan-nine\n";
    let stage = stage(json!({"skills/x/SKILL.md": skill("x", requires)}));
    let mut request = request(&stage, Platform::Linux, &[("PATH", "")]);
    let origin = Origin::default_of("k");
    request.settings.disabled = vec![("x".to_owned(), origin.clone())];
    request.settings.agent_filter = Some((Vec::new(), origin));
    let snapshot = Catalog::new(request).load();
    assert_eq!(
        reasons(&snapshot, "x"),
        [
            "turned off by the default of `k`",
            "made for plan-nine, this is linux",
            "program `no-bin` not found on PATH (0 folders searched)",
            "environment variable `NO_ENV` is not set",
            "configuration `a.b` is not set",
            "tool `cron` is not there",
            "not in the agent's skill list (the default of `k`)",
        ]
    );
}
