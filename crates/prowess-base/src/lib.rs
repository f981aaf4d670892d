//! The words every room of the engine shares: diagnostics and their renderers, spans, digests,
//! names, the surroundings of a run and its clock.
//!
//! This crate does no input or output. What it describes about the machine ([`Surroundings`],
//! [`Clock`]) is filled in by the host program.

mod clock;
mod code;
mod day;
mod diagnostic;
mod digest;
mod name;
pub mod render;
mod source;
mod surroundings;
mod tree_digest;

pub use clock::{Clock, FixedClock};
pub use code::{Code, CodePage, ParseCodeError};
pub use day::{Day, ParseDayError};
pub use diagnostic::{Diagnostic, Fix, Place, Related, Severity};
pub use digest::{Digest, ParseDigestError};
pub use name::{FoldedName, InvalidName, NameFault, SkillName, normalize_name};
pub use source::{LineIndex, Position, Span};
pub use surroundings::{Environment, Folders, Platform, Surroundings};
pub use tree_digest::{Execution, TreeDigest};
