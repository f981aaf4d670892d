//! What `--json` prints, held against the schemas of the repository.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::stage::Stage;

/// The JSON form of every command has the keys that its schema says: all that are required, and no
/// others.
#[test]
fn output_is_as_the_schemas_say() {
    let stage = Stage::new();
    stage.skill("tide", "Tells tides.");
    stage.file("work/skills/tide/references/a.md", "a");
    stage.file("work/skills/tide/run.js", "eval(1)\n");
    stage.file("work/skills/e/SKILL.md", "---\nname: e\nname: f\n---\nB.\n");
    stage.file("work/prowess.toml", "[prompt]\nskills = 10\n");
    for (schema, arguments) in [
        ("check", "check"),
        ("commands", "commands --reserved tide"),
        ("compare", "compare"),
        ("config", "config"),
        ("deps", "deps tide"),
        ("expand", "expand $tide"),
        ("expand", "expand /out"),
        ("explain", "explain PW102"),
        ("info", "info e"),
        ("list", "list --all"),
        ("new", "new ebb"),
        ("overview", ""),
        ("profiles", "profiles"),
        ("prompt", "prompt"),
        ("prompt-cost", "prompt --cost"),
        ("routes", "routes"),
        ("scan", "scan skills"),
        ("scan", "scan skills --ruleset openclaw"),
        ("show", "show tide"),
        ("validate", "validate skills"),
        ("why", "why tide"),
        ("install-list", "install ./skills --list"),
        (
            "install",
            "install ./skills/tide --as low --scope user --target claude-code --yes",
        ),
        ("verify", "verify"),
        ("outdated", "outdated"),
        ("edit", "edit low"),
        ("update", "update --yes"),
        ("stale", "stale"),
        ("archive", "archive low"),
        ("restore-list", "restore"),
        ("restore", "restore low --yes"),
        ("remove", "remove low"),
        ("undo", "undo"),
        ("adopt", "adopt tide --yes"),
        ("trust", "trust . --yes"),
        ("trust", "trust tide --accept-risk"),
        ("untrust", "untrust ."),
        ("pack", "pack skills/tide --accept-risk"),
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
        let schema = fs::read_to_string(folder.join(format!("{schema}.json"))).unwrap();
        let schema: Value = serde_json::from_str(&schema).unwrap();
        let ran = stage.run(&format!("{arguments} --json"));
        let value: Value = serde_json::from_str(&ran.stdout).unwrap();
        let mut faults = Vec::new();
        compare(&value, &schema, &schema, arguments, &mut faults);
        assert_eq!(faults, Vec::<String>::new());
    }
}

/// Notes where the keys of `value` differ from those of `schema`, at any depth. Types are those of
/// the Rust values from which both are made, and are not looked at.
fn compare(value: &Value, schema: &Value, whole: &Value, place: &str, faults: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        match whole.pointer(pointer) {
            Some(schema) => compare(value, schema, whole, place, faults),
            None => faults.push(format!("{place}: {name} leads nowhere")),
        }
        return;
    }
    if let Some(forms) = schema["anyOf"].as_array() {
        // The only alternative that a form has is `null`.
        if let (false, Some(form)) = (value.is_null(), forms.first()) {
            compare(value, form, whole, place, faults);
        }
        return;
    }
    match (value, schema["properties"].as_object()) {
        (Value::Object(object), Some(properties)) => {
            for (key, value) in object {
                let place = format!("{place} {key}");
                match properties.get(key) {
                    Some(schema) => compare(value, schema, whole, &place, faults),
                    None => faults.push(format!("{place}: not in the schema")),
                }
            }
            let required = schema["required"].as_array().into_iter().flatten();
            for key in required.filter_map(Value::as_str) {
                if !object.contains_key(key) {
                    faults.push(format!("{place} {key}: missing"));
                }
            }
        }
        (Value::Array(items), _) => {
            for (index, item) in items.iter().enumerate() {
                compare(
                    item,
                    &schema["items"],
                    whole,
                    &format!("{place}[{index}]"),
                    faults,
                );
            }
        }
        _ => {}
    }
}
