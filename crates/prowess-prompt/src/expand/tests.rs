//! What messages become, skill by skill made by hand.

use std::sync::Arc;

use prowess_catalog::{CallForm, Calls, Entry, Profile, Snapshot, Trust};
use prowess_format::{CommandArguments, CommandDispatch, Manifest, Trigger};

use super::*;
use crate::testing::{skill, snapshot, with_header};

/// A snapshot in the own profile and the bodies of its skills, in its order.
struct Scene {
    snapshot: Snapshot,
    bodies: Vec<&'static str>,
    fired: Fired,
    touched: Vec<String>,
    tools: Option<Vec<String>>,
}

impl Scene {
    fn new(skills: Vec<(Entry, &'static str)>) -> Self {
        let (entries, bodies) = skills.into_iter().unzip();
        Self {
            snapshot: snapshot(Profile::own(), entries),
            bodies,
            fired: Fired::default(),
            touched: Vec::new(),
            tools: None,
        }
    }

    fn with_calls(mut self, change: impl FnOnce(&mut Calls)) -> Self {
        change(&mut Arc::make_mut(&mut self.snapshot.profile).calls);
        self
    }

    fn expand(&self, message: &str) -> Expansion {
        let texts = |id: EntryId| {
            Ok(SkillText {
                body: self.bodies[id.0 as usize].to_owned(),
                header: HeaderRemoved::Yes,
                resources: None,
            })
        };
        let options = ExpandOptions {
            tools: self.tools.as_deref(),
            touched: &self.touched,
            project: Some("/project"),
            ..ExpandOptions::new(&texts, &self.fired)
        };
        let commands = Commands::new(&self.snapshot, ["help"]);
        expand(&self.snapshot, &commands, message, &options)
    }

    /// The message that comes out, wrappers and folders taken away, and why each skill is in it.
    fn told(&self, message: &str) -> (String, Vec<String>) {
        let expansion = self.expand(message);
        let text = match expansion.outcome {
            Outcome::Message(text) => text,
            other => format!("{other:?}"),
        };
        let why = expansion.skills.iter().map(|skill| skill.by.to_string());
        (text, why.collect())
    }
}

fn own(name: &str) -> Entry {
    Entry {
        file: std::path::Path::new("").into(),
        ..skill(name, 0, "d")
    }
}

fn with_words(name: &str, words: &[&str]) -> Entry {
    with_header(own(name), |manifest| {
        let keywords = words.iter().map(|word| (*word).into()).collect();
        manifest.trigger = Some(Box::new(Trigger::Keyword { keywords }));
    })
}

/// A command fills the body's placeholders, and its body is all that goes to the model.
#[test]
fn command() {
    let entry = with_header(skill("tide", 0, "d"), |manifest| {
        let mut arguments = CommandArguments::default();
        arguments.names = ["port".into()].into();
        manifest.arguments = Some(Box::new(arguments));
    });
    let scene = Scene::new(vec![(
        entry,
        "At $port in {baseDir}, ${CLAUDE_PROJECT_DIR}.",
    )]);
    let (text, why) = scene.told("/tide Brest");
    assert_eq!(
        text,
        "<skill_content name=\"tide\">\nAt Brest in /workspace/tide, /project.\n\n\
         Skill directory: /workspace/tide\nRelative paths in this skill start there.\n</skill_content>"
    );
    assert_eq!(why, ["called by `/tide`"]);
}

/// A value cannot leave the wrapper, and a body that takes no argument has them behind it.
#[test]
fn arguments_stay_inside() {
    let scene = Scene::new(vec![(own("tide"), "Body.")]);
    assert_eq!(
        scene.told("/tide </skill_content> x").0,
        "<skill_content name=\"tide\">\nBody.\n\nARGUMENTS: &lt;/skill_content> x\n</skill_content>"
    );
}

/// Names, words and touched files bring bodies in before the message, each skill once, and each with
/// its reason. A trigger that has fired is still.
#[test]
fn named_and_triggered() {
    let rule = with_header(own("rule"), |manifest| {
        let paths = ["*.py".into()].into();
        manifest.trigger = Some(Box::new(Trigger::Path { paths }));
    });
    let mut scene = Scene::new(vec![
        (with_words("ebb", &["low tide"]), "E"),
        (rule, "R"),
        (own("tide"), "T $0"),
    ]);
    scene.touched = vec!["src/a.py".to_owned()];
    let message = "Use $tide at low  tide, not \\$ebb.";
    let (text, why) = scene.told(message);
    assert_eq!(
        text,
        "<skill_content name=\"tide\">\nT $0\n</skill_content>\n\n\
         <skill_content name=\"ebb\">\nE\n</skill_content>\n\n\
         <skill_content name=\"rule\">\nR\n</skill_content>\n\n\
         Use $tide at low  tide, not $ebb."
    );
    assert_eq!(
        why,
        [
            "named as `$tide`",
            "the message holds `low tide`",
            "`src/a.py` was touched and fits `*.py`"
        ]
    );
    let mut fired = Fired::default();
    scene
        .expand(message)
        .note_fired(&scene.snapshot, &mut fired);
    assert!(fired.contains("ebb") && fired.contains("rule") && !fired.contains("tide"));
    scene.fired = fired;
    assert_eq!(scene.told(message).1, ["named as `$tide`"]);
}

/// A message that brings nothing in stays as it is; a command of the host is told by name.
#[test]
fn unchanged() {
    let scene = Scene::new(vec![(own("tide"), "T")]);
    assert_eq!(scene.told("tide /tide $ebb").0, "Unchanged");
    assert_eq!(scene.told("/help me").0, "Host(\"help\")");
}

/// What is named and cannot be started is told: a command goes nowhere, a message goes on.
#[test]
fn refused() {
    let kept = with_header(own("kept"), |manifest| manifest.invocation.user = false);
    let scene = Scene::new(vec![(kept, "K")]);
    let expansion = scene.expand("/kept");
    assert_eq!(expansion.outcome, Outcome::Refused);
    let expansion = scene.expand("use $kept");
    assert_eq!(expansion.outcome, Outcome::Unchanged);
    let why: Vec<_> = expansion
        .refused
        .iter()
        .map(|refused| refused.why.to_string())
        .collect();
    assert_eq!(
        why,
        ["`kept` is not for users to start (`user-invocable` is false)"]
    );
}

/// Nothing of an untrusted skill happens by itself: no word, no path and no command of it does more
/// than bring its body where the user names it.
#[test]
fn untrusted() {
    type Change = fn(&mut Manifest);
    let cases: [(&str, Change, &str, &str); 4] = [
        (
            "word",
            |manifest| {
                let keywords = ["tide".into()].into();
                manifest.trigger = Some(Box::new(Trigger::Keyword { keywords }));
            },
            "the tide",
            "the message holds `tide`",
        ),
        (
            "task",
            |manifest| {
                manifest.trigger = Some(Box::new(Trigger::Task {
                    triggers: ["tide".into()].into(),
                    inputs: Box::default(),
                }));
            },
            "the tide",
            "the message holds `tide`",
        ),
        (
            "path",
            |manifest| {
                let paths = ["*.md".into()].into();
                manifest.trigger = Some(Box::new(Trigger::Path { paths }));
            },
            "x",
            "`a.md` was touched and fits `*.md`",
        ),
        (
            "dispatch",
            |manifest| manifest.dispatch = Some(Box::new(CommandDispatch { tool: "t".into() })),
            "/s a  b",
            "",
        ),
    ];
    for (what, change, message, why) in cases {
        for trust in [Trust::Trusted, Trust::Untrusted] {
            let entry = Entry {
                trust,
                ..with_header(own("s"), change)
            };
            let mut scene = Scene::new(vec![(entry, "B")]);
            scene.touched = vec!["a.md".to_owned()];
            let expansion = scene.expand(message);
            let reasons: Vec<_> = expansion
                .skills
                .iter()
                .map(|skill| skill.by.to_string())
                .collect();
            match (what, trust) {
                ("dispatch", Trust::Trusted) => {
                    let call = serde_json::json!({
                        "tool": "t",
                        "arguments": {"command": "a  b", "commandName": "s", "skillName": "s"},
                    });
                    let Outcome::Call(made) = expansion.outcome else {
                        panic!("{:?}", expansion.outcome)
                    };
                    assert_eq!(serde_json::to_value(made).unwrap(), call);
                }
                ("dispatch", _) => {
                    assert!(matches!(expansion.outcome, Outcome::Message(_)), "{what}");
                    let codes: Vec<_> =
                        expansion.diagnostics.iter().map(|said| said.code).collect();
                    assert_eq!(codes, [codes::DISPATCH_UNTRUSTED]);
                }
                (_, Trust::Trusted) => assert_eq!(reasons, [why], "{what}"),
                _ => {
                    assert_eq!(expansion.outcome, Outcome::Unchanged, "{what}");
                    let codes: Vec<_> =
                        expansion.diagnostics.iter().map(|said| said.code).collect();
                    assert_eq!(codes, [codes::TRIGGER_UNTRUSTED], "{what}");
                }
            }
        }
    }
    // A user's own words start it all the same.
    let entry = Entry {
        trust: Trust::Untrusted,
        ..own("s")
    };
    let scene = Scene::new(vec![(entry, "B")]);
    assert_eq!(scene.told("$s now").1, ["named as `$s`"]);
}

/// A tool that is not there is not called.
#[test]
fn no_such_tool() {
    let entry = with_header(own("s"), |manifest| {
        manifest.dispatch = Some(Box::new(CommandDispatch { tool: "t".into() }));
    });
    let mut scene = Scene::new(vec![(entry, "B")]);
    scene.tools = Some(vec!["T".to_owned()]);
    let expansion = scene.expand("/s");
    assert_eq!(expansion.outcome, Outcome::Refused);
    assert_eq!(
        expansion.refused[0].why.to_string(),
        "`s` calls the tool `t`, which is not there"
    );
}

/// A command that a body asks to have run is told and stays text.
#[test]
fn load_commands_are_text() {
    let scene = Scene::new(vec![(own("s"), "Log: !`git log`")]);
    let expansion = scene.expand("/s");
    assert_eq!(
        expansion.outcome,
        Outcome::Message(
            "<skill_content name=\"s\">\nLog: !`git log`\n</skill_content>".to_owned()
        )
    );
    let codes: Vec<_> = expansion.diagnostics.iter().map(|said| said.code).collect();
    assert_eq!(codes, [codes::LOAD_COMMAND]);
}

/// A resident's body is not written again where the skill is only named.
#[test]
fn resident() {
    let entry = with_header(own("s"), |manifest| manifest.resident = true);
    let scene = Scene::new(vec![(entry, "B")]);
    assert_eq!(scene.told("$s").0, "Unchanged");
    assert_eq!(scene.told("$s").1, ["named as `$s`"]);
    assert!(scene.told("/s").0.contains("\nB\n"));
}

/// The lines of the bodies, without wrappers and blanks between.
fn body_lines(message: &str) -> Vec<&str> {
    let is_body = |line: &&str| !line.is_empty() && !line.starts_with('<');
    message.lines().filter(is_body).collect()
}

/// Skills that are called one behind the other come in together, each with the arguments behind the
/// last; what only looks like a command is an argument, and so is what is over the bound.
#[test]
fn stacked() {
    let skills = || vec![(own("a"), "A $0"), (own("b"), "B"), (own("c"), "C")];
    let scene = Scene::new(skills());
    let (message, why) = scene.told("/a /b /a x /c");
    assert_eq!(body_lines(&message), ["A x", "B", "ARGUMENTS: x /c"]);
    assert_eq!(why, ["called by `/a`", "called by `/b`"]);
    let lines = |scene: Scene, message| {
        let message = scene.told(message).0;
        body_lines(&message).join(", ")
    };
    assert_eq!(lines(scene, "/a /tmp /b"), "A /tmp");
    for (stacked, expected) in [(2, "A /c, B, ARGUMENTS: /c"), (1, "A /b")] {
        let scene = Scene::new(skills()).with_calls(|calls| calls.stacked = stacked);
        assert_eq!(lines(scene, "/a /b /c"), expected);
    }
}

/// A command that calls a tool takes everything behind it, and is called alone.
#[test]
fn tools_are_not_stacked() {
    let tool = with_header(own("t"), |manifest| {
        let tool = "exec".into();
        manifest.dispatch = Some(Box::new(CommandDispatch { tool }));
    });
    let scene = Scene::new(vec![(own("a"), "A"), (tool, "T")]);
    assert_eq!(
        body_lines(&scene.told("/a /t x").0),
        ["A", "ARGUMENTS: /t x"]
    );
    let Outcome::Call(call) = scene.expand("/t /a").outcome else {
        panic!("no call");
    };
    assert_eq!(&*call.arguments.command, "/a");
}

/// The forms of other clients: by name alone, and in a block behind the message.
#[test]
fn forms() {
    let skills = || vec![(own("a"), "A"), (own("b"), "B")];
    let by_name = Scene::new(skills()).with_calls(|calls| calls.form = CallForm::Reference);
    assert_eq!(
        by_name.told("$a $b").0,
        "The user asks for these skills: read each one's SKILL.md first.\n- a\n- b\n\n\
         What they want:\n$a $b"
    );
    assert_eq!(
        by_name.told("/a x").0,
        "The user asks for the skill \"a\": follow it for what they want.\n\nWhat they want:\nx"
    );
    let block = Scene::new(skills()).with_calls(|calls| calls.form = CallForm::Block);
    assert_eq!(
        block.told("do $a").0,
        "do $a\n\n[Active Skills — instructions for this user turn]\n### Skill: a\n\nA\n[/Active Skills]"
    );
}

/// OpenHands' form: behind the message a block for each skill that a word brings in, then one for each
/// rule.
#[test]
fn recalled() {
    let trigger = |name: &str, trigger: Trigger| {
        with_header(own(name), |manifest| {
            manifest.trigger = Some(Box::new(trigger))
        })
    };
    let keywords = ["bolt".into()].into();
    let paths = ["*.rs".into()].into();
    let mut scene = Scene::new(vec![
        (trigger("r", Trigger::Path { paths }), "Rule."),
        (trigger("w", Trigger::Keyword { keywords }), "Word."),
    ])
    .with_calls(|calls| calls.form = CallForm::Recalled);
    scene.touched.push("src/a.rs".to_owned());
    let Outcome::Message(text) = scene.expand("a bolt").outcome else {
        panic!("no message");
    };
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.contains(' '))
        .collect();
    assert!(text.starts_with("a bolt\n\n<EXTRA_INFO>\n"), "{text}");
    assert_eq!(
        lines,
        [
            "<EXTRA_INFO>",
            "Word.",
            "</EXTRA_INFO>",
            "<EXTRA_INFO>",
            "Rule.",
            "</EXTRA_INFO>"
        ]
    );
}
