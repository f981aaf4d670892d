//! `prowess trust [WHAT]` and `prowess untrust WHAT`

use prowess::scan::Verdict;
use prowess::store::ask::Question;
use prowess::store::trust::{FolderFault, Looked, RecordsFile, Since, SkillStanding, listing};
use prowess::{BuiltIns, Engine};
use serde::Serialize;

use crate::arguments::{Global, OutputFormat, Trust, Untrust};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Asked, Line, findings};
use crate::output::{LastColumn, Output, SCHEMA, Table};
use crate::session::{self, Forms, listed};

use super::verify::public_key;

/// What the user trusts and does not, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct TrustView {
    /// The version of this form.
    schema: u32,
    /// Folders whose skills are trusted.
    folders: Vec<FolderView>,
    /// Skills that are trusted by their bytes.
    skills: Vec<TrustedView>,
    /// Skills that are not wanted.
    blocked: Vec<BlockedView>,
    /// Skills that were taken in spite of a scan.
    accepted: Vec<AcceptedView>,
    /// Keys with which what comes from a source has to be signed.
    keys: Vec<KeyView>,
}

/// A key that is pinned to a source.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct KeyView {
    /// The source.
    source: String,
    /// The public key, in one line.
    key: String,
}

/// A folder whose skills are trusted.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct FolderView {
    /// The folder.
    path: String,
    /// What keeps it from being trusted now.
    fault: Option<String>,
}

/// A skill that is trusted by its bytes.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct TrustedView {
    /// Its name.
    name: String,
    /// Where it lay when it was trusted.
    folder: String,
    /// The digest of its files.
    digest: String,
    /// `same`, `changed`, `gone` or `unknown`.
    standing: &'static str,
    /// What is different since, where it is another one now.
    #[cfg_attr(feature = "generate", schemars(with = "Option<SinceShape>"))]
    since: Option<Since>,
}

/// A skill that is not wanted.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct BlockedView {
    /// Its name.
    name: String,
    /// Why.
    reason: Option<String>,
}

/// A skill that was taken in spite of a scan.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct AcceptedView {
    /// Its name.
    name: String,
    /// The digest of its files.
    digest: String,
}

/// What is meant by a word: the workspace, another folder, or a skill.
enum Meant {
    Folder(std::path::PathBuf),
    Skill(String),
}

impl Meant {
    /// `.` is the workspace, wherever one stands in it; what looks like a path is a folder, from the current one.
    fn of(what: &str, engine: &Engine) -> Self {
        let surroundings = engine.surroundings();
        let is_path = what.starts_with(['.', '~']) || what.contains(['/', '\\']);
        match what {
            "." => Self::Folder(engine.workspace().path().to_path_buf()),
            _ if is_path => {
                let path = surroundings.expand_home(what.as_ref());
                Self::Folder(surroundings.current_dir.join(path).components().collect())
            }
            name => Self::Skill(name.to_owned()),
        }
    }
}

/// Trusts a folder or a skill, or lists what is trusted.
pub(super) fn run(
    arguments: &Trust,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::LaidOut, Forms::TextAndJson, output)?;
    let records = engine.records()?;
    let what = match arguments.what.as_deref() {
        None | Some("list") => return list(&engine, &records, output),
        Some(what) => what,
    };
    if let Some(key) = &arguments.key {
        let source = engine.source(what)?.source;
        engine.pin_key(source, &public_key(key, &engine)?)?;
        if output.format == OutputFormat::Json {
            return list(&engine, &records, output);
        }
        output.data(&format!("pinned: a key to {what}\n"))?;
        output.note("what comes from there has to be signed with it from now on")?;
        return Ok(Exit::Done);
    }
    match Meant::of(what, &engine) {
        Meant::Folder(path) => {
            let folder = records.trust_folder(&path)?;
            if output.format == OutputFormat::Json {
                return list(&engine, &records, output);
            }
            output.data(&format!("trusted: {}\n", output.path(&folder.path)))?;
            output.note(
                "its skills are trusted, also those that come later; `prowess untrust` takes it back",
            )?;
        }
        Meant::Skill(name) => {
            let looked = engine.look_before_trust(engine.find(&name)?)?;
            look(&looked, arguments, output)?;
            if let (true, Some(accepted)) = (arguments.accept_risk, looked.accepted()) {
                records.accept(accepted)?;
            }
            let name = looked.record.name.clone();
            records.trust_skill(looked.record)?;
            if output.format == OutputFormat::Json {
                return list(&engine, &records, output);
            }
            output.data(&format!("trusted: {name}\n"))?;
            output.note("as long as its files are what they are now")?;
        }
    }
    Ok(Exit::Done)
}

/// Shows what the scan says and what is different, and asks where there is something to think about.
fn look(looked: &Looked, arguments: &Trust, output: &mut Output) -> Result<(), Failure> {
    let name = looked.record.name.as_str();
    let report = &looked.report;
    let grown = looked.since.as_ref().map_or(&[][..], |since| &since.grown);
    if let Some(since) = looked.since.as_ref().filter(|since| !since.is_nothing()) {
        output.aside(&different(since))?;
    }
    if report.verdict == Verdict::Block && !arguments.accept_risk {
        output.aside(&findings(report))?;
        return Err(Failure::new(
            Exit::Refused,
            format!("`{name}` is not trusted: the scan says {}", report.verdict),
        )
        .help(format!(
            "`prowess trust {name} --accept-risk` trusts it in spite of that"
        )));
    }
    let line = Line::of(output);
    let ask = Asked::of(
        arguments.yes || arguments.accept_risk,
        arguments.no_input,
        &line,
    );
    if report.verdict != Verdict::Pass {
        Question::LetIn { name, report }.put(&ask)?;
    }
    if !grown.is_empty() {
        Question::Grows { name, grown }.put(&ask)?;
    }
    Ok(())
}

/// What is different since a skill was trusted, a line each.
fn different(since: &Since) -> String {
    let mut text = String::from("since it was last trusted:\n");
    for (word, lines) in [
        ("new file", &since.added),
        ("file gone", &since.removed),
        ("file changed", &since.changed),
        ("can do more", &since.grown),
        ("does no more", &since.shrunk),
    ] {
        for line in lines {
            let line = crate::output::printable_line(line);
            text.push_str(&format!("  {word}: {line}\n"));
        }
    }
    text
}

fn list(engine: &Engine, records: &RecordsFile, output: &mut Output) -> Result<Exit, Failure> {
    let keys = engine.pinned_keys()?.keys;
    let listing = listing(&records.read()?);
    if output.format == OutputFormat::Json {
        output.json(&TrustView {
            schema: SCHEMA,
            folders: listing
                .folders
                .iter()
                .map(|(folder, fault)| FolderView {
                    path: folder.path.to_string_lossy().into_owned(),
                    fault: fault.as_ref().map(FolderFault::to_string),
                })
                .collect(),
            skills: listing
                .skills
                .iter()
                .map(|(skill, standing)| TrustedView {
                    name: skill.name.clone(),
                    folder: skill.folder.to_string_lossy().into_owned(),
                    digest: skill.digest.to_string(),
                    standing: word(standing),
                    since: match standing {
                        SkillStanding::Changed(since) => Some(since.clone()),
                        _ => None,
                    },
                })
                .collect(),
            blocked: listing
                .blocked
                .iter()
                .map(|skill| BlockedView {
                    name: skill.name.clone(),
                    reason: skill.reason.clone(),
                })
                .collect(),
            accepted: listing
                .accepted
                .iter()
                .map(|skill| AcceptedView {
                    name: skill.name.clone(),
                    digest: skill.digest.to_string(),
                })
                .collect(),
            keys: keys
                .into_iter()
                .map(|pinned| KeyView {
                    source: pinned.source,
                    key: pinned.key,
                })
                .collect(),
        })?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(["WHAT", "SAID", "NOW"], LastColumn::Wrapped);
    let mut rows = 0;
    for (folder, fault) in &listing.folders {
        let now = fault
            .as_ref()
            .map_or_else(|| "trusted".to_owned(), FolderFault::to_string);
        table.row([output.path(&folder.path), "folder trusted".to_owned(), now]);
        rows += 1;
    }
    for (skill, standing) in &listing.skills {
        let now = match standing {
            SkillStanding::Unknown { reason } => format!("unknown: {reason}"),
            standing => word(standing).to_owned(),
        };
        table.row([skill.name.clone(), "skill trusted".to_owned(), now]);
        rows += 1;
    }
    for skill in &listing.blocked {
        let reason = skill.reason.clone().unwrap_or_default();
        table.row([skill.name.clone(), "blocked".to_owned(), reason]);
        rows += 1;
    }
    for skill in &listing.accepted {
        let digest = skill.digest.short_hex(12);
        table.row([
            skill.name.clone(),
            "taken in spite of a scan".to_owned(),
            digest,
        ]);
        rows += 1;
    }
    for pinned in keys {
        table.row([pinned.source, "key pinned".to_owned(), pinned.key]);
        rows += 1;
    }
    match rows {
        0 => output.note(
            "nothing was said; `prowess trust .` trusts the skills of this workspace, `prowess trust NAME` one skill",
        )?,
        _ => output.table(&table)?,
    }
    Ok(Exit::Done)
}

const fn word(standing: &SkillStanding) -> &'static str {
    match standing {
        SkillStanding::Same => "same",
        SkillStanding::Changed(_) => "changed",
        SkillStanding::Gone => "gone",
        _ => "unknown",
    }
}

/// Trusts a folder or a skill no more, or blocks a skill.
pub(super) fn untrust(
    arguments: &Untrust,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let records = engine.records()?;
    let what = arguments.what.as_str();
    let was_said = match Meant::of(what, &engine) {
        _ if arguments.key => engine.unpin_key(engine.source(what)?.source)?,
        Meant::Folder(_) if arguments.block => {
            return Err(Failure::new(
                Exit::Usage,
                "`--block` is for a skill by its name",
            ));
        }
        Meant::Folder(path) => records.untrust_folder(&path)?,
        Meant::Skill(name) => {
            let was_said = records.untrust_skill(&name)?;
            if arguments.block {
                records.block(&name, arguments.reason.as_deref())?;
            }
            let was_blocked = arguments.unblock && records.unblock(&name)?;
            was_said || arguments.block || was_blocked
        }
    };
    if output.format == OutputFormat::Json {
        return list(&engine, &records, output);
    }
    if !was_said {
        return Err(Failure::new(
            Exit::NotFound,
            format!("nothing was said of {}", listed(&[what])),
        )
        .help("`prowess trust list` shows what was"));
    }
    let word = match (arguments.block, arguments.unblock) {
        (true, _) => "blocked",
        (_, true) => "not blocked any more",
        _ => "not trusted any more",
    };
    output.data(&format!("{word}: {what}\n"))?;
    Ok(Exit::Done)
}

#[cfg(feature = "generate")]
mod shapes {
    //! The shapes of what the library prints.

    #![expect(dead_code, reason = "only their shapes are used")]

    use schemars::JsonSchema;

    /// What is different since a skill was trusted.
    #[derive(JsonSchema)]
    pub(crate) struct SinceShape {
        /// Files that are new.
        added: Vec<String>,
        /// Files that are gone.
        removed: Vec<String>,
        /// Files that hold something else.
        changed: Vec<String>,
        /// What it can do more.
        grown: Vec<String>,
        /// What it does no more.
        shrunk: Vec<String>,
    }
}

#[cfg(feature = "generate")]
use shapes::SinceShape;
