//! Nanobot as of 2026-08-23.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::{
    Aliases, Budget, Collision, Discovery, Gates, HiddenFolders, Identity, Links, Order, Profile,
    PromptStyle, ReadTool, RootRule, RootSkill, TriggerRule,
};
use crate::{Companion, Scope};

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    Profile {
        name: label("nanobot"),
        title: label("Nanobot 2026-08"),
        roots: vec![
            RootRule::Workspace {
                source: label("workspace"),
                folder: "skills".into(),
                scope: Scope::Workspace,
            },
            RootRule::Plugin {
                source: Some(label("plugin")),
            },
            RootRule::BuiltIn {
                source: label("builtin"),
            },
        ],
        discovery: Discovery {
            links: Links::ConfinedBelowRoot,
            aliases: Aliases::Each,
            hidden_folders: HiddenFolders::Entered,
            root_skill: RootSkill::Ignored,
            ..Discovery::usual(1)
        },
        identity: Identity::Folder,
        collision: Collision::First,
        dialect: Dialect::Nanobot,
        companion: Companion::None,
        gates: Gates::Nanobot,
        order: Order::RootThenFolder,
        triggers: TriggerRule::Never,
        calls: Calls {
            commands: CommandRule::Never,
            mentions: MentionRule::AsciiNames,
            stacked: 1,
            arguments: ArgumentRule::AsText,
            form: CallForm::Block,
        },
        style: PromptStyle::Nanobot,
        budget: Budget::UNBOUNDED,
        read_tools: vec![ReadTool::Exact(label("read_file"))],
    }
}
