//! What kept the store from doing what was asked.

use std::path::PathBuf;

use crate::TreeError;

/// What kept the store from doing what was asked. Addresses in it hold no user information.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is no address of skills.
    #[error("`{text}` is no source of skills: {reason}")]
    Source {
        /// The text, user information removed.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The source holds no skill, or not the one that is asked for.
    #[error("`{source_name}` holds no skill{}", wanted.as_ref().map_or_else(String::new, |name| format!(" `{name}`")))]
    NoSkill {
        /// The source.
        source_name: String,
        /// What was asked for.
        wanted: Option<String>,
        /// What it holds.
        offered: Vec<String>,
    },
    /// The source holds several skills, and none was chosen.
    #[error("`{source_name}` holds {} skills: {}", offered.len(), offered.join(", "))]
    Several {
        /// The source.
        source_name: String,
        /// What it holds: names, and paths where two have the same name.
        offered: Vec<String>,
    },
    /// The name of a skill cannot be the name of its folder (IN-17).
    #[error("`{name}` cannot be the name of a folder: {reason}; choose another with `--as NAME`")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Several skills of the source have the name; one must be named by its path (IN-36).
    #[error("`{name}` may be any of {}", paths.join(", "))]
    Ambiguous {
        /// The name.
        name: String,
        /// Their paths in the source.
        paths: Vec<String>,
    },
    /// A file of the source may not be kept.
    #[error("`{source_name}` is refused: {error}")]
    Tree {
        /// The source.
        source_name: String,
        /// Why.
        #[source]
        error: TreeError,
    },
    /// An archive may not be unpacked, or cannot be read.
    #[error("`{source_name}` is refused: {reason}")]
    Archive {
        /// The archive.
        source_name: String,
        /// Which entry, and why.
        reason: String,
    },
    /// What came is not what was promised.
    #[error("`{source_name}` has the digest {found}, not {expected}")]
    Digest {
        /// The source.
        source_name: String,
        /// The digest that was promised.
        expected: String,
        /// The digest of what came.
        found: String,
    },
    /// What a site or a registry answers cannot be used.
    #[error("the answer of `{url}` cannot be used: {reason}")]
    Answer {
        /// The address, without user information and query.
        url: String,
        /// What is wrong with it, or what the server says.
        reason: String,
    },
    /// The network.
    #[error(transparent)]
    Net(#[from] prowess_net::Error),
    /// `git` failed, with its own words, addresses cleaned.
    #[error("git: {reason}")]
    Git {
        /// What it says.
        reason: String,
    },
    /// An upload.
    #[error(transparent)]
    Upload(#[from] crate::upload::UploadError),
    /// There is no program `git` to run.
    #[error(
        "`{}` cannot be started: {reason}; install Git (https://git-scm.com/downloads), or name an archive of the repository instead",
        path.display()
    )]
    NoGit {
        /// What was to be started.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The repository has no such branch, tag or commit.
    #[error(
        "`{source_name}` has no branch, tag or commit `{reference}`{}",
        near_words(near)
    )]
    Reference {
        /// The source.
        source_name: String,
        /// What was asked for.
        reference: String,
        /// Names that it has and that are like it, the nearest first.
        near: Vec<String>,
    },
    /// The host does not let this user in.
    #[error("`{source_name}` is not open to you: {reason}")]
    Login {
        /// The source.
        source_name: String,
        /// Which credentials were tried and what can be done.
        reason: String,
    },
    /// The disk.
    #[error(transparent)]
    Disk(#[from] prowess_fs::Error),
    /// A file of the store cannot be read.
    #[error("`{}` cannot be read: {reason}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the line.
        reason: String,
    },
    /// A file of the store was written by a newer version; it is left as it is (IN-09).
    #[error("`{}` is of version {version}, newer than this program knows", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// Something is there that this program did not put there.
    #[error("`{}` is there already and is not this skill's", path.display())]
    Taken {
        /// The folder.
        path: PathBuf,
    },
    /// The skill is not one that is kept here.
    #[error("no skill `{name}` is kept here")]
    NotKept {
        /// The name.
        name: String,
    },
    /// The lock would change.
    #[error("the lock would change: {}", changes.join("; "))]
    Frozen {
        /// What would change.
        changes: Vec<String>,
    },
    /// The door refuses.
    #[error("`{name}` is not let in: {reason}")]
    Refused {
        /// The skill.
        name: String,
        /// Why, and what would let it in.
        reason: String,
    },
    /// A person would have to be asked, and nobody is there.
    #[error("`{name}` needs an answer: {question}")]
    Unanswered {
        /// The skill.
        name: String,
        /// What would be asked.
        question: String,
    },
    /// The user has no home, and so no skills of their own.
    #[error("there is no home folder to keep the user's skills in")]
    NoHome,
    /// A skill's folder holds what the skill did not bring.
    #[error("`{}` holds what the skill did not bring: {}", path.display(), extras.join(", "))]
    Extras {
        /// The folder.
        path: PathBuf,
        /// The paths within it.
        extras: Vec<String>,
    },
    /// Another process changes what is kept.
    #[error("{owner} is changing what is kept")]
    Busy {
        /// Who.
        owner: String,
    },
    /// A change stopped halfway and could not be taken back; the next run ends it by its journal.
    #[error("a change stopped halfway, `{}` tells what is left to do: {reason}", journal.display())]
    Pending {
        /// The journal.
        journal: PathBuf,
        /// What stopped it.
        reason: String,
    },
    /// There is no such client, or it has no folder for the skill.
    #[error("`{name}` is no client that can be given skills: {reason}")]
    Client {
        /// The client.
        name: String,
        /// Why not, with the clients that are known.
        reason: String,
    },
    /// The source is not on this machine, and the network is not to be used.
    #[error("`{source_name}` is not on this machine, and the network is not to be used")]
    Offline {
        /// The source.
        source_name: String,
    },
    /// The name is kept already, from another place or for another scope.
    #[error(
        "`{name}` is kept already (scope `{scope}`, from `{source_name}`); choose another name with `--as NAME`, or remove that one first"
    )]
    AlreadyKept {
        /// The name.
        name: String,
        /// The scope of the one that is kept.
        scope: crate::Scope,
        /// Where that one comes from.
        source_name: String,
    },
    /// Several scopes keep a skill of the name, and one must be said.
    #[error(
        "`{name}` is kept for several scopes ({}); say which one",
        scopes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    )]
    Scopes {
        /// The name.
        name: String,
        /// Whom it is kept for.
        scopes: Vec<crate::Scope>,
    },
    /// There is no such change, or none that is not taken back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The change was made in another workspace.
    #[error("that was done in `{}`; take it back there", workspace.display())]
    OtherWorkspace {
        /// The workspace.
        workspace: PathBuf,
    },
    /// Other processes change what is kept all the time.
    #[error("what is kept was changed by others again and again; try again")]
    Unsteady,
}

fn near_words(near: &[String]) -> String {
    match near {
        [] => String::new(),
        near => format!("; it has `{}`", near.join("`, `")),
    }
}
