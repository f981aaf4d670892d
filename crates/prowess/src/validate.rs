//! Checking skill folders that no catalogue knows: a folder, a file, a repository.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_base::{Diagnostic, Severity, Surroundings};
use prowess_catalog::discover::{self, Notice, Outcome, Plan, Visitor};
use prowess_catalog::{FileIdentity, HiddenFolders, Profile, RootRule, Scope, Settings};
use prowess_format::rules::{self, Mode, Subject};
use prowess_format::strict::Argument;
use prowess_fs::Error as FileError;
use prowess_prompt::{ResourceLimits, Resources};

use crate::{Error, codes};

/// One skill that was validated.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Validated {
    /// Its `SKILL.md`.
    pub file: PathBuf,
    /// Everything there is to say about it; each names the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl Validated {
    /// Whether no diagnostic is an error.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Largest file that is read for its faults. What a catalogue reads is told by a rule.
pub(crate) const FILE_BYTES: u64 = 16 * 1024 * 1024;
/// Most files of a skill's folder that rules are told about.
const RESOURCES: usize = 10_000;

/// Validates what is at a path: one skill (its folder or its file), or every skill in the folder and
/// those beneath it, hidden ones included.
///
/// The path is taken as a person typed it, relative to the current folder of `surroundings`.
///
/// # Errors
///
/// [`Error::File`] with [`FileError::NotFound`] where nothing is there.
/// [`Error::NoSkill`] where there is no skill in the folder or beneath it.
pub fn validate(
    surroundings: &Surroundings,
    path: &Path,
    mode: Mode,
) -> Result<Vec<Validated>, Error> {
    // Without `.` parts, so that paths are shown as a person writes them.
    let absolute: PathBuf = surroundings.current_dir.join(path).components().collect();
    let status = std::fs::metadata(&absolute).map_err(|error| unreadable(&absolute, error))?;
    if !status.is_dir() {
        return Ok(vec![file(&absolute, path, mode)]);
    }
    let found = beneath(surroundings, &absolute, path, mode);
    if found.is_empty() {
        return Err(Error::NoSkill { folder: absolute });
    }
    Ok(found)
}

/// Validates a skill whose text is in memory.
#[must_use]
pub fn validate_text(file: &Path, folder: &str, text: &[u8], mode: Mode) -> Validated {
    let subject = Subject {
        folder,
        file_name: name_of(file),
        bytes: text,
        resources: None,
    };
    told(file, rules::check(&subject, mode))
}

fn unreadable(path: &Path, error: std::io::Error) -> Error {
    let path = path.to_path_buf();
    Error::File(match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
            FileError::NotFound { path }
        }
        std::io::ErrorKind::PermissionDenied => FileError::Denied { path },
        _ => FileError::System {
            path,
            source: error,
        },
    })
}

/// One file, whatever it is called.
fn file(absolute: &Path, typed: &Path, mode: Mode) -> Validated {
    let bytes = match prowess_fs::read(absolute, FILE_BYTES) {
        Ok(bytes) => bytes,
        Err(error) => return told(absolute, vec![not_read(&error)]),
    };
    let folder = match mode {
        // The reference library goes by the path as it is typed.
        Mode::Strict => {
            let argument = Argument::new(&typed.to_string_lossy());
            let folder = argument.folder(prowess_format::strict::PathKind::File);
            folder.map_or_else(String::new, |folder| folder.folder_name().to_owned())
        }
        Mode::Full(_) => absolute.parent().map_or("", name_of).to_owned(),
    };
    check(absolute, &folder, &bytes, mode)
}

/// Every skill in a folder and beneath it, in order of path.
fn beneath(
    surroundings: &Surroundings,
    absolute: &Path,
    typed: &Path,
    mode: Mode,
) -> Vec<Validated> {
    let mut profile = Profile::own();
    profile.roots = vec![RootRule::Fixed {
        source: "path".to_owned(),
        path: absolute.to_path_buf(),
        // The person who names a folder takes its links for their own.
        scope: Scope::User,
    }];
    profile.discovery.hidden_folders = HiddenFolders::Entered;
    profile.discovery.file_bytes = FILE_BYTES;
    profile.discovery.skipped.push(".git".to_owned());
    let mut plan = Plan::new(&profile, surroundings, absolute, &Settings::default());
    plan.owner = None;
    let typed_name = Argument::new(&typed.to_string_lossy())
        .folder_name()
        .to_owned();
    let visitor = Checker { mode };
    let mut validated = Vec::new();
    for walk in plan.walk_all(&visitor) {
        let of_folders: Vec<Diagnostic> = walk.diagnostics().collect();
        for found in walk.candidates {
            let more: Vec<Diagnostic> = found.diagnostics().collect();
            let mut one = match found.outcome {
                Outcome::Read { output, .. } => output,
                Outcome::Beyond { bound, .. } => told(
                    &found.file,
                    vec![Diagnostic::new(
                        codes::BEYOND_LIMIT,
                        Severity::Error,
                        format!("it is not read: {bound}"),
                    )],
                ),
                Outcome::Refused { notice, .. } => told(&found.file, vec![notice.diagnostic()]),
                _ => continue,
            };
            let is_the_folder_itself = found.file.parent() == Some(absolute);
            if mode == Mode::Strict && is_the_folder_itself {
                one = by_typed_name(&found.file, &typed_name, one);
            }
            one.diagnostics
                .extend(more.into_iter().map(|told| told.in_file(&found.file)));
            validated.push(one);
        }
        if let Some(first) = validated.first_mut() {
            first.diagnostics.extend(of_folders);
        }
    }
    validated
}

/// The same skill judged under the folder's name as it was typed, which the reference library
/// compares with.
fn by_typed_name(file: &Path, folder: &str, otherwise: Validated) -> Validated {
    match prowess_fs::read(file, FILE_BYTES) {
        Ok(bytes) => check(file, folder, &bytes, Mode::Strict),
        Err(_) => otherwise,
    }
}

/// Checks files as a walk finds them.
struct Checker {
    mode: Mode,
}

impl Visitor for Checker {
    type Output = Validated;

    fn known(&self, _: &Arc<Path>, _: &FileIdentity) -> Option<Validated> {
        None
    }

    fn read(
        &self,
        file: &Arc<Path>,
        folder: &str,
        _identity: FileIdentity,
        bytes: &[u8],
    ) -> Validated {
        check(file, folder, bytes, self.mode)
    }
}

fn check(file: &Path, folder: &str, bytes: &[u8], mode: Mode) -> Validated {
    let limits = ResourceLimits {
        files: RESOURCES,
        ..ResourceLimits::default()
    };
    let resources = file
        .parent()
        .and_then(|folder| Resources::of(folder, &limits).ok())
        .filter(|resources| resources.more == 0);
    let resources: Option<Vec<&str>> = resources
        .as_ref()
        .map(|resources| resources.files.iter().map(|file| &*file.path).collect());
    let subject = Subject {
        folder,
        file_name: name_of(file),
        bytes,
        resources: resources.as_deref(),
    };
    let mut diagnostics = rules::check(&subject, mode);
    if let (Mode::Full(_), Some(folder)) = (mode, file.parent()) {
        diagnostics.extend(discover::inspect(folder).iter().map(Notice::diagnostic));
        // As a reader goes through the file; what is about the whole file comes first.
        diagnostics.sort_by_key(|diagnostic| diagnostic.place.as_ref().map(|place| place.start));
    }
    told(file, diagnostics)
}

fn told(file: &Path, diagnostics: Vec<Diagnostic>) -> Validated {
    Validated {
        file: file.to_path_buf(),
        diagnostics: diagnostics
            .into_iter()
            .map(|diagnostic| diagnostic.in_file(file))
            .collect(),
    }
}

fn not_read(error: &FileError) -> Diagnostic {
    Diagnostic::new(
        codes::NOT_READ,
        Severity::Error,
        format!("the file cannot be read: {}", error.reason()),
    )
}

fn name_of(path: &Path) -> &str {
    path.file_name()
        .and_then(std::ffi::OsStr::to_str)
        .unwrap_or("")
}
