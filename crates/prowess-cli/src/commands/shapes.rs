//! The shapes of values that the library prints, for the schemas.

#![cfg(feature = "generate")]
#![expect(dead_code, reason = "only their shapes are used")]

use schemars::JsonSchema;

/// One finding about one file.
#[derive(JsonSchema)]
pub(crate) struct DiagnosticShape {
    /// The stable code, such as `PW102`.
    code: String,
    /// `error`, `warning` or `advice`.
    severity: String,
    /// What is the matter.
    message: String,
    /// The file that it is about.
    file: Option<String>,
    /// Where in the file.
    place: Option<PlaceShape>,
    /// What to do next.
    help: Option<String>,
    /// A replacement that mends it.
    fix: Option<FixShape>,
    /// Other places that belong to it.
    related: Option<Vec<RelatedShape>>,
}

/// Where in a text a finding points.
#[derive(JsonSchema)]
struct PlaceShape {
    /// Bytes in the decoded text.
    span: SpanShape,
    /// Its first character.
    start: PositionShape,
    /// One past its last character.
    end: PositionShape,
    /// The first line of the span.
    line_text: String,
}

/// A range of bytes, end excluded.
#[derive(JsonSchema)]
struct SpanShape {
    /// First byte.
    start: u32,
    /// One past the last byte.
    end: u32,
}

/// A line and a column, both from 1; the column counts characters.
#[derive(JsonSchema)]
struct PositionShape {
    /// The line.
    line: u32,
    /// The column.
    column: u32,
}

/// A replacement.
#[derive(JsonSchema)]
struct FixShape {
    /// The bytes to replace.
    span: SpanShape,
    /// What to put there.
    replacement: String,
}

/// Another place.
#[derive(JsonSchema)]
struct RelatedShape {
    /// The file.
    file: String,
    /// Where in it.
    position: Option<PositionShape>,
    /// What stands there.
    message: String,
}
