//! Removing.

use std::fs;

use prowess_store::change::Extras;
use prowess_store::operations::{Remove, Selection, Undo};
use prowess_store::{Error, Scope};

use crate::stage::{S, Stage, run};

fn remove(names: &[&str]) -> Remove {
    Remove {
        selection: Selection::named(names.iter().copied()),
        ..Remove::default()
    }
}

/// A skill goes with its link, its entry and its wish; links of others stay (IN-27); undo brings it back.
#[test]
fn in_27_everything_of_it() {
    let stage = Stage::with_s();
    fs::create_dir(stage.path("other")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(stage.path("other"), stage.path("w/.claude/skills/theirs")).unwrap();
    let before = stage.everything();
    let removed = stage.store().remove(&remove(&["s"])).unwrap();
    assert!(removed.failed.is_empty(), "{removed:?}");
    assert!(!stage.is_there(S));
    assert!(!stage.is_there("w/.claude/skills/s"));
    #[cfg(unix)]
    assert!(stage.is_there("w/.claude/skills/theirs"));
    assert_eq!(stage.read("w/prowess.toml").trim(), "[skills]");
    assert!(!stage.read("w/prowess.lock").contains("[[skill]]"));
    stage.store().undo(&Undo::default()).unwrap();
    let mut after = stage.everything();
    after.retain(|path, _| before.contains_key(path));
    assert_eq!(after, before);
}

/// One client loses it, the other keeps it (IN-26).
#[test]
fn in_26_one_client() {
    let stage = Stage::with_s();
    let mut request = stage.install("source/s");
    request.targets = vec!["other".to_owned()];
    run(stage.store().install(&request)).unwrap();
    let mut request = remove(&["s"]);
    request.clients = vec!["claude-code".to_owned()];
    stage.store().remove(&request).unwrap();
    assert!(!stage.is_there("w/.claude/skills/s"));
    assert!(stage.is_there("w/.other/skills/s/SKILL.md"));
    assert!(stage.is_there(S));
    assert!(
        stage
            .read("w/prowess.lock")
            .contains("targets = [\"other\"]")
    );
    assert!(
        stage
            .read("w/prowess.toml")
            .contains("targets = [\"other\"]")
    );
}

/// What is not kept is not removed, whatever it is called (IN-17); files of the user's own stop it unless they may go.
#[test]
fn in_17_refused() {
    let stage = Stage::with_s();
    stage.write("outside/SKILL.md", "x");
    for name in ["../../outside", "..", ".", "/tmp", "none"] {
        let removed = stage.store().remove(&remove(&[name]));
        assert!(matches!(removed, Err(Error::NotKept { .. })), "{removed:?}");
    }
    assert!(stage.is_there("outside/SKILL.md"));
    stage.write(&format!("{S}/mine.txt"), "mine");
    let removed = stage.store().remove(&remove(&["s"])).unwrap();
    assert!(
        matches!(removed.failed[0].error, Error::Extras { .. }),
        "{removed:?}"
    );
    assert!(stage.is_there(S));
    let mut request = remove(&["s"]);
    request.extras = Extras::Removed;
    stage.store().remove(&request).unwrap();
    assert!(!stage.is_there(S));
}

/// A name of two scopes needs the scope.
#[test]
fn scopes() {
    let stage = Stage::with_s();
    let mut request = stage.install("source/s");
    request.scope = Scope::User;
    run(stage.store().install(&request)).unwrap();
    let both = stage.store().remove(&remove(&["s"]));
    assert!(matches!(both, Err(Error::Scopes { .. })), "{both:?}");
    let mut request = remove(&["s"]);
    request.selection.scope = Some(Scope::User);
    stage.store().remove(&request).unwrap();
    assert!(!stage.is_there("home/.agents/skills/s"));
    assert!(stage.is_there(S));
}

/// A link that has taken the place of the skill stays; the skill is forgotten.
#[cfg(unix)]
#[test]
fn replaced() {
    let stage = Stage::with_s();
    fs::remove_dir_all(stage.path(S)).unwrap();
    std::os::unix::fs::symlink(stage.path("source"), stage.path(S)).unwrap();
    let removed = stage.store().remove(&remove(&["s"])).unwrap();
    assert!(!removed.skills[0].warnings.is_empty(), "{removed:?}");
    assert!(stage.is_there(S));
    assert!(stage.is_there("source/s/SKILL.md"));
    assert!(!stage.read("w/prowess.lock").contains("[[skill]]"));
}
