//! One function a row of the table of targets.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use prowess_base::Surroundings;
use prowess_catalog::{Catalog, Entry, EntryId, Profile, Request};
use prowess_prompt::{RenderOptions, render};

use crate::{limit, measure, tree, verify};

/// What a child process measured: CPU and wall nanoseconds a skill, and its peak memory in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    cpu: f64,
    wall: f64,
    memory: u64,
}

/// Most entries of one folder that OpenClaw's search takes, whatever its caps are set to.
const OPENCLAW_ENTRIES: usize = 10_000;

/// Prints one row: what was measured, the figure, the target.
pub(crate) fn row(name: &str, figure: &str, target: &str) {
    println!("{name:<58} {figure:<34} target {target}");
}

/// Discover, parse, gate and render `skills` skills, against reading the same files.
///
/// Each side runs in a process of its own, so that memory and caches of one do not serve the
/// other; sides take turns, so that a slow moment of the machine meets both.
pub(crate) fn load(skills: usize, rounds: usize) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let workspace = workspace(folder.path(), skills)?;
    let rounds = if skills >= 100_000 { 3 } else { rounds };
    let mut plain = Vec::new();
    let mut one = Vec::new();
    let mut two = Vec::new();
    let mut digests = Vec::new();
    for _ in 0..3 {
        plain.push(in_child("limit", &workspace, 1, rounds)?);
        one.push(in_child("load", &workspace, 1, rounds)?);
        two.push(in_child("load", &workspace, 2, rounds)?);
        if skills <= OPENCLAW_ENTRIES {
            digests.push(in_child("digests", &workspace, 1, rounds)?);
        }
    }
    let (plain, one, two) = (least(&plain)?, least(&one)?, least(&two)?);
    // What stays of earlier rounds is not what one load takes.
    let memory = in_child("load", &workspace, 2, 1)?.memory;
    let ratio = one.cpu / plain.cpu;
    println!("\nload, {skills} skills (a skill: CPU µs, wall µs)");
    row(
        "  open and read everything, plain program",
        &two_figures(plain),
        "-",
    );
    row(
        "  discover, parse, gate, prompt, one thread",
        &two_figures(one),
        "-",
    );
    row("  the same, two threads", &two_figures(two), "-");
    row(
        "  CPU against the plain program, one thread",
        &times(ratio),
        "<= 3 (first landing <= 8)",
    );
    row(
        "  CPU against the plain program, two threads",
        &times(two.cpu / plain.cpu),
        "-",
    );
    row(
        "  wall, one thread against two",
        &times(one.wall / two.wall),
        ">= 1.5 (10,000 skills and more)",
    );
    row(
        "  CPU in the profile that prints digests (openclaw)",
        &least(&digests).map_or("-".to_owned(), |digests| times(digests.cpu / plain.cpu)),
        "-",
    );
    row("  peak memory", &megabytes(memory), "<= 150 MB at 100,000");
    Ok(ratio)
}

/// Verify kept skills, against hashing alone: both in parallel, warm, CPU time a file.
pub(crate) fn verify(rounds: usize) -> Result<()> {
    let verified = verify::measure(rounds)?;
    let file = |taken: measure::Taken| {
        let each = |time: Duration| time.as_secs_f64() * 1e6 / verified.files as f64;
        format!("{:.2} / {:.2}", each(taken.cpu), each(taken.wall))
    };
    let speed = |other: measure::Taken| {
        let ratio = other.cpu.as_secs_f64() / verified.verify.cpu.as_secs_f64();
        format!("{:.0} %", 100.0 * ratio)
    };
    println!(
        "\nverify, {} files, {} (a file: CPU µs, wall µs)",
        verified.files,
        megabytes(verified.bytes)
    );
    row(
        "  look at every skill and compare",
        &file(verified.verify),
        "-",
    );
    row("  hash the same bytes in memory", &file(verified.hash), "-");
    row(
        "  read and hash the same files, plain program",
        &file(verified.read_and_hash),
        "-",
    );
    row(
        "  speed against hashing in memory",
        &speed(verified.hash),
        ">= 60 %",
    );
    row(
        "  speed against the plain program",
        &speed(verified.read_and_hash),
        "-",
    );
    Ok(())
}

/// Whether the ratio to the limit stays when the tree grows.
pub(crate) fn scale(rounds: usize) -> Result<()> {
    let small = load(1_000, rounds)?;
    let middle = load(10_000, rounds)?;
    let large = load(100_000, rounds)?;
    println!("\nscale");
    row(
        "  ratio at 10,000 against 1,000",
        &times(middle / small),
        "-",
    );
    row(
        "  ratio at 100,000 against 1,000",
        &times(large / small),
        "<= 1.3",
    );
    Ok(())
}

/// Refresh with nothing changed, against asking for the state of the same set of files; and with
/// one file changed.
pub(crate) fn refresh(skills: usize, rounds: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("skills");
    let files = tree::generate(&root, skills)?;
    let mut catalog = Catalog::new(request(folder.path()));
    catalog.load();
    // A file that has only just changed is read again; let the tree settle.
    std::thread::sleep(Duration::from_millis(2_100));
    catalog.load();
    let set = limit::watched_set(&root, &files)?;
    let repeat = (20_000 / skills.max(1)).max(1);
    let (plain, _) = measure::best_of(rounds, || {
        Ok((0..repeat).map(|_| limit::stat_all(&set)).sum::<usize>())
    })?;
    let (own, _) = measure::best_of(rounds, || {
        (0..repeat).for_each(|_| drop(catalog.refresh()));
        Ok(())
    })?;
    let (_, changed) = files
        .iter()
        .enumerate()
        .nth(skills / 2)
        .context("no file")?;
    let mut text = std::fs::read_to_string(changed)?;
    let mut with_change = Vec::new();
    for _ in 0..rounds {
        text.push('x');
        std::fs::write(changed, &text)?;
        let start = Instant::now();
        catalog.refresh();
        let first = start.elapsed();
        let start = Instant::now();
        catalog.refresh();
        with_change.push((first, start.elapsed()));
    }
    let (first, second) = with_change.iter().min().copied().context("no round")?;
    println!("\nrefresh, {skills} skills");
    row(
        "  state of {root + every SKILL.md}, plain program",
        &microseconds(plain.cpu, repeat),
        "-",
    );
    row(
        "  refresh, nothing changed",
        &microseconds(own.cpu, repeat),
        "-",
    );
    row(
        "  CPU against the plain program",
        &times(own.cpu.as_secs_f64() / plain.cpu.as_secs_f64()),
        "<= 1.5",
    );
    row(
        "  one file changed, over a refresh after it (wall)",
        &format!(
            "+{:.0} µs",
            (first.as_secs_f64() - second.as_secs_f64()) * 1e6
        ),
        "<= +200 µs at 10,000",
    );
    Ok(())
}

/// Render from a snapshot of 150 skills.
pub(crate) fn prompt(rounds: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let workspace = workspace(folder.path(), 150)?;
    let snapshot = Catalog::new(request(&workspace)).load();
    let repeat = 200;
    println!("\nprompt from a snapshot of 150 skills");
    for (name, characters, target) in [
        ("that fit the budget", 100_000, "<= 100 µs"),
        ("that have to be shortened to fit", 20_000, "-"),
    ] {
        let mut budget = snapshot.profile.budget;
        budget.characters = Some(characters);
        let options = RenderOptions {
            budget: Some(budget),
            ..RenderOptions::default()
        };
        let (taken, length) = measure::best_of(rounds, || {
            let lengths = (0..repeat).map(|_| render(&snapshot, &options).text.len());
            Ok(lengths.sum::<usize>() / repeat)
        })?;
        row(
            &format!("  render skills {name}, {length} bytes"),
            &microseconds(taken.cpu, repeat),
            target,
        );
    }
    Ok(())
}

/// The whole process `prowess prompt` with 100 skills.
pub(crate) fn process(rounds: usize) -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("prowess");
    if !program.exists() {
        println!("\nprocess: skipped, {} is not built", program.display());
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let workspace = workspace(folder.path(), 100)?;
    let run = || -> Result<Duration> {
        let start = Instant::now();
        let output = Command::new(&program)
            .arg("prompt")
            .current_dir(&workspace)
            .env("PROWESS_HOME", folder.path().join("home"))
            .output()?;
        let taken = start.elapsed();
        if !output.status.success() || output.stdout.is_empty() {
            bail!(
                "`prowess prompt` failed: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(taken)
    };
    let mut best = run()?;
    for _ in 0..rounds * 3 {
        best = best.min(run()?);
    }
    println!("\nprocess `prowess prompt`, 100 skills");
    row(
        "  wall",
        &format!("{:.1} ms", best.as_secs_f64() * 1e3),
        "<= 15 ms",
    );
    row(
        "  peak memory",
        &megabytes(measure::peak_memory_of_children()?),
        "<= 20 MB",
    );
    Ok(())
}

/// Measures one side in this process and prints it for the parent.
pub(crate) fn child(what: &str, workspace: &Path, threads: usize, rounds: usize) -> Result<()> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()?;
    let root = workspace.join("skills");
    let (taken, count) = match what {
        "limit" => measure::best_of(rounds, || {
            limit::read_everything(&root)?;
            Ok(0)
        })?,
        "load" => measure::best_of(rounds, || {
            let snapshot = Catalog::new(request(workspace)).load();
            let rendered = render(&snapshot, &RenderOptions::default());
            Ok(snapshot.entries.len() + usize::from(rendered.text.is_empty()))
        })?,
        "digests" => measure::best_of(rounds, || {
            let snapshot = Catalog::new(with_digests(workspace)).load();
            let digest = |id: EntryId, _: &Entry| Some(snapshot.content(id).ok()?.digest());
            let options = RenderOptions {
                digest: Some(&digest),
                ..RenderOptions::default()
            };
            let rendered = render(&snapshot, &options);
            Ok(snapshot.entries.len() + usize::from(rendered.text.is_empty()))
        })?,
        other => bail!("no measurement `{other}`"),
    };
    println!(
        "{} {} {} {count}",
        taken.cpu.as_nanos(),
        taken.wall.as_nanos(),
        measure::peak_memory()?
    );
    Ok(())
}

fn in_child(what: &str, workspace: &Path, threads: usize, rounds: usize) -> Result<Measured> {
    let output = Command::new(std::env::current_exe()?)
        .args(["child", what])
        .arg(workspace)
        .args([threads.to_string(), "--rounds".into(), rounds.to_string()])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text
        .split_whitespace()
        .filter_map(|number| number.parse::<u64>().ok());
    let (Some(cpu), Some(wall), Some(memory), Some(count)) = (
        numbers.next(),
        numbers.next(),
        numbers.next(),
        numbers.next(),
    ) else {
        bail!(
            "the measurement `{what}` failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let skills = std::fs::read_dir(workspace.join("skills"))?.count();
    if what != "limit" && (count as usize) < skills {
        bail!("only {count} of {skills} skills were found");
    }
    let each = |nanoseconds: u64| nanoseconds as f64 / skills.max(1) as f64;
    Ok(Measured {
        cpu: each(cpu),
        wall: each(wall),
        memory,
    })
}

fn least(measured: &[Measured]) -> Result<Measured> {
    measured
        .iter()
        .copied()
        .min_by(|a, b| a.cpu.total_cmp(&b.cpu))
        .context("nothing was measured")
}

/// A workspace with a tree of `skills` skills beneath `skills/`.
fn workspace(folder: &Path, skills: usize) -> Result<PathBuf> {
    let workspace = folder.join("workspace");
    tree::generate(&workspace.join("skills"), skills)?;
    Ok(workspace)
}

fn request(workspace: &Path) -> Request {
    let mut surroundings = Surroundings::bare(workspace);
    surroundings
        .environment
        .set("PATH", "/usr/local/bin:/usr/bin:/bin");
    let mut request = Request::new(Profile::own(), surroundings);
    request.workspace = Some(workspace.to_path_buf());
    request
}

/// The profile whose prompt has a digest of each listed skill, with its caps raised to the tree.
fn with_digests(workspace: &Path) -> Request {
    let mut request = request(workspace);
    request.profile = Profile::openclaw();
    for cap in ["maxCandidatesPerRoot", "maxSkillsLoadedPerSource"] {
        request.settings.limits.insert(cap.to_owned(), 1_000_000);
    }
    request
}

fn times(ratio: f64) -> String {
    format!("{ratio:.2} x")
}

fn two_figures(measured: Measured) -> String {
    format!("{:.2} / {:.2}", measured.cpu / 1e3, measured.wall / 1e3)
}

fn microseconds(taken: Duration, repeat: usize) -> String {
    format!("{:.1} µs", taken.as_secs_f64() * 1e6 / repeat as f64)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
