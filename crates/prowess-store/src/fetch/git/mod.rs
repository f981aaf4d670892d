//! Repositories of Git, by the program `git`.
//!
//! ```text
//! GitSource ─► reach ─► resolve ─► fetch ─► find ─► read ─► Harvest
//!              host     branch,    one      skill   the files
//!              asked    tag,       commit,  files   of skills
//!                       commit     bare     listed  alone
//! ```
//!
//! Files are read from objects (`ls-tree`, `cat-file`) and never checked out, so that no line ends, filters, hooks, links or names
//! of a file system come between what a commit holds and what is kept. Of a large repository only the newest commit
//! and the files of its skills are fetched, where the host can do that. Everything that `git` writes is in one folder that is gone
//! when the call ends or is dropped.

mod files;
mod program;
mod references;
mod remote;
mod repository;
mod run;
mod words;

pub use program::{GitProgram, LocalRepositories, OwnCredentials};

use self::files::Reader;
use self::references::{References, Wanted, is_commit, resolve};
use self::remote::Remote;
use super::harvest::gather;
use super::{Harvest, Limits, Revision};
use crate::progress::Progress;
use crate::source::{GitSource, Login};
use crate::{Error, Source};

/// The skills of a repository at the commit `at`, else at what the source names.
///
/// The source of the harvest has its reference and its folder told apart. Where the source names one skill, the harvest holds
/// those that may be meant; else every one. `login` is used from the start, and for the host of the source alone.
///
/// # Errors
///
/// [`Error::NoGit`]; [`Error::Reference`]; [`Error::Login`] where the host lets nobody in; [`Error::Net`] where it cannot be
/// reached, has no such repository, is busy, is slow or sends more than [`Limits::archive_bytes`]; [`Error::Source`] where the
/// skills have more than [`Limits::entries`] entries; [`Error::Git`] with the words of `git`.
pub async fn harvest(
    source: &GitSource,
    at: Option<&str>,
    program: &GitProgram,
    login: Option<&Login>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Harvest, Error> {
    let remote = Remote::reach(source, program, login, progress).await?;
    let (wanted, source) = match (at, &source.undivided) {
        (Some(at), None) => (Wanted::Commit(at.to_ascii_lowercase()), source.clone()),
        _ => resolve(source, &remote).await?,
    };
    let wanted = match at {
        Some(at) if !is_commit(at) => {
            return Err(Error::Reference {
                source_name: remote.source_name.clone(),
                reference: at.to_owned(),
                near: Vec::new(),
            });
        }
        Some(at) => Wanted::Commit(at.to_ascii_lowercase()),
        None => wanted,
    };
    let fetched = repository::fetch(&wanted, &remote, limits.archive_bytes, progress).await?;
    let reader = Reader {
        repository: &fetched.repository,
        source: &source,
        commit: &fetched.commit,
        limits,
    };
    let mut files = reader.read().await?;
    files.left_out.extend(fetched.told);
    files.left_out.extend(remote.told.iter().cloned());
    let revision = Revision::Commit {
        commit: fetched.commit,
    };
    let name = name(&source);
    Ok(gather(Source::Git(source), revision, &name, files, limits))
}

/// The commit that a source means now. A source that names a whole commit means that one, and nobody is asked.
///
/// # Errors
///
/// Those of [`harvest`] that concern the host and the reference.
pub async fn newest(
    source: &GitSource,
    program: &GitProgram,
    login: Option<&Login>,
) -> Result<String, Error> {
    if let (None, Some(word)) = (&source.undivided, &source.reference)
        && is_commit(word)
    {
        return Ok(word.to_ascii_lowercase());
    }
    let remote = Remote::reach(source, program, login, &()).await?;
    let (wanted, _) = resolve(source, &remote).await?;
    let name = match &wanted {
        Wanted::Commit(id) | Wanted::Reference(_, Some(id)) => return Ok(id.clone()),
        Wanted::Default => "HEAD",
        Wanted::Reference(name, None) => name,
        Wanted::Short(_) => {
            let bytes = Limits::default().archive_bytes;
            let fetched = repository::fetch(&wanted, &remote, bytes, &()).await?;
            return Ok(fetched.commit);
        }
    };
    let commit = References::one(&remote, name).await?;
    commit.ok_or_else(|| Error::Reference {
        source_name: remote.source_name.clone(),
        reference: name.to_owned(),
        near: Vec::new(),
    })
}

/// The name of a repository: what its address ends in.
fn name(source: &GitSource) -> String {
    let path = source.url.trim_end_matches('/');
    let name = path.rsplit(['/', ':']).next().unwrap_or_default();
    name.strip_suffix(".git").unwrap_or(name).to_owned()
}
