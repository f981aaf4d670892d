//! Scanning: many small skills, much prose, and texts made to be slow.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use prowess_scan::{Limits, Package, RuleSet};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::measure;
use crate::rows::row;
use crate::tree::Random;

/// Skills of the first row.
const SKILLS: usize = 200;
/// Bytes of each SKILL.md.
const SKILL_BYTES: usize = 6 * 1024;
/// Bytes of each of its two scripts.
const SCRIPT_BYTES: usize = 2 * 1024;

/// Every row about scanning.
pub(crate) fn scan(rounds: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let skills = generate(folder.path())?;
    println!("\nscan, {SKILLS} skills of 6 KB with two scripts");
    let plain = measure::best_of(rounds, || read_and_search(&skills))?.0;
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        let (taken, _) = measure::best_of(rounds, || {
            pool.install(|| {
                skills
                    .par_iter()
                    .map(|path| Ok(RuleSet::Own.scan(&Package::open(path, &Limits::default())?)))
                    .collect::<Result<Vec<_>>>()
            })
        })?;
        row(
            &format!("  scan, threads: {threads}"),
            &per_second(SKILLS, taken.wall),
            if threads == 2 { ">= 200 skills/s" } else { "-" },
        );
        if threads == 1 {
            let ratio = taken.cpu.as_secs_f64() / plain.cpu.as_secs_f64();
            row(
                "  CPU against read and one search",
                &format!("{ratio:.0} x"),
                "-",
            );
        }
    }
    row(
        "  read everything and one search",
        &per_second(SKILLS, plain.wall),
        "-",
    );

    println!("\nscan, one package in memory");
    let prose = prose(1 << 20, &mut Random::new());
    let files: Vec<(String, String)> = (0..32)
        .map(|index| (format!("references/{index}.md"), prose.clone()))
        .chain([("SKILL.md".to_owned(), HEADER.to_owned())])
        .collect();
    one("  plain prose, 32 MB", files, rounds, ">= 100 MB/s")?;
    let long: String = prose.replace('\n', " ").repeat(10);
    one("  a line of 10 MB", text_only(&long), rounds, "linear")?;
    one(
        "  a tenth of it",
        text_only(long.get(..1 << 20).unwrap_or("")),
        rounds,
        "linear",
    )?;
    let lines = "\n".repeat(100_000);
    one(
        "  100,000 line ends",
        text_only(&format!("{lines}{prose}")),
        rounds,
        "linear",
    )?;
    process(skills.first().context("a skill")?, folder.path(), rounds)
}

const HEADER: &str = "---\nname: a\ndescription: Does it. Use when it is to be done.\n---\n\n";

fn text_only(text: &str) -> Vec<(String, String)> {
    vec![("SKILL.md".to_owned(), [HEADER, text].concat())]
}

fn one(name: &str, files: Vec<(String, String)>, rounds: usize, target: &str) -> Result<()> {
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let package = Package::of_files("a", files);
    let (taken, _) = measure::best_of(rounds.min(3), || Ok(RuleSet::Own.scan(&package)))?;
    let rate = bytes as f64 / 1e6 / taken.cpu.as_secs_f64();
    let wall = taken.wall.as_secs_f64() * 1e3;
    row(
        name,
        &format!("{rate:.0} MB/s CPU, {wall:.0} ms wall"),
        target,
    );
    Ok(())
}

/// The whole `prowess scan` process on one skill.
fn process(skill: &Path, home: &Path, rounds: usize) -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("prowess");
    if !program.exists() {
        println!("\nprocess: skipped, {} is not built", program.display());
        return Ok(());
    }
    let run = || -> Result<Duration> {
        let start = Instant::now();
        let output = Command::new(&program)
            .arg("scan")
            .arg(skill)
            .env("PROWESS_HOME", home.join("home"))
            .output()?;
        let taken = start.elapsed();
        if output.stdout.is_empty() {
            bail!(
                "`prowess scan` failed: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(taken)
    };
    let mut best = run()?;
    for _ in 0..rounds * 3 {
        best = best.min(run()?);
    }
    println!("\nprocess `prowess scan`, one skill");
    row(
        "  wall",
        &format!("{:.1} ms", best.as_secs_f64() * 1e3),
        "< 20 ms",
    );
    Ok(())
}

/// The baseline: every file is read and searched once for a word.
fn read_and_search(skills: &[PathBuf]) -> Result<usize> {
    let finder = memchr::memmem::Finder::new("no such word anywhere");
    let mut found = 0;
    for skill in skills {
        for file in ["SKILL.md", "scripts/build.py", "scripts/check.sh"] {
            let bytes = fs::read(skill.join(file))?;
            found += usize::from(finder.find(&bytes).is_some());
        }
    }
    Ok(found)
}

fn per_second(count: usize, taken: Duration) -> String {
    format!("{:.0} skills/s", count as f64 / taken.as_secs_f64())
}

/// Skills with a SKILL.md and two scripts, the same bytes on every machine.
fn generate(root: &Path) -> Result<Vec<PathBuf>> {
    let mut random = Random::new();
    (0..SKILLS)
        .map(|index| {
            let skill = root.join(format!("skill-{index:03}"));
            fs::create_dir_all(skill.join("scripts"))?;
            let mut text = format!(
                "---\nname: skill-{index:03}\ndescription: Builds report {index}. Use when the user asks for it.\n---\n\n\
                 # Report {index}\n\nRun `python scripts/build.py in.csv`, then:\n\n```sh\nbash scripts/check.sh out.json\n```\n\n"
            );
            while text.len() < SKILL_BYTES {
                text.push_str(&prose(400, &mut random));
                text.push_str("\n\n```sh\njq '.items[] | .name' out.json > names.txt\n```\n\n");
            }
            fs::write(skill.join("SKILL.md"), text)?;
            fs::write(skill.join("scripts/build.py"), repeated(PYTHON))?;
            fs::write(skill.join("scripts/check.sh"), repeated(SHELL))?;
            Ok(skill)
        })
        .collect()
}

fn repeated(part: &str) -> String {
    part.repeat(SCRIPT_BYTES / part.len() + 1)
}

const PYTHON: &str = "import csv\nimport json\nimport subprocess\nimport sys\n\n\
    def rows(path):\n    with open(path, newline=\"\") as file:\n        return list(csv.DictReader(file))\n\n\
    def main():\n    data = rows(sys.argv[1])\n    subprocess.run([\"git\", \"status\"], check=False)\n    \
    with open(\"out.json\", \"w\") as file:\n        json.dump(data, file)\n\n";

const SHELL: &str = "#!/usr/bin/env bash\nset -euo pipefail\nfor name in \"$@\"; do\n  \
    if [ -f \"$name\" ]; then jq . \"$name\" > /dev/null && echo \"$name: fine\"; fi\ndone\n";

/// Sentences of common words.
fn prose(bytes: usize, random: &mut Random) -> String {
    const WORDS: [&str; 24] = [
        "the", "report", "has", "a", "row", "for", "each", "month", "and", "its", "sum", "which",
        "is", "checked", "against", "what", "was", "planned", "before", "it", "goes", "to", "the",
        "reader",
    ];
    let mut text = String::with_capacity(bytes + 16);
    let mut length = 0;
    while text.len() < bytes {
        text.push_str(random.pick(&WORDS));
        length += 1;
        text.push_str(match length % 80 {
            0 => ".\n\n",
            count if count % 14 == 0 => "\n",
            _ => " ",
        });
    }
    text
}
