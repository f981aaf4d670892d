//! What only shows when several skills are looked at together.
//!
//! Nothing here changes a verdict: two skills that are alike may both be honest. It is told so that a
//! person can see which of them is meant.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use prowess_base::FoldedName;
use serde::Serialize;
use unicode_security::confusable_detection::skeleton;

use crate::skill::Skill;
use crate::{Package, Report};

/// One of several skills: a package and what its scan said.
#[derive(Debug, Clone, Copy)]
pub struct Scanned<'s> {
    /// The package.
    pub package: &'s Package,
    /// Its report.
    pub report: &'s Report,
}

/// What shows of several skills together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Across {
    /// What it is.
    pub kind: AcrossKind,
    /// The skills, by their places in what was given, ascending; for [`AcrossKind::Feeds`] the one that
    /// writes first.
    pub skills: Vec<usize>,
    /// What was found, in one line.
    pub message: String,
}

/// What can show of several skills together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AcrossKind {
    /// Their texts are the same or nearly so, and their names are not.
    SameBody,
    /// Their names differ and are taken for each other.
    LikeNames,
    /// One writes what another runs, or into another's folder.
    Feeds,
}

/// What shows of `skills` together, by kind and then by place. Linear in their texts; ten thousand take
/// about a second.
#[must_use]
pub fn across(skills: &[Scanned<'_>]) -> Vec<Across> {
    let mut found = same_bodies(skills);
    found.extend(like_names(skills));
    found.extend(feeds(skills));
    found
}

/// Values of a sketch. Two sketches agree in about the share of them in which two texts agree in their
/// runs of words.
const SKETCH: usize = 64;
/// Values of a sketch that make a band. Sketches that agree in a band are compared.
const BAND: usize = 4;
/// Values in which two sketches must agree for their texts to count as the same: about 85 of 100 runs.
const SAME: usize = 54;
/// Words in a run.
const RUN: usize = 5;
/// Texts with fewer words say too little to be a copy.
const FEWEST_WORDS: usize = 40;

type Sketch = [u64; SKETCH];

fn same_bodies(skills: &[Scanned<'_>]) -> Vec<Across> {
    let sketches: Vec<Option<Sketch>> = skills
        .iter()
        .map(|skill| {
            let read = Skill::of(skill.package)?;
            let text = skill.package.file(read.file)?.text()?;
            sketch(read.body.slice(text))
        })
        .collect();
    let mut groups = Groups::new(skills.len());
    let mut bands: HashMap<(usize, u64), usize> = HashMap::new();
    for (index, sketch) in sketches.iter().enumerate() {
        let Some(sketch) = sketch else { continue };
        for (band, values) in sketch.chunks(BAND).enumerate() {
            let key = values.iter().fold(0, |key, value| mix(key ^ value));
            // Each is compared with the first of its band alone, which keeps it linear.
            let first = *bands.entry((band, key)).or_insert(index);
            let agrees = sketches
                .get(first)
                .and_then(Option::as_ref)
                .is_some_and(|other| agreement(sketch, other) >= SAME);
            if first != index && agrees {
                groups.join(first, index);
            }
        }
    }
    groups
        .several()
        .into_iter()
        .filter_map(|group| {
            across_names(skills, group, AcrossKind::SameBody, |names| {
                format!("{names} say the same under different names")
            })
        })
        .collect()
}

/// What is told of skills that are one group, where they have several names.
fn across_names(
    skills: &[Scanned<'_>],
    group: Vec<usize>,
    kind: AcrossKind,
    message: impl FnOnce(String) -> String,
) -> Option<Across> {
    let names: BTreeSet<&str> = group
        .iter()
        .filter_map(|index| skills.get(*index))
        .map(|skill| skill.report.name.as_str())
        .collect();
    (names.len() > 1).then(|| Across {
        kind,
        message: message(listed(&names)),
        skills: group,
    })
}

/// The smallest mark of the runs of words that fall into each of [`SKETCH`] bins; an empty bin takes the
/// value of the next one that is not.
fn sketch(body: &str) -> Option<Sketch> {
    let mut sketch = [u64::MAX; SKETCH];
    let mut run = [0_u64; RUN];
    let mut words = 0;
    for word in body.split(|c: char| !c.is_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        run.rotate_left(1);
        if let Some(last) = run.last_mut() {
            *last = mark(word);
        }
        words += 1;
        if words < RUN {
            continue;
        }
        let value = run.iter().fold(0, |value, word| mix(value ^ *word));
        let bin = usize::try_from(value % SKETCH as u64).unwrap_or(0);
        if let Some(least) = sketch.get_mut(bin) {
            *least = (*least).min(value);
        }
    }
    if words < FEWEST_WORDS {
        return None;
    }
    let mut next = sketch.iter().copied().find(|value| *value != u64::MAX)?;
    for value in sketch.iter_mut().rev() {
        if *value == u64::MAX {
            *value = next;
        }
        next = *value;
    }
    Some(sketch)
}

/// FNV-1a over the lower-case letters of a word: the same in every version and on every machine.
fn mark(word: &str) -> u64 {
    let mut mark = 0xCBF2_9CE4_8422_2325_u64;
    for character in word.chars().flat_map(char::to_lowercase) {
        mark = (mark ^ u64::from(u32::from(character))).wrapping_mul(0x0000_0100_0000_01B3);
    }
    mark
}

/// The finishing step of SplitMix64: every bit of the value reaches every bit of the result.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

fn agreement(one: &Sketch, other: &Sketch) -> usize {
    one.iter()
        .zip(other)
        .filter(|(one, other)| one == other)
        .count()
}

/// Which skills belong together.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&self, mut index: usize) -> usize {
        while let Some(above) = self.0.get(index).filter(|above| **above != index) {
            index = *above;
        }
        index
    }

    /// The smaller place becomes the root, so that groups stand in order.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if let Some(above) = self.0.get_mut(one.max(other)) {
            *above = one.min(other);
        }
    }

    fn several(&self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for index in 0..self.0.len() {
            groups.entry(self.root(index)).or_default().push(index);
        }
        groups
            .into_values()
            .filter(|group| group.len() > 1)
            .collect()
    }
}

fn like_names(skills: &[Scanned<'_>]) -> Vec<Across> {
    let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, skill) in skills.iter().enumerate() {
        alike
            .entry(seen(&skill.report.name))
            .or_default()
            .push(index);
    }
    alike
        .into_values()
        .filter_map(|group| {
            across_names(skills, group, AcrossKind::LikeNames, |names| {
                format!("{names} are taken for each other")
            })
        })
        .collect()
}

/// What a reader sees of a name: letter case, separators, doubled letters and letters that look alike
/// aside.
fn seen(name: &str) -> String {
    let folded = FoldedName::new(name).without_separators();
    let mut seen = String::with_capacity(folded.len());
    let mut last = None;
    for character in skeleton(&folded).flat_map(char::to_lowercase) {
        let character = match character {
            '0' => 'o',
            '1' | 'i' => 'l',
            other => other,
        };
        if last != Some(character) || character.is_ascii_digit() {
            seen.push(character);
        }
        last = Some(character);
    }
    seen
}

fn feeds(skills: &[Scanned<'_>]) -> Vec<Across> {
    let mut runs: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut folders: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, skill) in skills.iter().enumerate() {
        for command in &skill.report.capabilities.observed.commands {
            if is_shared_place(command) {
                runs.entry(command).or_default().push(index);
            }
        }
        folders.entry(&skill.package.name).or_default().push(index);
    }
    let mut found = Vec::new();
    for (index, skill) in skills.iter().enumerate() {
        for path in &skill.report.capabilities.observed.writes {
            let runners = runs.get(path.as_str()).into_iter().flatten();
            for other in runners.filter(|other| **other != index) {
                found.push(feed(skills, index, *other, "runs", path));
            }
            let owners = folder_of_skill(path).and_then(|folder| folders.get(folder));
            for other in owners
                .into_iter()
                .flatten()
                .filter(|other| **other != index)
            {
                found.push(feed(skills, index, *other, "holds", path));
            }
        }
    }
    found
}

fn feed(skills: &[Scanned<'_>], writer: usize, other: usize, does: &str, path: &str) -> Across {
    let name = |index: usize| skills.get(index).map_or("", |skill| &*skill.report.name);
    Across {
        kind: AcrossKind::Feeds,
        skills: vec![writer, other],
        message: format!(
            "`{}` writes `{path}`, which `{}` {does}",
            name(writer),
            name(other)
        ),
    }
}

/// A path that is the same for all skills: absolute or in the home folder, not beneath one's own.
fn is_shared_place(path: &str) -> bool {
    (path.starts_with('/') || path.starts_with('~') || path.starts_with("$HOME/"))
        && path.matches('/').count() >= 2
        && !["/bin/", "/usr/", "/opt/", "/sbin/", "/dev/"]
            .iter()
            .any(|system| path.starts_with(system))
}

/// `NAME` of `…/skills/NAME/…`.
fn folder_of_skill(path: &str) -> Option<&str> {
    let (_, beneath) = path.rsplit_once("skills/")?;
    let (name, rest) = beneath.split_once('/')?;
    (!rest.is_empty()).then_some(name)
}

/// "`a`, `b` and 3 more".
fn listed(names: &BTreeSet<&str>) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| format!("`{name}`"))
        .collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(" and "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan;

    fn skill(name: &str, body: &str) -> Package {
        let text = format!("---\nname: {name}\ndescription: d\n---\n{body}\n");
        Package::of_files(name, [("SKILL.md", text)])
    }

    fn found(packages: &[Package]) -> Vec<(AcrossKind, Vec<usize>)> {
        let reports: Vec<Report> = packages.iter().map(scan).collect();
        let skills: Vec<Scanned<'_>> = packages
            .iter()
            .zip(&reports)
            .map(|(package, report)| Scanned { package, report })
            .collect();
        let found = across(&skills);
        found
            .into_iter()
            .map(|one| (one.kind, one.skills))
            .collect()
    }

    fn words(from: usize) -> String {
        (from..from + 300)
            .map(|n| format!("word{} ", n * 7919 % 1009))
            .collect()
    }

    /// The same text with a few words changed under another name is found, another text is not, and
    /// neither is a copy under the same name.
    #[test]
    fn bodies() {
        let changed = words(0).replace("word997", "other");
        assert_eq!(
            found(&[
                skill("tides", &words(0)),
                skill("moon", &words(5000)),
                skill("waves", &changed),
                skill("moon", &words(5000)),
            ]),
            [(AcrossKind::SameBody, vec![0, 2])]
        );
    }

    /// Names that differ by look-alike or doubled letters or by separators belong together.
    #[test]
    fn names() {
        assert_eq!(
            found(&[
                skill("clawhub", "a"),
                skill("weather", "b"),
                skill("clawhubb", "c"),
                skill("cl\u{430}whub", "d"),
            ]),
            [(AcrossKind::LikeNames, vec![0, 2, 3])]
        );
    }

    /// One skill writes what another runs, or into another's folder; its own folder is its own.
    #[test]
    fn feeding() {
        let packages = [skill("one", "a"), skill("two", "b")];
        let mut reports: Vec<Report> = packages.iter().map(scan).collect();
        reports[0].capabilities.observed.writes = vec![
            "~/.cache/job/run.sh".to_owned(),
            "~/.claude/skills/two/SKILL.md".to_owned(),
            "~/.claude/skills/one/notes.md".to_owned(),
        ];
        reports[1].capabilities.observed.commands =
            vec!["git".to_owned(), "~/.cache/job/run.sh".to_owned()];
        let skills: Vec<Scanned<'_>> = packages
            .iter()
            .zip(&reports)
            .map(|(package, report)| Scanned { package, report })
            .collect();
        let messages: Vec<String> = across(&skills).into_iter().map(|one| one.message).collect();
        assert_eq!(
            messages,
            [
                "`one` writes `~/.cache/job/run.sh`, which `two` runs",
                "`one` writes `~/.claude/skills/two/SKILL.md`, which `two` holds",
            ]
        );
    }
}
