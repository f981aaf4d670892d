//! The table of keys: everything that can be set, and nothing that nobody reads.

use crate::{Authority, KeySpec, Preset, Shape, Tightening, Variable, VariableUse};

/// One key of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Key {
    /// `profile`
    Profile,
    /// `agent`
    Agent,
    /// `prompt.skills`
    PromptSkills,
    /// `prompt.characters`
    PromptCharacters,
    /// `prompt.description`
    PromptDescription,
    /// `prompt.tokens`
    PromptTokens,
    /// `prompt.window`
    PromptWindow,
    /// `prompt.tokenizer`
    PromptTokenizer,
    /// `discovery.depth`
    DiscoveryDepth,
    /// `discovery.candidates`
    DiscoveryCandidates,
    /// `skill.file_bytes`
    SkillFileBytes,
    /// `skills.allow_built_in`
    AllowBuiltIn,
    /// `skills.extra`
    ExtraRoots,
    /// `skills.entries.<skill>.enabled`
    EntryEnabled,
    /// `skills.entries.<skill>.force`
    EntryForce,
    /// `skills.entries.<skill>.api_key`
    EntryApiKey,
    /// `skills.entries.<skill>.env.<variable>`
    EntryEnv,
    /// `agents.<agent>.skills`
    AgentSkills,
    /// `agents.<agent>.tools`
    AgentTools,
    /// `trust.shadow`
    TrustShadow,
    /// `trust.mode`
    TrustMode,
    /// `scan.suppress.<fingerprint>.owner`
    SuppressOwner,
    /// `scan.suppress.<fingerprint>.reason`
    SuppressReason,
    /// `scan.suppress.<fingerprint>.until`
    SuppressUntil,
    /// `install.prefer_brew`
    InstallPreferBrew,
    /// `install.node_manager`
    InstallNodeManager,
    /// `install.scan`
    InstallScan,
    /// `install.policy.command`
    PolicyCommand,
    /// `install.policy.arguments`
    PolicyArguments,
    /// `install.policy.pass_env`
    PolicyPassEnv,
    /// `install.policy.milliseconds`
    PolicyMilliseconds,
    /// `install.policy.output_bytes`
    PolicyOutputBytes,
    /// `install.registry`
    InstallRegistry,
    /// `install.trusted_hosts`
    InstallTrustedHosts,
    /// `output.color`
    OutputColor,
    /// `output.format`
    OutputFormat,
    /// `values.<path>`
    Values,
}

const fn value(name: &'static str) -> Variable {
    Variable {
        name,
        usage: VariableUse::Value,
    }
}

impl Key {
    /// Every key, in the order of the reference.
    pub const ALL: &'static [Self] = &[
        Self::Profile,
        Self::Agent,
        Self::PromptSkills,
        Self::PromptCharacters,
        Self::PromptDescription,
        Self::PromptTokens,
        Self::PromptWindow,
        Self::PromptTokenizer,
        Self::DiscoveryDepth,
        Self::DiscoveryCandidates,
        Self::SkillFileBytes,
        Self::AllowBuiltIn,
        Self::ExtraRoots,
        Self::EntryEnabled,
        Self::EntryForce,
        Self::EntryApiKey,
        Self::EntryEnv,
        Self::AgentSkills,
        Self::AgentTools,
        Self::TrustShadow,
        Self::TrustMode,
        Self::SuppressOwner,
        Self::SuppressReason,
        Self::SuppressUntil,
        Self::InstallPreferBrew,
        Self::InstallNodeManager,
        Self::InstallScan,
        Self::PolicyCommand,
        Self::PolicyArguments,
        Self::PolicyPassEnv,
        Self::PolicyMilliseconds,
        Self::PolicyOutputBytes,
        Self::InstallRegistry,
        Self::InstallTrustedHosts,
        Self::OutputColor,
        Self::OutputFormat,
        Self::Values,
    ];

    /// The key's row of the table.
    #[must_use]
    pub const fn spec(self) -> KeySpec {
        match self {
            Self::Profile => KeySpec {
                path: "profile",
                shape: Shape::Text,
                preset: Preset::Text("own"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_PROFILE")] },
                flag: Some("--profile"),
                about: "the client whose view of skills is taken",
            },
            Self::Agent => KeySpec {
                path: "agent",
                shape: Shape::Text,
                preset: Preset::Text("default"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_AGENT")] },
                flag: Some("--agent"),
                about: "the agent whose `agents.<agent>` table holds; what it lacks comes from `agents.default`",
            },
            Self::PromptSkills => KeySpec {
                path: "prompt.skills",
                shape: Shape::Number {
                    least: 0,
                    most: 100_000,
                },
                preset: Preset::Profile,
                authority: Authority::RestrictOnly(Tightening::Smaller),
                variables: const { &[value("PROWESS_PROMPT_SKILLS")] },
                flag: None,
                about: "most skills that a model is told about",
            },
            Self::PromptCharacters => KeySpec {
                path: "prompt.characters",
                shape: Shape::Number {
                    least: 0,
                    most: 10_000_000,
                },
                preset: Preset::Profile,
                authority: Authority::RestrictOnly(Tightening::Smaller),
                variables: const { &[value("PROWESS_PROMPT_CHARACTERS")] },
                flag: None,
                about: "most characters of the rendered catalogue",
            },
            Self::PromptDescription => KeySpec {
                path: "prompt.description",
                shape: Shape::Number {
                    least: 1,
                    most: 1_000_000,
                },
                preset: Preset::Profile,
                authority: Authority::RestrictOnly(Tightening::Smaller),
                variables: const { &[value("PROWESS_PROMPT_DESCRIPTION")] },
                flag: None,
                about: "most characters of one description in the catalogue",
            },
            Self::PromptTokens => KeySpec {
                path: "prompt.tokens",
                shape: Shape::Number {
                    least: 0,
                    most: 10_000_000,
                },
                preset: Preset::Profile,
                authority: Authority::RestrictOnly(Tightening::Smaller),
                variables: const { &[value("PROWESS_PROMPT_TOKENS")] },
                flag: None,
                about: "most tokens of the rendered catalogue",
            },
            Self::PromptWindow => KeySpec {
                path: "prompt.window",
                shape: Shape::Number {
                    least: 1,
                    most: 1_000_000_000,
                },
                preset: Preset::Absent("not known"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_PROMPT_WINDOW")] },
                flag: Some("--window"),
                about: "tokens that the model's context window holds, for profiles that give the catalogue a share of it",
            },
            Self::PromptTokenizer => KeySpec {
                path: "prompt.tokenizer",
                shape: Shape::Word(&["estimate", "o200k", "cl100k"]),
                preset: Preset::Absent("the model's, else `o200k`"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_PROMPT_TOKENIZER")] },
                flag: Some("--tokenizer"),
                about: "how tokens are counted: exactly in a vocabulary of OpenAI's, or by a guess from the length for models whose vocabulary is not public",
            },
            Self::DiscoveryDepth => KeySpec {
                path: "discovery.depth",
                shape: Shape::Number { least: 1, most: 64 },
                preset: Preset::Profile,
                authority: Authority::RestrictOnly(Tightening::Smaller),
                variables: const { &[value("PROWESS_DISCOVERY_DEPTH")] },
                flag: None,
                about: "levels below a root that are searched",
            },
            Self::DiscoveryCandidates => KeySpec {
                path: "discovery.candidates",
                shape: Shape::Number {
                    least: 1,
                    most: 1_000_000,
                },
                preset: Preset::Profile,
                authority: Authority::RestrictOnly(Tightening::Smaller),
                variables: const { &[value("PROWESS_DISCOVERY_CANDIDATES")] },
                flag: None,
                about: "most skills looked at beneath one root",
            },
            Self::SkillFileBytes => KeySpec {
                path: "skill.file_bytes",
                shape: Shape::Number {
                    least: 1,
                    most: 16 * 1024 * 1024,
                },
                preset: Preset::Profile,
                authority: Authority::RestrictOnly(Tightening::Smaller),
                variables: const { &[value("PROWESS_SKILL_FILE_BYTES")] },
                flag: None,
                about: "largest SKILL.md that is read, in bytes",
            },
            Self::AllowBuiltIn => KeySpec {
                path: "skills.allow_built_in",
                shape: Shape::Names,
                preset: Preset::Absent("all"),
                authority: Authority::RestrictOnly(Tightening::Fewer),
                variables: const { &[value("PROWESS_SKILLS_ALLOW_BUILT_IN")] },
                flag: None,
                about: "built-in skills that count",
            },
            Self::ExtraRoots => KeySpec {
                path: "skills.extra",
                shape: Shape::Folders,
                preset: Preset::Absent("none"),
                authority: Authority::RestrictOnly(Tightening::BeneathProject),
                variables: const { &[value("PROWESS_SKILLS_EXTRA")] },
                flag: None,
                about: "more folders that hold skills; all layers count, the user's before the project's",
            },
            Self::EntryEnabled => KeySpec {
                path: "skills.entries.<skill>.enabled",
                shape: Shape::Flag,
                preset: Preset::Flag(true),
                authority: Authority::RestrictOnly(Tightening::OnlyFalse),
                variables: &[],
                flag: None,
                about: "`false` turns the skill off; `true` forces nothing",
            },
            Self::EntryForce => KeySpec {
                path: "skills.entries.<skill>.force",
                shape: Shape::Flag,
                preset: Preset::Flag(false),
                authority: Authority::UserOnly,
                variables: &[],
                flag: None,
                about: "`true` passes the gates of this host: programs and variables",
            },
            Self::EntryApiKey => KeySpec {
                path: "skills.entries.<skill>.api_key",
                shape: Shape::Secret,
                preset: Preset::Absent("none"),
                authority: Authority::UserOnly,
                variables: &[],
                flag: None,
                about: "the skill's API key, given to it in its primary variable",
            },
            Self::EntryEnv => KeySpec {
                path: "skills.entries.<skill>.env.<variable>",
                shape: Shape::Secret,
                preset: Preset::Absent("none"),
                authority: Authority::UserOnly,
                variables: &[],
                flag: None,
                about: "an environment variable given to the skill",
            },
            Self::AgentSkills => KeySpec {
                path: "agents.<agent>.skills",
                shape: Shape::Names,
                preset: Preset::Absent("all"),
                authority: Authority::RestrictOnly(Tightening::Fewer),
                variables: &[],
                flag: None,
                about: "skills that the agent gets; `[]` is none; an agent's own list replaces that of `agents.default`",
            },
            Self::AgentTools => KeySpec {
                path: "agents.<agent>.tools",
                shape: Shape::Names,
                preset: Preset::Absent("not known"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_TOOLS")] },
                flag: Some("--tools"),
                about: "tools that the agent has, for `requires.tools` and for reading skills; variable and flag speak of the chosen agent",
            },
            Self::TrustShadow => KeySpec {
                path: "trust.shadow",
                shape: Shape::Word(&["tell", "refuse"]),
                preset: Preset::Text("tell"),
                authority: Authority::RestrictOnly(Tightening::Stricter),
                variables: const { &[value("PROWESS_TRUST_SHADOW")] },
                flag: None,
                about: "what happens when an untrusted skill has a trusted one's name: it goes first and is told, or the trusted one stays",
            },
            Self::TrustMode => KeySpec {
                path: "trust.mode",
                shape: Shape::Word(&["scope", "approved-only"]),
                preset: Preset::Text("scope"),
                authority: Authority::RestrictOnly(Tightening::Stricter),
                variables: const { &[value("PROWESS_TRUST_MODE")] },
                flag: None,
                about: "how a skill comes to be trusted: by where it lies, or only by the digest of its files, one by one",
            },
            Self::SuppressOwner => KeySpec {
                path: "scan.suppress.<fingerprint>.owner",
                shape: Shape::Text,
                preset: Preset::Absent("the suppression does not hold"),
                authority: Authority::UserOnly,
                variables: &[],
                flag: None,
                about: "who took the finding of a scan with this fingerprint on themselves; it then stays in the result and does not count",
            },
            Self::SuppressReason => KeySpec {
                path: "scan.suppress.<fingerprint>.reason",
                shape: Shape::Text,
                preset: Preset::Absent("the suppression does not hold"),
                authority: Authority::UserOnly,
                variables: &[],
                flag: None,
                about: "why the finding does not count",
            },
            Self::SuppressUntil => KeySpec {
                path: "scan.suppress.<fingerprint>.until",
                shape: Shape::Day,
                preset: Preset::Absent("the suppression does not hold"),
                authority: Authority::UserOnly,
                variables: &[],
                flag: None,
                about: "the last day on which the finding does not count, in UTC",
            },
            Self::InstallPreferBrew => KeySpec {
                path: "install.prefer_brew",
                shape: Shape::Flag,
                preset: Preset::Flag(true),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_PREFER_BREW")] },
                flag: None,
                about: "whether `deps` takes Homebrew before every other installer where it is there",
            },
            Self::InstallNodeManager => KeySpec {
                path: "install.node_manager",
                shape: Shape::Word(&["npm", "pnpm", "yarn", "bun"]),
                preset: Preset::Text("npm"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_NODE_MANAGER")] },
                flag: None,
                about: "what `deps` installs Node packages with",
            },
            Self::InstallScan => KeySpec {
                path: "install.scan",
                shape: Shape::Word(&["warn", "enforce"]),
                preset: Preset::Profile,
                authority: Authority::RestrictOnly(Tightening::Stricter),
                variables: const { &[value("PROWESS_INSTALL_SCAN")] },
                flag: None,
                about: "what a scan decides about what is installed: it keeps out and asks, or it only tells, as in OpenClaw",
            },
            Self::PolicyCommand => KeySpec {
                path: "install.policy.command",
                shape: Shape::Text,
                preset: Preset::Absent("none"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_POLICY_COMMAND")] },
                flag: None,
                about: "a program of yours, by its whole path, that has a say before anything is installed, by OpenClaw's protocol; where it fails nothing is",
            },
            Self::PolicyArguments => KeySpec {
                path: "install.policy.arguments",
                shape: Shape::Names,
                preset: Preset::Absent("none"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_POLICY_ARGUMENTS")] },
                flag: None,
                about: "the arguments of that program",
            },
            Self::PolicyPassEnv => KeySpec {
                path: "install.policy.pass_env",
                shape: Shape::Names,
                preset: Preset::Absent("none"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_POLICY_PASS_ENV")] },
                flag: None,
                about: "the environment variables that it gets; it gets no others",
            },
            Self::PolicyMilliseconds => KeySpec {
                path: "install.policy.milliseconds",
                shape: Shape::Number {
                    least: 1,
                    most: 120_000,
                },
                preset: Preset::Absent("10000"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_POLICY_MILLISECONDS")] },
                flag: None,
                about: "how long it may take",
            },
            Self::PolicyOutputBytes => KeySpec {
                path: "install.policy.output_bytes",
                shape: Shape::Number {
                    least: 1,
                    most: 20 * 1024 * 1024,
                },
                preset: Preset::Absent("1048576"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_POLICY_OUTPUT_BYTES")] },
                flag: None,
                about: "most bytes that it may say",
            },
            Self::InstallRegistry => KeySpec {
                path: "install.registry",
                shape: Shape::Text,
                preset: Preset::Absent("ClawHub"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_REGISTRY")] },
                flag: None,
                about: "the address of the registry that `search`, `clawhub:SLUG` and `@OWNER/SLUG` mean; the lock keeps it with each skill",
            },
            Self::InstallTrustedHosts => KeySpec {
                path: "install.trusted_hosts",
                shape: Shape::Names,
                preset: Preset::Absent("none"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_INSTALL_TRUSTED_HOSTS")] },
                flag: None,
                about: "hosts that may be spoken to without encryption and in a private network, such as a registry of your own",
            },
            Self::OutputColor => KeySpec {
                path: "output.color",
                shape: Shape::Word(&["auto", "always", "never"]),
                preset: Preset::Text("auto"),
                authority: Authority::Anyone,
                variables: const {
                    &[
                        value("PROWESS_OUTPUT_COLOR"),
                        Variable {
                            name: "NO_COLOR",
                            usage: VariableUse::Presence("never"),
                        },
                    ]
                },
                flag: Some("--color"),
                about: "whether output is coloured",
            },
            Self::OutputFormat => KeySpec {
                path: "output.format",
                shape: Shape::Word(&["text", "json", "sarif"]),
                preset: Preset::Text("text"),
                authority: Authority::UserOnly,
                variables: const { &[value("PROWESS_OUTPUT_FORMAT")] },
                flag: Some("--output-format"),
                about: "the form of the output",
            },
            Self::Values => KeySpec {
                path: "values.<path>",
                shape: Shape::Values,
                preset: Preset::Absent("none"),
                authority: Authority::RestrictOnly(Tightening::FalseOverSet),
                variables: &[],
                flag: None,
                about: "what the dotted paths of `requires.config` are looked up in; no place for secrets",
            },
        }
    }

    /// Whether the path holds a name of the user's.
    #[must_use]
    pub fn has_names(self) -> bool {
        self.spec().path.contains('<')
    }
}

/// `ALL` holds each key once, in the order of the enum.
const _: () = {
    let mut index = 0;
    while index < Key::ALL.len() {
        #[expect(
            clippy::indexing_slicing,
            reason = "bounded by the loop, and run at compile time"
        )]
        let key = Key::ALL[index];
        assert!(key as usize == index);
        index += 1;
    }
    assert!(Key::Values as usize + 1 == Key::ALL.len());
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::is_placeholder;

    /// A key without names has a variable made of its path; no two keys share a path, a variable
    /// or a flag.
    #[test]
    fn regular() {
        let mut seen = std::collections::BTreeSet::new();
        for key in Key::ALL {
            let spec = key.spec();
            assert!(seen.insert(spec.path), "{}", spec.path);
            assert!(spec.flag.is_none_or(|flag| seen.insert(flag)));
            for variable in spec.variables {
                assert!(seen.insert(variable.name), "{}", variable.name);
            }
            if !spec.path.split('.').any(is_placeholder) {
                let own = format!("PROWESS_{}", spec.path.replace('.', "_").to_uppercase());
                assert_eq!(spec.variables.first().map(|v| v.name), Some(own.as_str()));
            }
        }
    }
}
