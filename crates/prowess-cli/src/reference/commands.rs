//! `docs/commands.md`

use clap::{Arg, Command};

/// Every command with its arguments and options.
pub(super) fn markdown(program: &Command) -> String {
    let mut text = String::from("# Commands\n\n");
    text.push_str(&about(program));
    text.push_str("\n\n```\nprowess [OPTIONS] [COMMAND]\n```\n\n| command | |\n|---|---|\n");
    for command in program.get_subcommands() {
        let name = command.get_name();
        text.push_str(&format!("| [`{name}`](#{name}) | {} |\n", about(command)));
    }
    if let Some(after) = program.get_after_help() {
        text.push_str(&format!("\n{after}.\n"));
    }
    text.push_str("\n## Global options\n\n");
    table(
        &mut text,
        program.get_arguments().filter(|arg| arg.is_global_set()),
    );
    for command in program.get_subcommands() {
        text.push_str(&format!(
            "\n## {}\n\n{}\n\n",
            command.get_name(),
            about(command)
        ));
        let own: Vec<&Arg> = command
            .get_arguments()
            .filter(|arg| !arg.is_global_set() && arg.get_id() != "help")
            .collect();
        text.push_str(&format!("```\n{}\n```\n", usage(command, &own)));
        if !own.is_empty() {
            text.push('\n');
            table(&mut text, own.into_iter());
        }
    }
    text
}

fn usage(command: &Command, arguments: &[&Arg]) -> String {
    let mut usage = format!("prowess {}", command.get_name());
    for argument in arguments {
        let shape = shape(argument);
        if argument.is_required_set() {
            usage.push_str(&format!(" {shape}"));
        } else {
            usage.push_str(&format!(" [{shape}]"));
        }
    }
    usage
}

fn table<'a>(text: &mut String, arguments: impl Iterator<Item = &'a Arg>) {
    text.push_str("| | |\n|---|---|\n");
    for argument in arguments {
        let mut cell = argument
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        let words: Vec<String> = argument
            .get_possible_values()
            .iter()
            .filter(|_| argument.get_action().takes_values())
            .map(|value| match value.get_help() {
                Some(help) => format!("`{}` ({help})", value.get_name()),
                None => format!("`{}`", value.get_name()),
            })
            .collect();
        if !words.is_empty() {
            cell.push_str(": ");
            cell.push_str(&words.join(", "));
        }
        text.push_str(&format!(
            "| `{}` | {} |\n",
            shape(argument),
            cell.replace('|', "\\|")
        ));
    }
}

/// How an argument is typed: `-a`, `--all`, `--profile NAME`, `NAME`, `PATH...`.
fn shape(argument: &Arg) -> String {
    let value = argument.get_value_names().map(|names| names.join(" "));
    let repeated = if argument
        .get_num_args()
        .is_some_and(|range| range.max_values() > 1 && argument.is_positional())
    {
        "..."
    } else {
        ""
    };
    match (argument.get_short(), argument.get_long()) {
        (None, None) => format!("{}{repeated}", value.unwrap_or_default()),
        (short, long) => {
            let names: Vec<String> = short
                .map(|short| format!("-{short}"))
                .into_iter()
                .chain(long.map(|long| format!("--{long}")))
                .collect();
            let names = names.join(", ");
            match value {
                Some(value) if argument.get_action().takes_values() => format!("{names} {value}"),
                _ => names,
            }
        }
    }
}

fn about(command: &Command) -> String {
    command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default()
}
