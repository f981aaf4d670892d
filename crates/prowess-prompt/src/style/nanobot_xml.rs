//! Nanobot's older summary (2026-03): XML with `available` and `<requires>`.
//!
//! That program writes the location unescaped. A folder's name could close the list there, so it is
//! escaped here.

use super::element;
use super::nanobot::{listed_file, missing, plain, sections};
use crate::escape::{Escapes, escape};
use crate::path::{Slashes, write_location};
use crate::scene::{Line, Scene, Sheet};

pub(crate) fn write(scene: &Scene<'_>, sheet: &mut Sheet) {
    sections(scene, sheet, |sheet| {
        sheet.text.push_str("<skills>\n");
        for line in scene.listed() {
            sheet.skill(line.id, |out| skill(scene, line, out));
        }
        sheet.text.push_str("</skills>");
    });
}

fn skill(scene: &Scene<'_>, line: &Line<'_>, out: &mut String) {
    let available = line.is_available();
    out.push_str(if available {
        "  <skill available=\"true\">\n"
    } else {
        "  <skill available=\"false\">\n"
    });
    element(out, "    ", "name", |out| {
        escape(out, &line.entry.name, Escapes::Text);
    });
    if let Some(text) = line.shown_description(plain(line)) {
        element(out, "    ", "description", |out| {
            escape(out, &text, Escapes::Text);
        });
    }
    element(out, "    ", "location", |out| {
        write_location(
            out,
            &listed_file(line.entry).to_string_lossy(),
            &scene.options.homes,
            Slashes::AsTheyStand,
            Escapes::Text,
        );
    });
    if !available {
        let missing = missing(line.entry);
        if !missing.is_empty() {
            element(out, "    ", "requires", |out| {
                escape(out, &missing, Escapes::Text);
            });
        }
    }
    out.push_str("  </skill>\n");
}
