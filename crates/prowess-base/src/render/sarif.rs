//! Diagnostics as SARIF 2.1.0, for code hosts and editors.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::{Code, CodePage, Diagnostic, Severity};

/// All diagnostics as one SARIF log with one run.
///
/// `pages` gives the text of the rules; paths beneath `base` are written relative to it with the
/// base id `ROOT`, others as `file:` addresses. Columns count Unicode scalar values.
#[must_use]
pub fn to_sarif(
    diagnostics: &[Diagnostic],
    pages: &[CodePage],
    base: &Path,
    version: &str,
) -> Value {
    let used: BTreeMap<Code, usize> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .enumerate()
        .map(|(index, code)| (code, index))
        .collect();
    let rules: Vec<Value> = used.keys().map(|code| rule(*code, pages)).collect();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| result(diagnostic, &used, base))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "prowess", "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: Code, pages: &[CodePage]) -> Value {
    match pages.iter().find(|page| page.code == code) {
        Some(page) => json!({
            "id": code,
            "shortDescription": { "text": page.title },
            "help": { "text": page.text, "markdown": page.text },
        }),
        None => json!({ "id": code }),
    }
}

fn result(diagnostic: &Diagnostic, rules: &BTreeMap<Code, usize>, base: &Path) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    };
    let text = match &diagnostic.help {
        Some(help) => format!("{}; {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut value = json!({
        "ruleId": diagnostic.code,
        "level": level,
        "message": { "text": text },
    });
    if let Some(index) = rules.get(&diagnostic.code) {
        insert(&mut value, "ruleIndex", json!(index));
    }
    if let Some(file) = &diagnostic.file {
        let mut location = json!({ "artifactLocation": artifact(file, base) });
        if let Some(place) = &diagnostic.place {
            insert(
                &mut location,
                "region",
                json!({
                    "startLine": place.start.line,
                    "startColumn": place.start.column,
                    "endLine": place.end.line,
                    "endColumn": place.end.column,
                }),
            );
        }
        insert(
            &mut value,
            "locations",
            json!([{ "physicalLocation": location }]),
        );
        if let (Some(fix), Some(place)) = (&diagnostic.fix, &diagnostic.place)
            && fix.span == place.span
        {
            let change = json!({
                "artifactLocation": artifact(file, base),
                "replacements": [{
                    "deletedRegion": {
                        "startLine": place.start.line,
                        "startColumn": place.start.column,
                        "endLine": place.end.line,
                        "endColumn": place.end.column,
                    },
                    "insertedContent": { "text": fix.replacement },
                }],
            });
            insert(
                &mut value,
                "fixes",
                json!([{ "artifactChanges": [change] }]),
            );
        }
    }
    value
}

fn insert(object: &mut Value, key: &str, value: Value) {
    if let Value::Object(map) = object {
        map.insert(key.to_owned(), value);
    }
}

fn artifact(file: &Path, base: &Path) -> Value {
    match file.strip_prefix(base) {
        Ok(rest) => json!({ "uri": percent_encoded(rest), "uriBaseId": "ROOT" }),
        Err(_) if file.is_absolute() => {
            json!({ "uri": format!("file://{}", percent_encoded(file)) })
        }
        Err(_) => json!({ "uri": percent_encoded(file) }),
    }
}

/// A path as the path part of a URI reference (RFC 3986: unreserved characters and `/` stay).
fn percent_encoded(path: &Path) -> String {
    use std::fmt::Write as _;
    let text = path.to_string_lossy().replace('\\', "/");
    text.bytes()
        .fold(String::with_capacity(text.len()), |mut out, byte| {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/') {
                out.push(char::from(byte));
            } else {
                let _ = write!(out, "%{byte:02X}");
            }
            out
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    /// A result names its rule, its file relative to the base, and its region.
    #[test]
    fn one_result() {
        let diagnostic = Diagnostic::new(Code::new(101), Severity::Advice, "short")
            .at("ab\n", Span::new(1, 2))
            .in_file("/w/a b/SKILL.md");
        let pages = [CodePage {
            code: Code::new(101),
            title: "t",
            text: "p",
        }];
        let log = to_sarif(&[diagnostic], &pages, Path::new("/w"), "0.0.0");
        let result = &log["runs"][0]["results"][0];
        assert_eq!(result["ruleId"], "PW101");
        assert_eq!(result["level"], "note");
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(
            location["artifactLocation"],
            json!({ "uri": "a%20b/SKILL.md", "uriBaseId": "ROOT" })
        );
        assert_eq!(location["region"]["startColumn"], 2);
        assert_eq!(
            log["runs"][0]["tool"]["driver"]["rules"][0]["shortDescription"]["text"],
            "t"
        );
    }
}
