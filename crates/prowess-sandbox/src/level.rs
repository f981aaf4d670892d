//! How firmly programs are held.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How firmly programs are held, the firmest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not at all. Only limits of memory and time count.
    None,
    /// By Landlock and a filter of system calls: files, and TCP.
    Landlock,
    /// By namespaces too: its own view of the disk, of processes, and no network.
    Full,
}

impl Level {
    /// All of them, the firmest first.
    pub const ALL: [Self; 3] = [Self::Full, Self::Landlock, Self::None];

    /// What a program can still do at this level that a person might think it cannot.
    #[must_use]
    pub const fn holes(self) -> &'static [Hole] {
        match self {
            Self::Full => &[
                Hole::Kernel,
                Hole::NewProtectedFiles,
                Hole::ProcessorPerProcess,
            ],
            Self::Landlock => &[
                Hole::Kernel,
                Hole::Udp,
                Hole::UnixSockets,
                Hole::ProcessNames,
                Hole::NamesOfFiles,
                Hole::ProcessorPerProcess,
                Hole::ProcessesOfRoot,
            ],
            Self::None => &[Hole::Everything],
        }
    }
}

impl fmt::Display for Level {
    /// The word of settings and output.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Landlock => "landlock",
            Self::Full => "full",
        })
    }
}

/// What a level does not stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hole {
    /// A fault of the kernel.
    Kernel,
    /// A protected file that is not there yet can be made; it is set aside afterwards.
    NewProtectedFiles,
    /// Seconds of a processor count for each process, not for all.
    ProcessorPerProcess,
    /// UDP, which includes questions to name servers.
    Udp,
    /// Services of this machine that listen on a socket in the file system.
    UnixSockets,
    /// Names and owners of other processes can be seen.
    ProcessNames,
    /// Whether a file exists, its size and time.
    NamesOfFiles,
    /// The number of processes is not held for root.
    ProcessesOfRoot,
    /// Whatever the user can do.
    Everything,
}

impl Hole {
    /// In one line.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Kernel => "faults of the kernel",
            Self::NewProtectedFiles => {
                "making a protected file that is not there yet (it is set aside when the program ends)"
            }
            Self::ProcessorPerProcess => {
                "using more of the processor by many processes than one may use"
            }
            Self::Udp => "sending and receiving by UDP, questions to name servers among it",
            Self::UnixSockets => {
                "talking to services of this machine that listen on a socket in the file system"
            }
            Self::ProcessNames => "seeing which processes run",
            Self::NamesOfFiles => {
                "seeing whether a file exists, how long it is and when it changed"
            }
            Self::ProcessesOfRoot => "starting any number of processes, where the user is root",
            Self::Everything => "anything that the user may do",
        }
    }
}

/// What this machine can do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Probed {
    /// The firmest level that can be held.
    pub level: Level,
    /// Firmer ones, and why not.
    pub not: Vec<(Level, String)>,
}
