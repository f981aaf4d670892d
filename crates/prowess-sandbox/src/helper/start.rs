//! The last step: puts the restrictions on itself and becomes the program.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use crate::Level;
use crate::plan::{Kind, Plan, Told, read_frame};

/// Restricts and executes. A fault is told through the pipe, which a program that runs does not have any more.
pub(super) fn run(pipe: &str) -> ExitCode {
    close_others(pipe);
    // Opened again, so that it closes when the program begins; the number that was inherited would not.
    let opened = pipe.parse::<i32>().ok().and_then(|number| {
        let report = std::fs::OpenOptions::new()
            .write(true)
            .open(format!("/proc/self/fd/{number}"))
            .ok()?;
        nix::unistd::close(number).ok()?;
        Some(report)
    });
    let Some(mut report) = opened else {
        return ExitCode::from(2);
    };
    let told = match become_program() {
        Ok(never) => match never {},
        Err(told) => told,
    };
    let _ = serde_json::to_vec(&told).map(|told| report.write_all(&told));
    ExitCode::FAILURE
}

/// Closes what this process was given open by accident: a host may have files that it does not close for the programs it starts.
fn close_others(pipe: &str) {
    let given = std::fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .flatten();
    let numbers: Vec<i32> = given
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    // The folder that was just read is among them, and closed by now.
    let is_own = |number: i32| number <= 2 || pipe.parse() == Ok(number);
    for number in numbers.into_iter().filter(|number| !is_own(*number)) {
        let _ = nix::unistd::close(number);
    }
}

fn become_program() -> Result<std::convert::Infallible, Told> {
    let not_held = |error: std::io::Error| Told::NotHeld(error.to_string());
    // The frame is read without a buffer: what follows it is the program's input.
    let mut input = File::from(
        std::io::stdin()
            .as_fd()
            .try_clone_to_owned()
            .map_err(not_held)?,
    );
    let Ok(Some((Kind::Plan, plan))) = read_frame(&mut input) else {
        return Err(Told::NotHeld("no plan came".to_owned()));
    };
    drop(input);
    let plan: Plan =
        serde_json::from_slice(&plan).map_err(|error| Told::NotHeld(error.to_string()))?;
    nix::sys::prctl::set_no_new_privs().map_err(|error| Told::NotHeld(error.to_string()))?;
    std::env::set_current_dir(&plan.folder)
        .map_err(|error| Told::NotStarted(format!("`{}`: {error}", plan.folder.display())))?;
    super::limits::restrict(&plan.limits).map_err(Told::NotHeld)?;
    if plan.level != Level::None {
        super::rights::give_up().map_err(Told::NotHeld)?;
        super::files::restrict(&plan).map_err(Told::NotHeld)?;
        super::calls::restrict().map_err(Told::NotHeld)?;
    }
    let Some(program) = plan.program else {
        return Err(Told::Held);
    };
    let text = OsString::from_vec;
    let error = Command::new(text(program))
        .args(plan.arguments.into_iter().map(text))
        .env_clear()
        .envs(
            plan.environment
                .into_iter()
                .map(|(name, value)| (text(name), text(value))),
        )
        .exec();
    Err(Told::NotStarted(error.to_string()))
}
