//! What the beginning of a message calls.

use prowess_catalog::{CommandRule, EntryId, Error as CatalogError, Snapshot};

use super::{Command, Commands, SKILL_COMMAND, tool};
use crate::refusal::{Refusal, startable};

/// What the beginning of a message calls.
#[derive(Debug)]
#[non_exhaustive]
pub enum Called<'t> {
    /// Nothing: the message is text.
    Nothing,
    /// A command of the host.
    Host {
        /// Its name, as it was typed.
        name: &'t str,
    },
    /// A skill.
    Skill(Call<'t>),
    /// A skill that cannot be started.
    Refused {
        /// What was typed in place of its name.
        name: &'t str,
        /// Why.
        why: Refusal,
    },
}

/// A skill that is called by its command.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call<'t> {
    /// The skill.
    pub entry: EntryId,
    /// The name of its command.
    pub command: Box<str>,
    /// What stands behind the name, blanks around it removed; nothing where only blanks do.
    pub arguments: Option<&'t str>,
}

impl Commands {
    /// What the beginning of a message calls: `/NAME`, or `/skill NAME` and `/skill:NAME`, each with
    /// everything behind it.
    ///
    /// With the skills' own names, a command of the host goes first, then the look-up is
    /// [`Snapshot::get`]'s; a name that no skill has is text, as in `/etc/hosts`. With names that were
    /// made, a command is found by its name in any letter case, and by `/skill` also by the skill's
    /// name with blanks and `_` as `-`; the host has its commands looked at first, and everything else
    /// is text.
    #[must_use]
    pub fn find<'t>(&self, snapshot: &Snapshot, message: &'t str) -> Called<'t> {
        let Some(typed) = message.trim().strip_prefix('/') else {
            return Called::Nothing;
        };
        let (name, arguments) = split(typed);
        if name.is_empty() {
            return Called::Nothing;
        }
        match self.rule {
            CommandRule::Never => Called::Nothing,
            CommandRule::AsNamed | CommandRule::SkillCommand => {
                self.find_as_named(snapshot, name, arguments)
            }
            CommandRule::Words => self.find_word(name, arguments),
        }
    }

    /// The skills that a message calls one behind the other, `/a /b ARGUMENTS`, each once and each with
    /// what stands behind the last. The first is `first`; a command that calls a tool takes everything
    /// behind it, and is not called from behind another. At most [`Calls::stacked`].
    ///
    /// [`Calls::stacked`]: prowess_catalog::Calls::stacked
    pub(crate) fn stack<'t>(&self, snapshot: &Snapshot, first: Call<'t>) -> Vec<Call<'t>> {
        let calls_tool = |call: &Call<'_>| {
            snapshot
                .entry(call.entry)
                .is_some_and(|entry| tool(entry).is_some())
        };
        let mut arguments = first.arguments;
        let mut stack = vec![first];
        if stack.iter().any(calls_tool) {
            return stack;
        }
        for _ in 1..snapshot.profile.calls.stacked {
            let Called::Skill(next) = self.find(snapshot, arguments.unwrap_or("")) else {
                break;
            };
            if calls_tool(&next) {
                break;
            }
            arguments = next.arguments;
            if !stack.iter().any(|call| call.entry == next.entry) {
                stack.push(next);
            }
        }
        for call in &mut stack {
            call.arguments = arguments;
        }
        stack
    }

    fn find_as_named<'t>(
        &self,
        snapshot: &Snapshot,
        name: &'t str,
        arguments: Option<&'t str>,
    ) -> Called<'t> {
        if let Some(behind) = strip_skill_command(name) {
            let (name, arguments) = match behind {
                "" => split_quoted(arguments.unwrap_or("")),
                name => (name, arguments),
            };
            return match name {
                "" => Called::Refused {
                    name,
                    why: Refusal::NoName,
                },
                name => self.resolve(snapshot, name, arguments, snapshot.get(name)),
            };
        }
        if self.is_reserved(name) {
            return Called::Host { name };
        }
        match snapshot.get(name) {
            _ if self.rule == CommandRule::SkillCommand => Called::Nothing,
            Err(CatalogError::NotFound { .. }) => Called::Nothing,
            found => self.resolve(snapshot, name, arguments, found),
        }
    }

    fn resolve<'t>(
        &self,
        snapshot: &Snapshot,
        name: &'t str,
        arguments: Option<&'t str>,
        found: Result<EntryId, CatalogError>,
    ) -> Called<'t> {
        let started = found
            .map_err(Refusal::from)
            .and_then(|entry| startable(snapshot, entry).map(|()| entry));
        match started {
            Err(why) => Called::Refused { name, why },
            Ok(entry) => {
                let mut commands = self.commands.iter();
                let command = commands.find(|command| command.entry == entry);
                Called::Skill(Call {
                    entry,
                    command: command.map_or_else(|| name.into(), |command| command.name.clone()),
                    arguments,
                })
            }
        }
    }

    fn find_word<'t>(&self, name: &'t str, arguments: Option<&'t str>) -> Called<'t> {
        if name.eq_ignore_ascii_case(SKILL_COMMAND) {
            let (name, arguments) = split(arguments.unwrap_or(""));
            if name.is_empty() {
                return Called::Refused {
                    name,
                    why: Refusal::NoName,
                };
            }
            let wanted = looked_up(name);
            let fits = |command: &&Command| {
                looked_up(&command.name) == wanted || looked_up(&command.skill) == wanted
            };
            return match self.commands.iter().find(fits) {
                Some(command) => call(command, arguments),
                None => Called::Refused {
                    name,
                    why: Refusal::Skill(CatalogError::NotFound {
                        query: name.to_owned(),
                        near: Vec::new(),
                    }),
                },
            };
        }
        let wanted = name.to_lowercase();
        match self
            .commands
            .iter()
            .find(|command| *command.name == *wanted)
        {
            Some(command) => call(command, arguments),
            None if self.is_reserved(name) => Called::Host { name },
            None => Called::Nothing,
        }
    }
}

fn call<'t>(command: &Command, arguments: Option<&'t str>) -> Called<'t> {
    Called::Skill(Call {
        entry: command.entry,
        command: command.name.clone(),
        arguments,
    })
}

/// The first word and what stands behind it.
fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, Some(rest.trim()).filter(|rest| !rest.is_empty())),
        None => (text, None),
    }
}

/// The same, where the first word may be a name in quotes.
fn split_quoted(text: &str) -> (&str, Option<&str>) {
    match text.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some((name, rest)) => (
            name.trim(),
            Some(rest.trim()).filter(|rest| !rest.is_empty()),
        ),
        None => split(text),
    }
}

/// What stands behind `skill:` in the command; empty for `skill` alone.
fn strip_skill_command(name: &str) -> Option<&str> {
    let (start, behind) = name.split_at_checked(SKILL_COMMAND.len())?;
    if !start.eq_ignore_ascii_case(SKILL_COMMAND) {
        return None;
    }
    match behind {
        "" => Some(""),
        _ => behind.strip_prefix(':').filter(|name| !name.is_empty()),
    }
}

/// A name as `/skill` compares it: in lower case, runs of blanks and `_` as `-`.
fn looked_up(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut in_run = false;
    for character in name.trim().chars().flat_map(char::to_lowercase) {
        let is_run = character.is_whitespace() || character == '_';
        if !is_run {
            out.push(character);
        } else if !in_run {
            out.push('-');
        }
        in_run = is_run;
    }
    out
}

#[cfg(test)]
mod tests {
    use prowess_catalog::{Profile, Trust, Verdict};

    use super::*;
    use crate::testing::{skill, snapshot, snapshot_of, with_header};

    /// What a message calls in the own profile: the skill and its arguments, or the state in words.
    fn called(snapshot: &Snapshot, reserved: &[&str], message: &str) -> String {
        match Commands::new(snapshot, reserved).find(snapshot, message) {
            Called::Nothing => "nothing".to_owned(),
            Called::Host { name } => format!("host {name}"),
            Called::Refused { name, why } => format!("refused {name}: {why}"),
            Called::Skill(call) => {
                let name = &snapshot.entry(call.entry).unwrap().name;
                format!("{name} <{}>", call.arguments.unwrap_or(""))
            }
        }
    }

    fn own(skills: &[&str]) -> Snapshot {
        snapshot_of(Profile::own(), skills)
    }

    /// SL-01: the host's command goes first, in any letter case; the skill is reached by `/skill`.
    #[test]
    fn sl_01_named_like_a_builtin() {
        let snapshot = own(&["status"]);
        let called = |message| called(&snapshot, &["status", "help"], message);
        assert_eq!(called("/status now"), "host status");
        assert_eq!(called("/Status"), "host Status");
        assert_eq!(called("/skill status now"), "status <now>");
        assert_eq!(called("/workspace:status"), "status <>");
        let taken: Vec<_> = Commands::new(&snapshot, ["STATUS"])
            .iter()
            .map(|command| command.taken)
            .collect();
        assert_eq!(taken, [Some(super::super::Taken::ByHost)]);
    }

    /// SL-02: a command is found whole, never by part; completion shows the host's first.
    #[test]
    fn sl_02_part_of_a_name() {
        let snapshot = own(&["mcp-search", "protocols-mcp"]);
        assert_eq!(called(&snapshot, &["mcp"], "/mcp"), "host mcp");
        assert_eq!(called(&snapshot, &[], "/mcp"), "nothing");
        let commands = Commands::new(&snapshot, ["mcp"]);
        let completed: Vec<_> = commands.complete("MCP").collect();
        assert_eq!(completed, ["mcp", "mcp-search"]);
    }

    /// SL-07: the exact name goes before one that only folds to it.
    #[test]
    fn sl_07_exact_first() {
        let snapshot = own(&["tea-maker", "tea_maker"]);
        assert_eq!(called(&snapshot, &[], "/tea-maker"), "tea-maker <>");
        assert_eq!(called(&snapshot, &[], "/tea_maker"), "tea_maker <>");
        assert_eq!(
            called(&snapshot, &[], "/TEA-MAKER"),
            "refused TEA-MAKER: `TEA-MAKER` may mean `tea-maker` or `tea_maker`"
        );
    }

    /// SL-08: a command is called as the skill is, leading underscores included.
    #[test]
    fn sl_08_leading_underscores() {
        let snapshot = own(&["__mine"]);
        assert_eq!(called(&snapshot, &[], "/__mine"), "__mine <>");
        let commands = Commands::new(&snapshot, [""; 0]);
        assert_eq!(commands.complete("__").collect::<Vec<_>>(), ["__mine"]);
    }

    /// NM-01: a name with blanks is typed folded, and loses the command to a skill that is called
    /// so.
    #[test]
    fn nm_01_blanks() {
        let snapshot = own(&["My Tool"]);
        assert_eq!(called(&snapshot, &[], "/my-tool a  b "), "My Tool <a  b>");
        assert_eq!(
            called(&snapshot, &[], "/skill \"My Tool\" a"),
            "My Tool <a>"
        );
        let snapshot = own(&["My Tool", "my-tool"]);
        assert_eq!(called(&snapshot, &[], "/my-tool"), "my-tool <>");
        let commands = Commands::new(&snapshot, [""; 0]);
        let menu: Vec<_> = commands.menu(super::super::MenuCharacters::Any).collect();
        assert_eq!(menu.len(), 1);
    }

    /// NM-04: a Chinese name is a command; a menu of ASCII does without it.
    #[test]
    fn nm_04_chinese_name() {
        let snapshot = own(&["故事整理"]);
        assert_eq!(called(&snapshot, &[], "/故事整理 这个"), "故事整理 <这个>");
        let commands = Commands::new(&snapshot, [""; 0]);
        let menu = commands.menu(super::super::MenuCharacters::Ascii);
        assert_eq!(menu.count(), 0);
    }

    /// Text that only looks like a command stays text.
    #[test]
    fn text() {
        let snapshot = own(&["hosts", "a"]);
        for message in ["/", "/ a", "//a", "a /a", "/etc/hosts", "/b", "", "/ab"] {
            assert_eq!(called(&snapshot, &[], message), "nothing", "{message}");
        }
        assert_eq!(called(&snapshot, &[], " /a\nx"), "a <x>");
    }

    /// What cannot be started says why: not for users, not eligible, not there, no name at all.
    #[test]
    fn refused() {
        let kept = with_header(skill("kept", 0, "d"), |manifest| {
            manifest.invocation.user = false;
        });
        let mut missing = skill("missing", 0, "d");
        missing.verdict = Verdict::Ineligible {
            reasons: Box::default(),
        };
        missing.trust = Trust::Untrusted;
        let snapshot = snapshot(Profile::own(), vec![kept, missing]);
        for (message, answer) in [
            (
                "/kept",
                "refused kept: `kept` is not for users to start (`user-invocable` is false)",
            ),
            ("/missing", "refused missing: `missing` is ineligible: "),
            ("/skill other", "refused other: no skill is called `other`"),
            ("/skill", "refused : `/skill` names no skill"),
        ] {
            assert_eq!(called(&snapshot, &[], message), answer);
        }
        assert_eq!(Commands::new(&snapshot, [""; 0]).iter().count(), 0);
    }

    /// Where `/skill` is the only command, a name alone is text.
    #[test]
    fn skill_command_alone() {
        let mut profile = Profile::own();
        profile.calls.commands = CommandRule::SkillCommand;
        let snapshot = snapshot_of(profile, &["tide"]);
        assert_eq!(called(&snapshot, &[], "/skill:tide a"), "tide <a>");
        assert_eq!(called(&snapshot, &[], "/skill tide"), "tide <>");
        assert_eq!(called(&snapshot, &[], "/tide"), "nothing");
        let commands = Commands::new(&snapshot, [""; 0]);
        assert_eq!(commands.complete("sk").collect::<Vec<_>>(), ["skill:tide"]);
    }

    /// Names that were made are matched whole; `/skill` also knows the skill's own name.
    #[test]
    fn words() {
        let snapshot = snapshot_of(Profile::openclaw(), &["my-skill", "help"]);
        let called = |message| called(&snapshot, &["help"], message);
        for (message, answer) in [
            ("/my_skill x", "my-skill <x>"),
            ("/my-skill x", "nothing"),
            ("/skill My-Skill x", "my-skill <x>"),
            ("/help", "host help"),
            ("/help_2 x", "help <x>"),
            ("/skill help", "help <>"),
            ("/skill nope", "refused nope: no skill is called `nope`"),
        ] {
            assert_eq!(called(message), answer, "{message}");
        }
    }
}
