//! The stance of code and data to what stands in them.

use std::sync::LazyLock;

use prowess_base::Span;
use regex::Regex;

use super::{Stance, ahead, back, prose};
use crate::phrase::regex;

/// How far back the start of a list is looked for, in bytes.
const LIST: usize = 2048;

/// A string that is looked for rather than run, just before its opening quote.
static SEARCHED: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?i)(?:\bre\.(?:compile|search|match|findall|finditer|fullmatch|sub)\(\s*[rbf]*",
        r"|\b(?:grep|egrep|fgrep|rg|ag|ack|zgrep|git grep|findstr|select-string)\b[^|;&\n]{0,60}?",
        r"|\bnew RegExp\(|=~\s*|\.(?:match|test|search|includes|contains|startswith|endswith|indexOf|index|find|count|matchAll)\(\s*[rbf]*",
        r"|\b(?:assert\w*|expect|pytest\.raises)\(?[^;\n]{0,60}?|\b(?:regex|pattern|signature|needle)\w*[\x22']?\s*[:=]\s*[rbf]*)$",
    ))
});

/// A string that is run, before it on its line.
static RUN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:os\.(?:system|popen|exec\w*)|subprocess|exec(?:Sync|File|a)?|spawn(?:Sync)?|eval|popen|Invoke-Expression|iex|sh -c|bash -c)\b",
    )
});

/// The name of a list of things that are refused, and of one of things that are studied.
static REFUSED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:den(?:y|ied)|block|forbid|disallow|danger|unsafe|risky|malicious|suspicious|blacklist|prohibit|banned|never|reject|threat|red_?flag|bad_|_bad)[\w -]*[\x22']?\s*(?::[^=\n\[({]{0,60})?[:=]\s*(?:\w+\()?\s*[\[({]",
    )
});
static STUDIED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:attack|injection|jailbreak|signature|pattern|indicator|ioc|detect|payload|adversarial|fixture|test_?case)[\w -]*[\x22']?\s*(?::[^=\n\[({]{0,60})?[:=]\s*(?:\w+\()?\s*[\[({]",
    )
});

/// A `case` label or a condition of a shell.
static CONDITION: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^\s*(?:\*?[\x22'].*\)\s*$|(?:el)?if\s+(?:echo\b.*\|\s*grep|\[\[?)|case\b)")
});

/// The stance of a program to a part of its text.
pub(super) fn of(text: &str, span: Span) -> Stance {
    let at = span.start as usize;
    let line = back(text, at, 1000).rsplit('\n').next().unwrap_or("");
    if let Some(from) = comment(line) {
        let start = at.saturating_sub(line.len()) + from;
        let comment = text.get(start..).unwrap_or("");
        let inside = Span::new(at - start, (span.end as usize).saturating_sub(start));
        return prose::of_sentence(comment, inside);
    }
    let Some(quote) = open_quote(line) else {
        return match regex_literal(line) {
            true => Stance::Describes,
            false => Stance::Does,
        };
    };
    let before = line.get(..quote).unwrap_or("");
    if RUN.is_match(before) {
        return Stance::Does;
    }
    if SEARCHED.is_match(before) || (CONDITION.is_match(line) && !line.contains("&&")) {
        return Stance::Describes;
    }
    match in_list(text, at) {
        Stance::Does => prose::of_sentence(text, span),
        other => other,
    }
}

/// The stance of data (JSON, YAML, TOML) to a part of its text.
pub(super) fn of_data(text: &str, span: Span) -> Stance {
    match in_list(text, span.start as usize) {
        Stance::Does => prose::of_sentence(text, span),
        other => other,
    }
}

/// Whether `at` stands in a list that is named as one of things to refuse or to study.
pub(super) fn in_list(text: &str, at: usize) -> Stance {
    let before = back(text, at, LIST);
    let open = |pattern: &Regex| {
        pattern.find_iter(before).last().is_some_and(|found| {
            let inside = before.get(found.end()..).unwrap_or("");
            let bracket = found.as_str().chars().last().unwrap_or('[');
            let closing = match bracket {
                '(' => ')',
                '{' => '}',
                _ => ']',
            };
            is_open(inside, bracket, closing)
        })
    };
    if open(&REFUSED) {
        Stance::Forbids
    } else if open(&STUDIED) || yaml_list(before) {
        Stance::Describes
    } else {
        Stance::Does
    }
}

/// Whether a bracket that was opened before `inside` is still open behind it. Brackets in strings do
/// not count.
fn is_open(inside: &str, opening: char, closing: char) -> bool {
    let mut depth = 1_i32;
    let mut quote: Option<char> = None;
    let mut escaped = false;
    for character in inside.chars() {
        match quote {
            _ if escaped => escaped = false,
            Some(_) if character == '\\' => escaped = true,
            Some(mark) if character == mark || character == '\n' => quote = None,
            Some(_) => {}
            None if character == '"' || character == '\'' || character == '`' => {
                quote = Some(character);
            }
            None if character == opening => depth += 1,
            None if character == closing => {
                depth -= 1;
                if depth == 0 {
                    return false;
                }
            }
            None => {}
        }
    }
    true
}

/// Whether the nearest key above items of a YAML list names things to refuse or to study.
fn yaml_list(before: &str) -> bool {
    let mut lines = before.rsplit('\n');
    let own = lines.next().unwrap_or("").trim_start();
    if !own.starts_with("- ") {
        return false;
    }
    lines
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with(['-', '#']))
        .is_some_and(|key| {
            let key = key.to_ascii_lowercase();
            key.ends_with(':')
                && [
                    "deny",
                    "block",
                    "forbid",
                    "danger",
                    "malicious",
                    "pattern",
                    "signature",
                ]
                .iter()
                .any(|word| key.contains(word))
        })
}

/// Where a comment starts on a line that is in one at its end.
fn comment(line: &str) -> Option<usize> {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    if ["#", "//", "* ", "/*", "--", "REM ", "rem ", "<#", "::", ";"]
        .iter()
        .any(|mark| trimmed.starts_with(mark))
    {
        return Some(indent);
    }
    [" # ", " // "]
        .iter()
        .filter_map(|mark| line.find(mark))
        .find(|at| open_quote(line.get(..*at).unwrap_or("")).is_none())
}

/// Where the quotation starts that is open at the end of a line.
fn open_quote(line: &str) -> Option<usize> {
    let mut open: Option<(char, usize)> = None;
    let mut escaped = false;
    for (index, character) in line.char_indices() {
        match open {
            _ if escaped => escaped = false,
            _ if character == '\\' => escaped = true,
            Some((mark, _)) if character == mark => open = None,
            Some(_) => {}
            None if matches!(character, '"' | '\'' | '`') => open = Some((character, index)),
            None => {}
        }
    }
    open.map(|(_, index)| index)
}

/// Whether a regular expression of JavaScript is open at the end of a line.
fn regex_literal(line: &str) -> bool {
    static OPEN: LazyLock<Regex> =
        LazyLock::new(|| regex(r"(?:^|[=(,:\[!&|?{;]|return)\s*/(?:[^/*\s](?:\\.|[^/\\])*)?$"));
    OPEN.is_match(line) && !ahead(line, 0, 3).starts_with("#!")
}
