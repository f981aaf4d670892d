//! From the bytes of a lock to the lock.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Keeper, Lock, LockedSkill, VERSION};
use crate::fetch::{Revision, folder_name};
use crate::{Error, Source, TreePath};

/// Makes of the table of one version that of the next.
pub(super) type Migration = fn(&mut toml::Table) -> Result<(), String>;

/// The first makes version 2 of version 1, and so on. There is one version so far.
pub(super) const MIGRATIONS: &[Migration] = &[];

const _: () = assert!(MIGRATIONS.len() as u64 + 1 == VERSION);

/// Reads a lock, and the version that it was written in where that is an older one.
pub(super) fn read(
    path: &Path,
    bytes: &[u8],
    keeper: Keeper,
    migrations: &[Migration],
) -> Result<(Lock, Option<u64>), Error> {
    let fault = |reason: String| Error::State {
        path: path.to_path_buf(),
        reason,
    };
    let text = std::str::from_utf8(bytes).map_err(|error| fault(error.to_string()))?;
    if let Some(line) = conflict_line(text) {
        return Err(fault(format!(
            "line {line} holds both sides of a merge; take one of them, and install again"
        )));
    }
    let parsed: Result<toml::Table, _> = text.parse();
    let mut table = parsed.map_err(|error| fault(located(text, &error)))?;
    let known = migrations.len() as u64 + 1;
    let version = match table.get("version").and_then(toml::Value::as_integer) {
        Some(version @ 1..) => version.unsigned_abs(),
        _ => return Err(fault("its `version` is no number from 1 on".to_owned())),
    };
    if version > known {
        return Err(Error::Newer {
            path: path.to_path_buf(),
            version,
        });
    }
    let mut lock: Lock = if version == known {
        toml::from_str(text).map_err(|error| fault(located(text, &error)))?
    } else {
        let passed = usize::try_from(version - 1).unwrap_or(usize::MAX);
        for migrate in migrations.iter().skip(passed) {
            migrate(&mut table).map_err(&fault)?;
        }
        table.insert(
            "version".to_owned(),
            toml::Value::Integer(known.cast_signed()),
        );
        table
            .try_into()
            .map_err(|error: toml::de::Error| fault(error.message().to_owned()))?
    };
    check(&lock, keeper).map_err(fault)?;
    lock.sort();
    Ok((lock, (version < known).then_some(version)))
}

/// The number of the first line of a merge that was not ended.
pub(super) fn conflict_line(text: &str) -> Option<usize> {
    let is_mark = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    text.lines().position(is_mark).map(|index| index + 1)
}

/// What a reader of TOML says, with the line.
fn located(text: &str, error: &toml::de::Error) -> String {
    let at = error.span().and_then(|span| text.get(..span.start));
    match at {
        Some(before) => format!(
            "line {}: {}",
            before.matches('\n').count() + 1,
            error.message()
        ),
        None => error.message().to_owned(),
    }
}

/// What the types do not say already.
fn check(lock: &Lock, keeper: Keeper) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for skill in &lock.skills {
        let name = &skill.name;
        check_skill(skill, keeper).map_err(|reason| format!("`{name}`: {reason}"))?;
        if !seen.insert(skill.key()) {
            return Err(format!(
                "`{name}` stands twice for the scope `{}`",
                skill.scope
            ));
        }
    }
    Ok(())
}

fn check_skill(skill: &LockedSkill, keeper: Keeper) -> Result<(), String> {
    folder_name(&skill.name).map_err(|error| error.to_string())?;
    // A project says nothing of what the user keeps elsewhere.
    if Keeper::of(skill.scope) != keeper {
        return Err(format!("the scope `{}` is not of this lock", skill.scope));
    }
    let _: Source = skill
        .source
        .parse()
        .map_err(|error: Error| error.to_string())?;
    if !skill.path.is_empty() {
        let _: TreePath = skill
            .path
            .parse()
            .map_err(|fault| format!("the path `{}`: {fault}", skill.path))?;
    }
    if let Revision::Commit { commit } = &skill.revision
        && !is_commit(commit)
    {
        return Err(format!("`{commit}` is no commit in full"));
    }
    if let Some(path) = skill
        .executable
        .iter()
        .find(|path| !skill.files.contains_key(path))
    {
        return Err(format!("`{path}` is in `executable` and not in `files`"));
    }
    let files = skill.files.iter().map(|(path, digest)| (path, *digest));
    match skill.digest_with(files) == skill.digest {
        true => Ok(()),
        false => Err(
            "its `digest` is not that of its `files`; a merge may have mixed two versions"
                .to_owned(),
        ),
    }
}

/// Whether a text is a commit in full.
pub(super) fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64)
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
