//! How things leave the program: data to stdout, everything else to stderr.

mod printable;
mod table;
mod words;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use prowess::base::render::{Marks, to_sarif, to_text};
use prowess::base::{Diagnostic, Severity, Surroundings};
use serde::Serialize;

pub(crate) use printable::{printable_line, printable_text};
pub(crate) use table::{LastColumn, Table};
pub(crate) use words::counted;

use crate::arguments::{ColorWhen, Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;

/// The version of every JSON form that the command prints.
pub(crate) const SCHEMA: u32 = 1;

/// How much is said on stderr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// Errors only.
    Quiet,
    /// Notes that change what a reader makes of the data.
    Normal,
    /// Every diagnostic in full.
    Verbose,
}

/// The two streams of the process and how they are used.
pub(crate) struct Output {
    /// The form of the data.
    pub(crate) format: OutputFormat,
    /// How much is said on stderr.
    pub(crate) verbosity: Verbosity,
    /// Columns of the terminal that stdout is; nothing where it is none.
    pub(crate) width: Option<u16>,
    /// The folder that shown paths are relative to.
    base: PathBuf,
    /// The folder that is shown as `~`.
    home: Option<PathBuf>,
    /// When to colour.
    pub(crate) color: ColorWhen,
}

impl Output {
    /// The streams of this process, as the flags ask for. A configuration has its say later.
    pub(crate) fn of_process(global: &Global) -> Self {
        let format = global.form().unwrap_or(OutputFormat::Text);
        let verbosity = match (global.quiet, global.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, 0) => Verbosity::Normal,
            (false, _) => Verbosity::Verbose,
        };
        let width = io::stdout()
            .is_terminal()
            .then(|| terminal_size::terminal_size().map_or(80, |(width, _)| width.0));
        Self {
            format,
            verbosity,
            width,
            base: PathBuf::new(),
            home: None,
            color: global.color.unwrap_or(ColorWhen::Auto),
        }
    }

    /// Shows paths as a person in this place writes them.
    pub(crate) fn set_place(&mut self, surroundings: &Surroundings) {
        self.base.clone_from(&surroundings.current_dir);
        self.home.clone_from(&surroundings.home);
    }

    /// Prints data as it is, with whatever colour it carries where colours are wanted.
    ///
    /// # Errors
    ///
    /// What the system says; a closed pipe is one of them.
    pub(crate) fn data(&mut self, text: &str) -> io::Result<()> {
        let mut stdout = AutoStream::new(io::stdout().lock(), self.choice());
        stdout.write_all(text.as_bytes())?;
        stdout.flush()
    }

    /// Prints text from outside: byte for byte into a file or pipe, made harmless on a terminal.
    pub(crate) fn foreign(&mut self, text: &str) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        if self.width.is_some() {
            stdout.write_all(printable_text(text).as_bytes())?;
        } else {
            stdout.write_all(text.as_bytes())?;
        }
        stdout.flush()
    }

    /// Prints one JSON value.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(value)?;
        text.push(b'\n');
        let mut stdout = io::stdout().lock();
        stdout.write_all(&text)?;
        stdout.flush()
    }

    /// Prints one JSON value on one line, for a command that goes on.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(value)?;
        text.push(b'\n');
        let mut stdout = io::stdout().lock();
        stdout.write_all(&text)?;
        stdout.flush()
    }

    /// Prints a table.
    pub(crate) fn table(&mut self, table: &Table) -> io::Result<()> {
        self.data(&table.render(self.width))
    }

    /// Diagnostics as a SARIF log.
    pub(crate) fn sarif(&self, diagnostics: &[Diagnostic]) -> serde_json::Value {
        let pages: Vec<_> = prowess::codes::pages().copied().collect();
        to_sarif(diagnostics, &pages, &self.base, env!("CARGO_PKG_VERSION"))
    }

    /// Prints diagnostics as the data of a command: as text, else as SARIF. A command's JSON form is
    /// its own.
    pub(crate) fn problems(&mut self, diagnostics: &[&Diagnostic]) -> io::Result<()> {
        match self.format {
            OutputFormat::Text => {
                let text: String = diagnostics
                    .iter()
                    .map(|diagnostic| self.diagnostic_text(diagnostic))
                    .collect();
                self.data(&text)
            }
            _ => {
                let diagnostics: Vec<Diagnostic> = diagnostics.iter().copied().cloned().collect();
                self.json(&self.sarif(&diagnostics))
            }
        }
    }

    /// Says something on stderr that a reader should know, unless quiet.
    pub(crate) fn note(&mut self, text: &str) -> io::Result<()> {
        if self.verbosity == Verbosity::Quiet {
            return Ok(());
        }
        self.stderr(&format!("note: {}\n", printable_line(text)))
    }

    /// Says something on stderr that a reader should not pass over, unless quiet.
    pub(crate) fn warning(&mut self, text: &str) -> io::Result<()> {
        if self.verbosity == Verbosity::Quiet {
            return Ok(());
        }
        let text = printable_line(text);
        self.stderr(&format!("{WARNING}warning{WARNING:#}: {text}\n"))
    }

    /// Passes on to stderr what a program said.
    pub(crate) fn aside(&mut self, text: &str) -> io::Result<()> {
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        self.stderr(&format!("{text}{end}"))
    }

    /// Says one diagnostic on stderr. When quiet only errors are said, and advice only when verbose.
    pub(crate) fn diagnostic(&mut self, diagnostic: &Diagnostic) -> io::Result<()> {
        if !self.shows(diagnostic.severity) {
            return Ok(());
        }
        self.stderr(&self.diagnostic_text(diagnostic))
    }

    /// A diagnostic for a person. A message that lists a hundred names is cut, unless verbose.
    fn diagnostic_text(&self, diagnostic: &Diagnostic) -> String {
        let message = &diagnostic.message;
        if self.verbosity == Verbosity::Verbose || message.len() <= MESSAGE_BYTES {
            return to_text(diagnostic, &self.base, &MARKS);
        }
        let end = message.floor_char_boundary(MESSAGE_BYTES);
        let kept = message.get(..end).unwrap_or(message);
        let kept = kept.rsplit_once(' ').map_or(kept, |(kept, _)| kept);
        let mut cut = diagnostic.clone();
        cut.message = format!("{kept} … (`-v` shows all)");
        to_text(&cut, &self.base, &MARKS)
    }

    /// Whether diagnostics of this weight are said.
    pub(crate) fn shows(&self, severity: Severity) -> bool {
        severity
            >= match self.verbosity {
                Verbosity::Quiet => Severity::Error,
                Verbosity::Normal => Severity::Warning,
                Verbosity::Verbose => Severity::Advice,
            }
    }

    /// Says why a command ended early, and gives the exit code.
    pub(crate) fn failure(&mut self, failure: &Failure) -> Exit {
        match failure {
            // Whoever read the output has enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Failure::Output(error) => {
                let _ = self.stderr(&format!(
                    "{ERROR}error{ERROR:#}: cannot write the output: {error}\n"
                ));
                Exit::Outside
            }
            Failure::Told {
                exit,
                message,
                help,
            } => {
                let mut text = format!("{ERROR}error{ERROR:#}: {}\n", printable_text(message));
                for line in help {
                    text.push_str("  help: ");
                    text.push_str(&printable_line(line));
                    text.push('\n');
                }
                // The exit code still tells it where stderr cannot.
                let _ = self.stderr(&text);
                *exit
            }
        }
    }

    /// A path as it is shown: relative to the base where it is beneath it, else from `~`.
    pub(crate) fn path(&self, path: &Path) -> String {
        if let Ok(rest) = path.strip_prefix(&self.base)
            && !rest.as_os_str().is_empty()
        {
            return rest.to_string_lossy().into_owned();
        }
        let home = self.home.as_ref();
        match home.and_then(|home| path.strip_prefix(home).ok()) {
            Some(rest) => Path::new("~").join(rest).to_string_lossy().into_owned(),
            None => path.to_string_lossy().into_owned(),
        }
    }

    fn stderr(&mut self, text: &str) -> io::Result<()> {
        let mut stderr = AutoStream::new(io::stderr().lock(), self.choice());
        stderr.write_all(text.as_bytes())
    }

    fn choice(&self) -> ColorChoice {
        match self.color {
            ColorWhen::Auto => ColorChoice::Auto,
            ColorWhen::Always => ColorChoice::Always,
            ColorWhen::Never => ColorChoice::Never,
        }
    }
}

/// Longest message that is shown whole, in bytes.
const MESSAGE_BYTES: usize = 320;

/// How the word `error` is shown.
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// How the word `warning` is shown.
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// The same styles for diagnostics.
const MARKS: Marks = Marks {
    error: "\u{1b}[1m\u{1b}[31m",
    warning: "\u{1b}[1m\u{1b}[33m",
    advice: "\u{1b}[1m\u{1b}[36m",
    reset: "\u{1b}[0m",
};
