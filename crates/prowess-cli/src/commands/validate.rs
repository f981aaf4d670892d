//! `prowess validate [PATH…]`

mod mend;

use std::path::{Path, PathBuf};

use prowess::base::{Diagnostic, Severity};
use prowess::format::rules::{Mode, Target};
use prowess::{BuiltIns, Validated};
use serde::Serialize;

use self::mend::FixView;
use crate::arguments::{Global, OutputFormat, Validate, ValidateTarget};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, SCHEMA, counted};
use crate::session::{self, Forms};

/// What was validated, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ValidateView<'s> {
    /// The version of this form.
    schema: u32,
    /// Every skill that was checked, in order of path.
    skills: Vec<ValidatedView>,
    /// Everything there is to say.
    #[cfg_attr(
        feature = "generate",
        schemars(with = "Vec<super::shapes::DiagnosticShape>")
    )]
    diagnostics: Vec<&'s Diagnostic>,
    /// What was mended with `--fix`, or would be with `--diff`.
    fixes: &'s [FixView],
}

/// One skill that was checked.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct ValidatedView {
    /// Its `SKILL.md`.
    file: String,
    /// Whether there is no error.
    valid: bool,
    /// How many errors there are.
    errors: usize,
    /// How many warnings.
    warnings: usize,
    /// How many pieces of advice.
    advice: usize,
}

/// Checks folders against the rules.
pub(super) fn run(
    arguments: &Validate,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::Problems, output)?;
    let mode = match (arguments.strict, arguments.target) {
        (true, _) => Mode::Strict,
        (false, Some(ValidateTarget::ClaudeAi)) => Mode::Full(Target::ClaudeAi),
        (false, None) => Mode::Full(Target::Any),
    };
    let here = [PathBuf::from(".")];
    let paths = match arguments.paths.as_slice() {
        [] => here.as_slice(),
        paths => paths,
    };
    let mut validated = all(&engine, paths, mode)?;
    let mut fixes = Vec::new();
    if arguments.fix || arguments.diff {
        fixes = mend::all(&validated, arguments, output)?;
    }
    if arguments.diff && output.format != OutputFormat::Json {
        return Ok(if fixes.is_empty() {
            Exit::Done
        } else {
            Exit::Problems
        });
    }
    if arguments.fix {
        validated = all(&engine, paths, mode)?;
    }
    print(&validated, &fixes, output)?;
    if validated.iter().all(Validated::is_valid) {
        Ok(Exit::Done)
    } else {
        Ok(Exit::Problems)
    }
}

/// Every skill at the paths.
fn all(engine: &prowess::Engine, paths: &[PathBuf], mode: Mode) -> Result<Vec<Validated>, Failure> {
    let mut validated = Vec::new();
    for path in paths {
        match prowess::validate(engine.surroundings(), path, mode) {
            Ok(skills) => validated.extend(skills),
            Err(error) => match by_name(engine, path, mode)? {
                Some(skill) => validated.push(skill),
                None => return Err(error.into()),
            },
        }
    }
    Ok(validated)
}

/// The skill that is here under this name, where the path is no path.
fn by_name(
    engine: &prowess::Engine,
    path: &Path,
    mode: Mode,
) -> Result<Option<Validated>, Failure> {
    let Some(name) = path.to_str().filter(|name| !name.contains(['/', '\\'])) else {
        return Ok(None);
    };
    let Ok(id) = engine.find(name) else {
        return Ok(None);
    };
    let snapshot = engine.snapshot();
    let Some(entry) = snapshot.entry(id) else {
        return Ok(None);
    };
    if snapshot.is_embedded(entry) {
        let content = snapshot.content(id)?;
        let text = content.text.as_bytes();
        let folder = entry.folder_name();
        return Ok(Some(prowess::validate_text(
            &entry.file,
            &folder,
            text,
            mode,
        )));
    }
    let skills = prowess::validate(engine.surroundings(), &entry.file, mode)?;
    Ok(skills.into_iter().next())
}

fn print(validated: &[Validated], fixes: &[FixView], output: &mut Output) -> Result<(), Failure> {
    let diagnostics: Vec<&Diagnostic> = validated
        .iter()
        .flat_map(|skill| &skill.diagnostics)
        .collect();
    let diagnostics_told = diagnostics.len();
    match output.format {
        OutputFormat::Json => output.json(&ValidateView {
            schema: SCHEMA,
            skills: validated.iter().map(view).collect(),
            diagnostics,
            fixes,
        })?,
        _ => output.problems(&diagnostics)?,
    }
    let count = |severity| {
        count(
            validated.iter().flat_map(|skill| &skill.diagnostics),
            severity,
        )
    };
    let valid = validated.iter().filter(|skill| skill.is_valid()).count();
    let skills = counted(validated.len(), "skill", "skills");
    if diagnostics_told == 0 {
        output.note(&format!("{skills} checked, nothing to say"))?;
        return Ok(());
    }
    output.note(&format!(
        "{skills} checked, {valid} valid; {}, {}, {}; `prowess explain CODE` tells more",
        counted(count(Severity::Error), "error", "errors"),
        counted(count(Severity::Warning), "warning", "warnings"),
        counted(
            count(Severity::Advice),
            "piece of advice",
            "pieces of advice"
        ),
    ))?;
    Ok(())
}

fn view(skill: &Validated) -> ValidatedView {
    ValidatedView {
        file: skill.file.to_string_lossy().into_owned(),
        valid: skill.is_valid(),
        errors: count(&skill.diagnostics, Severity::Error),
        warnings: count(&skill.diagnostics, Severity::Warning),
        advice: count(&skill.diagnostics, Severity::Advice),
    }
}

fn count<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>, severity: Severity) -> usize {
    diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == severity)
        .count()
}
