//! What the commands of the store have in common: questions, the line that tells how far it is, the end by `Ctrl-C`, and the
//! faults.

mod ask;
mod failure;
mod line;
mod run;

pub(crate) use ask::Asked;
pub(crate) use line::Line;
pub(crate) use run::to_end;
