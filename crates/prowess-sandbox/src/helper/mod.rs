//! The side that is held: the program executed again, before anything else of it runs.
//!
//! ```text
//! full:      outer ── new namespaces ──► inside (process 1: mounts, no capabilities) ──► start ──► the program
//! landlock:  supervisor ─────────────────────────────────────────────────────────────► start ──► the program
//!                                                           limits, Landlock, seccomp ──┘
//! ```
//!
//! Whoever supervises is outside of the restrictions of `start`, so that a program can neither stop nor change it. Each
//! step is one process with one thread; a step that fails is told and nothing runs.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod place;
#[cfg(target_os = "linux")]
mod rights;
#[cfg(target_os = "linux")]
mod start;
#[cfg(target_os = "linux")]
mod supervise;

use std::process::ExitCode;

/// Becomes the helper where this process was started as one. To be called first in `main`, before threads and runtimes.
///
/// What comes back is what the process is to end with; nothing: it is not the helper.
///
/// ```
/// fn main() -> std::process::ExitCode {
///     if let Some(code) = prowess_sandbox::helper::enter() {
///         return code;
///     }
///     // the program itself
///     std::process::ExitCode::SUCCESS
/// }
/// ```
#[must_use]
pub fn enter() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != crate::plan::HELPER {
        return None;
    }
    Some(run(arguments.next(), arguments.next()))
}

#[cfg(target_os = "linux")]
fn run(step: Option<std::ffi::OsString>, pipe: Option<std::ffi::OsString>) -> ExitCode {
    let step = step.as_deref().and_then(std::ffi::OsStr::to_str);
    let pipe = pipe.as_deref().and_then(std::ffi::OsStr::to_str);
    match (step, pipe) {
        (Some("full"), None) => namespaces::outer(),
        (Some("inside"), None) => supervise::run(mounts::enter),
        (Some("landlock" | "none"), None) => supervise::run(|_| Ok(())),
        (Some("start"), Some(pipe)) => start::run(pipe),
        _ => ExitCode::from(2),
    }
}

#[cfg(not(target_os = "linux"))]
fn run(_step: Option<std::ffi::OsString>, _pipe: Option<std::ffi::OsString>) -> ExitCode {
    ExitCode::from(2)
}

/// This very program, to be executed again as another step.
#[cfg(target_os = "linux")]
fn again(step: &str) -> std::process::Command {
    let mut command = std::process::Command::new("/proc/self/exe");
    command.arg(crate::plan::HELPER).arg(step).env_clear();
    command
}

/// The socket to the one who asks, which is this process's input.
#[cfg(target_os = "linux")]
fn socket() -> std::io::Result<std::os::unix::net::UnixStream> {
    use std::os::fd::AsFd;
    let owned = std::io::stdin().as_fd().try_clone_to_owned()?;
    Ok(std::os::unix::net::UnixStream::from(owned))
}
