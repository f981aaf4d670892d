//! Diagnostics as JSON.

use serde_json::{Value, json};

use crate::Diagnostic;

/// The version of the JSON form below.
const SCHEMA: u32 = 1;

/// All diagnostics as one JSON value: `{"schema": 1, "diagnostics": [...]}`.
#[must_use]
pub fn to_json(diagnostics: &[Diagnostic]) -> Value {
    json!({ "schema": SCHEMA, "diagnostics": diagnostics })
}
