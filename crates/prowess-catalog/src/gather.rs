//! From walks to entries: what is new is read, what is known is taken over.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use prowess_base::{Diagnostic, normalize_name};

use crate::discover::{Found, Notice, Outcome, Visitor, Walk, Watched};
use crate::read::{Header, Reader};
use crate::stale;
use crate::{
    Embedded, Entry, FileIdentity, Root, RootId, RootStatus, Scope, Snapshot, Trust, Verdict,
};

/// Candidates between two times at which the memory of their list is given back.
const GIVEN_BACK: usize = 4096;

/// What all walks found, put together.
pub(crate) struct Gathered {
    pub(crate) roots: Vec<Root>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) watched: Vec<Watched>,
}

/// Puts the walks together. Entries stand in the order of their roots and, beneath one root, in the
/// order in which they were found; their verdicts are `Eligible` for now where reading them found no
/// fault. Of `before` the headers are taken over that did not change, of `last_good` the skills that
/// cannot be read any more.
pub(crate) fn gather(
    walks: Vec<Walk<Seen>>,
    reader: &Reader,
    (before, last_good): (Option<&Snapshot>, Option<&Snapshot>),
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
        let notices = walk.notices.iter().map(Notice::diagnostic);
        gathered.diagnostics.extend(notices);
        gathered.watched.extend(walk.watched);
        let first = gathered.entries.len();
        let mut candidates = walk.candidates;
        // From the end, so that the list of a large root shrinks while the entries grow.
        while let Some(found) = candidates.pop() {
            if let Some(entry) = entry_of(found, (walk.id, &root), reader, (before, last_good)) {
                gathered.entries.push(entry);
            }
            if candidates.len().is_multiple_of(GIVEN_BACK) {
                candidates.shrink_to_fit();
            }
        }
        if let Some(of_this_root) = gathered.entries.get_mut(first..) {
            of_this_root.reverse();
        }
        if let Some(last_good) = last_good {
            let found = gathered.entries.get(first..).unwrap_or(&[]);
            let kept =
                stale::of_unreadable_folders(walk.id, &root, &walk.notices, found, last_good);
            root.found = root
                .found
                .saturating_add(u32::try_from(kept.len()).unwrap_or(u32::MAX));
            gathered.entries.extend(kept);
        }
        for entry in gathered.entries.iter_mut().skip(first) {
            if let Some(notice) = stale::notice(entry) {
                let known = std::mem::take(&mut entry.diagnostics);
                entry.diagnostics = known.into_iter().chain([notice]).collect();
            }
        }
        gathered.roots.push(root);
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
    (id, root): (RootId, &Root),
    reader: &Reader,
    (before, last_good): (Option<&Snapshot>, Option<&Snapshot>),
) -> Option<Entry> {
    let folder = found.folder().into_owned();
    let mut readable = Vec::new();
    let mut entry = match found.outcome {
        Outcome::Read { identity, output } => match output {
            Seen::Fresh(mut header) => {
                readable = std::mem::take(&mut header.readable);
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
            // What cannot be read now is tried again although it looks the same.
            let is_unread = matches!(*notice, Notice::FileUnreadable { .. });
            let mut entry = Entry {
                identity: if is_unread {
                    FileIdentity::default()
                } else {
                    identity
                },
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
    entry.root = id;
    entry.file = found.file;
    entry.listed = found.listed;
    if let Some(last_good) = last_good {
        stale::keep(&mut entry, root, &readable, last_good);
    }
    if !found.notices.is_empty() {
        let known = std::mem::take(&mut entry.diagnostics);
        let notices = found.notices.iter().map(Notice::diagnostic);
        entry.diagnostics = known.into_iter().chain(notices).collect();
    }
    Some(entry)
}

/// An entry without what merging, gates and judge made of it.
pub(crate) fn as_it_was_read(entry: &Entry) -> Entry {
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
        entry.kind = self.kind;
        entry.described = self.described;
        entry.companion = self.companion;
    }
}

/// What a walk has of one file.
#[derive(Debug)]
pub(crate) enum Seen {
    /// It is unchanged since the snapshot in which it has this position.
    Known(usize),
    /// It was read.
    Fresh(Header),
}

/// Reads files that the snapshot before does not know.
pub(crate) struct Known<'k> {
    reader: &'k Reader,
    before: Option<&'k Snapshot>,
    last_good: Option<&'k Snapshot>,
    positions: HashMap<&'k Path, (usize, FileIdentity)>,
}

impl<'k> Known<'k> {
    pub(crate) fn new(
        reader: &'k Reader,
        (before, last_good): (Option<&'k Snapshot>, Option<&'k Snapshot>),
        racy: &[usize],
    ) -> Self {
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
            last_good,
            positions,
        }
    }
}

impl Known<'_> {
    fn has_same_companion(&self, position: usize, file: &Path) -> bool {
        let now = self.reader.companion(file);
        let known = self.before.and_then(|before| before.entries.get(position));
        known.is_some_and(|entry| entry.companion.as_deref() == now.as_ref())
    }
}

impl Visitor for Known<'_> {
    type Output = Seen;

    fn known(&self, file: &Arc<Path>, identity: &FileIdentity) -> Option<Seen> {
        let (position, known) = self.positions.get(&**file)?;
        let is_same = known == identity && self.has_same_companion(*position, file);
        is_same.then_some(Seen::Known(*position))
    }

    fn read(&self, file: &Arc<Path>, folder: &str, _identity: FileIdentity, bytes: &[u8]) -> Seen {
        Seen::Fresh(match self.last_good {
            Some(_) => self.reader.read_again(file, folder, bytes),
            None => self.reader.read(file, folder, bytes),
        })
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
