//! One run of a program, bounded in time and in what it says and writes.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};

use super::program::GitProgram;
use crate::Error;
use crate::process_group::ProcessGroup;

/// Most bytes that are kept of what a program says on its standard error.
const WORDS: usize = 16 << 10;

/// How often the size of a folder is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// How a run ended.
#[derive(Debug)]
pub(super) struct Ended {
    /// Whether it succeeded.
    pub(super) success: bool,
    /// What it said on its standard error, as far as it is kept.
    pub(super) words: String,
}

/// A folder whose files are watched while they grow.
pub(super) struct Watch<'w> {
    /// The folder.
    pub(super) folder: PathBuf,
    /// Most bytes of its files.
    pub(super) bytes: u64,
    /// Is told the bytes.
    pub(super) tell: &'w (dyn Fn(u64) + Sync),
}

/// Why a run was stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// It took too long.
    Time(Duration),
    /// The watched files are larger than this.
    Bytes(u64),
    /// Something else.
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// Takes what a program writes to its standard output; an error ends the program.
pub(super) type Take<'t> = &'t mut (dyn FnMut(&[u8]) -> Result<(), Error> + Send);

/// Runs a command to its end. Where the future is dropped, or the run is stopped, the command and what it has started are
/// killed.
pub(super) async fn run(
    program: &GitProgram,
    mut command: Command,
    input: Vec<u8>,
    watch: Option<Watch<'_>>,
    take: Take<'_>,
) -> Result<Ended, Stop> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command.spawn().map_err(|error| Error::NoGit {
        path: program.path.clone(),
        reason: error.to_string(),
    })?;
    let mut group = ProcessGroup::of(child.id());
    let work = attend(&mut child, input, take);
    let watched = async {
        match &watch {
            Some(watch) => look(watch).await,
            None => std::future::pending().await,
        }
    };
    let ended = tokio::select! {
        ended = tokio::time::timeout(program.time, work) => match ended {
            Ok(ended) => ended?,
            Err(_) => return Err(Stop::Time(program.time)),
        },
        stop = watched => return Err(stop),
    };
    group.leave();
    match &watch {
        // The last of it may have come between two looks.
        Some(watch) if size(&watch.folder) > watch.bytes => Err(Stop::Bytes(watch.bytes)),
        _ => Ok(ended),
    }
}

/// Feeds and hears a program until it ends.
async fn attend(child: &mut Child, input: Vec<u8>, take: Take<'_>) -> Result<Ended, Error> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let feed = async {
        if let Some(mut stdin) = stdin {
            // Where the program reads no more, its end tells why.
            let _ = stdin.write_all(&input).await;
        }
        Ok(())
    };
    let read = async {
        let Some(mut stdout) = stdout else {
            return Ok(());
        };
        let mut buffer = vec![0; 64 << 10];
        loop {
            let read = stdout
                .read(&mut buffer)
                .await
                .map_err(|error| broken(&error))?;
            match buffer.get(..read) {
                Some([]) | None => return Ok(()),
                Some(bytes) => take(bytes)?,
            }
        }
    };
    let hear = async {
        match stderr {
            Some(stderr) => words(stderr).await,
            None => Ok(String::new()),
        }
    };
    let ((), (), words) = tokio::try_join!(feed, read, hear)?;
    let status = child.wait().await.map_err(|error| broken(&error))?;
    Ok(Ended {
        success: status.success(),
        words,
    })
}

/// The end of what a program says: its last words tell why it failed.
async fn words(mut from: impl AsyncRead + Unpin) -> Result<String, Error> {
    let mut kept: Vec<u8> = Vec::new();
    let mut buffer = vec![0; 4 << 10];
    loop {
        let read = from
            .read(&mut buffer)
            .await
            .map_err(|error| broken(&error))?;
        match buffer.get(..read) {
            Some([]) | None => return Ok(String::from_utf8_lossy(&kept).into_owned()),
            Some(bytes) => kept.extend_from_slice(bytes),
        }
        if kept.len() > WORDS {
            kept.drain(..kept.len() - WORDS);
        }
    }
}

fn broken(error: &std::io::Error) -> Error {
    Error::Git {
        reason: format!("it cannot be heard: {error}"),
    }
}

/// Tells the size of a folder until it is too large.
async fn look(watch: &Watch<'_>) -> Stop {
    let mut known = 0;
    loop {
        tokio::time::sleep(LOOK).await;
        let bytes = size(&watch.folder);
        if bytes > watch.bytes {
            return Stop::Bytes(watch.bytes);
        }
        if bytes != known {
            known = bytes;
            (watch.tell)(bytes);
        }
    }
}

/// How many bytes the files of a folder have, those in further folders aside.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.metadata().ok())
        .filter(std::fs::Metadata::is_file)
        .map(|metadata| metadata.len())
        .sum()
}
