//! The command as a user runs it: exit code, stdout and stderr, one file a command.

mod explain;
mod stage;
