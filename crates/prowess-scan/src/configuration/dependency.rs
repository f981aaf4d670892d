//! Commands that install packages, as they stand in any text.

use prowess_base::Span;

/// Who installs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Manager {
    Python,
    Node,
    Go,
    Rust,
    Ruby,
    Brew,
}

/// A command that installs packages, or runs one without installing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Install<'t> {
    pub(crate) manager: Manager,
    /// What it starts with: `pip install`, `npx`.
    pub(crate) starts: &'static str,
    /// The command up to its last word.
    pub(crate) span: Span,
    /// The packages as written, with their places.
    pub(crate) packages: Vec<(&'t str, Span)>,
}

impl Install<'_> {
    /// Whether the package runs at once, without being installed.
    pub(crate) fn runs(&self) -> bool {
        RUNS.contains(&self.starts)
    }
}

/// How commands begin that install packages, the longer before the shorter: what rules about packages
/// look for.
pub(crate) const STARTS: &[&str] = &[
    "pip install ",
    "pip3 install ",
    "pipx install ",
    "pipx run ",
    "uv tool install ",
    "uv add ",
    "uvx ",
    "poetry add ",
    "npm install ",
    "npm exec ",
    "npm add ",
    "npm i ",
    "npx ",
    "pnpm install ",
    "pnpm add ",
    "pnpm dlx ",
    "yarn add ",
    "yarn dlx ",
    "bun add ",
    "bunx ",
    "go install ",
    "go get ",
    "cargo install ",
    "gem install ",
    "brew install ",
    "brew tap ",
];

/// Commands that run a package without installing it.
const RUNS: &[&str] = &[
    "npx ",
    "uvx ",
    "bunx ",
    "pipx run ",
    "pnpm dlx ",
    "yarn dlx ",
    "npm exec ",
];

impl Manager {
    fn of(starts: &str) -> Self {
        match starts.split(' ').next().unwrap_or("") {
            "pip" | "pip3" | "pipx" | "uv" | "uvx" | "poetry" => Self::Python,
            "go" => Self::Go,
            "cargo" => Self::Rust,
            "gem" => Self::Ruby,
            "brew" => Self::Brew,
            _ => Self::Node,
        }
    }
}

/// Options whose value is the next word.
const WITH_VALUE: &[&str] = &[
    "-i",
    "--index-url",
    "--extra-index-url",
    "--find-links",
    "-f",
    "--registry",
    "-r",
    "-c",
    "--requirement",
    "--constraint",
    "--target",
    "-t",
    "--python",
    "-p",
    "--prefix",
    "--tag",
    "--trusted-host",
    "--index",
    "--default-index",
    "--root",
    "--version",
    "--features",
    "--git",
    "--branch",
    "--rev",
];

/// The command that installs packages and begins at `at`, one of the places where one of [`STARTS`]
/// stands in `text`. Nothing where something else stands there: `repip install`, no package.
pub(crate) fn install_at(text: &str, at: usize) -> Option<Install<'_>> {
    let before = at.checked_sub(1).and_then(|at| text.as_bytes().get(at));
    if before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')) {
        return None;
    }
    let starts = *STARTS.iter().find(|starts| {
        text.get(at..at + starts.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(starts))
    })?;
    let manager = Manager::of(starts);
    let mut packages = Vec::new();
    let mut position = at + starts.len();
    let mut is_value = false;
    // A command is short; what follows a line's end only where a backslash joins it.
    let limit = text.floor_char_boundary((at + 600).min(text.len()));
    loop {
        let rest = text.get(position..limit).unwrap_or("");
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        position += blanks;
        let rest = text.get(position..limit).unwrap_or("");
        if let Some(joined) = ["\\\n", "\\\r\n", "`\n"]
            .iter()
            .find(|joined| rest.starts_with(**joined))
        {
            position += joined.len();
            continue;
        }
        let end = rest
            .find(|c: char| c.is_whitespace() || ";|&`<>(){}#,".contains(c))
            .map_or(rest.len(), |end| {
                // `'pkg>=1'` and `pkg[extra]<2` hold signs of the shell between quotes.
                quoted_end(rest).unwrap_or(end)
            });
        let word = rest.get(..end).unwrap_or("");
        if word.is_empty() {
            break;
        }
        let name = word.trim_matches(['"', '\'', '.', ':', '*', '\\']);
        if is_value {
            is_value = false;
        } else if word.starts_with('-') {
            is_value = WITH_VALUE.contains(&word);
        } else if !name.is_empty() {
            let start = position + word.find(name).unwrap_or(0);
            packages.push((name, Span::new(start, start + name.len())));
        }
        position += end;
        // What follows a package that is run are its own arguments.
        if (RUNS.contains(&starts) && !packages.is_empty()) || packages.len() >= 40 {
            break;
        }
    }
    (!packages.is_empty()).then_some(Install {
        manager,
        starts,
        span: Span::new(at, position),
        packages,
    })
}

fn quoted_end(rest: &str) -> Option<usize> {
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let end = rest.get(1..)?.find([quote, '\n'])?;
    Some(end + 2)
}

/// The name in what a manager is told to install, and whether a version is told: `lodash@4.17.21`,
/// `requests==2.32.0`, `@scope/tool@latest`, `example.com/cmd@v1.2.0`, `pkg[extra]>=1`.
pub(crate) fn package_name(manager: Manager, written: &str) -> (&str, bool) {
    match manager {
        Manager::Python => {
            let end = written
                .find(|c: char| "=<>~![;@ ".contains(c))
                .unwrap_or(written.len());
            let (name, rest) = written.split_at(end);
            let is_pinned =
                rest.contains("==") || rest.starts_with('@') && !rest.contains("@latest");
            (name, is_pinned)
        }
        _ => match written.get(1..).and_then(|rest| rest.rfind('@')) {
            Some(at) => {
                let (name, version) = written.split_at(at + 1);
                let version = version.trim_start_matches('@');
                let is_pinned = version.starts_with(|c: char| c.is_ascii_digit() || c == 'v');
                (name, is_pinned)
            }
            None => (written, false),
        },
    }
}
