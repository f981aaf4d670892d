//! Which skills a message or a touched file brings into a conversation.
//!
//! A trigger fires once in a conversation. What has fired is a value ([`Fired`]) that the caller
//! keeps with the conversation; nothing is remembered here.

mod glob;
mod keyword;
mod text;

use std::collections::BTreeSet;

use prowess_catalog::{Entry, EntryId, Snapshot, TriggerRule, Trust};
use prowess_format::Trigger;
use serde::{Deserialize, Serialize};

pub use glob::matches_path;
pub use keyword::Message;
pub use text::{Asks, Recalled, after_message, after_touch};

/// The names of the skills whose triggers have fired in a conversation.
///
/// It is kept by name, as a conversation may outlive a snapshot. In JSON it is a sorted list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fired(BTreeSet<Box<str>>);

impl Fired {
    /// Whether the trigger of this skill has fired.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Notes that the trigger of this skill has fired.
    pub fn add(&mut self, name: &str) {
        self.0.insert(name.into());
    }
}

/// One trigger that fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firing<'s> {
    /// The skill.
    pub entry: EntryId,
    /// The word or the pattern that fits, as the author wrote it: the first one that does.
    pub by: &'s str,
}

/// The skills that a message of the user brings in, in listing order: eligible, trusted ones with a
/// keyword or task trigger that fits by the profile's rule and has not fired yet. The caller notes
/// in `fired` those that it takes in.
#[must_use]
pub fn triggered_by_message<'s>(
    snapshot: &'s Snapshot,
    message: &str,
    fired: &Fired,
) -> Vec<Firing<'s>> {
    fitting_message(snapshot, message, fired, Trust::Trusted)
}

/// The skills of this trust whose words fit.
pub(crate) fn fitting_message<'s>(
    snapshot: &'s Snapshot,
    message: &str,
    fired: &Fired,
    trust: Trust,
) -> Vec<Firing<'s>> {
    let message = Message::new(snapshot.profile.triggers, message);
    fitting(snapshot, fired, trust, |trigger| {
        message.find(trigger.words())
    })
}

/// The skills that a touched file brings in, in listing order: eligible, trusted ones with a path
/// trigger that fits and has not fired yet. `path` is relative to the workspace, with `/` between its
/// parts; a file outside the workspace brings in nothing and is not asked about.
#[must_use]
pub fn triggered_by_path<'s>(snapshot: &'s Snapshot, path: &str, fired: &Fired) -> Vec<Firing<'s>> {
    fitting_path(snapshot, path, fired, Trust::Trusted)
}

/// The skills of this trust whose patterns fit.
pub(crate) fn fitting_path<'s>(
    snapshot: &'s Snapshot,
    path: &str,
    fired: &Fired,
    trust: Trust,
) -> Vec<Firing<'s>> {
    if snapshot.profile.triggers == TriggerRule::Never {
        return Vec::new();
    }
    fitting(snapshot, fired, trust, |trigger| {
        let mut patterns = trigger.paths().iter();
        patterns
            .find(|pattern| matches_path(pattern, path))
            .map(|pattern| &**pattern)
    })
}

fn fitting<'s>(
    snapshot: &'s Snapshot,
    fired: &Fired,
    trust: Trust,
    fits: impl Fn(&'s Trigger) -> Option<&'s str>,
) -> Vec<Firing<'s>> {
    let of_entry = |(id, entry): (EntryId, &'s Entry)| {
        let trigger = entry.manifest.trigger.as_deref()?;
        if !entry.is_eligible() || entry.trust != trust || fired.contains(&entry.name) {
            return None;
        }
        let by = fits(trigger)?;
        Some(Firing { entry: id, by })
    };
    snapshot.entries.with_ids().filter_map(of_entry).collect()
}
