//! What the commands of the store have in common: questions, the line that tells how far it is, the end by `Ctrl-C`, what is
//! told of an operation, and the faults.

mod ask;
mod failure;
mod line;
mod open;
mod run;
mod tell;
pub(crate) mod view;

pub(crate) use ask::{Asked, findings};
pub(crate) use line::Line;
pub(crate) use open::{Manner, busy, run_of, with_keeping, with_store};
pub(crate) use run::to_end;
pub(crate) use tell::Told;
