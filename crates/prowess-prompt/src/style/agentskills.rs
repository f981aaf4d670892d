//! The reference library of agentskills.io (skills-ref 0.1.1, `to-prompt`): each tag and each text
//! on a line of its own, no indentation.
//!
//! That library writes the location unescaped. A folder's name could close the list there, so it is
//! escaped here.

use super::{limit_note, residents};
use crate::ActivationForm;
use crate::escape::{Escapes, escape};
use crate::path::{Slashes, write_location};
use crate::rendered::PartKind;
use crate::scene::{Line, Scene, Sheet};

pub(crate) fn write(scene: &Scene<'_>, sheet: &mut Sheet) {
    residents(scene, sheet, "", "\n\n", ActivationForm::SkillContent);
    if scene.listed().next().is_some() {
        sheet.part(PartKind::Catalogue, "\n\n", |sheet| {
            sheet.text.push_str("<available_skills>\n");
            for line in scene.listed() {
                sheet.skill(line.id, |out| skill(scene, line, out));
            }
            sheet.text.push_str("</available_skills>");
        });
    }
    limit_note(scene, sheet);
}

fn skill(scene: &Scene<'_>, line: &Line<'_>, out: &mut String) {
    out.push_str("<skill>\n");
    tag(out, "name", |out| {
        escape(out, &line.entry.name, Escapes::Html)
    });
    if let Some(text) = line.shown_description(super::nanobot::plain(line)) {
        tag(out, "description", |out| escape(out, &text, Escapes::Html));
    }
    if scene.is_on_disk(line) {
        tag(out, "location", |out| {
            write_location(
                out,
                &line.entry.file.to_string_lossy(),
                &scene.options.homes,
                Slashes::Forward,
                Escapes::Text,
            );
        });
    }
    out.push_str("</skill>\n");
}

fn tag(out: &mut String, name: &str, content: impl FnOnce(&mut String)) {
    out.push('<');
    out.push_str(name);
    out.push_str(">\n");
    content(out);
    out.push_str("\n</");
    out.push_str(name);
    out.push_str(">\n");
}
