//! From a request to a snapshot.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use prowess_base::{Clock, Diagnostic, Surroundings};
use rayon::prelude::*;

use crate::content::{Digests, Library};
use crate::discover::{Plan, Walk, Watched, find_workspace};
use crate::gates::{self, Host, Programs, RemoteHost};
use crate::gather::{Gathered, Known, Seen, gather};
use crate::judging::{apply_gates, judge_one, settings_without_skill};
use crate::merge::{self, Rules};
use crate::read::Reader;
use crate::stale::LastGood;
use crate::{
    Embedded, Entry, FileIdentity, Holds, Judge, Profile, Root, RootId, RootRule, RootSkill,
    RootStatus, Scope, ScopeJudge, Settings, Snapshot, Verdict, limits, order,
};

/// The label of roots that the caller names.
pub(crate) const EXPLICIT: &str = "explicit";

/// Entries below which one thread is faster than several.
pub(crate) const FEW: usize = 512;

/// Everything that decides what a catalogue holds, beside the files themselves.
#[derive(Clone)]
pub struct Request {
    /// How skills are seen.
    pub profile: Profile,
    /// The machine and user.
    pub surroundings: Surroundings,
    /// The workspace P; nothing: it is found from the current folder.
    pub workspace: Option<PathBuf>,
    /// Skills that the caller names by path: a SKILL.md, its folder, or a folder of skills. They go
    /// before all roots, in order, with the label `explicit`.
    pub explicit: Vec<PathBuf>,
    /// What the configuration says.
    pub settings: Settings,
    /// How far skills are followed.
    pub judge: Arc<dyn Judge>,
    /// The agent's tools; nothing while they are not known.
    pub tools: Option<Vec<String>>,
    /// A machine beside this one on which skills may run.
    pub remote: Option<RemoteHost>,
    /// Skills that are part of the program.
    pub embedded: Option<Arc<Embedded>>,
    /// The clock against which files that have only just changed are told; nothing: every file is
    /// taken for one that has settled.
    pub clock: Option<Arc<dyn Clock>>,
    /// What becomes of a skill whose file cannot be used any more.
    pub last_good: LastGood,
}

impl Request {
    /// A request with nothing but a profile and surroundings: no settings, trust by scope.
    #[must_use]
    pub fn new(profile: Profile, surroundings: Surroundings) -> Self {
        Self {
            profile,
            surroundings,
            workspace: None,
            explicit: Vec::new(),
            settings: Settings::default(),
            judge: Arc::new(ScopeJudge::default()),
            tools: None,
            remote: None,
            embedded: None,
            clock: None,
            last_good: LastGood::Dropped,
        }
    }
}

/// A catalogue that can be looked at again and again. Headers of files that did not change are
/// not read twice.
pub struct Catalog {
    pub(crate) request: Request,
    pub(crate) profile: Arc<Profile>,
    pub(crate) plan: Plan,
    pub(crate) reader: Reader,
    pub(crate) programs: Programs,
    pub(crate) watched: Vec<Watched>,
    /// Positions of entries whose files had only just changed when they were read.
    pub(crate) racy: Vec<usize>,
    /// Positions of entries that share their name, or a name much like it, with another.
    pub(crate) contested: HashSet<usize>,
    digests: Digests,
    pub(crate) current: Option<Arc<Snapshot>>,
}

impl Catalog {
    /// A catalogue of which nothing has been loaded yet. No file is read but to find the workspace.
    #[must_use]
    pub fn new(request: Request) -> Self {
        let workspace = find_workspace(&request.surroundings, request.workspace.as_deref());
        let mut plan = Plan::new(
            &request.profile,
            &request.surroundings,
            workspace.path(),
            &request.settings,
        );
        place_explicit(&mut plan, &request);
        if request.workspace.is_some() {
            // Whoever names a folder trusts its owner.
            plan.owner = None;
        }
        if let Some(embedded) = &request.embedded {
            place_embedded(&mut plan, &request.profile, embedded);
        }
        let profile = limits::with_limits(&request.profile, &request.settings.limits);
        Self {
            reader: Reader::new(&profile),
            programs: Programs::new(profile.gates, &request.surroundings),
            profile: Arc::new(profile),
            plan,
            request,
            watched: Vec::new(),
            racy: Vec::new(),
            contested: HashSet::new(),
            digests: Digests::default(),
            current: None,
        }
    }

    /// The workspace P.
    #[must_use]
    pub fn workspace(&self) -> &Path {
        &self.plan.workspace
    }

    /// The last snapshot, if one was made.
    #[must_use]
    pub fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.current.as_ref()
    }

    /// Searches every root and reads every file that is not known yet.
    pub fn load(&mut self) -> Arc<Snapshot> {
        let before = self.current.take();
        let snapshot = Arc::new(self.build(before.as_deref()));
        self.current = Some(Arc::clone(&snapshot));
        snapshot
    }

    /// Changes what was asked for, such as settings or tools. The next refresh judges by it; files
    /// that did not change are not read again, unless the profile is another one.
    pub fn change(&mut self, change: impl FnOnce(&mut Request)) {
        let mut request = self.request.clone();
        change(&mut request);
        self.ask(request);
    }

    /// What was asked for.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    fn ask(&mut self, request: Request) {
        let before = self.current.take();
        let drops_stale =
            (self.request.last_good, request.last_good) == (LastGood::Kept, LastGood::Dropped);
        let keeps = request.profile == self.request.profile && !drops_stale;
        let mut next = Self::new(request);
        next.current = before.filter(|_| keeps);
        next.watched = stale();
        *self = next;
    }

    pub(crate) fn host(&self) -> Host<'_> {
        Host {
            gates: self.profile.gates,
            settings: &self.request.settings,
            surroundings: &self.request.surroundings,
            remote: self.request.remote.as_ref(),
            tools: self.request.tools.as_deref(),
            programs: &self.programs,
        }
    }

    pub(crate) fn now(&self) -> Option<SystemTime> {
        self.request.clock.as_ref().map(|clock| clock.now())
    }

    fn build(&mut self, before: Option<&Snapshot>) -> Snapshot {
        let taken = self.now();
        let last_good = before.filter(|_| self.request.last_good == LastGood::Kept);
        let visitor = Known::new(&self.reader, (before, last_good), &self.racy);
        let walks = self.walk(&visitor);
        let mut gathered = gather(
            walks,
            &self.reader,
            (before, last_good),
            self.request.embedded.as_deref(),
        );
        self.watched = std::mem::take(&mut gathered.watched);
        let blocked = self.judge(&mut gathered.entries, &gathered.roots);
        self.merge(&mut gathered);
        self.programs.look_again();
        self.programs
            .add(gathered.entries.iter().flat_map(gates::wanted_programs));
        self.ask_gates(&mut gathered, &blocked);
        gathered.diagnostics.extend(settings_without_skill(
            &self.request.settings,
            &gathered.entries,
        ));
        let compare = order::compare(self.profile.order, &gathered.entries, &gathered.roots);
        let entries = merge::sort(gathered.entries, compare);
        self.contested = contested(&entries);
        self.racy = racy(&entries, taken);
        Snapshot::new(
            Arc::clone(&self.profile),
            gathered.roots,
            entries.into(),
            gathered.diagnostics,
        )
        .with_library(
            self.request.embedded.clone(),
            self.plan.discovery.file_bytes,
        )
    }

    /// Walks every root. A folder that the caller named may be a skill itself in every profile.
    fn walk(&self, visitor: &Known<'_>) -> Vec<Walk<Seen>> {
        let explicit = self.request.explicit.len();
        if explicit == 0 {
            return self.plan.walk_all(visitor);
        }
        let mut as_skill = self.plan.clone();
        as_skill.discovery.root_skill = RootSkill::Single;
        (0u32..)
            .zip(&self.plan.roots)
            .filter_map(|(position, _)| {
                let plan = if (position as usize) < explicit {
                    &as_skill
                } else {
                    &self.plan
                };
                plan.walk(RootId(position), visitor)
            })
            .collect()
    }

    /// Asks the judge about every usable entry. Gives the reasons of those that are blocked.
    fn judge(&self, entries: &mut [Entry], roots: &[Root]) -> BTreeMap<usize, String> {
        let mut blocked = BTreeMap::new();
        for (position, entry) in entries.iter_mut().enumerate() {
            if entry.verdict != Verdict::Eligible {
                continue;
            }
            if let Some(why) = judge_one(&*self.request.judge, entry, roots) {
                blocked.insert(position, why);
            }
        }
        blocked
    }

    fn merge(&mut self, gathered: &mut Gathered) {
        let library = Library {
            roots: &gathered.roots,
            embedded: self.request.embedded.as_deref(),
            file_bytes: self.plan.discovery.file_bytes,
        };
        let rules = Rules {
            roots: &gathered.roots,
            identity: self.profile.identity,
            collision: self.profile.collision,
            shadow: self.request.settings.shadow,
        };
        let digests = &mut self.digests;
        merge::merge(&mut gathered.entries, &rules, |one, other| {
            digests.is_same(one, other, &library)
        });
    }

    fn ask_gates(&self, gathered: &mut Gathered, blocked: &BTreeMap<usize, String>) {
        let host = self.host();
        let roots = &gathered.roots;
        let ask = |(position, entry): (usize, &mut Entry)| {
            apply_gates(entry, roots, &host, blocked.get(&position).cloned());
        };
        if gathered.entries.len() < FEW {
            gathered.entries.iter_mut().enumerate().for_each(ask);
        } else {
            gathered.entries.par_iter_mut().enumerate().for_each(ask);
        }
    }
}

/// Puts what the caller names by path before all roots. A file stands for its folder.
fn place_explicit(plan: &mut Plan, request: &Request) {
    let explicit = request.explicit.iter().map(|path| {
        let path = request.surroundings.current_dir.join(path);
        let is_file = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("md"));
        let folder = path.parent().filter(|_| is_file).map(Path::to_path_buf);
        Root {
            source: EXPLICIT.to_owned(),
            scope: Scope::Extra,
            path: folder.unwrap_or(path),
            holds: Holds::Skills,
            status: RootStatus::Absent,
            found: 0,
        }
    });
    let roots: Vec<Root> = explicit.collect();
    plan.roots.splice(0..0, roots);
}

/// Gives the roots of embedded skills their folder. Their texts are in memory, so the folder is
/// neither listed nor read.
fn place_embedded(plan: &mut Plan, profile: &Profile, embedded: &Embedded) {
    let labels: Vec<&str> = profile
        .roots
        .iter()
        .filter_map(|rule| match rule {
            RootRule::BuiltIn { source } => Some(source.as_str()),
            _ => None,
        })
        .collect();
    let is_configured = |root: &Root| {
        profile.roots.iter().any(
            |rule| matches!(rule, RootRule::Configured { source, .. } if *source == root.source),
        )
    };
    plan.roots
        .retain(|root| root.path != embedded.folder || !is_configured(root));
    for root in &mut plan.roots {
        if root.scope == Scope::BuiltIn && labels.contains(&root.source.as_str()) {
            root.path.clone_from(&embedded.folder);
        }
    }
}

/// A watch on a place that is never what it was: the next refresh searches every root.
fn stale() -> Vec<Watched> {
    vec![Watched {
        path: PathBuf::new(),
        identity: Some(FileIdentity::default()),
    }]
}

/// Entries whose name another one has or nearly has: a change of one may change the others.
fn contested(entries: &[Entry]) -> HashSet<usize> {
    let mut contested = HashSet::new();
    for (position, entry) in entries.iter().enumerate() {
        if let Verdict::Shadowed { by } = entry.verdict {
            contested.insert(position);
            contested.insert(by.0 as usize);
        }
        let is_told = |diagnostic: &Diagnostic| gates::is_note_of_merging(diagnostic.code);
        if entry.diagnostics.iter().any(is_told) {
            contested.insert(position);
        }
    }
    contested
}

pub(crate) fn racy(entries: &[Entry], taken: Option<SystemTime>) -> Vec<usize> {
    let Some(taken) = taken else {
        return Vec::new();
    };
    let positions = entries.iter().enumerate();
    positions
        .filter(|(_, entry)| entry.identity.inode != 0 && entry.identity.is_racy(taken))
        .map(|(position, _)| position)
        .collect()
}
