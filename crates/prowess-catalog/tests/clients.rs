//! What pi's profile and those from documentation alone (Claude Code, Codex, Hermes) see of a home and a
//! project. Answers of the real programs are held elsewhere; these are the lines of the documentation.

#![expect(clippy::unwrap_used, reason = "helpers stop at a broken fixture")]

use std::fs;
use std::sync::Arc;

use prowess_base::{Platform, Surroundings};
use prowess_catalog::{Catalog, Entry, Profile, Reason, Request, ScopeJudge, Snapshot, Verdict};
use prowess_config::{Layer, Origin};

/// A home and a repository with a folder in it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write("repo/.git/HEAD", "ref: refs/heads/main\n");
        fs::create_dir_all(place.0.path().join("repo/app")).unwrap();
        fs::create_dir_all(place.0.path().join("home")).unwrap();
        place
    }

    fn write(&self, path: &str, text: &str) -> &Self {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// A skill in its folder, whose description is where it is.
    fn skill(&self, folder: &str) -> &Self {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let text = format!("---\nname: {name}\ndescription: {folder}\n---\nB.\n");
        self.write(&format!("{folder}/SKILL.md"), &text)
    }

    /// Seen from `repo/app`.
    fn request(&self, profile: Profile) -> Request {
        let base = self.0.path();
        let surroundings = Surroundings {
            home: Some(base.join("home")),
            platform: Platform::Linux,
            ..Surroundings::bare(base.join("repo/app"))
        };
        let mut request = Request::new(profile, surroundings);
        request.judge = Arc::new(ScopeJudge::Everything);
        request
    }

    fn load(&self, profile: Profile) -> Arc<Snapshot> {
        Catalog::new(self.request(profile)).load()
    }
}

/// Names and descriptions of the skills that count, in listing order.
fn counting(snapshot: &Snapshot) -> Vec<(&str, &str)> {
    let entries = snapshot.eligible();
    entries
        .map(|entry| (&*entry.name, &*entry.description))
        .collect()
}

fn entry<'s>(snapshot: &'s Snapshot, name: &str) -> &'s Entry {
    snapshot
        .entries
        .iter()
        .find(|entry| &*entry.name == name)
        .unwrap()
}

/// Claude Code: the user's own goes before the project's, the folder is the name, `.agents/skills` is
/// not read, and `synced` is no skill.
#[test]
fn claude_code_roots() {
    let place = Place::new();
    place
        .skill("home/.claude/skills/tide")
        .skill("repo/.claude/skills/tide")
        .skill("repo/app/.claude/skills/near")
        .skill("repo/.claude/skills/synced")
        .skill("repo/.agents/skills/other")
        .write(
            "repo/.claude/skills/folder/SKILL.md",
            "---\nname: label\n---\n\nFirst line.\n",
        );
    assert_eq!(
        counting(&place.load(Profile::claude_code())),
        [
            ("folder", "First line."),
            ("near", "repo/app/.claude/skills/near"),
            ("tide", "home/.claude/skills/tide"),
        ]
    );
    let mut request = place.request(Profile::claude_code());
    let elsewhere = place.0.path().join("elsewhere");
    request
        .surroundings
        .environment
        .set("CLAUDE_CONFIG_DIR", &elsewhere);
    place.skill("elsewhere/skills/moved");
    assert_eq!(counting(&Catalog::new(request).load())[1].0, "moved");
}

/// Codex: the same name counts in several places, in the order repository, user, system; hidden folders
/// are none, the system's own folder aside.
#[test]
fn codex_roots() {
    let place = Place::new();
    place
        .skill("repo/.agents/skills/tide")
        .skill("repo/app/.agents/skills/tide")
        .skill("home/.agents/skills/tide")
        .skill("home/.codex/skills/old")
        .skill("home/.codex/skills/.system/shipped")
        .skill("home/.codex/skills/.hidden/none");
    let snapshot = place.load(Profile::codex());
    let descriptions: Vec<&str> = counting(&snapshot)
        .into_iter()
        .map(|skill| skill.1)
        .collect();
    assert_eq!(
        descriptions,
        [
            "repo/app/.agents/skills/tide",
            "repo/.agents/skills/tide",
            "home/.agents/skills/tide",
            "home/.codex/skills/old",
            "home/.codex/skills/.system/shipped",
        ]
    );
    assert!(
        snapshot
            .entries
            .iter()
            .all(|entry| entry.diagnostics.is_empty())
    );
}

/// Codex: `agents/openai.yaml` keeps a skill from the model, makes it invalid where it is broken, and a
/// refresh sees it change.
#[test]
fn codex_policy() {
    let place = Place::new();
    let policy = "repo/.agents/skills/tide/agents/openai.yaml";
    place.skill("repo/.agents/skills/tide");
    let mut catalog = Catalog::new(place.request(Profile::codex()));
    assert!(entry(&catalog.load(), "tide").manifest.invocation.model);
    place.write(policy, "policy:\n  allow_implicit_invocation: false\n");
    let hidden = catalog.refresh();
    assert!(!entry(&hidden, "tide").manifest.invocation.model);
    assert!(entry(&hidden, "tide").is_eligible());
    place.write(policy, "policy: [\n");
    let verdict = &entry(
        &Catalog::new(place.request(Profile::codex())).load(),
        "tide",
    )
    .verdict
    .clone();
    assert!(matches!(verdict, Verdict::Invalid { .. }), "{verdict:?}");
}

/// Codex: a skill is turned off by its file or its folder, with the line that says so.
#[test]
fn codex_turned_off_by_path() {
    let place = Place::new();
    place
        .skill("repo/.agents/skills/a")
        .skill("repo/.agents/skills/b")
        .skill("repo/.agents/skills/c");
    let mut request = place.request(Profile::codex());
    let folder = place.0.path().join("repo/.agents/skills");
    let origin = Origin {
        layer: Layer::User,
        name: "skills.config".to_owned(),
        file: None,
        line: None,
    };
    request.settings.disabled_paths = vec![
        (folder.join("a/SKILL.md"), origin.clone()),
        (folder.join("b"), origin.clone()),
    ];
    let snapshot = Catalog::new(request).load();
    let off = Verdict::Ineligible {
        reasons: [Reason::Disabled {
            origin: origin.to_string(),
        }]
        .into(),
    };
    let verdicts: Vec<_> = snapshot
        .entries
        .iter()
        .map(|entry| &entry.verdict)
        .collect();
    assert_eq!(verdicts, [&off, &off, &Verdict::Eligible]);
}

/// Hermes: the project goes before the user's own, whose skills stand in categories; platforms by
/// alias, and tools that have to be there.
#[test]
fn hermes() {
    let place = Place::new();
    place
        .skill("repo/.hermes/skills/tide")
        .skill("home/.hermes/skills/sea/tide")
        .skill("home/.hermes/skills/sea/deep")
        .write(
            "repo/.agents/skills/mac/SKILL.md",
            "---\nname: mac\ndescription: d\nplatforms: [macos]\n---\n",
        )
        .write(
            "repo/.agents/skills/web/SKILL.md",
            "---\nname: web\ndescription: d\nmetadata:\n  hermes:\n    requires_tools: [browse]\n---\n",
        );
    let mut request = place.request(Profile::hermes());
    let counts = |request: &Request| {
        let snapshot = Catalog::new(request.clone()).load();
        counting(&snapshot)
            .into_iter()
            .map(|skill| skill.1.to_owned())
            .collect::<Vec<_>>()
    };
    let listed = ["home/.hermes/skills/sea/deep", "repo/.hermes/skills/tide"];
    assert_eq!(counts(&request), listed);
    request.surroundings.platform = Platform::Darwin;
    request.tools = Some(vec!["browse".to_owned()]);
    assert_eq!(counts(&request), [listed[0], "d", listed[1], "d"]);
}

/// pi: patterns of `.gitignore` hold beneath their folder, and a refresh sees them change.
#[test]
fn pi_ignore_files() {
    let place = Place::new();
    place
        .skill("repo/app/.pi/skills/g/a")
        .skill("repo/app/.pi/skills/h/a2");
    let mut catalog = Catalog::new(place.request(Profile::pi()));
    let names = |snapshot: &Snapshot| {
        counting(snapshot)
            .into_iter()
            .map(|skill| skill.0.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&catalog.load()), ["a", "a2"]);
    place.write("repo/app/.pi/skills/g/.gitignore", "a\n");
    assert_eq!(names(&catalog.refresh()), ["a2"]);
    place.write("repo/app/.pi/skills/g/.gitignore", "# nothing at all\n");
    assert_eq!(names(&catalog.refresh()), ["a", "a2"]);
}

/// What a change puts aside while it goes on is a skill for nobody, also where hidden folders are entered.
#[test]
fn staging_is_never_seen() {
    let place = Place::new();
    for root in [
        "home/.agents/skills",
        "home/.claude/skills",
        "home/.codex/skills",
        "home/.gemini/skills",
        "home/.nanobot/workspace/skills",
        "home/.openclaw/skills",
        "home/.openclaw/workspace/skills",
        "home/.openhands/skills",
        "repo/.agents/skills",
        "repo/.claude/skills",
        "repo/.openhands/skills",
        "repo/app/skills",
        "repo/skills",
    ] {
        place
            .skill(&format!("{root}/.prowess-1-0"))
            .skill(&format!("{root}/.prowess-1-0/0"))
            .skill(&format!("{root}/seen"));
    }
    for name in Profile::BUILT_IN {
        let snapshot = place.load(Profile::built_in(name).unwrap());
        let seen = snapshot.entries.iter().map(|entry| &*entry.name);
        let staged: Vec<_> = seen
            .filter(|name| name.starts_with(".prowess") || *name == "0")
            .collect();
        assert_eq!(staged, [""; 0], "{name}");
    }
}
