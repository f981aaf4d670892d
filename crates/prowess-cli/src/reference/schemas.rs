//! `schemas/*.json`: the JSON forms that the command prints.

use std::io;

use schemars::{JsonSchema, schema_for};

use crate::commands::explain::ExplainView;

/// Every schema by name.
pub(super) fn all() -> io::Result<Vec<(&'static str, String)>> {
    Ok(vec![schema::<ExplainView>("explain")?])
}

fn schema<T: JsonSchema>(name: &'static str) -> io::Result<(&'static str, String)> {
    let mut text = serde_json::to_string_pretty(&schema_for!(T))?;
    text.push('\n');
    Ok((name, text))
}
