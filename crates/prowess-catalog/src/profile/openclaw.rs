//! OpenClaw 2026.6.11.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::{
    Aliases, Budget, Collision, Discovery, ExtraOrder, FileNameRule, Gates, HardLinks,
    HiddenFolders, Identity, Links, Order, Profile, PromptStyle, ReadTool, RootRule, RootSkill,
    Search, TriggerRule,
};
use crate::{Companion, Scope};

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    Profile {
        name: label("openclaw"),
        title: label("OpenClaw 2026.6.11"),
        roots: vec![
            RootRule::Workspace {
                source: label("openclaw-workspace"),
                folder: "skills".into(),
                scope: Scope::Workspace,
            },
            RootRule::Workspace {
                source: label("agents-skills-project"),
                folder: ".agents/skills".into(),
                scope: Scope::Project,
            },
            RootRule::Home {
                source: label("agents-skills-personal"),
                folder: ".agents/skills".into(),
                scope: Scope::User,
            },
            RootRule::State {
                source: label("openclaw-managed"),
                variable: label("OPENCLAW_STATE_DIR"),
                home: ".openclaw".into(),
                folder: "skills".into(),
                scope: Scope::Managed,
            },
            RootRule::Variable {
                source: label("openclaw-bundled"),
                variable: label("OPENCLAW_BUNDLED_SKILLS_DIR"),
                scope: Scope::BuiltIn,
            },
            RootRule::Plugin {
                source: Some(label("openclaw-extra")),
            },
            RootRule::Extra {
                source: label("openclaw-extra"),
                order: ExtraOrder::LastFirst,
            },
        ],
        discovery: Discovery {
            search: Search::Levels,
            depth: 6,
            extra_depth: 2,
            candidates: 300,
            entries: 10_000,
            skills_per_source: Some(200),
            file_bytes: 256_000,
            file_names: FileNameRule::Exact,
            hard_links: HardLinks::Refused,
            links: Links::WithinRoot,
            aliases: Aliases::Each,
            skipped: vec![label("node_modules")],
            leaves: Vec::new(),
            hidden_folders: HiddenFolders::Skipped,
            root_skill: RootSkill::Single,
            loose_files: Vec::new(),
            ignore_files: Vec::new(),
        },
        identity: Identity::HeaderThenFolder,
        collision: Collision::Last,
        dialect: Dialect::OpenClaw,
        companion: Companion::None,
        gates: Gates::OpenClaw,
        order: Order::Collated,
        triggers: TriggerRule::Never,
        calls: Calls {
            commands: CommandRule::Words,
            mentions: MentionRule::Never,
            stacked: 1,
            arguments: ArgumentRule::AsText,
            form: CallForm::Reference,
        },
        style: PromptStyle::OpenClaw,
        budget: Budget {
            skills: Some(150),
            characters: Some(18_000),
            ..Budget::UNBOUNDED
        },
        read_tools: vec![ReadTool::AnyCase(label("read"))],
    }
}
