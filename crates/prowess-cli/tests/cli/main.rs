//! The command as a user runs it: exit code, stdout and stderr, one file a command.

mod check;
mod commands;
mod compare;
mod config;
#[cfg(unix)]
mod deps;
mod expand;
mod explain;
mod keeping;
mod list;
mod new;
mod output;
mod overview;
mod profiles;
mod prompt;
mod routes;
mod scan;
mod schemas;
mod show;
mod stage;
mod validate;
mod watch;
mod why;
mod window;
