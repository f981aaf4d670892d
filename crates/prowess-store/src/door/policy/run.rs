//! Running the program: no shell, nothing in its environment that was not named, and a bound on all that it may do.

use std::io::{Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::Policy;
use crate::process_group::ProcessGroup;

/// How often it is looked whether a program that says nothing more has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// What comes from one of the two outputs.
enum Said {
    /// Bytes of the standard output.
    Answer(Vec<u8>),
    /// So many bytes of the other one, which nobody reads.
    Aside(usize),
    /// An output was closed.
    Closed,
}

/// Runs the program and gives what it says on its standard output.
///
/// # Errors
///
/// What went wrong, in words. It and what it started is then ended.
pub(super) fn run(policy: &Policy, input: &[u8]) -> Result<Vec<u8>, String> {
    let mut command = Command::new(&policy.command);
    command
        .args(&policy.arguments)
        .env_clear()
        .envs(&policy.environment)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = policy.command.parent() {
        command.current_dir(folder);
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        // A group of its own, so that what it starts ends with it.
        command.process_group(0);
    }
    let child = command
        .spawn()
        .map_err(|error| format!("`{}`: {error}", policy.command.display()))?;
    let mut running = Running {
        group: ProcessGroup::of(Some(child.id())),
        child,
    };
    let said = listen(&mut running.child, input);
    let deadline = Instant::now() + policy.time;
    let answer = collect(policy, &said, deadline)?;
    loop {
        match running.child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(answer),
            Ok(Some(status)) => return Err(format!("it failed ({status})")),
            Ok(None) if Instant::now() >= deadline => return Err(late(policy)),
            Ok(None) => std::thread::sleep(PAUSE),
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// Hands the question over, and listens to both outputs, each in a thread of its own: a program that does not listen must not
/// keep anybody.
fn listen(child: &mut Child, input: &[u8]) -> Receiver<Said> {
    let (sender, receiver) = sync_channel(16);
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // One that answers without having read everything is no fault.
        std::thread::spawn(move || drop(stdin.write_all(&input)));
    }
    if let Some(stdout) = child.stdout.take() {
        let sender = sender.clone();
        std::thread::spawn(move || relay(stdout, &sender, |bytes| Said::Answer(bytes.to_vec())));
    }
    if let Some(stderr) = child.stderr.take() {
        std::thread::spawn(move || relay(stderr, &sender, |bytes| Said::Aside(bytes.len())));
    }
    receiver
}

fn relay(mut from: impl Read, to: &SyncSender<Said>, said: impl Fn(&[u8]) -> Said) {
    let mut buffer = [0; 8192];
    loop {
        let message = match from.read(&mut buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => Said::Closed,
            Ok(length) => said(buffer.get(..length).unwrap_or_default()),
        };
        let is_last = matches!(message, Said::Closed);
        if to.send(message).is_err() || is_last {
            return;
        }
    }
}

/// What is said until both outputs are closed.
fn collect(policy: &Policy, said: &Receiver<Said>, deadline: Instant) -> Result<Vec<u8>, String> {
    let mut answer = Vec::new();
    let mut bytes = 0_usize;
    let mut open = 2;
    while open > 0 {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late(policy));
        }
        match said.recv_timeout(left.min(policy.silence)) {
            Ok(Said::Answer(more)) => {
                bytes = bytes.saturating_add(more.len());
                answer.extend(more);
            }
            Ok(Said::Aside(more)) => bytes = bytes.saturating_add(more),
            Ok(Said::Closed) => open -= 1,
            Err(RecvTimeoutError::Timeout) if left <= policy.silence => return Err(late(policy)),
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("it said nothing for {:?}", policy.silence));
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if bytes > policy.output_bytes {
            return Err(format!("it says more than {} bytes", policy.output_bytes));
        }
    }
    Ok(answer)
}

fn late(policy: &Policy) -> String {
    format!("it took longer than {:?}", policy.time)
}

/// A program that ends when this goes, with everything in its group.
struct Running {
    child: Child,
    group: ProcessGroup,
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return self.group.leave();
        }
        self.group.end();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
