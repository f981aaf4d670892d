//! What each file of a package is for, and in which language it is written.
//!
//! A file is *reached* where the SKILL.md, or a file that clients and tools read by themselves, names
//! it, or a text or program that is itself reached does: by its path or name, by an import, or by its
//! folder as a whole (`run any script in scripts/`). A program in a folder for programs counts as one
//! that is run even where nothing names it: a model lists the folder. Only what nothing reaches, in a
//! folder for tests or examples, is an example.

mod language;
mod reach;

pub(crate) use language::{is_program, language};

use crate::package::{Kind, Package, PackageFile, path};
use crate::unit::Role;

/// The role of every file, in the order of the package's files.
pub(crate) fn assign(package: &Package) -> Vec<Role> {
    let reached = reach::reached(package);
    package
        .files
        .iter()
        .zip(reached)
        .map(|(file, is_reached)| role(file, is_reached))
        .collect()
}

fn role(file: &PackageFile, is_reached: bool) -> Role {
    let is_example = !is_reached && is_among(&file.path, EXAMPLES);
    match () {
        () if is_example => Role::Example,
        () if path::name(&file.path).eq_ignore_ascii_case("SKILL.md") => Role::Instructions,
        () if is_configuration(&file.path) => Role::Configuration,
        () if is_reached && runs(file) => Role::Script,
        () if is_reached => Role::Reference,
        // A cache is run in place of its source; what the source does decides.
        () if is_among(&file.path, &["__pycache__"]) => Role::Loose,
        () if runs(file) && (is_among(&file.path, PROGRAMS) || !file.path.contains('/')) => {
            Role::Script
        }
        () => Role::Loose,
    }
}

/// Whether a file can be run.
fn runs(file: &PackageFile) -> bool {
    match file.kind {
        Kind::Native(_) | Kind::PythonBytecode => true,
        _ => {
            let text = file.text();
            file.executable && text.is_some()
                || text.is_some_and(|text| is_program(&file.path, text))
        }
    }
}

/// Folders for what shows or tests, and is not used.
const EXAMPLES: &[&str] = &[
    "test",
    "tests",
    "testing",
    "testdata",
    "__tests__",
    "spec",
    "specs",
    "example",
    "examples",
    "fixture",
    "fixtures",
    "sample",
    "samples",
    "eval",
    "evals",
    "benchmark",
    "benchmarks",
    "demo",
    "demos",
];

/// Folders for what is run.
const PROGRAMS: &[&str] = &[
    "script", "scripts", "bin", "src", "lib", "libs", "tool", "tools", "hook", "hooks", "cmd",
    "helpers", "utils", "core",
];

fn is_among(path: &str, folders: &[&str]) -> bool {
    let mut parts = path::folder(path).split('/');
    parts.any(|part| {
        folders
            .iter()
            .any(|folder| part.eq_ignore_ascii_case(folder))
    })
}

/// Whether clients or tools read a file by themselves, because of its name.
pub(crate) fn is_configuration(path: &str) -> bool {
    const NAMES: &[&str] = &[
        "package.json",
        "deno.json",
        "bunfig.toml",
        ".mcp.json",
        "mcp.json",
        "hooks.json",
        "plugin.json",
        "marketplace.json",
        "settings.json",
        "settings.local.json",
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "conftest.py",
        "sitecustomize.py",
        "usercustomize.py",
        "pipfile",
        "tox.ini",
        "noxfile.py",
        "makefile",
        "justfile",
        "dockerfile",
        "docker-compose.yml",
        "docker-compose.yaml",
        "compose.yaml",
        ".envrc",
        ".gitattributes",
        ".gitmodules",
        ".npmrc",
        ".yarnrc",
        ".yarnrc.yml",
        ".pypirc",
        "pip.conf",
        ".pre-commit-config.yaml",
        "cargo.toml",
        "build.rs",
        "gemfile",
        "rakefile",
        "go.mod",
        "agents.md",
        "claude.md",
        "claude.local.md",
        "gemini.md",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
        "copilot-instructions.md",
    ];
    const FOLDERS: &[&str] = &[
        ".github",
        ".vscode",
        ".idea",
        ".devcontainer",
        ".husky",
        ".claude",
        ".claude-plugin",
        ".cursor",
        ".codex",
        ".gemini",
        ".openclaw",
    ];
    let name = path::name(path).to_ascii_lowercase();
    let is_hook = path.starts_with(".git/hooks/") || path.contains("/.git/hooks/");
    let is_git_config = path == ".git/config" || path.ends_with("/.git/config");
    let is_requirements = name.starts_with("requirements") && name.ends_with(".txt");
    NAMES.contains(&name.as_str())
        || is_among(path, FOLDERS)
        || is_hook && !name.ends_with(".sample")
        || is_git_config
        || is_requirements
        || name.ends_with(".pth")
        || name.ends_with(".gemspec")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(files: &[(&str, &str)]) -> Vec<(String, Role)> {
        let package = Package::of_files("a", files.iter().map(|(path, text)| (*path, *text)));
        let roles = assign(&package);
        let paths = package.files.iter().map(|file| file.path.clone());
        paths.zip(roles).collect()
    }

    fn role_of(files: &[(&str, &str)], path: &str) -> Role {
        let roles = roles(files);
        roles
            .into_iter()
            .find(|(found, _)| found == path)
            .unwrap()
            .1
    }

    /// Links, prose, imports and calls reach; what nothing reaches is loose, or an example in its place.
    #[test]
    fn reached() {
        let files = [
            (
                "SKILL.md",
                "See [more](references/more.md) and run `python assets/go.py`.",
            ),
            ("references/more.md", "Then `node ../assets/next.js`."),
            ("assets/go.py", "from lib.help import x\nimport other"),
            ("assets/lib/help.py", ""),
            ("assets/lib/__init__.py", ""),
            ("assets/other.py", "subprocess.run(['bash', 'deep.sh'])"),
            ("assets/next.js", "const a = require('./part')"),
            ("assets/part.js", ""),
            ("assets/deep.sh", ""),
            ("assets/lonely.py", ""),
            ("assets/data.csv", ""),
            ("tests/attack.sh", ""),
            ("scripts/unnamed.sh", ""),
        ];
        use Role::{Example, Instructions, Loose, Reference, Script};
        let expected = [
            ("SKILL.md", Instructions),
            ("assets/data.csv", Loose),
            ("assets/deep.sh", Script),
            ("assets/go.py", Script),
            ("assets/lib/__init__.py", Script),
            ("assets/lib/help.py", Script),
            ("assets/lonely.py", Loose),
            ("assets/next.js", Script),
            ("assets/other.py", Script),
            ("assets/part.js", Script),
            ("references/more.md", Reference),
            ("scripts/unnamed.sh", Script),
            ("tests/attack.sh", Example),
        ];
        let expected = expected.map(|(path, role)| (path.to_owned(), role));
        assert_eq!(roles(&files), expected);
    }

    /// A test that the instructions run is a program; a folder that is named as a whole is reached.
    #[test]
    fn folders() {
        let run = [
            ("SKILL.md", "Run tests/setup.sh first"),
            ("tests/setup.sh", ""),
        ];
        assert_eq!(role_of(&run, "tests/setup.sh"), Role::Script);
        for text in [
            "Run any program in `extra/`.",
            "Use what is in the extra folder",
            "sh extra/*.sh",
        ] {
            let whole = [("SKILL.md", text), ("extra/a.sh", "")];
            assert_eq!(role_of(&whole, "extra/a.sh"), Role::Script, "{text}");
        }
        let listed = [("SKILL.md", "- tests/ holds tests"), ("tests/a.sh", "")];
        assert_eq!(role_of(&listed, "tests/a.sh"), Role::Example);
    }

    /// Of two files of one name the one that the path means is reached.
    #[test]
    fn same_names() {
        let files = [
            ("SKILL.md", "see docs/a.md"),
            ("docs/a.md", ""),
            ("old/a.md", ""),
            ("old/notes.md", ""),
        ];
        assert_eq!(role_of(&files, "docs/a.md"), Role::Reference);
        assert_eq!(role_of(&files, "old/a.md"), Role::Loose);
    }

    /// What clients read by themselves is configuration, and what it calls is run.
    #[test]
    fn configuration() {
        let files = [
            ("SKILL.md", ""),
            (".claude/settings.json", "{\"hooks\": \"sh misc/hook.sh\"}"),
            ("misc/hook.sh", ""),
            ("package.json", "{}"),
        ];
        assert_eq!(
            role_of(&files, ".claude/settings.json"),
            Role::Configuration
        );
        assert_eq!(role_of(&files, "package.json"), Role::Configuration);
        assert_eq!(role_of(&files, "misc/hook.sh"), Role::Script);
    }
}
