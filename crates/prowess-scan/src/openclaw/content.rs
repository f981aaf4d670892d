//! The rules for the text of a skill.

use std::sync::LazyLock;

use regex::Regex;

use super::javascript::{Chain, Lines, Link, evidence, expression, is_line_end};
use super::{Finding, Rule, Severity};

/// A rule for a text: the first line that shows it is told, else the first line of the text.
struct ContentRule {
    rule: Rule,
    pattern: Pattern,
}

enum Pattern {
    One(Regex),
    /// Words near to each other.
    Chain(Chain),
}

impl Pattern {
    fn is_in(&self, text: &str) -> bool {
        match self {
            Self::One(expression) => expression.is_match(text),
            Self::Chain(chain) => chain.is_in(text),
        }
    }
}

/// OpenClaw's findings in the text of a skill, in the order of its rules: at most one a rule. It looks
/// at proposals of its workshop so; a folder is looked at for programs alone.
#[must_use]
pub fn scan_content(text: &str) -> Vec<Finding> {
    let lines = Lines::of(text);
    RULES
        .iter()
        .filter(|rule| rule.pattern.is_in(text))
        .map(|rule| {
            let shown = lines.iter().find(|(_, line)| rule.pattern.is_in(line));
            let (index, line) = shown.unwrap_or((0, lines.line(0)));
            rule.rule.finding(index, evidence(line))
        })
        .collect()
}

/// `.{0,units}` behind an expression.
fn then(pattern: &str, units: usize) -> Link {
    Link {
        expression: expression(pattern),
        units,
        between: |character| !is_line_end(character),
    }
}

static RULES: LazyLock<[ContentRule; 7]> = LazyLock::new(|| {
    [
        ContentRule {
            rule: Rule {
                id: "prompt-injection-ignore-instructions",
                severity: Severity::Critical,
                message: "the text tells to ignore instructions",
            },
            pattern: Pattern::One(expression(
                "(?i-u:ignore (all|any|previous|above|prior) instructions)",
            )),
        },
        ContentRule {
            rule: Rule {
                id: "prompt-injection-system",
                severity: Severity::Critical,
                message: "the text speaks of prompts that are not its own",
            },
            pattern: Pattern::One(expression(
                r"(?i-u:\b(system prompt|developer message|hidden instructions)\b)",
            )),
        },
        ContentRule {
            rule: Rule {
                id: "prompt-injection-tool",
                severity: Severity::Critical,
                message: "the text tells to use tools without asking",
            },
            pattern: Pattern::Chain(Chain {
                links: vec![
                    then(r"(?i-u:\b(run|execute|invoke|call)\b)", 50),
                    then(r"(?i-u:\btool\b)", 50),
                    then(r"(?i-u:\bwithout\b)", 30),
                ],
                last: expression(r"(?i-u:\b(permission|approval))"),
            }),
        },
        ContentRule {
            rule: Rule {
                id: "shell-pipe-to-shell",
                severity: Severity::Critical,
                message: "what is fetched goes into a shell",
            },
            pattern: Pattern::Chain(Chain {
                links: vec![Link {
                    expression: expression(r"(?i-u:\b(curl|wget)\b)"),
                    units: 120,
                    between: |character| !matches!(character, '|' | '\n'),
                }],
                last: expression(r"\|␣*(?i-u:(sh|bash|zsh)\b)"),
            }),
        },
        ContentRule {
            rule: Rule {
                id: "secret-exfiltration",
                severity: Severity::Critical,
                message: "the environment stands near something that sends",
            },
            pattern: Pattern::Chain(Chain {
                // `process.env` ends in the same place as the `env` in it.
                links: vec![then(r"(?i-u:\benv\b)", 80)],
                last: expression(r"(?i-u:\b(fetch|curl|wget|http|https)\b)"),
            }),
        },
        ContentRule {
            rule: Rule {
                id: "destructive-delete",
                severity: Severity::Warn,
                message: "far too much may be deleted",
            },
            pattern: Pattern::One(expression(
                r"(?i-u:\brm)␣+(?i-u:-rf)␣+(/|\$(?i-u:HOME)|~|\.)",
            )),
        },
        ContentRule {
            rule: Rule {
                id: "unsafe-permissions",
                severity: Severity::Warn,
                message: "everybody may change what becomes open",
            },
            pattern: Pattern::One(expression(r"(?i-u:\bchmod)␣+((?i-u:-R)␣+)?(?-u:777\b)")),
        },
    ]
});

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<(&'static str, u32)> {
        scan_content(text)
            .iter()
            .map(|finding| (finding.rule_id, finding.line))
            .collect()
    }

    /// A pipe over two lines is told of the first line of the text, and a pipe between hides it.
    #[test]
    fn pipes() {
        assert_eq!(ids("x\ncurl a |\nsh"), [("shell-pipe-to-shell", 1)]);
        assert_eq!(ids("curl a | cat | sh"), []);
        assert_eq!(
            ids("curl a | cat; wget b | sh"),
            [("shell-pipe-to-shell", 1)]
        );
    }

    /// Of several words that may begin it, the one that is near enough counts.
    #[test]
    fn nearest() {
        let far = "x".repeat(100);
        let text = format!("env {far} curl\nenv {far} env http");
        assert_eq!(ids(&text), [("secret-exfiltration", 2)]);
    }

    /// Letters that only look like ASCII in another case are not it.
    #[test]
    fn ascii_case() {
        assert_eq!(
            ids("\u{212a}ill; HIDDEN IN\u{17f}TRUCTIONS; Hidden Instructions"),
            [("prompt-injection-system", 1)]
        );
    }
}
