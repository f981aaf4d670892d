//! The `prowess` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    prowess_cli::run()
}
