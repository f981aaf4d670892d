//! One Python process that answers for many folders.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use prowess_tests::note;
use serde::Deserialize;

/// What is compared about one skill.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    /// Labels of the faults that `validate` finds, in order.
    pub(crate) faults: Vec<String>,
    /// What `read-properties` prints; nothing where it refuses.
    pub(crate) properties: Option<String>,
}

/// The real library.
pub(crate) struct Reference {
    python: PathBuf,
}

#[derive(Deserialize)]
struct Line {
    faults: Option<Vec<String>>,
    properties: Option<String>,
}

impl Reference {
    /// Takes the Python that `PROWESS_REFERENCE_PYTHON` names; nothing, said on standard output,
    /// where it is not set.
    pub(crate) fn open() -> Option<Self> {
        #[expect(
            clippy::disallowed_methods,
            reason = "a test program is its own host; this variable is its only setting"
        )]
        let python = std::env::var_os("PROWESS_REFERENCE_PYTHON").map(PathBuf::from);
        if python.is_none() {
            note("skipped: parity with skills-ref (PROWESS_REFERENCE_PYTHON is not set)");
        }
        Some(Self { python: python? })
    }

    /// The answers for `folders`, in their order.
    pub(crate) fn ask(&self, folders: &[&Path]) -> Vec<Answer> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("parity/reference.py");
        let mut child = Command::new(&self.python)
            .arg(script)
            .env("PYTHONUTF8", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.python.display()));
        let mut questions = child.stdin.take().expect("piped");
        let answers = BufReader::new(child.stdout.take().expect("piped"));
        let answers = std::thread::scope(|scope| {
            scope.spawn(move || {
                for folder in folders {
                    writeln!(questions, "{}", folder.display()).expect("a listening process");
                }
            });
            answers
                .lines()
                .map(|line| {
                    let line: Line = serde_json::from_str(&line.expect("text")).expect("JSON");
                    Answer::of(line.faults, line.properties)
                })
                .collect::<Vec<_>>()
        });
        assert!(child.wait().expect("a process").success());
        assert_eq!(answers.len(), folders.len());
        answers
    }
}
