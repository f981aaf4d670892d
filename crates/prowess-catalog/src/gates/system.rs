//! Operating systems.

use prowess_base::{Diagnostic, Severity};

use super::Host;
use crate::codes::entries::UNKNOWN_SYSTEM;
use crate::{Entry, Gates, Reason};

/// Other words for Node's names. Authors write all of them.
const ALIASES: &[(&str, &str)] = &[
    ("mac", "darwin"),
    ("macos", "darwin"),
    ("mac os", "darwin"),
    ("osx", "darwin"),
    ("os x", "darwin"),
    ("mac os x", "darwin"),
    ("win", "win32"),
    ("windows", "win32"),
    ("win64", "win32"),
    ("gnu/linux", "linux"),
];

/// Node's names (`process.platform`) and those of other systems that a skill may be made for.
const KNOWN: &[&str] = &[
    "aix", "android", "cygwin", "darwin", "freebsd", "haiku", "ios", "linux", "netbsd", "openbsd",
    "sunos", "win32",
];

/// The Node name behind what an author wrote: letter case and aliases are put right.
fn node_name(written: &str) -> String {
    let lower = written.trim().to_lowercase();
    ALIASES
        .iter()
        .find(|(alias, _)| *alias == lower)
        .map_or(lower, |(_, name)| (*name).to_owned())
}

pub(super) fn not_for_this(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let wanted = &entry.manifest.requirements.os;
    if wanted.is_empty() {
        return Vec::new();
    }
    let here = host.surroundings.platform.as_str();
    let remote = host
        .remote
        .map_or(&[][..], |remote| remote.platforms.as_slice());
    let is_here = |system: &str| here == system || remote.iter().any(|other| other == system);
    let matches = wanted.iter().any(|written| match host.gates {
        Gates::Own => is_here(&node_name(written)),
        _ => is_here(written),
    });
    if matches {
        return Vec::new();
    }
    vec![Reason::OperatingSystem {
        wanted: wanted.iter().map(|system| system.to_string()).collect(),
        here: here.to_owned(),
    }]
}

/// Whether OpenClaw 2026.6.11's status takes `written` for `platform`. Its status trims, lowers and
/// knows `macos`, its loader does none of that (corrections 23).
pub(crate) fn is_openclaw_status_match(written: &str, platform: &str) -> bool {
    let lower = written.trim().to_lowercase();
    let name = if lower == "macos" { "darwin" } else { &lower };
    name == platform
}

/// Values of `os` that are no operating system's name.
pub(crate) fn unknown_systems(entry: &Entry) -> Vec<&str> {
    let requirements = &entry.manifest.requirements;
    requirements
        .os
        .iter()
        .map(AsRef::as_ref)
        .filter(|written| !KNOWN.contains(&node_name(written).as_str()))
        .collect()
}

/// A warning where `os` holds a word that no system has, since it can never match.
pub(super) fn remark(entry: &Entry) -> Option<Diagnostic> {
    if entry.manifest.requirements.os.is_empty() {
        return None;
    }
    let unknown = unknown_systems(entry);
    let first = unknown.first()?;
    let message = if unknown.len() == 1 {
        format!("`os` names `{first}`, which is no operating system")
    } else {
        format!("`os` names `{}`, which are no operating systems", unknown.join("`, `"))
    };
    Some(
        Diagnostic::new(UNKNOWN_SYSTEM, Severity::Warning, message)
            .in_file(&entry.file)
            .help("use `linux`, `darwin` (or `macos`) or `win32` (or `windows`)"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Aliases and letter case lead to Node's names; other words stay what they are.
    #[test]
    fn aliases() {
        let names = ["macOS", " OSX ", "Windows", "WIN32", "Linux", "plan9"].map(node_name);
        assert_eq!(
            names,
            ["darwin", "darwin", "win32", "win32", "linux", "plan9"]
        );
    }
}
