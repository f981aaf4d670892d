//! Programs of one package read together: a file that another imports, sources, runs, writes or joins, and
//! the steps of one Markdown file, which share variables and files.

use std::collections::HashSet;

use super::machine::Machine;
use crate::fact::{Act, Fact};
use crate::rules::Scene;
use crate::unit::{Language, Origin, Unit, UnitId};

/// Longest file whose text is known to programs that read it, in bytes.
const FILE: usize = 32 << 10;
/// Most bytes of all of them.
const FILES: usize = 1 << 20;

/// What the programs of a package do together and none does alone.
pub(super) fn across(scene: &Scene<'_>) -> Vec<Fact> {
    if !is_worth(scene) {
        return Vec::new();
    }
    let known: HashSet<(UnitId, prowess_base::Span, &Act)> = scene
        .facts
        .iter()
        .map(|fact| (fact.unit, fact.span, &fact.act))
        .collect();
    let mut machine = Machine::new(&scene.units, UnitId(0));
    let mut left = FILES;
    for (id, unit) in (0..).map(UnitId).zip(&scene.units) {
        let Some(file) = scene
            .package
            .file(unit.file)
            .filter(|_| unit.origin == Origin::File)
        else {
            continue;
        };
        if is_program(unit.language) {
            let last = file.path.rsplit('/').next().unwrap_or("").to_owned();
            machine.library.entry(last).or_insert(id);
            machine.library.insert(file.path.clone(), id);
        } else if unit.text.len() <= FILE.min(left) {
            left -= unit.text.len();
            machine.holds(&file.path, &unit.text);
        }
    }
    let mut file = None;
    for (id, unit) in (0..).map(UnitId).zip(&scene.units) {
        let is_step = matches!(
            unit.origin,
            Origin::File | Origin::Fence | Origin::CodeSpan | Origin::LoadCommand
        );
        if !is_step || !is_program(unit.language) {
            continue;
        }
        if file != Some(unit.file) {
            machine.shell = super::shell::Shell::default();
            file = Some(unit.file);
        }
        machine.read_unit(id);
    }
    let mut facts = std::mem::take(&mut machine.facts);
    facts.retain(|fact| {
        let is_telling = matches!(
            fact.act,
            Act::Flows { .. }
                | Act::HandsOverShell { .. }
                | Act::Sends { .. }
                | Act::Fetches { .. }
                | Act::Connects { .. }
                | Act::Reads { .. }
                | Act::Writes { .. }
                | Act::Deletes { .. }
        );
        is_telling && !known.contains(&(fact.unit, fact.span, &fact.act))
    });
    facts
}

/// Whether there is more than one text to put together, and something that could flow.
fn is_worth(scene: &Scene<'_>) -> bool {
    let programs = scene
        .units
        .iter()
        .filter(|unit| is_program(unit.language))
        .count();
    let has = |fits: fn(&Unit<'_>) -> bool| scene.units.iter().any(fits);
    let several = programs > 1
        || programs == 1
            && has(|unit| unit.language == Language::Json || unit.language == Language::Plain);
    several
        && scene.facts.iter().any(|fact| match &fact.act {
            Act::Fetches { .. }
            | Act::Sends { .. }
            | Act::Connects { .. }
            | Act::ReadsEnvironment
            | Act::Evaluates
            | Act::Flows { .. } => true,
            Act::Reads { asset, .. } => asset.is_secret(),
            _ => false,
        })
}

const fn is_program(language: Language) -> bool {
    matches!(
        language,
        Language::Shell
            | Language::Python
            | Language::JavaScript
            | Language::TypeScript
            | Language::PowerShell
            | Language::Batch
    )
}
