//! The side that asks: starts the helper, feeds and reads the program, and stops it.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use crate::plan::{HELPER, Kind, Plan, Told, read_frame, write_frame};
use crate::{End, Error, Level, Limits, Outcome, Probed, Rights, Stream, Task};

/// Runs programs at one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    helper: PathBuf,
    level: Level,
}

/// How long a probe may take.
const PROBE: Duration = Duration::from_secs(10);

/// How long the helper may take to end after it was told to.
const GRACE: Duration = Duration::from_secs(2);

impl Sandbox {
    /// A sandbox with a program whose `main` begins with [`crate::helper::enter`].
    #[must_use]
    pub fn new(helper: impl Into<PathBuf>, level: Level) -> Self {
        Self {
            helper: helper.into(),
            level,
        }
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Tries the levels on this machine, the firmest first.
    #[must_use]
    pub fn probe(helper: &Path) -> Probed {
        let mut not = Vec::new();
        for level in [Level::Full, Level::Landlock] {
            match Self::new(helper, level).try_level() {
                Ok(()) => return Probed { level, not },
                Err(error) => not.push((level, error.to_string())),
            }
        }
        Probed {
            level: Level::None,
            not,
        }
    }

    fn try_level(&self) -> Result<(), Error> {
        let plan = Plan {
            level: self.level,
            program: None,
            arguments: Vec::new(),
            folder: PathBuf::from("/"),
            environment: Vec::new(),
            rights: Rights::of_system(),
            limits: Limits::default(),
        };
        let run = self.run_plan(&plan, &[], PROBE)?;
        match run.told {
            Some(Told::Held) => Ok(()),
            told => Err(self.not_run(told, Path::new(""))),
        }
    }

    /// Runs a program to its end.
    ///
    /// # Errors
    ///
    /// [`Error::Level`] where it cannot be held at the level of this sandbox, and then it did not run; [`Error::Start`],
    /// [`Error::Helper`], [`Error::Right`].
    pub fn run(&self, task: &Task) -> Result<Outcome, Error> {
        let home = task
            .environment
            .iter()
            .find(|(name, _)| name == "HOME")
            .map(|(_, home)| Path::new(home));
        task.rights.check(home.filter(|home| {
            // An empty home is the sandbox's own.
            !task.rights.empty.iter().any(|empty| empty == home)
        }))?;
        let plan = Plan {
            level: self.level,
            program: Some(bytes(&task.program)),
            arguments: task.arguments.iter().map(|text| bytes(text)).collect(),
            folder: task.folder.clone(),
            environment: task
                .environment
                .iter()
                .map(|(name, value)| (bytes(name), bytes(value)))
                .collect(),
            rights: task.rights.clone(),
            limits: task.limits,
        };
        let absent: Vec<&PathBuf> = task
            .rights
            .protected
            .iter()
            .filter(|path| path.symlink_metadata().is_err())
            .collect();
        let run = self.run_plan(&plan, &task.input, task.limits.wall)?;
        let end = match run.told {
            _ if run.is_late => End::TimedOut,
            Some(Told::Ended(end)) => end,
            told => return Err(self.not_run(told, Path::new(&task.program))),
        };
        Ok(Outcome {
            end,
            output: run.output,
            errors: run.errors,
            took: run.took,
            set_aside: set_aside(&absent),
        })
    }

    fn not_run(&self, told: Option<Told>, program: &Path) -> Error {
        match told {
            Some(Told::NotHeld(reason)) => Error::Level {
                level: self.level,
                reason,
            },
            Some(Told::NotStarted(reason)) => Error::Start {
                program: program.to_path_buf(),
                reason,
            },
            _ => self.fault("stopped without a word"),
        }
    }

    fn fault(&self, reason: impl Into<String>) -> Error {
        Error::Helper {
            helper: self.helper.clone(),
            reason: reason.into(),
        }
    }

    #[cfg(not(unix))]
    fn run_plan(&self, _plan: &Plan, _input: &[u8], _wall: Duration) -> Result<Run, Error> {
        Err(Error::Level {
            level: self.level,
            reason: "there is no sandbox for this system".to_owned(),
        })
    }

    #[cfg(unix)]
    fn run_plan(&self, plan: &Plan, input: &[u8], wall: Duration) -> Result<Run, Error> {
        use std::os::fd::OwnedFd;
        use std::os::unix::net::UnixStream;
        use std::os::unix::process::CommandExt;

        let started = Instant::now();
        let (ours, theirs) = UnixStream::pair().map_err(|error| self.fault(error.to_string()))?;
        let mut child = Command::new(&self.helper)
            .arg(HELPER)
            .arg(plan.level.to_string())
            .env_clear()
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| self.fault(format!("could not be run: {error}")))?;
        let outputs = (
            Reader::of(child.stdout.take(), plan.limits.output),
            Reader::of(child.stderr.take(), plan.limits.output),
        );
        let (tell, told) = mpsc::channel();
        let talk = ours
            .try_clone()
            .map_err(|error| self.fault(error.to_string()))?;
        let writer = {
            let mut talk = talk;
            let frame = serde_json::to_vec(plan).map_err(|error| self.fault(error.to_string()))?;
            let input = input.to_vec();
            std::thread::spawn(move || {
                // A program that ends without reading all of its input closes the way.
                let _ = write_frame(&mut talk, Kind::Plan, &frame).and_then(|()| {
                    for part in input.chunks(64 << 10) {
                        write_frame(&mut talk, Kind::Input, part)?;
                    }
                    write_frame(&mut talk, Kind::Input, &[])
                });
            })
        };
        let listener = {
            let mut ours = ours
                .try_clone()
                .map_err(|error| self.fault(error.to_string()))?;
            std::thread::spawn(move || {
                let frame = read_frame(&mut ours).ok().flatten();
                let read = frame
                    .filter(|(kind, _)| *kind == Kind::Told)
                    .and_then(|(_, bytes)| serde_json::from_slice::<Told>(&bytes).ok());
                let _ = tell.send(read);
            })
        };
        let heard = told.recv_timeout(wall);
        let is_late = matches!(heard, Err(mpsc::RecvTimeoutError::Timeout));
        // The helper stops everything when the way to it closes.
        let _ = ours.shutdown(std::net::Shutdown::Both);
        end(&mut child);
        let _ = writer.join();
        let _ = listener.join();
        Ok(Run {
            told: heard.ok().flatten(),
            is_late,
            output: outputs.0.take(),
            errors: outputs.1.take(),
            took: started.elapsed(),
        })
    }
}

/// What came of one run of the helper.
struct Run {
    told: Option<Told>,
    is_late: bool,
    output: Stream,
    errors: Stream,
    took: Duration,
}

#[cfg(unix)]
fn bytes(text: &OsStr) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    text.as_bytes().to_vec()
}

#[cfg(not(unix))]
fn bytes(text: &OsStr) -> Vec<u8> {
    text.to_string_lossy().into_owned().into_bytes()
}

/// Waits for the helper to end, and ends it where it does not.
fn end(child: &mut Child) {
    let until = Instant::now() + GRACE;
    while Instant::now() < until {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            _ => return,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// An output that is read in the background.
struct Reader {
    stream: Arc<Mutex<Stream>>,
    ended: mpsc::Receiver<()>,
}

impl Reader {
    /// Reads to the end and keeps the beginning.
    fn of(from: Option<impl Read + Send + 'static>, most: u64) -> Self {
        let stream = Arc::new(Mutex::new(Stream::default()));
        let (tell, ended) = mpsc::channel();
        let kept = Arc::clone(&stream);
        std::thread::spawn(move || {
            let Some(mut from) = from else { return };
            let mut buffer = vec![0; 32 << 10];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                let Ok(mut stream) = kept.lock() else { return };
                let left = most.saturating_sub(stream.bytes.len() as u64);
                let kept = usize::try_from(left).unwrap_or(usize::MAX).min(read);
                stream
                    .bytes
                    .extend_from_slice(buffer.get(..kept).unwrap_or_default());
                stream.dropped += (read - kept) as u64;
            }
            let _ = tell.send(());
        });
        Self { stream, ended }
    }

    /// What has come. Something that got away may hold the output open: it is not waited for.
    fn take(self) -> Stream {
        let _ = self.ended.recv_timeout(GRACE);
        self.stream
            .lock()
            .map(|stream| stream.clone())
            .unwrap_or_default()
    }
}

/// Gives protected files that were not there before another name, which no program looks for.
fn set_aside(absent: &[&PathBuf]) -> Vec<PathBuf> {
    let mut aside = Vec::new();
    for path in absent {
        if path.symlink_metadata().is_err() {
            continue;
        }
        let Some(name) = path.file_name() else {
            continue;
        };
        for number in 1..1000 {
            let mut new = name.to_owned();
            new.push(format!(".set-aside-{number}"));
            let new = path.with_file_name(new);
            if new.symlink_metadata().is_err() {
                if std::fs::rename(path, &new).is_ok() {
                    aside.push(new);
                }
                break;
            }
        }
    }
    aside
}
