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
mod bound;
mod calls;
mod command;
mod command_files;
mod decode;
mod evaluate;
mod install;
mod interpreter;
mod javascript;
mod javascript_library;
mod json;
mod later;
mod machine;
mod names;
mod other;
mod parse;
mod patterns;
mod power_shell;
mod python;
mod python_library;
mod script;
mod shell;
mod system;
mod transfer;
mod value;
mod words;

pub(crate) use bound::Left;
use machine::Machine;

use crate::fact::Fact;
use crate::failure::Failures;
use crate::rules::Scene;
use crate::unit::{Origin, Unit, UnitId};

/// Stands in a text for a part that is not known.
pub(crate) const HOLE: char = '\u{FFFC}';

/// One unit that is read as a program. What was seen before the reading ends, however it ends, is kept.
pub(crate) struct Reading<'m> {
    machine: Machine<'m>,
    unit: &'m Unit<'m>,
    id: UnitId,
}

impl<'m> Reading<'m> {
    /// Nothing of `unit` is read yet.
    pub(crate) fn new(unit: &'m Unit<'m>, id: UnitId) -> Self {
        Self {
            machine: Machine::new(std::slice::from_ref(unit), id),
            unit,
            id,
        }
    }

    /// Reads the unit.
    pub(crate) fn run(&mut self) {
        let shown = self.machine.read_unit(self.id);
        if self.unit.origin == Origin::LoadCommand {
            self.machine.shows(self.id, &shown);
        }
    }

    /// The text of the unit.
    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        &self.unit.text
    }

    /// Adds what the unit does to `facts`, flows within it included, and the bounds that kept it from being read
    /// to its end to `left`.
    pub(crate) fn finish(mut self, facts: &mut Vec<Fact>, left: &mut Left) {
        facts.append(&mut self.machine.facts);
        left.append(&mut self.machine.left);
    }
}

/// Flows over several units: files that hand data on, and prose that tells a model to join steps.
pub(crate) fn across(scene: &Scene<'_>, left: &mut Left, failures: &mut Failures) -> Vec<Fact> {
    across::across(scene, left, failures)
}

#[cfg(test)]
mod tests;
