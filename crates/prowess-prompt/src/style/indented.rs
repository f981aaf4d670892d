//! Indented XML with name, description and location (pi 1.6.0, vectors `pi/headers.jsonl`).
//!
//! The list is matched to the byte; what stands before it are our own sentences. Clients that write
//! text unescaped have it escaped here, so that a skill cannot close the list.

use super::nanobot::plain;
use super::{element, limit_note, residents};
use crate::ActivationForm;
use crate::escape::{Escapes, escape};
use crate::path::{Slashes, write_location};
use crate::rendered::PartKind;
use crate::scene::{Line, Reader, Scene, Sheet};

pub(crate) fn write(scene: &Scene<'_>, sheet: &mut Sheet) {
    residents(scene, sheet, "", "\n\n", ActivationForm::SkillContent);
    if scene.listed().next().is_some() {
        sheet.part(PartKind::Introduction, "\n\n", |sheet| {
            introduction(scene, &mut sheet.text);
        });
        sheet.part(PartKind::Catalogue, "\n\n", |sheet| {
            sheet.text.push_str("<available_skills>\n");
            for line in scene.listed() {
                sheet.skill(line.id, |out| skill(scene, line, out, |_| {}));
            }
            sheet.text.push_str("</available_skills>");
        });
    }
    limit_note(scene, sheet);
}

/// What a model is to do with a list of skills, in the clients' plainest form.
pub(super) fn introduction(scene: &Scene<'_>, out: &mut String) {
    out.push_str("Each skill below holds instructions for one kind of task. When a task matches a description, ");
    match scene.reader {
        Reader::ByName(tool) => {
            out.push_str("call `");
            out.push_str(tool);
            out.push_str("` with that skill's name");
        }
        Reader::ByPath(tool) => {
            out.push_str("read that skill's file with `");
            out.push_str(tool);
            out.push('`');
        }
        Reader::Unknown => out.push_str("load that skill"),
    }
    out.push_str(" first. Relative paths in a skill start at its folder.");
}

/// One skill; `more` writes further elements behind its location.
pub(super) fn skill(
    scene: &Scene<'_>,
    line: &Line<'_>,
    out: &mut String,
    more: impl FnOnce(&mut String),
) {
    let entry = line.entry;
    out.push_str("  <skill>\n");
    element(out, "    ", "name", |out| {
        escape(out, &entry.name, Escapes::Xml);
    });
    if let Some(text) = line.shown_description(plain(line)) {
        element(out, "    ", "description", |out| {
            escape(out, &text, Escapes::Xml);
        });
    }
    if scene.is_on_disk(line) {
        element(out, "    ", "location", |out| {
            write_location(
                out,
                &entry.file.to_string_lossy(),
                &scene.options.homes,
                Slashes::AsTheyStand,
                Escapes::Xml,
            );
        });
    }
    more(out);
    out.push_str("  </skill>\n");
}
