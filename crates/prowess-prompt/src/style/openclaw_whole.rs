//! OpenClaw 2026-03: every listed skill whole, without version, and no note about those that are not
//! listed (specification 4.1 and 4.3, what the later one added left out).
//!
//! Its sentences are not ours to copy, so ours stand in their place; the budget counts with the length
//! of its own.

use super::indented;
use super::openclaw::{INTRODUCTION, MATCH_DESCRIPTION, RELATIVE_PATHS, remote_note, utf16};
use crate::rendered::PartKind;
use crate::scene::{Scene, Sheet};

/// What that program's own sentences measure in UTF-16 units, tags and line ends around them included:
/// those of 2026.6.11 without the sentence about versions.
const FIXED: usize = 368;

/// Writes the prompt: remote note, catalogue, one line end between the two.
pub(crate) fn write(scene: &Scene<'_>, sheet: &mut Sheet) {
    if let Some(note) = remote_note(scene) {
        sheet.part(PartKind::RemoteNote, "\n", |sheet| {
            sheet.text.push_str(note)
        });
    }
    if scene.listed().next().is_none() {
        return;
    }
    sheet.part(PartKind::Introduction, "\n", |sheet| {
        sheet.text.push_str(INTRODUCTION);
        sheet.text.push_str(MATCH_DESCRIPTION);
        sheet.text.push_str(RELATIVE_PATHS);
    });
    sheet.part(PartKind::Catalogue, "", |sheet| {
        sheet.text.push_str("<available_skills>\n");
        for line in scene.listed() {
            sheet.skill(line.id, |out| indented::skill(scene, line, out, |_| {}));
        }
        sheet.text.push_str("</available_skills>");
    });
}

/// What the catalogue measures in that program's own count; the remote note does not count.
pub(crate) fn measure(sheet: &Sheet) -> usize {
    if sheet.ranges.is_empty() {
        return 0;
    }
    let lines = sheet.ranges.iter();
    let skills = lines.filter_map(|(_, range)| sheet.text.get(range.clone()));
    FIXED + skills.map(utf16).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use prowess_catalog::{Entry, Profile};
    use serde_json::json;

    use super::*;
    use crate::testing::{skill, snapshot};
    use crate::{RenderOptions, Rendered, Truncation, render};

    fn rendered(profile: Profile, skills: Vec<Entry>) -> Rendered {
        render(&snapshot(profile, skills), &RenderOptions::default())
    }

    fn truncation(rendered: &Rendered) -> serde_json::Value {
        serde_json::to_value(Truncation::of(rendered)).unwrap()
    }

    /// A skill has name, description and location, escaped, and nothing else.
    #[test]
    fn form() {
        let rendered = rendered(
            Profile::openclaw_2026_03(),
            vec![skill("a", 0, "It's <b>.")],
        );
        assert_eq!(
            rendered.catalogue(),
            "<available_skills>\n  <skill>\n    <name>a</name>\n    \
             <description>It&apos;s &lt;b&gt;.</description>\n    \
             <location>/workspace/a/SKILL.md</location>\n  </skill>\n</available_skills>"
        );
        let kinds: Vec<_> = rendered.parts.iter().map(|part| part.kind).collect();
        assert_eq!(kinds, [PartKind::Introduction, PartKind::Catalogue]);
        assert_eq!(
            truncation(&rendered),
            json!({"truncated": false, "truncatedReason": null})
        );
    }

    /// The first 150 by name; then the largest number of first ones that fits whole, to the
    /// character.
    #[test]
    fn bounds() {
        let many = |count: usize, description: &str| -> Vec<Entry> {
            let names = (0..count).map(|number| format!("s{number:03}"));
            names.map(|name| skill(&name, 0, description)).collect()
        };
        let counted = rendered(Profile::openclaw_2026_03(), many(151, "d"));
        assert_eq!(counted.budget.skills, 150);
        assert_eq!(
            truncation(&counted),
            json!({"truncated": true, "truncatedReason": "count"})
        );

        // 97 of markup, 4 of the name, 24 of the location, 200 of the description.
        let one = 97 + 4 + 24 + 200;
        for (characters, expected) in [(368 + 3 * one, 3), (368 + 3 * one - 1, 2), (400, 0)] {
            let mut profile = Profile::openclaw_2026_03();
            profile.budget.characters = Some(characters);
            let cut = rendered(profile, many(5, &"x".repeat(200)));
            assert_eq!(cut.budget.skills, expected, "{characters}");
            assert_eq!(
                truncation(&cut),
                json!({"truncated": true, "truncatedReason": "chars"})
            );
            assert_eq!(cut.text.is_empty(), expected == 0);
        }
        let whole = Profile::openclaw_2026_03();
        assert_eq!(whole.budget.characters, Some(30_000));
    }

    /// Our sentences are never longer than the ones whose length the budget counts.
    #[test]
    fn sentences_fit() {
        let tags = "<available_skills>\n</available_skills>";
        let own = [INTRODUCTION, MATCH_DESCRIPTION, RELATIVE_PATHS, tags];
        let own: usize = own.into_iter().map(utf16).sum();
        assert!(own <= FIXED, "{own}");
    }
}
