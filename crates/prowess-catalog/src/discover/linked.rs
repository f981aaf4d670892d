//! Where a link to a folder leads, and whether it is followed.

use std::path::Path;

use prowess_fs::{EntryKind, Error, Folder, Links};

use super::candidate::{joined, listed_folder};
use super::ground::{Ground, Place};
use super::{Notice, Visitor, Watched};
use crate::Aliases;

/// Why a link is not followed.
pub(super) struct Unreachable {
    pub(super) notice: Notice,
    /// What may come to be there.
    pub(super) watched: Option<Watched>,
}

impl From<Notice> for Box<Unreachable> {
    fn from(notice: Notice) -> Self {
        Self::new(Unreachable {
            notice,
            watched: None,
        })
    }
}

impl<V: Visitor> Ground<'_, V> {
    /// The folder that the link `path` of a place leads to, if it may be entered; nothing where the
    /// link leads to a file or its target is going away.
    pub(super) fn linked(
        &self,
        place: &Place,
        path: &Path,
    ) -> Result<Option<Place>, Box<Unreachable>> {
        let listed = listed_folder(place, path);
        let link = joined(&place.real, path);
        let at = listed.clone();
        let folder = match Folder::open(&link) {
            Ok(folder) => folder,
            Err(Error::NotFound { .. }) => {
                return Err(Box::new(Unreachable {
                    watched: Some(Watched {
                        path: link.clone(),
                        identity: None,
                    }),
                    notice: Notice::LinkBroken {
                        path: at,
                        target: std::fs::read_link(&link).unwrap_or_default(),
                    },
                }));
            }
            Err(Error::Link { .. }) => {
                let target = std::fs::read_link(&link).unwrap_or_default();
                return Err(Notice::LinkLoop { path: at, target }.into());
            }
            // A link to a file is as much a skill as the file: none.
            Err(Error::NotFolder { .. }) => return Ok(None),
            Err(error) => {
                let reason = error.reason();
                return Err(Notice::Unreadable { path: at, reason }.into());
            }
        };
        drop(folder);
        let Ok(real) = std::fs::canonicalize(&link) else {
            return Ok(None);
        };
        let holder = link.parent().unwrap_or(&link);
        if holder.starts_with(&real) || self.top.real.starts_with(&real) {
            return Err(Notice::LinkLoop {
                path: at,
                target: real,
            }
            .into());
        }
        let opened = match real.strip_prefix(&self.top.real) {
            Ok(inside) => self.top.folder.folder(inside, Links::Refused),
            Err(_) if self.may_lead_to(&real) => Folder::open(&real),
            Err(_) => {
                let bounds = (self.top.listed.clone(), self.top.real.clone());
                return Err(self.link_out(bounds, at, real, EntryKind::Folder).into());
            }
        };
        let folder = opened.map_err(|error| Notice::Unreadable {
            path: at,
            reason: error.reason(),
        })?;
        let shown = match self.plan.discovery.aliases {
            Aliases::Once => real.clone(),
            Aliases::Each => listed.clone(),
        };
        Ok(Some(Place {
            folder,
            real,
            listed,
            shown,
        }))
    }
}
