//! How the place of a skill is written for a model.

use std::borrow::Cow;

use prowess_base::Surroundings;

use crate::escape::{Escapes, escape};

/// The folders that `~/` may stand for, and where it must not.
///
/// A model reads a location with its own tools, so `~` may only be written where those tools
/// expand it to the same folder (OpenClaw 2026.6.11, path compaction).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Homes {
    folders: Vec<String>,
    native: Option<String>,
    kept: Vec<String>,
}

impl Homes {
    /// Homes, tried longest first. Empty ones are ignored.
    #[must_use]
    pub fn new<I: IntoIterator<Item: Into<String>>>(homes: I) -> Self {
        let mut folders: Vec<String> = homes
            .into_iter()
            .map(Into::into)
            .filter(|home| !home.is_empty())
            .collect();
        folders.sort_by(|left, right| right.len().cmp(&left.len()).then_with(|| left.cmp(right)));
        folders.dedup();
        Self {
            folders,
            native: None,
            kept: Vec::new(),
        }
    }

    /// The home of these surroundings alone.
    #[must_use]
    pub fn of(surroundings: &Surroundings) -> Self {
        let home = surroundings.home.as_deref();
        Self::new(home.map(|home| home.to_string_lossy().into_owned()))
    }

    /// The home that the operating system knows for this user, whatever `HOME` says.
    #[must_use]
    pub fn with_native(mut self, home: impl Into<String>) -> Self {
        self.native = Some(home.into()).filter(|home| !home.is_empty());
        self
    }

    /// Paths beneath `folder` are written in full unless they are beneath the native home.
    #[must_use]
    pub fn keeping(mut self, folder: impl Into<String>) -> Self {
        self.kept.push(folder.into());
        self
    }

    /// The path with its home written as `~/`, or the path itself. Paths are compared as text, with
    /// letter case; nothing is resolved. What follows a Windows home gets forward slashes.
    #[must_use]
    pub fn compact<'p>(&self, path: &'p str) -> Cow<'p, str> {
        match self.split(path) {
            Some((rest, separators)) => {
                let mut compact = String::with_capacity(rest.len() + 2);
                compact.push_str("~/");
                compact.push_str(&forward(rest, separators));
                Cow::Owned(compact)
            }
            None => Cow::Borrowed(path),
        }
    }

    /// What follows the home, and whether its backslashes are separators.
    fn split<'p>(&self, path: &'p str) -> Option<(&'p str, Separators)> {
        let native = |path| {
            self.native
                .as_deref()
                .is_some_and(|home| beneath(path, home).is_some())
        };
        if self
            .kept
            .iter()
            .any(|folder| beneath(path, folder).is_some())
            && !native(path)
        {
            return None;
        }
        self.folders.iter().find_map(|home| {
            let rest = beneath(path, home)?;
            Some((rest, Separators::of(home)))
        })
    }
}

/// The part of `path` below `folder`. A `/` at the end of `folder` counts once; a home of `/` holds
/// every path.
fn beneath<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(folder)?;
    if folder.ends_with('/') {
        Some(rest)
    } else {
        rest.strip_prefix(['/', '\\'])
    }
}

/// What a backslash is in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separators {
    /// A character like others.
    Slash,
    /// A separator.
    SlashAndBackslash,
}

impl Separators {
    /// An absolute Windows path begins with a drive or two backslashes; a POSIX one begins with
    /// `/`, and a backslash in it is part of a name.
    fn of(path: &str) -> Self {
        let mut bytes = path.bytes();
        match (bytes.next(), bytes.next(), bytes.next()) {
            (Some(b'\\'), Some(b'\\'), _) => Self::SlashAndBackslash,
            (Some(drive), Some(b':'), Some(b'\\' | b'/') | None) if drive.is_ascii_alphabetic() => {
                Self::SlashAndBackslash
            }
            _ => Self::Slash,
        }
    }
}

fn forward(path: &str, separators: Separators) -> Cow<'_, str> {
    if separators == Separators::SlashAndBackslash && path.contains('\\') {
        Cow::Owned(path.replace('\\', "/"))
    } else {
        Cow::Borrowed(path)
    }
}

/// Whether a path that keeps its home gets forward slashes too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slashes {
    /// Every Windows path gets them: a model pastes it into a POSIX shell.
    Forward,
    /// Only what follows `~/` (OpenClaw).
    AsTheyStand,
}

/// Writes a location: shortened, then escaped.
pub(crate) fn write_location(
    out: &mut String,
    path: &str,
    homes: &Homes,
    slashes: Slashes,
    escapes: Escapes,
) {
    match homes.split(path) {
        Some((rest, separators)) => {
            out.push_str("~/");
            escape(out, &forward(rest, separators), escapes);
        }
        None if slashes == Slashes::Forward => {
            escape(out, &forward(path, Separators::of(path)), escapes);
        }
        None => escape(out, path, escapes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest home counts, whole parts only, with or without a slash at its end.
    #[test]
    fn homes() {
        let homes = Homes::new(["/home", "/home/ann/"]);
        assert_eq!(homes.compact("/home/ann/a/SKILL.md"), "~/a/SKILL.md");
        assert_eq!(homes.compact("/home/bob/SKILL.md"), "~/bob/SKILL.md");
        assert_eq!(
            Homes::new(["/home/ann"]).compact("/home/anna/x"),
            "/home/anna/x"
        );
        assert_eq!(Homes::new(["/home/ann"]).compact("/home/ann"), "/home/ann");
        assert_eq!(Homes::default().compact("/x"), "/x");
    }

    /// A kept folder stays whole, unless the operating system's own home holds it too.
    #[test]
    fn kept_folders() {
        let homes = Homes::new(["/data"]).keeping("/data/.state/skills");
        assert_eq!(
            homes.compact("/data/.state/skills/a"),
            "/data/.state/skills/a"
        );
        assert_eq!(
            homes.compact("/data/.state/skillsX/a"),
            "~/.state/skillsX/a"
        );
        let native = homes.with_native("/data");
        assert_eq!(native.compact("/data/.state/skills/a"), "~/.state/skills/a");
    }

    /// A backslash is a separator in a Windows path and part of a name in a POSIX one.
    #[test]
    fn backslashes() {
        let written = |path: &str, homes: &Homes| {
            let mut out = String::new();
            write_location(&mut out, path, homes, Slashes::Forward, Escapes::Xml);
            out
        };
        let none = Homes::default();
        assert_eq!(written(r"C:\a\b", &none), "C:/a/b");
        assert_eq!(written(r"\\host\share\b", &none), "//host/share/b");
        assert_eq!(written(r"/a\b", &none), r"/a\b");
        assert_eq!(
            written(r"C:\u\ann\b\c", &Homes::new([r"C:\u\ann"])),
            "~/b/c"
        );
    }
}
