//! The command of an installer, as a list of arguments.
//!
//! What a header says was looked at when it was read; here it is looked at once more and more strictly, because here it is
//! run (specs/openclaw.md 8.1).

use prowess_format::install::NodeManager;
use prowess_format::{InstallKind, InstallSpec};

/// Why an entry gives no command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandFault {
    /// What is to be installed is not said.
    #[error("the install entry names no {what}")]
    Missing {
        /// `brew formula`, `node package`, …
        what: &'static str,
    },
    /// What is to be installed is in no form that is handed to the installer.
    #[error("the {what} `{value}` is in no form that is run")]
    Form {
        /// `brew formula`, `node package`, …
        what: &'static str,
        /// What the entry says.
        value: String,
    },
    /// A download is no command.
    #[error("a download is fetched, not run")]
    Download,
}

/// The program and its arguments for an install entry.
///
/// # Errors
///
/// [`CommandFault`].
pub fn command(spec: &InstallSpec, node_manager: NodeManager) -> Result<Vec<String>, CommandFault> {
    let checked = |what, value: &Option<Box<str>>, form: fn(&str) -> bool| {
        let value = value.as_deref().map(str::trim).unwrap_or_default();
        match value {
            "" => Err(CommandFault::Missing { what }),
            value if form(value) => Ok(value.to_owned()),
            value => Err(CommandFault::Form {
                what,
                value: value.to_owned(),
            }),
        }
    };
    let (words, target): (&[&str], String) = match spec.kind {
        InstallKind::Brew => (
            &["brew", "install"],
            checked("brew formula", &spec.formula, formula)?,
        ),
        InstallKind::Node => (
            match node_manager {
                NodeManager::Npm => &["npm", "install", "-g", "--ignore-scripts"],
                NodeManager::Pnpm => &["pnpm", "add", "-g", "--ignore-scripts"],
                NodeManager::Yarn => &["yarn", "global", "add", "--ignore-scripts"],
                NodeManager::Bun => &["bun", "add", "-g", "--ignore-scripts"],
            },
            checked("node package", &spec.package, node_package)?,
        ),
        InstallKind::Go => (
            &["go", "install"],
            checked("go module", &spec.module, go_module)?,
        ),
        InstallKind::Uv => (
            &["uv", "tool", "install"],
            checked("uv package", &spec.package, python_package)?,
        ),
        InstallKind::Download => return Err(CommandFault::Download),
    };
    let words = words.iter().map(|&word| word.to_owned());
    Ok(words.chain([target]).collect())
}

/// `formula`, `tap/formula`, `owner/tap/formula`, in lower case.
fn formula(text: &str) -> bool {
    let mut parts = text.split('/');
    text.split('/').count() <= 3
        && !text.contains("..")
        && parts.all(|part| begins(part, is_lower) && holds(part, is_lower, "+._@-"))
}

/// `name`, `@scope/name`, either with `@version`; all in lower case.
fn node_package(text: &str) -> bool {
    let (scope, rest) = match text.strip_prefix('@') {
        None => (None, text),
        Some(scoped) => match scoped.split_once('/') {
            Some((scope, rest)) => (Some(scope), rest),
            None => return false,
        },
    };
    let (name, version) = match rest.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (rest, None),
    };
    let name_fits = |name: &str| begins(name, is_lower) && holds(name, is_lower, "._-");
    scope.is_none_or(name_fits)
        && name_fits(name)
        && version.is_none_or(|text| !text.is_empty() && holds(text, is_lower, "^~>=<.*|-"))
}

/// `path@version`: which version is to be run is always said.
fn go_module(text: &str) -> bool {
    text.split_once('@').is_some_and(|(path, version)| {
        begins(path, is_either)
            && holds(path, is_either, "._/-")
            && !version.is_empty()
            && holds(version, is_lower, "._-")
    })
}

/// `name`, `name[extras]`, either with one bound of its version.
fn python_package(text: &str) -> bool {
    let at = text
        .find(['[', '=', '<', '>', '!', '~'])
        .unwrap_or(text.len());
    let (name, mut rest) = text.split_at(at);
    if let Some(inner) = rest.strip_prefix('[') {
        let Some((extras, behind)) = inner.split_once(']') else {
            return false;
        };
        if extras.is_empty() || !holds(extras, is_either, ",._-") {
            return false;
        }
        rest = behind;
    }
    let version = rest.trim_start_matches(['=', '<', '>', '!', '~']);
    let bound = rest.strip_suffix(version).unwrap_or_default();
    let bound_fits = matches!(
        bound,
        "=" | "==" | "===" | "<" | "<=" | ">" | ">=" | "!" | "!=" | "~" | "~="
    );
    begins(name, is_either)
        && holds(name, is_either, "._-")
        && (rest.is_empty()
            || bound_fits && !version.is_empty() && holds(version, is_either, ".*_-"))
}

fn is_lower(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

fn is_either(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn begins(text: &str, letter: fn(u8) -> bool) -> bool {
    text.bytes().next().is_some_and(letter)
}

fn holds(text: &str, letter: fn(u8) -> bool, marks: &str) -> bool {
    text.bytes()
        .all(|byte| letter(byte) || marks.as_bytes().contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is run is stricter than what is read; nothing that begins with a dash is an argument.
    #[test]
    fn forms() {
        for text in ["jq", "org/tap/tool@2", "gtk+3"] {
            assert!(formula(text), "{text}");
        }
        for text in ["JQ", "a/b/c/d", "a..b", "a//b", "-jq", "/a", ""] {
            assert!(!formula(text), "{text}");
        }
        for text in [
            "tool",
            "@scope/tool@1.0.0",
            "tool@latest",
            "tool@1.0.0-rc.1",
        ] {
            assert!(node_package(text), "{text}");
        }
        for text in [
            "tool@1.0.0-RC.1",
            "tool@1+5",
            "t~x",
            "-g",
            "@a",
            "a@b@c",
            "tool@",
            "./a",
        ] {
            assert!(!node_package(text), "{text}");
        }
        for text in ["e.test/x@latest", "github.com/O/R@v1.2.3"] {
            assert!(go_module(text), "{text}");
        }
        for text in [
            "e.test/x",
            "e.test/x@",
            "e.test/x@v2+incompatible",
            "-x@v1",
            "a@b@c",
        ] {
            assert!(!go_module(text), "{text}");
        }
        for text in ["Pkg", "pkg[all]==1.0", "p>=1", "p==1.*"] {
            assert!(python_package(text), "{text}");
        }
        for text in ["p[all", "p[]", "p==", "-p", "p@1", "a/b", "p>=1,<2", "p><1"] {
            assert!(!python_package(text), "{text}");
        }
    }
}
