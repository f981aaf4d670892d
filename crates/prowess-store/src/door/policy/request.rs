//! What the program is asked: OpenClaw's request, version 1.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::door::Offer;
use crate::source::Location;
use crate::source::{GitSource, RegistrySource};
use crate::{Scope, Source};

/// Most bytes of a request, as in OpenClaw.
pub(super) const BYTES: usize = 256 << 10;

/// The release of OpenClaw whose protocol this is. Programs that were made for it look here.
const OPENCLAW: &str = "2026.6.11";

/// The request about one skill, whose files lie in `folder`.
pub(super) fn of(offer: &Offer<'_>, folder: &Path) -> Value {
    let mode = match offer.before {
        Some(_) => "update",
        None => "install",
    };
    let described = Described::of(&offer.origin.whole());
    let (kind, authority) = described.kind;
    json!({
        "protocolVersion": 1,
        "openclawVersion": OPENCLAW,
        "prowessVersion": env!("CARGO_PKG_VERSION"),
        "targetType": "skill",
        "targetName": offer.name,
        "sourcePath": folder.to_string_lossy(),
        "sourcePathKind": "directory",
        "source": {
            "kind": kind,
            "authority": authority,
            "mutable": described.mutable,
            "network": described.network,
        },
        "origin": described.origin,
        "request": {
            "kind": "skill-install",
            "mode": mode,
            "requestedSpecifier": offer.origin.whole().to_string(),
        },
        "skill": { "installId": described.install_id },
        "scope": scope(offer.scope),
    })
}

/// Beyond OpenClaw's fields: whom the skill is for.
fn scope(scope: Scope) -> String {
    scope.to_string()
}

/// A source in OpenClaw's words.
struct Described {
    kind: (&'static str, &'static str),
    mutable: bool,
    network: bool,
    install_id: &'static str,
    origin: Map<String, Value>,
}

impl Described {
    fn of(source: &Source) -> Self {
        match source {
            Source::Folder(path) => Self {
                kind: ("local-path", "user"),
                mutable: true,
                network: false,
                install_id: "path",
                origin: origin(
                    "path",
                    [("spec", Some(path.to_string_lossy().into_owned()))],
                ),
            },
            Source::Archive(Location::Path(path)) => Self {
                kind: ("archive", "user"),
                mutable: true,
                network: false,
                install_id: "archive",
                origin: origin(
                    "archive",
                    [("spec", Some(path.to_string_lossy().into_owned()))],
                ),
            },
            Source::Archive(Location::Url(url)) | Source::WellKnown(url) => Self {
                kind: ("archive", "third-party"),
                mutable: true,
                network: true,
                install_id: "archive",
                origin: origin("archive", [("url", Some(url.to_string()))]),
            },
            Source::SkillFile(url) => Self {
                kind: ("file", "third-party"),
                mutable: true,
                network: true,
                install_id: "file",
                origin: origin("file", [("url", Some(url.to_string()))]),
            },
            Source::Git(git) => Self::of_git(git, source),
            Source::Registry(registry) => Self::of_registry(registry),
        }
    }

    fn of_git(git: &GitSource, source: &Source) -> Self {
        let reference = git.reference.clone().or_else(|| git.undivided.clone());
        let is_commit = reference.as_deref().is_some_and(|text| {
            text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        Self {
            kind: ("git", "third-party"),
            mutable: !is_commit,
            network: true,
            install_id: "git",
            origin: origin(
                "git",
                [
                    ("spec", Some(source.to_string())),
                    ("url", Some(git.url.clone())),
                    ("ref", reference),
                    (
                        "path",
                        Some(git.subfolder.clone()).filter(|path| !path.is_empty()),
                    ),
                ],
            ),
        }
    }

    fn of_registry(registry: &RegistrySource) -> Self {
        Self {
            kind: ("clawhub", "third-party"),
            mutable: false,
            network: true,
            install_id: "clawhub",
            origin: origin(
                "clawhub",
                [
                    ("registry", Some(registry.registry.to_string())),
                    ("slug", Some(registry.slug.clone())),
                    ("ownerHandle", registry.owner.clone()),
                    ("version", registry.version.clone()),
                ],
            ),
        }
    }
}

fn origin<const N: usize>(kind: &str, fields: [(&str, Option<String>); N]) -> Map<String, Value> {
    let known = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), Value::String(value?))));
    std::iter::once(("type".to_owned(), Value::String(kind.to_owned())))
        .chain(known)
        .collect()
}
