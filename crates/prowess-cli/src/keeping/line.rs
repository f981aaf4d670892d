//! One line on stderr that tells how far something is.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use prowess::store::progress::{At, Progress};

use crate::arguments::OutputFormat;
use crate::output::{Output, Verbosity, printable_line};

/// How often the line changes at most.
const PAUSE: Duration = Duration::from_millis(100);

/// The line. It is there on a terminal alone, and gone before anything else is written.
#[derive(Debug)]
pub(crate) struct Line {
    /// Columns of the terminal; nothing: no line is shown.
    width: Option<usize>,
    shown: Mutex<Shown>,
}

#[derive(Debug, Default)]
struct Shown {
    /// When the line was last written.
    at: Option<Instant>,
    /// Whether something stands there.
    is_there: bool,
}

impl Line {
    /// The line of this process, if it is to have one.
    pub(crate) fn of(output: &Output) -> Self {
        let is_wanted = io::stderr().is_terminal()
            && output.verbosity != Verbosity::Quiet
            && output.format == OutputFormat::Text;
        let width = || terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        Self {
            width: is_wanted.then(width),
            shown: Mutex::default(),
        }
    }

    /// Takes the line away, for something else that is written there.
    pub(crate) fn clear(&self) {
        let Ok(mut shown) = self.shown.lock() else {
            return;
        };
        if std::mem::take(&mut shown.is_there) {
            // A line that cannot be written keeps nothing from being done.
            let _ = io::stderr().write_all(b"\r\x1b[2K");
        }
    }

    fn show(&self, text: &str, is_new: bool) {
        let (Some(width), Ok(mut shown)) = (self.width, self.shown.lock()) else {
            return;
        };
        if !is_new && shown.at.is_some_and(|at| at.elapsed() < PAUSE) {
            return;
        }
        let text: String = printable_line(text)
            .chars()
            .take(width.saturating_sub(1))
            .collect();
        let _ = io::stderr().write_all(format!("\r\x1b[2K{text}").as_bytes());
        shown.at = Some(Instant::now());
        shown.is_there = true;
    }
}

impl Progress for Line {
    fn tell(&self, at: At<'_>) {
        let is_new = !matches!(at, At::Fetching { bytes: 1.., .. });
        self.show(&words(&at), is_new);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.clear();
    }
}

/// How far it is, in words.
fn words(at: &At<'_>) -> String {
    match at {
        At::Fetching {
            source, bytes: 0, ..
        } => format!("fetching {source}"),
        At::Fetching {
            source,
            bytes,
            of: Some(of),
        } => format!("fetching {source}: {} of {}", size(*bytes), size(*of)),
        At::Fetching { source, bytes, .. } => format!("fetching {source}: {}", size(*bytes)),
        At::Scanning { name } => format!("scanning {name}"),
        At::Writing { name } => format!("writing {name}"),
        At::Running { command } => format!("running {}", command.join(" ")),
        At::Waiting { reason } => format!("waiting: {reason}"),
        _ => "working".to_owned(),
    }
}

/// A size as a person reads it.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 3] = ["KiB", "MiB", "GiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = UNITS[0];
    for larger in &UNITS[1..] {
        if value < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = larger;
    }
    format!("{value:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes change their unit where they reach the next one.
    #[test]
    fn sizes() {
        let shown = [0, 1023, 1024, 1536, 5 << 20, 3 << 30].map(size);
        let wanted = ["0 B", "1023 B", "1.0 KiB", "1.5 KiB", "5.0 MiB", "3.0 GiB"];
        assert_eq!(shown, wanted);
    }
}
