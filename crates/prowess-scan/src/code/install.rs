//! Package managers: what is installed, and how exactly it is named.

use prowess_base::Span;

use super::HOLE;
use super::machine::Machine;
use super::value::Value;
use crate::fact::{Act, Pin};

/// Notes the packages that a command installs, or runs without installing.
pub(super) fn install(machine: &mut Machine<'_>, program: &str, rest: &[Value], span: Span) {
    let words: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
    let stem = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let (manager, packages): (&'static str, &[&str]) = match (stem, words.as_slice()) {
        ("pip" | "pipx", ["install" | "run" | "inject", packages @ ..]) => ("pip", packages),
        ("uv", ["pip", "install", packages @ ..] | ["add" | "run", packages @ ..]) => {
            ("uv", packages)
        }
        ("uv", ["tool", "install" | "run", packages @ ..]) => ("uv", packages),
        ("uvx", packages) => ("uvx", packages),
        ("npm" | "pnpm" | "yarn" | "bun", ["install" | "i" | "add", packages @ ..]) => {
            ("npm", packages)
        }
        ("yarn", ["global", "add", packages @ ..]) => ("npm", packages),
        ("npm", ["exec", packages @ ..]) | ("pnpm" | "yarn", ["dlx", packages @ ..]) => {
            ("npx", packages)
        }
        ("npx" | "bunx" | "pnpx", packages) => ("npx", packages),
        ("gem", ["install", packages @ ..]) => ("gem", packages),
        ("cargo", ["install" | "binstall", packages @ ..]) => ("cargo", packages),
        ("go", ["install" | "get" | "run", packages @ ..]) => ("go", packages),
        ("brew", ["install", packages @ ..]) => ("brew", packages),
        ("brew", ["tap", packages @ ..]) => ("brew-tap", packages),
        ("clawhub" | "openclaw" | "skills", [.., "install" | "add", packages]) => {
            ("skill", std::slice::from_ref(packages))
        }
        _ => return,
    };
    let runs_one = matches!(manager, "npx" | "uvx") || matches!(words.first(), Some(&"run"));
    let mut packages = packages.iter();
    while let Some(package) = packages.next() {
        if matches!(
            *package,
            "-r" | "--requirement"
                | "-c"
                | "--index-url"
                | "-i"
                | "--extra-index-url"
                | "--registry"
                | "--python"
                | "-p"
                | "--package"
                | "--from"
                | "--prefix"
                | "-t"
                | "--target"
                | "--with"
        ) {
            let value = packages.next();
            if matches!(*package, "-p" | "--package" | "--from" | "--with")
                && let Some(value) = value
            {
                note(machine, manager, value, span);
            }
            continue;
        }
        if package.starts_with('-') {
            continue;
        }
        if *package == "--" || (manager == "uv" && package.ends_with(".py")) {
            break;
        }
        note(machine, manager, package, span);
        if runs_one {
            break;
        }
    }
}

fn note(machine: &mut Machine<'_>, manager: &'static str, package: &str, span: Span) {
    if package.is_empty()
        || package.contains(HOLE)
        || matches!(
            package.chars().next(),
            Some('.' | '/' | '~' | '<' | '[' | '$')
        )
    {
        return;
    }
    machine.fact(
        span,
        Act::Installs {
            manager,
            package: package.to_owned(),
            pin: pin(manager, package),
        },
    );
}

/// How exactly a package is named.
fn pin(manager: &str, package: &str) -> Pin {
    let version = match manager {
        "pip" | "uv" | "uvx" => package.split_once("==").or_else(|| package.split_once('@')),
        "go" | "cargo" | "npm" | "npx" => package.get(1..).and_then(|rest| rest.split_once('@')),
        _ => None,
    };
    match version {
        Some((_, version)) if version.starts_with("sha256:") || version.contains("#sha256=") => {
            Pin::Digest
        }
        Some((_, version)) if version.starts_with(|c: char| c.is_ascii_digit() || c == 'v') => {
            Pin::Version
        }
        _ => Pin::None,
    }
}
