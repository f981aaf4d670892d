//! Whether a program that decides is the user's: a program that others could have changed decides nothing.

use std::path::Path;

use super::Policy;

/// Programs that run what their arguments name. What they name is looked at as the program itself is.
const INTERPRETERS: [&str; 13] = [
    "bash",
    "bun",
    "deno",
    "fish",
    "node",
    "perl",
    "powershell",
    "pwsh",
    "python",
    "python3",
    "ruby",
    "sh",
    "zsh",
];

/// Endings of files that such a program runs.
const SCRIPTS: [&str; 13] = [
    "bash", "cjs", "cts", "js", "mjs", "mts", "pl", "ps1", "py", "rb", "sh", "ts", "zsh",
];

/// Looks at the program, at the scripts that it is to run, and at every folder on the way to them.
///
/// # Errors
///
/// What is wrong, in words.
pub(super) fn check(policy: &Policy) -> Result<(), String> {
    check_file(policy, &policy.command)?;
    let name = policy.command.file_stem().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    // `python3.12` is Python.
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if name == "env" {
        return Err("`env` does not say which program it runs; name that one".to_owned());
    }
    if !INTERPRETERS.contains(&name.as_str()) && !INTERPRETERS.contains(&plain) {
        return Ok(());
    }
    for argument in &policy.arguments {
        let named = match argument.strip_prefix('-') {
            Some(option) => option.split_once('=').map_or("", |(_, value)| value),
            None => argument,
        };
        if is_script(named) {
            check_file(policy, Path::new(named))?;
        }
    }
    Ok(())
}

fn is_script(argument: &str) -> bool {
    let ending = Path::new(argument).extension().unwrap_or_default();
    argument.starts_with('.')
        || argument.contains(['/', '\\'])
        || SCRIPTS
            .iter()
            .any(|script| ending.eq_ignore_ascii_case(script))
}

fn check_file(policy: &Policy, path: &Path) -> Result<(), String> {
    let fault = |what: &str| Err(format!("`{}` {what}", path.display()));
    if !path.is_absolute() {
        return fault("is no absolute path");
    }
    if path
        .components()
        .any(|part| part == std::path::Component::ParentDir)
    {
        return fault("goes through `..`");
    }
    let metadata = match std::fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) => return fault(&format!("cannot be looked at: {error}")),
    };
    if !metadata.is_file() {
        return fault("is no file of its own");
    }
    let folders = &policy.trusted_folders;
    if !folders.is_empty() && !folders.iter().any(|folder| path.starts_with(folder)) {
        return fault("lies in none of the trusted folders");
    }
    #[cfg(unix)]
    {
        let owner = unix::fault(&metadata, policy.user, unix::Kind::File);
        if let Some(what) = owner {
            return fault(what);
        }
        for folder in path.ancestors().skip(1) {
            let what = match std::fs::metadata(folder) {
                Ok(metadata) => unix::fault(&metadata, policy.user, unix::Kind::Folder),
                Err(_) => Some("cannot be looked at"),
            };
            if let Some(what) = what {
                return fault(&format!("lies in `{}`, which {what}", folder.display()));
            }
        }
        Ok(())
    }
    // As in OpenClaw: what cannot be checked is not taken for checked.
    #[cfg(not(unix))]
    fault("may be changed by nobody knows whom: this system is not asked yet")
}

#[cfg(unix)]
mod unix {
    use std::fs::Metadata;
    use std::os::unix::fs::MetadataExt as _;

    /// What is looked at.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(super) enum Kind {
        File,
        Folder,
    }

    /// A folder in which only the owner of a file may rename or remove it.
    const STICKY: u32 = 0o1000;

    /// Why others could have changed it.
    pub(super) fn fault(
        metadata: &Metadata,
        user: Option<u32>,
        kind: Kind,
    ) -> Option<&'static str> {
        let is_open = metadata.mode() & 0o022 != 0;
        let is_sticky = kind == Kind::Folder && metadata.mode() & STICKY != 0;
        if is_open && !is_sticky {
            return Some("can be changed by others");
        }
        let owner = metadata.uid();
        (owner != 0 && Some(owner) != user).then_some("belongs to another user")
    }
}
