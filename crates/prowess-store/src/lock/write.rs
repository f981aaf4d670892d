//! The text of a lock: one for one lock, whatever wrote it.
//!
//! It is written by hand rather than through a serializer, whose layout may change with its version: a lock that nothing
//! happened to must not show up as changed.

use std::fmt::{self, Write as _};

use super::{Lock, LockedSkill};
use crate::fetch::Revision;

/// What a person reads first.
const HEAD: &str =
    "# Kept by `prowess`: commit this file, and change `prowess.toml` instead of it.\n";

impl fmt::Display for Lock {
    /// The text of the file, skills in their order, with a newline at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}version = {}", self.version)?;
        let mut skills: Vec<&LockedSkill> = self.skills.iter().collect();
        skills.sort_by(|one, other| one.key().cmp(&other.key()));
        skills
            .into_iter()
            .try_for_each(|skill| write_skill(f, skill))
    }
}

fn write_skill(f: &mut fmt::Formatter<'_>, skill: &LockedSkill) -> fmt::Result {
    f.write_str("\n[[skill]]\n")?;
    field(f, "name", &skill.name)?;
    let scope = skill.scope.to_string();
    field(f, "scope", &scope)?;
    field(f, "source", &skill.source)?;
    if let Some(requested) = &skill.requested {
        field(f, "requested", requested)?;
    }
    if !skill.path.is_empty() {
        field(f, "path", &skill.path)?;
    }
    revision(f, &skill.revision)?;
    field(f, "digest", &skill.digest.to_string())?;
    list(f, "targets", skill.targets.iter().map(String::as_str))?;
    list(
        f,
        "executable",
        skill.executable.iter().map(|path| path.as_str()),
    )?;
    f.write_str("\n[skill.files]\n")?;
    for (path, digest) in &skill.files {
        writeln!(f, "{} = \"{digest}\"", Quoted(path.as_str()))?;
    }
    Ok(())
}

fn revision(f: &mut fmt::Formatter<'_>, revision: &Revision) -> fmt::Result {
    match revision {
        Revision::Commit { commit } => writeln!(
            f,
            "revision = {{ kind = \"commit\", commit = {} }}",
            Quoted(commit)
        ),
        Revision::File { digest } => writeln!(
            f,
            "revision = {{ kind = \"file\", digest = {} }}",
            Quoted(digest)
        ),
        Revision::Version { version, digest } => writeln!(
            f,
            "revision = {{ kind = \"version\", version = {}, digest = {} }}",
            Quoted(version),
            Quoted(digest)
        ),
        Revision::Folder => f.write_str("revision = { kind = \"folder\" }\n"),
    }
}

fn field(f: &mut fmt::Formatter<'_>, key: &str, value: &str) -> fmt::Result {
    writeln!(f, "{key} = {}", Quoted(value))
}

/// A list, sorted, each text once; nothing where it is empty.
fn list<'v>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    values: impl Iterator<Item = &'v str>,
) -> fmt::Result {
    let mut values: Vec<&str> = values.collect();
    values.sort_unstable();
    values.dedup();
    for (index, value) in values.iter().enumerate() {
        match index {
            0 => write!(f, "{key} = [{}", Quoted(value))?,
            _ => write!(f, ", {}", Quoted(value))?,
        }
    }
    if values.is_empty() {
        return Ok(());
    }
    f.write_str("]\n")
}

/// A basic string of TOML.
struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                // TOML asks for it in all but the tab.
                character if character.is_ascii_control() => {
                    write!(f, "\\u{:04X}", u32::from(character))?;
                }
                character => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}
