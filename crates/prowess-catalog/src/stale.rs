//! The last good entry of a skill whose file cannot be used as it stands.
//!
//! A person who edits a skill saves it broken now and then, and a mount is away for a moment. A
//! catalogue that follows edits ([`LastGood::Kept`]) keeps such a skill as it last was and marks it stale: it stays
//! listed, its activation is refused with the reason (ARCHITECTURE.md, invariant 9), and what the
//! broken text restricts for certain holds at once.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use prowess_base::{Diagnostic, Severity};
use prowess_format::{Dialect, Document, Limits, Manifest};

use crate::codes::{entries, roots};
use crate::discover::Notice;
use crate::gather::as_it_was_read;
use crate::{Entry, FileIdentity, Root, RootId, Snapshot, Verdict};

/// What becomes of a skill whose file cannot be used any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LastGood {
    /// It is what its file is: invalid, or not there. A refreshed catalogue is as one that was
    /// loaded anew.
    #[default]
    Dropped,
    /// It is kept as it last was and marked stale ([`Entry::stale`]), for a program that follows
    /// edits.
    Kept,
}

/// The codes of the room that reads headers end here.
const FIRST_OF_CATALOG: u16 = 200;

/// Puts the last good entry of the same file in place of one that is invalid for a fault of its
/// text or of reading it. What is refused for its place, links or owner is not kept: that is a new
/// restriction, and readable.
///
/// `readable` is what the fields say that can be read alone.
pub(crate) fn keep(entry: &mut Entry, root: &Root, readable: &[Manifest], before: &Snapshot) {
    let Verdict::Invalid { diagnostics } = &entry.verdict else {
        return;
    };
    if !diagnostics.iter().all(is_passing) {
        return;
    }
    let is_same_place = |known: &&Entry| {
        known.file == entry.file
            && is_usable(known)
            && before
                .root(known.root)
                .is_some_and(|old| is_same(old, root))
    };
    let Some(last) = before.entries.iter().find(is_same_place) else {
        return;
    };
    let mut kept = stale(last, diagnostics.clone());
    let manifest = Arc::make_mut(&mut kept.manifest);
    for restriction in readable.iter().chain([&*entry.manifest]) {
        tighten(manifest, restriction);
    }
    *entry = Entry {
        root: entry.root,
        listed: entry.listed.take(),
        identity: entry.identity,
        header: entry.header,
        companion: entry.companion.take(),
        ..kept
    };
}

/// The last good entries of files in folders that are there and cannot be read now. An error is not
/// absence.
pub(crate) fn of_unreadable_folders(
    id: RootId,
    root: &Root,
    notices: &[Notice],
    found: &[Entry],
    before: &Snapshot,
) -> Vec<Entry> {
    let unreadable: Vec<(&Path, &Notice)> = notices
        .iter()
        .filter(|notice| matches!(notice, Notice::Unreadable { .. }))
        .map(|notice| (notice.path(), notice))
        .collect();
    if unreadable.is_empty() {
        return Vec::new();
    }
    let Some(old) = before.roots.iter().position(|old| is_same(old, root)) else {
        return Vec::new();
    };
    let found: HashSet<&Path> = found.iter().map(|entry| &*entry.file).collect();
    let mut kept = Vec::new();
    for last in before.entries.iter() {
        if last.root.0 as usize != old || !is_usable(last) || found.contains(&*last.file) {
            continue;
        }
        let listed = last.listed.as_deref().unwrap_or(&last.file);
        let above = unreadable.iter().find(|(path, _)| listed.starts_with(path));
        if let Some((_, notice)) = above {
            let mut error = notice.diagnostic();
            error.severity = Severity::Error;
            kept.push(Entry {
                root: id,
                // Nothing was seen of the file: it is read again once it can be.
                identity: FileIdentity::default(),
                ..stale(last, Box::new([error]))
            });
        }
    }
    kept
}

/// What there is to say about a stale entry; nothing for any other.
pub(crate) fn notice(entry: &Entry) -> Option<Diagnostic> {
    let first = entry.stale.first()?;
    let mut told = Diagnostic::new(
        entries::STALE,
        Severity::Warning,
        format!("kept as it last was, but not activated: {}", first.message),
    )
    .in_file(&entry.file)
    .help("mend the file, or remove it");
    told.place.clone_from(&first.place);
    Some(told)
}

/// What each field of a header says that can be read alone, in a text whose header as a whole
/// cannot.
pub(crate) fn readable_fields(
    text: &str,
    dialect: Dialect,
    folder: &str,
    limits: &Limits,
) -> Vec<Manifest> {
    fields(text)
        .into_iter()
        .filter_map(|field| {
            let alone = format!("---\n{field}---\n");
            let (document, faults) = Document::parse(&alone, limits);
            let is_read = document.root().is_some() && !faults.iter().any(Diagnostic::is_error);
            is_read.then(|| dialect.read(&document, folder, limits).manifest)
        })
        .collect()
}

/// The top-level fields of a header, each with the indented lines below it. A header that is not
/// closed ends with the text.
fn fields(text: &str) -> Vec<String> {
    /// Fields of a broken header that are looked at.
    const FIELDS: usize = 64;
    let mut fields: Vec<String> = Vec::new();
    for line in text.lines().skip(1) {
        if line.trim_end() == "---" || fields.len() > FIELDS {
            break;
        }
        let starts = line.starts_with(|first: char| first.is_alphanumeric() || first == '_');
        if starts {
            fields.push(String::new());
        }
        if let Some(field) = fields.last_mut() {
            field.push_str(line);
            field.push('\n');
        }
    }
    fields
}

/// Adds to `manifest` what `by` restricts.
fn tighten(manifest: &mut Manifest, by: &Manifest) {
    manifest.invocation.model &= by.invocation.model;
    manifest.invocation.user &= by.invocation.user;
    union(&mut manifest.disallowed_tools, &by.disallowed_tools);
    let (mine, other) = (&mut manifest.requirements, &by.requirements);
    let asks = [
        &other.bins,
        &other.any_bins,
        &other.env,
        &other.config,
        &other.tools,
    ];
    if asks.iter().any(|list| !list.is_empty()) {
        mine.skip &= other.skip;
    }
    if !other.os.is_empty() {
        mine.os.clone_from(&other.os);
    }
    if !other.any_bins.is_empty() {
        mine.any_bins.clone_from(&other.any_bins);
    }
    union(&mut mine.bins, &other.bins);
    union(&mut mine.env, &other.env);
    union(&mut mine.config, &other.config);
    union(&mut mine.tools, &other.tools);
}

fn union(mine: &mut Box<[Box<str>]>, other: &[Box<str>]) {
    let new: Vec<Box<str>> = other
        .iter()
        .filter(|name| !mine.contains(name))
        .cloned()
        .collect();
    if !new.is_empty() {
        *mine = std::mem::take(mine).into_iter().chain(new).collect();
    }
}

/// An entry as it was read, marked stale, with nothing in it that happens by itself.
fn stale(last: &Entry, faults: Box<[Diagnostic]>) -> Entry {
    let mut kept = as_it_was_read(last);
    kept.stale = faults;
    let manifest = Arc::make_mut(&mut kept.manifest);
    manifest.allowed_tools = Arc::default();
    manifest.dispatch = None;
    manifest.trigger = None;
    manifest.mcp_servers = None;
    manifest.resident = false;
    kept
}

/// Whether a fault is one of the text, or of reading it now: one that an edit or a mount brings and
/// takes away.
fn is_passing(fault: &Diagnostic) -> bool {
    fault.code.number() < FIRST_OF_CATALOG
        || fault.code == roots::FILE_UNREADABLE
        || fault.code == entries::COMPANION_UNREADABLE
}

fn is_usable(entry: &Entry) -> bool {
    !matches!(
        entry.verdict,
        Verdict::Invalid { .. } | Verdict::BeyondLimit { .. }
    )
}

fn is_same(old: &Root, new: &Root) -> bool {
    old.path == new.path && old.source == new.source && old.scope == new.scope
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fields that can be read alone tell what they restrict, whatever stands beside them.
    #[test]
    fn fields_of_a_broken_header() {
        let text = "---\nname: [oops\nuser-invocable: false\nmetadata:\n  openclaw:\n    requires:\n      \
                    bins: [jq]\ndescription: \"a\n---\nBody.\n";
        let mut manifest = Manifest::default();
        for readable in readable_fields(text, Dialect::Own, "a", &Limits::default()) {
            tighten(&mut manifest, &readable);
        }
        let mut expected = Manifest::default();
        expected.invocation.user = false;
        expected.requirements.bins = Box::new(["jq".into()]);
        assert_eq!(manifest, expected);
    }
}
