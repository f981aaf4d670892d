//! `prowess new NAME`

use prowess::BuiltIns;
use prowess::base::SkillName;
use serde::Serialize;

use crate::arguments::{Global, New, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, SCHEMA};
use crate::session::{self, Forms};

/// What was made, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct NewView {
    /// The version of this form.
    schema: u32,
    /// The new `SKILL.md`.
    file: String,
}

/// Makes the folder of a new skill and prints the path of its file.
pub(super) fn run(arguments: &New, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let name: SkillName = arguments.name.parse().map_err(|error| {
        Failure::new(Exit::Usage, format!("{error}"))
            .help("such a name is accepted by every client, and is the folder's name too")
    })?;
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let parent = match &arguments.dir {
        Some(dir) => engine.surroundings().current_dir.join(dir),
        None => engine.folder_for_new(),
    };
    let file = prowess::new_skill(&parent, &name, arguments.description.as_deref())?;
    if output.format == OutputFormat::Json {
        output.json(&NewView {
            schema: SCHEMA,
            file: file.to_string_lossy().into_owned(),
        })?;
    } else {
        let shown = output.path(&file);
        output.data(&format!("{shown}\n"))?;
        output.note(&format!(
            "write its description and steps, then `prowess validate {}`",
            output.path(file.parent().unwrap_or(&file))
        ))?;
    }
    Ok(Exit::Done)
}
