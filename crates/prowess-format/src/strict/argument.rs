//! From a path on the command line to a skill folder, as the reference library's command does it.

/// What stands at a path, links followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// Nothing.
    Missing,
    /// A folder.
    Folder,
    /// Anything else.
    File,
}

/// A path on the command line as the reference library takes it: Python's `PurePosixPath`, which
/// drops `.` parts and repeated or trailing `/`, and keeps `..`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument(String);

impl Argument {
    /// Reads a path. `demo/`, `./demo` and `demo` are one.
    #[must_use]
    pub fn new(path: &str) -> Self {
        let root = match path.bytes().take_while(|&byte| byte == b'/').count() {
            0 => "",
            2 => "//",
            _ => "/",
        };
        let parts: Vec<&str> = path
            .split('/')
            .filter(|part| !part.is_empty() && *part != ".")
            .collect();
        Self(format!("{root}{}", parts.join("/")))
    }

    /// The folder that is checked: the one that holds the file where the path is a file named
    /// `SKILL.md` in any letter case, else the path itself. Nothing where nothing is there.
    #[must_use]
    pub fn folder(&self, kind: PathKind) -> Option<Self> {
        match kind {
            PathKind::Missing => None,
            PathKind::File if self.folder_name().to_lowercase() == "skill.md" => {
                Some(self.parent())
            }
            PathKind::Folder | PathKind::File => Some(self.clone()),
        }
    }

    /// The last part, which is compared with the skill's name: empty for `.` and `/`, `..` for
    /// `..`. A link has its own name, not its target's.
    #[must_use]
    pub fn folder_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or("")
    }

    /// The path as the command prints it.
    #[must_use]
    pub fn display(&self) -> &str {
        if self.0.is_empty() { "." } else { &self.0 }
    }

    fn parent(&self) -> Self {
        let root_length = self.0.len() - self.0.trim_start_matches('/').len();
        let end = self.0.rfind('/').unwrap_or(0).max(root_length);
        Self(self.0.get(..end).unwrap_or("").to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spellings of one path, and what is printed for it.
    #[test]
    fn spellings() {
        let shown = |path: &str| Argument::new(path).display().to_owned();
        assert_eq!(shown("demo/"), "demo");
        assert_eq!(shown("./demo"), "demo");
        assert_eq!(shown("/a//b/./c/"), "/a/b/c");
        assert_eq!(shown("/a/../b"), "/a/../b");
        assert_eq!(shown("."), ".");
        assert_eq!(shown("///"), "/");
    }

    /// A `SKILL.md` in any letter case stands for its folder; a folder of that name does not.
    #[test]
    fn folders() {
        let folder = |path: &str, kind| {
            let folder = Argument::new(path).folder(kind)?;
            let name = folder.folder_name().to_owned();
            Some((folder.display().to_owned(), name))
        };
        let found = |path: &str, name: &str| Some((path.to_owned(), name.to_owned()));
        assert_eq!(folder("a/Skill.MD", PathKind::File), found("a", "a"));
        assert_eq!(folder("/SKILL.md", PathKind::File), found("/", ""));
        assert_eq!(folder("SKILL.md", PathKind::File), found(".", ""));
        assert_eq!(
            folder("a/SKILL.md", PathKind::Folder),
            found("a/SKILL.md", "SKILL.md")
        );
        assert_eq!(
            folder("README.md", PathKind::File),
            found("README.md", "README.md")
        );
        assert_eq!(folder("..", PathKind::Folder), found("..", ".."));
        assert_eq!(folder("none", PathKind::Missing), None);
    }
}
