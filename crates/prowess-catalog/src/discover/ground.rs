//! One root while it is searched: its handle, its real place, and where links may lead from it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use prowess_fs::{EntryKind, Error, FileIdentity, Folder};

use super::workspace::is_trusted_owner;
use super::{Escape, Notice, Plan, RootRefusal, Visitor, Watched};
use crate::{Links, Root, RootStatus, Scope};

/// What a skill's file is called.
pub(super) const SKILL_FILE: &str = "SKILL.md";

/// One root while it is searched.
pub(super) struct Ground<'a, V> {
    pub(super) plan: &'a Plan,
    pub(super) root: &'a Root,
    pub(super) visitor: &'a V,
    /// The root itself as a place.
    pub(super) top: Arc<Place>,
    /// The root's identity when it was opened.
    pub(super) identity: FileIdentity,
    /// Real paths beneath which links may lead, besides the root.
    beyond: OnceLock<Vec<PathBuf>>,
}

/// An open folder beneath which skills are opened: a root, or the place that a link leads to.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) folder: Folder,
    /// Where it really is.
    pub(super) real: PathBuf,
    /// Where it is listed beneath the root.
    pub(super) listed: PathBuf,
    /// How files in it are named.
    pub(super) shown: PathBuf,
}

/// A root that is not searched.
pub(super) struct Closed {
    pub(super) status: RootStatus,
    pub(super) notice: Option<Box<Notice>>,
    pub(super) watched: Option<Watched>,
}

impl<'a, V: Visitor> Ground<'a, V> {
    /// Opens a root. A root that is not searched says why.
    pub(super) fn enter(plan: &'a Plan, root: &'a Root, visitor: &'a V) -> Result<Self, Closed> {
        if root.path.as_os_str().is_empty() {
            return Err(Closed {
                status: RootStatus::Absent,
                notice: None,
                watched: None,
            });
        }
        let folder = Folder::open(&root.path).map_err(|error| closed(root, &error))?;
        let unreadable = |reason: String| closed_by(root, reason);
        let real =
            std::fs::canonicalize(&root.path).map_err(|error| unreadable(error.to_string()))?;
        let identity = folder
            .identity()
            .map_err(|error| unreadable(error.reason()))?;
        let ground = Self {
            plan,
            root,
            visitor,
            top: Arc::new(Place {
                folder,
                listed: root.path.clone(),
                shown: root.path.clone(),
                real,
            }),
            identity,
            beyond: OnceLock::new(),
        };
        match ground.refusal() {
            Some(why) => Err(refused(root, identity, why)),
            None => Ok(ground),
        }
    }

    /// Why the root may not be entered although it can be.
    fn refusal(&self) -> Option<RootRefusal> {
        let is_project = matches!(self.root.scope, Scope::Project | Scope::Workspace);
        if self.plan.discovery.links != Links::Confined || !is_project {
            return None;
        }
        let real = &self.top.real;
        let is_link = *real != self.root.path;
        if is_link && !self.may_lead_to(real) {
            return Some(RootRefusal::LinkOut {
                target: real.clone(),
            });
        }
        let owner = self.top.folder.owner().ok().flatten();
        match owner {
            Some(user) if !is_trusted_owner(owner, self.plan.owner) => {
                Some(RootRefusal::Owner { user })
            }
            _ => None,
        }
    }

    /// Whether a link in this root may lead to the real path.
    pub(super) fn may_lead_to(&self, real: &Path) -> bool {
        matches!(self.root.scope, Scope::User | Scope::Managed)
            || self.beyond().iter().any(|place| real.starts_with(place))
    }

    fn beyond(&self) -> &[PathBuf] {
        self.beyond.get_or_init(|| {
            let targets = self.plan.link_targets.iter();
            // A project's own roots vouch for nothing: what of them is beneath P is beneath P anyway.
            let others = self.plan.roots.iter().filter(|root| {
                root.path != self.root.path
                    && !matches!(root.scope, Scope::Project | Scope::Workspace)
            });
            let others = others.map(|root| &root.path);
            let paths: Vec<&PathBuf> = match self.plan.discovery.links {
                Links::WithinRoot if self.root.scope == Scope::BuiltIn => Vec::new(),
                Links::WithinRoot => targets.collect(),
                Links::Confined | Links::ConfinedBelowRoot => targets
                    .chain(others)
                    .chain([&self.plan.workspace])
                    .collect(),
            };
            paths
                .into_iter()
                .filter_map(|path| std::fs::canonicalize(path).ok())
                .collect()
        })
    }

    /// The notice about a path that leads out.
    pub(super) fn link_out(
        &self,
        (bounds, real_bounds): (PathBuf, PathBuf),
        path: PathBuf,
        target: PathBuf,
        what: EntryKind,
    ) -> Notice {
        let is_link = path
            .symlink_metadata()
            .is_ok_and(|metadata| metadata.file_type().is_symlink());
        let escape = match (is_link, self.root.scope == Scope::BuiltIn) {
            (true, false) => Escape::Link,
            (true, true) => Escape::BuiltInLink,
            (false, false) => Escape::Path,
            (false, true) => Escape::BuiltInPath,
        };
        Notice::LinkOut {
            bounds,
            real_bounds,
            path,
            target,
            escape,
            what,
        }
    }
}

fn closed(root: &Root, error: &Error) -> Closed {
    let is_there = root.path.symlink_metadata().is_ok();
    match error {
        Error::NotFound { .. } if is_there => Closed {
            notice: Some(Box::new(Notice::LinkBroken {
                path: root.path.clone(),
                target: std::fs::read_link(&root.path).unwrap_or_default(),
            })),
            ..closed_by(root, "link leads to nothing".to_owned())
        },
        // A part of the path is a file: as good as absent.
        Error::NotFound { .. } | Error::NotFolder { .. } if !is_there => Closed {
            status: RootStatus::Absent,
            notice: None,
            watched: Some(Watched {
                path: root.path.clone(),
                identity: None,
            }),
        },
        other => closed_by(root, other.reason()),
    }
}

fn closed_by(root: &Root, reason: String) -> Closed {
    Closed {
        status: RootStatus::Unreadable {
            reason: reason.clone(),
        },
        notice: Some(Box::new(Notice::Unreadable {
            path: root.path.clone(),
            reason,
        })),
        watched: Some(Watched {
            path: root.path.clone(),
            identity: None,
        }),
    }
}

fn refused(root: &Root, identity: FileIdentity, why: RootRefusal) -> Closed {
    let notice = Notice::RootRefused {
        path: root.path.clone(),
        why,
    };
    Closed {
        status: RootStatus::Refused {
            reason: notice.diagnostic().message,
        },
        notice: Some(Box::new(notice)),
        watched: Some(Watched {
            path: root.path.clone(),
            identity: Some(identity),
        }),
    }
}
