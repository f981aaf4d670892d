//! A catalogue over real folders: what a refresh sees, what it keeps, and what does not depend on
//! anything but the files.

#![expect(clippy::unwrap_used, reason = "helpers stop at a broken fixture")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use prowess_base::{FixedClock, Platform, Surroundings};
use prowess_catalog::{
    Catalog, Embedded, Entry, Error, Judge, Listing, Profile, Request, Root, Snapshot, Trust,
    Verdict,
};

/// A request for own skills beneath `folder/skills`, without a clock.
fn request(folder: &Path) -> Request {
    let surroundings = Surroundings {
        platform: Platform::Linux,
        ..Surroundings::bare(folder)
    };
    let mut request = Request::new(Profile::own(), surroundings);
    request.workspace = Some(folder.to_path_buf());
    request
}

fn write(folder: &Path, skill: &str, text: &str) {
    let folder = folder.join("skills").join(skill);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SKILL.md"), text).unwrap();
}

fn text(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\nBody of {name}.\n")
}

fn names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.eligible().map(|entry| &*entry.name).collect()
}

fn described(snapshot: &Snapshot, name: &str) -> String {
    let id = snapshot.get(name).unwrap();
    snapshot.entry(id).unwrap().description.to_string()
}

/// Nothing changed: the very same snapshot. A changed file, a new skill, a removed one, and one
/// whose name changed are each seen by the next refresh, and the version tells every state apart.
#[test]
fn refresh_sees_changes() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a", &text("a", "first"));
    write(folder.path(), "b", &text("b", "d"));
    let mut catalog = Catalog::new(request(folder.path()));
    let first = catalog.load();
    assert!(Arc::ptr_eq(&first, &catalog.refresh()));

    write(folder.path(), "a", &text("a", "second one"));
    let changed = catalog.refresh();
    assert_eq!(described(&changed, "a"), "second one");
    assert_eq!(described(&first, "a"), "first");

    write(folder.path(), "c", &text("c", "d"));
    let added = catalog.refresh();
    assert_eq!(names(&added), ["a", "b", "c"]);

    fs::remove_dir_all(folder.path().join("skills/b")).unwrap();
    let removed = catalog.refresh();
    assert_eq!(names(&removed), ["a", "c"]);

    write(folder.path(), "a", &text("zed", "second one"));
    let renamed = catalog.refresh();
    assert_eq!(names(&renamed), ["c", "zed"]);

    write(folder.path(), "c", "---\nname: c\n---\n");
    let broken = catalog.refresh();
    assert_eq!(names(&broken), ["zed"]);

    let mut versions: Vec<_> = [&first, &changed, &added, &removed, &renamed, &broken]
        .map(|snapshot| snapshot.version.to_string())
        .into();
    versions.sort();
    versions.dedup();
    assert_eq!(versions.len(), 6);
    let again = Catalog::new(request(folder.path())).load();
    assert_eq!(again.version, broken.version);
    assert_eq!(again.entries, broken.entries);
}

/// A changed file that takes another's name, or gives it up, changes what becomes of that other.
#[test]
fn refresh_decides_names_again() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a", &text("a", "from a"));
    write(folder.path(), "b", &text("b", "from b"));
    let mut catalog = Catalog::new(request(folder.path()));
    catalog.load();
    write(folder.path(), "b", &text("a", "from b"));
    let together = catalog.refresh();
    assert_eq!(described(&together, "a"), "from a");
    assert_eq!(together.list(Listing::Everything).count(), 2);
    write(folder.path(), "a", &text("other", "from a"));
    let apart = catalog.refresh();
    assert_eq!(described(&apart, "a"), "from b");
    assert_eq!(names(&apart), ["a", "other"]);
}

/// Long after its last change a file is not read again.
#[test]
fn settled_files_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a", &text("a", "one"));
    let mut request = request(folder.path());
    let later = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 34);
    request.clock = Some(Arc::new(FixedClock(later)));
    let mut catalog = Catalog::new(request);
    let first = catalog.load();
    assert!(Arc::ptr_eq(&first, &catalog.refresh()));
}

/// What was judged is what is given out: a file that changed since is refused until it was judged
/// again.
#[test]
fn changed_content_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a", &text("a", "one"));
    let mut catalog = Catalog::new(request(folder.path()));
    let snapshot = catalog.load();
    let id = snapshot.get("a").unwrap();
    assert_eq!(snapshot.content(id).unwrap().body(), "Body of a.\n");
    write(folder.path(), "a", &text("a", "another"));
    assert!(matches!(snapshot.content(id), Err(Error::Changed { .. })));
    let content = catalog.activate("a").unwrap();
    assert!(content.text.contains("another"));
}

/// Asking for a skill by name judges it again where its file changed, and refuses what does not
/// count any more.
#[test]
fn activation_judges_again() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a", &text("a", "one"));
    let mut catalog = Catalog::new(request(folder.path()));
    catalog.load();
    write(
        folder.path(),
        "a",
        "---\nname: a\ndescription: d\nos: plan-nine\n---\n",
    );
    assert!(matches!(
        catalog.activate("a"),
        Err(Error::NotEligible { .. })
    ));
}

/// A judge that blocks by name.
struct Block(&'static str);

impl Judge for Block {
    fn judge(&self, entry: &Entry, _root: &Root) -> (Trust, Option<String>) {
        if *entry.name == *self.0 {
            (Trust::Blocked, Some("found harmful".to_owned()))
        } else {
            (Trust::Trusted, None)
        }
    }
}

/// What was asked for can change: tools that become known meet what asks for them, and another
/// profile reads the headers anew.
#[test]
fn changed_request() {
    let folder = tempfile::tempdir().unwrap();
    let header = "name: a\ndescription: d\nrequires:\n  tools: [cron]\n";
    write(folder.path(), "folder", &format!("---\n{header}---\n"));
    let mut catalog = Catalog::new(request(folder.path()));
    assert_eq!(names(&catalog.load()), [""; 0]);
    catalog.change(|request| request.tools = Some(vec!["cron".to_owned()]));
    assert_eq!(names(&catalog.refresh()), ["a"]);
    catalog.change(|request| request.profile = Profile::nanobot());
    assert_eq!(names(&catalog.refresh()), ["folder"]);
}

/// The judge is asked last, a blocked skill does not count and is never resident, and the trail says
/// why.
#[test]
fn blocked_skills() {
    let folder = tempfile::tempdir().unwrap();
    let resident = |name: &str| format!("---\nname: {name}\ndescription: d\nalways: true\n---\n");
    write(folder.path(), "a", &resident("a"));
    write(folder.path(), "b", &resident("b"));
    let mut request = request(folder.path());
    request.judge = Arc::new(Block("a"));
    let mut catalog = Catalog::new(request);
    let snapshot = catalog.load();
    assert_eq!(names(&snapshot), ["b"]);
    let residents: Vec<_> = snapshot.residents().collect();
    assert_eq!(residents, [snapshot.get("b").unwrap()]);
    let trail = catalog.explain("a").unwrap();
    assert_eq!(
        trail.stopped().unwrap().to_string(),
        "judge: refused: found harmful"
    );
    let untrusted = Catalog::new(self::request(folder.path())).load();
    assert_eq!(untrusted.residents().count(), 0);
}

/// Embedded skills are read from memory, where no file is, and their text is given out.
#[test]
fn embedded_skills() {
    let folder = tempfile::tempdir().unwrap();
    let mut request = request(folder.path());
    request.embedded = Some(Arc::new(Embedded {
        folder: folder.path().join("not-there"),
        skills: vec![("m".to_owned(), text("m", "d").into())],
    }));
    let mut catalog = Catalog::new(request);
    let snapshot = catalog.load();
    assert_eq!(names(&snapshot), ["m"]);
    let id = snapshot.get("builtin:m").unwrap();
    assert_eq!(snapshot.content(id).unwrap().body(), "Body of m.\n");
    assert_eq!(snapshot.entry(id).unwrap().trust, Trust::Trusted);
    assert!(Arc::ptr_eq(&snapshot, &catalog.refresh()));
}

/// A skill that is named by path goes before all roots: by its file, by its folder, in a folder.
#[test]
fn explicit_paths() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a", &text("a", "workspace"));
    let elsewhere = tempfile::tempdir().unwrap();
    write(elsewhere.path(), "a", &text("a", "explicit"));
    for path in ["skills/a/SKILL.md", "skills/a", "skills"] {
        let mut request = request(folder.path());
        request.explicit = vec![elsewhere.path().join(path)];
        let snapshot = Catalog::new(request).load();
        assert_eq!(described(&snapshot, "a"), "explicit", "{path}");
        assert_eq!(described(&snapshot, "workspace:a"), "workspace");
    }
}

/// Names are resolved in the order in which they are asked for, each once, and what cannot be had is
/// said; the residents go first.
#[test]
fn resolve_and_select() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b", "c"] {
        write(folder.path(), name, &text(name, "d"));
    }
    write(
        folder.path(),
        "off",
        "---\nname: off\ndescription: d\nos: plan-nine\n---\n",
    );
    let snapshot = Catalog::new(request(folder.path())).load();
    let found = |resolved: &prowess_catalog::Resolved| -> Vec<String> {
        let entries = resolved.found.iter().map(|id| snapshot.entry(*id).unwrap());
        entries.map(|entry| entry.name.to_string()).collect()
    };
    let resolved = snapshot.resolve(["c", "off", "A", "c", "zzz"]);
    assert_eq!(found(&resolved), ["c", "off", "a"]);
    assert_eq!(resolved.failed.len(), 1);
    let selected = snapshot.select(["c", "off", "a"]);
    assert_eq!(found(&selected), ["c", "a"]);
    assert!(matches!(
        selected.failed.as_slice(),
        [Error::NotEligible { .. }]
    ));
}

/// A saved snapshot is read back equal, with the same version; one of a newer schema is refused.
#[test]
fn saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a", &text("a", "d"));
    write(folder.path(), "b", "---\nname: b\n---\n");
    write(
        folder.path(),
        "c",
        "---\nname: c\ndescription: d\nrequires:\n  bins: [no-bin]\n---\n",
    );
    write(folder.path(), "d", &text("a", "other"));
    let snapshot = Catalog::new(request(folder.path())).load();
    let json = snapshot.to_json().unwrap();
    let read = Snapshot::from_json(&json, Arc::clone(&snapshot.profile)).unwrap();
    assert_eq!(read.entries, snapshot.entries);
    assert_eq!(read.roots, snapshot.roots);
    assert_eq!(read.diagnostics, snapshot.diagnostics);
    assert_eq!(read.version, snapshot.version);
    let newer = json.replacen("\"schema\": 1", "\"schema\": 99", 1);
    assert!(matches!(
        Snapshot::from_json(&newer, Arc::clone(&snapshot.profile)),
        Err(Error::Schema { found: 99, .. })
    ));
    // Whatever a file says of itself, its version is that of its content.
    let forged = json.replacen(&snapshot.version.to_string(), &"0".repeat(32), 1);
    let read = Snapshot::from_json(&forged, Arc::clone(&snapshot.profile)).unwrap();
    assert_eq!(read.version, snapshot.version);
}

/// The saved form of the OpenClaw profile has that program's fields.
#[test]
fn openclaw_fields() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a", &text("a", "d"));
    let mut request = request(folder.path());
    request.profile = Profile::openclaw();
    let snapshot = Catalog::new(request).load();
    let json: serde_json::Value = serde_json::from_str(&snapshot.to_json().unwrap()).unwrap();
    let entry = &json["entries"][0];
    let file = folder
        .path()
        .canonicalize()
        .unwrap()
        .join("skills/a/SKILL.md");
    let ours = [
        &entry["name"],
        &entry["description"],
        &entry["source"],
        &entry["disableModelInvocation"],
        &entry["sourceInfo"]["source"],
    ];
    let theirs = [
        serde_json::json!("a"),
        serde_json::json!("d"),
        serde_json::json!("openclaw-workspace"),
        serde_json::json!(false),
        serde_json::json!("openclaw-workspace"),
    ];
    assert_eq!(ours.map(Clone::clone), theirs);
    assert_eq!(
        entry["filePath"].as_str().map(Path::new),
        Some(file.as_path())
    );
    let version = prowess_base::Digest::of(text("a", "d").as_bytes()).short_hex(16);
    assert_eq!(entry["promptVersion"], format!("sha256:{version}"));
}

/// What one generated skill says.
#[derive(Debug, Clone)]
enum Kind {
    Plain,
    NamedAlike,
    Unmet,
    Broken,
}

fn skills() -> impl Strategy<Value = Vec<(u8, Kind)>> {
    let kind = prop_oneof![
        Just(Kind::Plain),
        Just(Kind::NamedAlike),
        Just(Kind::Unmet),
        Just(Kind::Broken),
    ];
    proptest::collection::vec((0u8..12, kind), 0..16)
}

fn build(folder: &Path, skills: &[(u8, Kind)]) {
    for (number, kind) in skills {
        let name = format!("s{number}");
        let text = match kind {
            Kind::Plain => text(&name, "d"),
            Kind::NamedAlike => text("alike", &name),
            Kind::Unmet => {
                format!("---\nname: {name}\ndescription: d\nrequires:\n  bins: [no-bin]\n---\n")
            }
            Kind::Broken => format!("---\nname: {name}\n---\n"),
        };
        write(folder, &name, &text);
    }
}

/// What a snapshot says, without what differs between two folders.
fn said(snapshot: &Snapshot, folder: &Path) -> Vec<String> {
    let base = folder.display().to_string();
    snapshot
        .entries
        .iter()
        .map(|entry| {
            let (file, verdict) = (entry.file.display(), &entry.verdict);
            format!("{} {file} {verdict:?}", entry.name).replace(&base, "")
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Found is the sum over the five verdicts; the order in which folders are made decides nothing;
    /// a restart, and a refresh after every folder came in turn, give the version of one load.
    #[test]
    fn content_alone_decides(skills in skills()) {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        // The last of several texts for one folder counts, so both orders keep the same one.
        let mut last = std::collections::BTreeMap::new();
        for (number, kind) in &skills {
            last.insert(*number, kind.clone());
        }
        let forwards: Vec<_> = last.into_iter().collect();
        let backwards: Vec<_> = forwards.iter().rev().cloned().collect();
        build(one.path(), &forwards);
        let first = Catalog::new(request(one.path())).load();
        let again = Catalog::new(request(one.path())).load();
        prop_assert_eq!(first.version, again.version);

        let mut catalog = Catalog::new(request(other.path()));
        for skill in &backwards {
            build(other.path(), std::slice::from_ref(skill));
            catalog.refresh();
        }
        let grown = catalog.refresh();
        prop_assert_eq!(said(&first, one.path()), said(&grown, other.path()));
        let loaded = Catalog::new(request(other.path())).load();
        prop_assert_eq!(&loaded.entries, &grown.entries);
        prop_assert_eq!(loaded.version, grown.version);

        let found: u32 = first.roots.iter().map(|root| root.found).sum();
        prop_assert_eq!(found as usize, first.entries.len());
        prop_assert_eq!(first.entries.len(), forwards.len());
        for entry in &first.entries {
            if let Verdict::Shadowed { by } = entry.verdict {
                let winner = first.entry(by).unwrap();
                prop_assert_eq!(&winner.name, &entry.name);
            }
        }
    }
}
