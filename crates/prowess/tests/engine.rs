//! The engine as a library, over real folders.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests, which a broken fixture ends"
)]

use std::fs;
use std::path::Path;

use prowess::base::{Folders, Surroundings};
use prowess::catalog::Error as SkillError;
use prowess::prompt::Outcome;
use prowess::{Engine, Error, MessageOptions, Options, Problem, PromptOptions};
use tempfile::TempDir;

/// A home and a workspace with these files, and the surroundings of a user who stands in it.
fn place(files: &[(&str, &str)]) -> (TempDir, Surroundings) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for (path, text) in files {
        write(&root, path, text);
    }
    fs::create_dir_all(root.join("work")).unwrap();
    let mut surroundings = Surroundings::bare(root.join("work"));
    surroundings.home = Some(root.join("home"));
    surroundings.folders = Some(Folders::beneath(&root.join("home/prowess")));
    (folder, surroundings)
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

const TIDE: &str = "---\nname: tide\ndescription: Tells tides.\n---\nFirst body.\n";

/// A file that changed since it was judged is judged again before it is activated.
#[test]
fn activation_judges_a_changed_file_again() {
    let (folder, surroundings) = place(&[("work/skills/tide/SKILL.md", TIDE)]);
    let mut engine = Engine::open(surroundings, Options::default()).unwrap();
    let file = "work/skills/tide/SKILL.md";
    write(
        folder.path(),
        file,
        &TIDE.replace("First", "A longer second"),
    );
    let text = engine.activate("tide").unwrap().text;
    assert!(text.contains("A longer second body."), "{text}");

    write(
        folder.path(),
        file,
        "---\nname: tide\n---\nNo description any more.\n",
    );
    assert!(matches!(
        engine.activate("tide"),
        Err(Error::Skill(SkillError::NotEligible {
            verdict: "invalid",
            ..
        }))
    ));
    write(folder.path(), file, TIDE);
    engine.refresh();
    fs::remove_dir_all(folder.path().join("work/skills/tide")).unwrap();
    assert!(matches!(
        engine.activate("tide"),
        Err(Error::Skill(SkillError::NotFound { .. }))
    ));
}

/// An untrusted resident is listed and its body is in no prompt; trust puts it there.
#[test]
fn residents_need_trust() {
    let resident = TIDE.replace("---\nname", "---\nalways: true\nname");
    let (_folder, surroundings) = place(&[("work/skills/tide/SKILL.md", &resident)]);
    let text = |options: Options| {
        let engine = Engine::open(surroundings.clone(), options).unwrap();
        engine.prompt(&PromptOptions::default()).text
    };
    let untrusted = text(Options::default());
    assert!(untrusted.contains("<name>tide</name>") && !untrusted.contains("First body."));
    let trusted = text(Options::default().trust_project());
    assert!(!trusted.contains("<name>tide</name>") && trusted.contains("First body."));
}

/// A skill that needs a tool counts where the agent has it.
#[test]
fn tools_open_gates() {
    let (_folder, surroundings) = place(&[]);
    let names = |options: Options| -> Vec<String> {
        let engine = Engine::open(surroundings.clone(), options).unwrap();
        engine
            .snapshot()
            .eligible()
            .map(|entry| entry.name.to_string())
            .collect()
    };
    assert_eq!(names(Options::default()), ["skill-creator"]);
    let with = Options::default().tools(["read", "cron"]);
    assert_eq!(names(with), ["cron", "skill-creator"]);
}

/// The workspace's file restricts and never widens: the profile stays the user's.
#[test]
fn project_file_restricts() {
    let toml = "profile = \"openclaw\"\n[skills.entries.tide]\nenabled = false\n";
    let (_folder, surroundings) = place(&[
        ("work/skills/tide/SKILL.md", TIDE),
        ("work/prowess.toml", toml),
    ]);
    let engine = Engine::open(surroundings, Options::default()).unwrap();
    assert_eq!(engine.snapshot().profile.name, "own");
    assert_eq!(engine.diagnostics().len(), 1);
    let trail = engine.why("tide").unwrap();
    assert_eq!(trail.stopped().map(|step| &*step.stage), Some("enabled"));
}

/// Every candidate ends in one count, and a check tells each kind of problem once.
#[test]
fn check_counts_everything() {
    let (_folder, surroundings) = place(&[
        ("work/skills/tide/SKILL.md", TIDE),
        ("work/skills/other/SKILL.md", TIDE),
        (
            "work/skills/broken/SKILL.md",
            "---\nname: broken\n---\nB.\n",
        ),
        (
            "work/skills/waits/SKILL.md",
            "---\nname: waits\ndescription: d\nrequires: {bins: [nowhere-to-be-found]}\n---\nB.\n",
        ),
    ]);
    let engine = Engine::open(surroundings, Options::default()).unwrap();
    let check = engine.check();
    assert_eq!(check.counts.found(), engine.snapshot().entries.len());
    assert_eq!((check.counts.invalid, check.counts.shadowed), (1, 1));
    assert_eq!(check.problems, [Problem::Invalid(1), Problem::Unmet(1)]);
}

/// A workspace that is not there is told, not made up.
#[test]
fn no_such_workspace() {
    let (_folder, surroundings) = place(&[]);
    let opened = Engine::open(surroundings, Options::default().workspace("nowhere"));
    assert!(matches!(opened, Err(Error::Workspace { .. })));
}

/// Another client's eyes: OpenClaw's own configuration and workspace count where the current folder
/// is no project.
#[test]
fn clients_own_workspace() {
    let (folder, surroundings) = place(&[("agent/skills/tide/SKILL.md", TIDE)]);
    let root = folder.path().canonicalize().unwrap();
    let json = format!(
        "{{ agents: {{ defaults: {{ workspace: '{}' }} }} }}",
        root.join("agent").display()
    );
    write(&root, "home/.openclaw/openclaw.json", &json);
    let engine = Engine::open(surroundings, Options::default().profile("openclaw")).unwrap();
    assert_eq!(engine.workspace().path(), root.join("agent"));
    assert!(engine.find("tide").is_ok());
}

/// Jianmu's own file names the folder of skills, relative to itself. It is the project's: it leads
/// nowhere outside, and a broken one stops nothing.
#[test]
fn folder_of_a_projects_client() {
    for (settings, skill, codes) in [
        ("paths:\n  skills_dir: lib/skills\n", Some("set"), vec![]),
        ("paths:\n  skills_dir:\n", Some("own"), vec![]),
        (
            "paths:\n  skills_dir: ../outside\n",
            Some("own"),
            vec!["PW905"],
        ),
        ("paths: [\n", Some("own"), vec!["PW250"]),
    ] {
        let named = |name: &str| format!("---\nname: {name}\ndescription: d\n---\n");
        let (_folder, surroundings) = place(&[
            ("work/jianmu.yaml", settings),
            ("work/lib/skills/a/SKILL.md", &named("set")),
            ("work/skills/a/SKILL.md", &named("own")),
            ("outside/a/SKILL.md", &named("outside")),
        ]);
        let options = Options::default().profile("jianmu");
        let options = options.workspace(&surroundings.current_dir);
        let engine = Engine::open(surroundings, options).unwrap();
        let first = engine.snapshot().eligible().next();
        assert_eq!(first.map(|entry| &*entry.name), skill, "{settings}");
        let found: Vec<String> = engine
            .diagnostics()
            .iter()
            .map(|found| found.code.to_string())
            .collect();
        assert_eq!(found, codes, "{settings}");
    }
}

/// The built-in skills are ours: no other client is said to have them.
#[test]
fn built_in_skills_are_ours_alone() {
    for (profile, has_any) in [("own", true), ("nanobot", false), ("jianmu", false)] {
        let (_folder, surroundings) = place(&[]);
        let engine = Engine::open(surroundings, Options::default().profile(profile)).unwrap();
        assert_eq!(!engine.snapshot().entries.is_empty(), has_any, "{profile}");
    }
}

/// The list of skills that are turned off is of the later Nanobot alone.
#[test]
fn turned_off_by_the_later_client() {
    for (profile, counts) in [("nanobot", 0), ("nanobot-2026-03", 1)] {
        let config = "{\"agents\": {\"defaults\": {\"disabledSkills\": [\"tide\"]}}}";
        let (_folder, surroundings) = place(&[
            ("home/.nanobot/config.json", config),
            ("work/skills/tide/SKILL.md", TIDE),
        ]);
        let engine = Engine::open(surroundings, Options::default().profile(profile)).unwrap();
        let tides = engine.snapshot().eligible();
        let tides = tides.filter(|entry| &*entry.name == "tide").count();
        assert_eq!(tides, counts, "{profile}");
    }
}

/// A message is looked at anew where a file that it brings in has changed since it was judged: what
/// that file restricts by now counts.
#[test]
fn a_message_judges_a_changed_file_again() {
    let (folder, surroundings) = place(&[("work/skills/tide/SKILL.md", TIDE)]);
    let mut engine = Engine::open(surroundings, Options::default()).unwrap();
    let root = folder.path().canonicalize().unwrap();
    let file = "work/skills/tide/SKILL.md";
    write(&root, file, &TIDE.replace("First", "A second"));
    let options = MessageOptions::default();
    match engine.expand("/tide", &options).outcome {
        Outcome::Message(text) => assert!(text.contains("A second body."), "{text}"),
        other => panic!("{other:?}"),
    }
    let kept = TIDE.replace("description", "user-invocable: false\ndescription");
    write(&root, file, &kept);
    assert_eq!(engine.expand("/tide", &options).outcome, Outcome::Refused);
}

/// Touched files are those of the workspace, however they are written.
#[test]
fn touched_files() {
    let rule = "---\nname: rule\ndescription: d\npaths: [src/*.rs]\n---\nB.\n";
    let (folder, surroundings) = place(&[("work/skills/rule/SKILL.md", rule)]);
    let options = Options::default().trust_project();
    let mut engine = Engine::open(surroundings, options).unwrap();
    let root = folder.path().canonicalize().unwrap();
    let mut brings = |path: &Path| {
        let options = MessageOptions {
            touched: vec![path.to_path_buf()],
            ..MessageOptions::default()
        };
        !engine.expand("x", &options).skills.is_empty()
    };
    assert!(brings(Path::new("src/a.rs")));
    assert!(brings(Path::new("./lib/../src/a.rs")));
    assert!(brings(&root.join("work/src/a.rs")));
    assert!(!brings(&root.join("src/a.rs")));
    assert!(!brings(Path::new("../src/a.rs")));
}

/// An activated body speaks of its real folders, and keeps the placeholders of arguments.
#[test]
fn folders_in_an_activated_body() {
    let text = format!("{TIDE}See {{baseDir}}/a and $ARGUMENTS.\n");
    let (folder, surroundings) = place(&[("work/skills/tide/SKILL.md", &text)]);
    let mut engine = Engine::open(surroundings, Options::default()).unwrap();
    let root = folder.path().canonicalize().unwrap();
    let expected = format!("See {}/work/skills/tide/a and $ARGUMENTS.", root.display());
    let activated = engine.activate("tide").unwrap().text;
    assert!(activated.contains(&expected), "{activated}");
}
