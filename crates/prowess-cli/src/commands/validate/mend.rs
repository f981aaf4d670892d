//! `--fix` and `--diff`

use std::path::Path;

use prowess::Validated;
use serde::Serialize;

use crate::arguments::{OutputFormat, Validate};
use crate::failure::Failure;
use crate::output::{Output, counted, printable_line};

/// What is mended in one file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(super) struct FixView {
    /// The file.
    file: String,
    /// Whether it was written.
    written: bool,
    /// What is mended, a sentence each.
    done: Vec<String>,
    /// The change as a unified diff.
    diff: String,
}

/// Mends every file that can be, or prints how it would be.
pub(super) fn all(
    validated: &[Validated],
    arguments: &Validate,
    output: &mut Output,
) -> Result<Vec<FixView>, Failure> {
    let mut fixes = Vec::new();
    for skill in validated {
        // A built-in skill is part of the program.
        let Ok(Some(fix)) = prowess::fix(&skill.file) else {
            continue;
        };
        if arguments.fix {
            fix.apply()?;
        }
        let shown = output.path(&fix.file);
        let view = FixView {
            file: fix.file.to_string_lossy().into_owned(),
            written: arguments.fix,
            done: fix.done.iter().map(ToString::to_string).collect(),
            diff: diff(&shown, &fix.before, &fix.after),
        };
        if output.format == OutputFormat::Text {
            if arguments.diff {
                output.foreign(&view.diff)?;
            } else {
                output.note(&format!("{shown}: mended: {}", view.done.join("; ")))?;
            }
        }
        fixes.push(view);
    }
    let files = counted(fixes.len(), "file", "files");
    let said = match (fixes.len(), arguments.fix) {
        (0, _) => "nothing to mend".to_owned(),
        (_, true) => format!("{files} mended"),
        (_, false) => format!("{files} would be mended; `--fix` does it"),
    };
    output.note(&said)?;
    Ok(fixes)
}

/// A unified diff, as other programs read it.
fn diff(file: &str, before: &str, after: &str) -> String {
    let file = printable_line(file);
    let name = |side: &str| Path::new(side).join(&*file).to_string_lossy().into_owned();
    similar::TextDiff::from_lines(before, after)
        .unified_diff()
        .header(&name("a"), &name("b"))
        .to_string()
}
