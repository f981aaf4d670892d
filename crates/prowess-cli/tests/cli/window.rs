//! `--window`, `--tokenizer` and budgets of tokens, in `prompt` and `check`

use crate::stage::Stage;

/// Twenty skills with descriptions of 40 words.
fn many() -> Stage {
    let stage = Stage::new();
    for number in 0..20 {
        let description = format!("Number {number}. {}", "Tells the tides. ".repeat(13));
        stage.file(
            &format!("work/.claude/skills/tide-{number:02}/SKILL.md"),
            format!("---\ndescription: {description}\n---\nB.\n"),
        );
        stage.file(
            &format!("work/.agents/skills/tide-{number:02}/SKILL.md"),
            format!("---\ndescription: {description}\n---\nB.\n"),
        );
    }
    stage
}

/// The lines of `check` about the budget.
fn visibility(stage: &Stage, arguments: &str) -> Vec<String> {
    let ran = stage.run(&format!("check {arguments}"));
    let lines = ran.stdout.lines();
    let lines = lines.skip_while(|line| !line.starts_with("visibility:"));
    lines
        .take_while(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Claude Code gives the list one part in a hundred of the window, four characters a token, and keeps
/// every name.
#[test]
fn share_in_characters() {
    let stage = many();
    let seen = visibility(&stage, "--profile claude-code --window 20000");
    assert_eq!(seen.len(), 2, "{seen:?}");
    assert!(
        seen[0].contains("20 skills in ") && seen[0].ends_with("(at most 800)"),
        "{seen:?}"
    );
    assert_eq!(
        seen[1],
        "limited by [N] characters, the share of a window of 20000 tokens"
    );
    let known = visibility(&stage, "--profile claude-code --window 1000000");
    assert_eq!(known.len(), 1, "{known:?}");
}

/// Codex gives it two parts in a hundred, in tokens; while the window is not known, 8,000 characters.
#[test]
fn share_in_tokens() {
    let stage = many();
    let json = |arguments: &str| {
        let ran = stage.run(&format!("prompt --json --profile codex {arguments}"));
        let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        value["budget"].clone()
    };
    let known = json("--window 50000 --tokenizer estimate");
    assert_eq!(
        known["window"],
        serde_json::json!({"window": 50000, "most": 1000, "unit": "tokens"})
    );
    assert_eq!(known["binding"], serde_json::json!(["window"]));
    assert_eq!(known["tokens"]["tokenizer"], "estimate");
    assert_eq!(known["tokens"]["exact"], false);
    assert!(
        known["tokens"]["count"].as_u64().unwrap() <= 1000,
        "{known}"
    );
    let unknown = json("");
    assert_eq!(
        unknown["window"],
        serde_json::json!({"most": 8000, "unit": "characters"})
    );
    assert_eq!(unknown.get("tokens"), None);
}

/// A number of tokens of the user's own holds in every profile, and what is left out says which bound
/// it was.
#[test]
fn own_tokens() {
    let mut stage = many();
    stage.variable("PROWESS_PROMPT_TOKENS", "600");
    let seen = visibility(&stage, "--tokenizer estimate");
    assert!(
        seen[0].contains("tokens, estimated (at most 600)"),
        "{seen:?}"
    );
    assert_eq!(seen[1], "limited by 600 tokens");
    let ran = stage.run("prompt --tokenizer estimate");
    assert!(ran.stderr.contains("the catalogue has 600 tokens"), "{ran}");
}

/// Counts are exact in a vocabulary that is built in, and follow the model's family where nobody says
/// how to count.
#[cfg(feature = "tokens")]
#[test]
fn model_families() {
    let stage = many();
    let counted = |arguments: &str| {
        let ran = stage.run(&format!("prompt --cost --json {arguments}"));
        let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        value["tokenizer"].as_str().unwrap().to_owned()
    };
    assert_eq!(counted(""), "o200k");
    assert_eq!(counted("--model openai/gpt-4"), "cl100k");
    assert_eq!(counted("--model claude-opus-5"), "estimate");
    assert_eq!(
        counted("--model claude-opus-5 --tokenizer cl100k"),
        "cl100k"
    );
}
