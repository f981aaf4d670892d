//! The branches and tags of a repository, and which of them a word means.

use std::collections::BTreeMap;

use super::remote::Remote;
use super::repository::bounded;
use crate::Error;
use crate::source::GitSource;

/// Most bytes of a list of references.
const LIST: usize = 64 << 20;

/// How many near names an error tells.
const NEAR: usize = 3;

/// The branches and tags of a repository with the ids that they lead to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct References {
    /// By whole names: `refs/heads/main`. A tag leads to what its object does.
    names: BTreeMap<String, String>,
}

/// What of a repository is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// What the repository shows by itself.
    Default,
    /// A reference by its whole name, with the commit that it led to where that is known.
    Reference(String, Option<String>),
    /// A commit by its whole id.
    Commit(String),
    /// A commit by the beginning of its id.
    Short(String),
}

impl References {
    /// Asks for the branches and tags of a repository.
    pub(super) async fn of(remote: &Remote<'_>) -> Result<Self, Error> {
        Self::listed(remote, &["--heads", "--tags"], &[]).await
    }

    /// Asks for what one name leads to.
    pub(super) async fn one(remote: &Remote<'_>, name: &str) -> Result<Option<String>, Error> {
        let known = Self::listed(remote, &[], &[name]).await?;
        Ok(known.names.get(name).cloned())
    }

    async fn listed(remote: &Remote<'_>, options: &[&str], names: &[&str]) -> Result<Self, Error> {
        let mut command = remote.command();
        command.args(["ls-remote", "--quiet"]).args(options);
        command.arg("--").arg(remote.url()).args(names);
        let mut text = Vec::new();
        let mut take = |bytes: &[u8]| bounded(&mut text, bytes, LIST, "the list of references");
        let ended = remote.run(command, &mut take).await?;
        match ended.success {
            true => Ok(Self::parse(&String::from_utf8_lossy(&text))),
            false => Err(remote.fault(&ended)),
        }
    }

    /// Reads `ID<TAB>NAME` lines; `NAME^{}` is what the object of a tag leads to.
    fn parse(text: &str) -> Self {
        let mut names = BTreeMap::new();
        for line in text.lines() {
            let Some((id, name)) = line.split_once('\t') else {
                continue;
            };
            // Stands behind the tag itself, and takes its place.
            let name = name.strip_suffix("^{}").unwrap_or(name);
            names.insert(name.to_owned(), id.to_owned());
        }
        Self { names }
    }

    /// What a word means: a branch before a tag, as `git clone --branch` takes it.
    fn get(&self, word: &str) -> Option<Wanted> {
        ["refs/heads/", "refs/tags/", "refs/", ""]
            .iter()
            .find_map(|start| {
                let name = format!("{start}{word}");
                let id = self.names.get(&name)?.clone();
                Some(Wanted::Reference(name, Some(id)))
            })
    }

    /// Names that are like a word, the nearest first.
    fn near(&self, word: &str) -> Vec<String> {
        let short = self.names.keys().filter_map(|name| {
            name.strip_prefix("refs/heads/")
                .or_else(|| name.strip_prefix("refs/tags/"))
        });
        let mut near: Vec<(f64, &str)> = short
            .map(|name| (strsim::jaro_winkler(name, word), name))
            .filter(|(likeness, _)| *likeness > 0.75)
            .collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
        near.dedup_by(|one, other| one.1 == other.1);
        near.into_iter()
            .take(NEAR)
            .map(|(_, name)| name.to_owned())
            .collect()
    }

    fn word(&self, word: &str) -> Option<Wanted> {
        if is_default(word) {
            return Some(Wanted::Default);
        }
        self.get(word).or_else(|| commit(word))
    }
}

/// What a source means, and the source with its reference and its folder told apart.
///
/// # Errors
///
/// [`Error::Reference`] where the repository has no such thing, and those of asking it.
pub(super) async fn resolve(
    source: &GitSource,
    remote: &Remote<'_>,
) -> Result<(Wanted, GitSource), Error> {
    let unknown = |reference: &str, known: &References| Error::Reference {
        source_name: remote.source_name.clone(),
        reference: reference.to_owned(),
        near: known.near(reference),
    };
    if let Some(text) = &source.undivided {
        let known = References::of(remote).await?;
        let (wanted, reference, folder) =
            divide(text, &known).ok_or_else(|| unknown(text, &known))?;
        let mut divided = source.clone();
        divided.undivided = None;
        divided.reference = Some(reference.to_owned()).filter(|name| !is_default(name));
        divided.subfolder = match source.subfolder.as_str() {
            "" => folder.to_owned(),
            inner => crate::fetch::harvest::join(folder, inner),
        };
        return Ok((wanted, divided));
    }
    let wanted = match &source.reference {
        None => Wanted::Default,
        Some(word) if is_default(word) => Wanted::Default,
        Some(word) if is_commit(word) => Wanted::Commit(word.to_ascii_lowercase()),
        Some(word) => {
            let known = References::of(remote).await?;
            match known.word(word) {
                Some(wanted) => wanted,
                // Neither a branch nor a tag, but named in whole: `refs/pull/1/head`.
                None if word.starts_with("refs/") => Wanted::Reference(word.clone(), None),
                None => return Err(unknown(word, &known)),
            }
        }
    };
    Ok((wanted, source.clone()))
}

/// The longest beginning of a text that is a reference, and the folder behind it.
fn divide<'t>(text: &'t str, known: &References) -> Option<(Wanted, &'t str, &'t str)> {
    let ends = text.rmatch_indices('/').map(|(at, _)| at);
    std::iter::once(text.len()).chain(ends).find_map(|end| {
        let (reference, folder) = text.split_at_checked(end)?;
        let wanted = known.word(reference)?;
        Some((wanted, reference, folder.trim_start_matches('/')))
    })
}

fn is_default(word: &str) -> bool {
    word == "HEAD"
}

/// A commit by its whole id or by a beginning of at least seven digits.
fn commit(word: &str) -> Option<Wanted> {
    let is_hexadecimal = word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = word.to_ascii_lowercase();
    match word.len() {
        _ if is_commit(word) => Some(Wanted::Commit(id)),
        7..=63 if is_hexadecimal => Some(Wanted::Short(id)),
        _ => None,
    }
}

/// Whether a word is the whole id of an object.
pub(super) fn is_commit(word: &str) -> bool {
    matches!(word.len(), 40 | 64) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> References {
        References::parse(
            "1111111111111111111111111111111111111111\trefs/heads/main\n\
             2222222222222222222222222222222222222222\trefs/heads/rel/1.0\n\
             3333333333333333333333333333333333333333\trefs/heads/both\n\
             4444444444444444444444444444444444444444\trefs/tags/both\n\
             5555555555555555555555555555555555555555\trefs/tags/v1\n\
             6666666666666666666666666666666666666666\trefs/tags/v1^{}\n\
             no line\n",
        )
    }

    fn divided(text: &str) -> Option<(String, String)> {
        let (_, reference, folder) = divide(text, &known())?;
        Some((reference.to_owned(), folder.to_owned()))
    }

    /// A branch goes before a tag of its name, a tag leads to its commit, a whole name is taken as it is.
    #[test]
    fn words() {
        let id = |word: &str| match known().word(word) {
            Some(Wanted::Reference(_, Some(id))) => id.chars().next(),
            _ => None,
        };
        assert_eq!(id("both"), Some('3'));
        assert_eq!(id("tags/both"), Some('4'));
        assert_eq!(id("refs/tags/both"), Some('4'));
        assert_eq!(id("v1"), Some('6'));
        assert_eq!(id("rel"), None);
        assert_eq!(known().word("HEAD"), Some(Wanted::Default));
        assert_eq!(
            known().word("ABCDEF0"),
            Some(Wanted::Short("abcdef0".into()))
        );
        assert_eq!(known().word("abcdef"), None);
    }

    /// The longest beginning that is a reference is meant (IN-02).
    #[test]
    fn in_02_references_with_slashes() {
        let pair = |one: &str, other: &str| Some((one.to_owned(), other.to_owned()));
        assert_eq!(divided("main/skills/s"), pair("main", "skills/s"));
        assert_eq!(divided("rel/1.0/skills"), pair("rel/1.0", "skills"));
        assert_eq!(divided("rel/1.0"), pair("rel/1.0", ""));
        assert_eq!(divided("abcdef0/skills"), pair("abcdef0", "skills"));
        assert_eq!(divided("rel/skills"), None);
    }

    /// Near names come nearest first, at most three, and none where nothing is like it.
    #[test]
    fn near() {
        assert_eq!(known().near("mian"), ["main"]);
        assert_eq!(known().near("rel/1.1"), ["rel/1.0"]);
        assert_eq!(known().near("quux"), Vec::<String>::new());
    }
}
