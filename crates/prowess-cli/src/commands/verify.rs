//! `prowess verify [NAME…]`

use prowess::store::Signed;
use prowess::store::operations::{Selection, Store};
use prowess::store::signature::PublicKey;
use prowess::store::status::{DifferenceKind, State, Status};
use prowess::{BuiltIns, Engine};
use serde::Serialize;

use crate::arguments::{Global, OutputFormat, Verify};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::view::FileView;
use crate::keeping::{Manner, Told, with_store};
use crate::output::{LastColumn, Output, SCHEMA, Table, counted};
use crate::session::{self, Forms};

/// Most bytes of a key's file.
const KEY_BYTES: u64 = 64 << 10;

/// How it stands with kept skills, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct VerifyView {
    /// The version of this form.
    schema: u32,
    /// The skills, by scope and name.
    skills: Vec<StatusView>,
    /// What the signatures are worth, with `--key`.
    #[serde(skip_serializing_if = "Option::is_none")]
    signatures: Option<Vec<SignatureView>>,
}

/// What one skill's signature is worth.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct SignatureView {
    /// Its folder beneath that of the scope.
    name: String,
    /// `workspace`, `project`, `user` or `managed`.
    scope: String,
    /// Whether it holds.
    holds: bool,
    /// What the signer said beside it, or why it does not hold.
    said: String,
}

/// How it stands with one kept skill.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct StatusView {
    /// Its folder beneath that of the scope.
    name: String,
    /// `workspace`, `project`, `user` or `managed`.
    scope: String,
    /// `installed`, `edited`, `changed`, `missing`, `replaced` or `unknown`.
    state: &'static str,
    /// Why nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The files that are not as the lock says.
    differences: Vec<FileView>,
    /// Files that may be executed and should not, or the other way round.
    modes: Vec<String>,
    /// What else is in its folder, caches aside.
    extras: Vec<String>,
    /// The digest of its files as they are.
    found: Option<String>,
}

/// Compares what lies on the disk with the locks.
pub(super) fn run(
    arguments: &Verify,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let selection = Selection::from(&arguments.kept);
    let statuses = with_store(&engine, Manner::QUIET, output, async |store: Store<'_>| {
        Ok(store.verify(&selection)?)
    })?;
    let signed = match &arguments.key {
        None => None,
        Some(key) => Some(engine.signatures(&selection, &public_key(key, &engine)?)?),
    };
    print(&statuses, signed.as_deref(), output)?;
    let holds = |signed: &Signed| signed.said.is_ok();
    Ok(match exit(&statuses) {
        Exit::Done if !signed.iter().flatten().all(holds) => Exit::Problems,
        exit => exit,
    })
}

/// A public key: itself, or the file that it is in.
pub(super) fn public_key(key: &str, engine: &Engine) -> Result<PublicKey, Failure> {
    if let Ok(key) = key.parse() {
        return Ok(key);
    }
    let surroundings = engine.surroundings();
    let path = surroundings.expand_home(key.as_ref());
    let bytes = prowess::fs::read(&surroundings.current_dir.join(path), KEY_BYTES)
        .map_err(|error| Failure::from(prowess::Error::File(error)))?;
    String::from_utf8_lossy(&bytes).parse().map_err(|fault| {
        Failure::new(Exit::Usage, format!("{key}: {fault}"))
            .help("a public key of minisign's, in one line or in its file")
    })
}

/// Prints how it stands with skills.
pub(super) fn print(
    statuses: &[Status],
    signed: Option<&[Signed]>,
    output: &mut Output,
) -> Result<(), Failure> {
    if output.format == OutputFormat::Json {
        output.json(&VerifyView {
            schema: SCHEMA,
            skills: statuses.iter().map(StatusView::from).collect(),
            signatures: signed.map(|signed| signed.iter().map(SignatureView::from).collect()),
        })?;
        return Ok(());
    }
    if statuses.is_empty() {
        output.note("nothing is kept here")?;
        return Ok(());
    }
    let mut table = Table::new(
        ["SKILL", "SCOPE", "STATE", "DIFFERENCES"],
        LastColumn::Wrapped,
    );
    for status in statuses {
        table.row([
            status.name.clone(),
            status.scope.to_string(),
            state(&status.state).to_owned(),
            differences(status),
        ]);
    }
    output.table(&table)?;
    for one in signed.unwrap_or_default() {
        match &one.said {
            Ok(said) => output.note(&format!("{}: its signature holds: {said}", one.name))?,
            Err(fault) => output.warning(&format!("{}: {fault}", one.name))?,
        }
    }
    let is_changed = |status: &&Status| matches!(status.state, State::Changed);
    if let Some(one) = statuses.iter().find(is_changed) {
        output.note(&format!(
            "where a change is meant, `prowess edit {}` says so; else `prowess update` merges it with what the source has",
            one.name
        ))?;
    }
    let is_gone = |status: &&Status| matches!(status.state, State::Missing);
    if statuses.iter().any(|status| is_gone(&status)) {
        output.note("`prowess install` puts back what is missing")?;
    }
    Ok(())
}

/// The worst of it: what cannot be said before what differs.
pub(super) fn exit(statuses: &[Status]) -> Exit {
    let is_unknown = |status: &Status| matches!(status.state, State::Unknown { .. });
    let is_fine = |status: &Status| matches!(status.state, State::Installed | State::Edited);
    if statuses.iter().any(is_unknown) {
        Exit::Outside
    } else if statuses.iter().all(is_fine) {
        Exit::Done
    } else {
        Exit::Problems
    }
}

/// Tells which skills differ from their lock and are left as they are.
pub(super) fn differing(statuses: &[Status], told: &mut Told<'_>) {
    for status in statuses {
        let differs = matches!(
            status.state,
            State::Changed | State::Replaced | State::Unknown { .. }
        );
        if differs {
            told.warning(format!(
                "{} ({}) is {} and left as it is: {}",
                status.name,
                status.scope,
                state(&status.state),
                differences(status)
            ));
            told.ends(Exit::Problems);
        }
    }
}

impl From<&Signed> for SignatureView {
    fn from(signed: &Signed) -> Self {
        Self {
            name: signed.name.clone(),
            scope: signed.scope.to_string(),
            holds: signed.said.is_ok(),
            said: match &signed.said {
                Ok(said) => said.clone(),
                Err(fault) => fault.to_string(),
            },
        }
    }
}

impl From<&Status> for StatusView {
    fn from(status: &Status) -> Self {
        let reason = match &status.state {
            State::Unknown { reason } => Some(reason.clone()),
            _ => None,
        };
        Self {
            name: status.name.clone(),
            scope: status.scope.to_string(),
            state: state(&status.state),
            reason,
            differences: status
                .differences
                .iter()
                .map(|difference| FileView {
                    path: difference.path.to_string(),
                    what: kind(difference.kind).to_owned(),
                })
                .collect(),
            modes: status.modes.iter().map(ToString::to_string).collect(),
            extras: extras(status).collect(),
            found: status.found.map(|digest| digest.to_string()),
        }
    }
}

const fn state(state: &State) -> &'static str {
    match state {
        State::Installed => "installed",
        State::Edited => "edited",
        State::Changed => "changed",
        State::Missing => "missing",
        State::Replaced => "replaced",
        _ => "unknown",
    }
}

const fn kind(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Content => "content",
        DifferenceKind::LineEnds => "line ends",
        DifferenceKind::Missing => "missing",
        _ => "other",
    }
}

fn extras(status: &Status) -> impl Iterator<Item = String> {
    let extras = status.extras.iter().filter(|extra| !extra.is_cache());
    extras.map(ToString::to_string)
}

/// What differs, in one line.
fn differences(status: &Status) -> String {
    if let State::Unknown { reason } = &status.state {
        return reason.clone();
    }
    let mut parts: Vec<String> = match status.state {
        State::Missing => Vec::new(),
        _ => status
            .differences
            .iter()
            .map(|one| format!("{}: {}", one.path, kind(one.kind)))
            .collect(),
    };
    if !status.modes.is_empty() {
        parts.push(counted(status.modes.len(), "mode", "modes"));
    }
    let extras = extras(status).count();
    if extras > 0 {
        parts.push(counted(extras, "further file", "further files"));
    }
    parts.join(", ")
}
