//! The reference of all keys, made from the table.

use std::fmt::Write as _;

use crate::{Authority, Key, KeySpec, VariableUse};

/// `docs/config.md`: every key with its type, preset, authority, variable and flag. Made from the
/// table, so that the two cannot part.
#[must_use]
pub fn reference_markdown() -> String {
    let mut page = String::from(INTRODUCTION);
    for key in Key::ALL {
        section(&mut page, &key.spec());
    }
    page
}

const INTRODUCTION: &str = concat!(
    "<!-- Made by `prowess_config::reference_markdown`; change the table of keys instead. -->\n\n",
    "# Configuration\n\n",
    "Settings come from five layers, the strongest first:\n\n",
    "1. flags of the command line\n",
    "2. environment variables\n",
    "3. the project's `prowess.toml`\n",
    "4. the user's `config.toml`, in the configuration folder of the operating system ",
    "(`~/.config/prowess` on Linux; `PROWESS_HOME` moves it to `$PROWESS_HOME/config`)\n",
    "5. what is built in\n\n",
    "A project file comes with the project and is not trusted for being there. It may only make settings tighter; what it may ",
    "do is said with each key. Anything else in it is told and does not hold. An error in the user's own words stops the ",
    "command; one in a project's file does not. A number that the project alone sets is a cap on the profile's.\n\n",
    "`prowess config` prints every value with its origin and what it won over.\n\n",
    "## Secrets\n\n",
    "`api_key` and `env` take a secret itself or a reference to it, which is the whole value: `$NAME` or `${NAME}` for an ",
    "environment variable, `${secret:NAME}` for a secret that Prowess keeps, or a table with `source` (`env`, `store`, `file` ",
    "or `exec`), `id` and, where the source asks for it, `provider`. No secret is ever printed.\n\n",
    "## Keys\n",
);

fn section(page: &mut String, spec: &KeySpec) {
    let _ = write!(
        page,
        "\n### `{}`\n\n{}\n\n- value: {}\n- where nobody sets it: {}\n- a project file: {}\n",
        spec.path,
        sentence(spec.about),
        spec.shape,
        spec.preset,
        allowance(spec.authority),
    );
    for variable in spec.variables {
        let _ = match variable.usage {
            VariableUse::Value => writeln!(page, "- variable: `{}`", variable.name),
            VariableUse::Presence(value) => {
                writeln!(
                    page,
                    "- variable: `{}`, which means `{value}`",
                    variable.name
                )
            }
        };
    }
    if let Some(flag) = spec.flag {
        let _ = writeln!(page, "- flag: `{flag}`");
    }
}

fn allowance(authority: Authority) -> String {
    match authority {
        Authority::Anyone => "may set it".to_owned(),
        Authority::RestrictOnly(tightening) => format!("may only {}", tightening.allowance()),
        Authority::UserOnly => "may not set it".to_owned(),
    }
}

/// The line with a capital and a full stop, as prose.
fn sentence(about: &str) -> String {
    let mut characters = about.chars();
    let first = characters.next().map(char::to_uppercase);
    first
        .into_iter()
        .flatten()
        .chain(characters)
        .chain(['.'])
        .collect()
}
