//! The words by which the parts of a profile are called in a file and shown to a person.

use prowess_format::Dialect;

use super::calls::{ArgumentRule, CallForm, CommandRule, MentionRule};
use super::{
    Aliases, Collision, ExtraOrder, FileNameRule, Gates, HardLinks, HiddenFolders, Identity,
    InstructionPlace, Kept, Links, Order, Overflow, PromptStyle, RootSkill, Search, TriggerRule,
    WindowUnit,
};
use crate::{Companion, Scope};

/// A part that is one of a few words.
pub(super) trait Word: Copy + PartialEq + 'static {
    /// Every value with its word.
    const WORDS: &'static [(&'static str, Self)];

    /// The word of a value.
    fn word(self) -> &'static str {
        let mut words = Self::WORDS.iter();
        words
            .find(|(_, value)| *value == self)
            .map_or("", |(word, _)| word)
    }

    /// The value of a word.
    fn from_word(text: &str) -> Option<Self> {
        let mut words = Self::WORDS.iter();
        words
            .find(|(word, _)| *word == text)
            .map(|(_, value)| *value)
    }
}

macro_rules! words {
    ($($part:ident { $($word:literal = $value:ident),* $(,)? })*) => {
        $(impl Word for $part {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $part::$value)),*];
        })*
    };
}

words! {
    Aliases { "once" = Once, "each" = Each }
    Companion { "none" = None, "mcp-servers" = McpServers, "agents-file" = AgentsFile }
    Collision { "first" = First, "last" = Last, "by-kind" = ByKind, "each" = Each }
    ArgumentRule { "as-text" = AsText, "placeholders" = Placeholders }
    CallForm { "body" = Body, "reference" = Reference, "block" = Block, "recalled" = Recalled }
    CommandRule {
        "never" = Never, "as-named" = AsNamed, "skill-command" = SkillCommand, "words" = Words,
    }
    Dialect {
        "own" = Own, "agentskills" = AgentSkills, "openclaw" = OpenClaw, "nanobot" = Nanobot,
        "pi" = Pi, "gemini" = Gemini, "claude-code" = ClaudeCode, "codex" = Codex,
        "hermes" = Hermes, "openhands" = OpenHands, "nanobot-lines" = NanobotLines,
        "jianmu" = Jianmu,
    }
    ExtraOrder { "first-first" = FirstFirst, "last-first" = LastFirst }
    FileNameRule { "exact" = Exact, "any-case" = AnyCase }
    Gates {
        "own" = Own, "openclaw" = OpenClaw, "nanobot" = Nanobot, "settings" = Settings,
        "system-and-tools" = SystemAndTools, "programs" = Programs,
        "system-and-programs" = SystemAndPrograms, "none" = None,
    }
    HardLinks { "allowed" = Allowed, "refused" = Refused }
    HiddenFolders { "entered" = Entered, "skipped" = Skipped }
    Identity {
        "header-then-folder" = HeaderThenFolder, "header-any-case" = HeaderAnyCase,
        "folder" = Folder,
    }
    Links {
        "confined" = Confined, "confined-below-root" = ConfinedBelowRoot,
        "within-root" = WithinRoot,
    }
    InstructionPlace {
        "current" = Current, "workspace" = Workspace, "below-current" = BelowCurrent,
    }
    Kept { "first-listed" = FirstListed, "trusted" = Trusted, "shipped" = Shipped }
    Order {
        "name" = Name, "collated" = Collated, "root-then-folder" = RootThenFolder,
        "root-then-path" = RootThenPath, "first-met" = FirstMet,
    }
    Overflow { "gradual" = Gradual, "names-kept" = NamesKept }
    MentionRule {
        "never" = Never, "ascii-names" = AsciiNames, "longest-name" = LongestName,
    }
    PromptStyle {
        "own" = Own, "openclaw" = OpenClaw, "openclaw-whole" = OpenClawWhole,
        "agentskills" = AgentSkills, "nanobot" = Nanobot, "nanobot-xml" = NanobotXml,
        "sourced-xml" = SourcedXml, "indented-xml" = IndentedXml, "lines" = Lines,
        "lines-with-path" = LinesWithPath, "invoked-xml" = InvokedXml,
    }
    RootSkill { "single" = Single, "ignored" = Ignored, "counted" = Counted }
    Scope {
        "built-in" = BuiltIn, "extra" = Extra, "plugin" = Plugin, "managed" = Managed,
        "user" = User, "project" = Project, "workspace" = Workspace,
    }
    Search { "tree" = Tree, "levels" = Levels, "folders-and-files" = FoldersAndFiles }
    WindowUnit { "tokens" = Tokens, "characters" = Characters }
    TriggerRule {
        "never" = Never, "ascii-boundaries" = AsciiBoundaries, "whole-tokens" = WholeTokens,
    }
}
