//! Starts the program, hands on what it reads, waits, and stops all that it has started.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{ChildStdin, ExitCode, Stdio};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, getpid, pipe, setsid};

use super::{again, socket};
use crate::End;
use crate::plan::{Kind, Plan, Told, read_frame, write_frame};

/// Rounds in which what is left is stopped; each sees what the one before let be born.
const ROUNDS: usize = 1000;

/// Supervises one program, after `prepare`.
pub(super) fn run(prepare: impl FnOnce(&Plan) -> Result<(), String>) -> ExitCode {
    let Ok(mut socket) = socket() else {
        return ExitCode::from(2);
    };
    let told = supervise(&mut socket, prepare).unwrap_or_else(Told::NotHeld);
    stop_all();
    let sent = serde_json::to_vec(&told).map(|told| write_frame(&mut socket, Kind::Told, &told));
    match sent {
        Ok(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn supervise(
    socket: &mut UnixStream,
    prepare: impl FnOnce(&Plan) -> Result<(), String>,
) -> Result<Told, String> {
    let text = |error: io::Error| error.to_string();
    let Some((Kind::Plan, frame)) = read_frame(socket).map_err(text)? else {
        return Err("no plan came".to_owned());
    };
    let plan: Plan = serde_json::from_slice(&frame).map_err(|error| error.to_string())?;
    prepare(&plan)?;
    // A session of its own has no terminal; what loses its parent becomes this process's.
    let _ = setsid();
    nix::sys::prctl::set_child_subreaper(true).map_err(|error| error.to_string())?;
    nix::sys::prctl::set_dumpable(false).map_err(|error| error.to_string())?;

    let (report, theirs) = pipe().map_err(|error| error.to_string())?;
    let mut child = again("start")
        .arg(theirs.as_raw_fd().to_string())
        .stdin(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the last step: {error}"))?;
    drop::<OwnedFd>(theirs);
    let first = Pid::from_raw(i32::try_from(child.id()).map_err(|error| error.to_string())?);
    let mut input = child.stdin.take().ok_or("the last step has no input")?;
    // One that ends at once tells why by the other pipe.
    let _ = write_frame(&mut input, Kind::Plan, &frame);
    let ours = socket.try_clone().map_err(text)?;
    std::thread::spawn(move || hand_on(ours, input));

    let mut fault = Vec::new();
    File::from(report)
        .take(1 << 16)
        .read_to_end(&mut fault)
        .map_err(text)?;
    let ended = wait_for(first)?;
    match fault.is_empty() {
        true => Ok(Told::Ended(ended)),
        false => serde_json::from_slice(&fault).map_err(|error| error.to_string()),
    }
}

/// Hands on the input. Where the way to the one who asked closes, everything stops.
fn hand_on(mut from: UnixStream, input: ChildStdin) {
    let mut input = Some(input);
    loop {
        match read_frame(&mut from) {
            Ok(Some((Kind::Input, bytes))) if bytes.is_empty() => drop(input.take()),
            Ok(Some((Kind::Input, bytes))) => {
                let written = input.as_mut().map(|input| input.write_all(&bytes));
                if matches!(written, Some(Err(_))) {
                    input = None;
                }
            }
            _ => break,
        }
    }
    drop(input);
    stop_all();
    std::process::exit(1);
}

/// Waits for the program, and takes leave of what has lost its parent meanwhile.
fn wait_for(first: Pid) -> Result<End, String> {
    loop {
        match waitpid(None, None) {
            Ok(WaitStatus::Exited(process, code)) if process == first => {
                return Ok(End::Exit { code });
            }
            Ok(WaitStatus::Signaled(process, signal, _)) if process == first => {
                return Ok(End::Signal {
                    signal: signal as i32,
                });
            }
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(format!("the program is gone: {error}")),
        }
    }
}

/// Stops all children of this process until there are none; theirs become its own.
fn stop_all() {
    for _ in 0..ROUNDS {
        for child in children() {
            let _ = kill(child, Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) => break,
                Ok(_) | Err(Errno::EINTR) => {}
                Err(_) => return,
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// The children of this process, as `/proc` tells.
fn children() -> Vec<Pid> {
    let own = getpid().as_raw().to_string();
    let mut children = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(number) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The name of a process may hold anything; what follows its last bracket is state and parent.
        let parent = stat
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(1));
        if parent == Some(own.as_str()) {
            children.push(Pid::from_raw(number));
        }
    }
    children
}
