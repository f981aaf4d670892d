//! What reading one header costs: the fast path, the general reader and, as the limit, looking at
//! every byte of the header once.
//!
//! `cargo bench -p prowess-format`; with `PROWESS_CORPUS` set to a folder of real files, over those
//! as well.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use prowess_format::{Document, Header, Limits};

const TYPICAL: &str = "---
name: github
description: Works with issues, pull requests and runs through the `gh` command. Use it when someone asks about a repository, a review or a failed check.
homepage: https://cli.github.com/manual/
metadata: {\"openclaw\":{\"emoji\":\"🐙\",\"requires\":{\"bins\":[\"gh\"],\"env\":[\"GH_TOKEN\"]},\"primaryEnv\":\"GH_TOKEN\",\"install\":[{\"id\":\"brew\",\"kind\":\"brew\",\"formula\":\"gh\",\"bins\":[\"gh\"],\"label\":\"Install gh\"}]}}
---
Body.
";

const BLOCK: &str = "---
name: notes
description: \"Keeps notes: short ones, dated, one a line. Use when someone wants to remember.\"
allowed-tools:
  - Read
  - Write
metadata:
  openclaw:
    emoji: \"📝\"
    requires:
      bins: [\"jq\"]
---
Body.
";

fn main() {
    let limits = Limits::default();
    report("one-line JSON", &[TYPICAL.to_owned()], &limits);
    report("block metadata", &[BLOCK.to_owned()], &limits);
    #[expect(
        clippy::disallowed_methods,
        reason = "a bench takes its sample from the environment"
    )]
    let Some(corpus) = std::env::var_os("PROWESS_CORPUS") else {
        println!("corpus skipped: PROWESS_CORPUS is not set");
        return;
    };
    let mut texts = Vec::new();
    collect(Path::new(&corpus), &mut texts);
    // Headers alone, so that the bodies' size does not count.
    texts.retain(|text| {
        matches!(
            Document::parse(text, &limits).0.header,
            Header::Mapping { .. }
        )
    });
    let clean: Vec<String> = texts
        .into_iter()
        .filter(|text| Document::parse(text, &limits).1.is_empty())
        .map(|mut text| {
            let body = Document::parse(&text, &limits).0.body.start as usize;
            text.truncate(body);
            text
        })
        .collect();
    report("corpus", &clean, &limits);
}

fn report(name: &str, texts: &[String], limits: &Limits) {
    let bytes: usize = texts.iter().map(String::len).sum();
    let looked = time(texts, |text| {
        black_box(text.bytes().filter(|&byte| byte == b'\n').count());
    });
    let fast = time(texts, |text| drop(black_box(Document::parse(text, limits))));
    let general = time(texts, |text| {
        drop(black_box(Document::parse_generally(text, limits)));
    });
    println!(
        "{name}: {} headers of {} bytes: looked at {looked:?}, parsed {fast:?}, by the general reader {general:?}",
        texts.len(),
        bytes / texts.len().max(1),
    );
}

/// The time for one text, the best of five rounds.
fn time(texts: &[String], work: impl Fn(&str)) -> Duration {
    let repeats = u32::try_from(20_000 / texts.len().max(1)).unwrap().max(3);
    (0..5)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..repeats {
                for text in texts {
                    work(text);
                }
            }
            start.elapsed() / repeats / u32::try_from(texts.len().max(1)).unwrap()
        })
        .min()
        .unwrap()
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, texts);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            texts.push(text);
        }
    }
}
