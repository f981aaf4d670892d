//! Hermes, from its documentation (ecosystem page 3); there are no vectors.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::{
    Budget, Collision, Discovery, ExtraOrder, Gates, Identity, Order, Profile, PromptStyle,
    ReadTool, RootRule, TriggerRule,
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
            skipped: vec![label("node_modules")],
            ..Discovery::usual(8)
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
            stacked: 5,
            arguments: ArgumentRule::AsText,
            form: CallForm::Body,
        },
        style: PromptStyle::Lines,
        budget: Budget::UNBOUNDED,
        read_tools: vec![ReadTool::ByName(label("skill_view"))],
    }
}
