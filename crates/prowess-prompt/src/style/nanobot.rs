//! Nanobot's summary of 2026-08: Markdown, one group a root.

use std::borrow::Cow;
use std::path::Path;

use prowess_catalog::{Entry, Root, Scope};

use super::{limit_note, residents};
use crate::ActivationForm;
use crate::options::RootNames;
use crate::rendered::PartKind;
use crate::scene::{Line, Reader, Scene, Sheet};
use crate::shorten::Description;

/// What stands between two sections of Nanobot's system prompt, and between two bodies.
pub(crate) const RULE: &str = "\n\n---\n\n";

pub(crate) fn write(scene: &Scene<'_>, sheet: &mut Sheet) {
    sections(scene, sheet, |sheet| {
        let mut group: Option<Heading<'_>> = None;
        for line in scene.listed() {
            let root = scene.root(line.entry);
            let heading = Heading::of(root, scene.options.root_names);
            if group != Some(heading) {
                if group.is_some() {
                    sheet.text.push('\n');
                }
                heading.write(&mut sheet.text);
                group = Some(heading);
            }
            sheet.skill(line.id, |out| skill(line, root, out));
        }
        // The list ends with its last line.
        sheet.text.pop();
    });
}

/// The sections around a summary: active skills, what to do, the list. Both of Nanobot's styles
/// have them.
pub(super) fn sections(scene: &Scene<'_>, sheet: &mut Sheet, list: impl FnOnce(&mut Sheet)) {
    residents(
        scene,
        sheet,
        "# Active Skills\n\n",
        RULE,
        ActivationForm::Heading,
    );
    if scene.listed().next().is_some() {
        sheet.part(PartKind::Introduction, RULE, |sheet| {
            introduction(scene, &mut sheet.text);
        });
        sheet.part(PartKind::Catalogue, "\n\n", list);
    }
    limit_note(scene, sheet);
}

fn introduction(scene: &Scene<'_>, out: &mut String) {
    out.push_str(
        "# Skills\n\nThese skills widen what you can do. When a task matches a description, read \
         that skill's SKILL.md ",
    );
    if let Reader::ByPath(tool) | Reader::ByName(tool) = scene.reader {
        out.push_str("with `");
        out.push_str(tool);
        out.push_str("` ");
    }
    out.push_str(
        "before you begin. A skill that is not available needs its missing programs or variables \
         first.",
    );
}

/// A group's heading: which roots it is for, and how the root is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Heading<'a> {
    label: &'a str,
    root: RootName<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RootName<'a> {
    Short(&'static str),
    Path(Option<&'a Root>),
}

impl<'a> Heading<'a> {
    fn of(root: Option<&'a Root>, names: RootNames) -> Self {
        let (label, short) = match root.map(|root| root.scope) {
            Some(Scope::Workspace) => ("Workspace", "skills"),
            Some(Scope::Plugin) => ("Agent Plugin", "plugins"),
            Some(Scope::BuiltIn) => ("Built-in", "skills"),
            _ => {
                let label = root.map_or("Other", |root| root.source.as_str());
                return Self {
                    label,
                    root: RootName::Path(root),
                };
            }
        };
        let root = match names {
            RootNames::Short => RootName::Short(short),
            RootNames::Absolute => RootName::Path(root),
        };
        Self { label, root }
    }

    fn write(self, out: &mut String) {
        out.push_str("### ");
        out.push_str(self.label);
        out.push_str(" skills (`");
        match self.root {
            RootName::Short(name) => out.push_str(name),
            RootName::Path(root) => {
                let path = root.map(|root| root.path.to_string_lossy());
                out.push_str(path.as_deref().unwrap_or(""));
            }
        }
        out.push_str("`)\n");
    }
}

fn skill(line: &Line<'_>, root: Option<&Root>, out: &mut String) {
    out.push_str("- **");
    push_line(out, &line.entry.name);
    out.push_str("**");
    if let Some(text) = line.shown_description(plain(line)) {
        out.push_str(" — ");
        out.push_str(&text);
    }
    if !line.is_available() {
        let missing = line.entry.verdict.missing().to_string();
        if missing.is_empty() {
            out.push_str(" (unavailable)");
        } else {
            out.push_str(" (unavailable: ");
            push_line(out, &missing);
            out.push(')');
        }
    }
    out.push_str("  `");
    let file = listed_file(line.entry);
    let relative = root.and_then(|root| file.strip_prefix(&root.path).ok());
    push_line(out, &relative.unwrap_or(&file).to_string_lossy());
    out.push_str("`\n");
}

/// The SKILL.md as it is listed beneath the root, also where a link leads elsewhere.
pub(super) fn listed_file(entry: &Entry) -> Cow<'_, Path> {
    match &entry.listed {
        Some(folder) => Cow::Owned(folder.join("SKILL.md")),
        None => Cow::Borrowed(&entry.file),
    }
}

/// Names and paths stay on their line, so that none can look like another line of the list.
fn push_line(out: &mut String, text: &str) {
    out.extend(
        text.chars()
            .map(|character| if character == '\n' { ' ' } else { character }),
    );
}

/// The description alone, as every client but ours shows it.
pub(crate) fn plain<'a>(line: &Line<'a>) -> Description<'a> {
    Description {
        text: &line.entry.description,
        when: "",
    }
}
