//! `prowess config`

use prowess::BuiltIns;
use prowess::catalog::Snapshot;
use prowess::config::{Authority, Key, Layer, Origin, Secret, Setting, Standing, Value};

use crate::arguments::{Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, Table, Verbosity};
use crate::session::{self, Forms};

/// Shows every setting, where it comes from and who may set it, and the words that did not hold.
pub(super) fn run(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let config = engine.config();
    if output.format == OutputFormat::Json {
        output.json(&config.to_json())?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(
        ["KEY", "VALUE", "MAY BE SET BY", "SET BY"],
        LastColumn::Wrapped,
    );
    for setting in config.settings() {
        let spec = setting.path.key.spec();
        let preset = match bound(engine.snapshot(), setting.path.key) {
            Some(bound) => format!("{bound} ({})", spec.preset),
            None => spec.preset.to_string().replace('`', ""),
        };
        table.row([
            setting.path.to_string(),
            setting.value.as_ref().map_or(preset, shown),
            match spec.authority {
                Authority::Anyone => "user and project",
                Authority::RestrictOnly(_) => "user; project to restrict",
                Authority::UserOnly => "user",
            }
            .to_owned(),
            match setting.origin() {
                Some(origin) if origin.layer != Layer::Default => place(origin, output),
                _ => "default".to_owned(),
            },
        ]);
        for (value, why) in others(setting, output) {
            table.row([String::new(), format!("({value})"), String::new(), why]);
        }
    }
    output.table(&table)?;
    Ok(Exit::Done)
}

/// The profile's own bound for a key that is one.
fn bound(snapshot: &Snapshot, key: Key) -> Option<u64> {
    let profile = &snapshot.profile;
    match key {
        Key::PromptSkills => profile.budget.skills.map(u64::from),
        Key::PromptCharacters => profile.budget.characters.map(u64::from),
        Key::PromptDescription => profile.budget.description.map(u64::from),
        Key::PromptTokens => profile.budget.tokens.map(u64::from),
        Key::DiscoveryDepth => Some(u64::from(profile.discovery.depth)),
        Key::DiscoveryCandidates => Some(u64::from(profile.discovery.candidates)),
        Key::SkillFileBytes => Some(profile.discovery.file_bytes),
        _ => None,
    }
}

/// What else was said about a key, and why it does not hold alone.
fn others(setting: &Setting, output: &Output) -> Vec<(String, String)> {
    setting
        .contributions
        .iter()
        .filter_map(|one| {
            let origin = place(&one.origin, output);
            let why = match &one.standing {
                Standing::InForce => return None,
                Standing::Combined => format!("{origin}, together with others"),
                Standing::Overridden if one.origin.layer == Layer::Default => {
                    return None;
                }
                Standing::Overridden => format!("{origin}, overridden"),
                Standing::NoEffect if output.verbosity < Verbosity::Verbose => return None,
                Standing::NoEffect => format!("{origin}, without effect"),
                Standing::Refused(why) => format!("{origin}, refused: {why}"),
                _ => return None,
            };
            Some((shown(&one.value), why))
        })
        .collect()
}

/// Where a word stands: its file and line, else the variable or flag.
fn place(origin: &Origin, output: &Output) -> String {
    match (&origin.file, origin.line) {
        (Some(file), Some(line)) => format!("{}:{line}", output.path(file)),
        (Some(file), None) => output.path(file),
        (None, _) => origin.to_string(),
    }
}

/// A value for a reader; a secret is not shown.
fn shown(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Names(names) if names.is_empty() => "none".to_owned(),
        Value::Names(names) => names.join(", "),
        Value::Folders(folders) => folders
            .iter()
            .map(|folder| folder.path.to_string_lossy())
            .collect::<Vec<_>>()
            .join(", "),
        Value::Secret(Secret::Plain(_)) => "hidden".to_owned(),
        Value::Secret(secret) => secret.reference().unwrap_or_default(),
        Value::Any(value) => value.to_string(),
        _ => String::new(),
    }
}
