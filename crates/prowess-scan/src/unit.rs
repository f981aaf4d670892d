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
    /// The language of the file as a whole.
    pub(crate) file_language: Language,
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
    /// A program in a language without a grammar here (Ruby, Perl, PHP, Lua, Go, AppleScript, ...), read
    /// statement by statement.
    OtherScript,
    /// Recipes of make and just: their lines are given on as shell.
    Recipes,
    /// Steps that build a container: their lines are given on as shell.
    Dockerfile,
    Json,
    Yaml,
    Toml,
    /// HTML, SVG and other XML.
    Markup,
    /// Anything else: text rules look at it, no reader of code does.
    Plain,
}

impl Language {
    /// Whether one reader reads both.
    pub(crate) fn is_kin(self, other: Self) -> bool {
        let script = |one| matches!(one, Self::JavaScript | Self::TypeScript);
        self == other || script(self) && script(other)
    }

    /// Whether a text in it is run, and a reader of code reads it.
    pub(crate) const fn is_program(self) -> bool {
        matches!(
            self,
            Self::Shell
                | Self::Python
                | Self::JavaScript
                | Self::TypeScript
                | Self::PowerShell
                | Self::Batch
                | Self::OtherScript
        )
    }
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
            Mapping::Runs(runs) => Span {
                start: {
                    let index = runs.partition_point(|(from, _)| *from <= span.start);
                    let run = index.checked_sub(1).and_then(|index| runs.get(index));
                    run.map_or(span.start, |(from, to)| to + (span.start - from))
                },
                // What ends with a run ends where the next one starts: a character that stands for a
                // longer one is shown whole.
                end: {
                    let index = runs.partition_point(|(from, _)| *from < span.end);
                    let run = index.checked_sub(1).and_then(|index| runs.get(index));
                    let next = runs.get(index).filter(|(from, _)| *from == span.end);
                    match (next, run) {
                        (Some((_, to)), _) => *to,
                        (None, Some((from, to))) => to + (span.end - from),
                        (None, None) => span.end,
                    }
                },
            },
        }
    }

    /// A part of this unit in `language`, with the bytes as they stand.
    pub(crate) fn part(&self, span: Span, language: Language, origin: Origin) -> Unit<'p> {
        let text = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(span.slice(text)),
            Cow::Owned(text) => Cow::Owned(span.slice(text).to_owned()),
        };
        let mapping = match &self.mapping {
            Mapping::Shifted(by) => Mapping::Shifted(by.saturating_add(span.start)),
            Mapping::Whole(whole) => Mapping::Whole(*whole),
            Mapping::Runs(_) => {
                let mut runs = Vec::new();
                self.add_runs(span, 0, &mut runs);
                Mapping::Runs(runs)
            }
        };
        self.child(text, language, origin, mapping)
    }

    /// Several parts of this unit as one text, in their order: a block of code without the marks of the
    /// quotation around it.
    pub(crate) fn pieces(&self, pieces: &[Span], language: Language, origin: Origin) -> Unit<'p> {
        if let [one] = pieces {
            return self.part(*one, language, origin);
        }
        let mut text = String::new();
        let mut runs = Vec::new();
        for piece in pieces {
            self.add_runs(*piece, offset(text.len()), &mut runs);
            text.push_str(piece.slice(&self.text));
        }
        let mapping = match &self.mapping {
            Mapping::Whole(whole) => Mapping::Whole(*whole),
            _ => Mapping::Runs(runs),
        };
        self.child(Cow::Owned(text), language, origin, mapping)
    }

    /// What a reader sees of this unit: `text`, and pairs of an offset in it and the offset in this unit
    /// where the same run starts.
    pub(crate) fn rewritten(&self, text: String, runs: &[(u32, u32)], origin: Origin) -> Unit<'p> {
        let mapping = match &self.mapping {
            Mapping::Whole(whole) => Mapping::Whole(*whole),
            _ => Mapping::Runs(
                runs.iter()
                    .map(|(from, to)| {
                        (
                            *from,
                            self.in_file(Span::new(*to as usize, *to as usize)).start,
                        )
                    })
                    .collect(),
            ),
        };
        self.child(Cow::Owned(text), self.language, origin, mapping)
    }

    /// Adds the runs of a part of this unit that stands at `from` in a new text.
    fn add_runs(&self, part: Span, from: u32, runs: &mut Vec<(u32, u32)>) {
        if part.is_empty() {
            return;
        }
        runs.push((from, self.in_file(part).start));
        if let Mapping::Runs(own) = &self.mapping {
            let first = own.partition_point(|(at, _)| *at <= part.start);
            let inside = own.iter().skip(first).take_while(|(at, _)| *at < part.end);
            runs.extend(inside.map(|(at, to)| (from + (at - part.start), *to)));
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
        let mapping = Mapping::Whole(self.in_file(span));
        self.child(Cow::Owned(text), language, origin, mapping)
    }

    fn child(
        &self,
        text: Cow<'p, str>,
        language: Language,
        origin: Origin,
        mapping: Mapping,
    ) -> Unit<'p> {
        Unit {
            file: self.file,
            file_text: self.file_text,
            file_language: self.file_language,
            text,
            language,
            origin,
            mapping,
            role: self.role,
            depth: self.depth.saturating_add(1),
        }
    }
}

/// An offset in a text; texts are bounded far below 4 GiB.
fn offset(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
