//! OpenHands SDK 1.58.2 (vectors `openhands/`, `trees.jsonl`, `projects.jsonl`).

use prowess_format::Dialect;

use super::calls::{CallForm, Calls};
use super::{
    Aliases, Budget, Collision, Discovery, ExtraOrder, FileNameRule, Gates, HiddenFolders,
    Identity, InstructionPlace, Links, Order, Profile, PromptStyle, ReadTool, RootRule, RootSkill,
    Search, TriggerRule,
};
use crate::{Companion, Scope};

/// Where skills are in the current folder, in P and, but for the label, in the home folder.
const FOLDERS: [&str; 3] = [
    ".agents/skills",
    ".openhands/skills",
    ".openhands/microagents",
];

pub(super) fn profile() -> Profile {
    let label = |text: &str| text.to_owned();
    let instructions = |place| RootRule::Instructions {
        source: label("instructions"),
        place,
    };
    let mut roots = vec![
        instructions(InstructionPlace::Current),
        instructions(InstructionPlace::Workspace),
        instructions(InstructionPlace::BelowCurrent),
    ];
    roots.extend(FOLDERS.map(|folder| RootRule::Current {
        source: label("project"),
        folder: folder.into(),
        scope: Scope::Project,
    }));
    roots.extend(FOLDERS.map(|folder| RootRule::Workspace {
        source: label("project"),
        folder: folder.into(),
        scope: Scope::Project,
    }));
    roots.extend(FOLDERS.map(|folder| RootRule::Home {
        source: label("user"),
        folder: folder.into(),
        scope: Scope::User,
    }));
    roots.extend([
        RootRule::Home {
            source: label("installed"),
            folder: ".openhands/skills/installed".into(),
            scope: Scope::Managed,
        },
        RootRule::Home {
            source: label("public"),
            folder: ".openhands/cache/skills/public-skills/skills".into(),
            scope: Scope::BuiltIn,
        },
        RootRule::Extra {
            source: label("extra"),
            order: ExtraOrder::FirstFirst,
        },
    ]);
    Profile {
        name: label("openhands"),
        title: label("OpenHands SDK 1.58.2"),
        roots,
        // That client has no bound; these are for folders that are no place for skills.
        discovery: Discovery {
            search: Search::FoldersAndFiles,
            entries: 200_000,
            file_names: FileNameRule::AnyCase,
            links: Links::ConfinedBelowRoot,
            aliases: Aliases::Each,
            hidden_folders: HiddenFolders::Entered,
            root_skill: RootSkill::Ignored,
            ..Discovery::usual(32)
        },
        identity: Identity::HeaderThenFolder,
        collision: Collision::ByKind,
        dialect: Dialect::OpenHands,
        companion: Companion::McpServers,
        gates: Gates::Settings,
        order: Order::FirstMet,
        triggers: TriggerRule::AsciiBoundaries,
        calls: Calls {
            form: CallForm::Recalled,
            ..Calls::NEVER
        },
        style: PromptStyle::InvokedXml,
        budget: Budget {
            // The longest description of the standard.
            description: Some(1_024),
            ..Budget::UNBOUNDED
        },
        read_tools: vec![ReadTool::ByName(label("invoke_skill"))],
    }
}
