//! What `gh skill` writes into the header of a `SKILL.md`.

use std::path::Path;

use prowess_format::{Document, Limits, Node};

use super::{Entry, Imported, skill_folder, source};
use crate::Source;
use crate::lock::Origin;

/// Reads the header. A file without `metadata.github-repo` tells of no skill.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Imported {
    let (decoded, _) = prowess_format::Source::decode(bytes);
    let (document, _) = Document::parse(&decoded.text, &Limits::default());
    let mut imported = Imported::default();
    let metadata = document.get("metadata");
    let field = |key: &str| metadata.and_then(|metadata| text(metadata.get(key)?));
    let Some(repository) = field("github-repo") else {
        return imported;
    };
    let folder = || path.parent()?.file_name()?.to_str();
    let name = document
        .get("name")
        .and_then(text)
        .or_else(folder)
        .unwrap_or_default();
    imported.add(name, entry(repository, &field));
    imported
}

fn entry<'d>(repository: &str, field: &dyn Fn(&str) -> Option<&'d str>) -> Result<Entry, String> {
    let mut origin = Origin::of(source(repository)?);
    if !matches!(origin.source, Source::Git(_)) {
        return Err(format!("`{}` is no repository", repository.escape_debug()));
    }
    let mut lost = vec![
        "the `metadata.github-*` in its header: they are not in the source, and go when it is fetched"
            .to_owned(),
    ];
    let reference = field("github-ref").unwrap_or_default();
    let branch = reference.strip_prefix("refs/heads/");
    let tag = reference.strip_prefix("refs/tags/");
    origin.requested = match (field("github-pinned"), branch, tag) {
        (Some("false") | None, None, Some(tag)) => {
            lost.push(format!(
                "that it follows the newest release, `{}` so far: the default branch is followed",
                tag.escape_debug()
            ));
            None
        }
        (Some("true" | "false") | None, _, _) => branch
            .or(tag)
            .or(Some(reference))
            .filter(|reference| !reference.is_empty())
            .map(str::to_owned),
        (Some(pinned), _, _) => Some(pinned.to_owned()),
    };
    if let Some(path) = field("github-path") {
        origin = origin.at(&skill_folder(path)?);
    }
    if let Some(tree) = field("github-tree-sha") {
        lost.push(format!(
            "`github-tree-sha` `{}`: it names a tree of Git, and is no digest of the files",
            tree.escape_debug()
        ));
    }
    Ok(Entry {
        origin,
        pin: None,
        lost,
    })
}

/// The text of a scalar that is not empty.
fn text<'n>(node: &'n Node<'_>) -> Option<&'n str> {
    let text = node.as_scalar()?.text.as_ref().trim();
    (!text.is_empty()).then_some(text)
}
