//! What can go wrong when one skill is asked for.

use std::path::PathBuf;

/// What can go wrong when one skill is asked for. Loading a catalogue itself never fails: what is
/// wrong with a root or a skill is a diagnostic.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No skill has this name.
    #[error("no skill is called `{query}`")]
    NotFound {
        /// What was asked for.
        query: String,
        /// Names that are near, the nearest first.
        near: Vec<String>,
    },
    /// Several skills have names like this and none has it exactly.
    #[error("`{query}` may mean {}", candidates.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or "))]
    Ambiguous {
        /// What was asked for.
        query: String,
        /// The names that it may mean.
        candidates: Vec<String>,
    },
    /// The skill is there and does not count.
    #[error("`{name}` is {verdict}: {why}")]
    NotEligible {
        /// Its name.
        name: String,
        /// The verdict's word.
        verdict: &'static str,
        /// The reasons, joined.
        why: String,
    },
    /// Skills were chosen and some of them cannot be given; all that is wrong.
    #[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Chosen {
        /// What is wrong, in the order of the choice.
        faults: Vec<Error>,
    },
    /// The file is another one than the one that was judged.
    #[error("{file} has changed since it was judged", file = file.display())]
    Changed {
        /// The SKILL.md.
        file: PathBuf,
    },
    /// The file cannot be used as it stands; the skill is listed as it last was.
    #[error("{file}: `{name}` is stale: {why}", file = file.display())]
    Stale {
        /// The skill's name.
        name: String,
        /// The SKILL.md.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] prowess_fs::Error),
    /// A saved snapshot is of a schema that this version does not know.
    #[error("the snapshot has schema {found}, this version reads up to {known}")]
    Schema {
        /// The schema of the file.
        found: u64,
        /// The newest known schema.
        known: u64,
    },
    /// A saved snapshot is of another profile.
    #[error("the snapshot is of profile `{found}`, not `{wanted}`")]
    OtherProfile {
        /// The profile of the file.
        found: String,
        /// The profile that was asked for.
        wanted: String,
    },
    /// A saved snapshot is no snapshot.
    #[error("no snapshot: {0}")]
    NotASnapshot(#[from] serde_json::Error),
}
