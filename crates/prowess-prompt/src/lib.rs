//! What a model is told about the skills that are here.
//!
//! ```text
//! Snapshot + RenderOptions ─► render ─► Rendered: text, what is seen of every skill, what was cut
//! Entry + body + Resources ─► activation ─► the text of a loaded skill
//! Snapshot + message       ─► expand: commands, names behind a `$` and triggers, as a new message
//! Snapshot + Rendered      ─► cost: what the catalogue, the bodies and the files take
//! ```
//!
//! Rendering reads no file and calls no tool: the same snapshot and options give the same bytes.
//! Skill text is data here; it is escaped wherever it enters a text.

mod activation;
mod arguments;
mod boundary;
mod bounds;
mod budget;
#[cfg(test)]
mod budget_tests;
pub mod codes;
mod command;
mod cost;
mod cut;
mod error;
mod escape;
mod expand;
mod load_command;
mod mention;
mod options;
mod path;
mod refusal;
mod render;
#[cfg(test)]
mod render_tests;
mod rendered;
mod resources;
mod routing;
mod scene;
mod shorten;
mod style;
#[cfg(test)]
mod testing;
mod tokens;
mod tool_names;
mod trail;
mod trigger;
mod truncation;

pub use activation::{
    Activation, ActivationForm, HeaderRemoved, activation, for_context, nanobot_body, without_place,
};
pub use arguments::{Folders, SkillFolders, Values, fill, fill_folders, words};
pub use command::{
    AgentCommand, Call, Called, Command, Commands, MenuCharacters, SKILL_COMMAND, Taken,
    ToolArguments, ToolCall, commands_of_agents,
};
pub use cost::{Amount, Cost, CostSource, FileAmount, SkillCost, cost};
pub use error::Error;
pub use expand::{
    Brought, By, ExpandOptions, Expansion, Outcome, Refused, SkillText, SkillTexts, expand,
};
pub use load_command::{LoadCommand, load_commands};
pub use mention::{
    ALL_MENTION_CHARACTERS, MENTION_CHARACTERS, MENTIONS, Mention, Mentions, mentions,
};
pub use options::{DigestOf, IsOnDisk, RenderOptions, Resident, RootNames, Unavailable};
pub use path::Homes;
pub use refusal::Refusal;
pub use render::render;
pub use rendered::{
    BudgetBound, BudgetReport, Omission, Part, PartKind, Rendered, Shown, TokenCount, Visibility,
    WindowLimit,
};
pub use resources::{Resource, ResourceKind, ResourceLimits, Resources};
pub use routing::{Detail, RoutingOptions, routed, routing_line, routing_summary};
pub use tokens::Tokenizer;
pub use tool_names::ToolNames;
pub use trail::extend_trail;
pub use trigger::{
    Asks, Fired, Firing, Message, Recalled, after_message, after_touch, matches_path,
    triggered_by_message, triggered_by_path,
};
pub use truncation::{TruncatedReason, Truncation};

/// What only OpenClaw has.
pub mod openclaw {
    pub use crate::style::openclaw::{PromptMode, prompt_for_run, section, version};
}
