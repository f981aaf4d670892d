//! Codex, from its documentation and source as the ecosystem page 3 tells them; there are no
//! vectors.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::{
    Budget, Collision, Discovery, Gates, Identity, Kept, Order, Overflow, Profile, PromptStyle,
    ReadTool, RootRule, TriggerRule, WindowShare, WindowUnit,
};
use crate::{Companion, Scope};

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    let state = |source: &str, folder: &str, scope| RootRule::State {
        source: label(source),
        variable: label("CODEX_HOME"),
        home: ".codex".into(),
        folder: folder.into(),
        scope,
    };
    Profile {
        name: label("codex"),
        title: label("Codex (from documentation, no vectors)"),
        roots: vec![
            RootRule::Ancestors {
                source: label("repo"),
                folders: vec![".agents/skills".into(), ".codex/skills".into()],
            },
            RootRule::Home {
                source: label("user"),
                folder: ".agents/skills".into(),
                scope: Scope::User,
            },
            state("user", "skills", Scope::User),
            state("system", "skills/.system", Scope::BuiltIn),
            RootRule::Fixed {
                source: label("admin"),
                path: "/etc/codex/skills".into(),
                scope: Scope::Managed,
            },
        ],
        discovery: Discovery {
            candidates: 2_000,
            entries: 20_000,
            ..Discovery::usual(6)
        },
        identity: Identity::HeaderThenFolder,
        collision: Collision::Each,
        dialect: Dialect::Codex,
        companion: Companion::AgentsFile,
        gates: Gates::Settings,
        order: Order::RootThenPath,
        triggers: TriggerRule::Never,
        calls: Calls {
            commands: CommandRule::Never,
            mentions: MentionRule::LongestName,
            stacked: 1,
            arguments: ArgumentRule::AsText,
            form: CallForm::Body,
        },
        style: PromptStyle::LinesWithPath,
        budget: Budget {
            skills: None,
            characters: None,
            description: None,
            tokens: None,
            window: Some(WindowShare {
                thousandths: 20,
                unit: WindowUnit::Tokens,
                without_window: Some(8_000),
            }),
            overflow: Overflow::Gradual,
            kept: Kept::Shipped,
        },
        read_tools: ["shell", "local_shell", "exec_command", "shell_command"]
            .map(|tool| ReadTool::Exact(label(tool)))
            .into(),
    }
}
