//! `nanobot/mentions.jsonl`: skills that a message names, and the block behind it.

use prowess_prompt::{Commands, ExpandOptions, Fired, Outcome, SkillText, expand, mentions};
use prowess_tests::Vector;
use serde_json::json;

use crate::compare::{Answers, run};
use crate::nanobot_prompt::{Edition, load, stage};

#[test]
fn nanobot_mentions() {
    run("nanobot/mentions.jsonl", "prompt", answer);
}

fn answer(vector: &Vector) -> Answers {
    let stage = stage(vector.value("input.tree"));
    let snapshot = load(&stage, vector, Edition::August);
    let message = vector.text("input.text");
    let named = mentions(&snapshot, message).found;
    let names = named
        .iter()
        .filter_map(|mention| Some(&*snapshot.entry(mention.entry)?.name));
    let texts = |id| Ok(SkillText::of(&snapshot.content(id)?));
    let fired = Fired::default();
    let options = ExpandOptions::new(&texts, &fired);
    let commands = Commands::new(&snapshot, [""; 0]);
    let block = match expand(&snapshot, &commands, message, &options).outcome {
        Outcome::Message(text) => {
            let block = text.strip_prefix(message).map(str::trim_start);
            Some(block.expect("the message stands first").to_owned())
        }
        Outcome::Unchanged => None,
        other => panic!("{other:?}"),
    };
    Answers {
        ours: json!({"invoked": names.collect::<Vec<_>>(), "block": block}),
        theirs: json!({
            "invoked": vector.value("output.invoked"),
            "block": vector.field("output.block.content"),
        }),
    }
}
