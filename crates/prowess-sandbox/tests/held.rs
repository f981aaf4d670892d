//! What a program can and cannot do at each level. Each attempt runs at every level: at the level `none` it has to succeed, or it
//! would show nothing.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use prowess_sandbox::{End, Error, Level, Limits, Outcome, Rights, Sandbox, Task};

/// The helper that was built, or a copy of it where another user can reach it.
fn helper() -> PathBuf {
    #[expect(
        clippy::disallowed_methods,
        reason = "the way from a test to its own child"
    )]
    let copied = std::env::var_os("PROWESS_TEST_HELPER");
    copied.map_or_else(
        || env!("CARGO_BIN_EXE_prowess-sandbox-helper").into(),
        PathBuf::from,
    )
}

/// Tells what a run has not shown, where the notes of all tests are kept.
fn note(line: &str) {
    #[expect(clippy::disallowed_methods, reason = "a test program is its own host")]
    let notes = std::env::var_os("PROWESS_NOTES");
    let file = notes.and_then(|path| {
        fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .ok()
    });
    if let Some(mut file) = file {
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

/// A workspace with what programs like to have, and an outside.
struct World {
    _folder: tempfile::TempDir,
    work: PathBuf,
    outside: PathBuf,
    home: PathBuf,
}

impl World {
    fn new() -> Self {
        // Not in `/tmp`, which is another one inside.
        let folder = tempfile::tempdir_in("/var/tmp").unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["work/.git/hooks", "work/src", "outside", "home/.ssh"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        for (name, text) in [
            ("work/AGENTS.md", "orders"),
            ("work/.git/config", "[core]"),
            ("work/src/main.rs", "fn main() {}"),
            ("outside/secret", "SECRET"),
            ("home/.ssh/id", "SECRET"),
        ] {
            fs::write(at(name), text).unwrap();
        }
        Self {
            work: at("work"),
            outside: at("outside"),
            home: at("home"),
            _folder: folder,
        }
    }

    fn task(&self, script: &str) -> Task {
        let mut rights = Rights::of_system();
        rights.write = vec![self.work.clone()];
        rights.protected = [".git", "AGENTS.md", ".envrc"]
            .iter()
            .map(|name| self.work.join(name))
            .collect();
        rights.empty = vec![self.home.clone()];
        let value = |path: &Path| path.as_os_str().to_owned();
        Task {
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            folder: self.work.clone(),
            environment: vec![
                ("PATH".into(), "/usr/bin:/bin:/usr/sbin:/sbin".into()),
                ("HOME".into(), value(&self.home)),
                ("WORK".into(), value(&self.work)),
                ("OUTSIDE".into(), value(&self.outside)),
                (
                    "PARENT".into(),
                    OsString::from(std::process::id().to_string()),
                ),
            ],
            input: Vec::new(),
            rights,
            limits: Limits {
                wall: Duration::from_secs(20),
                ..Limits::default()
            },
        }
    }

    fn run(&self, level: Level, script: &str) -> Outcome {
        Sandbox::new(helper(), level)
            .run(&self.task(script))
            .unwrap()
    }
}

fn is_success(outcome: &Outcome) -> bool {
    outcome.end == End::Exit { code: 0 }
}

fn levels() -> Vec<Level> {
    let probed = Sandbox::probe(&helper());
    for (level, reason) in &probed.not {
        note(&format!(
            "skipped: attempts at the level `{level}` ({reason})"
        ));
    }
    Level::ALL
        .into_iter()
        .filter(|level| *level <= probed.level)
        .collect()
}

/// Attempts: a name, a script that succeeds where it gets through, and the levels that stop it.
const BOTH: &[Level] = &[Level::Full, Level::Landlock];
const FULL: &[Level] = &[Level::Full];
const ATTEMPTS: &[(&str, &str, &[Level])] = &[
    (
        "reads a key of the home",
        "grep -q SECRET \"$HOME/.ssh/id\"",
        BOTH,
    ),
    (
        "reads a file outside",
        "grep -q SECRET \"$OUTSIDE/secret\"",
        BOTH,
    ),
    (
        "lists a folder outside",
        "ls \"$OUTSIDE\" | grep -q secret",
        BOTH,
    ),
    ("writes outside", "echo x > \"$OUTSIDE/new\"", BOTH),
    (
        "removes outside",
        "echo x > \"$OUTSIDE/gone\" && rm \"$OUTSIDE/gone\"",
        BOTH,
    ),
    (
        "writes into the home",
        "echo x > \"$HOME/.profile\" && test -s \"$HOME/.profile\" && test -d \"$HOME/.ssh\"",
        BOTH,
    ),
    ("writes a protected file", "echo x >> AGENTS.md", BOTH),
    (
        "replaces a protected file",
        "echo x > n && mv -f n AGENTS.md",
        BOTH,
    ),
    (
        "removes a protected file",
        "cp AGENTS.md /dev/null; mv AGENTS.md gone",
        BOTH,
    ),
    ("plants a hook", "echo x > .git/hooks/pre-commit", BOTH),
    ("moves a protected folder", "mv .git moved", BOTH),
    (
        "goes out by a link",
        "ln -s \"$OUTSIDE\" src/link && grep -q SECRET src/link/secret",
        BOTH,
    ),
    (
        "goes out by a hard link",
        "ln \"$OUTSIDE/secret\" src/hard && grep -q SECRET src/hard",
        BOTH,
    ),
    (
        "goes out by its own root",
        "grep -q SECRET \"/proc/self/root$OUTSIDE/secret\"",
        BOTH,
    ),
    (
        "goes out by the parent's root",
        "grep -q SECRET \"/proc/$PARENT/root$OUTSIDE/secret\"",
        BOTH,
    ),
    (
        "goes out by the parent's folder",
        "ls /proc/$PARENT/cwd/ | grep -q Cargo.toml",
        BOTH,
    ),
    (
        "reads the parent's environment",
        "grep -q . /proc/$PARENT/environ",
        BOTH,
    ),
    (
        "reads the parent's memory",
        "head -c1 /proc/$PARENT/maps | grep -q .",
        BOTH,
    ),
    ("sees other processes", "test -d /proc/$PARENT", FULL),
    ("signals another process", "kill -0 $PARENT", BOTH),
    ("makes a namespace", "unshare -Ur true", BOTH),
    (
        "mounts",
        "unshare -Urm mount -t tmpfs x \"$WORK/src\"",
        BOTH,
    ),
    ("changes its root", "unshare -Ur chroot / true", BOTH),
    (
        "traces a process",
        "python3 -c 'import ctypes,sys; l=ctypes.CDLL(None,use_errno=True); sys.exit(l.ptrace(0,0,0,0)!=0)'",
        BOTH,
    ),
    (
        "uses a packet socket",
        "python3 -c 'import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)'",
        BOTH,
    ),
    (
        "connects by TCP",
        "python3 -c 'import socket; s=socket.socket(); s.bind((\"127.0.0.1\",0)); s.listen(); c=socket.socket(); c.connect(s.getsockname())'",
        BOTH,
    ),
    (
        "sends by UDP to this machine",
        "python3 -c 'import socket; s=socket.socket(socket.AF_INET,socket.SOCK_DGRAM); s.connect((\"127.0.0.1\",9)); s.send(b\"x\")'",
        FULL,
    ),
    (
        "loads into the kernel",
        "python3 -c 'import ctypes,sys; l=ctypes.CDLL(None,use_errno=True); r=l.syscall(321,0,0,0); e=ctypes.get_errno(); sys.exit(e==1)'",
        BOTH,
    ),
    (
        "sets up a ring",
        "python3 -c 'import ctypes,sys; l=ctypes.CDLL(None,use_errno=True); r=l.syscall(425,0,0); e=ctypes.get_errno(); sys.exit(e==1)'",
        BOTH,
    ),
    (
        "opens many files",
        "python3 -c 'fs=[open(\"/dev/null\") for _ in range(1500)]'",
        &Level::ALL,
    ),
    (
        "writes a huge file",
        "dd if=/dev/zero of=big bs=1M count=1 seek=2000 2>/dev/null",
        &Level::ALL,
    ),
    (
        "takes all memory",
        "python3 -c 'x=bytearray(3<<30)'",
        &Level::ALL,
    ),
    (
        "sets the machine's name",
        "test \"$(hostname)\" != sandbox",
        FULL,
    ),
    (
        "may get rights by a program",
        "grep -q 'NoNewPrivs:.0' /proc/self/status",
        &Level::ALL,
    ),
    (
        "keeps a key in the kernel",
        "python3 -c 'import ctypes,sys; l=ctypes.CDLL(None,use_errno=True); l.syscall(248,0,0,0,0,0); sys.exit(ctypes.get_errno()==1)'",
        BOTH,
    ),
    (
        "types into a terminal",
        "python3 -c 'import fcntl,sys\ntry: fcntl.ioctl(0,0x5412,b\"x\")\nexcept OSError as e: sys.exit(e.errno==1)'",
        BOTH,
    ),
    (
        "looks at the kernel's work",
        "python3 -c 'import ctypes,sys; l=ctypes.CDLL(None,use_errno=True); l.syscall(298,0,0,0,0,0); sys.exit(ctypes.get_errno()==1)'",
        BOTH,
    ),
    (
        "talks to a hidden socket of another program",
        "python3 -c 'import os,socket; s=socket.socket(socket.AF_UNIX); s.connect(\"\\0prowess-\"+os.environ[\"PARENT\"])'",
        BOTH,
    ),
    (
        "talks to a socket outside",
        "python3 -c 'import os,socket; s=socket.socket(socket.AF_UNIX); s.connect(os.environ[\"OUTSIDE\"]+\"/socket\")'",
        FULL,
    ),
    (
        "leaves something in /tmp",
        "echo x > /tmp/prowess-left-$PARENT",
        BOTH,
    ),
];

/// Attempts that only root can make.
const OF_ROOT: &[(&str, &str, &[Level])] = &[
    (
        "reads the system's passwords",
        "grep -q . /etc/shadow",
        BOTH,
    ),
    (
        "writes into the system",
        "echo x > /usr/prowess-attempt && rm /usr/prowess-attempt",
        BOTH,
    ),
    (
        "sets the kernel",
        "f=/proc/sys/kernel/core_pattern; cat $f | dd of=$f conv=notrunc 2>/dev/null",
        BOTH,
    ),
    (
        "has capabilities",
        "! grep -q 'CapEff:.0000000000000000' /proc/self/status",
        BOTH,
    ),
    (
        "gets capabilities back",
        "! grep -q 'CapBnd:.0000000000000000' /proc/self/status",
        &[Level::Landlock],
    ),
    ("reads messages of the kernel", "dmesg | grep -q .", BOTH),
    (
        "opens by handle",
        "python3 -c 'import ctypes,sys; l=ctypes.CDLL(None,use_errno=True); l.syscall(304,-1,0,0); sys.exit(ctypes.get_errno()==1)'",
        BOTH,
    ),
];

#[test]
fn each_level_stops_what_it_says() {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};

    let hidden = SocketAddr::from_abstract_name(format!("prowess-{}", std::process::id())).unwrap();
    let _hidden = UnixListener::bind_addr(&hidden).unwrap();
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let of_root = if is_root { OF_ROOT } else { &[] };
    let mut faults = Vec::new();
    for level in levels() {
        for (name, script, stopped) in ATTEMPTS.iter().chain(of_root) {
            let world = World::new();
            let _socket = UnixListener::bind(world.outside.join("socket")).unwrap();
            let left = PathBuf::from(format!("/tmp/prowess-left-{}", std::process::id()));
            let outcome = world.run(level, script);
            // What is only another `/tmp` inside is no way out.
            let got_out = match *name {
                "leaves something in /tmp" => left.exists(),
                _ => is_success(&outcome),
            };
            let _ = fs::remove_file(&left);
            if got_out == stopped.contains(&level) {
                let errors = String::from_utf8_lossy(&outcome.errors.bytes).into_owned();
                faults.push(format!("{level}: {name}: {:?} {errors}", outcome.end));
            }
            assert_eq!(
                fs::read_to_string(world.outside.join("secret")).unwrap(),
                "SECRET"
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_allowed_works() {
    for level in levels() {
        let world = World::new();
        let mut task =
            world.task("cat > src/in && pwd && cat src/in AGENTS.md && echo bad >&2 && exit 3");
        task.input = vec![b'x'; 300_000];
        let outcome = Sandbox::new(helper(), level).run(&task).unwrap();
        let errors = String::from_utf8_lossy(&outcome.errors.bytes);
        assert_eq!(outcome.end, End::Exit { code: 3 }, "{level}: {errors}");
        let expected = format!("{}\n{}orders", world.work.display(), "x".repeat(300_000));
        assert!(outcome.output.bytes == expected.as_bytes(), "{level}");
        assert_eq!(errors, "bad\n");
        assert_eq!(
            fs::metadata(world.work.join("src/in")).unwrap().len(),
            300_000
        );
    }
}

#[test]
fn what_it_started_ends_with_it() {
    for level in levels() {
        let world = World::new();
        let mark = world.work.join("src/alive");
        let script = "(setsid sh -c 'sleep 1; echo x > src/alive' >/dev/null 2>&1 &) ; (nohup sleep 30 &) ; exit 0";
        let outcome = world.run(level, script);
        assert!(is_success(&outcome), "{level}: {outcome:?}");
        assert!(outcome.took < Duration::from_secs(15), "{level}");
        std::thread::sleep(Duration::from_millis(1500));
        assert!(!mark.exists(), "{level}");
    }
}

#[test]
fn time_that_is_over_stops_everything() {
    for level in levels() {
        let world = World::new();
        let mut task =
            world.task("trap '' TERM INT HUP; echo begun; (setsid sleep 30 &); sleep 30");
        task.limits.wall = Duration::from_millis(1500);
        let outcome = Sandbox::new(helper(), level).run(&task).unwrap();
        assert_eq!(outcome.end, End::TimedOut, "{level}");
        assert_eq!(outcome.output.bytes, b"begun\n", "{level}");
    }
}

#[test]
fn a_bomb_of_processes_is_held_and_ends() {
    for level in levels().into_iter().filter(|level| *level == Level::Full) {
        let world = World::new();
        let mut task = world.task("b() { b | b & }; b; sleep 2; exit 0");
        task.limits.processes = 301;
        task.limits.wall = Duration::from_secs(10);
        let outcome = Sandbox::new(helper(), level).run(&task).unwrap();
        assert!(outcome.took < Duration::from_secs(15), "{outcome:?}");
    }
}

#[test]
fn output_is_kept_to_its_bound_and_the_rest_counted() {
    for level in levels() {
        let world = World::new();
        let mut task = world.task("head -c 5000000 /dev/zero");
        task.limits.output = 1000;
        let outcome = Sandbox::new(helper(), level).run(&task).unwrap();
        assert_eq!(outcome.output.bytes.len(), 1000);
        assert_eq!(outcome.output.dropped, 4_999_000);
        assert!(is_success(&outcome));
    }
}

#[test]
fn a_protected_file_that_was_not_there_is_set_aside() {
    for level in levels() {
        let world = World::new();
        let outcome = world.run(level, "echo 'export A=b' > .envrc");
        assert!(!world.work.join(".envrc").exists(), "{level}");
        let aside = world.work.join(".envrc.set-aside-1");
        match is_success(&outcome) {
            true => assert_eq!(outcome.set_aside, [aside]),
            false => assert_eq!(outcome.set_aside, Vec::<PathBuf>::new()),
        }
    }
}

#[test]
fn what_cannot_be_started_is_told_apart() {
    for level in levels() {
        let world = World::new();
        let mut task = world.task("");
        task.program = "no-such-program".into();
        let error = Sandbox::new(helper(), level).run(&task).unwrap_err();
        assert!(matches!(error, Error::Start { .. }), "{level}: {error}");
        task.program = "sh".into();
        task.folder = world.work.join("not-there");
        let error = Sandbox::new(helper(), level).run(&task).unwrap_err();
        assert!(matches!(error, Error::Start { .. }), "{level}: {error}");
        let error = Sandbox::new("/no/such/helper", level)
            .run(&task)
            .unwrap_err();
        assert!(matches!(error, Error::Helper { .. }), "{level}: {error}");
    }
}

#[test]
fn the_home_and_the_whole_disk_are_refused() {
    let world = World::new();
    for path in ["/", "relative", "/a/../b"] {
        let mut task = world.task("true");
        task.rights.write = vec![path.into()];
        let error = Sandbox::new(helper(), Level::Landlock)
            .run(&task)
            .unwrap_err();
        assert!(matches!(error, Error::Right { .. }), "{path}: {error}");
    }
    let mut task = world.task("true");
    task.rights.empty.clear();
    task.rights.write = vec![world.home.clone()];
    let error = Sandbox::new(helper(), Level::Landlock)
        .run(&task)
        .unwrap_err();
    assert!(matches!(error, Error::Right { .. }), "{error}");
}

/// A project that comes with links in the places of what is protected, or of the folders above, gives no right to where they lead, and
/// nothing is made there.
#[test]
fn links_that_a_project_brings() {
    use std::os::unix::fs::symlink;

    for level in levels() {
        let world = World::new();
        symlink(world.outside.join("secret"), world.work.join(".envrc")).unwrap();
        symlink(&world.outside, world.work.join("conf")).unwrap();
        let reads = |script: &str, protected: &str| {
            let mut task = world.task(script);
            task.rights.protected.push(world.work.join(protected));
            // Not to be run at all is as good.
            let run = Sandbox::new(helper(), level).run(&task);
            run.is_ok_and(|outcome| is_success(&outcome))
        };
        let is_free = level == Level::None;
        assert_eq!(reads("grep -q SECRET .envrc", ".envrc"), is_free, "{level}");
        assert_eq!(
            reads("grep -q SECRET conf/secret", "conf/secret"),
            is_free,
            "{level}"
        );
        assert_eq!(
            reads("grep -q SECRET conf/secret", "conf/new"),
            is_free,
            "{level}"
        );
        assert!(!world.outside.join("new").exists(), "{level}");
    }
}

/// A file that the host holds open is closed to the program.
#[test]
fn files_of_the_host() {
    for level in levels() {
        let world = World::new();
        let wrapper = world.work.join("helper");
        let text = format!(
            "#!/bin/sh\nexec 9<'{}'\nexec '{}' \"$@\"\n",
            world.outside.join("secret").display(),
            helper().display()
        );
        fs::write(&wrapper, text).unwrap();
        fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
        let task = world.task("grep -q SECRET <&9");
        let outcome = Sandbox::new(&wrapper, level).run(&task).unwrap();
        assert!(!is_success(&outcome), "{level}");
        let task = world.task("cat AGENTS.md");
        let outcome = Sandbox::new(&wrapper, level).run(&task).unwrap();
        assert_eq!(outcome.output.bytes, b"orders", "{level}");
    }
}

/// Everything again as a user without rights, where this one is root.
#[test]
fn all_of_it_holds_for_a_user_without_rights() {
    use std::os::unix::process::CommandExt;

    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return;
    }
    let folder = tempfile::tempdir_in("/var/tmp").unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let copy = |from: PathBuf, name: &str| {
        let to = folder.path().join(name);
        fs::copy(from, &to).unwrap();
        fs::set_permissions(&to, fs::Permissions::from_mode(0o755)).unwrap();
        to
    };
    let test = copy(std::env::current_exe().unwrap(), "held");
    let helper = copy(helper(), "helper");
    let work = folder.path().join("Cargo.toml");
    fs::write(work, "").unwrap();
    let output = std::process::Command::new(test)
        .args(["--skip", "all_of_it_holds", "--test-threads", "2"])
        .env("PROWESS_TEST_HELPER", helper)
        .env_remove("PROWESS_NOTES")
        .current_dir(folder.path())
        .uid(65_534)
        .gid(65_534)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("11 passed"), "{text}");
}
