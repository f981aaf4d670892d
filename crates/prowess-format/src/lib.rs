//! From the bytes of a `SKILL.md` to a typed [`Manifest`], with diagnostics and lossless edits.
//!
//! ```text
//! bytes ─► Source (decoded text) ─► Document (header tree with spans, body) ─► Manifest
//!          encoding, bounds          YAML, repair; no client's habits          through a Dialect
//! ```
//!
//! Parsing never fails and never panics: every stage gives its result *and* diagnostics. A
//! diagnostic of severity `Error` from any of them means that the skill must not be used.

pub mod codes;
mod contract;
mod dialect;
mod document;
mod edit;
mod field;
pub mod install;
mod json;
mod json5;
mod manifest;
mod mcp;
mod mend;
mod repair;
pub mod rules;
mod source;
pub mod strict;
mod tree;
mod trigger;
mod yaml;

pub use contract::{Contract, Execution, Orchestration, Port};
pub use dialect::{Dialect, Reading, jianmu, nanobot, openclaw, openhands};
pub use document::{Document, Header};
pub use edit::{EditError, FieldValue, apply_fixes, compose, remove_field, set_field};
pub use json::{from_json, to_json, to_json_as_written};
pub use json5::{json5_document, json5_tree};
pub use manifest::{
    CommandArguments, CommandDispatch, InstallKind, InstallSpec, Invocation, Manifest,
    Requirements, Unpacking, known_platform,
};
pub use mcp::McpServers;
pub use mend::{Mended, Mending, mend};
pub use source::{Encoding, Source};
pub use tree::{Entry, Node, NodeKind, Scalar, ScalarStyle, Value};
pub use trigger::{TaskInput, Trigger};
pub use yaml::yaml_document;

/// Bounds on what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Largest file in bytes; callers that read files stop there.
    pub file_bytes: u64,
    /// Deepest nesting of lists and mappings in a header, JSON in strings included.
    pub depth: usize,
    /// Most nodes in a header.
    pub nodes: usize,
}

impl Default for Limits {
    /// 1 MiB, 64 levels, 10,000 nodes. The largest real file seen has 294 KB.
    fn default() -> Self {
        Self {
            file_bytes: 1 << 20,
            depth: 64,
            nodes: 10_000,
        }
    }
}
