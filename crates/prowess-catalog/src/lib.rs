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

pub mod clients;
pub mod codes;
mod companion;
mod content;
pub mod discover;
mod embedded;
mod entries;
mod entry;
mod error;
mod excerpt;
mod explain;
mod file_kind;
mod gates;
mod gather;
mod install_origin;
mod judge;
mod judging;
mod limits;
mod load;
mod lookup;
mod merge;
mod order;
mod profile;
mod read;
mod refresh;
mod root;
mod saved;
mod settings;
mod settings_from_config;
mod shared;
mod skill_set;
mod snapshot;
mod stale;
mod verdict;
mod version;
pub mod watch;

pub use companion::Companion;
pub use content::Content;
pub use embedded::Embedded;
pub use entries::Entries;
pub use entry::{Described, Entry, EntryId, FileIdentity, Trust};
pub use error::Error;
pub use explain::{Step, StepOutcome, Trail};
pub use file_kind::FileKind;
pub use gates::{ConfigDefaults, Gate, Programs, RemoteHost, is_truthy};
pub use judge::{Judge, ScopeJudge};
pub use load::{Catalog, Request};
pub use lookup::{Listing, Resolved};
pub use profile::{
    Aliases, Budget, Collision, Discovery, ExtraOrder, FileNameRule, Gates, HardLinks,
    HiddenFolders, Identity, InstructionPlace, Kept, Links, Order, Overflow, Part, Profile,
    PromptStyle, ReadTool, RootRule, RootSkill, Search, TriggerRule, WindowShare, WindowUnit,
};
pub use profile::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
pub use root::{Holds, Root, RootId, RootStatus, Scope};
pub use saved::SourceInfo;
pub use settings::{EntrySettings, SecretPresence, Settings, ShadowPolicy};
pub use skill_set::{Choice, LoadedSkill, SkillSet};
pub use snapshot::{Snapshot, SnapshotVersion};
pub use stale::LastGood;
pub use verdict::{Bound, Missing, Reason, Verdict};
