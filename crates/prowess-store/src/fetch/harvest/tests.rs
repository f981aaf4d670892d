use super::*;
use crate::fetch::Choice;
use crate::source::GitSource;
use crate::{Error, PathFault};

fn skill(name: &str) -> Vec<u8> {
    format!("---\nname: {name}\ndescription: about {name}\n---\nBody.\n").into_bytes()
}

fn file(bytes: impl Into<Vec<u8>>) -> Entry {
    Entry::File(TreeFile {
        bytes: bytes.into(),
        executable: false,
    })
}

fn files<'p>(entries: impl IntoIterator<Item = (&'p str, Entry)>) -> Files {
    Files {
        entries: entries
            .into_iter()
            .map(|(path, entry)| (path.to_owned(), entry))
            .collect(),
        left_out: Vec::new(),
    }
}

fn harvest_of(git: GitSource, files: Files, limits: &Limits) -> Harvest {
    let revision = Revision::Folder;
    gather(Source::Git(git), revision, "root", files, limits)
}

fn harvest<'p>(entries: impl IntoIterator<Item = (&'p str, Entry)>) -> Harvest {
    let git = GitSource::of("https://github.com/o/r");
    harvest_of(git, files(entries), &Limits::default())
}

fn listed(harvest: &Harvest) -> Vec<(&str, &str)> {
    let skills = harvest.skills.iter();
    skills.map(|skill| (&*skill.path, &*skill.name)).collect()
}

fn paths(tree: &Tree) -> Vec<&str> {
    tree.files().map(|(path, _)| path.as_str()).collect()
}

/// Every skill is found at any depth; one within another is content, and it is told; Git's folder and packages of Node are
/// not searched; another case of the name counts where there is no `SKILL.md`, and it is told.
#[test]
fn what_is_a_skill() {
    let harvest = harvest([
        ("README.md", file("")),
        (".git/x/SKILL.md", file("")),
        ("node_modules/x/SKILL.md", file("")),
        ("a/SKILL.md", file(skill("one"))),
        ("a/inner/SKILL.md", file(skill("inner"))),
        ("a-b/deep/er/skill.md", file("no header")),
        ("c/SKILL.md", file(skill("three"))),
        ("d/SKILL.md", file(skill("four"))),
        ("d/skill.md", file("x")),
    ]);
    assert_eq!(
        listed(&harvest),
        [("a", "one"), ("a-b/deep/er", "er"), ("c", "three")]
    );
    assert_eq!(
        paths(&harvest.skills[0].tree),
        ["SKILL.md", "inner/SKILL.md"]
    );
    // The two are one file on some systems.
    assert_eq!(harvest.refused[0].path, "d");
    assert_eq!(harvest.skills[0].description.as_deref(), Some("about one"));
    assert_eq!(
        harvest.left_out,
        [
            "`a-b/deep/er/skill.md` is taken for a `SKILL.md`, but not every client does so",
            "`a/inner/SKILL.md` is content of the skill in `a`, not a skill of its own",
        ]
    );
}

/// A source that is a skill is the whole skill, named by its header, else by the source; Git's own files are left out.
#[test]
fn root_skill() {
    let harvest = harvest([
        ("SKILL.md", file("no header")),
        ("scripts/go.sh", file("go")),
        ("x/SKILL.md", file(skill("x"))),
        (".git/HEAD", file("x")),
        ("x/.DS_Store", file("x")),
    ]);
    assert_eq!(listed(&harvest), [("", "root")]);
    assert_eq!(
        paths(&harvest.skills[0].tree),
        ["SKILL.md", "scripts/go.sh", "x/SKILL.md"]
    );
}

/// A folder of the source that is named is the only place that is searched; paths stay those of the source.
#[test]
fn subfolder() {
    let mut git = GitSource::of("https://github.com/o/r");
    git.subfolder = "skills/x".to_owned();
    let files = files([
        ("SKILL.md", file(skill("root"))),
        ("skills/x/SKILL.md", file(skill("x"))),
        ("skills/xy/SKILL.md", file(skill("xy"))),
    ]);
    let harvest = harvest_of(git, files, &Limits::default());
    assert_eq!(listed(&harvest), [("skills/x", "x")]);
    assert_eq!(paths(&harvest.skills[0].tree), ["SKILL.md"]);
}

/// Two skills of one name are both listed with their paths, and the name alone does not choose.
#[test]
fn in_36_same_name() {
    let harvest = harvest([
        ("skills/ui/SKILL.md", file(skill("ui"))),
        ("skills/_local/x/ui/SKILL.md", file(skill("ui"))),
        ("skills/pdf/SKILL.md", file(skill("PDF Tools"))),
    ]);
    let named = |word: &str| {
        let words = [word.to_owned()];
        harvest
            .choose(Choice::Named(&words))
            .map(|skills| skills.iter().map(|skill| skill.path.clone()).collect())
            .map_err(|error| error.to_string())
    };
    let one = |path: &str| Ok(vec![path.to_owned()]);
    assert_eq!(
        named("ui"),
        Err("`ui` may be any of skills/_local/x/ui, skills/ui".to_owned())
    );
    assert_eq!(named("skills/ui"), one("skills/ui"));
    assert_eq!(named("./skills/ui/SKILL.md"), one("skills/ui"));
    assert_eq!(named("PDF Tools"), one("skills/pdf"));
    assert_eq!(named("pdf-tools"), one("skills/pdf"));
    assert_eq!(named("pdf"), one("skills/pdf"));
    let Err(Error::NoSkill { offered, .. }) = harvest.choose(Choice::Named(&["x".to_owned()]))
    else {
        panic!()
    };
    assert_eq!(offered, ["PDF Tools", "skills/_local/x/ui", "skills/ui"]);
    assert!(matches!(
        harvest.choose(Choice::Only),
        Err(Error::Several { .. })
    ));
    assert_eq!(harvest.choose(Choice::All).unwrap().len(), 3);
}

/// The skill that the source names is the one that is meant; nothing at all is told.
#[test]
fn named_by_the_source() {
    let mut git = GitSource::of("https://github.com/o/r");
    git.skill = Some("b".to_owned());
    let files = files([
        ("a/SKILL.md", file(skill("a"))),
        ("b/SKILL.md", file(skill("b"))),
    ]);
    let harvest = harvest_of(git, files, &Limits::default());
    assert_eq!(harvest.choose(Choice::Only).unwrap()[0].path, "b");
    let empty = harvest_of(
        GitSource::of("https://github.com/o/r"),
        Files::default(),
        &Limits::default(),
    );
    assert_eq!(
        empty.choose(Choice::Only).unwrap_err().to_string(),
        "`git+https://github.com/o/r` holds no skill"
    );
}

/// Links within the skill become copies, of folders too; chains end.
#[test]
fn links_within() {
    let link = |target: &str| Entry::Link(target.to_owned());
    let harvest = harvest([
        ("s/SKILL.md", link("docs/real.md")),
        ("s/docs/real.md", file(skill("s"))),
        ("s/docs/x/y.txt", file("y")),
        ("s/chain", link("./CHAIN2")),
        ("s/CHAIN2", link("docs/../docs/x/y.txt")),
        ("s/all", link("docs")),
        ("s/gone", link("nowhere")),
        ("beside", link("s")),
    ]);
    let tree = &harvest.skills[0].tree;
    assert_eq!(
        paths(tree),
        [
            "CHAIN2",
            "SKILL.md",
            "all/real.md",
            "all/x/y.txt",
            "chain",
            "docs/real.md",
            "docs/x/y.txt"
        ]
    );
    assert_eq!(tree.get("chain").unwrap().bytes, b"y");
    assert_eq!(
        harvest.left_out,
        [
            "1 links outside of skills are not followed",
            "`s/all` is a link to a folder; its files are copied, links among them aside",
            "`s/gone` is a link to nothing",
        ]
    );
}

/// Links that lead out of the skill, around themselves, or that are a folder too, refuse the skill and no other.
#[test]
fn in_16_links_out() {
    for (path, target) in [
        ("s/out", "../../.."),
        ("s/out", "../other/x"),
        ("s/out", "/etc/passwd"),
        ("s/out", "C:\\x"),
        ("s/out", "a\\..\\.."),
        ("s/out", ""),
        ("s/out", "out"),
        ("s/out", "."),
        ("s/a/out", "../a"),
    ] {
        let harvest = harvest([
            ("s/SKILL.md", file(skill("s"))),
            ("other/SKILL.md", file(skill("other"))),
            ("other/x", file("secret")),
            (path, Entry::Link(target.to_owned())),
        ]);
        assert_eq!(listed(&harvest), [("other", "other")], "{target}");
        let inner = path.strip_prefix("s/").unwrap().to_owned();
        let error = TreeError::Link {
            path: inner,
            target: target.to_owned(),
        };
        let refused = RefusedSkill {
            path: "s".to_owned(),
            name: "s".to_owned(),
            error,
        };
        assert_eq!(harvest.refused, [refused], "{target}");
        assert!(matches!(
            harvest.choose(Choice::Named(&["s".to_owned()])),
            Err(Error::Tree { .. })
        ));
    }
    let harvest = harvest([
        ("s/SKILL.md", file(skill("s"))),
        ("s/d/x", file("x")),
        ("s/out", Entry::Link("d".to_owned())),
        ("s/out/evil.txt", file("x")),
    ]);
    assert_eq!(
        harvest.refused[0].error,
        TreeError::FileAndFolder {
            path: "out".to_owned()
        }
    );
}

/// Limits count what is in the skill alone, and errors give sizes and bounds (IN-19); only the SKILL.md is held to the
/// bound of texts (IN-20).
#[test]
fn in_19_in_20_limits() {
    let mut limits = Limits::default();
    limits.tree.bytes = 100;
    limits.tree.file_bytes = 90;
    limits.skill_file_bytes = 50;
    let git = || GitSource::of("https://github.com/o/r");
    let entries = |picture: usize, text: usize| {
        files([
            ("data/big.bin", file(vec![0; 1000])),
            (
                "unread.bin",
                Entry::Unread("has 9 bytes, more than 8".to_owned()),
            ),
            ("s/SKILL.md", file(vec![b'x'; text])),
            ("s/assets/grid.png", file(vec![0; picture])),
        ])
    };
    let fine = harvest_of(git(), entries(80, 10), &limits);
    assert_eq!(listed(&fine), [("s", "s")]);
    let error = |picture, text| {
        let harvest = harvest_of(git(), entries(picture, text), &limits);
        harvest.choose(Choice::Only).unwrap_err().to_string()
    };
    let start = "`git+https://github.com/o/r (s)` is refused: ";
    assert_eq!(
        error(91, 10),
        format!("{start}`assets/grid.png` has 91 bytes, more than 90")
    );
    assert_eq!(error(90, 11), format!("{start}more than 100 bytes in all"));
    assert_eq!(
        error(1, 51),
        format!("{start}`SKILL.md` has 51 bytes, more than 50")
    );
}

/// A path that some system takes for something else refuses its skill; elsewhere it is no harm.
#[test]
fn paths_of_trees() {
    let harvest = harvest([
        ("aux/a:b", file("x")),
        ("s/SKILL.md", file(skill("s"))),
        ("t/SKILL.md", file(skill("t"))),
        ("t/aux.md", file("x")),
    ]);
    assert_eq!(listed(&harvest), [("s", "s")]);
    assert_eq!(
        harvest.refused[0].error,
        TreeError::Path {
            path: "aux.md".to_owned(),
            fault: PathFault::Device
        }
    );
}

/// The folder is never called by a name that leads elsewhere; an unusual name gives way to that of the folder.
#[test]
fn in_17_names_of_folders() {
    let name = |header: &str, folder: &str| {
        let harvest = harvest([(
            &*format!("{folder}/SKILL.md"),
            file(format!("---\nname: \"{header}\"\ndescription: d\n---\n")),
        )]);
        harvest.skills[0]
            .folder_name(None)
            .map(|name| name.to_string())
            .map_err(|error| error.to_string())
    };
    assert_eq!(name("weather", "x"), Ok("weather".to_owned()));
    assert_eq!(name("My Tool", "my-tool"), Ok("my-tool".to_owned()));
    assert_eq!(
        name("../../x", "s"),
        Err("`../../x` cannot be the name of a folder: a part of it is `..`; choose another with `--as NAME`".to_owned())
    );
    for bad in [
        ".", "..", "/tmp/x", "a/b", "CON", "con", "nul.md", "a\\\\b", "C:x", "x.",
    ] {
        assert!(name(bad, "s").is_err(), "{bad}");
    }
    assert!(name("My Tool", "My Tool").is_err());
    let harvest = harvest([("s/SKILL.md", file(skill("../x")))]);
    let asked = |name: &str| harvest.skills[0].folder_name(Some(name)).ok();
    assert_eq!(
        asked("other").map(|name| name.to_string()),
        Some("other".to_owned())
    );
    assert_eq!(asked("../x"), None);
}
