//! One answer for a call, whoever makes it.

use serde_json::Value;

use crate::approval::Approvals;
use crate::grant::Grant;
use crate::name::key;
use crate::pipeline::{Decision, Pipeline, Removed, Tool};

/// One call of a tool, before it happens.
#[derive(Debug, Clone, Copy)]
pub struct Call<'c> {
    /// The tool, by the name under which it is there.
    pub tool: &'c str,
    /// Its arguments.
    pub arguments: &'c Value,
    /// Who calls. It is written down and decides nothing.
    pub caller: Caller,
}

/// Who calls a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Caller {
    /// The model.
    Model,
    /// A slash command that is given to a tool.
    Command,
    /// A trigger.
    Trigger,
    /// A leaf of a behaviour tree.
    Tree,
    /// A schedule.
    Schedule,
    /// A sub-agent.
    SubAgent,
    /// The program that the engine is part of.
    Host,
}

impl Caller {
    /// Everyone who calls tools.
    pub const ALL: [Self; 7] = [
        Self::Model,
        Self::Command,
        Self::Trigger,
        Self::Tree,
        Self::Schedule,
        Self::SubAgent,
        Self::Host,
    ];
}

/// The tools of a turn with what the rules leave of them.
#[derive(Debug, Clone)]
pub struct Policy {
    tools: Vec<String>,
    decision: Decision,
    taken: Vec<String>,
    /// Tools that are asked about unless something allows the call, by their names.
    asked: Vec<String>,
}

/// What becomes of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict<'p> {
    /// It may happen.
    Go {
        /// What allows it; nothing where the tool needs no leave.
        by: Option<&'p Grant>,
    },
    /// The host is to be asked.
    Ask,
    /// The rules took the tool away.
    NotPermitted {
        /// Which rule.
        removed: &'p Removed,
    },
    /// A skill that is active took the tool away (`disallowed-tools`).
    TakenAway,
    /// There is no such tool.
    Unknown,
}

impl Policy {
    /// What the rules leave of the tools that are there. Tools named in `asked` need leave for each call.
    #[must_use]
    pub fn of(pipeline: &Pipeline, tools: &[Tool<'_>], asked: &[&str]) -> Self {
        Self {
            tools: tools.iter().map(|tool| tool.name.to_owned()).collect(),
            decision: pipeline.decide(tools),
            taken: Vec::new(),
            asked: asked.iter().map(|name| key(name)).collect(),
        }
    }

    /// Takes tools away until the user speaks next: the `disallowed-tools` of an active skill.
    pub fn take_away<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        let names = names.into_iter().map(|name| {
            crate::name::known(name).map_or_else(|| key(name), |known| known.own.to_owned())
        });
        self.taken.extend(names);
    }

    /// The tools that are left, in their order.
    pub fn left(&self) -> impl Iterator<Item = &str> {
        let kept = self.decision.kept.iter();
        kept.filter_map(|index| self.tools.get(*index))
            .map(String::as_str)
            .filter(|name| !self.is_taken(name))
    }

    /// What the rules did.
    #[must_use]
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// What becomes of a call. Who calls does not matter.
    #[must_use]
    pub fn judge<'p>(&'p self, call: &Call<'_>, approvals: &'p Approvals) -> Verdict<'p> {
        let named = |(index, name): (usize, &String)| (name == call.tool).then_some(index);
        let mut indexes = self.tools.iter().enumerate().filter_map(named).peekable();
        let Some(first) = indexes.peek().copied() else {
            return Verdict::Unknown;
        };
        if !indexes.any(|index| self.decision.kept.contains(&index)) {
            return match self.decision.why_not(first) {
                Some(removed) => Verdict::NotPermitted { removed },
                None => Verdict::Unknown,
            };
        }
        if self.is_taken(call.tool) {
            return Verdict::TakenAway;
        }
        match approvals.of(call) {
            Some(grant) => Verdict::Go { by: Some(grant) },
            None if self.asked.contains(&key(call.tool)) => Verdict::Ask,
            None => Verdict::Go { by: None },
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        let own = crate::name::known(name).map_or_else(|| key(name), |known| known.own.to_owned());
        self.taken.contains(&own)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Answer, Layer};

    fn policy() -> Policy {
        let layer = Layer {
            name: "tools.allow".to_owned(),
            deny: vec!["web_*".to_owned()],
            ..Layer::default()
        };
        let pipeline = Pipeline::new(vec![layer]);
        let tools = ["read", "exec", "web_fetch"].map(Tool::own);
        Policy::of(&pipeline, &tools, &["exec"])
    }

    #[test]
    fn who_calls_changes_nothing() {
        let mut policy = policy();
        policy.take_away(["Read"]);
        let status = json!({ "command": "git status" });
        let mut approvals = Approvals::default();
        for is_granted in [false, true] {
            for tool in ["read", "exec", "web_fetch", "nope"] {
                let verdicts = Caller::ALL.map(|caller| {
                    let call = Call {
                        tool,
                        arguments: &status,
                        caller,
                    };
                    policy.judge(&call, &approvals)
                });
                for verdict in &verdicts {
                    assert_eq!(*verdict, verdicts[0], "`{tool}`");
                }
                match (tool, is_granted, &verdicts[0]) {
                    ("read", _, Verdict::TakenAway)
                    | ("exec", false, Verdict::Ask)
                    | ("exec", true, Verdict::Go { by: Some(_) })
                    | ("web_fetch", _, Verdict::NotPermitted { .. })
                    | ("nope", _, Verdict::Unknown) => {}
                    (tool, _, other) => panic!("`{tool}`: {other:?}"),
                }
            }
            let call = Call {
                tool: "exec",
                arguments: &status,
                caller: Caller::Model,
            };
            approvals.take(&call, Answer::Session);
        }
        assert_eq!(policy.left().collect::<Vec<_>>(), ["exec"]);
    }

    #[test]
    fn a_grant_never_brings_back_what_a_rule_took() {
        let approvals = Approvals {
            always: vec![Grant::read("WebFetch").unwrap()],
            ..Approvals::default()
        };
        let policy = policy();
        let url = json!({ "url": "https://example.com" });
        let call = Call {
            tool: "web_fetch",
            arguments: &url,
            caller: Caller::Model,
        };
        let Verdict::NotPermitted { removed } = policy.judge(&call, &approvals) else {
            panic!("it may happen");
        };
        assert_eq!(removed.layer, "tools.allow");
    }

    #[test]
    fn a_sub_agent_never_gets_more_than_its_parent() {
        let tools = ["read", "write", "apply_patch", "group:fs", "*"].map(Tool::own);
        for parent in [
            &[][..],
            &["write"],
            &["group:fs"],
            &["*"],
            &["read", "write"],
        ] {
            let pipeline = Pipeline::default().within(parent.iter().copied());
            let policy = Policy::of(&pipeline, &tools, &[]);
            let left: Vec<&str> = policy.left().collect();
            assert_eq!(left, parent);
        }
        let twice = Pipeline::default()
            .within(["read", "write"])
            .within(["write", "exec"]);
        let policy = Policy::of(&twice, &tools, &[]);
        assert_eq!(policy.left().collect::<Vec<_>>(), ["write"]);
    }
}
