//! Adopting what lies there, also by the files of other programs.

use prowess_store::operations::{Adopt, Became, Import, Run};
use prowess_store::status::State;
use prowess_store::{Error, Scope, Source, lock::Origin};

use crate::stage::{Stage, run, skill};

fn adopt(name: &str, origin: Option<Origin>) -> Adopt {
    Adopt {
        name: name.to_owned(),
        scope: Scope::Project,
        origin,
        at: None,
        login: None,
        targets: vec!["claude-code".to_owned()],
        run: Run::Real,
    }
}

/// A skill without a source is kept as it lies there, and gets its link.
#[test]
fn of_its_own() {
    let stage = Stage::new();
    stage.skill("w/.agents/skills/a", "A.");
    let adopted = run(stage.store().adopt(&adopt("a", None))).unwrap();
    assert_eq!(adopted.skill.became, Became::Taken);
    assert_eq!(adopted.skill.source, "./.agents/skills/a");
    assert!(stage.is_there("w/.claude/skills/a/SKILL.md"));
    let verified = stage.store().verify(&Default::default()).unwrap();
    assert_eq!(verified[0].state, State::Installed);
    assert_eq!(stage.door.seen.lock().unwrap().len(), 1);
    let again = run(stage.store().adopt(&adopt("a", None)));
    assert!(matches!(again, Err(Error::AlreadyKept { .. })), "{again:?}");
    stage.skill("w/.agents/skills/b", "B.");
    stage.write("w/.agents/skills/no-skill/notes.md", "x");
    let unkept = stage.store().unkept(Scope::Project).unwrap();
    let names: Vec<&str> = unkept.iter().map(|key| key.name.as_str()).collect();
    assert_eq!(names, ["b"]);
    let none = run(stage.store().adopt(&adopt("none", None)));
    assert!(
        matches!(none, Err(Error::Disk(prowess_fs::Error::NotFound { .. }))),
        "{none:?}"
    );
}

/// One with a source is compared with it: what differs is the user's, stays, and is told.
#[test]
fn of_a_source() {
    let stage = Stage::new();
    stage.skill("w/.agents/skills/a", "mine");
    stage.write("w/.agents/skills/a/own.txt", "own");
    stage.skill("source/a", "theirs");
    let origin = Origin::of(Source::Folder(stage.path("source/a")));
    let adopted = run(stage.store().adopt(&adopt("a", Some(origin)))).unwrap();
    assert_eq!(adopted.skill.warnings.len(), 2, "{adopted:?}");
    assert_eq!(
        stage.read("w/.agents/skills/a/SKILL.md"),
        skill("a", "mine")
    );
    let verified = stage.store().verify(&Default::default()).unwrap();
    assert_eq!(verified[0].state, State::Changed);
}

/// The file of another program: what lies there is adopted, what does not is installed, what cannot be is told.
#[test]
fn of_another_program() {
    let stage = Stage::new();
    stage.skill("w/src/a", "A.");
    stage.skill("w/src/b", "B.");
    stage.skill("w/.agents/skills/a", "A.");
    stage.write(
        "w/skills-lock.json",
        r#"{"version":1,"skills":{
            "a":{"source":"./src/a","sourceType":"local","computedHash":"x"},
            "b":{"source":"./src/b","sourceType":"local","computedHash":"x"},
            "c":{"source":"","sourceType":"odd","computedHash":"x"}}}"#,
    );
    let import = Import {
        file: stage.path("w/skills-lock.json"),
        scope: None,
        targets: Vec::new(),
        run: Run::Real,
    };
    let imported = run(stage.store().import(&import)).unwrap();
    assert!(imported.failed.is_empty(), "{imported:?}");
    let became: Vec<_> = imported
        .skills
        .iter()
        .map(|skill| (skill.key.name.as_str(), skill.became.clone()))
        .collect();
    assert_eq!(became, [("a", Became::Taken), ("b", Became::New)]);
    assert_eq!(imported.refused.len(), 1);
    assert!(stage.read("w/prowess.lock").contains("\"./src/b\""));
}
