//! What is to run, with which rights.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Error;

/// A program to run, and everything that it may use.
#[derive(Debug, Clone)]
pub struct Task {
    /// The program: a path, or a name that is looked for in the `PATH` of `environment`.
    pub program: OsString,
    /// Its arguments. There is no shell between.
    pub arguments: Vec<OsString>,
    /// The folder that it starts in.
    pub folder: PathBuf,
    /// Its whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// What it reads; its input ends behind that.
    pub input: Vec<u8>,
    /// What of the disk it may use.
    pub rights: Rights,
    /// How much of the machine it may use.
    pub limits: Limits,
}

/// What of the disk a program may use. All paths are whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rights {
    /// Folders and files that it may read and run programs from. One that is not there is passed over.
    pub read: Vec<PathBuf>,
    /// Folders and files that it may also write.
    pub write: Vec<PathBuf>,
    /// Beneath those, what it may only read.
    pub protected: Vec<PathBuf>,
    /// Its home, and any other folder that is empty at its start and gone at its end. `/tmp` is one always.
    pub empty: Vec<PathBuf>,
}

/// How much of the machine a program may use, with all that it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time by the clock on the wall.
    pub wall: Duration,
    /// Seconds of a processor, each process.
    pub cpu_seconds: u64,
    /// Bytes of memory, each process.
    pub memory: u64,
    /// Processes and threads at a time. A kernel may not be able to hold fewer than 301.
    pub processes: u64,
    /// Bytes of one file that is written.
    pub file: u64,
    /// Files that are open at a time, each process.
    pub open_files: u64,
    /// Bytes that are kept of each of its two outputs; the rest is read, counted and dropped.
    pub output: u64,
}

impl Default for Limits {
    /// A minute; 60 s of a processor; 2 GiB of memory; 512 processes; files of 1 GiB, 1,024 open; 1 MiB of each output.
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(60),
            cpu_seconds: 60,
            memory: 2 << 30,
            processes: 512,
            file: 1 << 30,
            open_files: 1024,
            output: 1 << 20,
        }
    }
}

impl Rights {
    /// What programs of a system need to run at all: its programs, libraries and settings that hold no secrets, read only.
    #[must_use]
    pub fn of_system() -> Self {
        let read = [
            "/usr",
            "/bin",
            "/sbin",
            "/lib",
            "/lib32",
            "/lib64",
            "/libx32",
            "/etc/alternatives",
            "/etc/ld.so.cache",
            "/etc/ld.so.conf",
            "/etc/ld.so.conf.d",
            "/etc/localtime",
            "/etc/passwd",
            "/etc/group",
            "/etc/nsswitch.conf",
            "/etc/hosts",
            "/etc/ssl",
            "/etc/ca-certificates",
            "/etc/pki",
            "/etc/mime.types",
            "/etc/os-release",
        ];
        Self {
            read: read.iter().map(PathBuf::from).collect(),
            ..Self::default()
        }
    }

    /// Refuses what would undo the rest.
    ///
    /// # Errors
    ///
    /// [`Error::Right`] where `/`, a folder above the home or the home itself may be written, or a path is not whole.
    pub fn check(&self, home: Option<&Path>) -> Result<(), Error> {
        let right = |path: &Path, reason| {
            Err(Error::Right {
                path: path.to_path_buf(),
                reason,
            })
        };
        let all = [&self.read, &self.write, &self.protected, &self.empty];
        for path in all.into_iter().flatten() {
            let is_plain = path
                .components()
                .all(|part| !matches!(part, std::path::Component::ParentDir));
            if !path.is_absolute() || !is_plain {
                return right(path, "the path is not whole");
            }
        }
        for path in &self.write {
            if path.parent().is_none() {
                return right(path, "it is the whole disk");
            }
            if home.is_some_and(|home| home.starts_with(path)) {
                return right(path, "it is the home, or holds it");
            }
        }
        Ok(())
    }
}
