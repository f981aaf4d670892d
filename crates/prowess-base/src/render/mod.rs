//! The three forms in which diagnostics leave the engine.

mod json;
mod sarif;
mod text;

pub use json::to_json;
pub use sarif::to_sarif;
pub use text::{Marks, to_text};
