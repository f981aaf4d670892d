//! What the program answers: OpenClaw's response, version 1.

use serde_json::Value;

/// Most characters of a reason or of a text in a finding; more is cut.
const CHARACTERS: usize = 1_000;

/// Most findings of an answer.
const FINDINGS: usize = 100;

/// What the program answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// What it decides.
    pub(crate) decision: Decision,
    /// What it found, a line each.
    pub(crate) findings: Vec<String>,
}

/// What it decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// `allow`
    Allow,
    /// `warn`: a person is to be asked.
    Ask {
        /// Why.
        reason: String,
    },
    /// `block`
    Block {
        /// Why.
        reason: String,
    },
}

impl Answer {
    /// A reason with what was found.
    pub(crate) fn shown(&self, reason: &str) -> String {
        std::iter::once(reason)
            .chain(self.findings.iter().map(String::as_str))
            .collect::<Vec<&str>>()
            .join("\n  ")
    }
}

/// Reads an answer.
///
/// # Errors
///
/// What is wrong with it, in words.
pub(super) fn read(bytes: &[u8]) -> Result<Answer, String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text.is_empty() {
        return Err("it answered nothing".to_owned());
    }
    let answer: Value =
        serde_json::from_str(text).map_err(|error| format!("its answer is no JSON: {error}"))?;
    let Some(answer) = answer.as_object() else {
        return Err("its answer is no JSON object".to_owned());
    };
    if answer.get("protocolVersion").and_then(Value::as_f64) != Some(1.0) {
        return Err("the `protocolVersion` of its answer is not 1".to_owned());
    }
    let found = answer.get("findings").and_then(Value::as_array);
    let valid: Vec<String> = found.into_iter().flatten().filter_map(finding).collect();
    let too_many = valid.len() > FINDINGS;
    let decision = match answer.get("decision").and_then(Value::as_str) {
        Some("allow") => Decision::Allow,
        Some("warn") if too_many => {
            return Err(format!("it asks with more than {FINDINGS} findings"));
        }
        Some("warn") => Decision::Ask {
            reason: reason(answer, "warn")?,
        },
        Some("block") => Decision::Block {
            reason: reason(answer, "block")?,
        },
        _ => {
            return Err(
                "the `decision` of its answer is not `allow`, `warn` or `block`".to_owned(),
            );
        }
    };
    let findings = valid.into_iter().take(FINDINGS).collect();
    Ok(Answer { decision, findings })
}

fn reason(answer: &serde_json::Map<String, Value>, decision: &str) -> Result<String, String> {
    text(answer.get("reason")).ok_or_else(|| format!("it says `{decision}` and gives no reason"))
}

/// A finding in one line; nothing for one that is none.
fn finding(value: &Value) -> Option<String> {
    let rule = text(value.get("ruleId"))?;
    let message = text(value.get("message"))?;
    let severity = value.get("severity").and_then(Value::as_str)?;
    if !matches!(severity, "info" | "warn" | "critical") {
        return None;
    }
    let line = value.get("line").and_then(Value::as_f64);
    let place = match (text(value.get("file")), line) {
        (Some(file), Some(line)) => format!("{file}:{}: ", line.floor().max(1.0)),
        (Some(file), None) => format!("{file}: "),
        (None, _) => String::new(),
    };
    let evidence = text(value.get("evidence")).map_or_else(String::new, |text| format!(": {text}"));
    Some(format!("{place}{severity}: {message} ({rule}){evidence}"))
}

/// A text that says something, cut, and without what a terminal would obey.
fn text(value: Option<&Value>) -> Option<String> {
    let text = value?.as_str()?.trim();
    let shown = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(CHARACTERS)
        .collect::<String>();
    let is_cut = text.chars().nth(CHARACTERS).is_some();
    (!text.is_empty()).then(|| shown + if is_cut { "…" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(text: &str) -> Result<Decision, String> {
        read(text.as_bytes()).map(|answer| answer.decision)
    }

    /// The three decisions; blanks and a mark of the byte order around them do not count.
    #[test]
    fn decisions() {
        let reason = "told".to_owned();
        assert_eq!(
            decision("\u{feff} {\"protocolVersion\": 1, \"decision\": \"allow\"}\n"),
            Ok(Decision::Allow)
        );
        assert_eq!(
            decision(r#"{"protocolVersion": 1, "decision": "warn", "reason": " told "}"#),
            Ok(Decision::Ask {
                reason: reason.clone()
            })
        );
        assert_eq!(
            decision(r#"{"protocolVersion": 1.0, "decision": "block", "reason": "told"}"#),
            Ok(Decision::Block { reason })
        );
    }

    /// Whatever is not quite an answer is none.
    #[test]
    fn no_answers() {
        for text in [
            "",
            "  ",
            "yes",
            "[]",
            "null",
            r#"{"decision": "allow"}"#,
            r#"{"protocolVersion": "1", "decision": "allow"}"#,
            r#"{"protocolVersion": 2, "decision": "allow"}"#,
            r#"{"protocolVersion": 1}"#,
            r#"{"protocolVersion": 1, "decision": "Allow"}"#,
            r#"{"protocolVersion": 1, "decision": "warn"}"#,
            r#"{"protocolVersion": 1, "decision": "block", "reason": " "}"#,
            r#"{"protocolVersion": 1, "decision": "block", "reason": 3}"#,
            r#"{"protocolVersion": 1, "decision": "allow"} x"#,
        ] {
            assert!(decision(text).is_err(), "{text}");
        }
    }

    /// Findings that are none are left out, texts are cut, and nothing in them moves a terminal.
    #[test]
    fn findings() {
        let long = "x".repeat(2_000);
        let text = format!(
            r#"{{"protocolVersion": 1, "decision": "allow", "findings": [
                {{"ruleId": "r", "severity": "warn", "message": "m\u001b[2J", "file": "a.sh", "line": 2.7, "evidence": "e"}},
                {{"ruleId": "r", "severity": "loud", "message": "m"}},
                {{"ruleId": "r", "severity": "info"}},
                7,
                {{"ruleId": "r", "severity": "critical", "message": "{long}"}}
            ]}}"#
        );
        let answer = read(text.as_bytes()).unwrap();
        let cut = format!("critical: {}… (r)", "x".repeat(1_000));
        assert_eq!(
            answer.findings,
            ["a.sh:2: warn: m [2J (r): e".to_owned(), cut]
        );
    }

    /// One that asks a person has to ask in a bounded number of words.
    #[test]
    fn too_many_findings() {
        let one = r#"{"ruleId": "r", "severity": "info", "message": "m"}"#;
        let with = |decision: &str| {
            let list = vec![one; 101].join(",");
            let text = format!(
                r#"{{"protocolVersion": 1, "decision": "{decision}", "reason": "r", "findings": [{list}]}}"#
            );
            read(text.as_bytes()).map(|answer| answer.findings.len())
        };
        assert!(with("warn").is_err());
        assert_eq!(with("block"), Ok(100));
    }
}
