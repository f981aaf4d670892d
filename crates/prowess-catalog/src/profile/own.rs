//! Prowess's own way of seeing skills.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::{
    Budget, Collision, Discovery, ExtraOrder, FileNameRule, Gates, Identity, Kept, Order, Profile,
    PromptStyle, ReadTool, RootRule, TriggerRule,
};
use crate::{Companion, Scope};

/// Folders that hold programs' own files: no person keeps skills there.
pub(super) const NEVER_ENTERED: [&str; 4] = ["node_modules", "venv", ".venv", "__pycache__"];

/// Folders that usually hold what was built from elsewhere. One may be a skill of that name, but no
/// skills are looked for in it.
const BUILT: [&str; 6] = ["build", "dist", "out", "site-packages", "target", "vendor"];

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    let home = |folder: &str| RootRule::Home {
        source: label("user"),
        folder: folder.into(),
        scope: Scope::User,
    };
    Profile {
        name: label("own"),
        title: label("Prowess"),
        roots: vec![
            RootRule::Workspace {
                source: label("workspace"),
                folder: "skills".into(),
                scope: Scope::Workspace,
            },
            RootRule::Ancestors {
                source: label("project"),
                folders: vec![".agents/skills".into(), ".claude/skills".into()],
            },
            home(".agents/skills"),
            home(".claude/skills"),
            RootRule::Managed {
                source: label("managed"),
            },
            RootRule::BuiltIn {
                source: label("builtin"),
            },
            RootRule::Extra {
                source: label("extra"),
                order: ExtraOrder::FirstFirst,
            },
            RootRule::Plugin { source: None },
        ],
        discovery: Discovery {
            file_names: FileNameRule::AnyCase,
            skipped: NEVER_ENTERED.map(String::from).into(),
            leaves: BUILT.map(String::from).into(),
            ..Discovery::usual(8)
        },
        identity: Identity::HeaderThenFolder,
        collision: Collision::First,
        dialect: Dialect::Own,
        companion: Companion::None,
        gates: Gates::Own,
        order: Order::Name,
        triggers: TriggerRule::WholeTokens,
        calls: Calls {
            commands: CommandRule::AsNamed,
            mentions: MentionRule::LongestName,
            stacked: 6,
            arguments: ArgumentRule::Placeholders,
            form: CallForm::Body,
        },
        style: PromptStyle::Own,
        budget: Budget {
            skills: Some(150),
            characters: Some(30_000),
            // The longest description of the standard.
            description: Some(1_024),
            kept: Kept::Trusted,
            ..Budget::UNBOUNDED
        },
        read_tools: vec![
            ReadTool::Exact(label("read")),
            ReadTool::ByName(label("load_skill")),
        ],
    }
}
