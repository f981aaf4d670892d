//! agentskills.io: the scopes, the search and the lenient loading of its client guide.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::own::NEVER_ENTERED;
use super::{
    Budget, Collision, Discovery, ExtraOrder, Gates, Identity, Order, Profile, PromptStyle,
    ReadTool, RootRule, TriggerRule,
};
use crate::{Companion, Scope};

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    Profile {
        name: label("agentskills"),
        title: label("agentskills.io"),
        roots: vec![
            RootRule::Ancestors {
                source: label("project"),
                folders: vec![".agents/skills".into()],
            },
            RootRule::Home {
                source: label("user"),
                folder: ".agents/skills".into(),
                scope: Scope::User,
            },
            RootRule::Extra {
                source: label("extra"),
                order: ExtraOrder::FirstFirst,
            },
        ],
        discovery: Discovery {
            candidates: 2_000,
            entries: 100_000,
            skipped: NEVER_ENTERED.map(String::from).into(),
            ..Discovery::usual(6)
        },
        identity: Identity::HeaderThenFolder,
        collision: Collision::First,
        dialect: Dialect::AgentSkills,
        companion: Companion::None,
        gates: Gates::None,
        order: Order::Name,
        triggers: TriggerRule::Never,
        calls: Calls {
            commands: CommandRule::AsNamed,
            mentions: MentionRule::LongestName,
            stacked: 1,
            arguments: ArgumentRule::AsText,
            form: CallForm::Body,
        },
        style: PromptStyle::AgentSkills,
        budget: Budget::UNBOUNDED,
        read_tools: vec![
            ReadTool::AnyCase(label("read")),
            ReadTool::AnyCase(label("skill")),
        ],
    }
}
