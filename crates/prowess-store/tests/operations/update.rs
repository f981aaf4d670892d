//! Updating with what the user has changed.

use std::fs;

use prowess_store::change::{How, Means};
use prowess_store::operations::{
    Became, ClientHas, Conflicts, Edit, Meaning, Run, Selection, Undo, Update,
};
use prowess_store::status::State;

use crate::stage::{S, Stage, Yes, run, skill};
use prowess_store::disk::RealDisk;

fn update(stage: &Stage, conflicts: Conflicts) -> prowess_store::operations::Updated {
    let request = Update {
        conflicts,
        ..Update::default()
    };
    let yes = Yes::default();
    let updated = run(stage.store_with(&yes, &RealDisk).update(&request)).unwrap();
    assert!(updated.failed.is_empty(), "{updated:?}");
    updated
}

fn state(stage: &Stage) -> State {
    let mut statuses = stage.store().verify(&Selection::default()).unwrap();
    statuses.remove(0).state
}

/// Nothing new: nothing is done, and the lock stays byte for byte.
#[test]
fn nothing_new() {
    let stage = Stage::with_s();
    let before = stage.everything();
    let updated = update(&stage, Conflicts::Stop);
    assert_eq!(updated.skills[0].became, Became::Same);
    assert_eq!(stage.everything(), before);
}

/// What both sides changed apart from each other is merged; what was meant is still meant; undo brings everything back.
#[test]
fn merges() {
    let stage = Stage::with_s();
    stage.write(
        &format!("{S}/SKILL.md"),
        &skill("s", "mine\n\ntwo\n\nthree"),
    );
    stage.write(&format!("{S}/notes.txt"), "own");
    let edit = Edit {
        selection: Selection::named(["s"]),
        meaning: Meaning::Meant,
        run: Run::Real,
    };
    stage.store().edit(&edit).unwrap();
    assert_eq!(state(&stage), State::Edited);
    stage.skill("source/s", "one\n\ntwo\n\ntheirs");
    stage.write("source/s/ref.md", "ref 2\n");
    stage.write("source/s/new.md", "new\n");
    let before = stage.everything();
    let updated = update(&stage, Conflicts::Stop);
    assert!(matches!(updated.skills[0].became, Became::Updated { .. }));
    assert_eq!(updated.skills[0].brought.len(), 3);
    assert_eq!(
        stage.read(&format!("{S}/SKILL.md")),
        skill("s", "mine\n\ntwo\n\ntheirs")
    );
    assert_eq!(stage.read(&format!("{S}/ref.md")), "ref 2\n");
    assert_eq!(stage.read(&format!("{S}/new.md")), "new\n");
    assert_eq!(stage.read(&format!("{S}/notes.txt")), "own");
    assert_eq!(state(&stage), State::Edited);
    // The door saw what the merge gave, and what lay there.
    let seen = stage.door.seen.lock().unwrap().pop().unwrap();
    assert_eq!(seen.1, skill("s", "mine\n\ntwo\n\ntheirs"));
    assert_eq!(seen.2, Some(skill("s", "mine\n\ntwo\n\nthree")));
    stage.store().undo(&Undo::default()).unwrap();
    let mut after = stage.everything();
    after.retain(|path, _| before.contains_key(path));
    assert_eq!(after, before);
    assert_eq!(state(&stage), State::Edited);
}

/// What both sides changed alike is not decided for the user: the skill stays until they choose (IN-04).
#[test]
fn in_04_conflict() {
    let mine = skill("s", "mine\n\ntwo\n\nthree");
    let theirs = skill("s", "theirs\n\ntwo\n\nthree");
    let stage = |conflicts| {
        let stage = Stage::with_s();
        stage.write(&format!("{S}/SKILL.md"), &mine);
        stage.skill("source/s", "theirs\n\ntwo\n\nthree");
        stage.write("source/s/ref.md", "ref 2\n");
        let before = stage.everything();
        let updated = update(&stage, conflicts);
        assert_eq!(updated.skills[0].conflicts.len(), 1);
        (stage, before, updated)
    };
    let (stopped, before, updated) = stage(Conflicts::Stop);
    assert_eq!(updated.skills[0].became, Became::Conflicting);
    assert_eq!(stopped.everything(), before);
    for (conflicts, expected) in [(Conflicts::Mine, &mine), (Conflicts::Theirs, &theirs)] {
        let (chosen, _, updated) = stage(conflicts);
        assert!(matches!(updated.skills[0].became, Became::Updated { .. }));
        assert_eq!(chosen.read(&format!("{S}/SKILL.md")), *expected);
        assert_eq!(chosen.read(&format!("{S}/ref.md")), "ref 2\n");
        let again = update(&chosen, Conflicts::Stop);
        assert_eq!(again.skills[0].became, Became::Same, "it is settled");
        chosen.store().undo(&Undo::default()).unwrap();
        assert_eq!(chosen.read(&format!("{S}/SKILL.md")), mine);
        assert_eq!(chosen.read(&format!("{S}/ref.md")), "ref 1\n");
    }
    let (marked, _, _) = stage(Conflicts::Marks);
    let text = marked.read(&format!("{S}/SKILL.md"));
    assert!(text.contains("<<<<<<< yours\nmine\n"), "{text}");
    assert!(text.contains("=======\ntheirs\n>>>>>>> source\n"), "{text}");
}

/// Times, caches and the line ends of a checkout are no edits (IN-06).
#[test]
fn in_06_untouched() {
    let stage = Stage::with_s();
    let text = stage.read(&format!("{S}/SKILL.md"));
    stage.write(&format!("{S}/SKILL.md"), &text.replace('\n', "\r\n"));
    stage.write(&format!("{S}/__pycache__/x.pyc"), "cache");
    stage.skill("source/s", "theirs\n\ntwo\n\nthree");
    let updated = update(&stage, Conflicts::Stop);
    assert!(updated.skills[0].conflicts.is_empty());
    assert_eq!(
        stage.read(&format!("{S}/SKILL.md")),
        skill("s", "theirs\n\ntwo\n\nthree")
    );
    assert_eq!(state(&stage), State::Installed);
}

/// Without the bytes of before, a file that both have and that differs is a conflict, never overwritten.
#[test]
fn without_a_base() {
    let stage = Stage::with_s();
    fs::remove_dir_all(stage.path("data/objects")).unwrap();
    stage.write(&format!("{S}/ref.md"), "mine\n");
    stage.write("source/s/ref.md", "ref 2\n");
    let updated = update(&stage, Conflicts::Stop);
    assert_eq!(updated.skills[0].became, Became::Conflicting);
    assert!(!updated.skills[0].warnings.is_empty());
    assert_eq!(stage.read(&format!("{S}/ref.md")), "mine\n");
}

/// A copy for a client is brought up to date with the skill; one that somebody has changed is left and told (IN-30).
#[test]
fn in_30_copies() {
    let stage = Stage::new();
    stage.skill("source/s", "one");
    let mut request = stage.install("source/s");
    request.targets = vec!["claude-code".to_owned(), "other".to_owned()];
    request.means = Means::Copy;
    let installed = run(stage.store().install(&request)).unwrap();
    assert_eq!(
        installed.skills[0].clients[0].has,
        ClientHas::Placed(How::Copy)
    );
    stage.write("w/.other/skills/s/SKILL.md", "changed");
    stage.skill("source/s", "two");
    let updated = update(&stage, Conflicts::Stop);
    let has: Vec<_> = updated.skills[0]
        .clients
        .iter()
        .map(|client| client.has.clone())
        .collect();
    assert_eq!(has, [ClientHas::Placed(How::Copy), ClientHas::ChangedCopy]);
    assert_eq!(stage.read("w/.claude/skills/s/SKILL.md"), skill("s", "two"));
    assert_eq!(stage.read("w/.other/skills/s/SKILL.md"), "changed");
}

/// A skill that has moved in its source is followed, and that is told.
#[test]
fn moved() {
    let stage = Stage::new();
    stage.skill("source/a/s", "one");
    stage.skill("source/a/t", "one");
    let mut request = stage.install("source");
    request.pick = prowess_store::operations::Pick::Named(vec!["s".to_owned()]);
    run(stage.store().install(&request)).unwrap();
    fs::create_dir(stage.path("source/b")).unwrap();
    fs::rename(stage.path("source/a/s"), stage.path("source/b/s")).unwrap();
    let updated = update(&stage, Conflicts::Stop);
    assert_eq!(updated.skills[0].path, "b/s");
    assert!(!updated.skills[0].warnings.is_empty());
    assert!(stage.read("w/prowess.lock").contains("path = \"b/s\""));
    assert!(stage.read("w/prowess.toml").contains("path = \"b/s\""));
}

/// Where a skill is gone from its source, another one that is left there does not take its place.
#[test]
fn gone() {
    let stage = Stage::new();
    stage.skill("source/a/s", "one");
    stage.skill("source/a/t", "one");
    let mut request = stage.install("source");
    request.pick = prowess_store::operations::Pick::Named(vec!["s".to_owned()]);
    run(stage.store().install(&request)).unwrap();
    fs::remove_dir_all(stage.path("source/a/s")).unwrap();
    let yes = Yes::default();
    let store = stage.store_with(&yes, &RealDisk);
    let updated = run(store.update(&Update::default())).unwrap();
    assert!(
        matches!(
            updated.failed[0].error,
            prowess_store::Error::NoSkill { .. }
        ),
        "{updated:?}"
    );
    assert_eq!(stage.read(&format!("{S}/SKILL.md")), skill("s", "one"));
}

/// A source that cannot be read is told, and keeps no other skill from being updated; it is not up to date.
#[test]
fn in_32_failed() {
    let stage = Stage::with_s();
    stage.skill("source/t", "T.");
    run(stage.store().install(&stage.install("source/t"))).unwrap();
    fs::remove_dir_all(stage.path("source/s")).unwrap();
    stage.skill("source/t", "T 2.");
    let yes = Yes::default();
    let store = stage.store_with(&yes, &RealDisk);
    stage.skill("source/u", "U.");
    run(stage.store().install(&stage.install("source/u"))).unwrap();
    let updated = run(store.update(&Update::default())).unwrap();
    // In the history it is called by what was updated.
    assert_eq!(
        store
            .undo(&Undo {
                run: Run::Dry,
                ..Undo::default()
            })
            .unwrap()
            .deed,
        "update t"
    );
    assert_eq!(updated.failed[0].skills[0].name, "s");
    assert_eq!(updated.skills.len(), 2);
    assert_eq!(
        stage.read("w/.agents/skills/t/SKILL.md"),
        skill("t", "T 2.")
    );
}
