//! Installers that are small scripts, on a `PATH` of their own.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use prowess_base::{FixedClock, Surroundings};
use prowess_catalog::{Gates, Programs};
use prowess_format::{InstallSpec, from_json};
use prowess_net::{Client, Rules, SystemResolver};
use serde_json::json;

use super::*;
use crate::Error;
use crate::ask::{Ask, Nobody, Question};

/// A machine with a `PATH` folder of its own and a data folder.
struct Machine {
    folder: tempfile::TempDir,
    surroundings: Surroundings,
    tools: Tools,
}

/// Says the same to everything, and keeps what was asked.
struct Says(bool, Mutex<Vec<String>>);

impl Ask for Says {
    fn ask(&self, question: &Question<'_>) -> Option<bool> {
        self.1.lock().unwrap().push(question.text());
        Some(self.0)
    }
}

fn yes() -> Says {
    Says(true, Mutex::default())
}

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("bin")).unwrap();
        let mut surroundings = Surroundings::bare(folder.path());
        let path = format!("{}:/bin:/usr/bin", folder.path().join("bin").display());
        surroundings.environment.set("PATH", path);
        surroundings.environment.set("OPENAI_API_KEY", "sk-secret");
        surroundings.environment.set("HTTPS_PROXY", "http://p.test");
        surroundings.home = Some(folder.path().join("home"));
        let tools = Tools::of(&folder.path().join("data"));
        Self {
            folder,
            surroundings,
            tools,
        }
    }

    /// A program that is a shell script.
    fn program(&self, name: &str, script: &str) -> PathBuf {
        let path = self.folder.path().join("bin").join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    async fn install(&self, spec: serde_json::Value, ask: &dyn Ask) -> Result<Outcome, Error> {
        self.install_within(spec, ask, Installer::TIME).await
    }

    async fn install_within(
        &self,
        spec: serde_json::Value,
        ask: &dyn Ask,
        time: Duration,
    ) -> Result<Outcome, Error> {
        let specs = InstallSpec::list_from_node(&from_json(&json!([spec])));
        let rules = Rules::default();
        let clock = Arc::new(FixedClock(std::time::UNIX_EPOCH));
        let client = Client::new(rules, Arc::new(SystemResolver), clock, "test").unwrap();
        let installer = Installer {
            surroundings: &self.surroundings,
            tools: &self.tools,
            preferences: Preferences::default(),
            client: &client,
            ask,
            progress: &(),
            time,
        };
        let wanting = Wanting {
            name: "tide",
            key: "tide",
            specs: &specs,
            foreign: None,
        };
        installer.install(&wanting, "x").await
    }

    /// Whether the next check finds a program.
    fn finds(&self, name: &str) -> bool {
        let mut surroundings = self.surroundings.clone();
        self.tools.extend(&mut surroundings);
        Programs::new(Gates::Own, &surroundings).is_there(name)
    }
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// npm gets its arguments one by one, no input, no keys, the tools' folder as its prefix and as the folder it runs in; what
/// it installs is found by the next check.
#[tokio::test]
async fn sr_09_npm() {
    let machine = Machine::new();
    machine.program(
        "npm",
        r#"mkdir -p "$NPM_CONFIG_PREFIX/bin"
printf '#!/bin/sh\n' > "$NPM_CONFIG_PREFIX/bin/mytool"; chmod +x "$NPM_CONFIG_PREFIX/bin/mytool"
for a in "$@"; do echo "[$a]"; done
pwd; echo "key=$OPENAI_API_KEY proxy=$HTTPS_PROXY"; cat; echo read"#,
    );
    let ask = yes();
    let spec = json!({"id": "x", "kind": "node", "package": "@scope/tool@1.0.0"});
    let outcome = machine.install(spec, &ask).await.unwrap();
    let told = format!(
        "[install]\n[-g]\n[--ignore-scripts]\n[@scope/tool@1.0.0]\n{}\nkey= proxy=http://p.test\nread\n",
        machine.tools.root().display()
    );
    assert_eq!(outcome.stdout, told);
    assert_eq!((outcome.ok, outcome.message.as_str()), (true, "Installed"));
    assert_eq!(
        *ask.1.lock().unwrap(),
        ["run `npm install -g --ignore-scripts @scope/tool@1.0.0` for `tide`?"]
    );
    assert!(machine.finds("mytool"));
}

/// What goes wrong is told in one line, from stderr before stdout, with the exit code, and in OpenClaw's form.
#[tokio::test]
async fn failure() {
    let machine = Machine::new();
    machine.program("uv", "echo out; echo 'warning: x' >&2; echo 'error:  no   such package' >&2; echo bye >&2; exit 3");
    let spec = json!({"id": "x", "kind": "uv", "package": "nope"});
    let outcome = machine.install(spec, &yes()).await.unwrap();
    assert_eq!(
        serde_json::to_value(&outcome).unwrap(),
        json!({
            "ok": false,
            "message": "Install failed (exit 3): error: no such package",
            "stdout": "out\n",
            "stderr": "warning: x\nerror:  no   such package\nbye\n",
            "code": 3,
        })
    );
}

/// Nothing is run without a yes; nobody there is not a yes.
#[tokio::test]
async fn not_without_a_yes() {
    let machine = Machine::new();
    let mark = machine.folder.path().join("ran");
    machine.program("brew", &format!("touch {}", mark.display()));
    let spec = json!({"id": "x", "kind": "brew", "formula": "jq"});
    let no = Says(false, Mutex::default());
    let refused = machine.install(spec.clone(), &no).await;
    assert!(matches!(refused, Err(Error::Refused { .. })), "{refused:?}");
    let unanswered = machine.install(spec.clone(), &Nobody).await;
    assert!(
        matches!(unanswered, Err(Error::Unanswered { .. })),
        "{unanswered:?}"
    );
    assert!(!mark.exists());
    assert!(machine.install(spec, &yes()).await.unwrap().ok);
    assert!(mark.exists());
}

/// A program that does not end is stopped with what it started, and its output is bounded.
#[tokio::test]
async fn bounds() {
    let machine = Machine::new();
    let mark = machine.folder.path().join("late");
    machine.program(
        "go",
        &format!(
            "head -c 200000 /dev/zero | tr '\\0' x; echo end; (sleep 3; touch {}) & wait",
            mark.display()
        ),
    );
    let spec = json!({"id": "x", "kind": "go", "module": "e.test/x@v1"});
    let time = Duration::from_millis(1);
    let outcome = machine.install_within(spec, &yes(), time).await.unwrap();
    assert_eq!(
        outcome.message,
        "Install failed (unknown exit): go was stopped after 1 s"
    );
    assert_eq!(outcome.stdout.len(), 64 << 10);
    assert!(outcome.stdout.ends_with("xend\n"));
    assert_eq!(outcome.warnings.len(), 1);
    assert!(!mark.exists());
}

/// A program that leaves something running behind it does not keep anyone waiting.
#[tokio::test]
async fn left_running() {
    let machine = Machine::new();
    machine.program("go", "sleep 600 & echo done");
    let spec = json!({"id": "x", "kind": "go", "module": "e.test/x@v1"});
    let ask = yes();
    let done = machine.install(spec, &ask);
    let outcome = tokio::time::timeout(Duration::from_secs(60), done).await;
    assert_eq!(outcome.unwrap().unwrap().stdout, "done\n");
}

/// An installer that is not there is got by Homebrew, after a question of its own; without Homebrew a person is told.
#[tokio::test]
async fn installer_by_brew() {
    let machine = Machine::new();
    let spec = json!({"id": "x", "kind": "uv", "package": "ruff"});
    let outcome = machine.install(spec.clone(), &yes()).await.unwrap();
    assert_eq!(outcome.skip_reason, Some(SkipReason::MissingInstaller));
    assert!(outcome.message.starts_with("uv not installed — "));

    let uv = machine.folder.path().join("bin/uv");
    machine.program(
        "brew",
        &format!(
            r#"printf '#!/bin/sh\nmkdir -p $UV_TOOL_BIN_DIR; cp "$0" $UV_TOOL_BIN_DIR/ruff; chmod +x $UV_TOOL_BIN_DIR/ruff; echo $@' > {0}; chmod +x {0}"#,
            uv.display()
        ),
    );
    let ask = yes();
    let outcome = machine.install(spec, &ask).await.unwrap();
    assert_eq!(
        (outcome.ok, outcome.stdout.as_str()),
        (true, "tool install ruff\n")
    );
    assert_eq!(
        *ask.1.lock().unwrap(),
        [
            "run `brew install uv` for `tide`?",
            "run `uv tool install ruff` for `tide`?"
        ]
    );
    assert!(machine.finds("ruff"));
}

/// What is in no form that is run is refused before anyone is asked; an identifier that nobody knows is told.
#[tokio::test]
async fn refused() {
    let machine = Machine::new();
    machine.program("go", "true");
    let ask = yes();
    let spec = json!({"id": "x", "kind": "go", "module": "e.test/x"});
    let outcome = machine.install(spec, &ask).await.unwrap();
    assert_eq!(outcome.skip_reason, Some(SkipReason::Refused));
    let spec = json!({"id": "y", "kind": "go", "module": "e.test/x@v1"});
    let outcome = machine.install(spec, &ask).await.unwrap();
    assert_eq!(outcome.message, "Installer not found: x");
    assert!(ask.1.lock().unwrap().is_empty());
}

mod downloads;
