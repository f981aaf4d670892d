//! Questions to a person, and who answers them.

use std::path::Path;

use prowess_scan::Report;

use crate::Error;

/// Who answers questions: a program asks on its terminal, a host in its own way. [`Nobody`] where nobody is there.
pub trait Ask: Send + Sync {
    /// The answer; nothing where nobody is there to give one, which is neither yes nor no.
    fn ask(&self, question: &Question<'_>) -> Option<bool>;

    /// Whether the answers are only to find out what would be asked: nothing is remembered of them.
    fn is_rehearsal(&self) -> bool {
        false
    }
}

/// Nobody is there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Ask for Nobody {
    fn ask(&self, _question: &Question<'_>) -> Option<bool> {
        None
    }
}

/// What a person is asked. Each can be answered with yes or no, and no is the safe answer.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Question<'q> {
    /// Whether a skill may come in although its scan says `review` or `incomplete`.
    LetIn {
        /// The skill.
        name: &'q str,
        /// What the scan says.
        report: &'q Report,
    },
    /// Whether an update may come in that can do more than what it replaces.
    Grows {
        /// The skill.
        name: &'q str,
        /// What it could not do before, a line each.
        grown: &'q [String],
    },
    /// Whether a skill may come in of which the user's policy program says that they are to be asked.
    Policy {
        /// The skill.
        name: &'q str,
        /// What the program says.
        reason: &'q str,
    },
    /// Whether the files of a project may bring a skill from a folder outside of it.
    OutsideFolder {
        /// The skill.
        name: &'q str,
        /// The folder.
        folder: &'q Path,
    },
    /// Whether a program may be run that installs what a skill needs.
    Run {
        /// The skill.
        name: &'q str,
        /// The program and its arguments.
        command: &'q [String],
    },
    /// Whether something that a skill needs may be fetched.
    Fetch {
        /// The skill.
        name: &'q str,
        /// The address.
        url: &'q str,
        /// The folder that it is put in.
        folder: &'q Path,
    },
}

impl Question<'_> {
    /// The skill that it is about.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::LetIn { name, .. }
            | Self::Grows { name, .. }
            | Self::Policy { name, .. }
            | Self::OutsideFolder { name, .. }
            | Self::Run { name, .. }
            | Self::Fetch { name, .. } => name,
        }
    }

    /// The question in one line.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::LetIn { name, report } => {
                format!("the scan of `{name}` says {}: let it in?", report.verdict)
            }
            Self::Grows { name, grown } => {
                format!(
                    "`{name}` could do more than before ({}): take it?",
                    grown.join("; ")
                )
            }
            Self::Policy { name, reason } => {
                format!("the policy program asks about `{name}` ({reason}): let it in?")
            }
            Self::OutsideFolder { name, folder } => format!(
                "the project takes `{name}` from `{}`, outside of it: allow that?",
                folder.display()
            ),
            Self::Run { name, command } => {
                format!("run `{}` for `{name}`?", command.join(" "))
            }
            Self::Fetch { name, url, folder } => {
                format!("fetch `{url}` into `{}` for `{name}`?", folder.display())
            }
        }
    }

    /// Asks, and ends the deed where the answer is no or nobody is there.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] where the answer is no, [`Error::Unanswered`] where there is none.
    pub fn put(&self, ask: &dyn Ask) -> Result<(), Error> {
        let name = self.name().to_owned();
        match ask.ask(self) {
            Some(true) => Ok(()),
            Some(false) => Err(Error::Refused {
                name,
                reason: "the answer was no".to_owned(),
            }),
            None => Err(Error::Unanswered {
                name,
                question: self.text(),
            }),
        }
    }
}
