//! How each client writes a catalogue. A style only writes: what is listed, and how much of it, is
//! decided before.

pub(crate) mod agentskills;
pub(crate) mod indented;
pub(crate) mod invoked;
pub(crate) mod lines;
pub(crate) mod nanobot;
pub(crate) mod nanobot_xml;
pub(crate) mod openclaw;
pub(crate) mod openclaw_whole;
pub(crate) mod own;

use crate::rendered::PartKind;
use crate::scene::{Form, Reader, Scene, Sheet, number};

/// Writes the part that says what the list leaves out and how to reach it.
fn limit_note(scene: &Scene<'_>, sheet: &mut Sheet) {
    let omitted = scene.omitted();
    let by_name = scene.count(|line| line.form == Form::Name);
    if omitted == 0 && by_name == 0 {
        return;
    }
    sheet.part(PartKind::LimitNote, "\n\n", |sheet| {
        let out = &mut sheet.text;
        if omitted > 0 {
            number(out, omitted);
            out.push_str(match omitted {
                1 => " more skill is ready and does not fit in this list",
                _ => " more skills are ready and do not fit in this list",
            });
        }
        if by_name > 0 {
            if omitted > 0 {
                out.push_str("; ");
            }
            number(out, by_name);
            out.push_str(match by_name {
                1 => " is listed by name alone",
                _ => " are listed by name alone",
            });
        }
        out.push_str(". ");
        match scene.reader {
            Reader::ByName(tool) => {
                out.push_str("`prowess list` shows every one, and `");
                out.push_str(tool);
                out.push_str("` takes every name.");
            }
            _ => out.push_str("`prowess list` shows every one, `prowess show NAME` prints it."),
        }
    });
}

/// Residents' bodies, one after the other.
fn residents(
    scene: &Scene<'_>,
    sheet: &mut Sheet,
    heading: &str,
    separator: &str,
    form: crate::ActivationForm,
) {
    if scene.residents.is_empty() {
        return;
    }
    sheet.part(PartKind::Residents, "", |sheet| {
        sheet.text.push_str(heading);
        for (index, resident) in scene.residents.iter().enumerate() {
            let Some(entry) = scene.snapshot.entry(resident.entry) else {
                continue;
            };
            if index > 0 {
                sheet.text.push_str(separator);
            }
            sheet.skill(resident.entry, |out| {
                crate::activation::write(out, entry, resident.body, None, form);
            });
        }
    });
}

/// Writes an indented XML element on a line of its own.
fn element(out: &mut String, indent: &str, tag: &str, content: impl FnOnce(&mut String)) {
    out.push_str(indent);
    out.push('<');
    out.push_str(tag);
    out.push('>');
    content(out);
    out.push_str("</");
    out.push_str(tag);
    out.push_str(">\n");
}
