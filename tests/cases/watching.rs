//! WA-*: what a program sees of changes while it runs.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use prowess::catalog::watch::{Change, Coverage};
use prowess::{Engine, Options, Seen, SeenSettings, Watch};
use prowess_base::{Folders, Surroundings};
use prowess_catalog::{Error, RootStatus};
use prowess_tests::Stage;

/// Long enough on a busy machine; a test ends as soon as the change is seen.
const SOON: Option<Duration> = Some(Duration::from_secs(20));

/// A stage whose base is the workspace, with a home and settings of its own.
struct Place {
    stage: Stage,
    surroundings: Surroundings,
}

impl Place {
    fn new(skills: &[&str]) -> Self {
        let stage = Stage::new();
        let base = stage.base().to_path_buf();
        let mut surroundings = Surroundings::bare(&base);
        surroundings.home = Some(base.join("home"));
        surroundings.folders = Some(Folders::beneath(&base.join("own")));
        for name in skills {
            stage.write(&format!("skills/{name}/SKILL.md"), skill(name, "d"));
        }
        Self {
            stage,
            surroundings,
        }
    }

    fn engine(&self) -> Engine {
        let options = Options::default().workspace(self.stage.base());
        Engine::open(self.surroundings.clone(), options).expect("an engine")
    }

    fn watch(&self) -> Watch {
        self.engine().watch()
    }

    fn watch_as(&self, profile: &str) -> Watch {
        let options = Options::default().workspace(self.stage.base());
        let engine = Engine::open(self.surroundings.clone(), options.profile(profile));
        engine.expect("an engine").watch()
    }

    fn path(&self, path: &str) -> PathBuf {
        self.stage.base().join(path)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        self.stage.write(path, text);
    }
}

fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\nBody.\n")
}

/// The eligible skills of the workspace: the built-in ones are there too.
fn names(watch: &Watch) -> Vec<String> {
    let snapshot = watch.engine().snapshot();
    let of_workspace = snapshot
        .eligible()
        .filter(|entry| !snapshot.is_embedded(entry));
    of_workspace.map(|entry| entry.name.to_string()).collect()
}

fn described(watch: &Watch, name: &str) -> String {
    let snapshot = watch.engine().snapshot();
    let id = snapshot.get(name).expect("a skill");
    snapshot
        .entry(id)
        .expect("its entry")
        .description
        .to_string()
}

/// The changes of one skill, all others being as they were.
fn only(seen: &Seen, name: &str) -> Vec<Change> {
    let [skill] = seen.changes.skills.as_slice() else {
        panic!("{:?}", seen.changes);
    };
    assert_eq!(skill.name, name);
    skill.changes.clone()
}

fn next(watch: &mut Watch) -> Seen {
    watch.next(SOON).expect("a change")
}

/// Many files in a skill cost no watch: folders within a skill are not entered. Handles are counted
/// where a process is alone with its watch, in the soak.
#[test]
fn wa_01_environments_within_a_skill() {
    let place = Place::new(&["w"]);
    for folder in [".venv", "node_modules"] {
        for number in 0..200 {
            place.write(&format!("skills/w/{folder}/p{number}/f"), "");
        }
    }
    let watch = place.watch();
    let Coverage::Whole { folders } = *watch.coverage() else {
        panic!("{:?}", watch.coverage());
    };
    assert!(folders < 50, "{folders} watches");
}

/// A save by a temporary file and a rename is one change, and neither of the files is a skill.
#[test]
fn wa_03_saved_by_a_rename() {
    let place = Place::new(&["r"]);
    let mut watch = place.watch();
    place.write("skills/r/.SKILL.md.swp", "swap");
    place.write("skills/r/SKILL.md~", skill("r", "new"));
    fs::rename(
        place.path("skills/r/SKILL.md~"),
        place.path("skills/r/SKILL.md"),
    )
    .expect("a rename");
    let seen = next(&mut watch);
    assert_eq!(only(&seen, "r"), [Change::Header]);
    assert_eq!(described(&watch, "r"), "new");
    assert_eq!(names(&watch), ["r"]);
    assert!(watch.next(Some(Duration::from_millis(200))).is_none());
}

/// A skill whose folder is removed is gone, and so are all when their root is; a root that comes
/// again is seen.
#[test]
fn wa_05_removed_folders() {
    let place = Place::new(&["d", "e"]);
    let mut watch = place.watch();
    fs::remove_dir_all(place.path("skills/d")).expect("removed");
    assert_eq!(only(&next(&mut watch), "d"), [Change::Removed]);
    fs::remove_dir_all(place.path("skills")).expect("removed");
    let seen = next(&mut watch);
    assert_eq!(only(&seen, "e"), [Change::Removed]);
    assert_eq!(seen.changes.roots[0].now, Some(RootStatus::Absent));
    place.write("skills/f/SKILL.md", skill("f", "d"));
    until(&mut watch, |watch| names(watch) == ["f"]);
}

/// Waits until something holds; what leads there may be several changes.
fn until(watch: &mut Watch, holds: impl Fn(&Watch) -> bool) {
    while !holds(watch) {
        next(watch);
    }
}

/// What a model is told and what a user can call come from one snapshot: both have the new skill,
/// neither has the removed one.
#[test]
fn wa_08_one_source_for_prompt_and_commands() {
    let place = Place::new(&["a"]);
    let mut watch = place.watch();
    place.write("skills/b/SKILL.md", skill("b", "d"));
    until(&mut watch, |watch| names(watch) == ["a", "b"]);
    fs::remove_dir_all(place.path("skills/a")).expect("removed");
    next(&mut watch);
    let engine = watch.engine();
    let prompt = engine.prompt(&prowess::PromptOptions::default()).text;
    assert!(!prompt.contains("/skills/a/") && prompt.contains("/skills/b/"));
    let commands = engine.commands(&[""; 0]);
    let complete = |prefix| commands.complete(prefix).collect::<Vec<_>>();
    assert!(complete("a").is_empty());
    assert_eq!(complete("b"), ["b"]);
}

/// A file that is overwritten in place with as many bytes and its old time is read again, without a
/// watch.
#[test]
fn wa_09_same_size_and_time() {
    let place = Place::new(&[]);
    place.write("skills/a/SKILL.md", skill("a", "aaaa"));
    let mut engine = place.engine();
    let file = place.path("skills/a/SKILL.md");
    let time = fs::metadata(&file)
        .expect("a file")
        .modified()
        .expect("a time");
    fs::write(&file, skill("a", "bbbb")).expect("written");
    let written = fs::File::options().write(true).open(&file).expect("a file");
    written.set_modified(time).expect("a time");
    let snapshot = engine.refresh();
    let id = snapshot.get("a").expect("a skill");
    assert_eq!(&*snapshot.entry(id).expect("its entry").description, "bbbb");
}

/// Files beside a SKILL.md wake nobody and change nothing.
#[test]
fn wa_10_other_files_of_a_skill() {
    let place = Place::new(&["a"]);
    place.write("skills/a/scripts/run.py", "1");
    let mut watch = place.watch();
    let before = watch.engine().snapshot().version;
    for number in 0..100 {
        place.write("skills/a/scripts/run.py", format!("{number}"));
    }
    assert!(watch.next(Some(Duration::from_millis(200))).is_none());
    assert_eq!(watch.engine().snapshot().version, before);
}

/// A broken edit keeps the skill as it was, says why and where, and is not activated; what the broken
/// header restricts holds at once; a mended file is taken as it is.
#[test]
fn wa_11_broken_by_an_edit() {
    let place = Place::new(&["a"]);
    let mut watch = place.watch();
    place.write(
        "skills/a/SKILL.md",
        "---\nname: [oops\ndisable-model-invocation: true\n---\n",
    );
    let seen = next(&mut watch);
    let changes = only(&seen, "a");
    assert!(matches!(changes.as_slice(), [Change::Stale { why }] if !why.is_empty()));
    let id = seen.now.get("a").expect("a skill");
    let entry = seen.now.entry(id).expect("its entry");
    assert!(entry.is_eligible() && entry.is_stale());
    assert!(!entry.manifest.invocation.model);
    let notice = entry.diagnostics.last().expect("a notice");
    assert_eq!(notice.code.to_string(), "PW236");
    assert_eq!(notice.file.as_deref(), Some(&*entry.file));
    let refused = watch.engine_mut().activate("a");
    assert!(
        matches!(refused, Err(prowess::Error::Skill(Error::Stale { .. }))),
        "{refused:?}"
    );
    assert_eq!(described(&watch, "a"), "d");

    // An activation looks at the file itself; what it saw is told all the same.
    place.write("skills/a/SKILL.md", skill("a", "mended"));
    assert!(watch.engine_mut().activate("a").is_ok());
    let seen = next(&mut watch);
    assert_eq!(only(&seen, "a"), [Change::Mended]);
}

/// A root that gives an error for a moment keeps its skills, marked stale and not activated; then
/// everything is as before. An error is not absence.
#[cfg(unix)]
#[test]
fn wa_12_a_mount_that_is_away() {
    let place = Place::new(&["s"]);
    let mut watch = place.watch();
    let (mount, away) = (place.path("skills"), place.path("away"));
    fs::rename(&mount, &away).expect("a rename");
    // The system's answer to a path that leads to itself: an error, as that of a lost mount.
    std::os::unix::fs::symlink(&mount, &mount).expect("a link");
    until(&mut watch, |watch| {
        let snapshot = watch.engine().snapshot();
        snapshot
            .entries
            .iter()
            .any(prowess_catalog::Entry::is_stale)
    });
    assert_eq!(names(&watch), ["s"]);
    let refused = watch.engine_mut().activate("s");
    assert!(
        matches!(refused, Err(prowess::Error::Skill(Error::Stale { .. }))),
        "{refused:?}"
    );
    fs::remove_file(&mount).expect("removed");
    fs::rename(&away, &mount).expect("a rename");
    until(&mut watch, |watch| {
        let snapshot = watch.engine().snapshot();
        !snapshot
            .entries
            .iter()
            .any(prowess_catalog::Entry::is_stale)
    });
    assert_eq!(names(&watch), ["s"]);
    assert!(watch.engine_mut().activate("s").is_ok());
}

/// Folders of skills that are not there yet are seen when they come, whichever part of their way
/// comes first.
#[test]
fn roots_that_come() {
    let place = Place::new(&[]);
    let mut watch = place.watch();
    place.write("home/.agents/skills/u/SKILL.md", skill("u", "d"));
    place.write(".claude/skills/p/SKILL.md", skill("p", "d"));
    until(&mut watch, |watch| names(watch) == ["p", "u"]);
}

/// A folder above a root that is replaced by another is seen.
#[test]
fn a_way_that_is_replaced() {
    let place = Place::new(&[]);
    place.write(".agents/skills/old/SKILL.md", skill("old", "d"));
    place.write("next/skills/new/SKILL.md", skill("new", "d"));
    let mut watch = place.watch();
    fs::rename(place.path(".agents"), place.path("gone")).expect("a rename");
    fs::rename(place.path("next"), place.path(".agents")).expect("a rename");
    until(&mut watch, |watch| names(watch) == ["new"]);
    place.write(".agents/skills/more/SKILL.md", skill("more", "d"));
    until(&mut watch, |watch| names(watch) == ["more", "new"]);
}

/// Settings are followed: a new file holds, a broken one leaves the last in force and is said once.
#[test]
fn settings_are_followed() {
    let place = Place::new(&["a"]);
    let mut watch = place.watch();
    place.write("prowess.toml", "[skills.entries.a]\nenabled = false\n");
    let seen = next(&mut watch);
    assert!(matches!(seen.settings, SeenSettings::Changed));
    assert_eq!(names(&watch), [""; 0]);

    let user = place.surroundings.folders.as_ref().expect("folders");
    let file = user.config.join(prowess::config::USER_FILE);
    fs::create_dir_all(&user.config).expect("a folder");
    fs::write(&file, "nonsense = [").expect("written");
    let seen = next(&mut watch);
    assert!(matches!(seen.settings, SeenSettings::Refused(_)));
    assert!(seen.changes.is_empty());
    assert!(watch.look().is_none());

    fs::remove_file(&file).expect("removed");
    fs::remove_file(place.path("prowess.toml")).expect("removed");
    until(&mut watch, |watch| names(watch) == ["a"]);
}

/// A program that was installed is seen by the next look, which a wait that ends makes.
#[cfg(unix)]
#[test]
fn installed_programs() {
    let mut place = Place::new(&[]);
    place.surroundings.environment = [(
        std::ffi::OsString::from("PATH"),
        place.path("bin").into_os_string(),
    )]
    .into_iter()
    .collect();
    place.write(
        "skills/a/SKILL.md",
        "---\nname: a\ndescription: d\nrequires:\n  bins: [tool]\n---\n",
    );
    let mut watch = place.watch();
    assert_eq!(names(&watch), [""; 0]);
    let tool = serde_json::json!({"bin/tool": {"exec": "#!/bin/sh\n"}});
    place.stage.build_tree(&tool);
    let seen = watch.next(Some(Duration::ZERO)).expect("a change");
    let changes = only(&seen, "a");
    let [Change::Verdict { from, to, gone, .. }] = changes.as_slice() else {
        panic!("{changes:?}");
    };
    assert_eq!((*from, *to, gone.len()), ("ineligible", "eligible", 1));
}

/// A link to a skill elsewhere is followed where it leads: an edit of the target is seen.
#[cfg(unix)]
#[test]
fn edits_behind_links() {
    let place = Place::new(&[]);
    place.write("shared/l/SKILL.md", skill("l", "old"));
    fs::create_dir_all(place.path("skills")).expect("a folder");
    std::os::unix::fs::symlink(place.path("shared/l"), place.path("skills/l")).expect("a link");
    let mut watch = place.watch();
    assert_eq!(names(&watch), ["l"]);
    place.write("shared/l/SKILL.md", skill("l", "new"));
    until(&mut watch, |watch| described(watch, "l") == "new");
}

/// A file that a client reads beside a SKILL.md is followed, and one that breaks leaves the skill stale.
#[test]
fn files_beside_a_skill() {
    let place = Place::new(&[]);
    place.write(".agents/skills/a/SKILL.md", skill("a", "d"));
    let mut watch = place.watch_as("codex");
    let entry = |watch: &Watch| {
        let snapshot = watch.engine().snapshot();
        let id = snapshot.get("a").expect("a skill");
        snapshot.entry(id).expect("its entry").clone()
    };
    assert!(entry(&watch).manifest.invocation.model);
    let file = ".agents/skills/a/agents/openai.yaml";
    place.write(file, "policy:\n  allow_implicit_invocation: false\n");
    until(&mut watch, |watch| !entry(watch).manifest.invocation.model);
    place.write(file, "policy: [\n");
    until(&mut watch, |watch| entry(watch).is_stale());
    assert!(!entry(&watch).manifest.invocation.model);
}
