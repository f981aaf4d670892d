//! What a message of a user becomes: a call of a tool, a message with skills in it, or what it was.

mod form;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use prowess_base::{Diagnostic, Severity};
use prowess_catalog::{
    ArgumentRule, CallForm, Content, Entry, EntryId, Error as CatalogError, Snapshot, Trust,
};

use crate::arguments::{SkillFolders, Values, fill};
use crate::command::{Call, Called, Commands, ToolArguments, ToolCall, tool};
use crate::load_command::load_commands;
use crate::mention::mentions;
use crate::options::IsOnDisk;
use crate::refusal::Refusal;
use crate::resources::Resources;
use crate::trigger::{Fired, fitting_message, fitting_path};
use crate::{HeaderRemoved, codes, without_place};
use form::{Part, compose};

/// What a host says about one expansion.
#[derive(Clone, Copy)]
pub struct ExpandOptions<'a> {
    /// Gives the text of a skill, read again: only of those that enter the message.
    pub texts: &'a SkillTexts<'a>,
    /// The tools that a command may call; nothing: they are not known, and none is refused here.
    pub tools: Option<&'a [String]>,
    /// The triggers that have fired in the conversation.
    pub fired: &'a Fired,
    /// Files that were touched since the last message: relative to the workspace, with `/` between
    /// their parts.
    pub touched: &'a [String],
    /// Skills whose bodies the conversation has already. They are not written again, unless they are
    /// called by their command.
    pub active: &'a [EntryId],
    /// The project's folder.
    pub project: Option<&'a str>,
    /// The identifier of the conversation.
    pub session: Option<&'a str>,
    /// Whether a skill's file is on the disk where the model can read it; nothing: all are but the
    /// skills that are part of the program.
    pub on_disk: Option<&'a IsOnDisk<'a>>,
}

impl<'a> ExpandOptions<'a> {
    /// Options of a host that says nothing but how texts are read and what has fired.
    #[must_use]
    pub fn new(texts: &'a SkillTexts<'a>, fired: &'a Fired) -> Self {
        Self {
            texts,
            tools: None,
            fired,
            touched: &[],
            active: &[],
            project: None,
            session: None,
            on_disk: None,
        }
    }
}

/// Gives the text of a skill.
pub type SkillTexts<'a> = dyn Fn(EntryId) -> Result<SkillText, CatalogError> + 'a;

/// The text of a skill, ready to enter a message.
#[derive(Debug, Clone)]
pub struct SkillText {
    /// Its body.
    pub body: String,
    /// Whether a header stood before it.
    pub header: HeaderRemoved,
    /// Its files, where they are to be listed.
    pub resources: Option<Resources>,
}

impl SkillText {
    /// The body of what was read, without files.
    #[must_use]
    pub fn of(content: &Content) -> Self {
        Self {
            body: content.body().to_owned(),
            header: match content.body.start {
                0 => HeaderRemoved::No,
                _ => HeaderRemoved::Yes,
            },
            resources: None,
        }
    }
}

/// What a message becomes, and why.
#[derive(Debug)]
#[non_exhaustive]
pub struct Expansion {
    /// What it becomes.
    pub outcome: Outcome,
    /// The skills that it brings in, in the order of their bodies.
    pub skills: Vec<Brought>,
    /// The skills that it names and that cannot be started.
    pub refused: Vec<Refused>,
    /// What else there is to say.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a message becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It stays as it is.
    Unchanged,
    /// This text goes to the model in its place.
    Message(String),
    /// It is a command of the host: the name as it was typed.
    Host(Box<str>),
    /// A tool is called, and the model has no turn.
    Call(ToolCall),
    /// It calls a skill that cannot be started; nothing goes to the model.
    Refused,
}

/// One skill that a message brings in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Brought {
    /// The skill.
    pub entry: EntryId,
    /// What brings it in.
    pub by: By,
}

/// What brings a skill in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// Its command.
    Command {
        /// The command's name.
        name: Box<str>,
    },
    /// Its name behind a `$`.
    Mention {
        /// What was written, `$` included.
        written: Box<str>,
    },
    /// A word of the message.
    Word {
        /// The word, as the skill has it.
        word: Box<str>,
    },
    /// A touched file.
    Path {
        /// The pattern that fits.
        pattern: Box<str>,
        /// The file.
        path: Box<str>,
    },
}

/// A skill that is named and cannot be started.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refused {
    /// What was written in place of its name.
    pub name: Box<str>,
    /// Why.
    pub why: Refusal,
}

impl Expansion {
    fn of(outcome: Outcome) -> Self {
        Self {
            outcome,
            skills: Vec::new(),
            refused: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Notes the triggers that fired, for the next message of the conversation.
    pub fn note_fired(&self, snapshot: &Snapshot, fired: &mut Fired) {
        for brought in &self.skills {
            if let (By::Word { .. } | By::Path { .. }, Some(entry)) =
                (&brought.by, snapshot.entry(brought.entry))
            {
                fired.add(&entry.name);
            }
        }
    }
}

impl std::fmt::Display for By {
    /// `called by /tide`, `named as $tide`, …
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Command { name } => write!(f, "called by `/{name}`"),
            Self::Mention { written } => write!(f, "named as `{written}`"),
            Self::Word { word } => write!(f, "the message holds `{word}`"),
            Self::Path { pattern, path } => write!(f, "`{path}` was touched and fits `{pattern}`"),
        }
    }
}

/// What a message becomes in this profile, and why: a command at its beginning, else the skills that
/// it names with a `$`, those that its words bring in, and the rules for touched files.
///
/// Untrusted skills start only where the user names them, and then with their body alone: no trigger
/// of theirs fires, and no tool is called. Commands that a body asks to have run are told and never
/// run.
#[must_use]
pub fn expand(
    snapshot: &Snapshot,
    commands: &Commands,
    message: &str,
    options: &ExpandOptions<'_>,
) -> Expansion {
    match commands.find(snapshot, message) {
        Called::Host { name } => Expansion::of(Outcome::Host(name.into())),
        Called::Refused { name, why } => refused(name, why),
        Called::Skill(call) => called(snapshot, &commands.stack(snapshot, call), options),
        Called::Nothing => named_and_triggered(snapshot, message, options),
    }
}

fn refused(name: &str, why: Refusal) -> Expansion {
    let mut expansion = Expansion::of(Outcome::Refused);
    expansion.refused.push(Refused {
        name: name.into(),
        why,
    });
    expansion
}

/// `stack` are the skills that are called, the first one's tool before all.
fn called(snapshot: &Snapshot, stack: &[Call<'_>], options: &ExpandOptions<'_>) -> Expansion {
    let arguments = stack.first().and_then(|call| call.arguments).unwrap_or("");
    if let [call] = stack
        && let Some(expansion) = tool_called(snapshot, call, options)
    {
        return expansion;
    }
    let mut writer = Writer::new(snapshot, options);
    let (mut parts, mut brought, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for call in stack {
        let Some(entry) = snapshot.entry(call.entry) else {
            continue;
        };
        match writer.part(call.entry, entry, Some(arguments)) {
            Ok(part) => {
                writer.tell_no_dispatch(entry);
                parts.push(part);
                brought.push(Brought {
                    entry: call.entry,
                    by: By::Command {
                        name: call.command.clone(),
                    },
                });
            }
            Err(why) => refused.push(Refused {
                name: entry.name.clone(),
                why: Refusal::Skill(why),
            }),
        }
    }
    let calls = snapshot.profile.calls;
    // In the placeholders or behind the body, where there is one.
    let takes_arguments =
        calls.arguments == ArgumentRule::Placeholders && calls.form != CallForm::Reference;
    let behind = if takes_arguments { "" } else { arguments };
    let outcome = match &parts[..] {
        [] => Outcome::Refused,
        parts => Outcome::Message(compose(calls.form, parts, behind)),
    };
    Expansion {
        outcome,
        skills: brought,
        refused,
        diagnostics: writer.diagnostics,
    }
}

/// The call of a tool, where the skill's command is one.
fn tool_called(
    snapshot: &Snapshot,
    call: &Call<'_>,
    options: &ExpandOptions<'_>,
) -> Option<Expansion> {
    let entry = snapshot.entry(call.entry)?;
    let tool = tool(entry)?;
    let is_there = |tools: &[String]| tools.iter().any(|known| known == tool);
    if options.tools.is_some_and(|tools| !is_there(tools)) {
        let why = Refusal::NoTool {
            name: entry.name.clone(),
            tool: tool.into(),
        };
        return Some(refused(&entry.name, why));
    }
    Some(Expansion::of(Outcome::Call(ToolCall {
        tool: tool.into(),
        arguments: ToolArguments {
            command: call.arguments.unwrap_or("").into(),
            command_name: call.command.clone(),
            skill_name: entry.name.clone(),
        },
    })))
}

fn named_and_triggered(
    snapshot: &Snapshot,
    message: &str,
    options: &ExpandOptions<'_>,
) -> Expansion {
    let named = mentions(snapshot, message);
    let text = named.text(message);
    let mut brought: Vec<Brought> = Vec::new();
    let mut add = |entry: EntryId, by: By| {
        if !brought.iter().any(|before| before.entry == entry) {
            brought.push(Brought { entry, by });
        }
    };
    for mention in &named.found {
        let written = message.get(mention.span.clone()).unwrap_or("").into();
        add(mention.entry, By::Mention { written });
    }
    for (entry, by) in triggered(snapshot, message, options, Trust::Trusted) {
        add(entry, by);
    }

    let mut refused: Vec<Refused> = Vec::new();
    refused.extend(
        named
            .refused
            .into_iter()
            .map(|(name, why)| Refused { name, why }),
    );
    let mut writer = Writer::new(snapshot, options);
    for (entry, by) in triggered(snapshot, message, options, Trust::Untrusted) {
        if !brought.iter().any(|before| before.entry == entry) {
            writer.tell_withheld(entry, &by);
        }
    }
    let mut parts = Vec::new();
    brought.retain(|skill| {
        let Some(entry) = snapshot.entry(skill.entry) else {
            return false;
        };
        if writer.is_in_conversation(skill.entry, entry) {
            return true;
        }
        match writer.part(skill.entry, entry, None) {
            Ok(part) => {
                parts.push(Part {
                    by: Some(skill.by.clone()),
                    ..part
                });
                true
            }
            Err(why) => {
                refused.push(Refused {
                    name: entry.name.clone(),
                    why: Refusal::Skill(why),
                });
                false
            }
        }
    });
    let outcome = if !parts.is_empty() {
        Outcome::Message(compose(snapshot.profile.calls.form, &parts, &text))
    } else if let Cow::Owned(text) = text {
        Outcome::Message(text)
    } else {
        Outcome::Unchanged
    };
    Expansion {
        outcome,
        skills: brought,
        refused,
        diagnostics: writer.diagnostics,
    }
}

/// The skills of this trust whose triggers fit, and what fits.
fn triggered(
    snapshot: &Snapshot,
    message: &str,
    options: &ExpandOptions<'_>,
    trust: Trust,
) -> Vec<(EntryId, By)> {
    let mut triggered = Vec::new();
    for firing in fitting_message(snapshot, message, options.fired, trust) {
        let word = firing.by.into();
        triggered.push((firing.entry, By::Word { word }));
    }
    for path in options.touched {
        for firing in fitting_path(snapshot, path, options.fired, trust) {
            let pattern = firing.by.into();
            let path = path.as_str().into();
            triggered.push((firing.entry, By::Path { pattern, path }));
        }
    }
    triggered
}

/// Fetches bodies and notes what is to be said about them.
struct Writer<'a, 's> {
    snapshot: &'s Snapshot,
    options: &'a ExpandOptions<'a>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a, 's> Writer<'a, 's> {
    fn new(snapshot: &'s Snapshot, options: &'a ExpandOptions<'a>) -> Self {
        Self {
            snapshot,
            options,
            diagnostics: Vec::new(),
        }
    }

    /// Whether the model has the body already: as that of a resident, or from before.
    fn is_in_conversation(&self, id: EntryId, entry: &Entry) -> bool {
        let is_resident = entry.manifest.resident && entry.trust == Trust::Trusted;
        is_resident || self.options.active.contains(&id)
    }

    /// One skill as it enters the message. `arguments` go into the placeholders of its body; without
    /// them, and in profiles where they go elsewhere, those stay.
    fn part(
        &mut self,
        id: EntryId,
        entry: &'s Entry,
        arguments: Option<&str>,
    ) -> Result<Part<'s>, CatalogError> {
        let calls = self.snapshot.profile.calls;
        if calls.form == CallForm::Reference {
            return Ok(Part {
                entry: Cow::Borrowed(entry),
                text: None,
                by: None,
            });
        }
        let mut text = (self.options.texts)(id)?;
        let is_on_disk = match self.options.on_disk {
            Some(on_disk) => on_disk(id, entry),
            None => !self.snapshot.is_embedded(entry),
        };
        let entry = if is_on_disk {
            Cow::Borrowed(entry)
        } else {
            Cow::Owned(without_place(entry))
        };
        self.tell_load_commands(&entry, &text.body);
        if calls.arguments == ArgumentRule::Placeholders {
            let folders = SkillFolders::of(self.snapshot, &entry);
            let declared = entry.manifest.arguments.as_deref();
            let values = Values {
                names: declared.map_or(&[], |declared| &declared.names),
                arguments,
                folders: folders.with(self.options.project, self.options.session),
            };
            if let Cow::Owned(filled) = fill(&text.body, &values) {
                text.body = filled;
            }
        }
        Ok(Part {
            entry,
            text: Some(text),
            by: None,
        })
    }

    /// Tells of a trigger that would fire if its skill were trusted.
    fn tell_withheld(&mut self, id: EntryId, by: &By) {
        let Some(entry) = self.snapshot.entry(id) else {
            return;
        };
        self.diagnostics.push(
            Diagnostic::new(
                codes::TRIGGER_UNTRUSTED,
                Severity::Warning,
                format!("`{}` is not trusted, so it is not brought in: {by}", entry.name),
            )
            .in_file(&entry.file)
            .help("name it with `$` or its command, or trust the project if you know where it comes from"),
        );
    }

    /// Tells that a command would call a tool if its skill were trusted.
    fn tell_no_dispatch(&mut self, entry: &Entry) {
        let (Some(dispatch), Trust::Untrusted) = (&entry.manifest.dispatch, entry.trust) else {
            return;
        };
        let tool = &dispatch.tool;
        self.diagnostics.push(
            Diagnostic::new(
                codes::DISPATCH_UNTRUSTED,
                Severity::Warning,
                format!(
                    "`{}` is not trusted, so its command does not call `{tool}`",
                    entry.name
                ),
            )
            .in_file(&entry.file)
            .help("the model is given its body; trust the project if you know where it comes from"),
        );
    }

    fn tell_load_commands(&mut self, entry: &Entry, body: &str) {
        let commands = load_commands(body);
        let Some(first) = commands.first() else {
            return;
        };
        let others = match commands.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        self.diagnostics.push(
            Diagnostic::new(
                codes::LOAD_COMMAND,
                Severity::Advice,
                format!(
                    "`{}` asks to have `{}`{others} run while it is loaded, which does not happen",
                    entry.name,
                    first.command.lines().next().unwrap_or("")
                ),
            )
            .in_file(&entry.file)
            .help("the model is shown the commands as text"),
        );
    }
}

impl std::fmt::Debug for ExpandOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExpandOptions")
            .field("tools", &self.tools)
            .field("fired", &self.fired)
            .field("touched", &self.touched)
            .field("active", &self.active)
            .field("project", &self.project)
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}
