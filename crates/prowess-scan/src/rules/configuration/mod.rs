//! Rules about what tools read by themselves: grants, hooks, settings, servers, packages, names.

pub(super) mod agent_settings;
pub(super) mod confused_dependency;
pub(super) mod dependency_source;
pub(super) mod editor_task;
pub(super) mod embedded_secret;
pub(super) mod git_program;
pub(super) mod header_command;
pub(super) mod hook_command;
pub(super) mod install_script;
pub(super) mod mcp_server;
pub(super) mod model_endpoint;
pub(super) mod name_shadowing;
pub(super) mod plugin_manifest;
pub(super) mod tool_grant;
pub(super) mod unpinned_dependency;

mod likeness;

use crate::configuration::Reach;
use crate::signal::Strength;
use crate::unit::{Mapping, Origin, Unit};

/// `shipped` for settings that lie in the package as such, `shown` for those that a text only shows.
fn shipped_or_shown(unit: &Unit<'_>, shipped: Strength, shown: Strength) -> Strength {
    match unit.origin {
        Origin::Fence | Origin::CodeSpan => shown,
        _ => shipped,
    }
}

/// Whether the text of `unit` stands word for word in another unit of its file, so that what is looked
/// for in any text is found there.
fn is_part_of_another(unit: &Unit<'_>) -> bool {
    unit.origin != Origin::File && matches!(unit.mapping, Mapping::Shifted(_))
}

/// What a command does that starts by itself, for a message.
const fn words_for(reach: Reach) -> &'static str {
    match reach {
        Reach::Local => "runs a program",
        Reach::Inline => "runs a program that stands in it",
        Reach::Network => "speaks to the network",
        Reach::Foreign => "runs what it fetches or decodes",
    }
}

/// The first 80 characters of a command on one line, for a message.
fn brief(command: &str) -> String {
    let mut brief: String = command
        .chars()
        .take(80)
        .map(|c| if c.is_control() || c == '`' { ' ' } else { c })
        .collect();
    if brief.len() < command.len() {
        brief.push('…');
    }
    crate::secret::mask(&brief)
}
