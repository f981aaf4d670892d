//! What kind of file a skill is written in.

use std::borrow::Cow;
use std::path::Path;

use prowess_format::{Manifest, Trigger};
use serde::{Deserialize, Serialize};

use crate::content::beneath;
use crate::{Entry, Root};

/// What kind of file a skill is written in. Most clients know one kind alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// A SKILL.md in a folder of its own, which gives it its name.
    #[default]
    Skill,
    /// Another Markdown file, with a header or without; its path beneath the root gives it its name.
    Note,
    /// Instructions for agents at large, such as `AGENTS.md`: all of it is body, also what looks like
    /// a header.
    Instructions,
}

/// Files with instructions for agents, in lower case, and what each is called as a skill.
const INSTRUCTIONS: [(&str, &str); 5] = [
    (".cursorrules", "cursorrules"),
    ("agents.md", "agents"),
    ("agent.md", "agents"),
    ("claude.md", "claude"),
    ("gemini.md", "gemini"),
];

/// What stands between the name of instructions and the folder that they are for.
const SCOPE: char = ':';

/// What instructions in a file of this name are called, in any letter case; nothing for another file.
pub(crate) fn instructions_name(file_name: &str) -> Option<&'static str> {
    let mut known = INSTRUCTIONS.iter();
    known
        .find(|(name, _)| file_name.eq_ignore_ascii_case(name))
        .map(|(_, called)| *called)
}

impl FileKind {
    /// The kind of a file, told from its name, in a profile that reads all kinds.
    pub(crate) fn of(file: &Path) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.eq_ignore_ascii_case("SKILL.md") {
            Self::Skill
        } else if instructions_name(&name).is_some() {
            Self::Instructions
        } else {
            Self::Note
        }
    }
}

/// The name that a file has by its place: `sub/foo` for a note, `agents` for instructions, and
/// `agents:server/api` for instructions that are for a folder. `relative` is the path beneath the root.
pub(crate) fn name_by_place(kind: FileKind, relative: &Path, scope: InstructionScope) -> String {
    let forward = |path: &Path| path.to_string_lossy().replace('\\', "/");
    match kind {
        FileKind::Skill => relative
            .parent()
            .and_then(Path::file_name)
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        FileKind::Note => forward(&relative.with_extension("")),
        FileKind::Instructions => {
            let file_name = relative.file_name().unwrap_or_default().to_string_lossy();
            let name = instructions_name(&file_name).unwrap_or("").to_owned();
            match relative.parent() {
                Some(folder)
                    if scope == InstructionScope::Folder && !folder.as_os_str().is_empty() =>
                {
                    format!("{name}{SCOPE}{}", forward(folder))
                }
                _ => name,
            }
        }
    }
}

/// What instructions are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstructionScope {
    /// Everything.
    All,
    /// The folder that they are in.
    Folder,
}

/// What instructions of this name are: in every prompt, or a rule for the folder that the name says.
pub(crate) fn instructions(name: &str) -> Manifest {
    let mut manifest = Manifest::default();
    match name.split_once(SCOPE) {
        Some((_, folder)) => {
            let paths = [format!("{folder}/**").into()].into();
            manifest.trigger = Some(Box::new(Trigger::Path { paths }));
            manifest.invocation.model = false;
        }
        None => manifest.resident = true,
    }
    manifest
}

/// The name by which an entry's file was read the last time; by it, it is read again.
pub(crate) fn name_of_entry<'e>(entry: &'e Entry, root: &Root) -> Cow<'e, str> {
    match (entry.kind, beneath(&entry.file, &root.path)) {
        (FileKind::Skill, _) | (_, None) => entry.folder_name(),
        (kind, Some(relative)) => {
            name_by_place(kind, relative, root.holds.instruction_scope()).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file's kind follows from its name in any letter case, its own name from its place.
    #[test]
    fn names() {
        let name = |path: &str, scope| {
            let path = Path::new(path);
            (
                FileKind::of(path),
                name_by_place(FileKind::of(path), path, scope),
            )
        };
        let all = |path| name(path, InstructionScope::All);
        assert_eq!(all("a/skill.MD"), (FileKind::Skill, "a".to_owned()));
        assert_eq!(all("g/x.tmp.md"), (FileKind::Note, "g/x.tmp".to_owned()));
        assert_eq!(
            all("g/Agent.md"),
            (FileKind::Instructions, "agents".to_owned())
        );
        let folder = |path| name(path, InstructionScope::Folder).1;
        assert_eq!(folder("server/api/CLAUDE.md"), "claude:server/api");
        assert_eq!(folder("CLAUDE.md"), "claude");
    }

    /// Instructions for a folder are a rule for what is in it; others are in every prompt.
    #[test]
    fn scopes() {
        let rule = instructions("agents:server/api");
        let paths = ["server/api/**".into()].into();
        assert_eq!(rule.trigger.as_deref(), Some(&Trigger::Path { paths }));
        assert!(!rule.resident && !rule.invocation.model);
        assert!(instructions("agents").resident);
    }
}
