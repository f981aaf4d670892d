//! DS-*: which folders are searched, and what is found there.
//!
//! Rights are tested as a user without privileges: where the tests run as root, the test program
//! starts itself again as another user.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use prowess_base::Surroundings;
use prowess_catalog::discover::{Notice, Plan, find_workspace, inspect};
use prowess_catalog::{
    Bound, Catalog, Entry, Profile, Request, RootStatus, Settings, Snapshot, Verdict,
};
use prowess_config::{Layer, Origin};
use prowess_fs::{Folder, Links};
use prowess_tests::Stage;
use serde_json::{Value, json};

/// A stage whose base is the workspace and the current folder, with these files.
fn stage(tree: Value) -> Stage {
    let stage = Stage::new();
    stage.build_tree(&tree);
    stage
}

fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: d\n---\nBody.\n")
}

fn request(stage: &Stage) -> Request {
    let mut request = Request::new(Profile::own(), Surroundings::bare(stage.base()));
    request.workspace = Some(stage.base().to_path_buf());
    request
}

fn load(stage: &Stage) -> Arc<Snapshot> {
    Catalog::new(request(stage)).load()
}

/// Loads as a user who stands in `current`, whose home is `home`; the workspace is found.
fn load_in(stage: &Stage, current: &str, home: &str) -> Arc<Snapshot> {
    let mut surroundings = Surroundings::bare(stage.base().join(current));
    surroundings.home = Some(stage.base().join(home));
    Catalog::new(Request::new(Profile::own(), surroundings)).load()
}

fn with_roots(stage: &Stage, roots: &[&str]) -> Request {
    let mut request = request(stage);
    request.settings.extra_roots = roots
        .iter()
        .map(|root| (stage.base().join(root), Origin::default_of("skills.extra")))
        .collect();
    request
}

fn names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.eligible().map(|entry| &*entry.name).collect()
}

/// Code, severity and path of everything that is said about roots and folders.
fn told(stage: &Stage, snapshot: &Snapshot) -> Vec<String> {
    snapshot
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let file = diagnostic.file.as_deref().unwrap_or(Path::new(""));
            let file = file.strip_prefix(stage.base()).unwrap_or(file);
            format!("{} {}", diagnostic.code, file.display())
        })
        .collect()
}

fn codes(entry: &Entry) -> Vec<String> {
    entry
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.to_string())
        .collect()
}

fn only(snapshot: &Snapshot) -> &Entry {
    assert_eq!(snapshot.entries.len(), 1);
    snapshot.entries.iter().next().expect("an entry")
}

/// A skill that is a link to a folder elsewhere in the workspace is found once, by its real place.
#[test]
fn ds_01_linked_skill() {
    let stage = stage(json!({
        "store/fold-up/SKILL.md": skill("fold-up"),
        "skills/fold-up": {"symlink": "../store/fold-up"},
    }));
    let snapshot = load(&stage);
    let entry = only(&snapshot);
    assert_eq!(names(&snapshot), ["fold-up"]);
    assert_eq!(*entry.file, stage.base().join("store/fold-up/SKILL.md"));
    assert_eq!(told(&stage, &snapshot), [""; 0]);
}

/// A link in a project that leads out of it is not followed, and it is said where it leads.
#[test]
fn ds_01_link_out_of_the_project() {
    let stage = stage(json!({
        "store/x/SKILL.md": skill("x"),
        "store/file.md": skill("y"),
        "p/skills/x": {"symlink": "../../store/x"},
        "p/skills/y/SKILL.md": {"symlink": "../../../store/file.md"},
        "p/.git": {"dir": true},
    }));
    let snapshot = load_in(&stage, "p", "home");
    assert_eq!(names(&snapshot), [""; 0]);
    assert_eq!(told(&stage, &snapshot), ["PW202 p/skills/x"]);
    let Verdict::Invalid { diagnostics } = &only(&snapshot).verdict else {
        panic!("{:?}", snapshot.entries)
    };
    assert_eq!(diagnostics[0].code.to_string(), "PW202");
}

/// Two roots of a project that are links to one place outside do not vouch for each other.
#[test]
fn ds_02_roots_of_a_project_do_not_vouch_for_each_other() {
    let stage = stage(json!({
        "outside/x/SKILL.md": skill("x"),
        "p/.git": {"dir": true},
        "p/.claude/skills": {"symlink": "../../outside"},
        "p/.agents/skills": {"symlink": "../../outside"},
    }));
    let snapshot = load_in(&stage, "p", "home");
    assert_eq!(names(&snapshot), [""; 0]);
    assert_eq!(
        told(&stage, &snapshot),
        ["PW201 p/.agents/skills", "PW201 p/.claude/skills"]
    );
}

/// A folder that the project's own file names is a folder of the project: a link there does not
/// lead out.
#[test]
fn ds_26_extra_root_of_a_project_does_not_lead_out() {
    let stage = stage(json!({
        "outside/x/SKILL.md": skill("x"),
        "p/lib": {"symlink": "../outside"},
    }));
    let mut surroundings = Surroundings::bare(stage.base().join("p"));
    surroundings.home = Some(stage.base().join("home"));
    let mut request = Request::new(Profile::own(), surroundings);
    request.workspace = Some(stage.base().join("p"));
    let mut origin = Origin::default_of("skills.extra");
    origin.layer = Layer::Project;
    request.settings.extra_roots = vec![(stage.base().join("p/lib"), origin)];
    let snapshot = Catalog::new(request).load();
    assert_eq!(names(&snapshot), [""; 0]);
    assert_eq!(told(&stage, &snapshot), ["PW201 p/lib"]);
}

/// From the user's own folder, and into another folder of skills, a link leads anywhere.
#[test]
fn ds_01_links_that_may_leave() {
    let stage = stage(json!({
        "store/x/SKILL.md": skill("x"),
        "home/.agents/skills/x": {"symlink": "../../../store/x"},
        "home/.agents/skills/y/SKILL.md": skill("y"),
        "p/.agents/skills/z": {"symlink": "../../../home/.agents/skills/y"},
        "p/.git": {"dir": true},
    }));
    let snapshot = load_in(&stage, "p", "home");
    assert_eq!(names(&snapshot), ["x", "y"]);
    assert_eq!(told(&stage, &snapshot), [""; 0]);
}

/// A root of the user that is itself a link is read.
#[test]
fn ds_02_linked_root() {
    let stage = stage(json!({
        "pool/alpha/SKILL.md": skill("alpha"),
        "home/.agents/skills": {"symlink": "../../pool"},
        "w": {"dir": true},
    }));
    assert_eq!(names(&load_in(&stage, "w", "home")), ["alpha"]);
}

/// A root of the project that is a link out of it is not entered, and that is told.
#[test]
fn ds_02_linked_root_of_a_project() {
    let stage = stage(json!({
        "pool/alpha/SKILL.md": skill("alpha"),
        "p/skills": {"symlink": "../pool"},
        "p/.git": {"dir": true},
    }));
    let snapshot = load_in(&stage, "p", "home");
    assert_eq!(names(&snapshot), [""; 0]);
    assert_eq!(told(&stage, &snapshot), ["PW201 p/skills"]);
    assert!(matches!(
        snapshot.roots[0].status,
        RootStatus::Refused { .. }
    ));
}

/// A link to nothing is told, a link to a file is no skill.
#[test]
fn ds_03_dangling_link() {
    let stage = stage(json!({
        "skills/ok/SKILL.md": skill("ok"),
        "note.txt": "x",
        "skills/gone": {"symlink": "../nowhere"},
        "skills/file": {"symlink": "../note.txt"},
    }));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["ok"]);
    assert_eq!(told(&stage, &snapshot), ["PW203 skills/gone"]);
}

/// A skill that holds a link to itself is found once; a look into its folder names the link.
#[test]
fn ds_04_link_to_itself() {
    let stage = stage(json!({
        "skills/creative/demo/SKILL.md": skill("demo"),
        "skills/creative/demo/demo": {"symlink": "."},
    }));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["demo"]);
    let folder = stage.base().join("skills/creative/demo");
    assert_eq!(
        inspect(&folder),
        [Notice::LinkLoop {
            path: folder.join("demo"),
            target: ".".into(),
        }]
    );
}

/// Loops between folders and to a folder above end; each skill is found once.
#[test]
fn ds_05_loops() {
    let stage = stage(json!({
        "skills/a/SKILL.md": skill("a"),
        "skills/b/SKILL.md": skill("b"),
        "skills/a/loop": {"symlink": "../b"},
        "skills/b/loop": {"symlink": "../a"},
        "skills/g/one/to": {"symlink": "../two"},
        "skills/g/two/to": {"symlink": "../one"},
        "skills/me": {"symlink": "me"},
        "skills/up": {"symlink": ".."},
    }));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["a", "b"]);
    assert_eq!(
        told(&stage, &snapshot),
        ["PW204 skills/me", "PW204 skills/up"]
    );
    let inner: Vec<_> = inspect(&stage.base().join("skills/a"))
        .iter()
        .map(|notice| notice.path().to_path_buf())
        .collect();
    assert_eq!(inner, [stage.base().join("skills/a/loop")]);
}

/// A skill that is reached by its folder and by links is one, at its own place, without a collision.
#[test]
fn ds_06_alias() {
    let stage = stage(json!({
        "skills/orig/SKILL.md": skill("orig"),
        "skills/alias": {"symlink": "orig"},
        "skills/group/other": {"symlink": "../orig"},
        "skills/more": {"symlink": "group"},
    }));
    let snapshot = load(&stage);
    let entry = only(&snapshot);
    assert_eq!(*entry.file, stage.base().join("skills/orig/SKILL.md"));
    assert_eq!(codes(entry), [""; 0]);
    assert_eq!(told(&stage, &snapshot), [""; 0]);
}

/// Names that are never entered are passed over before links are looked at.
#[test]
fn ds_07_excluded_links() {
    let stage = stage(json!({
        "skills/ok/SKILL.md": skill("ok"),
        "skills/node_modules": {"symlink": "/nowhere"},
        "skills/.venv": {"symlink": "/nowhere"},
    }));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["ok"]);
    assert_eq!(told(&stage, &snapshot), [""; 0]);
}

/// Other programs' folders are never entered, and a folder of built things holds no group; a skill
/// may still be called `dist`.
#[test]
fn ds_08_excluded_folders() {
    let stage = stage(json!({
        ".agents/skills/mine/SKILL.md": skill("mine"),
        ".agents/node_modules/pkg/skills/theirs/SKILL.md": skill("theirs"),
        ".agents/skills/venv/lib/s/SKILL.md": skill("venv-skill"),
        ".agents/skills/venv/SKILL.md": skill("venv"),
        ".agents/skills/__pycache__/s/SKILL.md": skill("pyc"),
        ".agents/skills/.git/s/SKILL.md": skill("git"),
        ".agents/skills/target/s/SKILL.md": skill("built"),
        ".agents/skills/dist/SKILL.md": skill("dist"),
    }));
    assert_eq!(names(&load(&stage)), ["dist", "mine"]);
}

/// A skill's own folder is not listed, whatever it holds: a folder that may not be listed does not
/// even show.
#[test]
fn ds_09_references_to_a_huge_tree() {
    let stage = stage(json!({
        "skills/docs/SKILL.md": skill("docs"),
        "skills/docs/references": {"symlink": "../../huge"},
        "huge/a/SKILL.md": skill("a"),
    }));
    let request = request(&stage);
    let plan = Plan::new(
        &request.profile,
        &request.surroundings,
        stage.base(),
        &Settings::default(),
    );
    assert_eq!(names(&load(&stage)), ["docs"]);
    let watched: Vec<_> = plan
        .walk_all(&Nothing)
        .into_iter()
        .flat_map(|walk| walk.watched)
        .filter(|watched| watched.identity.is_some())
        .map(|watched| watched.path)
        .collect();
    assert_eq!(watched, [stage.base().join("skills")]);
}

struct Nothing;

impl prowess_catalog::discover::Visitor for Nothing {
    type Output = ();

    fn known(&self, _: &Arc<Path>, _: &prowess_catalog::FileIdentity) -> Option<()> {
        None
    }

    fn read(&self, _: &Arc<Path>, _: &str, _: prowess_catalog::FileIdentity, _: &[u8]) {}
}

/// `skill.md` in any letter case loads, with the advice to rename it.
#[test]
fn ds_10_letter_case() {
    let stage = stage(json!({
        "skills/low/skill.md": skill("low"),
        "skills/mix/Skill.md": skill("mix"),
    }));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["low", "mix"]);
    assert!(
        snapshot
            .entries
            .iter()
            .all(|entry| codes(entry) == ["PW209"])
    );
}

/// Of two files that differ in letter case SKILL.md counts; a look into the folder names the other.
#[cfg(target_os = "linux")]
#[test]
fn ds_11_two_files() {
    let stage = stage(json!({
        "skills/two/SKILL.md": "---\nname: two\ndescription: exact\n---\n",
        "skills/two/skill.md": "---\nname: two\ndescription: lower\n---\n",
    }));
    let snapshot = load(&stage);
    assert_eq!(&*only(&snapshot).description, "exact");
    let folder = stage.base().join("skills/two");
    assert_eq!(
        inspect(&folder),
        [Notice::SecondFile {
            path: folder.join("skill.md"),
            used: folder.join("SKILL.md"),
        }]
    );
}

/// A root that cannot be read is told apart from an empty one, and so is a folder or file beneath a
/// root; the others load.
#[cfg(unix)]
#[test]
fn ds_13_unreadable() {
    as_plain_user("discovery::ds_13_unreadable_as_plain_user");
}

#[cfg(unix)]
#[test]
#[ignore = "started by ds_13_unreadable as a user without privileges"]
fn ds_13_unreadable_as_plain_user() {
    let stage = stage(json!({
        "root1": {"dir": true},
        "root2": {"dir": true},
        "skills/ok/SKILL.md": skill("ok"),
        "skills/shut/SKILL.md": skill("shut"),
        "skills/file/SKILL.md": skill("file"),
    }));
    let closed = ["root1", "skills/shut", "skills/file/SKILL.md"];
    for path in closed {
        set_mode(&stage.base().join(path), 0o000);
    }
    let snapshot = Catalog::new(with_roots(&stage, &["root1", "root2"])).load();
    let status = |source: &str| {
        let roots = snapshot.roots.iter().filter(|root| root.source == source);
        roots.map(|root| root.status.clone()).collect::<Vec<_>>()
    };
    for path in closed {
        set_mode(&stage.base().join(path), 0o700);
    }
    assert_eq!(
        status("extra"),
        [
            RootStatus::Unreadable {
                reason: "permission denied".to_owned(),
            },
            RootStatus::Read,
        ]
    );
    assert_eq!(names(&snapshot), ["ok"]);
    let invalid: Vec<_> = snapshot
        .entries
        .iter()
        .filter(|entry| matches!(entry.verdict, Verdict::Invalid { .. }))
        .map(|entry| &*entry.name)
        .collect();
    assert_eq!(invalid, ["file"]);
    assert_eq!(
        told(&stage, &snapshot),
        ["PW200 skills/shut", "PW200 root1"]
    );
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
}

/// Runs an ignored test of this program, as another user where this one may read everything.
#[cfg(unix)]
fn as_plain_user(test: &str) {
    use std::os::unix::process::CommandExt as _;
    let probe = tempfile::tempdir().expect("a temporary folder");
    set_mode(probe.path(), 0o000);
    let is_privileged = fs::read_dir(probe.path()).is_ok();
    set_mode(probe.path(), 0o700);
    let program = std::env::current_exe().expect("this program");
    let mut command = std::process::Command::new(program);
    command.args([test, "--exact", "--ignored"]);
    if is_privileged {
        // `nobody`, by convention.
        command.uid(65_534).gid(65_534);
    }
    let output = match command.current_dir("/").output() {
        Ok(output) => output,
        Err(error) => panic!("cannot start the tests as another user: {error}"),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// From a package of a repository the folders up to its root are searched, and none above.
#[test]
fn ds_15_up_to_the_repository() {
    let stage = stage(json!({
        "repo/.git": {"dir": true},
        "repo/.agents/skills/house/SKILL.md": skill("house"),
        "repo/packages/a/x.txt": "x",
        ".agents/skills/above/SKILL.md": skill("above"),
    }));
    assert_eq!(
        names(&load_in(&stage, "repo/packages/a", "home")),
        ["house"]
    );
}

/// A folder's own skills are found beside those of the repository, and go first.
#[test]
fn ds_16_nearest_first() {
    let stage = stage(json!({
        "repo/.git": {"dir": true},
        "repo/designer/.agents/skills/ux/SKILL.md": skill("ux"),
        "repo/designer/.claude/skills/both/SKILL.md": "---\nname: both\ndescription: near\n---\n",
        "repo/.agents/skills/both/SKILL.md": "---\nname: both\ndescription: far\n---\n",
    }));
    let snapshot = load_in(&stage, "repo/designer", "home");
    assert_eq!(names(&snapshot), ["both", "ux"]);
    let both = snapshot.eligible().next().expect("an entry");
    assert_eq!(&*both.description, "near");
}

/// A SKILL.md within a skill is none of its own; a look into the folder says so.
#[test]
fn ds_19_template_in_a_skill() {
    let stage = stage(json!({
        "skills/maker/SKILL.md": skill("maker"),
        "skills/maker/assets/template/SKILL.md": skill("your-name-here"),
    }));
    assert_eq!(names(&load(&stage)), ["maker"]);
    let folder = stage.base().join("skills/maker");
    assert_eq!(
        inspect(&folder),
        [Notice::NestedSkill {
            path: folder.join("assets/template/SKILL.md"),
            skill: folder,
        }]
    );
}

/// Files that are no text beside a SKILL.md do no harm.
#[test]
fn ds_24_binary_files() {
    let stage = stage(json!({
        "skills/img/SKILL.md": skill("img"),
        "skills/img/assets/logo.png": {"base64": "iVBORw0KGgoA/wD+"},
        "skills/img/.DS_Store": {"base64": "AAAAAQ=="},
    }));
    assert_eq!(names(&load(&stage)), ["img"]);
}

/// A root with more entries than the bound is told and not searched at all: never a part that depends
/// on the order of a listing.
#[test]
fn ds_25_too_many_entries() {
    let stage = Stage::new();
    for number in 0..300 {
        fs::create_dir_all(stage.base().join(format!("big/{number}"))).expect("a folder");
    }
    stage.write("big/zz-last/SKILL.md", skill("zz-last"));
    let load = || {
        let mut request = with_roots(&stage, &["big"]);
        request.profile.discovery.entries = 200;
        Catalog::new(request).load()
    };
    let snapshot = load();
    assert_eq!(snapshot.entries.len(), 0);
    assert_eq!(told(&stage, &snapshot), ["PW214 big"]);
    assert_eq!(load().version, snapshot.version);
}

/// Candidates beyond the bound are counted, the first by name are read.
#[test]
fn ds_25_too_many_candidates() {
    let stage = Stage::new();
    for number in 0..90 {
        let name = format!("s{number:02}");
        stage.write(&format!("skills/{name}/SKILL.md"), skill(&name));
    }
    let mut request = request(&stage);
    request.settings.limits = [("discovery.candidates".to_owned(), 88)].into();
    let snapshot = Catalog::new(request).load();
    assert_eq!(snapshot.eligible().count(), 88);
    let beyond: Vec<_> = snapshot
        .entries
        .iter()
        .filter(|entry| {
            entry.verdict
                == Verdict::BeyondLimit {
                    bound: Bound::CandidatesPerRoot(88),
                }
        })
        .map(|entry| &*entry.name)
        .collect();
    assert_eq!(beyond, ["s88", "s89"]);
    assert_eq!(told(&stage, &snapshot), ["PW213 skills"]);
}

/// A root with many folders of which few are skills is told; one with many skills is not.
#[test]
fn ds_25_project_folder() {
    let stage = Stage::new();
    for number in 0..301 {
        fs::create_dir_all(stage.base().join(format!("big/{number}"))).expect("a folder");
        let name = format!("s{number:03}");
        stage.write(&format!("skills/{name}/SKILL.md"), skill(&name));
    }
    stage.write("big/7/SKILL.md", skill("seven"));
    let snapshot = Catalog::new(with_roots(&stage, &["big"])).load();
    assert_eq!(snapshot.eligible().count(), 302);
    assert_eq!(told(&stage, &snapshot), ["PW212 big"]);
    let message = &snapshot.diagnostics[0].message;
    assert!(message.contains("1 of its 301 folders"), "{message}");
}

/// What is listed from an extra root can be read beneath it.
#[test]
fn ds_26_extra_root() {
    let stage = stage(json!({
        "extra/s/SKILL.md": skill("s"),
        "extra/s/references/a.md": "A",
    }));
    let snapshot = Catalog::new(with_roots(&stage, &["extra"])).load();
    assert_eq!(names(&snapshot), ["s"]);
    let folder = Folder::open(only(&snapshot).folder()).expect("the skill's folder");
    let mut bytes = Vec::new();
    let file = folder.file(Path::new("references/a.md"), Links::Refused);
    file.and_then(|file| file.read(10, &mut bytes)).expect("A");
    assert_eq!(bytes, b"A");
}

/// Nothing is written into a folder of skills: the folders are as they were to the nanosecond.
#[test]
fn ds_27_nothing_is_written() {
    let stage = stage(json!({"skills/s/SKILL.md": skill("s")}));
    let state = || {
        ["", "skills", "skills/s", "skills/s/SKILL.md"].map(|path| {
            let metadata = fs::metadata(stage.base().join(path)).expect("metadata");
            (metadata.modified().expect("a time"), metadata.len())
        })
    };
    let before = state();
    assert_eq!(names(&load(&stage)), ["s"]);
    assert_eq!(inspect(&stage.base().join("skills/s")), []);
    assert_eq!(state(), before);
}

/// A Markdown file with a header where a folder is expected is told, with the place where it belongs;
/// a README is not.
#[test]
fn ds_28_flat_file() {
    let stage = stage(json!({
        "skills/commit.md": skill("commit"),
        "skills/README.md": "# Skills\n",
    }));
    let snapshot = load(&stage);
    assert_eq!(snapshot.entries.len(), 0);
    assert_eq!(told(&stage, &snapshot), ["PW211 skills/commit.md"]);
    let help = snapshot.diagnostics[0].help.as_deref();
    assert!(help.is_some_and(|help| help.contains("skills/commit/SKILL.md")));
}

/// A file beyond the bound is counted, with its size and the bound; a file at the bound loads.
#[test]
fn ds_29_too_large() {
    let stage = Stage::new();
    let text = |name: &str, length: usize| {
        let header = skill(name);
        header.clone() + &"x".repeat(length - header.len())
    };
    stage.write("skills/fat/SKILL.md", text("fat", 262_145));
    stage.write("skills/fit/SKILL.md", text("fit", 262_144));
    let mut request = request(&stage);
    request.settings.limits = [("skill.file_bytes".to_owned(), 262_144)].into();
    let snapshot = Catalog::new(request).load();
    assert_eq!(names(&snapshot), ["fit"]);
    let fat = snapshot.entries.iter().find(|entry| &*entry.name == "fat");
    let fat = fat.expect("it is counted");
    let bound = Bound::FileBytes(262_144);
    assert_eq!(fat.verdict, Verdict::BeyondLimit { bound });
    assert_eq!(codes(fat), ["PW207"]);
    assert!(fat.diagnostics[0].message.contains("262145"));
}

/// A header that grows without bound spoils its own skill, in no time, and no other.
#[test]
fn fm_37_siblings_load() {
    let mut bomb = "---\nname: bomb\ndescription: d\na: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (key, inner) in ["b", "c", "d", "e", "f", "g"].iter().zip("abcdef".chars()) {
        let items = vec![format!("*{inner}"); 9].join(",");
        bomb.push_str(&format!("{key}: &{key} [{items}]\n"));
    }
    bomb.push_str("h: [*g,*g,*g]\n---\n");
    let stage = stage(json!({
        "skills/bomb/SKILL.md": bomb,
        "skills/ok/SKILL.md": skill("ok"),
    }));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["ok"]);
    assert_eq!(snapshot.entries.len(), 2);
}

/// A pipe that is called SKILL.md is invalid; nobody waits for its writer.
#[cfg(unix)]
#[test]
fn a_pipe_does_not_block() {
    let stage = stage(json!({
        "skills/ok/SKILL.md": skill("ok"),
        "skills/pipe": {"dir": true},
        "skills/folder/SKILL.md": {"dir": true},
    }));
    let made = std::process::Command::new("mkfifo")
        .arg(stage.base().join("skills/pipe/SKILL.md"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["ok"]);
    let invalid = |entry: &&Entry| matches!(entry.verdict, Verdict::Invalid { .. });
    assert_eq!(snapshot.entries.iter().filter(invalid).count(), 2);
}

/// A root with a SKILL.md of its own is one skill, and it is told that it hides others.
#[test]
fn a_root_that_is_a_skill() {
    let stage = stage(json!({
        "skills/SKILL.md": skill("whole"),
        "skills/part/SKILL.md": skill("part"),
    }));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["whole"]);
    assert_eq!(told(&stage, &snapshot), ["PW216 skills"]);
}

/// Groups are searched to the bound of levels; a skill one level deeper is told.
#[test]
fn depth() {
    let stage = stage(json!({
        "skills/1/2/3/4/5/6/7/eight/SKILL.md": skill("eight"),
        "skills/1/2/3/4/5/6/7/8/nine/SKILL.md": skill("nine"),
    }));
    let snapshot = load(&stage);
    assert_eq!(names(&snapshot), ["eight"]);
    assert_eq!(
        told(&stage, &snapshot),
        ["PW215 skills/1/2/3/4/5/6/7/8/nine"]
    );
}

/// Everything that is found has one verdict, and every SKILL.md that is not within another skill or
/// a passed folder is found: on one thread and on several, whatever the order of creation.
#[test]
fn nothing_is_lost() {
    let path = |number: usize| match number % 5 {
        0 => format!("skills/s{number}"),
        1 => format!("skills/g{}/s{number}", number % 7),
        2 => format!("skills/g{}/h{}/s{number}", number % 3, number % 11),
        3 => format!("skills/S{number}"),
        _ => format!("skills/empty{number}/x"),
    };
    let text = |number: usize| match number % 9 {
        0 => "no header".to_owned(),
        1 => skill("same"),
        _ => skill(&format!("n{number}")),
    };
    let build = |order: &mut dyn Iterator<Item = usize>| {
        let stage = Stage::new();
        for number in order {
            if number % 5 < 4 {
                stage.write(&format!("{}/SKILL.md", path(number)), text(number));
            } else {
                fs::create_dir_all(stage.base().join(path(number))).expect("a folder");
            }
        }
        let snapshot = load(&stage);
        let found: u32 = snapshot.roots.iter().map(|root| root.found).sum();
        assert_eq!(snapshot.entries.len(), found as usize);
        let lines: Vec<String> = snapshot
            .entries
            .iter()
            .map(|entry| {
                let file = entry.file.strip_prefix(stage.base()).expect("beneath");
                format!("{} {} {}", entry.name, file.display(), entry.verdict.word())
            })
            .collect();
        (lines, told(&stage, &snapshot))
    };
    let forward = build(&mut (0..250));
    assert_eq!(forward.0.len(), 200);
    assert_eq!(build(&mut (0..250).rev()), forward);
}

/// The workspace is the nearest folder with a `prowess.toml`, else the repository, else the current
/// folder; what another user left in a folder of everyone decides nothing.
#[test]
fn workspace() {
    let stage = stage(json!({
        "repo/.git": {"dir": true},
        "repo/a/prowess.toml": "",
        "repo/a/b": {"dir": true},
        "repo/c": {"dir": true},
        "plain": {"dir": true},
    }));
    let of = |path: &str, user: Option<u32>| {
        let mut surroundings = Surroundings::bare(stage.base().join(path));
        surroundings.user = user;
        let found = find_workspace(&surroundings, None).path().to_path_buf();
        let found = found.strip_prefix(stage.base()).map(Path::to_path_buf);
        found.expect("beneath the stage").display().to_string()
    };
    assert_eq!(
        ["repo/a/b", "repo/a", "repo/c", "repo", "plain"].map(|path| of(path, None)),
        ["repo/a", "repo/a", "repo", "repo", "plain"]
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let owner = fs::metadata(stage.base()).expect("metadata").uid();
        let other = owner + 1;
        assert_eq!(of("repo/a/b", Some(owner)), "repo/a");
        if owner != 0 {
            assert_eq!(of("repo/a/b", Some(other)), "repo/a/b");
        }
    }
}

/// A project's folder of skills that belongs to another user is not entered, unless the user names
/// the workspace.
#[cfg(unix)]
#[test]
fn another_users_folder() {
    as_plain_user("discovery::another_users_folder_as_plain_user");
}

#[cfg(unix)]
#[test]
#[ignore = "started by another_users_folder as a user without privileges"]
fn another_users_folder_as_plain_user() {
    use std::os::unix::fs::MetadataExt as _;
    let stage = stage(json!({"skills/s/SKILL.md": skill("s")}));
    let owner = fs::metadata(stage.base()).expect("metadata").uid();
    let load = |user: u32, workspace: Option<&Path>| {
        let mut surroundings = Surroundings::bare(stage.base());
        surroundings.user = Some(user);
        let mut request = Request::new(Profile::own(), surroundings);
        request.workspace = workspace.map(Path::to_path_buf);
        Catalog::new(request).load()
    };
    assert_eq!(names(&load(owner, None)), ["s"]);
    assert_eq!(names(&load(owner + 1, Some(stage.base()))), ["s"]);
    let refused = load(owner + 1, None);
    assert_eq!(names(&refused), [""; 0]);
    assert_eq!(told(&stage, &refused), ["PW201 skills"]);
}
