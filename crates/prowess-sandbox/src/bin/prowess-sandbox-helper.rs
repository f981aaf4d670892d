//! The helper as a program of its own, for hosts whose `main` cannot begin with [`prowess_sandbox::helper::enter`].

use std::process::ExitCode;

fn main() -> ExitCode {
    prowess_sandbox::helper::enter().unwrap_or(ExitCode::from(2))
}
