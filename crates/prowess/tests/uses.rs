//! What a host tells of uses.
#![cfg(feature = "store")]

use std::fs;

use prowess::base::{Folders, Surroundings};
use prowess::store::Scope;
use prowess::store::usage::Usage;
use prowess::{Engine, Options};

/// A use of a skill in a folder of kept ones is counted, one of a built-in skill is not.
#[test]
fn uses_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    let skill = path.join("work/.agents/skills/tide");
    fs::create_dir_all(&skill).unwrap();
    let text = "---\nname: tide\ndescription: Tells tides.\n---\nB.\n";
    fs::write(skill.join("SKILL.md"), text).unwrap();
    let mut surroundings = Surroundings::bare(path.join("work"));
    surroundings.home = Some(path.join("home"));
    surroundings.folders = Some(Folders::beneath(&path.join("own")));
    let engine = Engine::open(surroundings, Options::default()).unwrap();
    let tide = engine.find("tide").unwrap();
    let built_in = engine.find("weather").unwrap();
    engine.record_uses([tide, built_in]).unwrap();
    engine.record_uses([tide]).unwrap();
    let usage = Usage::open(&engine.places().unwrap()).unwrap();
    assert_eq!(usage.of(Scope::Project, "tide").unwrap().count, 2);
    assert!(usage.of(Scope::Managed, "weather").is_none());
}
