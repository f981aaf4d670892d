//! Code that runs when a package is installed, or when an interpreter starts.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use super::{brief, shipped_or_shown, words_for};
use crate::codes;
use crate::configuration::{Reach, Starter, commands, may_hold_settings, reach, settings};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::INSTALL_SCRIPT,
    id: "install-script",
    class: 18,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "it runs as soon as the package is installed or an interpreter starts, before anyone uses it",
    advice: "move the work into a program that the instructions name, and that a person starts",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for unit in &scene.units {
        let has = |key: &str| memchr::memmem::find(unit.text.as_bytes(), key.as_bytes()).is_some();
        if may_hold_settings(unit) && (has("scripts") || has("install\"")) {
            scripts(unit, signals);
        }
        if unit.origin == Origin::File {
            let path = scene.package.file(unit.file).map_or("", |file| &*file.path);
            by_name(unit, path, signals);
        }
    }
}

/// What builds and prepares a package everywhere.
const BUILDS: &[&str] = &[
    "husky",
    "node-gyp",
    "prebuild-install",
    "node-pre-gyp",
    "patch-package",
    "tsc",
    "npm run build",
    "pnpm build",
    "yarn build",
    "lefthook install",
    "simple-git-hooks",
    "playwright install",
    "electron-builder",
    "prisma generate",
    "is-ci",
    "npx only-allow",
    "node-gyp-build",
    "bun run build",
    "pnpm run build",
    "npx husky",
    "npx playwright install",
];

/// `postinstall` and its kin.
fn scripts(unit: &Unit<'_>, signals: &mut Signals) {
    let Some(root) = settings(unit) else { return };
    for command in commands(&root) {
        if command.starter != Starter::Install {
            continue;
        }
        let reach = reach(&command.text);
        let is_build = BUILDS.iter().any(|build| command.text.starts_with(build));
        let strength = match reach {
            Reach::Foreign | Reach::Network => {
                shipped_or_shown(unit, Strength::Strong, Strength::Weak)
            }
            Reach::Inline => Strength::Weak,
            Reach::Local if is_build => Strength::Note,
            Reach::Local => Strength::Weak,
        };
        let message = format!(
            "`{}` {} on installation: `{}`",
            command.label,
            words_for(reach),
            brief(&command.text)
        );
        signals.push(&RULE, strength, unit, command.span, message);
    }
}

static BUILD_CODE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?x)\b(?:os\.system|os\.popen|subprocess\.\w+|exec|eval|__import__|compile)\s*\(
        |\b(?:urlopen|urlretrieve|requests\.(?:get|post)|socket\.socket|b64decode)\b
        |\bCommand::new\(|\bTcpStream::|\breqwest::|\bsystem\(|\bKernel\.|%x[\[({]|`[^`\n]*\b(?:curl|wget)\b",
    )
});

/// Files that installers and interpreters run.
fn by_name(unit: &Unit<'_>, path: &str, signals: &mut Signals) {
    let name = path.rsplit('/').next().unwrap_or(path);
    let tell = |strength: Strength, span: Span, message: String, signals: &mut Signals| {
        signals.push(&RULE, strength, unit, span, message);
    };
    let whole_line = |start: usize| {
        let rest = unit.text.get(start..).unwrap_or("");
        Span::new(
            start,
            start + rest.find('\n').unwrap_or(rest.len()).min(300),
        )
    };
    if name.ends_with(".pth") {
        // Python runs the lines of such a file that start with `import`.
        let mut start = 0;
        for line in unit.text.split_inclusive('\n') {
            if line.starts_with("import ") || line.starts_with("import\t") {
                let message = format!("`{name}` runs code whenever Python starts");
                tell(Strength::Strong, whole_line(start), message, signals);
                return;
            }
            start += line.len();
        }
    } else if matches!(name, "sitecustomize.py" | "usercustomize.py") {
        let message = format!("`{name}` runs whenever Python starts");
        tell(Strength::Strong, whole_line(0), message, signals);
    } else if matches!(name, "setup.py" | "build.rs" | "extconf.rb") || name.ends_with(".gemspec") {
        let Some(found) = BUILD_CODE.find(&unit.text) else {
            return;
        };
        let reach = reach(&unit.text);
        // Building calls compilers; fetching and decoding is no part of it.
        let strength = match (name, reach) {
            // A program for setting something up bears the same name, and no installer runs it.
            ("setup.py", _) if path != name && !builds_package(&unit.text) => Strength::Note,
            (_, Reach::Foreign | Reach::Network) if speaks_out(&unit.text) => Strength::Strong,
            _ => Strength::Weak,
        };
        let message = format!("`{name}` runs `{}` when it is built", brief(found.as_str()));
        tell(
            strength,
            Span::new(found.start(), found.end()),
            message,
            signals,
        );
    }
}

/// Whether a `setup.py` describes a package to an installer.
fn builds_package(text: &str) -> bool {
    ["setuptools", "distutils", "setup("]
        .iter()
        .any(|word| text.contains(word))
}

/// Whether code of a build fetches, sends or decodes; a homepage in it is no reason.
fn speaks_out(text: &str) -> bool {
    [
        "urlopen",
        "urlretrieve",
        "requests.get",
        "requests.post",
        "socket.socket",
        "b64decode",
        "TcpStream",
        "reqwest::",
        "curl ",
        "wget ",
        "Invoke-WebRequest",
        "/dev/tcp",
        "http.client",
        "Net::HTTP",
        "URI.open",
        "ureq::",
    ]
    .iter()
    .any(|word| text.contains(word))
}
