//! How much of the machine.

use nix::sys::resource::{Resource, setrlimit};

use crate::Limits;

/// Bounds this process and all that it starts.
pub(super) fn restrict(limits: &Limits) -> Result<(), String> {
    for (what, resource, most) in [
        ("dumps", Resource::RLIMIT_CORE, 0),
        ("processor", Resource::RLIMIT_CPU, limits.cpu_seconds),
        ("memory", Resource::RLIMIT_DATA, limits.memory),
        ("length of files", Resource::RLIMIT_FSIZE, limits.file),
        ("open files", Resource::RLIMIT_NOFILE, limits.open_files),
        ("processes", Resource::RLIMIT_NPROC, limits.processes),
    ] {
        setrlimit(resource, most, most).map_err(|error| format!("the limit of {what}: {error}"))?;
    }
    Ok(())
}
