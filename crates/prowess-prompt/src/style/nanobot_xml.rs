//! Nanobot's older summary (2026-03): XML with `available` and `<requires>`. Jianmu's is the same with
//! `<source>`; whether it shows location and source of a skill that is not available too is not
//! documented, and here it does.
//!
//! That program writes the location unescaped. A folder's name could close the list there, so it is
//! escaped here.

use super::element;
use super::nanobot::{listed_file, plain, sections};
use crate::escape::{Escapes, escape};
use crate::path::{Slashes, write_location};
use crate::scene::{Line, Scene, Sheet};

/// Whether each skill is shown with its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Left,
    Shown,
}

pub(crate) fn write(scene: &Scene<'_>, sheet: &mut Sheet, source: Source) {
    sections(scene, sheet, |sheet| {
        sheet.text.push_str("<skills>\n");
        for line in scene.listed() {
            sheet.skill(line.id, |out| skill(scene, line, source, out));
        }
        sheet.text.push_str("</skills>");
    });
}

fn skill(scene: &Scene<'_>, line: &Line<'_>, source: Source, out: &mut String) {
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
    if source == Source::Shown {
        element(out, "    ", "source", |out| {
            escape(out, scene.snapshot.source_of(line.entry), Escapes::Text);
        });
    }
    if !available {
        let missing = line.entry.verdict.missing().to_string();
        if !missing.is_empty() {
            element(out, "    ", "requires", |out| {
                escape(out, &missing, Escapes::Text);
            });
        }
    }
    out.push_str("  </skill>\n");
}

#[cfg(test)]
mod tests {
    use prowess_catalog::{Profile, Reason, Verdict};

    use crate::testing::{skill, snapshot};
    use crate::{RenderOptions, render};

    /// Jianmu's summary: each skill with its source, what is missing behind it, kind by kind.
    #[test]
    fn with_source() {
        let mut lacking = skill("tavily_search", 2, "Searches <the web>.");
        lacking.verdict = Verdict::Ineligible {
            reasons: Box::new([
                Reason::OperatingSystem {
                    wanted: vec!["mac".to_owned(), "win".to_owned()],
                    here: "linux".to_owned(),
                },
                Reason::Program {
                    name: "node".to_owned(),
                    searched: [].into(),
                },
                Reason::Environment {
                    name: "TAVILY_API_KEY".to_owned(),
                },
            ]),
        };
        let snapshot = snapshot(Profile::jianmu(), vec![skill("demo", 0, "Mine."), lacking]);
        assert_eq!(
            render(&snapshot, &RenderOptions::default()).catalogue(),
            "<skills>\n  \
               <skill available=\"true\">\n    \
                 <name>demo</name>\n    \
                 <description>Mine.</description>\n    \
                 <location>/workspace/demo/SKILL.md</location>\n    \
                 <source>workspace</source>\n  \
               </skill>\n  \
               <skill available=\"false\">\n    \
                 <name>tavily_search</name>\n    \
                 <description>Searches &lt;the web&gt;.</description>\n    \
                 <location>/builtin/tavily_search/SKILL.md</location>\n    \
                 <source>builtin</source>\n    \
                 <requires>CLI: node, ENV: TAVILY_API_KEY, OS: mac, OS: win</requires>\n  \
               </skill>\n\
             </skills>"
        );
    }
}
