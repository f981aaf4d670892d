//! Measures what a user waits for, each row beside a plain program that only touches the files, in
//! the same run and on the same tree.
//!
//! ```sh
//! cargo run --release -p prowess-bench -- all --skills 1000
//! ```

#![expect(
    clippy::print_stdout,
    reason = "a measuring program prints what it measured"
)]

mod flow;
mod limit;
mod measure;
mod rows;
mod scan;
mod tree;
mod verify;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Measurements beside the limit of the machine.
#[derive(Parser)]
struct Arguments {
    /// What to measure.
    #[command(subcommand)]
    row: Row,
    /// Skills in the generated tree.
    #[arg(long, global = true, default_value_t = 1_000)]
    skills: usize,
    /// Rounds of which the least disturbed counts.
    #[arg(long, global = true, default_value_t = 7)]
    rounds: usize,
}

#[derive(Subcommand, Clone)]
enum Row {
    /// Every row that fits the size.
    All,
    /// Discover, parse, gate and render, on one thread and on two.
    Load,
    /// Load at 1,000, 10,000 and 100,000 skills: does the ratio stay?
    Scale,
    /// Refresh with nothing changed, and with one file changed.
    Refresh,
    /// Render from a snapshot of 150 skills.
    Prompt,
    /// The whole `prowess prompt` process with 100 skills.
    Process,
    /// Verify 10,000 files of kept skills, against hashing alone.
    Verify,
    /// Scan 200 skills, plain prose, long lines, and the whole `prowess scan` process.
    Scan,
    /// Behaviour trees: visits a second beside another engine, loading, memory over many ticks.
    Flow {
        /// Ticks over which memory must stay.
        #[arg(long, default_value_t = 1_000_000)]
        ticks: u64,
    },
    /// Only write the tree into a folder, for other programs.
    Generate {
        /// The folder.
        folder: PathBuf,
    },
    /// One measurement in a process of its own; the other rows call it.
    #[command(hide = true)]
    Child {
        /// `limit` or `load`.
        what: String,
        /// The tree.
        folder: PathBuf,
        /// Threads.
        threads: usize,
    },
}

fn main() -> Result<()> {
    let Arguments {
        row,
        skills,
        rounds,
    } = Arguments::parse();
    match row {
        Row::All => {
            rows::load(skills, rounds)?;
            rows::refresh(skills, rounds)?;
            rows::prompt(rounds)?;
            rows::process(rounds)?;
            scan::scan(rounds)?;
            flow::all(rounds, 1_000_000)
        }
        Row::Load => rows::load(skills, rounds).map(drop),
        Row::Scale => rows::scale(rounds),
        Row::Refresh => rows::refresh(skills, rounds),
        Row::Prompt => rows::prompt(rounds),
        Row::Process => rows::process(rounds),
        Row::Verify => rows::verify(rounds),
        Row::Scan => scan::scan(rounds),
        Row::Flow { ticks } => flow::all(rounds, ticks),
        Row::Generate { folder } => {
            let files = tree::generate(&folder, skills)?;
            println!("{} skills in {}", files.len(), folder.display());
            Ok(())
        }
        Row::Child {
            what,
            folder,
            threads,
        } => rows::child(&what, &folder, threads, rounds),
    }
}
