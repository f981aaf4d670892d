//! What a call of a tool may do.
//!
//! ```text
//! tools ─► Pipeline: layer by layer, each only removes ─► Decision: what is left, and which layer took the rest
//! a call ─► left? ─► granted? (the turn's skill, this session, always) ─► Verdict: go, ask, or not permitted
//! ```
//!
//! A model's call, a slash command, a trigger, a tree, a schedule and a sub-agent come through one [`Policy`]. Who calls is
//! written down and decides nothing.
//!
//! Everything here is pure: no file, no clock, no terminal. Who asks a person is the host, with the [`Verdict`] in hand.

mod approval;
pub mod environment;
mod grant;
mod layer;
mod name;
pub mod openclaw;
mod pipeline;
mod policy;
mod programs;
mod words;

pub use approval::{Answer, Approvals, Unattended};
pub use grant::{Grant, GrantFault};
pub use layer::Layer;
pub use name::{Client, Known, key, known, known_as};
pub use pipeline::{By, Decision, Note, Pipeline, Removed, Tool};
pub use policy::{Call, Caller, Policy, Verdict};
pub use words::{NotPlain, words};
