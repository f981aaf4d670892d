//! `openclaw/commands.jsonl`: names of commands, what a message calls, and what a turn becomes.
//!
//! Sentences are not compared: of a rewritten message the names in quotes and what follows the last
//! heading are.

use std::path::Path;
use std::sync::Arc;

use prowess_base::Surroundings;
use prowess_catalog::clients::openclaw as client;
use prowess_catalog::{Catalog, Entry, Profile, Request, RootId, ScopeJudge, Snapshot, Trust};
use prowess_config::{Layer, Origin};
use prowess_format::CommandDispatch;
use prowess_prompt::{
    Called, Command, Commands, ExpandOptions, Fired, Outcome, Refusal, Values, commands_of_agents,
    expand, fill,
};
use prowess_tests::{Stage, Vector};
use serde_json::{Map, Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_commands() {
    run("openclaw/commands.jsonl", "prompt", answer);
}

fn answer(vector: &Vector) -> Answers {
    let mut theirs = vector.output.clone();
    let ours = match vector.text("input.op") {
        "reserved" => {
            // Channel plug-ins add names of their own; there are none here.
            json!({"reserved": client::BUILT_IN_COMMANDS.as_slice(), "reservedInlineExtra": []})
        }
        "specs" => {
            let said = theirs
                .as_object_mut()
                .and_then(|output| output.remove("debugLogs"));
            let snapshot = made_snapshot(vector);
            if said.is_some() {
                let says = |entry: &Entry| !entry.diagnostics.is_empty();
                assert!(snapshot.entries.iter().any(says), "it is told");
            }
            let commands = Commands::new(&snapshot, texts(vector.value("input.reserved")));
            let fields = |command: &Command| with_source(&snapshot, command);
            json!({"commands": commands.iter().map(fields).collect::<Vec<_>>()})
        }
        "workspaceCommands" => {
            let stage = stage();
            for name in texts(vector.value("input.names")) {
                write_skill(&stage, "{WS}", &name, "d");
            }
            let request = request(&stage, stage.place("{WS}"));
            let snapshot = Catalog::new(request).load();
            let commands = Commands::new(&snapshot, client::BUILT_IN_COMMANDS);
            let fields = |command: &Command| {
                let mut fields = with_source(&snapshot, command);
                fields.remove("description");
                fields
            };
            json!({"commands": commands.iter().map(fields).collect::<Vec<_>>()})
        }
        "agentCommands" => json!({"commands": of_agents(vector)}),
        "invoke" => invoke(vector),
        "turn" => {
            let (ours, outline) = turn(vector);
            theirs = outline;
            ours
        }
        other => panic!("no such function here: {other}"),
    };
    Answers { ours, theirs }
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(|text| text.as_str().map(str::to_owned))
        .collect()
}

fn stage() -> Stage {
    Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "home/ws")
}

fn write_skill(stage: &Stage, workspace: &str, name: &str, description: &str) {
    let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
    stage.write(&format!("{workspace}/skills/{name}/SKILL.md"), text);
}

fn request(stage: &Stage, workspace: &Path) -> Request {
    let mut surroundings = Surroundings::bare(workspace);
    surroundings.home = Some(stage.place("{HOME}").to_path_buf());
    surroundings.environment.set("PATH", "/none");
    let mut request = Request::new(Profile::openclaw(), surroundings);
    request.workspace = Some(workspace.to_path_buf());
    request.judge = Arc::new(ScopeJudge::Everything);
    request
}

fn fields(command: &Command) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("name".to_owned(), json!(command.name));
    fields.insert("skillName".to_owned(), json!(command.skill));
    fields.insert("description".to_owned(), json!(command.description));
    if let Some(tool) = &command.tool {
        let dispatch = json!({"kind": "tool", "toolName": tool, "argMode": "raw"});
        fields.insert("dispatch".to_owned(), dispatch);
    }
    fields
}

fn with_source(snapshot: &Snapshot, command: &Command) -> Map<String, Value> {
    let mut fields = fields(command);
    let root = snapshot.entry(command.entry).map(|entry| entry.root);
    let source = root.and_then(|root| snapshot.root(root));
    let source = client::command_source(source.map_or("", |root| &root.source));
    fields.insert("skillSource".to_owned(), json!(source));
    fields
}

/// The skills of a line, read from disk so that gates and filters are the catalogue's, then in the
/// line's own order, with its names and sources.
fn made_snapshot(vector: &Vector) -> Snapshot {
    let stage = stage();
    let nothing = Vec::new();
    let skills = vector.value("input.skills").as_array().unwrap_or(&nothing);
    for (index, skill) in skills.iter().enumerate() {
        let mut text = format!("---\nname: {}\ndescription: d\n", skill["name"]);
        for (key, value) in skill["frontmatter"].as_object().into_iter().flatten() {
            text.push_str(&format!("{key}: {value}\n"));
        }
        text.push_str("---\n");
        stage.write(&format!("{{WS}}/skills/{index:04}/SKILL.md"), text);
    }
    let mut request = request(&stage, stage.place("{WS}"));
    if let Some(config) = vector.field("input.config") {
        let file = Path::new("openclaw.json");
        let config = client::read_config(&config.to_string(), file, None, &request.surroundings);
        request.settings = config.expect("a configuration").settings;
    }
    if let Some(filter) = vector.field("input.skillFilter").and_then(Value::as_array) {
        let origin = Origin {
            layer: Layer::Flag,
            name: "skillFilter".to_owned(),
            file: None,
            line: None,
        };
        let filter = client::normalize_filter(filter.iter().cloned());
        request.settings.agent_filter = Some((filter, origin));
    }
    let loaded = Catalog::new(request).load();
    let mut roots = loaded.roots.clone();
    let mut entries: Vec<Entry> = loaded.entries.iter().cloned().collect();
    entries.sort_by_key(|entry| entry.folder_name().into_owned());
    for entry in &mut entries {
        let index: usize = entry.folder_name().parse().expect("a number");
        let skill = skills.get(index).expect("the skill of the line");
        entry.name = skill["name"].as_str().unwrap_or("").into();
        let description = skill.get("description").and_then(Value::as_str);
        entry.description = description.unwrap_or("d").into();
        let source = skill.get("source").and_then(Value::as_str);
        let root = roots.get(entry.root.0 as usize);
        let mut root = root.expect("the root it is beneath").clone();
        source
            .unwrap_or("openclaw-workspace")
            .clone_into(&mut root.source);
        entry.root = RootId(u32::try_from(roots.len()).expect("a few roots"));
        roots.push(root);
    }
    Snapshot::new(Arc::clone(&loaded.profile), roots, entries.into(), vec![])
}

fn of_agents(vector: &Vector) -> Vec<Map<String, Value>> {
    let stage = stage();
    let workspaces = vector.value("input.workspaces").as_object();
    for (workspace, skills) in workspaces.into_iter().flatten() {
        for name in texts(skills) {
            let place = format!("{{HOME}}/{workspace}");
            write_skill(&stage, &place, &name, &format!("From {workspace}."));
        }
    }
    let config = stage.expand_value(vector.value("input.config")).to_string();
    let home = stage.place("{HOME}");
    let surroundings = Surroundings::bare(home);
    let agents = client::agent_workspaces(&config, &home.join("openclaw.json"), &surroundings);
    let agents = agents.expect("a configuration").into_iter();
    let snapshots: Vec<_> = agents
        .filter_map(|agent| {
            let workspace = agent.workspace.filter(|folder| folder.is_dir())?;
            let mut request = request(&stage, &workspace);
            request.settings = agent.settings;
            Some(Catalog::new(request).load())
        })
        .collect();
    let snapshots = snapshots.iter().map(|snapshot| &**snapshot);
    let commands = commands_of_agents(snapshots, client::BUILT_IN_COMMANDS);
    let fields = |command: &prowess_prompt::AgentCommand| fields(&command.command);
    commands.iter().map(fields).collect()
}

/// A snapshot in which the commands of a line are the skills'.
fn listed(vector: &Vector) -> (Snapshot, Commands) {
    let commands = vector.value("input.commands").as_array();
    let entries: Vec<Entry> = commands
        .into_iter()
        .flatten()
        .map(|command| {
            let text = |field: &str| command[field].as_str().unwrap_or("");
            let mut entry = Entry {
                name: text("skillName").into(),
                description: text("description").into(),
                trust: Trust::Trusted,
                ..Entry::default()
            };
            let tool = command
                .pointer("/dispatch/toolName")
                .and_then(Value::as_str);
            Arc::make_mut(&mut entry.manifest).dispatch =
                tool.map(|tool| Box::new(CommandDispatch { tool: tool.into() }));
            entry
        })
        .collect();
    let snapshot = Snapshot::new(
        Arc::new(Profile::openclaw()),
        Vec::new(),
        entries.into(),
        Vec::new(),
    );
    let names = texts_of(commands, "name");
    let reserved = client::BUILT_IN_COMMANDS.map(str::to_owned);
    let commands = Commands::with_names(&snapshot, names, reserved);
    (snapshot, commands)
}

fn texts_of(list: Option<&Vec<Value>>, field: &str) -> Vec<String> {
    let list = list.into_iter().flatten();
    list.filter_map(|item| item[field].as_str().map(str::to_owned))
        .collect()
}

fn invoke(vector: &Vector) -> Value {
    let (snapshot, commands) = listed(vector);
    match commands.find(&snapshot, vector.text("input.text")) {
        Called::Skill(call) => json!({
            "command": call.command,
            "skillName": snapshot.entry(call.entry).map(|entry| &entry.name),
            "args": call.arguments,
        }),
        _ => json!({"command": null}),
    }
}

/// Both outlines of a turn. Which tools there are is the policy's matter and not asked here: where the
/// program says that there is none of that name, none is given.
fn turn(vector: &Vector) -> (Value, Value) {
    let first = vector.value("input.commands").get(0).expect("a command");
    if let Some(template) = first["promptTemplate"].as_str() {
        return template_filled(vector, template);
    }
    let (snapshot, commands) = listed(vector);
    let reply = vector.field("output.reply").and_then(Value::as_str);
    let missing = reply.and_then(|reply| reply.strip_prefix("❌ Tool not available: "));
    let fired = Fired::default();
    let mut options = ExpandOptions::new(&|_| panic!("no body is read"), &fired);
    options.tools = missing.map(|_| &[][..]);
    let expansion = expand(&snapshot, &commands, vector.text("input.text"), &options);
    let name = |expansion: &prowess_prompt::Expansion| {
        let skill = expansion.skills.first()?;
        Some(snapshot.entry(skill.entry)?.name.to_string())
    };
    let ours = match &expansion.outcome {
        Outcome::Message(text) => outline(text, &name(&expansion).unwrap_or_default()),
        Outcome::Call(call) => json!({"call": call.tool}),
        Outcome::Refused => match expansion.refused.first().map(|refused| &refused.why) {
            Some(Refusal::NoTool { tool, .. }) => json!({"missing": tool}),
            other => json!(format!("{other:?}")),
        },
        other => json!(format!("{other:?}")),
    };
    let theirs = match (
        vector.field("output.prompt").and_then(Value::as_str),
        missing,
    ) {
        (Some(prompt), _) => outline(prompt, &name(&expansion).unwrap_or_default()),
        (None, Some(tool)) => json!({"missing": tool}),
        (None, None) => json!({"call": first.pointer("/dispatch/toolName")}),
    };
    (ours, theirs)
}

/// A command of a Claude bundle, whose body is filled as a skill's is. What goes before arguments that
/// the body has no place for is a sentence.
fn template_filled(vector: &Vector, template: &str) -> (Value, Value) {
    let (_, arguments) = vector.text("input.text").split_at("/b".len());
    let values = Values {
        arguments: Some(arguments),
        ..Values::default()
    };
    let filled = fill(template.trim(), &values);
    let ours = filled.trim_end().replace("ARGUMENTS: ", "«…»");
    let theirs = vector.text("output.prompt").replace("User input:\n", "«…»");
    (json!(ours), json!(theirs))
}

/// Whether a rewritten message names the skill in quotes, and what stands behind its heading.
fn outline(prompt: &str, name: &str) -> Value {
    let behind = prompt.split_once("\n\n").and_then(|(_, rest)| {
        let (_heading, arguments) = rest.split_once('\n')?;
        Some(arguments)
    });
    json!({"names": prompt.contains(&format!("\"{name}\"")), "behind": behind})
}
