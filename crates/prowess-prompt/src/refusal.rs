//! Why a skill that a user named is not started.

use prowess_catalog::{EntryId, Error as CatalogError, Snapshot, Trust, Verdict};

/// Why a skill that a user named is not started. Its display form is the sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There is no such skill, it may be one of several, it does not count, or its file cannot be
    /// used.
    #[error(transparent)]
    Skill(#[from] CatalogError),
    /// Its author keeps it from users.
    #[error("`{name}` is not for users to start (`user-invocable` is false)")]
    NotForUsers {
        /// The skill.
        name: Box<str>,
    },
    /// The user or a scan blocks it.
    #[error("`{name}` is blocked")]
    Blocked {
        /// The skill.
        name: Box<str>,
    },
    /// A command that starts skills names none.
    #[error("`/skill` names no skill")]
    NoName,
    /// Its command calls a tool that is not there.
    #[error("`{name}` calls the tool `{tool}`, which is not there")]
    NoTool {
        /// The skill.
        name: Box<str>,
        /// The tool.
        tool: Box<str>,
    },
    /// Too many skills are named.
    #[error("a message may name {most} skills, and this is one more")]
    TooManyNames {
        /// How many may be.
        most: usize,
    },
    /// The names are too long.
    #[error("the names in a message may have {most} characters together")]
    NamesTooLong {
        /// How many characters they may have.
        most: usize,
    },
}

/// Whether a user may start this skill: it counts, or it is a replaced one that was asked for by its
/// source, and its author does not keep it from users.
pub(crate) fn startable(snapshot: &Snapshot, id: EntryId) -> Result<(), Refusal> {
    let Some(entry) = snapshot.entry(id) else {
        return Ok(());
    };
    if !matches!(entry.verdict, Verdict::Eligible | Verdict::Shadowed { .. }) {
        snapshot.get_eligible(&entry.name)?;
    }
    let name = || entry.name.clone();
    if entry.trust == Trust::Blocked {
        return Err(Refusal::Blocked { name: name() });
    }
    if !entry.manifest.invocation.user {
        return Err(Refusal::NotForUsers { name: name() });
    }
    Ok(())
}
