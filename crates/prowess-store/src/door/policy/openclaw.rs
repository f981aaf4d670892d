//! The program as OpenClaw's own configuration names it (`security.installPolicy`).

use std::path::Path;
use std::time::Duration;

use prowess_base::Surroundings;
use serde_json::{Map, Value};

use super::Policy;

/// The longest that OpenClaw lets a program take, in milliseconds.
const LONGEST: u64 = 120_000;

/// The largest output that OpenClaw reads.
const LARGEST: u64 = 20 << 20;

/// Reads the value of `security.installPolicy`; nothing where it is not on or not for skills. One that is on and cannot be read
/// lets nothing in.
pub(super) fn read(setting: &Value, surroundings: &Surroundings) -> Option<Policy> {
    if setting.get("enabled") != Some(&Value::Bool(true)) {
        return None;
    }
    let targets = setting.get("targets").and_then(Value::as_array);
    let is_for_skills =
        |targets: &Vec<Value>| targets.is_empty() || targets.contains(&"skill".into());
    if !targets.is_none_or(is_for_skills) {
        return None;
    }
    let exec = setting.get("exec").and_then(Value::as_object);
    let read = exec
        .ok_or_else(|| "`security.installPolicy` is on and names no program".to_owned())
        .and_then(|exec| of_exec(exec, surroundings));
    Some(read.unwrap_or_else(Policy::broken))
}

fn of_exec(exec: &Map<String, Value>, surroundings: &Surroundings) -> Result<Policy, String> {
    let fault = |key: &str| format!("`security.installPolicy.exec.{key}` cannot be read");
    let command = exec.get("command").and_then(Value::as_str);
    let command = command.ok_or_else(|| fault("command"))?;
    let mut policy = Policy::new(command, surroundings.user);
    policy.arguments = texts(exec, "args")?;
    for name in texts(exec, "passEnv")? {
        if let Some(value) = surroundings.environment.get(&name) {
            policy.environment.insert(name.into(), value.to_owned());
        }
    }
    match exec.get("env") {
        None => {}
        Some(Value::Object(variables)) => {
            for (name, value) in variables {
                let value = value.as_str().ok_or_else(|| fault("env"))?;
                policy.environment.insert(name.into(), value.into());
            }
        }
        Some(_) => return Err(fault("env")),
    }
    policy.trusted_folders = texts(exec, "trustedDirs")?
        .iter()
        .map(|folder| surroundings.expand_home(Path::new(folder)))
        .collect();
    let milliseconds = |key: &str| number(exec, key, LONGEST).map(Duration::from_millis);
    policy.time = milliseconds("timeoutMs").unwrap_or(policy.time);
    policy.silence = milliseconds("noOutputTimeoutMs").unwrap_or(policy.time);
    if let Some(bytes) = number(exec, "maxOutputBytes", LARGEST) {
        policy.output_bytes = usize::try_from(bytes).unwrap_or(policy.output_bytes);
    }
    Ok(policy)
}

/// A number that is at least one, cut at the largest; nothing for anything else, as in OpenClaw.
fn number(exec: &Map<String, Value>, key: &str, most: u64) -> Option<u64> {
    let number = exec.get(key)?.as_u64().filter(|number| *number > 0)?;
    Some(number.min(most))
}

fn texts(exec: &Map<String, Value>, key: &str) -> Result<Vec<String>, String> {
    let fault = || format!("`security.installPolicy.exec.{key}` is no list of texts");
    match exec.get(key) {
        None => Ok(Vec::new()),
        Some(Value::Array(items)) => items
            .iter()
            .map(|item| item.as_str().map(str::to_owned).ok_or_else(fault))
            .collect(),
        Some(_) => Err(fault()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn policy(setting: Value) -> Option<Policy> {
        let mut surroundings = Surroundings::bare("/w");
        surroundings.home = Some("/home/ann".into());
        surroundings.user = Some(7);
        surroundings.environment.set("TOKEN", "t");
        surroundings.environment.set("OTHER", "o");
        read(&setting, &surroundings)
    }

    /// Everything that OpenClaw reads is read, and of the environment only what is named.
    #[test]
    fn whole() {
        let read = policy(json!({"enabled": true, "targets": ["skill"], "exec": {
            "source": "exec", "command": "/opt/decide", "args": ["--a", "b"], "timeoutMs": 5,
            "noOutputTimeoutMs": 0, "maxOutputBytes": 9, "env": {"A": "1"},
            "passEnv": ["TOKEN", "MISSING"], "trustedDirs": ["~/bin"],
        }}))
        .unwrap();
        let mut expected = Policy::new("/opt/decide", Some(7));
        expected.arguments = vec!["--a".to_owned(), "b".to_owned()];
        expected.time = Duration::from_millis(5);
        expected.silence = expected.time;
        expected.output_bytes = 9;
        expected.environment = [("A", "1"), ("TOKEN", "t")]
            .map(|(name, value)| (name.into(), value.into()))
            .into();
        expected.trusted_folders = vec!["/home/ann/bin".into()];
        assert_eq!(read, expected);
    }

    /// Only `true` turns it on, for skills or for everything.
    #[test]
    fn off() {
        let exec = json!({"command": "/a"});
        for setting in [
            json!(null),
            json!({"exec": exec}),
            json!({"enabled": "true", "exec": exec}),
            json!({"enabled": true, "targets": ["plugin"], "exec": exec}),
        ] {
            assert_eq!(policy(setting.clone()), None, "{setting}");
        }
        assert!(policy(json!({"enabled": true, "targets": [], "exec": exec})).is_some());
    }

    /// One that is on and cannot be read lets nothing in.
    #[test]
    fn broken() {
        for setting in [
            json!({"enabled": true}),
            json!({"enabled": true, "exec": []}),
            json!({"enabled": true, "exec": {}}),
            json!({"enabled": true, "exec": {"command": "/a", "args": "x"}}),
            json!({"enabled": true, "exec": {"command": "/a", "env": {"A": 1}}}),
        ] {
            let read = policy(setting.clone()).unwrap();
            assert!(read.fault.is_some(), "{setting}");
        }
    }
}
