//! Programs that no grammar reads here: one-liners of Perl, Ruby and PHP, and shell that is too long for a
//! tree.

use prowess_base::Span;

use super::machine::Machine;
use super::value::Value;
use crate::fact::{Act, Sink, Source};

macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: std::sync::LazyLock<crate::pattern::Pattern> =
            std::sync::LazyLock::new(|| crate::pattern::Pattern::new($text));
    };
}
pub(super) use pattern;

pattern!(ADDRESS, r#"(?i)\bhttps?://[^\s'"`<>)\\]+"#);
pattern!(
    SOCKET,
    r"(?i)TCPSocket|IO::Socket|use Socket|fsockopen|socket\.tcp|\bSocket\.new"
);
pattern!(
    SHELL,
    r#"(?i)exec\s*[('"{]|system\s*\(|/bin/(ba)?sh|cmd\.exe|proc_open|popen|spawn"#
);
pattern!(
    RUNS,
    r#"(?:\b(?:system|exec|shell_exec|passthru|popen|qx)\b\s*\(?\s*|`|%x[\{(])["']?([^"'`\n]{2,400})"#
);
pattern!(
    EVALUATES,
    r"\b(?:eval|instance_eval|assert|create_function)\b"
);
pattern!(
    FETCHES,
    r"(?i)URI\.open|open-uri|Net::HTTP|LWP|HTTP::Tiny|file_get_contents|curl_init|open\s*\("
);
pattern!(
    DECODES,
    r"(?i)base64_decode|decode64|decode_base64|MIME::Base64|unpack\s*\(?\s*['\x22](?:m|H)|gzinflate|str_rot13"
);
pattern!(
    READS,
    r#"(?i)(?:File\.(?:read|open|readlines)|IO\.read|file_get_contents|fopen|readfile|open)\s*\(?[^'"\n]{0,40}["']([^"'\n]{2,200})["']"#
);
pattern!(
    SENDS,
    r"(?i)Net::HTTP\.post|post_form|->post\(|CURLOPT_POST|'method'\s*=>\s*'POST'|\bPOST\b"
);
pattern!(ENVIRONMENT, r"(?i)\bENV\.to_h|%ENV\b|\$_ENV\b|getenv\(\)");

/// A program of Perl, Ruby, PHP or another language without a grammar here.
pub(super) fn one_liner(
    machine: &mut Machine<'_>,
    name: &str,
    text: &str,
    input: &Value,
    span: Span,
) {
    let address = ADDRESS.find(text).map(|found| Value::known(found.as_str()));
    if SOCKET.is_match(text) && SHELL.is_match(text) {
        machine.fact(span, Act::HandsOverShell { host: None });
    }
    let evaluates = EVALUATES.is_match(text);
    if evaluates {
        machine.fact(span, Act::Evaluates);
    }
    let mut data = Value::unknown();
    if let Some(address) = address
        .as_ref()
        .filter(|_| FETCHES.is_match(text) || name == "mshta")
    {
        data.add_taints(&machine.fetch(address, span).taints);
    }
    if DECODES.is_match(text) {
        data.add_taints(&machine.value_of(Source::Decoded, span).taints);
    }
    if evaluates || name == "mshta" {
        machine.flows(&data, &Sink::Program, span);
        machine.flows(input, &Sink::Program, span);
    }
    for found in RUNS.captures_iter(text).take(16) {
        if let Some(command) = found.get(1) {
            machine.nested(command.as_str(), &Value::empty(), span);
        }
        machine.flows(&data, &Sink::Program, span);
    }
    let mut payload = input.clone();
    for found in READS.captures_iter(text).take(16) {
        if let Some(path) = found.get(1).filter(|path| !path.as_str().contains("://")) {
            payload.add_taints(&machine.read_file(&Value::known(path.as_str()), span).taints);
        }
    }
    if ENVIRONMENT.is_match(text) {
        payload.add_taints(&machine.environment(span).taints);
    }
    if let Some(address) = address.filter(|_| SENDS.is_match(text)) {
        machine.send(&address, &payload, &Value::empty(), span);
    }
}

/// A shell program that has no tree: every line by itself, as far as a split at pipes goes.
pub(super) fn shell(machine: &mut Machine<'_>, text: &str) {
    const LINE: usize = 4_096;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(at, at + line.len());
        at += line.len();
        if line.len() > LINE || line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let mut carried = Value::empty();
        for part in line.split('|') {
            let words: Vec<Value> = part
                .split_whitespace()
                .map(|word| Value::known(word.trim_matches(['"', '\'', ';', '(', ')'])))
                .collect();
            if words.is_empty() {
                continue;
            }
            if !machine.step() {
                return;
            }
            carried = machine.command(words, &carried, span);
        }
    }
}

#[cfg(test)]
mod tests {
    /// Every pattern can be built.
    #[test]
    fn patterns() {
        for pattern in [
            &super::ADDRESS,
            &super::SOCKET,
            &super::SHELL,
            &super::RUNS,
            &super::EVALUATES,
            &super::FETCHES,
            &super::DECODES,
            &super::READS,
            &super::SENDS,
            &super::ENVIRONMENT,
        ] {
            pattern.build();
            assert!(!pattern.is_match(""));
        }
    }
}
