//! CPU time, wall time and peak memory of this process and its children.

use std::time::{Duration, Instant};

use anyhow::Result;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// What one piece of work took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Taken {
    /// User and system time of all threads.
    pub(crate) cpu: Duration,
    /// Time on the wall.
    pub(crate) wall: Duration,
}

/// Runs `work` `rounds` times and returns the round with the least CPU time: the one that the
/// rest of the machine disturbed least.
pub(crate) fn best_of<T>(rounds: usize, mut work: impl FnMut() -> Result<T>) -> Result<(Taken, T)> {
    let mut best: Option<(Taken, T)> = None;
    for _ in 0..rounds.max(1) {
        let (taken, value) = once(&mut work)?;
        if best.as_ref().is_none_or(|(least, _)| taken.cpu < least.cpu) {
            best = Some((taken, value));
        }
    }
    best.ok_or_else(|| anyhow::anyhow!("no round was run"))
}

/// Runs `work` once.
pub(crate) fn once<T>(work: &mut impl FnMut() -> Result<T>) -> Result<(Taken, T)> {
    let cpu = cpu_time()?;
    let start = Instant::now();
    let value = work()?;
    let wall = start.elapsed();
    Ok((
        Taken {
            cpu: cpu_time()?.saturating_sub(cpu),
            wall,
        },
        value,
    ))
}

/// Peak resident memory of this process so far, in bytes.
pub(crate) fn peak_memory() -> Result<u64> {
    peak(UsageWho::RUSAGE_SELF)
}

/// Peak resident memory of the largest child that has ended, in bytes.
pub(crate) fn peak_memory_of_children() -> Result<u64> {
    peak(UsageWho::RUSAGE_CHILDREN)
}

fn peak(who: UsageWho) -> Result<u64> {
    Ok(u64::try_from(getrusage(who)?.max_rss())? * 1024)
}

fn cpu_time() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    Ok(duration(usage.user_time()) + duration(usage.system_time()))
}

fn duration(time: TimeVal) -> Duration {
    let seconds = u64::try_from(time.tv_sec()).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec()).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}
