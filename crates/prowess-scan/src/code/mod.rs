//! Code read as code: what it does, as facts.
//!
//! ```text
//! shell ─────────► shell::statement ──┐
//! PowerShell ────► power_shell ───────┼─► command ──┐
//! Python, ───────► Program ─► evaluate ─► library ──┴─► Machine ─► facts, flows
//! JavaScript       (one form for both)                  files, variables, what is printed
//! ```
//!
//! Programs are read as if they ran, with values that are known as far as they are constant and that
//! remember where they come from. Nothing runs; every branch is taken once; what is not known is a hole in a
//! text. So a name that is spliced from parts is the same name, and a secret that goes through three
//! variables, a file and a pipe is the same secret.

mod across;
mod arguments;
mod command;
mod decode;
mod evaluate;
mod install;
mod javascript;
mod javascript_library;
mod machine;
mod parse;
mod patterns;
mod power_shell;
mod python;
mod python_library;
mod script;
mod shell;
mod transfer;
mod value;

use machine::Machine;

use crate::fact::Fact;
use crate::rules::Scene;
use crate::unit::{Origin, Unit, UnitId};

/// Stands in a text for a part that is not known.
pub(crate) const HOLE: char = '\u{FFFC}';

/// Adds what `unit` does to `facts`, flows within it included.
pub(crate) fn read(unit: &Unit<'_>, id: UnitId, facts: &mut Vec<Fact>) {
    let mut machine = Machine::new(std::slice::from_ref(unit), id);
    let shown = machine.read_unit(id);
    if unit.origin == Origin::LoadCommand {
        machine.shows(id, &shown);
    }
    facts.append(&mut machine.facts);
}

/// Flows over several units: files that hand data on, and prose that tells a model to join steps.
pub(crate) fn across(scene: &Scene<'_>) -> Vec<Fact> {
    across::across(scene)
}

#[cfg(test)]
mod tests;
