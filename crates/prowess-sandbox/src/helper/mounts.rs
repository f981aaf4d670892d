//! The disk as the program sees it: nothing but what it has a right to.

use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sys::signal::Signal;
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{chdir, pivot_root, sethostname};

use super::place;
use crate::plan::Plan;

/// Where the new disk is put together: any folder that is there on every machine.
const BASE: &str = "/tmp";

/// Devices that are no more than a source or a sink of bytes.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// One thing at one place.
struct Place<'p> {
    at: &'p Path,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// What lies there.
    Bound { is_writable: bool },
    /// An empty folder.
    Empty,
}

/// Makes the new disk and gives up all capabilities.
pub(super) fn enter(plan: &Plan) -> Result<(), String> {
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL).map_err(|error| error.to_string())?;
    sethostname("sandbox").map_err(|error| format!("the machine's name: {error}"))?;
    disk(plan).map_err(|(what, error)| format!("{what}: {error}"))?;
    // What is below the kernel's own reserve cannot be set.
    let processes = plan.limits.processes.clamp(301, 4_000_000);
    fs::write("/proc/sys/kernel/pid_max", processes.to_string())
        .map_err(|error| format!("the bound of processes: {error}"))?;
    super::rights::give_up()
}

type Fault = (String, std::io::Error);

fn disk(plan: &Plan) -> Result<(), Fault> {
    let none = None::<&str>;
    let recursive = MsFlags::MS_REC | MsFlags::MS_SLAVE;
    made("mounts of its own", mount(none, "/", none, recursive, none))?;
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    let new = Path::new(BASE);
    made(
        "the new disk",
        mount(
            Some("tmpfs"),
            new,
            Some("tmpfs"),
            safe,
            Some("mode=0755,size=1m"),
        ),
    )?;
    made("the new disk", chdir(new))?;
    for folder in ["old", "new"] {
        fs::create_dir(new.join(folder)).map_err(|error| (folder.to_owned(), error))?;
    }
    made("the new disk", pivot_root(".", "old"))?;
    made("the new disk", chdir("/"))?;
    made(
        "the new disk",
        mount(
            Some("tmpfs"),
            "/new",
            Some("tmpfs"),
            safe,
            Some("mode=0755,size=1m"),
        ),
    )?;

    for place in places(plan) {
        put(&place)?;
    }
    let folder = |path: &str| fs::create_dir_all(path).map_err(|error| (path.to_owned(), error));
    folder("/new/proc")?;
    let proc = safe | MsFlags::MS_NOEXEC;
    made(
        "/proc",
        mount(Some("proc"), "/new/proc", Some("proc"), proc, none),
    )?;
    folder("/new/dev")?;
    for device in DEVICES {
        let at = PathBuf::from("/new/dev").join(device);
        fs::write(&at, "").map_err(|error| (device.to_owned(), error))?;
        let from = PathBuf::from("/old/dev").join(device);
        made(
            device,
            mount(Some(&from), &at, none, MsFlags::MS_BIND, none),
        )?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ] {
        symlink(target, PathBuf::from("/new/dev").join(name))
            .map_err(|error| (name.to_owned(), error))?;
    }
    made("the old disk", umount2("/old", MntFlags::MNT_DETACH))?;
    made("the new disk", chdir("/new"))?;
    made("the new disk", pivot_root(".", "."))?;
    made("the old disk", umount2(".", MntFlags::MNT_DETACH))?;
    made("the new disk", chdir("/"))?;
    let read_only = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | safe;
    made("the new disk", mount(none, "/", none, read_only, none))
}

/// What is put where, outer places before those beneath them; of two things in one place the narrower right comes last.
fn places(plan: &Plan) -> Vec<Place<'_>> {
    let rights = &plan.rights;
    let bound = |is_writable| What::Bound { is_writable };
    let mut places = vec![Place {
        at: Path::new("/tmp"),
        what: What::Empty,
    }];
    for (paths, what) in [
        (&rights.empty, What::Empty),
        (&rights.write, bound(true)),
        (&rights.read, bound(false)),
        (&rights.protected, bound(false)),
    ] {
        places.extend(paths.iter().map(|at| Place { at, what }));
    }
    places.sort_by_key(|place| place.at.components().count());
    places
}

fn put(place: &Place<'_>) -> Result<(), Fault> {
    let relative = place.at.strip_prefix("/").unwrap_or(place.at);
    let (from, at) = (
        Path::new("/old").join(relative),
        Path::new("/new").join(relative),
    );
    let shown = || place.at.display().to_string();
    let fault = |error| (shown(), error);
    let none = None::<&str>;
    let What::Bound { is_writable } = place.what else {
        if place::open(&at).is_err() {
            make(&at, true).map_err(fault)?;
        }
        let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
        let options = Some("mode=0700,size=256m");
        return made(
            &shown(),
            mount(Some("tmpfs"), &at, Some("tmpfs"), flags, options),
        );
    };
    let Ok(kind) = fs::symlink_metadata(&from) else {
        // What is not there needs no right.
        return Ok(());
    };
    if kind.file_type().is_symlink() {
        // A link of the system (`/bin`) is a link here too; one that lies in what is bound already is there as it is.
        return match fs::read_link(&from).and_then(|target| link(&target, &at)) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(fault(error)),
            _ => Ok(()),
        };
    }
    let from = place::open(&from).map_err(fault)?;
    if place::open(&at).is_err() {
        make(&at, place::is_folder(&from).map_err(fault)?).map_err(fault)?;
    }
    let at = place::open(&at).map_err(fault)?;
    // By their handles: what they name cannot become a link meanwhile.
    let [from, at] = [from.as_raw_fd(), at.as_raw_fd()]
        .map(|handle| PathBuf::from(format!("/old/proc/self/fd/{handle}")));
    let bind = MsFlags::MS_BIND | MsFlags::MS_REC;
    made(&shown(), mount(Some(&from), &at, none, bind, none))?;
    // The handle names what was there before: the mount on it is opened anew.
    let at = Path::new("/new").join(relative);
    let top = place::open(&at).map_err(fault)?;
    let at = PathBuf::from(format!("/old/proc/self/fd/{}", top.as_raw_fd()));
    let mut flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_NOSUID | kept(&at);
    if !is_writable {
        flags |= MsFlags::MS_RDONLY;
    }
    made(&shown(), mount(none, &at, none, flags, none))
}

/// Makes an empty folder or file on the new disk, for something to be bound on. Nothing is made in what is bound already, and no
/// link is followed.
fn make(at: &Path, is_folder: bool) -> std::io::Result<()> {
    let own = place::device(&place::open(Path::new("/new"))?)?;
    let mut parent = PathBuf::from("/new");
    let inner = at.strip_prefix("/new").unwrap_or(at);
    let mut parts = inner.components().peekable();
    while let Some(part) = parts.next() {
        let next = parent.join(part);
        if place::open(&next).is_err() {
            if place::device(&place::open(&parent)?)? != own {
                let reason = "it is a link, or lies behind one";
                return Err(std::io::Error::new(
                    std::io::ErrorKind::InvalidInput,
                    reason,
                ));
            }
            match parts.peek().is_some() || is_folder {
                true => fs::create_dir(&next)?,
                false => drop(fs::File::create_new(&next)?),
            }
        }
        parent = next;
    }
    Ok(())
}

/// Makes a link on the new disk.
fn link(target: &Path, at: &Path) -> std::io::Result<()> {
    if at.symlink_metadata().is_ok() {
        return Ok(());
    }
    if let Some(parent) = at.parent() {
        make(parent, true)?;
    }
    symlink(target, at)
}

/// The restrictions of a mount that a user namespace may not take off.
fn kept(at: &Path) -> MsFlags {
    let Ok(found) = statvfs(at) else {
        return MsFlags::empty();
    };
    let mut flags = MsFlags::empty();
    for (known, flag) in [
        (FsFlags::ST_RDONLY, MsFlags::MS_RDONLY),
        (FsFlags::ST_NODEV, MsFlags::MS_NODEV),
        (FsFlags::ST_NOEXEC, MsFlags::MS_NOEXEC),
        (FsFlags::ST_NOATIME, MsFlags::MS_NOATIME),
        (FsFlags::ST_NODIRATIME, MsFlags::MS_NODIRATIME),
        (FsFlags::ST_RELATIME, MsFlags::MS_RELATIME),
    ] {
        if found.flags().contains(known) {
            flags |= flag;
        }
    }
    flags
}

fn made<T>(what: &str, result: nix::Result<T>) -> Result<(), Fault> {
    result
        .map(drop)
        .map_err(|error| (what.to_owned(), std::io::Error::from(error)))
}
