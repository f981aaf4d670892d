//! What the user said of skills and folders: trusted, blocked, taken in spite of a scan.
//!
//! It is the user's own, in their data folder, and never a project's: `<data>/trust/records.json` (0600 in 0700). A file of a
//! newer version is refused and left as it is. A skill is trusted by the digest of its whole tree, and so a changed one is
//! not; a folder by itself and its owner, and so one that was put in its place is not.

mod file;
mod folder;
mod judge;
mod keys;
mod listing;
mod records;

pub(crate) use file::{Kept, OwnFile};
pub use folder::{FolderFault, TrustedFolder};
pub use judge::{JudgeRules, Standing, TrustJudge, TrustMode, standing};
pub use keys::{Keys, KeysFile, PinnedKey};
pub use listing::{Listing, Looked, Since, SkillStanding, listing, look};
pub use records::{
    Accepted, BlockedSkill, Outline, OutsidePlace, Records, RecordsFile, TrustedSkill,
};
pub(crate) use records::{counting, key as finding_key};
