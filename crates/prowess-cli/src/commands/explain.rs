//! `prowess explain [CODE]`

use prowess::base::{Code, CodePage};
use serde::Serialize;

use crate::arguments::{Explain, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table};

/// One page, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ExplainView {
    /// The version of this form.
    schema: u32,
    /// The pages: the one that was asked for, or all of them in ascending order.
    codes: Vec<CodeView>,
}

/// One code.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct CodeView {
    /// The code, such as `PW102`.
    code: String,
    /// What is wrong, in a few words.
    title: &'static str,
    /// The page as Markdown.
    text: &'static str,
}

/// Prints the page of a code, or the list of all codes.
pub(super) fn run(arguments: &Explain, output: &mut Output) -> Result<Exit, Failure> {
    let pages = match &arguments.code {
        Some(code) => vec![find(code)?],
        None => all(),
    };
    match (output.format, pages.as_slice()) {
        (OutputFormat::Text, [page]) => output.data(page.text)?,
        (OutputFormat::Text, pages) => {
            let mut table = Table::new(["CODE", "ABOUT"], LastColumn::Cut);
            for page in pages {
                table.row([page.code.to_string(), page.title.to_owned()]);
            }
            output.table(&table)?;
        }
        _ => {
            let codes = pages
                .iter()
                .map(|page| CodeView {
                    code: page.code.to_string(),
                    title: page.title,
                    text: page.text,
                })
                .collect();
            output.json(&ExplainView {
                schema: SCHEMA,
                codes,
            })?;
        }
    }
    Ok(Exit::Done)
}

/// All pages in ascending order.
pub(crate) fn all() -> Vec<&'static CodePage> {
    let mut pages: Vec<_> = prowess::codes::pages().collect();
    pages.sort_by_key(|page| page.code);
    pages
}

fn find(text: &str) -> Result<&'static CodePage, Failure> {
    let code: Code = text
        .parse()
        .map_err(|error| Failure::new(Exit::Usage, format!("{error}")))?;
    prowess::explain(code).ok_or_else(|| {
        Failure::new(Exit::NotFound, format!("there is no code `{code}`"))
            .help("`prowess explain` lists all codes")
    })
}
