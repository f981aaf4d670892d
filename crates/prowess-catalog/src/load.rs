//! From a request to a snapshot.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use prowess_base::{Clock, Diagnostic, Severity, Surroundings, normalize_name};
use rayon::prelude::*;

use crate::codes::entries as codes;
use crate::content::{Digests, Library};
use crate::discover::{Found, Notice, Outcome, Plan, Visitor, Walk, Watched, find_workspace};
use crate::gates::{self, Host, Programs, RemoteHost};
use crate::merge::{self, Rules};
use crate::read::{Header, Reader};
use crate::{
    Embedded, Entry, FileIdentity, Judge, Profile, Reason, Root, RootId, RootRule, RootSkill,
    RootStatus, Scope, ScopeJudge, Settings, Snapshot, Trust, Verdict, limits, order,
};

/// The label of roots that the caller names.
const EXPLICIT: &str = "explicit";

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

    /// Takes other settings. The next refresh judges by them; no file is read again for it.
    pub fn set_settings(&mut self, settings: Settings) {
        let before = self.current.take();
        let mut next = Self::new(Request {
            settings,
            ..self.request.clone()
        });
        next.current = before;
        *self = next.marked_stale();
    }

    /// Takes other tools of the agent. The next refresh judges by them.
    pub fn set_tools(&mut self, tools: Option<Vec<String>>) {
        self.request.tools = tools;
        self.racy.clear();
        self.watched = stale();
    }

    fn marked_stale(mut self) -> Self {
        self.watched = stale();
        self
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
        let visitor = Known::new(&self.reader, before, &self.racy);
        let walks = self.walk(&visitor);
        let mut gathered = gather(
            walks,
            &self.reader,
            before,
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
        let entries = merge::sort(gathered.entries, order::compare(self.profile.order));
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

/// A watch on a place that is never what it was: the next refresh searches every root.
fn stale() -> Vec<Watched> {
    vec![Watched {
        path: PathBuf::new(),
        identity: Some(FileIdentity::default()),
    }]
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
    for root in &mut plan.roots {
        if root.scope == Scope::BuiltIn && labels.contains(&root.source.as_str()) {
            root.path.clone_from(&embedded.folder);
        }
    }
}

/// Puts the judge's answer into an entry. Gives the reason where it is blocked.
pub(crate) fn judge_one(judge: &dyn Judge, entry: &mut Entry, roots: &[Root]) -> Option<String> {
    let root = roots.get(entry.root.0 as usize)?;
    let (trust, why) = judge.judge(entry, root);
    entry.trust = trust;
    (trust == Trust::Blocked).then(|| why.unwrap_or_else(|| "blocked".to_owned()))
}

/// Asks the gates about an entry that won its name and puts the verdict into it.
pub(crate) fn apply_gates(
    entry: &mut Entry,
    roots: &[Root],
    host: &Host<'_>,
    blocked: Option<String>,
) {
    let mut notes: Vec<Diagnostic> = Vec::new();
    if entry.verdict == Verdict::Eligible
        && let Some(root) = roots.get(entry.root.0 as usize)
    {
        let mut answer = gates::ask(entry, root, host);
        if let Some(why) = blocked {
            answer.unmet.push(Reason::Judge { why });
        }
        notes.extend(answer.forced.iter().map(|reason| forced(entry, reason)));
        entry.forced = answer.forced.into();
        if !answer.unmet.is_empty() {
            entry.verdict = Verdict::Ineligible {
                reasons: answer.unmet.into(),
            };
        }
    }
    if !notes.is_empty() {
        let known = std::mem::take(&mut entry.diagnostics);
        entry.diagnostics = known.into_iter().chain(notes).collect();
    }
}

fn forced(entry: &Entry, reason: &Reason) -> Diagnostic {
    Diagnostic::new(
        codes::FORCED,
        Severity::Advice,
        format!("{reason}, which `force` passes"),
    )
    .in_file(&entry.file)
}

/// What all walks found, put together.
pub(crate) struct Gathered {
    roots: Vec<Root>,
    entries: Vec<Entry>,
    diagnostics: Vec<Diagnostic>,
    watched: Vec<Watched>,
}

fn gather(
    walks: Vec<Walk<Seen>>,
    reader: &Reader,
    before: Option<&Snapshot>,
    embedded: Option<&Embedded>,
) -> Gathered {
    let count = walks.iter().map(|walk| walk.candidates.len()).sum();
    let mut gathered = Gathered {
        roots: Vec::with_capacity(walks.len()),
        entries: Vec::with_capacity(count),
        diagnostics: Vec::new(),
        watched: Vec::new(),
    };
    for walk in walks {
        let mut root = walk.root;
        let is_embedded = embedded
            .filter(|embedded| root.scope == Scope::BuiltIn && root.path == embedded.folder);
        if let Some(embedded) = is_embedded {
            let entries = embedded
                .skills
                .iter()
                .map(|(folder, text)| from_memory(embedded, folder, text, walk.id, reader));
            gathered.entries.extend(entries);
            root.status = RootStatus::Read;
            root.found = u32::try_from(embedded.skills.len()).unwrap_or(u32::MAX);
            gathered.roots.push(root);
            continue;
        }
        gathered.roots.push(root);
        let notices = walk.notices.iter().map(Notice::diagnostic);
        gathered.diagnostics.extend(notices);
        gathered.watched.extend(walk.watched);
        for found in walk.candidates {
            if let Some(entry) = entry_of(found, walk.id, reader, before) {
                gathered.entries.push(entry);
            }
        }
    }
    gathered
}

fn from_memory(
    embedded: &Embedded,
    folder: &str,
    text: &str,
    root: RootId,
    reader: &Reader,
) -> Entry {
    let file: Arc<Path> = embedded.file(folder).into();
    let header = reader.read(&file, folder, text.as_bytes());
    let mut entry = Entry {
        root,
        identity: FileIdentity::default(),
        ..Entry::default()
    };
    entry.identity.size = text.len() as u64;
    entry.file = file;
    header.put_into(&mut entry);
    entry
}

fn entry_of(
    found: Found<Seen>,
    root: RootId,
    reader: &Reader,
    before: Option<&Snapshot>,
) -> Option<Entry> {
    let folder = found.folder().into_owned();
    let mut entry = match found.outcome {
        Outcome::Read { identity, output } => match output {
            Seen::Fresh(header) => {
                let mut entry = Entry {
                    identity,
                    ..Entry::default()
                };
                header.put_into(&mut entry);
                entry
            }
            Seen::Known(position) => as_it_was_read(before?.entries.get(position)?),
        },
        Outcome::Refused { identity, notice } => {
            let mut entry = Entry {
                identity,
                ..Entry::default()
            };
            reader
                .refused(&found.file, &folder, notice.diagnostic())
                .put_into(&mut entry);
            entry
        }
        Outcome::Beyond { identity, bound } => Entry {
            identity,
            name: normalize_name(&folder).into(),
            verdict: Verdict::BeyondLimit { bound },
            ..Entry::default()
        },
    };
    entry.root = root;
    entry.file = found.file;
    entry.listed = found.listed;
    if !found.notices.is_empty() {
        let known = std::mem::take(&mut entry.diagnostics);
        let notices = found.notices.iter().map(Notice::diagnostic);
        entry.diagnostics = known.into_iter().chain(notices).collect();
    }
    Some(entry)
}

/// An entry without what merging, gates and judge made of it.
fn as_it_was_read(entry: &Entry) -> Entry {
    /// The codes of the room that reads headers end here.
    const FIRST_OF_CATALOG: u16 = 200;
    let diagnostics = entry.diagnostics.iter();
    Entry {
        diagnostics: diagnostics
            .filter(|diagnostic| diagnostic.code.number() < FIRST_OF_CATALOG)
            .cloned()
            .collect(),
        verdict: match &entry.verdict {
            invalid @ Verdict::Invalid { .. } => invalid.clone(),
            _ => Verdict::Eligible,
        },
        replaces: None,
        forced: Box::default(),
        trust: Trust::Untrusted,
        ..entry.clone()
    }
}

impl Header {
    pub(crate) fn put_into(self, entry: &mut Entry) {
        entry.name = self.name;
        entry.description = self.description;
        entry.manifest = self.manifest;
        entry.diagnostics = self.diagnostics;
        entry.verdict = self.verdict;
        entry.header = self.digest;
    }
}

/// What a walk has of one file.
#[derive(Debug)]
pub(crate) enum Seen {
    /// It is unchanged since the snapshot in which it has this position.
    Known(usize),
    /// It was read.
    Fresh(Box<Header>),
}

/// Reads files that the snapshot before does not know.
struct Known<'k> {
    reader: &'k Reader,
    before: Option<&'k Snapshot>,
    positions: HashMap<&'k Path, (usize, FileIdentity)>,
}

impl<'k> Known<'k> {
    fn new(reader: &'k Reader, before: Option<&'k Snapshot>, racy: &[usize]) -> Self {
        let mut positions = HashMap::new();
        if let Some(before) = before {
            let racy: HashSet<usize> = racy.iter().copied().collect();
            let is_readable = |entry: &Entry| {
                entry.identity.inode != 0 && !matches!(entry.verdict, Verdict::BeyondLimit { .. })
            };
            positions = before
                .entries
                .iter()
                .enumerate()
                .filter(|(position, entry)| is_readable(entry) && !racy.contains(position))
                .map(|(position, entry)| (&*entry.file, (position, entry.identity)))
                .collect();
        }
        Self {
            reader,
            before,
            positions,
        }
    }
}

impl Visitor for Known<'_> {
    type Output = Seen;

    fn known(&self, file: &Arc<Path>, identity: &FileIdentity) -> Option<Seen> {
        let (position, known) = self.positions.get(&**file)?;
        (known == identity).then_some(Seen::Known(*position))
    }

    fn read(&self, file: &Arc<Path>, folder: &str, _identity: FileIdentity, bytes: &[u8]) -> Seen {
        Seen::Fresh(Box::new(self.reader.read(file, folder, bytes)))
    }

    fn is_loaded(&self, seen: &Seen) -> bool {
        let verdict = match seen {
            Seen::Fresh(header) => Some(&header.verdict),
            Seen::Known(position) => {
                let entry = self.before.and_then(|before| before.entries.get(*position));
                entry.map(|entry| &entry.verdict)
            }
        };
        !matches!(verdict, Some(Verdict::Invalid { .. }))
    }
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

/// Advice for settings that no skill answers to: mostly a wrong key.
fn settings_without_skill(settings: &Settings, entries: &[Entry]) -> Vec<Diagnostic> {
    if settings.entries.is_empty() && settings.disabled.is_empty() {
        return Vec::new();
    }
    let mut known: HashSet<String> = HashSet::new();
    for entry in entries {
        known.insert(normalize_name(entry.skill_key()).into_owned());
        known.insert(entry.name.to_string());
    }
    let by_key = settings.entries.iter().map(|(key, entry)| {
        let origin = entry.origin.as_ref().map(ToString::to_string);
        (
            key,
            origin.unwrap_or_else(|| format!("`skills.entries.{key}`")),
        )
    });
    let by_name = settings
        .disabled
        .iter()
        .map(|(name, origin)| (name, origin.to_string()));
    by_key
        .chain(by_name)
        .filter(|(key, _)| !known.contains(&*normalize_name(key)))
        .map(|(key, origin)| {
            Diagnostic::new(
                codes::SETTING_WITHOUT_SKILL,
                Severity::Advice,
                format!("no skill here is called `{key}`, which {origin} is for"),
            )
            .help("keys are compared exactly; `prowess list --all` shows the names")
        })
        .collect()
}
