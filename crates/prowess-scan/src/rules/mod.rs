//! The rules. One file is one rule, with its page in `codes/` and its fixtures in `fixtures/`.
//!
//! A rule notices and says how much that is worth when it is meant; the judge weighs it with the stance
//! of the text, the role of the file, and its company.

mod behaviour;
mod configuration;
mod hidden;
mod package;
mod prose;

use prowess_base::{Code, Span};

use crate::fact::Fact;
use crate::package::{FileId, Package};
use crate::signal::{Signals, Strength};
use crate::skill::Skill;
use crate::unit::{Role, Unit, UnitId};

/// A rule.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Its stable code; `prowess explain` prints the page.
    pub(crate) code: Code,
    /// Its stable name, such as `fetch-and-run`.
    pub(crate) id: &'static str,
    /// The class of attack, by the numbers of the threat taxonomy that the rules follow (1 to 29).
    #[cfg_attr(
        not(test),
        expect(
            dead_code,
            reason = "it says what a rule is for, and a test holds the classes"
        )
    )]
    pub(crate) class: u8,
    /// What it is part of. Signals of several phases together weigh more than their sum.
    pub(crate) phase: Phase,
    /// How much its signals may say, gravest first. Its page tells the same, by a test.
    pub(crate) strengths: &'static [Strength],
    /// Why it matters, in a sentence.
    pub(crate) why: &'static str,
    /// What to do about it, in a sentence.
    pub(crate) advice: &'static str,
    pub(crate) check: Check,
}

/// The part of an attack that a rule belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Phase {
    /// Bringing a person or a model to do it: lures, injection, urgency.
    Lure,
    /// Keeping it from being seen: hidden text, encoding, binaries, talk to reviewers.
    Hide,
    /// Getting foreign code to run.
    Execute,
    /// Staying: start files, schedulers, instruction files, hooks.
    Persist,
    /// Getting at secrets.
    Collect,
    /// Sending them away.
    Send,
    /// Getting more rights, or destroying.
    Power,
    /// Being taken for something else: names, dependencies.
    Supply,
}

impl Phase {
    /// What a package does that has a part of it, behind "the package".
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Lure => "draws in a person or a model",
            Self::Hide => "hides something",
            Self::Execute => "runs foreign code",
            Self::Persist => "stays after its work",
            Self::Collect => "gets at secrets",
            Self::Send => "sends something away",
            Self::Power => "takes rights or destroys",
            Self::Supply => "relies on what others may replace",
        }
    }
}

/// What a rule looks at.
pub(crate) enum Check {
    /// One text. It is asked only about texts that hold one of `hints` (ASCII letters in either case;
    /// none means every text), and is given where they start.
    Text {
        hints: &'static [&'static str],
        run: fn(&Unit<'_>, &[u32], &mut Signals),
    },
    /// The whole package, after every text was read.
    Package(fn(&Scene<'_>, &mut Signals)),
    /// The whole package, as with `Package`, given where `hints` start in each of its texts, in the order of
    /// the units.
    Places {
        hints: &'static [&'static str],
        run: fn(&Scene<'_>, &[Vec<u32>], &mut Signals),
    },
}

impl std::fmt::Debug for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Text { .. } => "Text",
            Self::Package(_) => "Package",
            Self::Places { .. } => "Places",
        })
    }
}

/// Everything that a scan knows before the judge.
#[derive(Debug)]
pub(crate) struct Scene<'p> {
    pub(crate) package: &'p Package,
    pub(crate) skill: Option<&'p Skill>,
    /// The role of every file, in the order of the package's files.
    pub(crate) roles: Vec<Role>,
    pub(crate) units: Vec<Unit<'p>>,
    /// What code and prose do, flows over several places included.
    pub(crate) facts: Vec<Fact>,
    /// Files that could be read but were not wholly looked at, each with the bound that was reached:
    /// their coverage is not complete.
    pub(crate) left: Vec<(FileId, &'static str)>,
}

impl<'p> Scene<'p> {
    /// The unit with this id.
    pub(crate) fn unit(&self, id: UnitId) -> Option<&Unit<'p>> {
        self.units.get(id.0 as usize)
    }

    /// Every fact with the unit that it stands in.
    pub(crate) fn facts(&self) -> impl Iterator<Item = (&Fact, &Unit<'p>)> {
        self.facts
            .iter()
            .filter_map(|fact| self.unit(fact.unit).map(|unit| (fact, unit)))
    }

    /// The role of a file.
    pub(crate) fn role(&self, file: FileId) -> Role {
        let role = self.roles.get(file.0 as usize);
        role.copied().unwrap_or(Role::Loose)
    }
}

/// Every rule, in the order of their codes.
pub(crate) static RULES: &[&Rule] = &[
    &prose::instruction_override::RULE,
    &prose::fake_frame::RULE,
    &prose::concealment::RULE,
    &prose::refusal_suppression::RULE,
    &prose::urgent_first_step::RULE,
    &prose::description_orders::RULE,
    &prose::description_stuffing::RULE,
    &prose::fake_prerequisite::RULE,
    &prose::memory_poisoning::RULE,
    &prose::scanner_directed::RULE,
    &prose::remote_instructions::RULE,
    &prose::exfiltration_by_prose::RULE,
    &prose::credential_request::RULE,
    &prose::safety_bypass::RULE,
    &prose::over_reach::RULE,
    &prose::download_executable::RULE,
    &prose::meaning::RULE,
    &hidden::tag_characters::RULE,
    &hidden::zero_width::RULE,
    &hidden::bidi_override::RULE,
    &hidden::variation_selectors::RULE,
    &hidden::terminal_escapes::RULE,
    &hidden::hidden_comment::RULE,
    &hidden::hidden_markup::RULE,
    &hidden::padding::RULE,
    &hidden::mixed_script::RULE,
    &hidden::confusable_name::RULE,
    &hidden::nested_encoding::RULE,
    &hidden::encoded_program::RULE,
    &hidden::split_literal::RULE,
    &hidden::spliced_command::RULE,
    &hidden::hidden_address::RULE,
    &behaviour::credential_read::RULE,
    &behaviour::credential_sweep::RULE,
    &behaviour::secret_flow::RULE,
    &behaviour::environment_dump::RULE,
    &behaviour::collector_host::RULE,
    &behaviour::fetch_and_run::RULE,
    &behaviour::decode_and_run::RULE,
    &behaviour::file_upload::RULE,
    &behaviour::dns_exfiltration::RULE,
    &behaviour::reverse_shell::RULE,
    &behaviour::persistence::RULE,
    &behaviour::instruction_file_write::RULE,
    &behaviour::agent_settings_write::RULE,
    &behaviour::other_skills_write::RULE,
    &behaviour::privilege::RULE,
    &behaviour::security_disabled::RULE,
    &behaviour::destructive::RULE,
    &behaviour::crypto_mining::RULE,
    &behaviour::capture::RULE,
    &behaviour::load_time_command::RULE,
    &behaviour::dynamic_code::RULE,
    &behaviour::environment_trigger::RULE,
    &prose::joined_parts::RULE,
    &behaviour::remote_model_instructions::RULE,
    &behaviour::git_push_foreign::RULE,
    &configuration::tool_grant::RULE,
    &configuration::hook_command::RULE,
    &configuration::agent_settings::RULE,
    &configuration::plugin_manifest::RULE,
    &configuration::mcp_server::RULE,
    &configuration::editor_task::RULE,
    &configuration::install_script::RULE,
    &configuration::unpinned_dependency::RULE,
    &configuration::dependency_source::RULE,
    &configuration::confused_dependency::RULE,
    &configuration::name_shadowing::RULE,
    &configuration::embedded_secret::RULE,
    &configuration::header_command::RULE,
    &configuration::model_endpoint::RULE,
    &configuration::git_program::RULE,
    &package::path_escape::RULE,
    &package::link_outside::RULE,
    &package::path_name::RULE,
    &package::name_collision::RULE,
    &package::archive_bomb::RULE,
    &package::archive_differs::RULE,
    &package::encrypted_archive::RULE,
    &package::native_program::RULE,
    &package::bytecode::RULE,
    &package::disguised_file::RULE,
    &package::polyglot::RULE,
    &package::active_content::RULE,
    &package::macro_document::RULE,
    &package::header_bomb::RULE,
    &package::parser_difference::RULE,
];

/// The name of every rule.
pub fn rule_ids() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.id)
}

/// The parts of a text around some places in it, merged where they touch, so that looking at all of
/// them is linear however many there are. Borders lie on character borders.
pub(crate) fn windows<'t>(
    text: &'t str,
    places: &'t [u32],
    before: usize,
    after: usize,
) -> impl Iterator<Item = (Span, &'t str)> {
    let mut places = places.iter().map(|place| *place as usize).peekable();
    std::iter::from_fn(move || {
        let first = places.next()?;
        let start = text.floor_char_boundary(first.saturating_sub(before));
        let mut end = first.saturating_add(after).min(text.len());
        while let Some(next) = places.next_if(|next| next.saturating_sub(before) <= end) {
            end = next.saturating_add(after).min(text.len());
        }
        let end = text.ceil_char_boundary(end);
        Some((Span::new(start, end), text.get(start..end).unwrap_or("")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes and names are unique and in order, and every rule has fixtures.
    #[test]
    fn registry() {
        assert!(RULES.is_sorted_by(|one, other| one.code < other.code));
        let mut ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), RULES.len());
        assert!(RULES.iter().all(|rule| (1..=29).contains(&rule.class)));
    }

    /// The page of each rule ends with what its signals weigh where they are meant and stand alone, in the words of
    /// the judge.
    #[test]
    fn pages_tell_weights() {
        let mut faults = Vec::new();
        for rule in RULES {
            assert!(
                rule.strengths
                    .is_sorted_by(|graver, lesser| graver > lesser),
                "{}",
                rule.id
            );
            let words: Vec<String> = rule
                .strengths
                .iter()
                .map(|strength| format!("{:?}", strength.meant()).to_lowercase())
                .collect();
            let words = match words.as_slice() {
                [others @ .., last] if !others.is_empty() => {
                    format!("{} or {last}", others.join(", "))
                }
                words => words.concat(),
            };
            let line = format!("\n\nWhere it is meant and stands alone: {words}.\n");
            let page = crate::codes::PAGES
                .iter()
                .find(|page| page.code == rule.code);
            if !page.is_some_and(|page| page.text.ends_with(&line)) {
                faults.push(format!("{}: its page does not end with{line}", rule.code));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// Windows that touch are one, and none cuts a character.
    #[test]
    fn windows_merge() {
        let text = "aé curl bé curl, and much later one more curl";
        let places: Vec<u32> = text
            .match_indices("curl")
            .map(|(at, _)| at as u32)
            .collect();
        let found: Vec<&str> = windows(text, &places, 2, 7).map(|(_, part)| part).collect();
        assert_eq!(found, ["é curl bé curl, a", "e curl"]);
    }
}
