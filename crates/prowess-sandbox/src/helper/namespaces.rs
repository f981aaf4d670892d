//! New namespaces: users, mounts, processes, network, messages between processes, the machine's name.

use std::process::{ExitCode, Stdio};

use caps::{CapSet, Capability};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{Gid, Uid};

use super::{again, socket};
use crate::plan::{Kind, Told, write_frame};

/// Enters new namespaces and starts process 1 of them.
pub(super) fn outer() -> ExitCode {
    let started = enter().and_then(|()| {
        let socket = socket().map_err(|error| error.to_string())?;
        again("inside")
            .stdin(Stdio::from(std::os::fd::OwnedFd::from(socket)))
            .status()
            .map_err(|error| format!("process 1: {error}"))
    });
    match started {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            let told = serde_json::to_vec(&Told::NotHeld(reason)).unwrap_or_default();
            let _ = socket().and_then(|mut socket| write_frame(&mut socket, Kind::Told, &told));
            ExitCode::FAILURE
        }
    }
}

fn enter() -> Result<(), String> {
    let (user, group) = (Uid::effective(), Gid::effective());
    unshare(
        CloneFlags::CLONE_NEWUSER
            | CloneFlags::CLONE_NEWNS
            | CloneFlags::CLONE_NEWPID
            | CloneFlags::CLONE_NEWNET
            | CloneFlags::CLONE_NEWIPC
            | CloneFlags::CLONE_NEWUTS
            | CloneFlags::CLONE_NEWCGROUP,
    )
    .map_err(|error| format!("new namespaces: {error}"))?;
    let write = |file: &str, text: String| {
        std::fs::write(file, text).map_err(|error| format!("{file}: {error}"))
    };
    // Root has another number inside: what is held by the number of the user is held for it too.
    let inside = |outer: u32| if outer == 0 { 1000 } else { outer };
    write("/proc/self/setgroups", "deny".to_owned())?;
    write(
        "/proc/self/uid_map",
        format!("{} {user} 1", inside(user.as_raw())),
    )?;
    write(
        "/proc/self/gid_map",
        format!("{} {group} 1", inside(group.as_raw())),
    )?;
    // Process 1 makes the mounts; the capability for that has to outlive its start.
    for set in [CapSet::Inheritable, CapSet::Ambient] {
        caps::raise(None, set, Capability::CAP_SYS_ADMIN)
            .map_err(|error| format!("capabilities: {error}"))?;
    }
    Ok(())
}
