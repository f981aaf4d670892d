//! What a skill package could do, and whether to let it in.
//!
//! ```text
//! folder, archive, ─► Package ─► units ─► signals (rules on texts) ─┐
//! one SKILL.md        every file,  texts  facts (what code and      ├─► judge ─► Report
//!                     archives     with   prose do) ─► flows ─► ────┘   severity   verdict, findings,
//!                     opened       role   signals (rules on facts)      verdict    capabilities, coverage
//! ```
//!
//! A [`Package`] holds every file, and of each whether it could be read. A *unit* is one text in one
//! language: a file, a fenced block of it, or what was hidden or encoded in it. Rules push *signals*;
//! readers of code and prose push *facts*. Only the judge turns signals into findings with a severity,
//! and findings into a verdict: no rule decides alone.
//!
//! Nothing of a package is executed, and the package never decides what of it is read.

pub mod archive;
mod asset;
mod capabilities;
mod code;
pub mod codes;
mod configuration;
mod derive;
mod fact;
mod failure;
mod host;
mod judge;
pub mod openclaw;
mod outside;
mod package;
mod pattern;
mod phrase;
mod provenance;
mod report;
mod role;
mod rule_set;
mod rules;
mod scanner;
mod secret;
mod several;
mod signal;
mod skill;
mod stance;
mod suppress;
mod unit;

pub use outside::{Combined, Opinion, OutsideReport, OutsideStatus, combine, with_opinion};
pub use package::{Content, Coverage, Error, FileId, Limits, Package, PackageFile, Packages};
pub use report::{
    BlastRadius, Capabilities, CapabilitySet, CoveredFile, Finding, Provenance, Report, Severity,
    Verdict,
};
pub use rule_set::RuleSet;
pub use rules::rule_ids;
pub use scanner::{RULE_SET_VERSION, scan};
pub use several::{Across, AcrossKind, Scanned, across};
pub use suppress::{Suppressed, Suppression};
