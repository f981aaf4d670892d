//! Tools that models and skills call.
//!
//! ```text
//! what a model sent ─► Registry: which tool ─► arguments: read, cast, held against the schema ─► Tool::call ─► Output
//!                      or the nearest name     or every fault at once, with what to do
//! ```
//!
//! A [`Tool`] is one async function with typed arguments; its schema is derived from them. What goes wrong before a tool runs is a
//! [`CallFault`], which says what to do next in words for a model.

mod arguments;
mod output;
mod registry;
mod tool;

pub use arguments::{Fault, Reading, Shape, Unreadable, cast, check, read};
pub use output::Output;
pub use registry::{AlreadyThere, CallFault, Definition, Registry};
pub use tool::{AnyTool, Failure, Tool};
