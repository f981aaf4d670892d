//! How a user calls a skill by its name, and what the message becomes.

/// How a user calls a skill by its name, and what the message becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls {
    /// The names behind a `/` at the beginning of a message.
    pub commands: CommandRule,
    /// The names behind a `$` anywhere in a message.
    pub mentions: MentionRule,
    /// Most skills that one message starts by commands at its beginning, `/a /b ARGUMENTS`; each gets the
    /// same arguments. With 1, everything behind the first command is its arguments.
    pub stacked: u32,
    /// Where what stands behind a command goes.
    pub arguments: ArgumentRule,
    /// How a skill that was called enters the message.
    pub form: CallForm,
}

impl Calls {
    /// Nobody calls a skill: the model alone starts it.
    pub const NEVER: Self = Self {
        commands: CommandRule::Never,
        mentions: MentionRule::Never,
        stacked: 1,
        arguments: ArgumentRule::AsText,
        form: CallForm::Body,
    };
}

/// The names behind a `/` at the beginning of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandRule {
    /// There are no commands.
    Never,
    /// The skill's own name in any script, looked up as everywhere; `/skill NAME` where a command of
    /// the host has the name.
    AsNamed,
    /// `/skill:NAME` or `/skill NAME`, and nothing else (pi).
    SkillCommand,
    /// A name of `a`-`z`, digits and `_` that is made for each skill and is unique among commands;
    /// `/skill NAME` for the skill's own name (OpenClaw).
    Words,
}

/// The names behind a `$` anywhere in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MentionRule {
    /// A `$` means nothing.
    Never,
    /// A whole run of ASCII letters, digits, `_` and `-` that is exactly a skill's name; no letter,
    /// digit, `_` or `$` of any script goes before (Nanobot).
    AsciiNames,
    /// The longest name in any script that ends where a token ends; a change of script is an end.
    /// `\$` is a dollar sign, and there are bounds on how many names count and how long they are
    /// (as OpenClaw's later versions have them).
    LongestName,
}

/// Where what stands behind a command goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentRule {
    /// Behind the skill, as it stands.
    AsText,
    /// Into the placeholders of the body; behind the body where none takes any of it (Claude Code).
    Placeholders,
}

/// How a skill that was called enters the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallForm {
    /// With its body, before what the user wrote.
    Body,
    /// By its name: the model reads it as it reads any skill (OpenClaw).
    Reference,
    /// With its body, in one block behind what the user wrote (Nanobot).
    Block,
    /// With its body and the reason, in a block of its own behind what the user wrote (OpenHands).
    Recalled,
}
