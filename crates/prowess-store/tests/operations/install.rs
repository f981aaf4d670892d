//! Installing.

use prowess_store::change::How;
use prowess_store::operations::{Became, ClientHas, Pick, Run};
use prowess_store::{Error, Scope};

use crate::stage::{Stage, run, skill};

/// A skill of a folder comes to its place, into the lock and among the wishes; its client gets a link.
#[test]
fn from_a_folder() {
    let stage = Stage::new();
    stage.skill("source/weather", "Look.");
    stage.write("source/weather/scripts/now.sh", "#!/bin/sh\n");
    let mut request = stage.install("source/weather");
    request.targets = vec!["claude-code".to_owned()];
    let installed = run(stage.store().install(&request)).unwrap();
    let [kept] = installed.skills.as_slice() else {
        panic!("{installed:?}")
    };
    assert_eq!(kept.became, Became::New);
    assert_eq!(kept.clients[0].has, ClientHas::Placed(How::Link));
    assert_eq!(
        stage.read("w/.claude/skills/weather/SKILL.md"),
        skill("weather", "Look.")
    );
    assert_eq!(
        stage.read("w/.agents/skills/weather/scripts/now.sh"),
        "#!/bin/sh\n"
    );
    let source = stage.path("source/weather");
    assert_eq!(
        stage.read("w/prowess.toml"),
        format!(
            "[skills]\nweather = {{ source = \"{}\", targets = [\"claude-code\"] }}\n",
            source.display()
        )
    );
    assert!(stage.read("w/prowess.lock").contains("name = \"weather\""));
    let verified = stage.store().verify(&Default::default()).unwrap();
    assert_eq!(verified[0].state, prowess_store::status::State::Installed);
    // Once more there is nothing to do.
    let before = stage.everything();
    let again = run(stage.store().install(&request)).unwrap();
    assert_eq!(again.skills[0].became, Became::Same);
    assert_eq!(again.made.record, None);
    assert_eq!(stage.everything(), before);
}

/// A dry run writes nothing, and tells the same.
#[test]
fn dry() {
    let stage = Stage::new();
    stage.skill("source/a", "A.");
    let before = stage.everything();
    let mut request = stage.install("source/a");
    request.run = Run::Dry;
    let told = run(stage.store().install(&request)).unwrap();
    assert_eq!(stage.everything(), before);
    assert!(!stage.is_there("data/change"), "not even a lock is made");
    request.run = Run::Real;
    let done = run(stage.store().install(&request)).unwrap();
    assert_eq!(told.made.places, done.made.places);
    assert_eq!((told.made.record, done.made.record), (None, Some(1)));
}

/// Of a repository of several skills some are taken, by name or by path; two of one name need the path (IN-36).
#[test]
fn in_36_several() {
    let stage = Stage::new();
    stage.skill("source/skills/ui", "main");
    stage.skill("source/skills/web", "web");
    stage.skill("source/skills/_local/x/ui", "local");
    let listed = run(stage.store().list(&stage.install("source").source, None)).unwrap();
    let paths: Vec<&str> = listed
        .skills
        .iter()
        .map(|skill| skill.path.as_str())
        .collect();
    assert_eq!(paths, ["skills/_local/x/ui", "skills/ui", "skills/web"]);
    let mut request = stage.install("source");
    assert!(matches!(
        run(stage.store().install(&request)),
        Err(Error::Several { .. })
    ));
    request.pick = Pick::Named(vec!["ui".to_owned()]);
    assert!(matches!(
        run(stage.store().install(&request)),
        Err(Error::Ambiguous { .. })
    ));
    request.pick = Pick::Named(vec!["./skills/ui".to_owned(), "web".to_owned()]);
    let installed = run(stage.store().install(&request)).unwrap();
    assert_eq!(installed.skills.len(), 2);
    assert_eq!(
        stage.read("w/.agents/skills/ui/SKILL.md"),
        skill("ui", "main")
    );
    assert!(
        stage
            .read("w/prowess.lock")
            .contains("path = \"skills/ui\"")
    );
    // The other one is another skill, and does not come in its place.
    request.pick = Pick::Named(vec!["skills/_local/x/ui".to_owned()]);
    let other = run(stage.store().install(&request)).unwrap();
    assert!(
        matches!(other.failed[0].error, Error::AlreadyKept { .. }),
        "{other:?}"
    );
    request.name = Some("local-ui".to_owned());
    let other = run(stage.store().install(&request)).unwrap();
    assert_eq!(other.skills[0].key.name, "local-ui");
}

/// What the door refuses keeps no other from coming, and leaves nothing behind.
#[test]
fn refused() {
    let stage = Stage::new();
    stage.skill("source/bad", "B.");
    stage.skill("source/good", "G.");
    stage.door.refuses.lock().unwrap().push("bad".to_owned());
    let mut request = stage.install("source");
    request.pick = Pick::All;
    let installed = run(stage.store().install(&request)).unwrap();
    assert_eq!(installed.skills.len(), 1);
    assert!(matches!(installed.failed[0].error, Error::Refused { .. }));
    assert!(!stage.is_there("w/.agents/skills/bad"));
    assert!(!stage.read("w/prowess.toml").contains("bad"));
    assert!(!stage.read("w/prowess.lock").contains("bad"));
}

/// A folder that lies there and is nobody's is not overwritten; one with the same files is taken.
#[test]
fn taken() {
    let stage = Stage::new();
    stage.skill("source/a", "A.");
    stage.write("w/.agents/skills/a/SKILL.md", "mine");
    let request = stage.install("source/a");
    let installed = run(stage.store().install(&request)).unwrap();
    assert!(
        matches!(installed.failed[0].error, Error::Taken { .. }),
        "{installed:?}"
    );
    assert_eq!(stage.read("w/.agents/skills/a/SKILL.md"), "mine");
    assert!(!stage.is_there("w/prowess.lock"));
    stage.skill("w/.agents/skills/a", "A.");
    let installed = run(stage.store().install(&request)).unwrap();
    assert_eq!(installed.skills[0].became, Became::Taken);
    assert!(stage.is_there("w/prowess.lock"));
    assert_eq!(stage.door.seen.lock().unwrap().len(), 1, "it was looked at");
}

/// A client that nobody knows is refused before anything is done; the user's skills are for the user.
#[test]
fn scopes_and_clients() {
    let stage = Stage::new();
    stage.skill("source/a", "A.");
    let mut request = stage.install("source/a");
    request.targets = vec!["nobody".to_owned()];
    assert!(matches!(
        run(stage.store().install(&request)),
        Err(Error::Client { .. })
    ));
    request.targets.clear();
    request.scope = Scope::User;
    run(stage.store().install(&request)).unwrap();
    assert!(stage.is_there("home/.agents/skills/a/SKILL.md"));
    assert!(stage.is_there("data/prowess.lock"));
    assert!(stage.read("data/prowess.toml").contains("[skills]"));
    assert!(!stage.is_there("w/prowess.lock"));
}

/// A client that looks into the folder of the skills through a link has every skill at once.
#[cfg(unix)]
#[test]
fn same_folder() {
    let stage = Stage::with_s();
    std::fs::remove_dir_all(stage.path("w/.claude/skills")).unwrap();
    std::os::unix::fs::symlink("../.agents/skills", stage.path("w/.claude/skills")).unwrap();
    stage.write("w/.agents/skills/s/own.txt", "own");
    stage.skill("source/s", "new");
    let mut request = stage.install("source/s");
    request.targets = vec!["claude-code".to_owned()];
    let installed = run(stage.store().install(&request)).unwrap();
    let clients = &installed.skills[0].clients;
    assert_eq!(clients[0].has, ClientHas::Placed(How::SameFolder));
    assert_eq!(stage.read("w/.claude/skills/s/SKILL.md"), skill("s", "new"));
}
