//! gemini-cli-core 0.61.0 (vectors `gemini/`, `trees.jsonl`, `projects.jsonl`).

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::{
    Aliases, Budget, Collision, Discovery, Gates, Identity, Order, Profile, PromptStyle, ReadTool,
    RootRule, RootSkill, TriggerRule,
};
use crate::{Companion, Scope};

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    // Of one tier the later folder wins.
    let project = |folder: &str| RootRule::Current {
        source: label("workspace"),
        folder: folder.into(),
        scope: Scope::Project,
    };
    let user = |folder: &str| RootRule::Home {
        source: label("user"),
        folder: folder.into(),
        scope: Scope::User,
    };
    Profile {
        name: label("gemini"),
        title: label("Gemini CLI 0.61.0"),
        roots: vec![
            project(".agents/skills"),
            project(".gemini/skills"),
            user(".agents/skills"),
            user(".gemini/skills"),
            RootRule::Plugin {
                source: Some(label("extension")),
            },
        ],
        discovery: Discovery {
            aliases: Aliases::Each,
            skipped: vec![label("node_modules")],
            root_skill: RootSkill::Counted,
            ..Discovery::usual(1)
        },
        identity: Identity::HeaderThenFolder,
        collision: Collision::First,
        dialect: Dialect::Gemini,
        companion: Companion::None,
        gates: Gates::None,
        order: Order::Name,
        triggers: TriggerRule::Never,
        calls: Calls {
            commands: CommandRule::AsNamed,
            mentions: MentionRule::Never,
            stacked: 1,
            arguments: ArgumentRule::AsText,
            form: CallForm::Body,
        },
        style: PromptStyle::IndentedXml,
        budget: Budget::UNBOUNDED,
        read_tools: vec![ReadTool::ByName(label("activate_skill"))],
    }
}
