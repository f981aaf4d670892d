//! Which skills are here, which win, which are eligible, and why.
//!
//! ```text
//! Profile + Surroundings + Settings
//!    │ roots        discover       read            merge          gates          judge
//!    └─► Root ───► Candidate ───► Manifest ───► one a name ───► requirements ───► Verdict ─► Snapshot
//! ```
//!
//! Every candidate that was found ends in exactly one [`Verdict`]: found = eligible + ineligible +
//! shadowed + invalid + beyond a limit.

pub mod codes;
mod entry;
mod judge;
mod profile;
mod root;
mod settings;
mod snapshot;
mod verdict;

pub use entry::{Entry, EntryId, FileIdentity, Trust};
pub use judge::{Judge, ScopeJudge};
pub use profile::{
    Budget, Discovery, FileNameRule, Gates, HardLinks, Identity, Order, Profile, PromptStyle,
    ReadTool, RootRule,
};
pub use root::{Root, RootId, RootStatus, Scope};
pub use settings::{EntrySettings, SecretPresence, Settings, ShadowPolicy};
pub use snapshot::{Snapshot, SnapshotVersion};
pub use verdict::{Bound, Reason, Verdict};
