//! Which fault of the store gives which exit code, and what to do about it.

use prowess::store::{Error, net};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::session::listed;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        let told = |exit| Self::new(exit, message.clone());
        match &error {
            Error::Net(error) => of_net(error, message),
            Error::Disk(prowess::fs::Error::NotFound { .. }) => told(Exit::NotFound)
                .help("relative paths count from the current folder"),
            Error::NoSkill { offered, .. } if !offered.is_empty() => {
                told(Exit::NotFound).help(format!("it holds {}", listed(offered)))
            }
            Error::NoSkill { .. } => {
                told(Exit::NotFound).help("a skill is a folder with a `SKILL.md`")
            }
            Error::Several { .. } => {
                told(Exit::Usage).help("choose with `--skill NAME`, or take them `--all`")
            }
            Error::Ambiguous { .. } => {
                told(Exit::Usage).help("choose one by its path with `--skill PATH`")
            }
            Error::NotKept { .. } => told(Exit::NotFound)
                .help("`prowess verify` lists what is kept; `prowess adopt` takes what lies there"),
            Error::Client { .. } | Error::AlreadyKept { .. } => told(Exit::Usage),
            Error::Scopes { .. } => told(Exit::Usage).help("say it with `--scope SCOPE`"),
            Error::Reference { .. } | Error::NothingToUndo => told(Exit::NotFound),
            Error::Offline { .. } => told(Exit::Outside).help("leave `--offline` out"),
            Error::Source { .. } | Error::Name { .. } | Error::NoHome => told(Exit::Usage),
            Error::Extras { .. } => told(Exit::Refused)
                .help("move them elsewhere, or remove them too with `--with-extras`"),
            Error::Refused { .. } | Error::Tree { .. } | Error::Archive { .. } => {
                told(Exit::Refused)
            }
            Error::Unanswered { .. } => told(Exit::Refused).help(
                "nobody can be asked here: answer with `--yes`, or run it on a terminal",
            ),
            Error::Frozen { .. } => {
                told(Exit::Problems).help("run `prowess install` without `--frozen` and commit the lock")
            }
            Error::Taken { .. } => told(Exit::Refused)
                .help("keep it with `prowess adopt`, move it away, or choose another name with `--as NAME`"),
            Error::Newer { .. } => told(Exit::Outside).help("update this program; the file is left as it is"),
            Error::State { .. } => told(Exit::Outside)
                .help("mend the file, or restore it from your version control"),
            Error::Pending { .. } => told(Exit::Outside).help("run the command again"),
            _ => told(Exit::Outside),
        }
    }
}

fn of_net(error: &net::Error, message: String) -> Failure {
    match error {
        net::Error::Offline { .. } => Failure::new(Exit::Outside, message)
            .help("look at the address and at the network; what is on this machine can be had without one"),
        net::Error::NotFound { .. } => Failure::new(Exit::NotFound, message)
            .help("look at the address; where it is private, sign in"),
        net::Error::RateLimited { .. } => Failure::new(Exit::Outside, message)
            .help("wait, or sign in with a token"),
        net::Error::Scheme { .. } | net::Error::Private { .. } => {
            Failure::new(Exit::Refused, message)
        }
        _ => Failure::new(Exit::Outside, message),
    }
}
