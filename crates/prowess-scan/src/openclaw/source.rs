//! The rules for program texts.

use std::sync::LazyLock;

use regex::Regex;

use super::javascript::{Lines, cut, evidence, expression, without_comments};
use super::{Edition, Finding, Rule, Severity};

/// A rule that looks at one line after the other and stops at its first.
struct LineRule {
    rule: Rule,
    /// What the whole text must hold.
    context: Option<&'static str>,
    pattern: Regex,
    /// Whether a line that the pattern matches is one after all.
    holds: fn(&Regex, &str, Edition) -> bool,
}

/// A rule that looks at the whole text, and tells the first line that shows it.
struct TextRule {
    rule: Rule,
    pattern: Regex,
    context: Context,
}

/// What else must stand in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Context {
    /// Nothing.
    None,
    /// Something is sent.
    Sends,
    /// Something is sent within [`NEAR`] lines. In [`Edition::March2026`] it is enough that it is.
    SendsNear,
}

/// Most lines between an access and what sends it.
const NEAR: usize = 8;

/// Ports that a WebSocket may have.
const USUAL_PORTS: [&str; 5] = ["80", "443", "8080", "8443", "3000"];

/// OpenClaw's findings in a program text of JavaScript or TypeScript, in the order of its rules: at most
/// one a rule, of which `obfuscated-code` is two.
#[must_use]
pub fn scan_source(text: &str, edition: Edition) -> Vec<Finding> {
    let lines = Lines::of(text);
    let of_lines = LINE_RULES.iter().filter_map(|rule| {
        let has_context = rule.context.is_none_or(|context| text.contains(context));
        // What matches in a line matches in the text.
        if !has_context || !rule.pattern.is_match(text) {
            return None;
        }
        let (index, line) = lines
            .iter()
            .find(|(_, line)| (rule.holds)(&rule.pattern, line, edition))?;
        Some(rule.rule.finding(index, evidence(line)))
    });
    let mut findings: Vec<Finding> = of_lines.collect();
    let judged = match edition {
        Edition::June2026 => without_comments(text),
        Edition::March2026 => text.to_owned(),
    };
    let judged_lines = Lines::of(&judged);
    findings.extend(
        TEXT_RULES
            .iter()
            .filter_map(|rule| rule.check(text, &lines, &judged, &judged_lines, edition)),
    );
    findings
}

impl TextRule {
    fn check(
        &self,
        text: &str,
        lines: &Lines<'_>,
        judged: &str,
        judged_lines: &Lines<'_>,
        edition: Edition,
    ) -> Option<Finding> {
        let sends = match edition {
            Edition::June2026 => &*SENDS,
            Edition::March2026 => &*SENDS_LOOSELY,
        };
        if !self.pattern.is_match(judged) {
            return None;
        }
        if self.context != Context::None && !sends.is_match(judged) {
            return None;
        }
        let is_near = |index: usize| {
            let from = index.saturating_sub(NEAR);
            sends.is_match(judged_lines.run(from, index + NEAR + 1))
        };
        let must_be_near = self.context == Context::SendsNear && edition == Edition::June2026;
        let found = judged_lines
            .iter()
            .filter(|(_, line)| self.pattern.is_match(line))
            .find(|(index, _)| !must_be_near || is_near(*index));
        match (found, edition) {
            (Some((index, _)), _) => Some(self.rule.finding(index, evidence(lines.line(index)))),
            (None, _) if must_be_near => None,
            // It is there over several lines: that is told of the first line.
            (None, Edition::June2026) => Some(self.rule.finding(0, evidence(lines.line(0)))),
            (None, Edition::March2026) => Some(self.rule.finding(0, cut(text, ""))),
        }
    }
}

/// A member `exec` of something is that of a regular expression, unless the line has one of a name that
/// people give to the module. Only the first call of a line is looked at.
fn runs_a_program(pattern: &Regex, line: &str, edition: Edition) -> bool {
    let Some(found) = pattern.captures(line) else {
        return false;
    };
    let Some(called) = found.get(1) else {
        return false;
    };
    let before = line.get(..called.start()).unwrap_or("");
    edition == Edition::March2026
        || called.as_str() != "exec"
        || !before.ends_with('.')
        || MEMBER_OF_MODULE.is_match(line)
}

/// The port of the first address of a line is not a usual one.
fn has_odd_port(pattern: &Regex, line: &str, _: Edition) -> bool {
    let port = pattern.captures(line).and_then(|found| found.get(1));
    port.is_some_and(|port| !USUAL_PORTS.contains(&port.as_str().trim_start_matches('0')))
}

fn matches(pattern: &Regex, line: &str, _: Edition) -> bool {
    pattern.is_match(line)
}

static MEMBER_OF_MODULE: LazyLock<Regex> =
    LazyLock::new(|| expression(r"\b(?:cp|childProcess|child_process)␣*\.␣*exec␣*\("));

static SENDS: LazyLock<Regex> = LazyLock::new(|| {
    expression(r"(?i-u:\bfetch)␣*\(|(?i-u:\bpost)␣*\(|\.␣*(?i-u:post)␣*\(|(?i-u:http\.request)␣*\(")
});

static SENDS_LOOSELY: LazyLock<Regex> =
    LazyLock::new(|| expression(r"(?i-u:\bfetch\b|\bpost\b|http\.request)"));

static LINE_RULES: LazyLock<[LineRule; 4]> = LazyLock::new(|| {
    [
        LineRule {
            rule: Rule {
                id: "dangerous-exec",
                severity: Severity::Critical,
                message: "a program is run through `child_process`",
            },
            context: Some("child_process"),
            pattern: expression(r"\b(exec|execSync|spawn|spawnSync|execFile|execFileSync)␣*\("),
            holds: runs_a_program,
        },
        LineRule {
            rule: Rule {
                id: "dynamic-code-execution",
                severity: Severity::Critical,
                message: "text is run as a program",
            },
            context: None,
            pattern: expression(r"\beval␣*\(|new␣+Function␣*\("),
            holds: matches,
        },
        LineRule {
            rule: Rule {
                id: "crypto-mining",
                severity: Severity::Critical,
                message: "a miner or its protocol is named",
            },
            context: None,
            pattern: expression(r"(?i-u:stratum\+tcp|stratum\+ssl|coinhive|cryptonight|xmrig)"),
            holds: matches,
        },
        LineRule {
            rule: Rule {
                id: "suspicious-network",
                severity: Severity::Warn,
                message: "a WebSocket goes to an unusual port",
            },
            context: None,
            pattern: expression(r#"new␣+WebSocket␣*\(␣*["']wss?://[^"']*:([0-9]+)"#),
            holds: has_odd_port,
        },
    ]
});

static TEXT_RULES: LazyLock<[TextRule; 4]> = LazyLock::new(|| {
    [
        TextRule {
            rule: Rule {
                id: "potential-exfiltration",
                severity: Severity::Warn,
                message: "a file is read and something is sent",
            },
            pattern: expression("readFileSync|readFile"),
            context: Context::Sends,
        },
        TextRule {
            rule: Rule {
                id: "obfuscated-code",
                severity: Severity::Warn,
                message: "six or more characters in a row are written as `\\x..`",
            },
            pattern: expression(r"(\\x[0-9a-fA-F]{2}){6,}"),
            context: Context::None,
        },
        TextRule {
            rule: Rule {
                id: "obfuscated-code",
                severity: Severity::Warn,
                message: "a long text in base64 is decoded",
            },
            pattern: expression(r#"(?:atob|Buffer\.from)␣*\(␣*["'][A-Za-z0-9+/=]{200,}["']"#),
            context: Context::None,
        },
        TextRule {
            rule: Rule {
                id: "env-harvesting",
                severity: Severity::Critical,
                message: "the environment is read near something that is sent",
            },
            pattern: expression(r"process\.env"),
            context: Context::SendsNear,
        },
    ]
});

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str, edition: Edition) -> Vec<(&'static str, u32)> {
        scan_source(text, edition)
            .iter()
            .map(|finding| (finding.rule_id, finding.line))
            .collect()
    }

    /// Up to 2026.3 a word was enough: in a comment, far away, and a member of anything.
    #[test]
    fn editions_differ() {
        let text = "process.env.A\n// fetch it\n";
        assert_eq!(ids(text, Edition::March2026), [("env-harvesting", 1)]);
        assert_eq!(ids(text, Edition::June2026), []);
        let text = "// child_process\nre.exec(a)\n";
        assert_eq!(ids(text, Edition::March2026), [("dangerous-exec", 2)]);
        assert_eq!(ids(text, Edition::June2026), []);
    }

    /// What stands over two lines is told of the first line of the text.
    #[test]
    fn over_lines() {
        let text = format!("a\natob(\n'{}')", "A".repeat(200));
        let found = scan_source(&text, Edition::June2026);
        assert_eq!(
            found
                .iter()
                .map(|one| (one.line, &*one.evidence))
                .collect::<Vec<_>>(),
            [(1, "a")]
        );
    }

    /// A port with zeros before it is the same port, and one of many digits is none of the usual.
    #[test]
    fn ports() {
        let of = |port: &str| {
            ids(
                &format!("new WebSocket('ws://h.test:{port}')"),
                Edition::June2026,
            )
            .len()
        };
        assert_eq!([of("0080"), of("81"), of(&"9".repeat(40))], [0, 1, 1]);
    }

    /// A very long line and very many lines are no trouble.
    #[test]
    fn long_texts() {
        let line = format!("{}eval(1)", "process.env ".repeat(40_000));
        assert_eq!(
            ids(&line, Edition::June2026),
            [("dynamic-code-execution", 1)]
        );
        let lines = format!("{}fetch(1)", "process.env\n".repeat(20_000));
        assert_eq!(ids(&lines, Edition::June2026), [("env-harvesting", 19_993)]);
    }
}
