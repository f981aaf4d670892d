//! One SKILL.md: opening it beneath its place and handing its bytes on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_fs::{EntryKind, Error, FileIdentity, Folder, Listing, OpenFile};

use super::ground::{Ground, Place, SKILL_FILE};
use super::{Found, Notice, Outcome, Visitor};
use crate::{Bound, HardLinks, Links};

/// What one thread uses again for every file.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) bytes: Vec<u8>,
    pub(super) listing: Listing,
    relative: PathBuf,
    shown: PathBuf,
    /// The name that the file's place gives it, where that is not its folder's.
    called: Option<Box<str>>,
}

/// What is in a folder that may be a skill.
pub(super) enum Attempt<T> {
    /// It is one.
    Skill(Found<T>),
    /// There is no SKILL.md in it.
    None,
    /// There is a SKILL.md that is a link to nothing.
    Broken(Notice),
    /// The folder is gone or may not be entered.
    Closed(Error),
}

impl<V: Visitor> Ground<'_, V> {
    /// Looks for `name`, usually SKILL.md, in the folder `path` of a place. One open, and no
    /// listing.
    pub(super) fn attempt(
        &self,
        place: &Place,
        path: &Path,
        name: &str,
        scratch: &mut Scratch,
    ) -> Attempt<V::Output> {
        scratch.relative.clear();
        scratch.relative.push(path);
        scratch.relative.push(name);
        let opened = place
            .folder
            .file(&scratch.relative, prowess_fs::Links::Refused);
        match opened {
            Ok(open) => {
                let called = scratch.called.as_deref();
                let file = shown(&mut scratch.shown, place, &scratch.relative);
                let (outcome, notices) =
                    self.read(&file, place, path, &open, &mut scratch.bytes, called);
                Attempt::Skill(found(place, path, file, outcome, notices))
            }
            Err(error) => self.without_file(place, path, name, error, scratch),
        }
    }

    /// The same for a file that its place gives another name than its folder's.
    pub(super) fn attempt_as(
        &self,
        called: &str,
        place: &Place,
        path: &Path,
        name: &str,
        scratch: &mut Scratch,
    ) -> Attempt<V::Output> {
        scratch.called = Some(called.into());
        let mut attempt = self.attempt(place, path, name, scratch);
        let called = scratch.called.take();
        if let Attempt::Skill(found) = &mut attempt {
            found.called = called;
        }
        attempt
    }

    fn without_file(
        &self,
        place: &Place,
        path: &Path,
        name: &str,
        error: Error,
        scratch: &mut Scratch,
    ) -> Attempt<V::Output> {
        let notice = match error {
            Error::NotFound { .. } => return Attempt::None,
            Error::NotFolder { .. } => return Attempt::Closed(error),
            Error::NotFile { path, kind } => Notice::NotFile { path, kind },
            Error::Link { .. } => return self.linked_file(place, path, name, scratch),
            // The file itself, or the folder?
            Error::Denied { .. } if place.folder.identity_of(&scratch.relative).is_err() => {
                return Attempt::Closed(error);
            }
            other => Notice::FileUnreadable {
                reason: other.reason(),
                path: other.path().to_path_buf(),
            },
        };
        let identity = place.folder.identity_of(&scratch.relative);
        let file = shown(&mut scratch.shown, place, &scratch.relative);
        let outcome = Outcome::Refused {
            identity: identity.map(|it| it.0).unwrap_or_default(),
            notice: Box::new(notice),
        };
        Attempt::Skill(found(place, path, file, outcome, Vec::new()))
    }

    /// A SKILL.md that is a link: it is read where it may lead.
    fn linked_file(
        &self,
        place: &Place,
        path: &Path,
        name: &str,
        scratch: &mut Scratch,
    ) -> Attempt<V::Output> {
        let file = shown(&mut scratch.shown, place, &scratch.relative);
        let Ok(real) = std::fs::canonicalize(place.real.join(&scratch.relative)) else {
            let target = place.folder.read_link(&scratch.relative);
            return Attempt::Broken(Notice::LinkBroken {
                path: file.to_path_buf(),
                target: target.unwrap_or_default(),
            });
        };
        let refused = |notice| Outcome::Refused {
            identity: FileIdentity::default(),
            notice: Box::new(notice),
        };
        let bounds = self.file_bounds(place, path);
        let is_beyond = self.plan.discovery.links != Links::WithinRoot && self.may_lead_to(&real);
        if !real.starts_with(&bounds.1) && !is_beyond {
            let notice = self.link_out(bounds, file.to_path_buf(), real, EntryKind::File);
            return Attempt::Skill(found(place, path, file, refused(notice), Vec::new()));
        }
        let parent = real.parent().map(Folder::open);
        let (Some(Ok(parent)), Some(real_name)) = (parent, real.file_name().map(Path::new)) else {
            return Attempt::None;
        };
        match parent.file(real_name, prowess_fs::Links::Refused) {
            Ok(open) => {
                let called = scratch.called.as_deref();
                let (outcome, notices) =
                    self.read(&file, place, path, &open, &mut scratch.bytes, called);
                Attempt::Skill(found(place, path, file, outcome, notices))
            }
            Err(Error::NotFound { .. }) => Attempt::None,
            Err(Error::NotFile { kind, .. }) => {
                let path_of_file = file.to_path_buf();
                let notice = Notice::NotFile {
                    path: path_of_file,
                    kind,
                };
                Attempt::Skill(found(place, path, file, refused(notice), Vec::new()))
            }
            Err(error) => {
                let notice = Notice::FileUnreadable {
                    path: place.listed.join(path).join(name),
                    reason: error.reason(),
                };
                Attempt::Skill(found(place, path, file, refused(notice), Vec::new()))
            }
        }
    }

    /// The folder, as listed and really, that a link at the place of a SKILL.md may not leave: the
    /// skill's own in OpenClaw, the root elsewhere.
    fn file_bounds(&self, place: &Place, path: &Path) -> (PathBuf, PathBuf) {
        if self.plan.discovery.links == Links::WithinRoot {
            return (listed_folder(place, path), joined(&place.real, path));
        }
        (self.top.listed.clone(), self.top.real.clone())
    }

    fn read(
        &self,
        file: &Arc<Path>,
        place: &Place,
        path: &Path,
        open: &OpenFile<'_>,
        bytes: &mut Vec<u8>,
        called: Option<&str>,
    ) -> (Outcome<V::Output>, Vec<Notice>) {
        let identity = open.identity();
        let discovery = &self.plan.discovery;
        if discovery.hard_links == HardLinks::Refused && identity.links > 1 {
            let notice = Notice::HardLinked {
                path: file.to_path_buf(),
                links: identity.links,
            };
            let outcome = Outcome::Refused {
                identity,
                notice: Box::new(notice),
            };
            return (outcome, Vec::new());
        }
        let bound = discovery.file_bytes;
        if identity.size <= bound
            && let Some(output) = self.visitor.known(file, &identity)
        {
            return (Outcome::Read { identity, output }, Vec::new());
        }
        match open.read(bound, bytes) {
            Ok(()) => {
                let name = path.file_name().or_else(|| place.listed.file_name());
                let folder = name.unwrap_or_default().to_string_lossy();
                let name = called.unwrap_or(&folder);
                let output = self.visitor.read(file, name, identity, bytes);
                (Outcome::Read { identity, output }, Vec::new())
            }
            Err(Error::TooLarge { size, .. }) => {
                let notice = Notice::TooLarge {
                    path: file.to_path_buf(),
                    size,
                    bound,
                };
                let outcome = Outcome::Beyond {
                    identity,
                    bound: Bound::FileBytes(bound),
                };
                (outcome, vec![notice])
            }
            Err(error) => {
                let notice = Notice::FileUnreadable {
                    path: file.to_path_buf(),
                    reason: error.reason(),
                };
                let outcome = Outcome::Refused {
                    identity,
                    notice: Box::new(notice),
                };
                (outcome, Vec::new())
            }
        }
    }
}

fn found<T>(
    place: &Place,
    path: &Path,
    file: Arc<Path>,
    outcome: Outcome<T>,
    notices: Vec<Notice>,
) -> Found<T> {
    let is_elsewhere = place.shown != place.listed;
    Found {
        file,
        listed: is_elsewhere.then(|| listed_folder(place, path).into()),
        called: None,
        outcome,
        notices,
    }
}

/// Where a folder of a place is listed.
pub(super) fn listed_folder(place: &Place, path: &Path) -> PathBuf {
    joined(&place.listed, path)
}

/// `path` beneath `folder`; an empty path is the folder itself, without the separator that
/// [`Path::join`] would add.
pub(super) fn joined(folder: &Path, path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() {
        return folder.to_path_buf();
    }
    folder.join(path)
}

fn shown(buffer: &mut PathBuf, place: &Place, relative: &Path) -> Arc<Path> {
    buffer.clear();
    buffer.push(&place.shown);
    buffer.push(relative);
    Arc::from(buffer.as_path())
}

/// Whether a name is SKILL.md but for letter case.
pub(super) fn is_skill_file(name: &std::ffi::OsStr) -> bool {
    name.as_encoded_bytes()
        .eq_ignore_ascii_case(SKILL_FILE.as_bytes())
}
