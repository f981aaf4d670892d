use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Wanted {
    Wanted::read(Path::new("prowess.toml"), text, Keeper::Workspace).unwrap()
}

fn skill(source: &str) -> WantedSkill {
    WantedSkill {
        origin: Origin::of(source.parse().unwrap()),
        scope: Scope::Project,
        targets: Vec::new(),
    }
}

fn name(text: &str) -> SkillName {
    text.parse().unwrap()
}

/// A source alone and a table say the same; settings of the same table are no skills.
#[test]
fn forms() {
    let wanted = read(
        "[skills]\nextra = [\"more\"]\none = \"o/r/a#v1\"\n\
         two = { source = \"o/r\", path = \"a\", ref = \"v1\", scope = \"workspace\", targets = [\"x\"] }\n\
         [skills.three]\nsource = \"clawhub:s\"\nversion = \"1.0.0\"\n\
         [skills.entries.gh]\nenabled = false\n",
    );
    let mut two = skill("o/r/a#v1");
    two.scope = Scope::Workspace;
    two.targets = vec!["x".to_owned()];
    let expected = [
        (name("one"), skill("o/r/a#v1")),
        (name("three"), skill("clawhub:s@1.0.0")),
        (name("two"), two),
    ];
    assert_eq!(
        (wanted.skills, wanted.faults),
        (BTreeMap::from(expected), vec![])
    );
    assert_eq!(read("profile = \"own\"\n"), Wanted::default());
}

/// A project's file grants nothing and speaks for nobody else; an entry that cannot be read does not hold, the others do.
#[test]
fn faults() {
    let wanted = read(
        "[skills]\ngood = \"o/r\"\n\
         a = { source = \"o/r\", trust = true }\n\
         b = { source = \"o/r\", scan = \"off\" }\n\
         c = { source = \"o/r\", scope = \"user\" }\n\
         d = { source = \"o/r#v1\", ref = \"v2\" }\n\
         e = { source = \"o/r\", version = \"2\" }\n\
         f = { source = \"https://token@github.com/o/r\" }\n\
         g = { path = \"x\" }\n\
         h = { source = \"o/r\", path = \"../x\" }\n\
         i = 1\n\
         \"../j\" = \"o/r\"\n",
    );
    assert_eq!(
        wanted.skills,
        BTreeMap::from([(name("good"), skill("o/r"))])
    );
    let faults: Vec<_> = wanted
        .faults
        .iter()
        .map(|fault| {
            (
                fault.line.unwrap(),
                fault.name.as_str(),
                fault.reason.as_str(),
            )
        })
        .collect();
    let expected = [
        (3, "a", "`trust` is nothing that is said of a wanted skill"),
        (4, "b", "`scan` is nothing that is said of a wanted skill"),
        (5, "c", "a file here says nothing of the scope `user`"),
        (6, "d", "its `source` says the `ref` already"),
        (7, "e", "such a source has `ref`, not `version`"),
        (
            8,
            "f",
            "`https://github.com/o/r` is no source of skills: it holds user information, which is not kept in a file",
        ),
        (9, "g", "it has no `source`"),
        (10, "h", "its `path` `../x`: a part of it is `..`"),
        (11, "i", "it is neither a source nor a table with one"),
        (
            12,
            "../j",
            "`../j` cannot be the name of a folder: a part of it is `..`; choose another with `--as NAME`",
        ),
    ];
    assert_eq!(faults, expected);
}

/// What is written is read as the same.
#[test]
fn round_trip() {
    let mut all = skill("git+https://git.example.com/a/b#ref=x&path=c/d");
    all.scope = Scope::Workspace;
    all.targets = vec!["nanobot".to_owned()];
    for skill in [
        skill("o/r"),
        skill("o/r@s"),
        skill("clawhub:s@1.0.0"),
        skill("./x"),
        all,
    ] {
        let text = set(Path::new("p"), "", &name("s"), &skill).unwrap();
        assert_eq!(
            read(&text).skills,
            BTreeMap::from([(name("s"), skill)]),
            "{text}"
        );
    }
}

/// Everything but the entry stays byte for byte.
#[test]
fn edits() {
    let path = Path::new("p");
    let weather = name("weather");
    for (before, after) in [
        ("", "[skills]\nweather = \"git+https://github.com/o/r\"\n"),
        (
            "# mine\nprofile   = 'own' # so\n",
            "# mine\nprofile   = 'own' # so\n\n[skills]\nweather = \"git+https://github.com/o/r\"\n",
        ),
        (
            "[skills]\n  old=\"o/r\"   # kept\n\n[trust]\nshadow=\"refuse\"\n",
            "[skills]\n  old=\"o/r\"   # kept\nweather = \"git+https://github.com/o/r\"\n\n[trust]\nshadow=\"refuse\"\n",
        ),
        (
            "[skills]\r\nold = \"o/r\"\r\n",
            "[skills]\r\nold = \"o/r\"\r\nweather = \"git+https://github.com/o/r\"\r\n",
        ),
    ] {
        let set = set(path, before, &weather, &skill("o/r")).unwrap();
        assert_eq!(set, after);
        assert_eq!(
            remove(path, &set, "weather").unwrap().trim_end(),
            match before {
                "" => "[skills]".to_owned(),
                _ if !before.contains("[skills]") => format!("{before}\n[skills]"),
                _ => before.trim_end().to_owned(),
            }
        );
    }
    let before = "[skills]\nweather = 'x/y' # why\nz = \"o/r\"\n";
    let after = "[skills]\nweather = \"git+https://github.com/o/r\" # why\nz = \"o/r\"\n";
    assert_eq!(set(path, before, &weather, &skill("o/r")).unwrap(), after);
    assert_eq!(remove(path, before, "none").unwrap(), before);
    assert_eq!(
        remove(path, before, "weather").unwrap(),
        "[skills]\nz = \"o/r\"\n"
    );
    for (before, after) in [
        (
            "skills.a = 'o/r'\nb.c = 1\n",
            "skills.a = 'o/r'\nskills.weather = \"git+https://github.com/o/r\"\nb.c = 1\n",
        ),
        (
            "skills = { a = 'o/r' }\n",
            "skills = { a = 'o/r' , weather = \"git+https://github.com/o/r\" }\n",
        ),
        // Keys of two tables in turn, which an editor would put in order.
        (
            "a.x = 1\nb.x = 1\na.y = 2\n[skills]\n",
            "a.x = 1\nb.x = 1\na.y = 2\n[skills]\nweather = \"git+https://github.com/o/r\"\n",
        ),
        (
            "[skills] # ours",
            "[skills] # ours\nweather = \"git+https://github.com/o/r\"\n",
        ),
        (
            "a.b = 1\r\nc.d = 1\na.e = 1\n[skills.weather]\nsource = 'x/y'\n",
            "",
        ),
    ] {
        let set = set(path, before, &weather, &skill("o/r"));
        match after {
            "" => assert!(matches!(set, Err(Error::State { .. })), "{set:?}"),
            after => assert_eq!(set.unwrap(), after),
        }
    }
}

/// A table that only its own tables have made gets its line; the tables stay.
#[test]
fn implicit_table() {
    let before = "[skills.entries.gh]\nenabled = false\n";
    let text = set(Path::new("p"), before, &name("s"), &skill("o/r")).unwrap();
    assert!(text.contains(before), "{text}");
    assert_eq!(read(&text).skills.len(), 1, "{text}");
}

/// The name of a setting is none of a skill, and what is no TOML is told with its line.
#[test]
fn refused() {
    let path = Path::new("p");
    let error = set(path, "", &name("extra"), &skill("o/r")).unwrap_err();
    assert!(matches!(error, Error::Name { .. }), "{error}");
    let error = set(path, "a = 1\nb = \n", &name("s"), &skill("o/r")).unwrap_err();
    assert!(error.to_string().contains("line 2"), "{error}");
    let error = set(path, "skills = 1\n", &name("s"), &skill("o/r")).unwrap_err();
    assert!(error.to_string().contains("no table"), "{error}");
}

proptest! {
    /// No text makes a reader panic.
    #[test]
    fn any_text(text in "(\\[?skills\\]?|[a-c]|[.={}\"\\[\\],#]|source|\r?\n| ){0,24}") {
        let path = Path::new("p");
        let _ = Wanted::read(path, &text, Keeper::Workspace);
        let _ = set(path, &text, &name("s"), &skill("o/r"));
    }

    /// What is set is read back beside everything that was there, and its removal takes nothing else.
    #[test]
    fn any_file(
        before in "(#[ a-z]{0,4}\n|[a-c]\\.[a-c] *= *[0-9] *\n){0,3}",
        own in "(#[ a-z]{0,4}\n|\n| {0,2}(one|two) *= *'o/r' *(#[a-z]{0,3})?\n){0,3}",
        after in "(\\[x\\]\n(#y)?\n)?",
    ) {
        let path = Path::new("p");
        let text = format!("{before}[skills]\n{own}{after}");
        let Ok(was) = Wanted::read(path, &text, Keeper::Workspace) else { return Ok(()) };
        let changed = set(path, &text, &name("s"), &skill("o/r")).unwrap();
        let mut expected = was.skills.clone();
        expected.insert(name("s"), skill("o/r"));
        prop_assert_eq!(read(&changed).skills, expected);
        prop_assert_eq!(remove(path, &changed, "s").unwrap(), text);
    }
}
