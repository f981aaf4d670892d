//! A deterministic generator of skill trees, shaped like what people write.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Average size of a generated SKILL.md in bytes, as measured on real skills.
const AVERAGE_BYTES: usize = 6_200;

/// Writes `count` skills beneath `root` and returns their files in order.
///
/// Nine in ten have OpenClaw-style metadata on one line, bodies are of different lengths, and the
/// same `count` gives the same bytes on every machine.
pub(crate) fn generate(root: &Path, count: usize) -> Result<Vec<PathBuf>> {
    let mut random = Random::new();
    (0..count)
        .map(|index| {
            let folder = root.join(format!("skill-{index:06}"));
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
            let file = folder.join("SKILL.md");
            fs::write(&file, skill(index, &mut random))
                .with_context(|| format!("cannot write {}", file.display()))?;
            Ok(file)
        })
        .collect()
}

const VERBS: [&str; 8] = [
    "Builds", "Checks", "Converts", "Explains", "Formats", "Merges", "Plans", "Reviews",
];
const NOUNS: [&str; 8] = [
    "invoices",
    "pull requests",
    "spreadsheets",
    "release notes",
    "database schemas",
    "travel plans",
    "log files",
    "slide decks",
];
const PROGRAMS: [&str; 6] = [
    "sh",
    "git",
    "curl",
    "jq",
    "no-such-program-a",
    "no-such-program-b",
];

fn skill(index: usize, random: &mut Random) -> String {
    let mut text = String::with_capacity(AVERAGE_BYTES * 2);
    let verb = random.pick(&VERBS);
    let noun = random.pick(&NOUNS);
    let _ = writeln!(text, "---\nname: skill-{index:06}");
    let _ = writeln!(
        text,
        "description: {verb} {noun} with the house rules in mind. Use when the user asks for {noun}, \
         mentions number {index}, or wants the same result every time. Not for anything else."
    );
    if random.below(10) != 0 {
        let program = random.pick(&PROGRAMS);
        let _ = writeln!(
            text,
            "metadata: {{\"openclaw\":{{\"emoji\":\"🧰\",\"requires\":{{\"bins\":[\"{program}\"],\"env\":[]}},\
             \"install\":[{{\"id\":\"brew\",\"kind\":\"brew\",\"formula\":\"{program}\",\"bins\":[\"{program}\"],\
             \"label\":\"Install {program} (brew)\"}}]}}}}"
        );
    }
    if random.below(3) == 0 {
        text.push_str("version: 1.2.0\nlicense: MIT\n");
    }
    if random.below(4) == 0 {
        text.push_str("allowed-tools: Bash(git:*), Read, Grep\n");
    }
    let _ = writeln!(text, "---\n\n# {verb} {noun}\n");
    let length = AVERAGE_BYTES / 2 + random.below(AVERAGE_BYTES);
    while text.len() < length {
        let _ = writeln!(
            text,
            "- Step {}: take the {noun}, look at part {} of it, and write down what is missing.",
            random.below(100),
            random.below(1000)
        );
    }
    text
}

/// A small generator of numbers (xorshift64*), so that trees do not depend on a library's version.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let value = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(value).unwrap_or(0) % bound.max(1)
    }

    pub(crate) fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices
            .get(self.below(choices.len()))
            .copied()
            .unwrap_or("")
    }
}
