//! SL-* and TR-*: what users type, from files on the disk to what a model gets.

use std::sync::Arc;

use prowess_base::Surroundings;
use prowess_catalog::{Catalog, Profile, Request, ScopeJudge, Snapshot};
use prowess_prompt::{Commands, ExpandOptions, Expansion, Fired, Outcome, SkillText, expand};
use prowess_tests::Stage;

/// The skills of a workspace that is trusted, each as its folder and its file.
fn load(skills: &[(&str, &str)]) -> (Stage, Arc<Snapshot>) {
    let stage = Stage::new().with_folder("{P}", "proj");
    for (folder, text) in skills {
        stage.write(&format!("{{P}}/skills/{folder}/SKILL.md"), text);
    }
    let place = stage.place("{P}").to_path_buf();
    let mut request = Request::new(Profile::own(), Surroundings::bare(&place));
    request.workspace = Some(place);
    request.judge = Arc::new(ScopeJudge::ProjectTrusted);
    (stage, Catalog::new(request).load())
}

fn expanded(snapshot: &Snapshot, message: &str) -> Expansion {
    let texts = |id| Ok(SkillText::of(&snapshot.content(id)?));
    let fired = Fired::default();
    let options = ExpandOptions::new(&texts, &fired);
    let commands = Commands::new(snapshot, ["status", "help", "mcp"]);
    expand(snapshot, &commands, message, &options)
}

/// The first line of the body that a message brings in, or the outcome in words.
fn body(snapshot: &Snapshot, message: &str) -> String {
    match expanded(snapshot, message).outcome {
        Outcome::Message(text) => text.lines().nth(1).unwrap_or("").to_owned(),
        other => format!("{other:?}"),
    }
}

/// The skills that a message brings in, by name.
fn brought(snapshot: &Snapshot, message: &str) -> Vec<String> {
    let skills = expanded(snapshot, message).skills;
    let name = |entry| Some(snapshot.entry(entry)?.name.to_string());
    skills
        .iter()
        .filter_map(|skill| name(skill.entry))
        .collect()
}

/// Skills that are brought in by one word each, in order `a`, `b`, ….
fn triggered_by(words: &[&str]) -> (Stage, Arc<Snapshot>) {
    let texts: Vec<(String, String)> = ('a'..)
        .zip(words)
        .map(|(name, word)| {
            let word = serde_json::to_string(word).expect("a text");
            let text = format!("---\nname: {name}\ndescription: d\ntriggers: [{word}]\n---\nB\n");
            (name.to_string(), text)
        })
        .collect();
    let skills: Vec<_> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    load(&skills)
}

/// The host's command keeps its name, and the skill runs by the long form.
#[test]
fn sl_01_named_like_a_builtin() {
    let (_stage, snapshot) = load(&[(
        "status",
        "---\nname: status\ndescription: Service health\n---\nHEALTH\n",
    )]);
    assert_eq!(body(&snapshot, "/status"), "Host(\"status\")");
    assert_eq!(body(&snapshot, "/skill status"), "HEALTH");
}

/// Neither command is captured by a skill that holds its name.
#[test]
fn sl_02_part_of_a_name() {
    let skill = |name| format!("---\nname: {name}\ndescription: d\n---\nBody.\n");
    let (search, protocols) = (skill("mcp-search"), skill("protocols-mcp"));
    let (_stage, snapshot) = load(&[("mcp-search", &search), ("protocols-mcp", &protocols)]);
    assert_eq!(body(&snapshot, "/mcp"), "Host(\"mcp\")");
    assert_eq!(body(&snapshot, "/search"), "Unchanged");
}

/// Declared and missing is empty, escaped is literal.
#[test]
fn sl_05_missing_argument() {
    let (_stage, snapshot) = load(&[(
        "two",
        "---\nname: two\ndescription: d\narguments: [src, dst]\n---\nfrom=$0 to=$1 lit=\\$1\n",
    )]);
    assert_eq!(body(&snapshot, "/two here"), "from=here to= lit=$1");
}

/// Each of two names that fold alike runs its own skill, and both are told.
#[test]
fn sl_07_fold_alike() {
    let (_stage, snapshot) = load(&[
        (
            "a",
            "---\nname: tea_maker\ndescription: first\n---\nUNDERSCORE\n",
        ),
        (
            "b",
            "---\nname: tea-maker\ndescription: second\n---\nHYPHEN\n",
        ),
    ]);
    assert_eq!(body(&snapshot, "/tea-maker"), "HYPHEN");
    assert_eq!(body(&snapshot, "/tea_maker"), "UNDERSCORE");
    let told = |name: &str| {
        let id = snapshot.get(name).expect("the skill");
        let entry = snapshot.entry(id).expect("its entry");
        entry
            .diagnostics
            .iter()
            .any(|said| said.message.contains("tea"))
    };
    assert!(told("tea-maker") || told("tea_maker"));
}

/// The command is the name, leading underscores included.
#[test]
fn sl_08_leading_underscores() {
    let (_stage, snapshot) = load(&[("__mine", "---\nname: __mine\ndescription: d\n---\nBody.\n")]);
    assert_eq!(body(&snapshot, "/__mine"), "Body.");
    let commands = Commands::new(&snapshot, ["help"]);
    assert_eq!(commands.complete("__").collect::<Vec<_>>(), ["__mine"]);
}

/// A name directly before Chinese text ends there, and never within a word.
#[test]
fn sl_10_before_chinese() {
    let skill = |name| format!("---\nname: {name}\ndescription: d\n---\nBody.\n");
    let (tidy, tidy_up) = (skill("tidy"), skill("tidy-up"));
    let (_stage, snapshot) = load(&[("tidy", &tidy), ("tidy-up", &tidy_up)]);
    assert_eq!(brought(&snapshot, "$tidy-up整理这个"), ["tidy-up"]);
    assert_eq!(body(&snapshot, "$tidy-upper x"), "Unchanged");
}

/// Short words, phrases and triggers with punctuation.
#[test]
fn tr_02_words_and_phrases() {
    let (_stage, snapshot) = triggered_by(&["ai", "/brew", "notes.txt", "tax form"]);
    for (message, names) in [
        ("maintain the train", vec![]),
        ("build an ai", vec!["a"]),
        ("/brew it", vec!["b"]),
        ("see notes.txt.", vec!["c"]),
        ("Tax  form, please", vec!["d"]),
        ("/brewer", vec![]),
    ] {
        assert_eq!(brought(&snapshot, message), names, "{message}");
    }
}

/// Where words are not parted, a substring is right.
#[test]
fn tr_03_chinese_words() {
    let (_stage, snapshot) = triggered_by(&["部署", "原型"]);
    assert_eq!(brought(&snapshot, "请帮我部署网站"), ["a"]);
    assert_eq!(brought(&snapshot, "天气怎么样"), [""; 0]);
}

/// A change of script is a boundary.
#[test]
fn tr_04_latin_in_chinese() {
    let (_stage, snapshot) = triggered_by(&["git"]);
    assert_eq!(brought(&snapshot, "用git提交代码"), ["a"]);
    assert_eq!(brought(&snapshot, "用digit计数"), [""; 0]);
}

/// Words are literal.
#[test]
fn tr_05_literal_words() {
    let (_stage, snapshot) = triggered_by(&["c++", ".net", "what?"]);
    for (message, names) in [
        ("port this C++ code", vec!["a"]),
        ("ccc", vec![]),
        ("a .NET app", vec!["b"]),
        ("internet", vec![]),
        ("what? now", vec!["c"]),
    ] {
        assert_eq!(brought(&snapshot, message), names, "{message}");
    }
}

/// A name with blanks is typed folded.
#[test]
fn nm_01_typed_folded() {
    let (_stage, snapshot) = load(&[(
        "My Tool",
        "---\nname: My Tool\ndescription: d\n---\nBody.\n",
    )]);
    assert_eq!(brought(&snapshot, "/my-tool"), ["My Tool"]);
}

/// The command exists under the full Chinese name.
#[test]
fn nm_04_chinese_command() {
    let text = "---\nname: 故事整理\ndescription: 整理文稿\n---\nBody.\n";
    let (_stage, snapshot) = load(&[("gushi", text)]);
    assert_eq!(body(&snapshot, "/故事整理"), "Body.");
}
