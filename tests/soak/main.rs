//! A long run of random edits, renames and removals beneath a watch.
//!
//! After every few edits the watched catalogue is what a cold load is; at the end nothing has grown.
//! `PROWESS_SOAK` gives the number of edits, 200 without it.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a broken fixture should stop the run"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use prowess_base::Surroundings;
use prowess_catalog::watch::{Coverage, Places, Signal, Watcher};
use prowess_catalog::{Catalog, LastGood, Profile, Request, Snapshot};
use prowess_tests::{Numbers, Stage, note};

/// After this time without an event a series of edits is over.
const PAUSE: Duration = Duration::from_millis(120);
/// Longest time that a busy system may take to tell of a change.
const GRACE: Duration = Duration::from_secs(10);

#[test]
fn random_edits() {
    let edits = wanted_edits();
    let stage = Stage::new();
    let mut disk = Disk::new(stage.base());
    let alone = Use::now().handles;
    let mut exact = Followed::new(stage.base(), LastGood::Dropped);
    // One watch has a few handles, however many folders it watches.
    assert!(Use::now().handles <= alone + 6);
    let mut keeping = Followed::new(stage.base(), LastGood::Kept);
    let mut after_tenth = None;
    let mut looks = 0;
    let mut done = 0;
    while done < edits {
        let count = 1 + disk.random.below(12);
        for _ in 0..count {
            disk.edit();
        }
        done += count;
        exact.settle(stage.base());
        keeping.look();
        looks += 1;
        if after_tenth.is_none() && done >= edits / 10 {
            after_tenth = Some(Use::now());
        }
    }
    disk.mend();
    exact.settle(stage.base());
    keeping.look();
    let cold = load(stage.base(), LastGood::Dropped);
    assert_eq!(keeping.snapshot().entries, cold.entries);
    assert_eq!(keeping.snapshot().version, cold.version);

    let (before, now) = (after_tenth.unwrap_or_default(), Use::now());
    note(&format!(
        "{done} edits in {looks} looks, {} skills at the end; handles {} then {}, watches {}, memory {} \
         KiB then {} KiB",
        cold.entries.len(),
        before.handles,
        now.handles,
        exact.folders(),
        before.memory,
        now.memory,
    ));
    assert_eq!(now.handles, before.handles);
    // What an allocator keeps for itself settles within a tenth of a long run.
    assert!(now.memory < before.memory + 16 * 1024, "{before:?} {now:?}");
}

fn wanted_edits() -> usize {
    #[expect(
        clippy::disallowed_methods,
        reason = "a test program is its own host; this variable is its only setting"
    )]
    let wanted = std::env::var("PROWESS_SOAK").ok();
    wanted.map_or(200, |wanted| wanted.parse().expect("a number of edits"))
}

fn request(base: &Path, last_good: LastGood) -> Request {
    let mut surroundings = Surroundings::bare(base.join("work"));
    surroundings.home = Some(base.join("home"));
    let mut request = Request::new(Profile::own(), surroundings);
    request.workspace = Some(base.join("work"));
    request.clock = Some(std::sync::Arc::new(prowess::SystemClock));
    request.last_good = last_good;
    request
}

fn load(base: &Path, last_good: LastGood) -> std::sync::Arc<Snapshot> {
    Catalog::new(request(base, last_good)).load()
}

/// A catalogue and its watch.
struct Followed {
    catalog: Catalog,
    watcher: Watcher,
}

impl Followed {
    fn new(base: &Path, last_good: LastGood) -> Self {
        let mut followed = Self {
            catalog: Catalog::new(request(base, last_good)),
            watcher: Watcher::new(),
        };
        followed.look();
        followed
    }

    fn snapshot(&self) -> &Snapshot {
        self.catalog.snapshot().expect("a snapshot")
    }

    fn folders(&self) -> usize {
        match self.watcher.coverage() {
            Coverage::Whole { folders } => *folders,
            Coverage::Part { .. } => panic!("{:?}", self.watcher.coverage()),
        }
    }

    fn look(&mut self) {
        for _ in 0..4 {
            self.catalog.refresh();
            if !self.watcher.follow(Places::of(&self.catalog, &[])) {
                break;
            }
        }
    }

    /// Waits for the watch to tell of all changes: no look is taken but where it tells.
    fn settle(&mut self, base: &Path) {
        while self.watcher.wait(Some(PAUSE)) == Signal::Changed {
            self.look();
        }
        let cold = load(base, LastGood::Dropped);
        while cold.version != self.snapshot().version {
            match self.watcher.wait(Some(GRACE)) {
                Signal::Changed => self.look(),
                _ => {
                    assert_eq!(cold.roots, self.snapshot().roots);
                    assert_eq!(cold.entries, self.snapshot().entries);
                    panic!("the same skills have two versions");
                }
            }
        }
        assert_eq!(cold.entries, self.snapshot().entries);
        assert_eq!(cold.diagnostics, self.snapshot().diagnostics);
    }
}

/// Files that are changed at random.
struct Disk {
    random: Numbers,
    roots: [PathBuf; 4],
    number: u64,
}

const NAMES: [&str; 12] = [
    "ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen", "ibis", "jay", "kite", "lark",
];

impl Disk {
    fn new(base: &Path) -> Self {
        let roots = [
            "work/skills",
            "work/.agents/skills",
            "work/.claude/skills",
            "home/.agents/skills",
        ];
        fs::create_dir_all(base.join("work")).expect("a folder");
        Self {
            random: Numbers::new(0x9e37_79b9_7f4a_7c15),
            roots: roots.map(|root| base.join(root)),
            number: 0,
        }
    }

    /// One change. What cannot be done because something is not there is left out.
    fn edit(&mut self) {
        let root = self.roots[self.random.below(4)].clone();
        let name = NAMES[self.random.below(NAMES.len())];
        let other = NAMES[self.random.below(NAMES.len())];
        // A few skills stand in a group.
        let folder = match self.random.below(4) {
            0 => root.join("group").join(name),
            _ => root.join(name),
        };
        let file = folder.join("SKILL.md");
        self.number += 1;
        let good = self.text(name);
        match self.random.below(16) {
            0..=4 => write(&file, &good),
            5 => {
                // As an editor saves.
                let temporary = folder.join("SKILL.md~");
                write(&temporary, &good);
                let _ = fs::rename(temporary, &file);
            }
            6 => write(&file, "---\nname: [\n---\n"),
            7 => write(&file, &self.text(other)),
            8 => drop(fs::remove_dir_all(&folder)),
            9 => drop(fs::remove_file(&file)),
            10 => drop(fs::rename(&folder, root.join(other))),
            11 => write(&folder.join("scripts/run.py"), "1"),
            12 => {
                // As many bytes as before, in place.
                if let Ok(text) = fs::read_to_string(&file) {
                    write(&file, &text.replace('d', "e"));
                }
            }
            13 => drop(fs::remove_dir_all(root.join("group"))),
            14 if self.random.below(8) == 0 => drop(fs::remove_dir_all(&root)),
            15 if self.random.below(8) == 0 => {
                // A whole root goes away and another takes its place.
                let above = root.parent().expect("a folder");
                let away = above.join("away");
                let _ = fs::remove_dir_all(&away);
                let _ = fs::rename(&root, &away);
                write(&root.join(name).join("SKILL.md"), &good);
            }
            _ => write(&file, &good),
        }
    }

    fn text(&self, name: &str) -> String {
        let number = self.number;
        format!("---\nname: {name}\ndescription: d{number}\n---\nBody {number}.\n")
    }

    /// Writes every skill that is there anew, so that none is broken.
    fn mend(&mut self) {
        for root in &self.roots {
            for folder in NAMES
                .iter()
                .flat_map(|name| [root.join(name), root.join("group").join(name)])
            {
                let file = folder.join("SKILL.md");
                if file.exists() {
                    let name = folder.file_name().expect("a name").to_string_lossy();
                    write(&file, &self.text(&name));
                }
            }
        }
    }
}

fn write(file: &Path, text: &str) {
    let folder = file.parent().expect("a folder");
    // A file may stand where a folder is wanted; then nothing is written.
    let _ = fs::create_dir_all(folder);
    let _ = fs::write(file, text);
}

/// What the process uses; zeros where the system does not tell.
#[derive(Debug, Clone, Copy, Default)]
struct Use {
    handles: usize,
    /// KiB.
    memory: usize,
}

impl Use {
    fn now() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = resident.and_then(|rest| rest.split_whitespace().next());
        Self {
            handles: fs::read_dir("/proc/self/fd").map_or(0, Iterator::count),
            memory: number.and_then(|number| number.parse().ok()).unwrap_or(0),
        }
    }
}
