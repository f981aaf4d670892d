//! Programs of one package read together: a file that another imports, sources, runs, writes or joins, and
//! the steps of one Markdown file, which share variables and files.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use prowess_base::Span;

use super::bound::Left;
use super::machine::Machine;
use crate::fact::{Act, Fact};
use crate::failure::{Failures, Part};
use crate::rules::Scene;
use crate::stance::Stance;
use crate::unit::{Language, Origin, Role, Unit, UnitId};

/// Longest file whose text is known to programs that read it, in bytes.
const FILE: usize = 32 << 10;
/// Most bytes of all of them.
const FILES: usize = 1 << 20;

/// What the programs of a package do together and none does alone.
pub(super) fn across(scene: &Scene<'_>, left: &mut Left, failures: &mut Failures) -> Vec<Fact> {
    let is_followed = is_followed(scene);
    if !is_worth(scene) && !is_followed {
        return Vec::new();
    }
    let known: HashSet<(UnitId, prowess_base::Span, &Act)> = scene
        .facts
        .iter()
        .map(|fact| (fact.unit, fact.span, &fact.act))
        .collect();
    let mut machine = Machine::new(&scene.units, UnitId(0));
    let mut room = FILES;
    for (id, unit) in (0..).map(UnitId).zip(&scene.units) {
        let Some(file) = scene
            .package
            .file(unit.file)
            .filter(|_| unit.origin == Origin::File)
        else {
            continue;
        };
        if unit.language.is_program() {
            machine.offers(&file.path, id);
        } else if unit.text.len() <= FILE.min(room) {
            room -= unit.text.len();
            machine.holds(&file.path, &unit.text);
        }
    }
    let mut file = None;
    for (id, unit) in (0..).map(UnitId).zip(&scene.units) {
        let is_step = matches!(
            unit.origin,
            Origin::File | Origin::Fence | Origin::CodeSpan | Origin::LoadCommand
        );
        if !is_step || !unit.language.is_program() {
            continue;
        }
        if file != Some(unit.file) {
            machine.shell = super::shell::Shell::default();
            machine.remotes.clear();
            file = Some(unit.file);
        }
        failures.guard(Part::Programs, Some(unit.file), || {
            let printed = machine.read_unit(id);
            if is_followed && unit.origin == Origin::File {
                machine.shows(id, &printed);
            }
        });
    }
    left.append(&mut machine.left);
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

/// A text tells to follow what a program prints.
static FOLLOWS: LazyLock<crate::pattern::Pattern> = LazyLock::new(|| {
    crate::pattern::Pattern::new(concat!(
        r"(?i)\b(?:follow|obey|carry out|execute|act on|comply with|do(?: exactly)?) (?:[\w’'-]+ ){0,4}?(?:what(?:ever)?|instructions?|steps?|orders|commands?|directives?|everything)\b ?(?:that |which )?(?:[\w’'`./-]+ ){0,4}?(?:prints?|outputs?|returns?|says|tells|gives|shows|emits|printed|output|returned)\b",
        r"|\b(?:its|the|script'?s?) (?:output|answer|response|result)s? (?:is|are|contains?|holds?|has|as) (?:your |the |new |further |binding )*(?:instructions?|orders|commands?|next steps)",
        r"|\b(?:treat|take|regard) (?:[\w’'-]+ ){0,4}?(?:output|prints|response|answer|printed)\b (?:[\w’'-]+ ){0,3}?as (?:[\w’'-]+ ){0,3}?(?:instructions?|orders|commands?|guidance|rules)",
    ))
});

/// Whether a text that a model obeys tells it to follow what programs print.
fn is_followed(scene: &Scene<'_>) -> bool {
    let has_fetched = scene
        .facts
        .iter()
        .any(|fact| matches!(fact.act, Act::Fetches { .. }));
    has_fetched
        && scene.units.iter().any(|unit| {
            unit.language == Language::Markdown
                && unit.origin == Origin::File
                && unit.role != Role::Example
                && FOLLOWS.find_iter(&unit.text).any(|found| {
                    let span = Span::new(found.start(), found.end());
                    crate::stance::of(unit, span) == Stance::Does
                })
        })
}

/// Whether there is more than one text to put together, and something that could flow.
fn is_worth(scene: &Scene<'_>) -> bool {
    let programs = scene
        .units
        .iter()
        .filter(|unit| unit.language.is_program())
        .count();
    let has = |fits: fn(&Unit<'_>) -> bool| scene.units.iter().any(fits);
    let several = programs > 1
        || programs == 1
            && has(|unit| {
                unit.origin == Origin::File
                    && !unit.language.is_program()
                    && unit.role != Role::Instructions
            });
    let flows = scene.facts.iter().any(|fact| match &fact.act {
        Act::Fetches { .. }
        | Act::Sends { .. }
        | Act::Connects { .. }
        | Act::ReadsEnvironment
        | Act::Evaluates
        | Act::Flows { .. } => true,
        Act::Reads { asset, .. } => asset.is_secret(),
        _ => false,
    });
    several && (flows || runs_as_another(scene) || reads_own(scene))
}

/// Whether a program reads a file of the package, which may say what it does.
fn reads_own(scene: &Scene<'_>) -> bool {
    let names: HashSet<&str> = scene
        .package
        .files
        .iter()
        .map(|file| file.path.rsplit('/').next().unwrap_or(""))
        .collect();
    scene.facts.iter().any(|fact| match &fact.act {
        Act::Reads { path, .. } => names.contains(path.rsplit('/').next().unwrap_or("")),
        _ => false,
    })
}

/// Whether a file is run by an interpreter that its ending does not tell: what it does is not known before.
fn runs_as_another(scene: &Scene<'_>) -> bool {
    let mut languages: BTreeMap<&str, Language> = BTreeMap::new();
    for unit in scene
        .units
        .iter()
        .filter(|unit| unit.origin == Origin::File)
    {
        if let Some(file) = scene.package.file(unit.file) {
            let last = file.path.rsplit('/').next().unwrap_or("");
            languages.entry(last).or_insert(unit.language);
        }
    }
    scene.facts.iter().any(|fact| match &fact.act {
        Act::Runs { program, arguments } => {
            let by = match program.as_str() {
                "source" | "." => Some(Language::Shell),
                program => super::interpreter::interpreter(program),
            };
            by.is_some_and(|by| {
                arguments.iter().any(|word| {
                    let last = word.rsplit('/').next().unwrap_or("");
                    languages.get(last).is_some_and(|own| !own.is_kin(by))
                })
            })
        }
        _ => false,
    })
}
