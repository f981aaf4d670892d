//! Nanobot as of 2026-08-23.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::{
    Aliases, Budget, Collision, Discovery, FileNameRule, Gates, HardLinks, HiddenFolders, Identity,
    Links, Order, Profile, PromptStyle, ReadTool, RootRule, RootSkill, Search, TriggerRule,
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
            search: Search::Tree,
            depth: 1,
            extra_depth: 1,
            candidates: 100_000,
            entries: 1_000_000,
            skills_per_source: None,
            file_bytes: 1024 * 1024,
            file_names: FileNameRule::Exact,
            hard_links: HardLinks::Allowed,
            links: Links::ConfinedBelowRoot,
            aliases: Aliases::Each,
            skipped: Vec::new(),
            leaves: Vec::new(),
            hidden_folders: HiddenFolders::Entered,
            root_skill: RootSkill::Ignored,
            loose_files: Vec::new(),
            ignore_files: Vec::new(),
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
            arguments: ArgumentRule::AsText,
            form: CallForm::Block,
        },
        style: PromptStyle::Nanobot,
        budget: Budget::UNBOUNDED,
        read_tools: vec![ReadTool::Exact(label("read_file"))],
    }
}
