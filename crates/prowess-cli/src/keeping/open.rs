//! From the options of a command to the store.

use std::io::Write as _;

use prowess::Engine;
use prowess::store::change::{Owner, Wait};
use prowess::store::operations::{Conflicts as Handling, Run, Selection, Store};
use prowess::store::{Host, Keeping, KeepingOptions, Network, Scope};

use super::{Asked, Line, to_end};
use crate::arguments::{Asking, Conflicts, Kept, KeptNamed, KeptScope};
use crate::failure::Failure;
use crate::output::Output;

/// How one run of the store behaves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner<'m> {
    pub(crate) yes: bool,
    pub(crate) no_input: bool,
    pub(crate) offline: bool,
    /// Skills that are taken in spite of their scan.
    pub(crate) accepted: &'m [String],
}

impl Manner<'_> {
    /// Without questions and without a network.
    pub(crate) const QUIET: Manner<'static> = Manner {
        yes: false,
        no_input: true,
        offline: true,
        accepted: &[],
    };
}

impl<'m> Manner<'m> {
    pub(crate) fn of(asking: &Asking, accepted: &'m [String]) -> Self {
        Self {
            yes: asking.yes,
            no_input: asking.no_input,
            offline: asking.offline,
            accepted,
        }
    }
}

/// Does something with the store of an engine, to its end.
pub(crate) fn with_store<T>(
    engine: &Engine,
    manner: Manner<'_>,
    output: &Output,
    deed: impl AsyncFnOnce(Store<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let keeping = engine.keeping(&KeepingOptions {
        network: match manner.offline {
            true => Network::NotUsed,
            false => Network::Used,
        },
        accepted: manner.accepted.iter().cloned().collect(),
    })?;
    let line = Line::of(output);
    let ask = Asked::of(manner.yes, manner.no_input, &line);
    let host = Host {
        ask: &ask,
        progress: &line,
        busy: &busy,
    };
    to_end(deed(keeping.store(&host)))
}

/// Does something with the ways to sources of an engine, without questions.
pub(crate) fn with_keeping<T>(
    engine: &Engine,
    output: &Output,
    deed: impl AsyncFnOnce(&Keeping, &Host<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let keeping = engine.keeping(&KeepingOptions::default())?;
    let line = Line::of(output);
    let ask = Asked::of(false, true, &line);
    let host = Host {
        ask: &ask,
        progress: &line,
        busy: &busy,
    };
    to_end(deed(&keeping, &host))
}

/// Another process is at work: it is waited for, and that is said.
pub(crate) fn busy(owner: Option<&Owner>) -> Wait {
    let owner = owner.map_or_else(|| "another process".to_owned(), ToString::to_string);
    let text = format!("note: {owner} is changing what is kept, waiting for its end\n");
    // Where it cannot be said it is waited all the same.
    let _ = std::io::stderr().write_all(text.as_bytes());
    Wait::ToItsEnd
}

impl From<KeptScope> for Scope {
    fn from(scope: KeptScope) -> Self {
        match scope {
            KeptScope::Workspace => Self::Workspace,
            KeptScope::Project => Self::Project,
            KeptScope::User => Self::User,
            KeptScope::Managed => Self::Managed,
        }
    }
}

impl From<&Kept> for Selection {
    fn from(kept: &Kept) -> Self {
        Self {
            names: kept.names.clone(),
            scope: kept.scope.map(Scope::from),
        }
    }
}

impl From<&KeptNamed> for Selection {
    fn from(kept: &KeptNamed) -> Self {
        Self {
            names: kept.names.clone(),
            scope: kept.scope.map(Scope::from),
        }
    }
}

impl From<&Conflicts> for Handling {
    fn from(said: &Conflicts) -> Self {
        match (said.mine, said.theirs, said.marks) {
            (true, _, _) => Self::Mine,
            (_, true, _) => Self::Theirs,
            (_, _, true) => Self::Marks,
            _ => Self::Stop,
        }
    }
}

/// `--dry-run`
pub(crate) const fn run_of(dry_run: bool) -> Run {
    match dry_run {
        true => Run::Dry,
        false => Run::Real,
    }
}
