//! pi 1.6.0 (vectors `pi/`, `trees.jsonl`, `projects.jsonl`).

use prowess_format::Dialect;

use super::calls::{Calls, CommandRule};
use super::{
    Budget, Collision, Discovery, ExtraOrder, Gates, Identity, Order, Profile, PromptStyle,
    ReadTool, RootRule, TriggerRule,
};
use crate::{Companion, Scope};

/// The labels of the two roots in which Markdown files are skills too.
const PROJECT: &str = "pi-project";
const USER: &str = "pi-user";

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    Profile {
        name: label("pi"),
        title: label("pi 1.6.0"),
        roots: vec![
            RootRule::Extra {
                source: label("path"),
                order: ExtraOrder::FirstFirst,
            },
            RootRule::Current {
                source: label(PROJECT),
                folder: ".pi/skills".into(),
                scope: Scope::Project,
            },
            RootRule::Ancestors {
                source: label("agents-project"),
                folders: vec![".agents/skills".into()],
            },
            RootRule::Home {
                source: label(USER),
                folder: ".pi/agent/skills".into(),
                scope: Scope::User,
            },
            RootRule::Home {
                source: label("agents-user"),
                folder: ".agents/skills".into(),
                scope: Scope::User,
            },
        ],
        // That client has no bound; this is the largest there is here.
        discovery: Discovery {
            skipped: vec![label("node_modules")],
            loose_files: vec![label("path"), label(PROJECT), label(USER)],
            ignore_files: vec![label(".gitignore"), label(".ignore"), label(".fdignore")],
            ..Discovery::usual(64)
        },
        identity: Identity::HeaderThenFolder,
        collision: Collision::First,
        dialect: Dialect::Pi,
        companion: Companion::None,
        gates: Gates::None,
        order: Order::RootThenPath,
        triggers: TriggerRule::Never,
        calls: Calls {
            commands: CommandRule::SkillCommand,
            ..Calls::NEVER
        },
        style: PromptStyle::IndentedXml,
        budget: Budget::UNBOUNDED,
        read_tools: vec![ReadTool::Exact(label("read"))],
    }
}
