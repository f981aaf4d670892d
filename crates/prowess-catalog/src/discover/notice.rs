//! What there is to say about roots, folders and files before anything is read.

use std::path::{Path, PathBuf};

use prowess_base::{Code, Diagnostic, Related, Severity};
use prowess_fs::EntryKind;

use crate::codes::roots as code;

/// One thing to say about a root, a folder or a file. [`Notice::diagnostic`] gives it as a sentence
/// with its code.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// A root or folder is there and cannot be read.
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// A root is not entered.
    RootRefused {
        /// The root.
        path: PathBuf,
        /// Why.
        why: RootRefusal,
    },
    /// A link leads out of the folder that bounds it, and is not followed.
    LinkOut {
        /// The folder that bounds it: the root, or the skill's folder for a SKILL.md.
        bounds: PathBuf,
        /// Where that folder really is.
        real_bounds: PathBuf,
        /// The path that leads out.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
        /// How.
        escape: Escape,
        /// Whether a folder is passed over or a SKILL.md is refused.
        what: EntryKind,
    },
    /// A link leads to nothing.
    LinkBroken {
        /// The link.
        path: PathBuf,
        /// Its target, as written.
        target: PathBuf,
    },
    /// A link leads back to itself or to a folder that holds it.
    LinkLoop {
        /// The link.
        path: PathBuf,
        /// Its target, as written or real.
        target: PathBuf,
    },
    /// A SKILL.md is there and cannot be read.
    FileUnreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// A SKILL.md is no regular file.
    NotFile {
        /// What it is about.
        path: PathBuf,
        /// What it is.
        kind: EntryKind,
    },
    /// A SKILL.md is larger than the bound.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
        /// The bound in bytes.
        bound: u64,
    },
    /// A SKILL.md has several hard links, and the profile refuses such.
    HardLinked {
        /// The file.
        path: PathBuf,
        /// How many links it has.
        links: u64,
    },
    /// A skill's file is called otherwise than `SKILL.md`, but for letter case the same.
    NameCase {
        /// The file.
        path: PathBuf,
    },
    /// Another file beside SKILL.md differs from it in letter case alone.
    SecondFile {
        /// The other file.
        path: PathBuf,
        /// The one that counts.
        used: PathBuf,
    },
    /// A Markdown file with a header lies where a folder is expected.
    FlatFile {
        /// The file.
        path: PathBuf,
        /// Where it would be a skill.
        expected: PathBuf,
    },
    /// A root has many children of which few are skills.
    LooksLikeProject {
        /// The root.
        path: PathBuf,
        /// Folders directly in it.
        children: u64,
        /// How many of them are skills or hold some.
        skills: u64,
    },
    /// A folder has more children than are looked at.
    ChildrenBeyond {
        /// The folder.
        path: PathBuf,
        /// Where it stands.
        place: Place,
        /// Folders in it, as far as they were counted.
        children: u64,
        /// How many are looked at.
        bound: u32,
    },
    /// A folder has more entries than are listed.
    EntriesBeyond {
        /// The folder.
        path: PathBuf,
        /// Where it stands.
        place: Place,
        /// Folders among the entries that were listed.
        children: u64,
        /// Entries that were listed.
        listed: u64,
        /// The bound.
        bound: u64,
    },
    /// A root holds more candidates than are read.
    CandidatesBeyond {
        /// The root.
        path: PathBuf,
        /// How many were found.
        found: u64,
        /// How many are read.
        bound: u32,
    },
    /// A root's budget of folders and entries was used up before its end.
    BudgetBeyond {
        /// The root.
        path: PathBuf,
    },
    /// Skills lie deeper than is searched.
    DepthBeyond {
        /// The first such skill's folder.
        path: PathBuf,
        /// How many there are in the folder that holds it.
        skills: u64,
        /// Levels that are searched.
        bound: u32,
    },
    /// Folders lie deeper than is searched.
    FoldersBeyond {
        /// One of them.
        path: PathBuf,
        /// Levels that are searched.
        bound: u32,
    },
    /// A root is itself a skill, so that skills beneath it do not count.
    RootIsSkill {
        /// The root.
        path: PathBuf,
        /// How many of its children have a SKILL.md.
        hidden: u64,
    },
    /// A SKILL.md lies within another skill's folder, where none is looked for.
    NestedSkill {
        /// The inner file.
        path: PathBuf,
        /// The skill's folder.
        skill: PathBuf,
    },
}

/// Why a root is not entered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RootRefusal {
    /// It is a link out of the workspace.
    LinkOut {
        /// Where it leads.
        target: PathBuf,
    },
    /// It belongs to another user.
    Owner {
        /// The numeric user.
        user: u32,
    },
}

/// How a path leads out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    /// It is itself a link.
    Link,
    /// It is a link beneath the built-in skills.
    BuiltInLink,
    /// A folder above it is elsewhere.
    Path,
    /// A folder above it is elsewhere, beneath the built-in skills.
    BuiltInPath,
}

/// Where a folder stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// It is the root.
    Root,
    /// It is beneath the root.
    Below,
}

impl Notice {
    /// The path that it is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Unreadable { path, .. }
            | Self::RootRefused { path, .. }
            | Self::LinkOut { path, .. }
            | Self::LinkBroken { path, .. }
            | Self::LinkLoop { path, .. }
            | Self::FileUnreadable { path, .. }
            | Self::NotFile { path, .. }
            | Self::TooLarge { path, .. }
            | Self::HardLinked { path, .. }
            | Self::NameCase { path }
            | Self::SecondFile { path, .. }
            | Self::FlatFile { path, .. }
            | Self::LooksLikeProject { path, .. }
            | Self::ChildrenBeyond { path, .. }
            | Self::EntriesBeyond { path, .. }
            | Self::CandidatesBeyond { path, .. }
            | Self::BudgetBeyond { path }
            | Self::DepthBeyond { path, .. }
            | Self::FoldersBeyond { path, .. }
            | Self::RootIsSkill { path, .. }
            | Self::NestedSkill { path, .. } => path,
        }
    }

    /// Its stable code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Unreadable { .. } => code::UNREADABLE,
            Self::RootRefused { .. } => code::ROOT_REFUSED,
            Self::LinkOut { .. } => code::LINK_OUT,
            Self::LinkBroken { .. } => code::LINK_BROKEN,
            Self::LinkLoop { .. } => code::LINK_LOOP,
            Self::FileUnreadable { .. } => code::FILE_UNREADABLE,
            Self::NotFile { .. } => code::NOT_FILE,
            Self::TooLarge { .. } => code::TOO_LARGE,
            Self::HardLinked { .. } => code::HARD_LINKED,
            Self::NameCase { .. } => code::NAME_CASE,
            Self::SecondFile { .. } => code::SECOND_FILE,
            Self::FlatFile { .. } => code::FLAT_FILE,
            Self::LooksLikeProject { .. } => code::LOOKS_LIKE_PROJECT,
            Self::ChildrenBeyond { .. } | Self::CandidatesBeyond { .. } => code::CANDIDATES_BEYOND,
            Self::EntriesBeyond { .. } | Self::BudgetBeyond { .. } => code::ENTRIES_BEYOND,
            Self::DepthBeyond { .. } | Self::FoldersBeyond { .. } => code::DEPTH_BEYOND,
            Self::RootIsSkill { .. } => code::ROOT_IS_SKILL,
            Self::NestedSkill { .. } => code::NESTED_SKILL,
        }
    }

    /// How much it weighs. What keeps a file from being read is an error of that file; about a
    /// folder there are warnings only, because its other skills load.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match self {
            Self::FileUnreadable { .. }
            | Self::NotFile { .. }
            | Self::HardLinked { .. }
            | Self::LinkOut {
                what: EntryKind::File,
                ..
            } => Severity::Error,
            Self::FlatFile { .. } | Self::NestedSkill { .. } => Severity::Advice,
            _ => Severity::Warning,
        }
    }

    /// It as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(self.code(), self.severity(), self.message())
            .in_file(self.path())
            .help(self.help());
        if let Self::LinkOut { target: file, .. }
        | Self::SecondFile { used: file, .. }
        | Self::NestedSkill { skill: file, .. } = self
        {
            let message = match self {
                Self::LinkOut { .. } => "it leads here",
                Self::SecondFile { .. } => "this file counts",
                _ => "this is the skill's folder",
            };
            diagnostic = diagnostic.related(Related {
                file: file.clone(),
                position: None,
                message: message.to_owned(),
            });
        }
        diagnostic
    }

    fn message(&self) -> String {
        match self {
            Self::Unreadable { reason, .. } => format!("folder cannot be read: {reason}"),
            Self::RootRefused { why, .. } => match why {
                RootRefusal::LinkOut { target } => format!(
                    "folder of skills is a link out of the workspace, to `{}`",
                    target.display()
                ),
                RootRefusal::Owner { user } => {
                    format!("folder of skills belongs to another user ({user})")
                }
            },
            Self::LinkOut { target, bounds, .. } => format!(
                "link out of `{}` is not followed; it leads to `{}`",
                bounds.display(),
                target.display()
            ),
            Self::LinkBroken { target, .. } => {
                format!("link leads to nothing: `{}`", target.display())
            }
            Self::LinkLoop { target, .. } => format!(
                "link leads back to a folder that holds it: `{}`",
                target.display()
            ),
            Self::FileUnreadable { reason, .. } => format!("SKILL.md cannot be read: {reason}"),
            Self::NotFile { kind, .. } => format!("SKILL.md is {kind}, not a file"),
            Self::TooLarge { size, bound, .. } => {
                format!("SKILL.md has {size} bytes, more than the {bound} that are read")
            }
            Self::HardLinked { links, .. } => format!("SKILL.md has {links} hard links"),
            Self::NameCase { .. } => "skill file is not called `SKILL.md`".to_owned(),
            Self::SecondFile { .. } => {
                "second skill file, which differs from `SKILL.md` in letter case alone".to_owned()
            }
            Self::FlatFile { .. } => "Markdown file is no skill: a skill is a folder".to_owned(),
            Self::LooksLikeProject {
                children, skills, ..
            } => format!(
                "looks like a project folder: {skills} of its {children} folders are skills or hold some"
            ),
            Self::ChildrenBeyond {
                children, bound, ..
            } => format!("folder holds {children} folders, {bound} are looked at"),
            Self::EntriesBeyond { bound, .. } => {
                format!("folder holds more than {bound} entries")
            }
            Self::CandidatesBeyond { found, bound, .. } => {
                format!("{found} skills found, {bound} are read")
            }
            Self::BudgetBeyond { .. } => {
                "too many folders and entries; the rest is not searched".to_owned()
            }
            Self::DepthBeyond { skills, bound, .. } => match skills {
                1 => format!("skill lies deeper than the {bound} levels that are searched"),
                _ => format!(
                    "{skills} skills lie deeper than the {bound} levels that are searched, of which this is the first"
                ),
            },
            Self::FoldersBeyond { bound, .. } => {
                format!("folder lies deeper than the {bound} levels that are searched")
            }
            Self::RootIsSkill { hidden, .. } => format!(
                "folder of skills is itself a skill; {hidden} skills beneath it do not count"
            ),
            Self::NestedSkill { .. } => {
                "SKILL.md within another skill's folder is no skill of its own".to_owned()
            }
        }
    }

    fn help(&self) -> String {
        match self {
            Self::Unreadable { .. } | Self::FileUnreadable { .. } => {
                "give yourself the right to read it".to_owned()
            }
            Self::RootRefused { why, .. } => match why {
                RootRefusal::LinkOut { .. } => {
                    "name the place it leads to in `skills.extra` of your own configuration"
                }
                RootRefusal::Owner { .. } => "name the folder with `--workspace` if you trust it",
            }
            .to_owned(),
            Self::LinkOut { .. } => {
                "move the skill here, or name its folder in `skills.extra` of your own configuration"
                    .to_owned()
            }
            Self::LinkBroken { .. } => "remove the link or bring its target back".to_owned(),
            Self::LinkLoop { .. } => "remove the link".to_owned(),
            Self::NotFile { .. } => "put a text file there".to_owned(),
            Self::TooLarge { .. } => {
                "move detail into files beside it that are read on demand".to_owned()
            }
            Self::HardLinked { .. } => "put a copy there".to_owned(),
            Self::NameCase { .. } => "rename it to `SKILL.md`".to_owned(),
            Self::SecondFile { .. } => "remove one of the two".to_owned(),
            Self::FlatFile { expected, .. } => format!("move it to `{}`", expected.display()),
            Self::LooksLikeProject { .. } => {
                "name the folder that holds the skills, often `skills`".to_owned()
            }
            Self::ChildrenBeyond { .. }
            | Self::EntriesBeyond { .. }
            | Self::CandidatesBeyond { .. }
            | Self::BudgetBeyond { .. } => {
                "keep skills in a folder of their own, or raise the limit".to_owned()
            }
            Self::DepthBeyond { .. } | Self::FoldersBeyond { .. } => {
                "move the skills up, or name a folder nearer to them".to_owned()
            }
            Self::RootIsSkill { path, .. } => {
                format!("move `{}` into a folder of its own", path.join("SKILL.md").display())
            }
            Self::NestedSkill { .. } => {
                "move it beside the other skill, or rename it if it is a template".to_owned()
            }
        }
    }
}
