//! One SKILL.md that lies somewhere by itself.

use prowess_base::Digest;
use url::Url;

use super::harvest::{Entry, Files, gather};
use super::{Harvest, Limits, Revision};
use crate::{Source, TreeFile};

/// The one skill of a file. Without a name of its own it is called by the folder of its address.
pub(super) fn harvest(url: &Url, bytes: Vec<u8>, limits: &Limits) -> Harvest {
    let revision = Revision::File {
        digest: Digest::of(&bytes).to_string(),
    };
    let name = url
        .path_segments()
        .and_then(|parts| parts.rev().nth(1))
        .unwrap_or_default();
    let mut files = Files::default();
    files.entries.insert("SKILL.md".to_owned(), file(bytes));
    gather(
        Source::SkillFile(url.clone()),
        revision,
        name,
        files,
        limits,
    )
}

/// A file that came by itself: nobody says that it may be executed.
pub(super) fn file(bytes: Vec<u8>) -> Entry {
    Entry::File(TreeFile {
        bytes,
        executable: false,
    })
}
