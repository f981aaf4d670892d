//! Trust, as something that is asked for.

use crate::{Entry, Root, Scope, Trust};

/// Tells how far a skill is followed. Records of trust and scan verdicts reach the catalogue
/// through this trait; it is asked last, after all gates.
pub trait Judge: Send + Sync {
    /// The trust of one entry beneath `root`, with the reason where it is [`Trust::Blocked`].
    fn judge(&self, entry: &Entry, root: &Root) -> (Trust, Option<String>);
}

/// Trust by scope alone: built-in, managed and user roots are trusted, the others are not, unless
/// the caller trusts the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScopeJudge {
    /// Project, workspace, extra and plugin skills are untrusted.
    #[default]
    ByScope,
    /// The user trusts the project for this run (`--trust`); extra and plugin skills stay untrusted.
    ProjectTrusted,
    /// Every scope is trusted, as most clients do.
    Everything,
}

impl Judge for ScopeJudge {
    fn judge(&self, _entry: &Entry, root: &Root) -> (Trust, Option<String>) {
        let trusted = matches!(
            (self, root.scope),
            (Self::Everything, _)
                | (_, Scope::BuiltIn | Scope::Managed | Scope::User)
                | (Self::ProjectTrusted, Scope::Project | Scope::Workspace)
        );
        (
            if trusted {
                Trust::Trusted
            } else {
                Trust::Untrusted
            },
            None,
        )
    }
}
