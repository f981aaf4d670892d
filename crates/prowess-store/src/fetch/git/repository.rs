//! A bare repository that lives as long as one harvest: what is fetched into it, and what is read from its objects.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tokio::process::Command;

use super::references::{Wanted, is_commit};
use super::remote::Remote;
use super::run::{Ended, Watch};
use super::words::Cause;
use crate::Error;
use crate::progress::{At, Progress};

/// Where in the repository the commit that is read is kept.
const FETCHED: &str = "refs/prowess/fetched";

/// Longest line and longest path that `git` may write.
const LINE: usize = 64 << 10;

/// A bare repository with one commit of a remote one.
pub(super) struct Repository<'r> {
    remote: &'r Remote<'r>,
    progress: &'r dyn Progress,
    folder: PathBuf,
    /// Most bytes of its packs.
    bytes: u64,
    /// What was fetched into it.
    specifications: Vec<String>,
}

/// A fetched commit.
pub(super) struct Fetched<'r> {
    /// Where it is.
    pub(super) repository: Repository<'r>,
    /// Its whole id.
    pub(super) commit: String,
    /// What is to be told of how it was fetched.
    pub(super) told: Vec<String>,
}

/// How much of a history is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// One commit; of files only what is asked for later, where the host can.
    Newest,
    /// One commit with all its files, again where it is here without them.
    Whole,
    /// One reference with everything that leads to it.
    Reference,
    /// All branches and tags; of files only what is asked for later, where the host can.
    Branches,
    /// The commits of all branches and tags alone, where the host can.
    Commits,
}

impl Extent {
    const fn options(self) -> &'static [&'static str] {
        match self {
            Self::Newest => &["--depth=1", "--filter=blob:none"],
            Self::Whole => &["--depth=1", "--no-filter", "--refetch"],
            Self::Reference => &[],
            Self::Branches => &["--filter=blob:none"],
            Self::Commits => &["--filter=tree:0"],
        }
    }
}

/// How the objects of a repository are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Sha1,
    Sha256,
}

/// Fetches what is wanted, as little as the host can give.
///
/// # Errors
///
/// Those of the host; [`Error::Reference`] where there is no such commit.
pub(super) async fn fetch<'r>(
    wanted: &Wanted,
    remote: &'r Remote<'r>,
    bytes: u64,
    progress: &'r dyn Progress,
) -> Result<Fetched<'r>, Error> {
    let whole;
    let wanted = match wanted {
        Wanted::Short(start) => {
            whole = Wanted::Commit(find(start, remote, bytes, progress).await?);
            &whole
        }
        wanted => wanted,
    };
    let (name, known) = match wanted {
        Wanted::Default => ("HEAD", None),
        Wanted::Reference(name, id) => (name.as_str(), id.as_deref()),
        Wanted::Commit(id) | Wanted::Short(id) => (id.as_str(), Some(id.as_str())),
    };
    let mut format = match known {
        Some(id) if id.len() == 64 => Format::Sha256,
        _ => Format::Sha1,
    };
    let mut extent = Extent::Newest;
    let mut told = Vec::new();
    // Each turn changes the format once or widens the extent.
    loop {
        let mut repository = Repository::new(remote, format, bytes, progress).await?;
        repository.specifications = match extent {
            Extent::Branches | Extent::Commits => all(),
            _ => vec![format!("+{name}:{FETCHED}")],
        };
        let ended = repository.fetch(extent).await?;
        if ended.success {
            let place = match extent {
                Extent::Branches | Extent::Commits => name,
                _ => FETCHED,
            };
            return match repository.commit(place).await? {
                Some(commit) => Ok(Fetched {
                    repository,
                    commit,
                    told,
                }),
                None => Err(unknown(remote, name)),
            };
        }
        match Cause::of(&ended.words) {
            Cause::Format if format == Format::Sha1 && known.is_none() => format = Format::Sha256,
            Cause::Shallow if extent == Extent::Newest => {
                told.push("the host gives whole histories alone, so one was fetched".to_owned());
                extent = match is_commit(name) {
                    true => Extent::Branches,
                    false => Extent::Reference,
                };
            }
            Cause::Unadvertised | Cause::Reference
                if is_commit(name) && extent == Extent::Newest =>
            {
                told.push(format!(
                    "the host gives no commit by its id, so `{name}` was looked for in all branches and tags"
                ));
                extent = Extent::Branches;
            }
            Cause::Reference => return Err(unknown(remote, name)),
            _ => return Err(remote.fault(&ended)),
        }
    }
}

/// The whole id of the one commit of all branches and tags whose id begins so.
async fn find(
    start: &str,
    remote: &Remote<'_>,
    bytes: u64,
    progress: &dyn Progress,
) -> Result<String, Error> {
    let mut repository = Repository::new(remote, Format::Sha1, bytes, progress).await?;
    repository.specifications = all();
    let ended = repository.fetch(Extent::Commits).await?;
    if !ended.success {
        return Err(remote.fault(&ended));
    }
    repository
        .commit(start)
        .await?
        .ok_or_else(|| unknown(remote, start))
}

/// What fetches all branches and tags.
fn all() -> Vec<String> {
    ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"]
        .map(str::to_owned)
        .to_vec()
}

fn unknown(remote: &Remote<'_>, reference: &str) -> Error {
    Error::Reference {
        source_name: remote.source_name.clone(),
        reference: reference.to_owned(),
        near: Vec::new(),
    }
}

impl<'r> Repository<'r> {
    async fn new(
        remote: &'r Remote<'r>,
        format: Format,
        bytes: u64,
        progress: &'r dyn Progress,
    ) -> Result<Self, Error> {
        let folder = tempfile::Builder::new()
            .prefix("repository-")
            .tempdir_in(remote.room())
            .map_err(|error| Error::State {
                path: remote.room(),
                reason: format!("no folder can be made in it: {error}"),
            })?
            // It goes with the room.
            .keep();
        let repository = Self {
            remote,
            progress,
            folder,
            bytes,
            specifications: Vec::new(),
        };
        let mut command = remote.program.command(&remote.room());
        command.args(["init", "--quiet", "--bare", "--template="]);
        if format == Format::Sha256 {
            command.arg("--object-format=sha256");
        }
        command.arg("--").arg(&repository.folder);
        let ended = remote.run(command, &mut |_| Ok(())).await?;
        match ended.success {
            true => Ok(repository),
            false => Err(remote.fault(&ended)),
        }
    }

    /// A command that reads what is here and asks no host.
    fn local(&self) -> Command {
        let mut command = self.remote.program.command(&self.remote.room());
        command.arg("--git-dir").arg(&self.folder);
        command
    }

    async fn fetch(&self, extent: Extent) -> Result<Ended, Error> {
        let mut command = self.fetching();
        command.args(extent.options());
        command.args(["--", "origin"]).args(&self.specifications);
        self.run_fetching(command, Vec::new()).await
    }

    /// Fetches objects by their ids; with a host that gives none so, everything that they came with.
    ///
    /// # Errors
    ///
    /// Those of the host.
    pub(super) async fn bring(&self, ids: &[&str]) -> Result<(), Error> {
        if ids.is_empty() {
            return Ok(());
        }
        let mut command = self.fetching();
        command.args(["--filter=blob:none", "--stdin", "--", "origin"]);
        let mut input = ids.join("\n");
        input.push('\n');
        let mut ended = self.run_fetching(command, input.into_bytes()).await?;
        if !ended.success && Cause::of(&ended.words) == Cause::Unadvertised {
            ended = self.fetch(Extent::Whole).await?;
        }
        match ended.success {
            true => Ok(()),
            false => Err(self.remote.fault(&ended)),
        }
    }

    fn fetching(&self) -> Command {
        let mut command = self.remote.command();
        command.arg("--git-dir").arg(&self.folder);
        command
            .arg("-c")
            .arg(format!("remote.origin.url={}", self.remote.url()));
        // Nothing is here that the host should be told of.
        command.args(["-c", "fetch.negotiationAlgorithm=noop"]);
        command.args([
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            "--no-show-forced-updates",
        ]);
        command
    }

    async fn run_fetching(&self, command: Command, input: Vec<u8>) -> Result<Ended, Error> {
        let source = self.remote.source_name.as_str();
        let tell = |bytes| {
            self.progress.tell(At::Fetching {
                source,
                bytes,
                of: None,
            });
        };
        let watch = Watch {
            folder: self.folder.join("objects").join("pack"),
            bytes: self.bytes,
            tell: &tell,
        };
        self.remote
            .run_watched(command, input, Some(watch), &mut |_| Ok(()))
            .await
    }

    /// The whole id of the commit that a name leads to, where there is one.
    async fn commit(&self, name: &str) -> Result<Option<String>, Error> {
        let mut command = self.local();
        command.args(["rev-parse", "--quiet", "--verify", "--end-of-options"]);
        command.arg(format!("{name}^{{commit}}"));
        let mut text = Vec::new();
        let mut take = |bytes: &[u8]| bounded(&mut text, bytes, LINE, "the id of a commit");
        let ended = self.remote.run(command, &mut take).await?;
        let text = String::from_utf8_lossy(&text);
        let id = text.trim();
        Ok((ended.success && is_commit(id)).then(|| id.to_owned()))
    }

    /// Gives every entry of a commit that is in `folder`, as `MODE KIND ID<TAB>PATH`.
    ///
    /// # Errors
    ///
    /// What `take` returns; [`Error::Git`].
    pub(super) async fn list(
        &self,
        commit: &str,
        folder: &str,
        take: &mut (dyn FnMut(&[u8]) -> Result<(), Error> + Send),
    ) -> Result<(), Error> {
        let mut command = self.local();
        command.args([
            "ls-tree",
            "-r",
            "-z",
            "--full-tree",
            "--end-of-options",
            commit,
        ]);
        if !folder.is_empty() {
            command.arg("--").arg(format!("{folder}/"));
        }
        let mut record = Vec::new();
        let mut split = |bytes: &[u8]| {
            let mut parts = bytes.split(|byte| *byte == 0);
            if let Some(first) = parts.next() {
                bounded(&mut record, first, LINE, "a path")?;
            }
            for part in parts {
                take(&record)?;
                record.clear();
                bounded(&mut record, part, LINE, "a path")?;
            }
            Ok(())
        };
        let ended = self.remote.run(command, &mut split).await?;
        match ended.success {
            true => Ok(()),
            false => Err(self.remote.fault(&ended)),
        }
    }

    /// The sizes of those of these objects that are here.
    ///
    /// # Errors
    ///
    /// [`Error::Git`].
    pub(super) async fn sizes(&self, ids: &[&str]) -> Result<BTreeMap<String, u64>, Error> {
        let mut sizes = BTreeMap::new();
        let mut line = Vec::new();
        let mut take = |bytes: &[u8]| {
            let mut parts = bytes.split(|byte| *byte == b'\n');
            if let Some(first) = parts.next() {
                bounded(&mut line, first, LINE, "an answer")?;
            }
            for part in parts {
                if let Some((id, size)) = blob(&line) {
                    sizes.insert(id.to_owned(), size);
                }
                line.clear();
                bounded(&mut line, part, LINE, "an answer")?;
            }
            Ok(())
        };
        self.ask_for("--batch-check", ids, &mut take).await?;
        Ok(sizes)
    }

    /// What these objects hold. Each must be here; the caller has bounded their sizes.
    ///
    /// # Errors
    ///
    /// [`Error::Git`].
    pub(super) async fn contents(&self, ids: &[&str]) -> Result<BTreeMap<String, Vec<u8>>, Error> {
        let mut contents = Contents::default();
        self.ask_for("--batch", ids, &mut |bytes| contents.take(bytes))
            .await?;
        Ok(contents.whole)
    }

    async fn ask_for(
        &self,
        how: &str,
        ids: &[&str],
        take: &mut (dyn FnMut(&[u8]) -> Result<(), Error> + Send),
    ) -> Result<(), Error> {
        if ids.is_empty() {
            return Ok(());
        }
        let mut command = self.local();
        command.args(["cat-file", how]);
        let mut input = ids.join("\n");
        input.push('\n');
        let run = self
            .remote
            .run_watched(command, input.into_bytes(), None, take);
        let ended = run.await?;
        match ended.success {
            true => Ok(()),
            false => Err(self.remote.fault(&ended)),
        }
    }
}

/// The answers of `cat-file --batch`: a line `ID blob SIZE`, so many bytes, a line end.
#[derive(Default)]
struct Contents {
    line: Vec<u8>,
    /// The object whose bytes come, and how many are still to come with the line end.
    open: Option<(String, Vec<u8>, u64)>,
    whole: BTreeMap<String, Vec<u8>>,
}

impl Contents {
    fn take(&mut self, mut bytes: &[u8]) -> Result<(), Error> {
        while !bytes.is_empty() {
            if let Some((id, mut content, left)) = self.open.take() {
                let length = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                let (now, rest) = bytes.split_at(length);
                content.extend_from_slice(now);
                bytes = rest;
                let left = left - length as u64;
                if left == 0 {
                    content.pop();
                    self.whole.insert(id, content);
                } else {
                    self.open = Some((id, content, left));
                }
                continue;
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let (now, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            bounded(&mut self.line, now, LINE, "an answer")?;
            bytes = rest.get(1..).unwrap_or_default();
            if end.is_some() {
                if let Some((id, size)) = blob(&self.line) {
                    self.open = Some((id.to_owned(), Vec::new(), size.saturating_add(1)));
                }
                self.line.clear();
            }
        }
        Ok(())
    }
}

/// `ID blob SIZE`.
fn blob(line: &[u8]) -> Option<(&str, u64)> {
    let mut words = std::str::from_utf8(line).ok()?.split(' ');
    match (words.next(), words.next(), words.next()) {
        (Some(id), Some("blob"), Some(size)) => Some((id, size.parse().ok()?)),
        _ => None,
    }
}

/// Adds bytes to those that are kept, up to a bound.
///
/// # Errors
///
/// [`Error::Git`] beyond it.
pub(super) fn bounded(
    kept: &mut Vec<u8>,
    bytes: &[u8],
    bound: usize,
    what: &str,
) -> Result<(), Error> {
    if kept.len() + bytes.len() > bound {
        return Err(Error::Git {
            reason: format!("{what} is longer than {bound} bytes"),
        });
    }
    kept.extend_from_slice(bytes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contents are read alike however the bytes are cut, line ends and empty ones included.
    #[test]
    fn contents_in_any_pieces() {
        let text = b"aa blob 3\na\nb\nbb missing\ncc blob 0\n\ndd blob 2\n\n\n\n";
        for piece in 1..text.len() {
            let mut contents = Contents::default();
            for bytes in text.chunks(piece) {
                contents.take(bytes).unwrap();
            }
            let expected = [("aa", &b"a\nb"[..]), ("cc", b""), ("dd", b"\n\n")];
            let expected = expected.map(|(id, bytes)| (id.to_owned(), bytes.to_vec()));
            assert_eq!(contents.whole, BTreeMap::from(expected), "{piece}");
        }
    }

    /// What is kept has a bound.
    #[test]
    fn a_bound_is_told() {
        let mut kept = Vec::new();
        bounded(&mut kept, b"ab", 3, "a path").unwrap();
        let error = bounded(&mut kept, b"cd", 3, "a path").unwrap_err();
        assert_eq!(error.to_string(), "git: a path is longer than 3 bytes");
    }
}
