//! Verifying kept skills, against hashing alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use prowess_base::Digest;
use prowess_store::kept::look;
use prowess_store::{Tree, TreeFile, TreeLimits, TreePath};
use rayon::prelude::*;

use crate::measure;

/// Skills that are verified.
const SKILLS: usize = 100;

/// Files of each.
const FILES: usize = 100;

/// One skill as it was installed.
struct Installed {
    folder: PathBuf,
    digests: BTreeMap<TreePath, Digest>,
}

/// What is compared, in CPU and wall nanoseconds.
pub(crate) struct Verified {
    /// Looking at every skill and comparing each file with its digest.
    pub(crate) verify: measure::Taken,
    /// Hashing the same bytes, which lie in memory.
    pub(crate) hash: measure::Taken,
    /// Reading the same files and hashing them, by paths that are known.
    pub(crate) read_and_hash: measure::Taken,
    /// How many files.
    pub(crate) files: usize,
    /// How many bytes.
    pub(crate) bytes: u64,
}

/// Verifies 10,000 files of 1 to 31 KiB in 100 skills.
pub(crate) fn measure(rounds: usize) -> Result<Verified> {
    let folder = tempfile::tempdir()?;
    let mut installed = Vec::new();
    let mut paths = Vec::new();
    let mut contents = Vec::new();
    for number in 0..SKILLS {
        let skill = folder.path().join(format!("skill-{number}"));
        let tree = tree(number)?;
        for (path, file) in tree.files() {
            let at = skill.join(path.as_str());
            std::fs::create_dir_all(at.parent().context("a path has a folder")?)?;
            std::fs::write(&at, &file.bytes)?;
            paths.push(at);
            contents.push(file.bytes.clone());
        }
        installed.push(Installed {
            digests: tree.file_digests(),
            folder: skill,
        });
    }
    let (mut verify, mut hash, mut read_and_hash) = (Vec::new(), Vec::new(), Vec::new());
    // Sides take turns, so that a slow moment of the machine meets all.
    for _ in 0..rounds.max(1) {
        verify.push(measure::once(&mut || verify_all(&installed))?.0);
        hash.push(measure::once(&mut || Ok(hash_all(&contents)))?.0);
        read_and_hash.push(measure::once(&mut || read_all(&paths))?.0);
    }
    Ok(Verified {
        verify: least(&verify)?,
        hash: least(&hash)?,
        read_and_hash: least(&read_and_hash)?,
        files: paths.len(),
        bytes: contents.iter().map(|bytes| bytes.len() as u64).sum(),
    })
}

fn tree(number: usize) -> Result<Tree> {
    let mut tree = Tree::new();
    for file in 0..FILES {
        let path = match file {
            0 => "SKILL.md".to_owned(),
            file => format!("references/part-{}/{file}.md", file % 4),
        };
        // From 1 to 31 KiB, 16 KiB in the middle.
        let size = 1024 * (1 + file * 7 % 31);
        let seed = number * FILES + file;
        let bytes = (0..size).map(|at| (at * 31 + seed) as u8).collect();
        let file = TreeFile {
            bytes,
            executable: false,
        };
        tree.add(&path, file, &TreeLimits::default())?;
    }
    Ok(tree)
}

fn verify_all(installed: &[Installed]) -> Result<()> {
    installed.par_iter().try_for_each(|skill| {
        let kept = look(&skill.folder, skill.digests.keys())?.context("the skill is there")?;
        let differs = |(path, digest): (&TreePath, &Digest)| {
            kept.files.get(path).and_then(|file| file.digest) != Some(*digest)
        };
        if skill.digests.iter().any(differs) || !kept.extras.is_empty() {
            bail!("{} differs", skill.folder.display());
        }
        Ok(())
    })
}

fn hash_all(contents: &[Vec<u8>]) -> usize {
    let digests = contents.par_iter().map(|bytes| Digest::of(bytes));
    digests
        .filter(|digest| digest.as_bytes() != &[0; 32])
        .count()
}

fn read_all(paths: &[PathBuf]) -> Result<()> {
    let hash = |path: &PathBuf| Ok(Digest::of(&std::fs::read::<&Path>(path)?));
    paths.par_iter().try_for_each(|path| hash(path).map(drop))
}

fn least(taken: &[measure::Taken]) -> Result<measure::Taken> {
    let least = taken.iter().min_by_key(|taken| taken.cpu);
    least.copied().context("no round was run")
}
