//! NM-* about several skills of one name.

use std::sync::Arc;

use prowess_base::{Environment, Platform, Severity, Surroundings};
use prowess_catalog::{
    Catalog, Entry, EntrySettings, Profile, Request, ScopeJudge, Settings, ShadowPolicy, Snapshot,
    Verdict,
};
use prowess_tests::Stage;
use serde_json::{Value, json};

/// A stage with a home and a project beneath it.
fn stage(tree: Value) -> Stage {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{P}", "proj");
    stage.build_tree(&tree);
    stage
}

fn request(stage: &Stage) -> Request {
    let surroundings = Surroundings {
        home: Some(stage.place("{HOME}").to_path_buf()),
        platform: Platform::Linux,
        environment: Environment::default(),
        ..Surroundings::bare(stage.place("{P}"))
    };
    let mut request = Request::new(Profile::own(), surroundings);
    request.workspace = Some(stage.place("{P}").to_path_buf());
    request
}

fn load(stage: &Stage) -> Arc<Snapshot> {
    Catalog::new(request(stage)).load()
}

fn skill(name: &str, description: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n{body}\n")
}

fn get<'s>(snapshot: &'s Snapshot, query: &str) -> &'s Entry {
    let id = snapshot.get(query).expect("the skill is found");
    &snapshot.entries[id.0 as usize]
}

fn body(snapshot: &Snapshot, query: &str) -> String {
    let id = snapshot.get(query).expect("the skill is found");
    let content = snapshot.content(id).expect("its text");
    content.body().trim().to_owned()
}

/// Names and descriptions of what counts.
fn listed(snapshot: &Snapshot) -> Vec<(&str, &str)> {
    snapshot
        .eligible()
        .map(|entry| (&*entry.name, &*entry.description))
        .collect()
}

/// A skill's notes as code, severity and the file that is named beside it.
fn notes(entry: &Entry) -> Vec<(u16, Severity, Option<String>)> {
    let related = |note: &prowess_base::Diagnostic| {
        let file = note.related.first()?.file.parent()?.file_name()?;
        Some(file.to_string_lossy().into_owned())
    };
    entry
        .diagnostics
        .iter()
        .map(|note| (note.code.number(), note.severity, related(note)))
        .collect()
}

/// The composed key turns off the decomposed folder, and the name is known in its composed form.
#[test]
fn nm_07_composed_and_decomposed() {
    let folder = "{P}/skills/cafe\u{301}/SKILL.md";
    let stage = stage(json!({folder: skill("cafe\u{301}", "d", "Body.")}));
    let mut request = request(&stage);
    let mut entry = EntrySettings::default();
    entry.enabled = Some(false);
    request
        .settings
        .entries
        .insert("caf\u{e9}".to_owned(), entry);
    let snapshot = Catalog::new(request).load();
    assert_eq!(&*get(&snapshot, "caf\u{e9}").name, "caf\u{e9}");
    assert_eq!(listed(&snapshot), []);
}

/// The nearer scope wins, activation gives its body, and the loser says by whom it is hidden.
#[test]
fn nm_12_nearer_scope() {
    let stage = stage(json!({
        "{HOME}/.agents/skills/relay/SKILL.md": skill("relay", "user copy", "USER"),
        "{P}/.agents/skills/relay/SKILL.md": skill("relay", "project copy", "PROJECT"),
    }));
    let snapshot = load(&stage);
    assert_eq!(listed(&snapshot), [("relay", "project copy")]);
    assert_eq!(body(&snapshot, "relay"), "PROJECT");
    let loser = get(&snapshot, "user:relay");
    let hidden = Some("relay".to_owned());
    assert_eq!(notes(loser), [(230, Severity::Advice, hidden)]);
    let winner = stage.place("{P}").join(".agents/skills/relay/SKILL.md");
    assert_eq!(loser.diagnostics[0].related[0].file, winner);
}

/// A name taken from the folder has the rank of a declared one.
#[test]
fn nm_13_folder_name_ranks_alike() {
    let stage = stage(json!({
        "{HOME}/.agents/skills/selfcheck/SKILL.md": skill("selfcheck", "user", "Body."),
        "{P}/.agents/skills/selfcheck/SKILL.md": "---\ndescription: project\n---\nP.\n",
    }));
    assert_eq!(listed(&load(&stage)), [("selfcheck", "project")]);
}

/// Listing and activation agree on the copy.
#[test]
fn nm_14_one_resolver() {
    let stage = stage(json!({
        "bundled/fmt/SKILL.md": skill("fmt", "bundled", "BUNDLED"),
        "{HOME}/.agents/skills/fmt/SKILL.md": skill("fmt", "mine", "MINE"),
    }));
    let mut request = request(&stage);
    let origin = prowess_config::Origin::default_of("skills.extra");
    request.settings.extra_roots = vec![(stage.base().join("bundled"), origin)];
    let snapshot = Catalog::new(request).load();
    assert_eq!(listed(&snapshot), [("fmt", "mine")]);
    assert_eq!(body(&snapshot, "fmt"), "MINE");
    assert_eq!(body(&snapshot, "extra:fmt"), "BUNDLED");
}

/// Beneath one root the first path wins, in whatever order the folders were made, and both say so.
#[test]
fn nm_15_first_path() {
    let (a, b) = ("{P}/skills/a-dir/SKILL.md", "{P}/skills/b-dir/SKILL.md");
    let trees = [
        json!({a: skill("bake", "from a", "A"), b: skill("bake", "from b", "B")}),
        json!({b: skill("bake", "from b", "B"), a: skill("bake", "from a", "A")}),
    ];
    for tree in trees {
        let snapshot = load(&stage(tree));
        assert_eq!(listed(&snapshot), [("bake", "from a")]);
        let of = |folder: &str| {
            let found = snapshot.entries.iter();
            let mut found = found.filter(|entry| entry.folder_name() == folder);
            notes(found.next().unwrap())
                .into_iter()
                .filter(|(code, ..)| *code == 231)
                .collect::<Vec<_>>()
        };
        let note = |other: &str| vec![(231, Severity::Warning, Some(other.to_owned()))];
        assert_eq!([of("a-dir"), of("b-dir")], [note("b-dir"), note("a-dir")]);
    }
}

/// Skills of one name from two plugins are both reachable by their labels; copies that are equal
/// byte for byte are not told.
#[test]
fn nm_16_plugins() {
    let stage = stage(json!({
        "plugins/p1/skills/tdd/SKILL.md": skill("proof", "one", "ONE"),
        "plugins/p2/skills/tdd/SKILL.md": skill("proof", "two", "TWO"),
        "plugins/p3/skills/same/SKILL.md": skill("same", "x", "Body."),
        "plugins/p4/skills/same/SKILL.md": skill("same", "x", "Body."),
    }));
    let mut request = request(&stage);
    request.settings.plugin_roots = ["p1", "p2", "p3", "p4"]
        .map(|label| {
            let folder = stage.base().join("plugins").join(label).join("skills");
            (label.to_owned(), folder)
        })
        .into();
    let snapshot = Catalog::new(request).load();
    assert_eq!(listed(&snapshot), [("proof", "one"), ("same", "x")]);
    let reached = ["proof", "p1:proof", "p2:proof", "p2/proof"].map(|name| body(&snapshot, name));
    assert_eq!(reached, ["ONE", "ONE", "TWO", "TWO"]);
    let copy = get(&snapshot, "p4:same");
    assert!(matches!(copy.verdict, Verdict::Shadowed { .. }));
    assert_eq!(notes(copy), []);
}

/// NM-03: the folder's name finds a skill that calls itself otherwise; near names are offered for
/// the rest.
#[test]
fn nm_03_folder_and_near_names() {
    let stage = stage(json!({
        "{P}/skills/poster/SKILL.md": skill("xy-poster", "d", "Body."),
        "{P}/skills/weather/SKILL.md": skill("weather", "d", "Body."),
    }));
    let snapshot = load(&stage);
    assert_eq!(snapshot.entries.len(), 2);
    let found = ["xy-poster", "poster", "XY_Poster", "xyposter"];
    assert_eq!(
        found.map(|query| &*get(&snapshot, query).name),
        ["xy-poster"; 4]
    );
    match snapshot.get("wether") {
        Err(prowess_catalog::Error::NotFound { near, .. }) => assert_eq!(near, ["weather"]),
        other => panic!("{other:?}"),
    }
}

/// A winner whose requirements are not met still hides the others; one that cannot be used hides
/// none, and both sides say so.
#[test]
fn who_hides_whom() {
    let unmet = "---\nname: a\ndescription: project\nrequires:\n  bins: [no-bin]\n---\n";
    let stage = stage(json!({
        "{HOME}/.agents/skills/a/SKILL.md": skill("a", "user", "Body."),
        "{HOME}/.agents/skills/b/SKILL.md": skill("b", "user", "Body."),
        "{P}/skills/a/SKILL.md": unmet,
        "{P}/skills/b/SKILL.md": "---\nname: b\n---\n",
    }));
    let snapshot = load(&stage);
    assert_eq!(listed(&snapshot), [("b", "user")]);
    assert_eq!(get(&snapshot, "a").verdict.word(), "ineligible");
    let broken = get(&snapshot, "workspace:b");
    assert_eq!(broken.verdict.word(), "invalid");
    let told = |entry: &Entry| {
        entry
            .diagnostics
            .iter()
            .any(|note| note.code.number() == 233)
    };
    assert!(told(broken) && told(get(&snapshot, "b")));
}

/// An untrusted skill that replaces a trusted one is marked; the other policy keeps the trusted one;
/// a trusted project is neither.
#[test]
fn untrusted_replaces_trusted() {
    let stage = stage(json!({
        "{HOME}/.agents/skills/a/SKILL.md": skill("a", "user", "Body."),
        "{P}/skills/a/SKILL.md": skill("a", "project", "Body."),
    }));
    let told = load(&stage);
    assert_eq!(listed(&told), [("a", "project")]);
    let replaced = get(&told, "a").replaces.and_then(|id| told.entry(id));
    assert_eq!(replaced.map(|entry| &*entry.description), Some("user"));

    let mut refusing = request(&stage);
    let mut settings = Settings::default();
    settings.shadow = ShadowPolicy::Refuse;
    refusing.settings = settings;
    let kept = Catalog::new(refusing).load();
    assert_eq!(listed(&kept), [("a", "user")]);
    let refused = notes(get(&kept, "workspace:a"));
    assert_eq!(refused, [(235, Severity::Warning, Some("a".to_owned()))]);

    let mut trusting = request(&stage);
    trusting.judge = Arc::new(ScopeJudge::ProjectTrusted);
    let trusted = Catalog::new(trusting).load();
    assert_eq!(get(&trusted, "a").replaces, None);
}

/// Names that fold alike stay two skills and are told.
#[test]
fn similar_names() {
    let stage = stage(json!({
        "{P}/skills/one/SKILL.md": skill("My Tool", "d", "Body."),
        "{P}/skills/two/SKILL.md": skill("my-tool", "d", "Body."),
    }));
    let snapshot = load(&stage);
    assert_eq!(snapshot.eligible().count(), 2);
    assert_eq!(&*get(&snapshot, "my-tool").description, "d");
    for entry in snapshot.eligible() {
        assert!(notes(entry).iter().any(|(code, ..)| *code == 232));
    }
    assert!(matches!(
        snapshot.get("MY_TOOL"),
        Err(prowess_catalog::Error::Ambiguous { .. })
    ));
}
