//! The user's policy program, as real programs of the shell.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::time::Duration;

use prowess_store::Error;
use prowess_store::ask::{Ask, Nobody};
use prowess_store::door::{Admission, DoorRules, Policy};

use crate::stage::{Person, Stage, quiet, thief};

struct Program {
    stage: Stage,
    policy: Policy,
    folder: PathBuf,
}

impl Program {
    /// A program whose parents nobody else may write to: the folder of the data, which is the user's own.
    fn new(script: &str) -> Self {
        let stage = Stage::new();
        let folder = stage.places.workspace.clone();
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("decide");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        let user = fs::metadata(&path).map(|metadata| {
            use std::os::unix::fs::MetadataExt as _;
            metadata.uid()
        });
        let mut policy = Policy::new(path, user.ok());
        policy
            .environment
            .insert("PATH".into(), "/usr/bin:/bin".into());
        Self {
            stage,
            policy,
            folder,
        }
    }

    fn admit(&self, ask: &dyn Ask) -> Result<Admission, Error> {
        let mut rules = DoorRules::default();
        rules.policy = Some(self.policy.clone());
        let admitted = self.stage.admit(&rules, &quiet(), None, ask);
        let left = self.stage.places.data.join("policy/skill");
        assert!(!left.exists(), "the files stay nowhere");
        admitted
    }

    fn refusal(&self) -> String {
        match self.admit(&Person::who_says(true)) {
            Err(Error::Refused { reason, .. }) => reason,
            other => panic!("{other:?}"),
        }
    }
}

fn answer(text: &str) -> String {
    format!("cat >/dev/null; cat <<'END'\n{text}\nEND")
}

/// It is asked in OpenClaw's words, by one JSON object, and sees the files, their modes and nothing of the environment.
#[test]
fn question() {
    let script = "cat > question; env > environment; pwd > where\n\
        file=$(sed 's/.*\"sourcePath\":\"\\([^\"]*\\)\".*/\\1/' question); cp \"$file/SKILL.md\" seen\n\
        echo '{\"protocolVersion\":1,\"decision\":\"allow\"}'";
    let mut program = Program::new(script);
    program
        .policy
        .environment
        .insert("TOLD".into(), "yes".into());
    program.admit(&Nobody).unwrap();
    let read = |name: &str| fs::read_to_string(program.folder.join(name)).unwrap();
    let mut question: serde_json::Value = serde_json::from_str(&read("question")).unwrap();
    let version = question["prowessVersion"].take();
    assert!(version.is_string());
    let path = question["sourcePath"].take();
    assert!(path.as_str().is_some_and(|path| path.starts_with('/')));
    assert_eq!(
        question,
        serde_json::json!({
            "protocolVersion": 1,
            "openclawVersion": "2026.6.11",
            "prowessVersion": null,
            "targetType": "skill",
            "targetName": "s",
            "sourcePath": null,
            "sourcePathKind": "directory",
            "source": {"kind": "git", "authority": "third-party", "mutable": true, "network": true},
            "origin": {
                "type": "git",
                "spec": "git+https://example.org/o/r#ref=v1&path=s",
                "url": "https://example.org/o/r",
                "ref": "v1",
                "path": "s",
            },
            "request": {
                "kind": "skill-install",
                "mode": "install",
                "requestedSpecifier": "git+https://example.org/o/r#ref=v1&path=s",
            },
            "skill": {"installId": "git"},
            "scope": "project",
        })
    );
    assert!(read("seen").contains("name: s"));
    assert!(read("environment").contains("TOLD=yes"));
    assert!(
        !read("environment").contains("HOME="),
        "{}",
        read("environment")
    );
    assert_eq!(read("where").trim(), program.folder.to_str().unwrap());
}

/// A no is final, and what it found is told.
#[test]
fn block() {
    let program = Program::new(&answer(
        r#"{"protocolVersion":1,"decision":"block","reason":"not here","findings":[
            {"ruleId":"no-shell","severity":"critical","message":"runs a shell","file":"a.sh","line":3}]}"#,
    ));
    let reason = program.refusal();
    assert!(reason.contains("not here"), "{reason}");
    assert!(
        reason.contains("a.sh:3: critical: runs a shell (no-shell)"),
        "{reason}"
    );
}

/// Where it asks, a person decides; without one it stays out. A yes is asked for once and the program is heard again.
#[test]
fn ask() {
    let program = Program::new(&format!(
        "echo . >> times; {}",
        answer(r#"{"protocolVersion":1,"decision":"warn","reason":"odd hour"}"#)
    ));
    assert!(matches!(
        program.admit(&Nobody),
        Err(Error::Unanswered { .. })
    ));
    let no = program.admit(&Person::who_says(false));
    assert!(matches!(no, Err(Error::Refused { .. })));
    let person = Person::who_says(true);
    program.admit(&person).unwrap();
    assert_eq!(person.asked(), ["policy odd hour"]);
    let times = fs::read_to_string(program.folder.join("times")).unwrap();
    assert_eq!(times.lines().count(), 4);
}

/// What it says after a yes has to be what was agreed to.
#[test]
fn changed_after_yes() {
    let program = Program::new(
        "cat >/dev/null; echo . >> times\n\
         printf '{\"protocolVersion\":1,\"decision\":\"warn\",\"reason\":\"call %s\"}' $(wc -l < times)",
    );
    assert!(program.refusal().contains("something else"));
}

/// A yes of the program does not open the door: the scan has its say after it.
#[test]
fn allow_is_no_pass() {
    let program = Program::new(&answer(r#"{"protocolVersion":1,"decision":"allow"}"#));
    let mut rules = DoorRules::default();
    rules.policy = Some(program.policy.clone());
    let refused = program.stage.admit(&rules, &thief(), None, &Nobody);
    let Err(Error::Refused { reason, .. }) = refused else {
        panic!("{refused:?}")
    };
    assert!(reason.contains("the scan says block"), "{reason}");
}

/// Whatever goes wrong means no.
#[test]
fn fails_closed() {
    for (script, expected) in [
        ("exit 0", "answered nothing"),
        ("echo yes", "no JSON"),
        (
            "echo '{\"protocolVersion\":1,\"decision\":\"allow\"}'; exit 3",
            "failed",
        ),
        (
            "echo '{\"protocolVersion\":1,\"decision\":\"allow\"}'; kill -9 $$",
            "failed",
        ),
        ("head -c 200000 /dev/zero >&2", "more than 100000 bytes"),
        ("yes", "more than 100000 bytes"),
    ] {
        let mut program = Program::new(script);
        program.policy.output_bytes = 100_000;
        let reason = program.refusal();
        assert!(reason.contains(expected), "{script}: {reason}");
    }
}

/// One that takes too long, or says nothing for too long, is ended with everything that it started.
#[test]
fn late() {
    let mut program = Program::new("sleep 600 & echo $! > child; sleep 600");
    program.policy.time = Duration::from_millis(300);
    program.policy.silence = Duration::from_millis(300);
    assert!(program.refusal().contains("longer than 300ms"));
    let child = fs::read_to_string(program.folder.join("child")).unwrap();
    let state = fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
    let is_gone =
        state.is_empty() || state.contains(") Z ") || !std::path::Path::new("/proc").exists();
    assert!(is_gone, "{state}");

    let mut program = Program::new("sleep 600");
    program.policy.silence = Duration::from_millis(100);
    assert!(program.refusal().contains("said nothing"));
}

/// A program that others could have changed decides nothing.
#[test]
fn unsafe_programs() {
    let allow = answer(r#"{"protocolVersion":1,"decision":"allow"}"#);
    let mode = |program: &Program, name: &str, mode: u32| {
        let path = program.folder.join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let program = Program::new(&allow);
    mode(&program, "decide", 0o722);
    assert!(program.refusal().contains("can be changed by others"));

    let program = Program::new(&allow);
    mode(&program, "", 0o777);
    let reason = program.refusal();
    assert!(
        reason.contains("which can be changed by others"),
        "{reason}"
    );

    let mut program = Program::new(&allow);
    symlink("decide", program.folder.join("link")).unwrap();
    program.policy.command = program.folder.join("link");
    assert!(program.refusal().contains("no file of its own"));

    let mut program = Program::new(&allow);
    program.policy.command = "decide".into();
    assert!(program.refusal().contains("no absolute path"));

    let mut program = Program::new(&allow);
    program.policy.trusted_folders = vec!["/opt/policy".into()];
    assert!(program.refusal().contains("none of the trusted folders"));

    let mut program = Program::new(&allow);
    program.policy.command = "/usr/bin/env".into();
    program.policy.arguments = vec![program.folder.join("decide").to_str().unwrap().to_owned()];
    let reason = program.refusal();
    assert!(reason.contains("env"), "{reason}");

    // What an interpreter runs is looked at as well.
    let mut program = Program::new(&allow);
    mode(&program, "decide", 0o722);
    let script = program.folder.join("decide").to_str().unwrap().to_owned();
    program.policy.command = fs::canonicalize("/bin/sh").unwrap();
    program.policy.arguments = vec![script];
    let shell = program
        .policy
        .command
        .file_name()
        .unwrap()
        .to_str()
        .unwrap();
    if matches!(shell, "sh" | "bash") {
        assert!(program.refusal().contains("can be changed by others"));
    }
}
