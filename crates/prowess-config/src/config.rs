//! The result: settings with typed access, origins, and what was found on the way.

use std::collections::BTreeMap;

use prowess_base::{Day, Diagnostic, Severity, normalize_name};
use serde::Serialize;
use serde_json::json;

use crate::input::{ConfigError, ConfigFile, Contents, MAX_FILE_BYTES, Sources};
use crate::merge::{DEFAULT_AGENT, settle};
use crate::read::{FolderBase, Given, file, text};
use crate::report::Report;
use crate::{
    Authority, Contribution, Effect, Folder, Key, KeyPath, Layer, Origin, Secret, Setting, Value,
    codes,
};

/// The version of [`Config::to_json`]'s form.
const SCHEMA: u32 = 1;

/// All settings of a run. Every value knows its origin, and the values that lost are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    settings: BTreeMap<KeyPath, Setting>,
    diagnostics: Vec<Diagnostic>,
}

/// A value with the place it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it came from.
    pub origin: Origin,
    /// How it meets what a profile or a client's own file says.
    pub effect: Effect,
}

impl Sourced<u64> {
    /// The bound that holds where the profile's own is `profile`; nothing means no bound.
    #[must_use]
    pub fn bound_over(&self, profile: Option<u64>) -> u64 {
        match (self.effect, profile) {
            (Effect::Restricts, Some(profile)) => profile.min(self.value),
            _ => self.value,
        }
    }
}

/// What the settings say about one skill key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryConfig<'c> {
    /// Whether the skill may be used; nothing: nobody says so.
    pub enabled: Option<Sourced<bool>>,
    /// Whether it passes the gates of this host; nothing: nobody says so.
    pub force: Option<Sourced<bool>>,
    /// Its API key.
    pub api_key: Option<Sourced<&'c Secret>>,
    /// Variables given to it.
    pub env: BTreeMap<&'c str, Sourced<&'c Secret>>,
}

/// What the settings say about one finding of a scan. It does not count only where all is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuppressConfig<'c> {
    /// Who says so.
    pub owner: Option<Sourced<&'c str>>,
    /// Why.
    pub reason: Option<Sourced<&'c str>>,
    /// The last day.
    pub until: Option<Sourced<Day>>,
}

/// `trust.shadow`: what happens when an untrusted skill has a trusted one's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShadowChoice {
    /// It goes first, and that is told.
    Tell,
    /// The trusted one stays.
    Refuse,
}

/// `trust.mode`: how a skill comes to be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrustChoice {
    /// By where it lies.
    Scope,
    /// Only by the digest of its files.
    ApprovedOnly,
}

/// `install.scan`: what a scan decides about what is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstallScanChoice {
    /// Nothing; what it found is told.
    Warn,
    /// What blocks stays out, and a person is asked about what should be looked at.
    Enforce,
}

/// `install.policy`: the user's program that has a say before anything is installed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyConfig<'c> {
    /// The program.
    pub command: &'c str,
    /// Its arguments.
    pub arguments: &'c [String],
    /// The environment variables that it gets.
    pub pass_env: &'c [String],
    /// How long it may take, in milliseconds; nothing: as is usual.
    pub milliseconds: Option<u64>,
    /// Most bytes that it may say; nothing: as is usual.
    pub output_bytes: Option<u64>,
}

/// `prompt.tokenizer`: how tokens are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenizerChoice {
    /// By a guess from the length.
    Estimate,
    /// In OpenAI's o200k.
    O200k,
    /// In OpenAI's cl100k.
    Cl100k,
}

impl TokenizerChoice {
    /// `estimate`, `o200k` or `cl100k`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Estimate => "estimate",
            Self::O200k => "o200k",
            Self::Cl100k => "cl100k",
        }
    }
}

/// `output.color`: whether output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorChoice {
    /// On a terminal.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// `output.format`: the form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// For a person.
    Text,
    /// For a program.
    Json,
    /// Diagnostics for code hosts.
    Sarif,
}

impl Config {
    /// Settles all layers. What is wrong with a project's file, and warnings about the user's own
    /// words, are in [`Config::diagnostics`]; what a project may not say is told there and does
    /// not hold.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Invalid`] where the user's file, a variable or a flag holds an error: a
    /// setting that restricts might be lost with it.
    pub fn load(sources: &Sources<'_>) -> Result<Self, ConfigError> {
        let folders = |start| FolderBase {
            start,
            home: sources.surroundings.home.as_deref(),
            platform: &sources.surroundings.platform,
        };
        let here = folders(sources.surroundings.current_dir.as_path());
        let mut diagnostics = Vec::new();
        let mut given = text::flags(sources, here, &mut diagnostics);
        given.extend(text::variables(sources, here, &mut diagnostics));
        if let Some(user_file) = &sources.user_file {
            match decode(user_file) {
                Ok(text) => {
                    let start = user_file.path.parent().unwrap_or(user_file.path);
                    let mut report = Report::new(user_file.path, text);
                    given.extend(file::read(
                        user_file.path,
                        text,
                        Layer::User,
                        folders(start),
                        &mut report,
                    ));
                    diagnostics.extend(report.finish());
                }
                Err(why) => diagnostics.push(unreadable(user_file, &why)),
            }
        }
        let invalid = diagnostics.iter().any(Diagnostic::is_error);
        fill_agent(&mut given);

        let mut project_report = None;
        if let Some(project_file) = &sources.project_file {
            match decode(project_file) {
                Ok(text) => {
                    let mut report = Report::new(project_file.path, text);
                    given.extend(file::read(
                        project_file.path,
                        text,
                        Layer::Project,
                        folders(sources.workspace),
                        &mut report,
                    ));
                    project_report = Some(report);
                }
                Err(why) => diagnostics.push(unreadable(project_file, &why)),
            }
        }

        let (settings, findings) = settle(given, sources.workspace, sources.user_file_path());
        if let Some(mut report) = project_report {
            for finding in findings {
                report.push(finding);
            }
            diagnostics.extend(report.finish());
        }
        if invalid {
            return Err(ConfigError::Invalid { diagnostics });
        }
        Ok(Self {
            settings,
            diagnostics,
        })
    }

    /// What was found on the way: flags and variables first, then the user's file, then the
    /// project's, each in the order of the file.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Every key without names, and every other one that is spoken of, in the order of the table.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.settings.values()
    }

    /// Everything about one key; nothing where it has names and nobody speaks of it.
    #[must_use]
    pub fn setting(&self, path: &KeyPath) -> Option<&Setting> {
        self.settings.get(path)
    }

    /// `profile`: the client whose view of skills is taken.
    #[must_use]
    pub fn profile(&self) -> Sourced<&str> {
        self.text(Key::Profile, "own")
    }

    /// `agent`: the agent whose lists hold.
    #[must_use]
    pub fn agent(&self) -> Sourced<&str> {
        self.text(Key::Agent, DEFAULT_AGENT)
    }

    /// The bound of a key that is a number; nothing where only the profile says one.
    #[must_use]
    pub fn limit(&self, key: Key) -> Option<Sourced<u64>> {
        match self.value(&KeyPath::plain(key))? {
            (&Value::Number(number), from) => Some(from.with(number)),
            _ => None,
        }
    }

    /// `skills.allow_built_in`: the built-in skills that count; nothing: all.
    #[must_use]
    pub fn allow_built_in(&self) -> Option<Sourced<&[String]>> {
        self.names(&KeyPath::plain(Key::AllowBuiltIn))
    }

    /// `skills.extra`: more folders that hold skills, the user's before the project's.
    #[must_use]
    pub fn extra_roots(&self) -> &[Folder] {
        match self.value(&KeyPath::plain(Key::ExtraRoots)) {
            Some((Value::Folders(folders), _)) => folders,
            _ => &[],
        }
    }

    /// `skills.entries`: what is said about skills, by key in NFC. A skill about which nothing
    /// holds but presets is left out.
    #[must_use]
    pub fn entries(&self) -> BTreeMap<&str, EntryConfig<'_>> {
        let mut entries: BTreeMap<&str, EntryConfig<'_>> = BTreeMap::new();
        for (path, setting) in &self.settings {
            let [skill, rest @ ..] = path.names.as_slice() else {
                continue;
            };
            if !matches!(
                path.key,
                Key::EntryEnabled | Key::EntryForce | Key::EntryApiKey | Key::EntryEnv
            ) {
                continue;
            }
            let (Some(value), Some(origin)) = (&setting.value, setting.origin()) else {
                continue;
            };
            if origin.layer == Layer::Default {
                continue;
            }
            let entry = entries.entry(skill).or_default();
            let from = Source { setting, origin };
            match (path.key, value, rest.first()) {
                (Key::EntryEnabled, &Value::Flag(value), _) => {
                    entry.enabled = Some(from.with(value));
                }
                (Key::EntryForce, &Value::Flag(value), _) => {
                    entry.force = Some(from.with(value));
                }
                (Key::EntryApiKey, Value::Secret(value), _) => {
                    entry.api_key = Some(from.with(value));
                }
                (Key::EntryEnv, Value::Secret(value), Some(variable)) => {
                    entry.env.insert(variable, from.with(value));
                }
                _ => {}
            }
        }
        entries
    }

    /// `scan.suppress`: what is said about findings of a scan, by fingerprint.
    #[must_use]
    pub fn suppressions(&self) -> BTreeMap<&str, SuppressConfig<'_>> {
        let mut suppressions: BTreeMap<&str, SuppressConfig<'_>> = BTreeMap::new();
        for (path, setting) in &self.settings {
            let ([fingerprint], Some(value), Some(origin)) =
                (path.names.as_slice(), &setting.value, setting.origin())
            else {
                continue;
            };
            let from = Source { setting, origin };
            if !matches!(
                path.key,
                Key::SuppressOwner | Key::SuppressReason | Key::SuppressUntil
            ) {
                continue;
            }
            let one = suppressions.entry(fingerprint).or_default();
            match (path.key, value) {
                (Key::SuppressOwner, Value::Text(owner)) => one.owner = Some(from.with(owner)),
                (Key::SuppressReason, Value::Text(reason)) => one.reason = Some(from.with(reason)),
                (Key::SuppressUntil, &Value::Day(until)) => one.until = Some(from.with(until)),
                _ => {}
            }
        }
        suppressions
    }

    /// `agents.<agent>.skills`, else `agents.default.skills`; nothing: all skills, an empty list:
    /// none.
    #[must_use]
    pub fn agent_skills(&self, agent: &str) -> Option<Sourced<&[String]>> {
        self.of_agent(Key::AgentSkills, agent)
    }

    /// `agents.<agent>.tools`, else `agents.default.tools`; nothing: not known.
    #[must_use]
    pub fn agent_tools(&self, agent: &str) -> Option<Sourced<&[String]>> {
        self.of_agent(Key::AgentTools, agent)
    }

    /// `values`, as one tree.
    #[must_use]
    pub fn values(&self) -> serde_json::Value {
        let mut tree = serde_json::Map::new();
        for (path, setting) in &self.settings {
            if let (Key::Values, Some(Value::Any(value)), Some((last, parents))) =
                (path.key, &setting.value, path.names.split_last())
            {
                insert(&mut tree, parents, last, value.clone());
            }
        }
        serde_json::Value::Object(tree)
    }

    /// `trust.shadow`.
    #[must_use]
    pub fn shadow(&self) -> Sourced<ShadowChoice> {
        let word = self.text(Key::TrustShadow, "tell");
        Sourced {
            value: match word.value {
                "refuse" => ShadowChoice::Refuse,
                _ => ShadowChoice::Tell,
            },
            origin: word.origin,
            effect: word.effect,
        }
    }

    /// `trust.mode`.
    #[must_use]
    pub fn trust_mode(&self) -> TrustChoice {
        match self.text(Key::TrustMode, "scope").value {
            "approved-only" => TrustChoice::ApprovedOnly,
            _ => TrustChoice::Scope,
        }
    }

    /// `install.scan` where the profile's own is `profile`. A project makes that stricter and never looser.
    #[must_use]
    pub fn install_scan(&self, profile: InstallScanChoice) -> InstallScanChoice {
        let word = self.text(Key::InstallScan, "");
        let said = match word.value {
            "enforce" => InstallScanChoice::Enforce,
            "warn" => InstallScanChoice::Warn,
            _ => profile,
        };
        match word.effect {
            Effect::Restricts => said.max(profile),
            Effect::Replaces => said,
        }
    }

    /// `install.policy`; nothing where no program is named.
    #[must_use]
    pub fn install_policy(&self) -> Option<PolicyConfig<'_>> {
        let names = |key| {
            self.names(&KeyPath::plain(key))
                .map_or(&[][..], |names| names.value)
        };
        let (Value::Text(command), _) = self.value(&KeyPath::plain(Key::PolicyCommand))? else {
            return None;
        };
        Some(PolicyConfig {
            command,
            arguments: names(Key::PolicyArguments),
            pass_env: names(Key::PolicyPassEnv),
            milliseconds: self.limit(Key::PolicyMilliseconds).map(|of| of.value),
            output_bytes: self.limit(Key::PolicyOutputBytes).map(|of| of.value),
        })
    }

    /// `prompt.tokenizer`; nothing while nobody sets it.
    #[must_use]
    pub fn tokenizer(&self) -> Option<TokenizerChoice> {
        match self.text(Key::PromptTokenizer, "").value {
            "estimate" => Some(TokenizerChoice::Estimate),
            "o200k" => Some(TokenizerChoice::O200k),
            "cl100k" => Some(TokenizerChoice::Cl100k),
            _ => None,
        }
    }

    /// `install.prefer_brew`.
    #[must_use]
    pub fn prefer_brew(&self) -> bool {
        !matches!(
            self.value(&KeyPath::plain(Key::InstallPreferBrew)),
            Some((Value::Flag(false), _))
        )
    }

    /// `install.node_manager`: `npm`, `pnpm`, `yarn` or `bun`.
    #[must_use]
    pub fn node_manager(&self) -> &str {
        self.text(Key::InstallNodeManager, "npm").value
    }

    /// `install.registry`; nothing where none is named.
    #[must_use]
    pub fn registry(&self) -> Option<Sourced<&str>> {
        let named = self.text(Key::InstallRegistry, "");
        (!named.value.is_empty()).then_some(named)
    }

    /// `install.trusted_hosts`.
    #[must_use]
    pub fn trusted_hosts(&self) -> &[String] {
        self.names(&KeyPath::plain(Key::InstallTrustedHosts))
            .map_or(&[], |names| names.value)
    }

    /// `output.color`.
    #[must_use]
    pub fn color(&self) -> ColorChoice {
        match self.text(Key::OutputColor, "auto").value {
            "always" => ColorChoice::Always,
            "never" => ColorChoice::Never,
            _ => ColorChoice::Auto,
        }
    }

    /// `output.format`.
    #[must_use]
    pub fn output_format(&self) -> OutputFormat {
        match self.text(Key::OutputFormat, "text").value {
            "json" => OutputFormat::Json,
            "sarif" => OutputFormat::Sarif,
            _ => OutputFormat::Text,
        }
    }

    /// Every setting with its authority, its value, what each layer said and what became of it.
    /// Secrets are `(hidden)`, references are shown.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        #[derive(Serialize)]
        struct Row<'c> {
            key: &'c KeyPath,
            value: &'c Option<Value>,
            authority: Authority,
            origin: Option<&'c Origin>,
            effect: Effect,
            contributions: &'c [Contribution],
        }
        let rows: Vec<Row<'_>> = self
            .settings
            .values()
            .map(|setting| Row {
                key: &setting.path,
                value: &setting.value,
                authority: setting.path.key.spec().authority,
                origin: setting.origin(),
                effect: setting.effect(),
                contributions: &setting.contributions,
            })
            .collect();
        json!({ "schema": SCHEMA, "settings": rows, "diagnostics": self.diagnostics })
    }

    fn value(&self, path: &KeyPath) -> Option<(&Value, Source<'_>)> {
        let setting = self.settings.get(path)?;
        let origin = setting.origin()?;
        Some((setting.value.as_ref()?, Source { setting, origin }))
    }

    fn text<'c>(&'c self, key: Key, preset: &'c str) -> Sourced<&'c str> {
        match self.value(&KeyPath::plain(key)) {
            Some((Value::Text(value), from)) => from.with(value),
            _ => Sourced {
                value: preset,
                origin: Origin::default_of(key.spec().path),
                effect: Effect::Replaces,
            },
        }
    }

    fn names(&self, path: &KeyPath) -> Option<Sourced<&[String]>> {
        match self.value(path)? {
            (Value::Names(names), from) => Some(from.with(names)),
            _ => None,
        }
    }

    fn of_agent(&self, key: Key, agent: &str) -> Option<Sourced<&[String]>> {
        let own = KeyPath::named(key, &[normalize_name(agent).as_ref()]);
        self.names(&own)
            .or_else(|| self.names(&KeyPath::named(key, &[DEFAULT_AGENT])))
    }
}

/// Where a value comes from.
struct Source<'c> {
    setting: &'c Setting,
    origin: &'c Origin,
}

impl Source<'_> {
    fn with<T>(&self, value: T) -> Sourced<T> {
        Sourced {
            value,
            origin: self.origin.clone(),
            effect: self.setting.effect(),
        }
    }
}

/// The text of a file without a byte order mark, or why there is none.
fn decode<'a>(file: &ConfigFile<'a>) -> Result<&'a str, String> {
    let bytes = match file.contents {
        Contents::Unreadable(reason) => return Err(format!("cannot be read: {reason}")),
        Contents::Bytes(bytes) => bytes,
    };
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("is larger than {MAX_FILE_BYTES} bytes"));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => Err(format!(
            "is not UTF-8: byte {} belongs to no character",
            error.valid_up_to()
        )),
    }
}

fn unreadable(file: &ConfigFile<'_>, why: &str) -> Diagnostic {
    Diagnostic::new(
        codes::UNREADABLE,
        Severity::Error,
        format!("the configuration {why}"),
    )
    .in_file(file.path)
}

/// Variables and flags about an agent speak of the chosen one.
fn fill_agent(given: &mut [Given]) {
    let mut words: Vec<&Given> = given
        .iter()
        .filter(|given| given.path.key == Key::Agent)
        .collect();
    words.sort_by_key(|given| std::cmp::Reverse(given.layer()));
    let agent = match words.first().map(|given| &given.value) {
        Some(Value::Text(agent)) => normalize_name(agent).into_owned(),
        _ => DEFAULT_AGENT.to_owned(),
    };
    for one in given {
        if one.path.names.is_empty() && one.path.key == Key::AgentTools {
            one.path.names.push(agent.clone());
        }
    }
}

/// Puts a value into a tree. Paths never lead through a value that is no table: of two that
/// would, only one holds.
fn insert(
    tree: &mut serde_json::Map<String, serde_json::Value>,
    parents: &[String],
    last: &str,
    value: serde_json::Value,
) {
    match parents.split_first() {
        None => {
            tree.insert(last.to_owned(), value);
        }
        Some((parent, rest)) => {
            let inner = tree
                .entry(parent.as_str())
                .or_insert_with(|| serde_json::Value::Object(serde_json::Map::new()));
            if let serde_json::Value::Object(inner) = inner {
                insert(inner, rest, last, value);
            }
        }
    }
}
