//! Files whose patterns leave out what is beneath their folder, read as pi 1.6.0 reads them.
//!
//! The patterns have the syntax of `.gitignore`. Those of a folder hold beneath it; a `/` at their
//! start is dropped first, so that `/*` means `*` and leaves out the files of every folder below.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use prowess_fs::{EntryKind, Folder, Links};

use super::super::Watched;

/// Largest file of patterns that is read, in bytes; a larger one leaves out nothing.
const BOUND: u64 = 64 * 1024;

/// What is left out of a folder and of those below.
#[derive(Debug, Clone, Default)]
pub(super) struct Ignored(Option<Arc<Rules>>);

#[derive(Debug)]
struct Rules {
    /// Every pattern from the root down, relative to the root.
    patterns: Vec<String>,
    matcher: Gitignore,
}

impl Ignored {
    /// What is left out of the folder `path`, which is relative to the root: what holds above, and
    /// the patterns of its own files called `names`. Each of these goes to `watched`.
    pub(super) fn beneath(
        &self,
        folder: &Folder,
        path: &Path,
        names: &[String],
        watched: &mut Vec<Watched>,
    ) -> Self {
        let mut added = Vec::new();
        let mut bytes = Vec::new();
        for name in names {
            let Ok(file) = folder.file(Path::new(name), Links::Refused) else {
                continue;
            };
            watched.push(Watched {
                path: folder.path().join(name),
                identity: Some(file.identity()),
            });
            if file.read(BOUND, &mut bytes).is_ok() {
                let text = String::from_utf8_lossy(&bytes);
                added.extend(text.lines().filter_map(|line| pattern(line, path)));
            }
        }
        if added.is_empty() {
            return self.clone();
        }
        let above = self.0.as_deref().map_or(&[][..], |rules| &rules.patterns);
        let patterns: Vec<String> = above.iter().cloned().chain(added).collect();
        let mut builder = GitignoreBuilder::new("");
        for pattern in &patterns {
            // A pattern that is none leaves out nothing.
            let _ = builder.add_line(None, pattern);
        }
        match builder.build() {
            Ok(matcher) => Self(Some(Arc::new(Rules { patterns, matcher }))),
            Err(_) => self.clone(),
        }
    }

    /// Whether the patterns leave out `path`, which is relative to the root.
    pub(super) fn leaves_out(&self, path: &Path, kind: EntryKind) -> bool {
        let is_folder = kind == EntryKind::Folder;
        let rules = self.0.as_deref();
        rules.is_some_and(|rules| rules.matcher.matched(path, is_folder).is_ignore())
    }

    /// Whether there is no pattern.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// One line as a pattern relative to the root; nothing for a comment or a blank line.
fn pattern(line: &str, folder: &Path) -> Option<String> {
    let trimmed = line.trim();
    if trimmed.is_empty() || trimmed.starts_with('#') {
        return None;
    }
    let (negation, rest) = match line.strip_prefix('!') {
        Some(rest) => ("!", rest),
        None => ("", line.strip_prefix("\\!").unwrap_or(line)),
    };
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let mut prefix = PathBuf::from(folder).to_string_lossy().replace('\\', "/");
    if !prefix.is_empty() {
        prefix.push('/');
    }
    Some(format!("{negation}{prefix}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comments are none, negation stays in front, and a pattern is put beneath its folder.
    #[test]
    fn patterns() {
        let of = |line| pattern(line, Path::new("g/h"));
        assert_eq!(of("# a"), None);
        assert_eq!(of("  "), None);
        assert_eq!(of("!/a/").as_deref(), Some("!g/h/a/"));
        assert_eq!(pattern("/*", Path::new("")).as_deref(), Some("*"));
        assert_eq!(of("\\!a").as_deref(), Some("g/h/a"));
    }
}
