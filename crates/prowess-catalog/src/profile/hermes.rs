//! Hermes, from its documentation (ecosystem page 3); there are no vectors.

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
    let project = |folder: &str| RootRule::Workspace {
        source: label("project"),
        folder: folder.into(),
        scope: Scope::Project,
    };
    Profile {
        name: label("hermes"),
        title: label("Hermes (from documentation, no vectors)"),
        roots: vec![
            project(".hermes/skills"),
            project(".agents/skills"),
            RootRule::State {
                source: label("local"),
                variable: label("HERMES_HOME"),
                home: ".hermes".into(),
                folder: "skills".into(),
                scope: Scope::User,
            },
            RootRule::Extra {
                source: label("external"),
                order: ExtraOrder::FirstFirst,
            },
        ],
        discovery: Discovery {
            search: Search::Tree,
            depth: 8,
            extra_depth: 8,
            candidates: 100_000,
            entries: 1_000_000,
            skills_per_source: None,
            file_bytes: 1024 * 1024,
            file_names: FileNameRule::Exact,
            hard_links: HardLinks::Allowed,
            links: Links::Confined,
            aliases: Aliases::Once,
            skipped: vec![label("node_modules")],
            leaves: Vec::new(),
            hidden_folders: HiddenFolders::Skipped,
            root_skill: RootSkill::Single,
            loose_files: Vec::new(),
            ignore_files: Vec::new(),
        },
        identity: Identity::HeaderThenFolder,
        collision: Collision::First,
        dialect: Dialect::Hermes,
        companion: Companion::None,
        gates: Gates::SystemAndTools,
        order: Order::Name,
        triggers: TriggerRule::Never,
        calls: Calls {
            commands: CommandRule::AsNamed,
            mentions: MentionRule::Never,
            arguments: ArgumentRule::AsText,
            form: CallForm::Body,
        },
        style: PromptStyle::Lines,
        budget: Budget::UNBOUNDED,
        read_tools: vec![ReadTool::ByName(label("skill_view"))],
    }
}
