//! Jianmu, from the documentation of its SkillsCatalog; its source was not seen.

use prowess_format::Dialect;

use super::calls::Calls;
use super::{
    Discovery, Gates, Identity, Links, Order, Profile, PromptStyle, ReadTool, RootRule, nanobot,
};
use crate::Scope;

/// The catalogue descends from Nanobot's: folders directly beneath a root are skills, and the
/// summary is its older XML.
pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    let ancestor = nanobot::profile();
    Profile {
        name: label("jianmu"),
        title: label("Jianmu (from documentation, no vectors)"),
        roots: vec![
            RootRule::Configured {
                source: label("workspace"),
                folder: "skills".into(),
                scope: Scope::Workspace,
            },
            RootRule::BuiltIn {
                source: label("builtin"),
            },
        ],
        discovery: Discovery {
            links: Links::Confined,
            ..ancestor.discovery
        },
        identity: Identity::HeaderAnyCase,
        dialect: Dialect::Jianmu,
        gates: Gates::SystemAndPrograms,
        order: Order::RootThenFolder,
        calls: Calls::NEVER,
        style: PromptStyle::SourcedXml,
        read_tools: vec![ReadTool::Exact(label("read_file"))],
        ..ancestor
    }
}
