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
pub(crate) struct PlaceShape {
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

/// A call of a tool that takes the place of the model's turn.
#[derive(JsonSchema)]
pub(crate) struct ToolCallShape {
    /// The tool.
    tool: String,
    /// What it is called with.
    arguments: ToolArgumentsShape,
}

/// What a tool is called with by a command.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ToolArgumentsShape {
    /// What stands behind the command, as it was written.
    command: String,
    /// The command.
    command_name: String,
    /// The skill.
    skill_name: String,
}

/// All settings.
#[derive(JsonSchema)]
pub(crate) struct ConfigShape {
    /// The version of this form.
    schema: u32,
    /// Every setting, in the order of the reference.
    settings: Vec<SettingShape>,
    /// What was found while reading the settings.
    diagnostics: Vec<DiagnosticShape>,
}

/// One setting.
#[derive(JsonSchema)]
struct SettingShape {
    /// The dotted key.
    key: String,
    /// What holds; nothing where only a profile says something. Secrets are `(hidden)`.
    value: serde_json::Value,
    /// `anyone`, `restrict-only` or `user-only`: what a project file may do.
    authority: String,
    /// Where the value comes from.
    origin: Option<OriginShape>,
    /// What the value does to the profile's own or a client's: `replaces` or `restricts`.
    effect: String,
    /// What each layer said, the strongest first.
    contributions: Vec<ContributionShape>,
}

/// Where a word about a setting stands.
#[derive(JsonSchema)]
struct OriginShape {
    /// `default`, `user`, `project`, `environment` or `flag`.
    layer: String,
    /// The key, variable or flag.
    name: String,
    /// The file.
    file: Option<String>,
    /// The line in it, from 1.
    line: Option<u32>,
}

/// One layer's word about a setting.
#[derive(JsonSchema)]
struct ContributionShape {
    /// What it says.
    value: serde_json::Value,
    /// Where it says so.
    origin: OriginShape,
    /// What became of it.
    standing: serde_json::Value,
}
