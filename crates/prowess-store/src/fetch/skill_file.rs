//! One SKILL.md by its address.

use prowess_base::Digest;
use prowess_net::{Client, Credential, Progress, Request};
use url::Url;

use super::harvest::{Entry, Files, gather};
use super::{Harvest, Limits, Revision};
use crate::{Error, Source, TreeFile};

/// Fetches one SKILL.md. A page of the web that stands in its place, as a login does, is refused.
///
/// # Errors
///
/// [`Error::Net`]; [`Error::Source`] where a page came.
pub async fn fetch(
    client: &Client,
    url: &Url,
    credential: Option<Credential>,
    limits: &Limits,
    progress: &mut Progress<'_>,
) -> Result<Harvest, Error> {
    let request = Request::get(url.clone())
        .at_most(limits.skill_file_bytes)
        .credential(credential);
    let response = client.fetch_telling(&request, progress).await?;
    let source = Source::SkillFile(url.clone());
    let is_html = response
        .field("content-type")
        .is_some_and(|kind| kind.starts_with("text/html"));
    if is_html || is_page(&response.bytes) {
        return Err(Error::Source {
            text: source.to_string(),
            reason:
                "a page of the web is there, not a `SKILL.md`; take the address of the raw file"
                    .to_owned(),
        });
    }
    Ok(harvest(source, url, response.bytes, limits))
}

/// The one skill of a file. Without a name of its own it is called by the folder of its address.
fn harvest(source: Source, url: &Url, bytes: Vec<u8>, limits: &Limits) -> Harvest {
    let revision = Revision::File {
        digest: Digest::of(&bytes).to_string(),
    };
    let name = url
        .path_segments()
        .and_then(|parts| parts.rev().nth(1))
        .unwrap_or_default();
    let mut files = Files::default();
    files.entries.insert(
        "SKILL.md".to_owned(),
        Entry::File(TreeFile {
            bytes,
            executable: false,
        }),
    );
    gather(source, revision, name, files, limits)
}

/// Whether the bytes are a page of HTML, whatever their type says.
fn is_page(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    [&b"<!doctype html"[..], b"<html"].iter().any(|mark| {
        start
            .get(..mark.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(mark))
    })
}

#[cfg(test)]
mod tests;
