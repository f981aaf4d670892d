//! A line a skill: `- name: description`, for Codex with the file's path behind it.
//!
//! As far as documented (ecosystem pages 2 and 3); there are no vectors. A line holds one skill
//! whatever is in its text.

use prowess_catalog::PromptStyle;

use super::indented::introduction;
use super::{limit_note, residents};
use crate::ActivationForm;
use crate::escape::Escapes;
use crate::path::{Slashes, write_location};
use crate::rendered::PartKind;
use crate::scene::{Line, Scene, Sheet};

pub(crate) fn write(scene: &Scene<'_>, sheet: &mut Sheet) {
    residents(scene, sheet, "", "\n\n", ActivationForm::SkillContent);
    if scene.listed().next().is_some() {
        sheet.part(PartKind::Introduction, "\n\n", |sheet| {
            sheet.text.push_str("## Skills\n\n");
            introduction(scene, &mut sheet.text);
        });
        sheet.part(PartKind::Catalogue, "\n\n", |sheet| {
            for line in scene.listed() {
                sheet.skill(line.id, |out| skill(scene, line, out));
            }
            // The list ends with its last line.
            sheet.text.pop();
        });
    }
    if scene.omitted() > 0 {
        limit_note(scene, sheet);
    }
}

fn skill(scene: &Scene<'_>, line: &Line<'_>, out: &mut String) {
    out.push_str("- ");
    push_line(out, &line.entry.name);
    if let Some(text) = line.shown_description(line.description()) {
        out.push_str(": ");
        push_line(out, &text);
    }
    if scene.snapshot.profile.style == PromptStyle::LinesWithPath && scene.is_on_disk(line) {
        out.push_str(" (file: ");
        write_location(
            out,
            &line.entry.file.to_string_lossy(),
            &scene.options.homes,
            Slashes::Forward,
            Escapes::Text,
        );
        out.push(')');
    }
    out.push('\n');
}

/// A text on one line: blanks and control characters in a row are one blank.
fn push_line(out: &mut String, text: &str) {
    let is_blank = |character: char| character.is_whitespace() || character.is_control();
    let words = text.split(is_blank).filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push_str(word);
    }
}
