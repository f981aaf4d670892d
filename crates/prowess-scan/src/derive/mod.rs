//! Texts within texts: parts in another language, and what is hidden or encoded.
//!
//! Everything that is found is a unit of its own and is derived from again, so that a command in a comment
//! of a document, or a script in an encoded literal in a block of code, reaches the same rules as one that
//! stands in the open. Each text keeps its way back to the file.

pub(crate) mod characters;
mod concealed;
mod decoded;
mod fence;
pub(crate) mod hidden;
mod layout;
mod recipes;
pub(crate) mod sniff;
pub(crate) mod spliced;
pub(crate) mod visible;

use prowess_base::Span;

use crate::configuration;
use crate::package::FileId;
use crate::skill::Skill;
use crate::unit::{Language, Mapping, Origin, Unit};

/// How much one scan may derive.
#[derive(Debug)]
pub(crate) struct Budget {
    /// Bytes that derived texts which are no mere part of another may still have in all.
    pub(crate) bytes: usize,
    /// Texts that may still be derived.
    pub(crate) texts: usize,
    /// The files of which something was left because a bound was reached, each once.
    pub(crate) left: Vec<FileId>,
}

/// What is said of a file of which not every text was derived.
pub(crate) const LEFT: &str = "holds more texts within texts than are looked at";

impl Budget {
    /// Most derivations between a file and a text.
    pub(crate) const DEPTH: u8 = 8;

    /// Whether one more text may be derived from `unit`; where not, that is kept.
    fn allows(&mut self, unit: &Unit<'_>, bytes: usize) -> bool {
        let allowed = unit.depth < Self::DEPTH && self.texts > 0 && bytes <= self.bytes;
        if allowed {
            self.texts -= 1;
            self.bytes -= bytes;
        } else {
            self.leave(unit.file);
        }
        allowed
    }

    /// Keeps that something of a file was left.
    fn leave(&mut self, file: FileId) {
        if !self.left.contains(&file) {
            self.left.push(file);
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            texts: 100_000,
            left: Vec::new(),
        }
    }
}

/// Gives every text that stands in `unit` to `found`. What is found is derived from again.
pub(crate) fn derive<'p>(
    unit: &Unit<'p>,
    skill: Option<&Skill>,
    budget: &mut Budget,
    found: &mut dyn FnMut(Unit<'p>),
) {
    let mut give = |part: Unit<'p>| {
        let bytes = match &part.text {
            std::borrow::Cow::Borrowed(_) => 0,
            std::borrow::Cow::Owned(text) => text.len(),
        };
        if !part.text.trim().is_empty() && budget.allows(unit, bytes) {
            found(part);
        }
    };
    if let Some(skill) = skill
        && skill.file == unit.file
        && unit.origin == Origin::File
    {
        description(unit, skill, &mut give);
    }
    configuration::derive(unit, &mut give);
    match unit.language {
        Language::Markdown => {
            let start = skill
                .filter(|skill| skill.file == unit.file && unit.origin == Origin::File)
                .map_or(0, |skill| skill.markdown);
            let layout = layout::Layout::of(&unit.text, start as usize);
            fence::derive(unit, &layout, &mut give);
            concealed::derive(unit, &layout, &mut give);
        }
        Language::Markup => concealed::of_markup(unit, &mut give),
        Language::Recipes | Language::Dockerfile => recipes::derive(unit, &mut give),
        _ => {}
    }
    // What stands verbatim in a text that was looked at needs no second look.
    let verbatim = matches!(unit.mapping, Mapping::Shifted(_)) && unit.origin != Origin::File;
    let reads_alone = !verbatim
        || matches!(
            unit.origin,
            Origin::Fence
                | Origin::CodeSpan
                | Origin::LoadCommand
                | Origin::Description
                | Origin::Embedded
        );
    if reads_alone && unit.origin != Origin::Normalized {
        visible::derive(unit, &mut give);
        spliced::derive(unit, &mut give);
    }
    if verbatim {
        return;
    }
    hidden::derive(unit, &mut give);
    if decoded::derive(unit, &mut give) == decoded::Bound::Reached {
        budget.leave(unit.file);
    }
}

/// The description of the SKILL.md, which a model always sees: as it stands where it is written plainly,
/// else its value.
fn description<'p>(unit: &Unit<'p>, skill: &Skill, give: &mut dyn FnMut(Unit<'p>)) {
    let (Some(span), Some(value)) = (skill.description, skill.manifest.description.as_deref())
    else {
        return;
    };
    let written = span.slice(&unit.text);
    give(match written.find(value) {
        Some(at) => {
            let start = span.start as usize + at;
            let plain = Span::new(start, start + value.len());
            unit.part(plain, Language::Markdown, Origin::Description)
        }
        None => unit.derived(
            span,
            value.to_owned(),
            Language::Markdown,
            Origin::Description,
        ),
    });
}

#[cfg(test)]
mod tests;
