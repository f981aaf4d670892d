//! A source taken apart, so that a repository has the same text wherever a lock names it.

use crate::Source;

/// Where a skill comes from: the place, what of it was asked for, and the folder there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The place. A repository is named without reference and folder, a registry's skill without version. A reference that
    /// is not told apart from the folder yet ([`crate::source::GitSource::undivided`]) stays here.
    pub source: Source,
    /// The branch, tag, commit or version that was asked for.
    pub requested: Option<String>,
    /// The folder in the source; empty: the source itself, or not said.
    pub path: String,
}

impl Origin {
    /// Takes a source apart.
    #[must_use]
    pub fn of(mut source: Source) -> Self {
        let mut requested = None;
        let mut path = String::new();
        match &mut source {
            Source::Git(git) => {
                requested = git.reference.take();
                path = std::mem::take(&mut git.subfolder);
            }
            Source::Registry(registry) => requested = registry.version.take(),
            _ => {}
        }
        Self {
            source,
            requested,
            path,
        }
    }

    /// The source as it is fetched. The folder is a part of it for a repository alone; elsewhere it chooses among what was
    /// fetched.
    #[must_use]
    pub fn whole(&self) -> Source {
        let mut source = self.source.clone();
        match &mut source {
            Source::Git(git) => {
                git.reference.clone_from(&self.requested);
                git.subfolder.clone_from(&self.path);
            }
            Source::Registry(registry) => registry.version.clone_from(&self.requested),
            _ => {}
        }
        source
    }

    /// The same place, with one of its skills chosen by its folder instead of its name.
    #[must_use]
    pub fn at(mut self, path: &str) -> Self {
        if let Source::Git(git) = &mut self.source {
            git.skill = None;
        }
        path.clone_into(&mut self.path);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source is put together again as it was, and one repository has one text.
    #[test]
    fn apart_and_together() {
        for (text, place, requested, path) in [
            (
                "git+https://github.com/o/r#ref=v1&path=a/b",
                "git+https://github.com/o/r",
                Some("v1"),
                "a/b",
            ),
            (
                "registry+https://clawhub.ai/#@o/s@1.2.0",
                "registry+https://clawhub.ai/#@o/s",
                Some("1.2.0"),
                "",
            ),
            ("./skills", "./skills", None, ""),
        ] {
            let source: Source = text.parse().unwrap();
            let origin = Origin::of(source.clone());
            let parts = (origin.source.to_string(), origin.requested.as_deref());
            assert_eq!(parts, (place.to_owned(), requested), "{text}");
            assert_eq!(origin.path, path, "{text}");
            assert_eq!(origin.whole(), source, "{text}");
        }
        let chosen = Origin::of("o/r@ui".parse().unwrap()).at("skills/ui");
        let text = "git+https://github.com/o/r#path=skills/ui";
        assert_eq!(chosen.whole().to_string(), text);
    }
}
