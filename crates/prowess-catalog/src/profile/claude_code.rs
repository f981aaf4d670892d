//! Claude Code, from its documentation (ecosystem page 2); there are no vectors.
//!
//! Not told here: folders of `.claude/skills` deeper in the project, which that client loads when
//! files there are touched, `.claude/commands`, and what its plugins and claude.ai bring.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, Calls, CommandRule, MentionRule};
use super::{
    Budget, Collision, Discovery, Gates, HiddenFolders, Identity, Kept, Order, Overflow, Profile,
    PromptStyle, ReadTool, RootRule, RootSkill, TriggerRule, WindowShare, WindowUnit,
};
use crate::{Companion, Scope};

/// Where an administrator puts skills: on Linux and on macOS.
const MANAGED: [&str; 2] = [
    "/etc/claude-code/.claude/skills",
    "/Library/Application Support/ClaudeCode/.claude/skills",
];

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    let managed = MANAGED.map(|path| RootRule::Fixed {
        source: label("enterprise"),
        path: path.into(),
        scope: Scope::Managed,
    });
    let others = [
        RootRule::State {
            source: label("personal"),
            variable: label("CLAUDE_CONFIG_DIR"),
            home: ".claude".into(),
            folder: "skills".into(),
            scope: Scope::User,
        },
        RootRule::Ancestors {
            source: label("project"),
            folders: vec![".claude/skills".into()],
        },
    ];
    Profile {
        name: label("claude-code"),
        title: label("Claude Code (from documentation, no vectors)"),
        roots: managed.into_iter().chain(others).collect(),
        discovery: Discovery {
            skipped: vec![label("synced")],
            hidden_folders: HiddenFolders::Entered,
            root_skill: RootSkill::Ignored,
            ..Discovery::usual(1)
        },
        identity: Identity::Folder,
        collision: Collision::First,
        dialect: Dialect::ClaudeCode,
        companion: Companion::None,
        gates: Gates::None,
        order: Order::Name,
        triggers: TriggerRule::WholeTokens,
        calls: Calls {
            commands: CommandRule::AsNamed,
            mentions: MentionRule::Never,
            stacked: 6,
            arguments: ArgumentRule::Placeholders,
            form: CallForm::Body,
        },
        style: PromptStyle::Lines,
        budget: Budget {
            skills: None,
            characters: None,
            description: Some(1_536),
            tokens: None,
            window: Some(WindowShare {
                thousandths: 10,
                unit: WindowUnit::Characters,
                // Of the usual window, 200,000 tokens.
                without_window: Some(8_000),
            }),
            overflow: Overflow::NamesKept,
            kept: Kept::FirstListed,
        },
        read_tools: vec![
            ReadTool::ByName(label("Skill")),
            ReadTool::Exact(label("Read")),
        ],
    }
}
