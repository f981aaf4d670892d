//! Landlock: which files, no TCP, no signals to other processes.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use super::place;
use crate::Level;
use crate::plan::Plan;

/// What is asked for: all of it, or nothing runs (Linux 6.12).
const NEEDED: ABI = ABI::V6;

/// Restricts this process and all that it starts.
pub(super) fn restrict(plan: &Plan) -> Result<(), String> {
    let status = try_restrict(plan).map_err(|error| format!("Landlock: {error}"))?;
    match status {
        RulesetStatus::FullyEnforced => Ok(()),
        other => Err(format!("Landlock: {other:?}")),
    }
}

fn try_restrict(plan: &Plan) -> Result<RulesetStatus, landlock::RulesetError> {
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(NEEDED))?
        .handle_access(AccessNet::from_all(NEEDED))?
        .scope(Scope::from_all(NEEDED))?
        .create()?;
    let read = AccessFs::from_read(NEEDED);
    let all = AccessFs::from_all(NEEDED);
    let rights = &plan.rights;
    let devices =
        ["null", "zero", "full", "random", "urandom"].map(|name| Path::new("/dev").join(name));
    for path in rights.read.iter().chain(&rights.protected) {
        rules = allow(rules, path, read)?;
    }
    // Read alone: to root, `/proc/sys` is the kernel itself.
    rules = allow(rules, Path::new("/proc"), read)?;
    for path in &devices {
        rules = allow(rules, path, read | AccessFs::WriteFile)?;
    }
    match plan.level {
        // Mounts hold what is protected.
        Level::Full => {
            let own = PathBuf::from("/tmp");
            for path in rights.write.iter().chain(&rights.empty).chain([&own]) {
                rules = allow(rules, path, all)?;
            }
        }
        Level::Landlock | Level::None => {
            for path in &rights.write {
                rules = allow_around(rules, path, &rights.protected, all, read)?;
            }
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// Allows a folder without what is protected beneath it. Landlock has no way to take a right away beneath a folder that has it:
/// the folder itself can then only be read, and what lies in it now may be written, each for itself.
fn allow_around(
    rules: RulesetCreated,
    folder: &Path,
    protected: &[PathBuf],
    all: BitFlags<AccessFs>,
    read: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    if protected.iter().any(|path| path == folder) {
        return allow(rules, folder, read);
    }
    let holds = |path: &Path| {
        protected
            .iter()
            .any(|protected| protected.starts_with(path))
    };
    if !holds(folder) {
        return allow(rules, folder, all);
    }
    let mut rules = allow(rules, folder, read)?;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            rules = allow_around(rules, &path, protected, all, read)?;
        }
    }
    Ok(rules)
}

/// Allows what is at a path; what is not there needs no right, and what a link leads to has none by that.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let Ok(opened) = place::open(path) else {
        return Ok(rules);
    };
    let access = match place::is_folder(&opened) {
        Ok(true) => access,
        _ => access & AccessFs::from_file(NEEDED),
    };
    rules.add_rule(PathBeneath::new(opened, access))
}
