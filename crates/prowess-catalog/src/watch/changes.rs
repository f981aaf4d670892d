//! What differs between two looks.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::{Entry, RootStatus, Snapshot, Trust};

/// What differs between two looks, as far as anyone is told of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Changes {
    /// Roots that came, went or are read otherwise.
    pub roots: Vec<RootChange>,
    /// Skills, in the order in which they are listed, those that are gone last.
    pub skills: Vec<SkillChange>,
}

/// What became of one root.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RootChange {
    /// The folder.
    pub path: PathBuf,
    /// What it was; nothing where it was no root.
    pub before: Option<RootStatus>,
    /// What it is; nothing where it is no root any more.
    pub now: Option<RootStatus>,
}

/// What became of one skill.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SkillChange {
    /// Its name; the last one where it is gone.
    pub name: String,
    /// Its `SKILL.md`.
    pub file: PathBuf,
    /// What changed, in the order of its way: file, text, verdict.
    pub changes: Vec<Change>,
}

/// One thing that changed. Its display form is the sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "change")]
#[non_exhaustive]
pub enum Change {
    /// It is new here.
    Added {
        /// Its verdict's word.
        verdict: &'static str,
        /// Why it does not count; empty for one that does.
        why: Vec<String>,
    },
    /// Its file is gone.
    Removed,
    /// It has another name.
    Renamed {
        /// The name before.
        from: String,
    },
    /// Its header has another text.
    Header,
    /// Its file changed behind the header, or was written anew.
    Body,
    /// Its file cannot be used as it stands; it is kept as it last was.
    Stale {
        /// What is wrong with the file.
        why: Vec<String>,
    },
    /// Its file can be used again.
    Mended,
    /// Something else became of it.
    Verdict {
        /// The verdict's word before.
        from: &'static str,
        /// The verdict's word now.
        to: &'static str,
        /// Reasons that are new.
        new: Vec<String>,
        /// Reasons that hold no longer.
        gone: Vec<String>,
    },
    /// It is followed otherwise.
    Trust {
        /// Before.
        from: Trust,
        /// Now.
        to: Trust,
    },
}

impl Changes {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty() && self.skills.is_empty()
    }

    /// What differs in `now` from `before`.
    #[must_use]
    pub fn between(before: &Snapshot, now: &Snapshot) -> Self {
        if before.version == now.version {
            return Self::default();
        }
        let old: HashMap<(&str, &std::path::Path), &Entry> = before
            .entries
            .iter()
            .map(|entry| (key(before, entry), entry))
            .collect();
        let mut seen = HashMap::with_capacity(old.len());
        let mut skills = Vec::new();
        for entry in now.entries.iter() {
            let key = key(now, entry);
            seen.insert(key, ());
            let changes = match old.get(&key) {
                None => vec![Change::Added {
                    verdict: entry.verdict.word(),
                    why: now.reasons(entry),
                }],
                Some(old) => of_entry((before, old), (now, entry)),
            };
            skills.extend(skill(entry, changes));
        }
        let gone = before
            .entries
            .iter()
            .filter(|entry| !seen.contains_key(&key(before, entry)));
        skills.extend(gone.filter_map(|entry| skill(entry, vec![Change::Removed])));
        Self {
            roots: of_roots(before, now),
            skills,
        }
    }
}

/// A file may be found by several roots.
fn key<'s>(snapshot: &'s Snapshot, entry: &'s Entry) -> (&'s str, &'s std::path::Path) {
    let source = snapshot.root(entry.root).map_or("", |root| &root.source);
    (source, &entry.file)
}

fn skill(entry: &Entry, changes: Vec<Change>) -> Option<SkillChange> {
    (!changes.is_empty()).then(|| SkillChange {
        name: entry.name.to_string(),
        file: entry.path(),
        changes,
    })
}

fn of_entry((before, old): (&Snapshot, &Entry), (after, new): (&Snapshot, &Entry)) -> Vec<Change> {
    let mut changes = Vec::new();
    if old.name != new.name {
        changes.push(Change::Renamed {
            from: old.name.to_string(),
        });
    }
    let told = |entry: &Entry| -> Vec<String> {
        let faults = entry.stale.iter();
        faults.map(|fault| fault.message.clone()).collect()
    };
    if new.is_stale() && old.stale != new.stale {
        changes.push(Change::Stale { why: told(new) });
    } else if old.is_stale() && !new.is_stale() {
        changes.push(Change::Mended);
    } else if old.header != new.header {
        changes.push(Change::Header);
    } else if old.identity != new.identity {
        changes.push(Change::Body);
    }
    let (reasons_before, reasons_now) = (before.reasons(old), after.reasons(new));
    let without = |all: &[String], others: &[String]| -> Vec<String> {
        let rest = all.iter().filter(|reason| !others.contains(reason));
        rest.cloned().collect()
    };
    if old.verdict.word() != new.verdict.word() || reasons_before != reasons_now {
        changes.push(Change::Verdict {
            from: old.verdict.word(),
            to: new.verdict.word(),
            new: without(&reasons_now, &reasons_before),
            gone: without(&reasons_before, &reasons_now),
        });
    }
    if old.trust != new.trust {
        changes.push(Change::Trust {
            from: old.trust,
            to: new.trust,
        });
    }
    changes
}

fn of_roots(before: &Snapshot, now: &Snapshot) -> Vec<RootChange> {
    let status = |snapshot: &Snapshot, path: &std::path::Path| {
        let mut roots = snapshot.roots.iter();
        let root = roots.find(|root| root.path == path)?;
        Some(root.status.clone())
    };
    let mut paths: Vec<&PathBuf> = Vec::new();
    for root in now.roots.iter().chain(&before.roots) {
        if !paths.contains(&&root.path) {
            paths.push(&root.path);
        }
    }
    paths
        .into_iter()
        .map(|path| RootChange {
            path: path.clone(),
            before: status(before, path),
            now: status(now, path),
        })
        .filter(|change| change.before != change.now)
        .collect()
}

impl fmt::Display for Change {
    /// `ineligible, was eligible: program `jq` not found on PATH (3 folders searched)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let because = |f: &mut fmt::Formatter<'_>, why: &[String]| match why {
            [] => Ok(()),
            why => write!(f, ": {}", why.join("; ")),
        };
        match self {
            Self::Added { verdict, why } => {
                write!(f, "new, {verdict}")?;
                because(f, why)
            }
            Self::Removed => f.write_str("gone"),
            Self::Renamed { from } => write!(f, "renamed, was `{from}`"),
            Self::Header => f.write_str("header changed"),
            Self::Body => f.write_str("text changed"),
            Self::Stale { why } => {
                f.write_str("stale, kept as it last was")?;
                because(f, why)
            }
            Self::Mended => f.write_str("mended"),
            Self::Verdict {
                from,
                to,
                new,
                gone,
            } => {
                if from == to {
                    write!(f, "still {to}")?;
                } else {
                    write!(f, "{to}, was {from}")?;
                }
                because(f, new)?;
                match gone.as_slice() {
                    [] => Ok(()),
                    gone => write!(f, "; no longer: {}", gone.join("; ")),
                }
            }
            Self::Trust { from, to } => write!(f, "{}, was {}", to.as_str(), from.as_str()),
        }
    }
}
