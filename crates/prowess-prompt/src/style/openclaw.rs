//! OpenClaw 2026.6.11 (specification 4; vectors `openclaw/prompt.jsonl`).
//!
//! Its format is matched to the byte. Its sentences are not ours to copy, so ours stand in their
//! place, none longer than its own; the budget counts with the lengths of its own, so that the same
//! skills are cut at the same place.

use prowess_base::Digest;
use prowess_catalog::ReadTool;

use super::{element, indented};
use crate::rendered::PartKind;
use crate::scene::{Line, Scene, Sheet, number};

/// Whether descriptions are shown: of all skills or of none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descriptions {
    Shown,
    Omitted,
}

pub(super) const INTRODUCTION: &str =
    "\n\nEach skill below holds instructions for one kind of task.\n";
pub(super) const MATCH_DESCRIPTION: &str =
    "When a task matches a description, load that skill's file with the read tool.\n";
const MATCH_NAME: &str = "When a task matches a name, load that skill's file with the read tool.\n";
const VERSIONS: &str =
    "Read a SKILL.md again before use when its <version> is not the one of an earlier turn.\n";
pub(super) const RELATIVE_PATHS: &str = "A relative path in a skill starts at that skill's own folder, where its SKILL.md is; give tool \
     commands the absolute path that results from it.\n\n";

/// What OpenClaw's own sentences measure in UTF-16 units, tags and line ends around them included:
/// 459 with descriptions shown, 7 less without.
const FIXED_SHOWN: usize = 459;
const FIXED_OMITTED: usize = 452;

/// What its notes measure without the digits of their numbers.
const NOTE_TRUNCATED: usize = 73;
const NOTE_TRUNCATED_COMPACT: usize = 112;
const NOTE_COMPACT: usize = 100;

/// Writes the prompt: remote note, limit note, catalogue, one line end between two of them.
/// `total` is the number of model-visible skills.
pub(crate) fn write(scene: &Scene<'_>, sheet: &mut Sheet, shown: Descriptions, total: usize) {
    let included = scene.listed().count();
    if let Some(note) = remote_note(scene) {
        sheet.part(PartKind::RemoteNote, "\n", |sheet| {
            sheet.text.push_str(note)
        });
    }
    sheet.part(PartKind::LimitNote, "\n", |sheet| {
        limit_note(&mut sheet.text, shown, included, total);
    });
    if included == 0 {
        return;
    }
    sheet.part(PartKind::Introduction, "\n", |sheet| {
        let out = &mut sheet.text;
        out.push_str(INTRODUCTION);
        out.push_str(match shown {
            Descriptions::Shown => MATCH_DESCRIPTION,
            Descriptions::Omitted => MATCH_NAME,
        });
        out.push_str(VERSIONS);
        out.push_str(RELATIVE_PATHS);
    });
    sheet.part(PartKind::Catalogue, "", |sheet| {
        sheet.text.push_str("<available_skills>\n");
        for line in scene.listed() {
            sheet.skill(line.id, |out| skill(scene, line, out));
        }
        sheet.text.push_str("</available_skills>");
    });
}

/// What the prompt measures in OpenClaw's own count.
pub(crate) fn measure(
    scene: &Scene<'_>,
    sheet: &Sheet,
    shown: Descriptions,
    total: usize,
) -> usize {
    let included = scene.listed().count();
    let mut parts = Vec::with_capacity(3);
    if let Some(note) = remote_note(scene) {
        parts.push(utf16(note));
    }
    match note_kind(shown, included, total) {
        Note::None => {}
        Note::Compact => parts.push(NOTE_COMPACT),
        Note::Truncated => {
            let fixed = match shown {
                Descriptions::Shown => NOTE_TRUNCATED,
                Descriptions::Omitted => NOTE_TRUNCATED_COMPACT,
            };
            parts.push(fixed + digits(included) + digits(total));
        }
    }
    if included > 0 {
        let fixed = match shown {
            Descriptions::Shown => FIXED_SHOWN,
            Descriptions::Omitted => FIXED_OMITTED,
        };
        let skills: usize = sheet
            .ranges
            .iter()
            .filter_map(|(_, range)| sheet.text.get(range.clone()))
            .map(utf16)
            .sum();
        parts.push(fixed + skills);
    }
    parts.iter().sum::<usize>() + parts.len().saturating_sub(1)
}

pub(super) fn remote_note<'a>(scene: &Scene<'a>) -> Option<&'a str> {
    let note = scene.options.remote_note?.trim();
    (!note.is_empty()).then_some(note)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Note {
    None,
    Truncated,
    Compact,
}

fn note_kind(shown: Descriptions, included: usize, total: usize) -> Note {
    if included < total {
        Note::Truncated
    } else if shown == Descriptions::Omitted && total > 0 {
        Note::Compact
    } else {
        Note::None
    }
}

fn limit_note(out: &mut String, shown: Descriptions, included: usize, total: usize) {
    match note_kind(shown, included, total) {
        Note::None => {}
        Note::Compact => out.push_str(
            "⚠️ Skills are listed without descriptions. Run `prowess check` to see the budget.",
        ),
        Note::Truncated => {
            out.push_str("⚠️ Listed: ");
            number(out, included);
            out.push_str(" of ");
            number(out, total);
            out.push_str(match shown {
                Descriptions::Shown => " skills. Run `prowess check` to see the others.",
                Descriptions::Omitted => {
                    " skills, without descriptions. Run `prowess check` to see the others."
                }
            });
        }
    }
}

fn skill(scene: &Scene<'_>, line: &Line<'_>, out: &mut String) {
    indented::skill(scene, line, out, |out| {
        let digest = scene.options.digest;
        if let Some(digest) = digest.and_then(|digest| digest(line.id, line.entry)) {
            element(out, "    ", "version", |out| {
                out.push_str(&version(&digest))
            });
        }
    });
}

/// The version that OpenClaw shows: `sha256:` and 16 hexadecimal digits of the digest of the decoded
/// text (byte order mark included, invalid bytes as U+FFFD).
#[must_use]
pub fn version(digest: &Digest) -> String {
    format!("sha256:{}", digest.short_hex(16))
}

/// The skills section of OpenClaw's system prompt around a catalogue, or nothing where the prompt
/// mode has none, the catalogue is blank, or the tools are known and none reads a skill.
///
/// `read_tools` are the profile's; the section names the tool as the agent spells it.
#[must_use]
pub fn section(
    catalogue: &str,
    tools: Option<&[String]>,
    read_tools: &[ReadTool],
    mode: PromptMode,
) -> Option<String> {
    let catalogue = catalogue.trim();
    if catalogue.is_empty() || mode == PromptMode::None {
        return None;
    }
    let reader = match tools {
        None => "read",
        Some(tools) => tools
            .iter()
            .find(|tool| read_tools.iter().any(|read| read.matches(tool)))?,
    };
    let mut section = String::with_capacity(catalogue.len() + 512);
    section.push_str("## Skills\nLook through <available_skills> first. When one clearly fits, read the SKILL.md at its exact <location> with `");
    section.push_str(reader);
    section.push_str(
        "` and work by it.\n\
         Read it again when its <version> is not the one of an earlier turn.\n\
         When several fit, take the most specific; when none does, read none.\n\
         Begin with one at most, and use no path that is not listed.\n\
         Where a skill writes to services outside, group calls, do not loop without pause, and wait when asked to (429, Retry-After).\n",
    );
    section.push_str(catalogue);
    Some(section)
}

/// How much of OpenClaw's system prompt an agent gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptMode {
    /// All of it.
    Full,
    /// For sub-agents; the skills section is in it.
    Minimal,
    /// No system prompt.
    None,
}

/// The prompt of one run: the one that the session has saved, trimmed, or a fresh one where that is
/// blank or missing.
#[must_use]
pub fn prompt_for_run(saved: Option<&str>, fresh: impl FnOnce() -> String) -> String {
    match saved.map(str::trim) {
        Some(saved) if !saved.is_empty() => saved.to_owned(),
        _ => fresh(),
    }
}

pub(super) fn utf16(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.encode_utf16().count()
    }
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our sentences are never longer than the ones whose length the budget counts, so a prompt
    /// that fits by that count fits.
    #[test]
    fn sentences_fit() {
        let tags = utf16("<available_skills>\n</available_skills>");
        for (shown, sentence, fixed) in [
            (Descriptions::Shown, MATCH_DESCRIPTION, FIXED_SHOWN),
            (Descriptions::Omitted, MATCH_NAME, FIXED_OMITTED),
        ] {
            let own = utf16(INTRODUCTION)
                + utf16(sentence)
                + utf16(VERSIONS)
                + utf16(RELATIVE_PATHS)
                + tags;
            assert!(own <= fixed, "{own} > {fixed}");
            let mut note = String::new();
            limit_note(&mut note, shown, 0, 5);
            let fixed = match shown {
                Descriptions::Shown => NOTE_TRUNCATED,
                Descriptions::Omitted => NOTE_TRUNCATED_COMPACT,
            };
            assert!(utf16(&note) <= fixed + 2, "{note}");
        }
        let mut note = String::new();
        limit_note(&mut note, Descriptions::Omitted, 5, 5);
        assert!(utf16(&note) <= NOTE_COMPACT);
    }

    /// A tool that reads is named as the agent spells it; without one there is no section.
    #[test]
    fn read_tool_guard() {
        let read = [ReadTool::AnyCase("read".to_owned())];
        let tools = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        let section = |tools: &[String]| section("<a>", Some(tools), &read, PromptMode::Full);
        assert!(section(&tools(&["exec", "Read"])).is_some_and(|text| text.contains("`Read`")));
        assert_eq!(section(&tools(&["exec"])), None);
        assert_eq!(section(&[]), None);
    }
}
