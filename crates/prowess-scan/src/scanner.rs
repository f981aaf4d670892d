//! The way of a package through the scan.

use std::collections::VecDeque;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use crate::code;
use crate::fact::Fact;
use crate::package::{FileId, Package};
use crate::report::Report;
use crate::rules::{Check, RULES, Rule, Scene};
use crate::signal::Signals;
use crate::skill::Skill;
use crate::unit::{Mapping, Origin, Role, Unit, UnitId};
use crate::{derive, judge, role};

/// The version of the rules. A verdict that is kept is good for one version.
pub const RULE_SET_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+1");

/// Scans one package.
#[must_use]
pub fn scan(package: &Package) -> Report {
    let skill = Skill::of(package);
    let mut signals = Signals::default();
    let roles = role::assign(package);
    let (units, mut left) = units(package, &roles, skill.as_ref());
    let mut facts: Vec<Fact> = Vec::new();
    let mut cut = code::Left::new();
    let mut failed: Vec<&'static Rule> = Vec::new();
    for (id, unit) in (0..).map(UnitId).zip(&units) {
        HINTS.check(unit, &mut signals, &mut failed);
        code::read(unit, id, &mut facts, &mut cut);
    }
    let mut scene = Scene {
        package,
        skill: skill.as_ref(),
        roles,
        units,
        facts,
        left: Vec::new(),
    };
    let across = code::across(&scene, &mut cut);
    scene.facts.extend(across);
    left.extend(
        cut.into_iter()
            .filter_map(|(id, bound)| Some((scene.unit(id)?.file, bound.in_words()))),
    );
    scene.left = left;
    for rule in RULES {
        if let Check::Package(run) = rule.check {
            guarded(rule, &mut failed, || run(&scene, &mut signals));
        }
    }
    judge::judge(&scene, &signals, &failed)
}

/// Runs a rule; where it panics, it has failed on this package, and the others go on.
fn guarded(rule: &'static Rule, failed: &mut Vec<&'static Rule>, run: impl FnOnce()) {
    let run = std::panic::AssertUnwindSafe(run);
    if std::panic::catch_unwind(run).is_err() && failed.iter().all(|one| one.id != rule.id) {
        failed.push(rule);
    }
}

/// Every text of the package: its files, their parts in other languages, and what they hide; and what was
/// left because a bound was reached.
fn units<'p>(
    package: &'p Package,
    roles: &[Role],
    skill: Option<&Skill>,
) -> (Vec<Unit<'p>>, Vec<(FileId, &'static str)>) {
    let mut waiting: VecDeque<Unit<'p>> = package
        .with_ids()
        .zip(roles)
        .filter_map(|((file, content), role)| {
            let role = *role;
            let text = content.text()?;
            let language = role::language(&content.path, text);
            Some(Unit {
                file,
                file_text: text,
                file_language: language,
                text: text.into(),
                language,
                origin: Origin::File,
                mapping: Mapping::Shifted(0),
                role,
                depth: 0,
            })
        })
        .collect();
    let mut budget = derive::Budget::default();
    let mut units = Vec::with_capacity(waiting.len());
    while let Some(unit) = waiting.pop_front() {
        derive::derive(&unit, skill, &mut budget, &mut |part| {
            waiting.push_back(part)
        });
        units.push(unit);
    }
    let left = budget.left.iter().map(|file| (*file, derive::LEFT));
    (units, left.collect())
}

/// A rule of texts, with what it runs.
type TextRule = (&'static Rule, fn(&Unit<'_>, &[u32], &mut Signals));

/// All hints of all text rules in one automaton: one pass a text.
struct Hints {
    automaton: AhoCorasick,
    /// The rule of each pattern.
    owners: Vec<usize>,
    rules: Vec<TextRule>,
    /// Rules without hints.
    always: Vec<TextRule>,
}

static HINTS: LazyLock<Hints> = LazyLock::new(Hints::new);

impl Hints {
    #[expect(
        clippy::expect_used,
        reason = "the hints are part of the program, and a test builds the automaton"
    )]
    fn new() -> Self {
        let (mut patterns, mut owners, mut rules, mut always) = (vec![], vec![], vec![], vec![]);
        for rule in RULES {
            let Check::Text { hints, run } = rule.check else {
                continue;
            };
            if hints.is_empty() {
                always.push((*rule, run));
                continue;
            }
            for hint in hints {
                patterns.push(*hint);
                owners.push(rules.len());
            }
            rules.push((*rule, run));
        }
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            // Every text goes through it: some milliseconds to build it whole are well spent.
            .kind(Some(AhoCorasickKind::DFA))
            .build(&patterns)
            .expect("hints make an automaton");
        Self {
            automaton,
            owners,
            rules,
            always,
        }
    }

    fn check(&self, unit: &Unit<'_>, signals: &mut Signals, failed: &mut Vec<&'static Rule>) {
        let mut places: Vec<Vec<u32>> = vec![Vec::new(); self.rules.len()];
        for found in self.automaton.find_overlapping_iter(unit.text.as_bytes()) {
            let owner = self.owners.get(found.pattern().as_usize());
            if let Some(places) = owner.and_then(|owner| places.get_mut(*owner)) {
                let start = u32::try_from(found.start()).unwrap_or(u32::MAX);
                if places.last().is_none_or(|last| *last < start) {
                    places.push(start);
                }
            }
        }
        for ((rule, run), places) in self.rules.iter().zip(&places) {
            if !places.is_empty() {
                guarded(rule, failed, || run(unit, places, signals));
            }
        }
        for (rule, run) in &self.always {
            guarded(rule, failed, || run(unit, &[], signals));
        }
    }
}
