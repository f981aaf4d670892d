//! Running a program to its end, with bounds on everything.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;

use crate::process_group::ProcessGroup;

/// How long a program's output may stay open once the program has ended: what it left running may hold it.
const GRACE: Duration = Duration::from_secs(2);

/// A program that is to be run: no input, its own process group, no variables but those that are given.
#[derive(Debug)]
pub(super) struct Run<'r> {
    pub(super) program: &'r Path,
    pub(super) arguments: &'r [String],
    pub(super) variables: &'r [(OsString, OsString)],
    /// The folder that it runs in.
    pub(super) folder: &'r Path,
    pub(super) time: Duration,
    /// Most bytes that are kept of each of its outputs.
    pub(super) bytes: usize,
}

/// What a program said, and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// Its exit code; nothing where it was stopped, by a signal or for want of time.
    pub(super) code: Option<i32>,
    /// Whether it was stopped for want of time.
    pub(super) is_late: bool,
    pub(super) stdout: Said,
    pub(super) stderr: Said,
}

/// The end of what a program said.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) bytes: Vec<u8>,
    /// Bytes before it that were not kept.
    pub(super) dropped: u64,
}

impl Said {
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

impl Run<'_> {
    /// Runs it. Whoever stops waiting ends the program and what it started.
    pub(super) async fn to_end(&self) -> io::Result<Ended> {
        let mut command = Command::new(self.program);
        command
            .args(self.arguments)
            .current_dir(self.folder)
            .env_clear()
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let group = ProcessGroup::of(child.id());
        let stdout = read(child.stdout.take(), self.bytes);
        let stderr = read(child.stderr.take(), self.bytes);
        let ended = tokio::time::timeout(self.time, child.wait()).await;
        let (code, is_late) = match ended {
            Ok(status) => (status?.code(), false),
            Err(_) => (None, true),
        };
        // What it left running is ended as well: an installer that is done has nothing to do.
        drop(group);
        Ok(Ended {
            code,
            is_late,
            stdout: finished(stdout).await,
            stderr: finished(stderr).await,
        })
    }
}

/// A reader that runs beside the program, and what it has read so far.
struct Reader {
    task: tokio::task::JoinHandle<()>,
    said: std::sync::Arc<std::sync::Mutex<Said>>,
}

fn read(stream: Option<impl AsyncRead + Unpin + Send + 'static>, bound: usize) -> Reader {
    let said = std::sync::Arc::<std::sync::Mutex<Said>>::default();
    let kept = std::sync::Arc::clone(&said);
    let task = tokio::spawn(async move {
        let Some(mut stream) = stream else { return };
        let mut buffer = vec![0; 8192];
        while let Ok(count @ 1..) = stream.read(&mut buffer).await {
            let Ok(mut said) = kept.lock() else { return };
            said.bytes
                .extend_from_slice(buffer.get(..count).unwrap_or_default());
            let over = said.bytes.len().saturating_sub(bound);
            said.bytes.drain(..over);
            said.dropped += over as u64;
        }
    });
    Reader { task, said }
}

async fn finished(mut reader: Reader) -> Said {
    if tokio::time::timeout(GRACE, &mut reader.task).await.is_err() {
        reader.task.abort();
    }
    reader
        .said
        .lock()
        .map(|mut said| std::mem::take(&mut *said))
        .unwrap_or_default()
}
