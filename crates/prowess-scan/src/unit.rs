//! One text in one language, and where it stands in the package.

use std::borrow::Cow;

use prowess_base::Span;
use serde::Serialize;

use crate::FileId;

/// The index of a unit in a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct UnitId(pub(crate) u32);

/// One text that rules and readers look at: a file, a part of it in another language, or what was
/// hidden or encoded in it.
#[derive(Debug, Clone)]
pub(crate) struct Unit<'p> {
    pub(crate) file: FileId,
    /// The text of the file, to see what stands around this one.
    pub(crate) file_text: &'p str,
    pub(crate) text: Cow<'p, str>,
    pub(crate) language: Language,
    pub(crate) origin: Origin,
    pub(crate) mapping: Mapping,
    /// What the file is for. The same for all units of a file.
    pub(crate) role: Role,
    /// How many derivations lie between the file and this text. Bounded by [`crate::scanner`].
    pub(crate) depth: u8,
}

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Language {
    Markdown,
    Shell,
    Python,
    /// JavaScript, and what else its grammar reads.
    JavaScript,
    TypeScript,
    PowerShell,
    /// Windows batch files.
    Batch,
    Json,
    Yaml,
    Toml,
    /// HTML, SVG and other XML.
    Markup,
    /// Anything else: text rules look at it, no reader of code does.
    Plain,
}

/// How a text came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// The whole file as it was written.
    File,
    /// The `description` of a SKILL.md: always in a model's context.
    Description,
    /// A fenced or indented block of code in Markdown.
    Fence,
    /// Code between backticks in prose.
    CodeSpan,
    /// A command that runs when the skill is loaded: `` !`cmd` ``.
    LoadCommand,
    /// A comment in Markdown or HTML, a link title, alternative text, text that is not rendered.
    Concealed,
    /// A text with its invisible or confusable characters replaced by what a reader sees.
    Normalized,
    /// What invisible characters spell out (tag characters, variation selectors, zero-width bits).
    Hidden,
    /// What an encoded literal holds.
    Decoded,
    /// A program handed to an interpreter as a text: `sh -c '…'`, `python -c '…'`, a here-document.
    Embedded,
}

impl Origin {
    /// Whether a person who looks at the file does not see this text.
    pub(crate) const fn is_out_of_sight(self) -> bool {
        matches!(self, Self::Concealed | Self::Hidden | Self::Decoded)
    }
}

/// How offsets in a unit's text become offsets in its file's text.
#[derive(Debug, Clone)]
pub(crate) enum Mapping {
    /// The text stands in the file as it is, this many bytes from the start.
    Shifted(u32),
    /// The whole text stands for this part of the file.
    Whole(Span),
    /// Pairs of an offset in the text and the offset in the file where the same run starts,
    /// ascending in both.
    Runs(Vec<(u32, u32)>),
}

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Role {
    /// The SKILL.md: a model follows it.
    Instructions,
    /// A text that the SKILL.md, or a text reached from it, points to.
    Reference,
    /// A program that the texts call, or that another such program calls.
    Script,
    /// A file that clients or tools read by themselves: hooks, settings, MCP servers, packages.
    Configuration,
    /// Reached by nothing, in a place for tests, examples or fixtures.
    Example,
    /// Reached by nothing else.
    Loose,
}

impl<'p> Unit<'p> {
    /// Where `span` of this unit's text stands in the text of its file.
    pub(crate) fn in_file(&self, span: Span) -> Span {
        match &self.mapping {
            Mapping::Shifted(by) => span.shifted(*by as usize),
            Mapping::Whole(whole) => *whole,
            Mapping::Runs(runs) => {
                let at = |offset: u32| {
                    let index = runs.partition_point(|(from, _)| *from <= offset);
                    index
                        .checked_sub(1)
                        .and_then(|index| runs.get(index))
                        .map_or(offset, |(from, to)| to + (offset - from))
                };
                Span {
                    start: at(span.start),
                    end: at(span.end.saturating_sub(1)).saturating_add(1),
                }
            }
        }
    }

    /// A part of this unit in `language`, with the bytes as they stand.
    pub(crate) fn part(&self, span: Span, language: Language, origin: Origin) -> Unit<'p> {
        let text = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(span.slice(text)),
            Cow::Owned(text) => Cow::Owned(span.slice(text).to_owned()),
        };
        let mapping = match &self.mapping {
            Mapping::Shifted(by) => Mapping::Shifted(by + span.start),
            Mapping::Whole(whole) => Mapping::Whole(*whole),
            Mapping::Runs(_) => Mapping::Whole(self.in_file(span)),
        };
        Unit {
            file: self.file,
            file_text: self.file_text,
            text,
            language,
            origin,
            mapping,
            role: self.role,
            depth: self.depth.saturating_add(1),
        }
    }

    /// A text that `span` of this unit stands for.
    pub(crate) fn derived(
        &self,
        span: Span,
        text: String,
        language: Language,
        origin: Origin,
    ) -> Unit<'p> {
        Unit {
            file: self.file,
            file_text: self.file_text,
            text: Cow::Owned(text),
            language,
            origin,
            mapping: Mapping::Whole(self.in_file(span)),
            role: self.role,
            depth: self.depth.saturating_add(1),
        }
    }
}
