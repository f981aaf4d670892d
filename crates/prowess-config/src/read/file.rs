//! A TOML file, read against the table of keys.

use std::collections::HashSet;
use std::path::Path;

use prowess_base::{LineIndex, Severity, SkillName, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{FolderBase, Given, Misfit, name, shown};
use crate::key::{Resolved, dotted};
use crate::report::{Finding, Report};
use crate::{Folder, Key, KeyPath, Layer, Origin, Secret, SecretFault, Shape, Value, codes};

/// Most errors of TOML itself that are told about one file.
const MAX_SYNTAX_ERRORS: usize = 10;

/// Most keys of one file, tables among them.
const MAX_KEYS: usize = 10_000;

/// Longest part of a dotted key, in bytes.
const MAX_KEY_BYTES: usize = 256;

/// Reads the text of a file. A file that is no TOML, or has more than [`MAX_KEYS`] keys, says
/// nothing.
pub(crate) fn read(
    path: &Path,
    text: &str,
    layer: Layer,
    folders: FolderBase<'_>,
    report: &mut Report<'_>,
) -> Vec<Given> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        report.hide_values();
        for error in errors.iter().take(MAX_SYNTAX_ERRORS) {
            let span = error.span().unwrap_or_default();
            report.push(Finding {
                code: codes::SYNTAX,
                severity: Severity::Error,
                message: format!("not valid TOML: {}", error.message()),
                help: None,
                span: Span::new(span.start, span.end),
            });
        }
        return Vec::new();
    }
    let keys = count_keys(table.get_ref());
    if keys > MAX_KEYS {
        report.push(Finding {
            code: codes::UNREADABLE,
            severity: Severity::Error,
            message: format!("the configuration has {keys} keys, at most {MAX_KEYS} are read"),
            help: None,
            span: Span::default(),
        });
        return Vec::new();
    }
    let mut reader = Reader {
        path,
        layer,
        folders,
        lines: LineIndex::new(text),
        given: Vec::new(),
        seen: HashSet::new(),
        report,
    };
    reader.table(table.get_ref(), &mut Vec::new());
    reader.given
}

/// Whether an entry is no setting but says where a wanted skill comes from, which a project's file does in the same table.
/// Whoever installs skills reads it; it sets nothing.
fn is_wanted_skill(segments: &[String], value: &DeValue<'_>) -> bool {
    let [section, name] = segments else {
        return false;
    };
    let has_source = match value {
        DeValue::String(_) => true,
        DeValue::Table(table) => table.contains_key("source"),
        _ => false,
    };
    section == "skills" && has_source && SkillName::fault(name).is_none()
}

fn count_keys(table: &DeTable<'_>) -> usize {
    table
        .values()
        .map(|value| 1 + value.get_ref().as_table().map_or(0, count_keys))
        .sum()
}

struct Reader<'r, 't> {
    path: &'r Path,
    layer: Layer,
    folders: FolderBase<'r>,
    lines: LineIndex<'r>,
    given: Vec<Given>,
    seen: HashSet<KeyPath>,
    report: &'r mut Report<'t>,
}

impl Reader<'_, '_> {
    fn table(&mut self, table: &DeTable<'_>, segments: &mut Vec<String>) {
        for (key, value) in table {
            let name = key.get_ref();
            if name.len() > MAX_KEY_BYTES {
                self.report.hide(span(value));
                self.report.push(Finding {
                    code: codes::WRONG_VALUE,
                    severity: Severity::Error,
                    message: format!(
                        "a key of {} bytes, at most {MAX_KEY_BYTES} are allowed",
                        name.len()
                    ),
                    help: None,
                    span: span(key),
                });
                continue;
            }
            segments.push(name.clone().into_owned());
            self.entry(span(key), value, segments);
            segments.pop();
        }
    }

    fn entry(&mut self, key: Span, value: &Spanned<DeValue<'_>>, segments: &mut Vec<String>) {
        match (KeyPath::resolve(segments), value.get_ref()) {
            (Resolved::Section, DeValue::Table(table)) => self.table(table, segments),
            (Resolved::Leaf(path), DeValue::Table(table))
                if path.key.spec().shape == Shape::Values && !table.is_empty() =>
            {
                self.table(table, segments);
            }
            (Resolved::Leaf(path), _) => self.leaf(path, key, value),
            (Resolved::Section, other) => {
                self.report.hide(span(value));
                self.report.push(Finding {
                    code: codes::WRONG_TYPE,
                    severity: Severity::Error,
                    message: format!(
                        "`{}` must be a table, found {}",
                        dotted(segments),
                        kind(other)
                    ),
                    help: None,
                    span: span(value),
                });
            }
            (Resolved::Unknown, found) => {
                self.report.hide(span(value));
                if self.layer != Layer::Project || !is_wanted_skill(segments, found) {
                    self.unknown(key, segments);
                }
            }
        }
    }

    fn leaf(&mut self, path: KeyPath, key: Span, value: &Spanned<DeValue<'_>>) {
        let shape = path.key.spec().shape;
        if shape == Shape::Secret {
            self.report.hide(span(value));
        }
        if !self.seen.insert(path.clone()) {
            self.report.push(Finding {
                code: codes::DUPLICATE,
                severity: Severity::Error,
                message: format!("`{path}` is given twice, in two Unicode forms of one name"),
                help: Some("remove one of the two".to_owned()),
                span: key,
            });
        }
        match self.value(&path, shape, value) {
            Ok(read) => {
                let origin = self.origin(&path, key);
                self.given.push(Given {
                    path,
                    value: read,
                    origin,
                    span: span(value),
                });
            }
            Err(misfit) => self.report.push(Finding {
                code: misfit.code,
                severity: Severity::Error,
                message: format!("`{path}` {}", misfit.what),
                help: None,
                span: span(value),
            }),
        }
    }

    fn unknown(&mut self, key: Span, segments: &[String]) {
        let (last, prefix) = match segments.split_last() {
            Some((last, prefix)) => (last.as_str(), prefix),
            None => ("", segments),
        };
        let known = KeyPath::siblings(prefix);
        let near = nearest(last, &known);
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "no keys stand beneath this one".to_owned(),
            None => format!(
                "known here: {}",
                known
                    .iter()
                    .map(|name| format!("`{name}`"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        self.report.push(Finding {
            code: codes::UNKNOWN_KEY,
            severity: Severity::Warning,
            message: format!("unknown key `{}`, it has no effect", dotted(segments)),
            help: Some(help),
            span: key,
        });
    }

    fn value(
        &self,
        path: &KeyPath,
        shape: Shape,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Value, Misfit> {
        let found = value.get_ref();
        let wrong_type = || Misfit::wrong_type(format!("must be {shape}, found {}", kind(found)));
        match (shape, found) {
            (Shape::Flag, DeValue::Boolean(flag)) => Ok(Value::Flag(*flag)),
            (Shape::Number { least, most }, DeValue::Integer(number)) => {
                u64::from_str_radix(number.as_str(), number.radix())
                    .ok()
                    .filter(|number| (least..=most).contains(number))
                    .map(Value::Number)
                    .ok_or_else(|| {
                        Misfit::wrong_value(format!(
                            "must be {shape}, found `{}`",
                            shown(&number.to_string())
                        ))
                    })
            }
            (Shape::Text, DeValue::String(text)) if !text.trim().is_empty() => {
                Ok(Value::Text(text.clone().into_owned()))
            }
            (Shape::Text, DeValue::String(_)) => {
                Err(Misfit::wrong_value(format!("must be {shape}")))
            }
            (Shape::Day, DeValue::String(text)) => day(shape, text),
            (Shape::Day, DeValue::Datetime(date)) => day(shape, &date.to_string()),
            (Shape::Word(words), DeValue::String(text)) => words
                .iter()
                .find(|&&word| word == text)
                .map(|&word| Value::Text(word.to_owned()))
                .ok_or_else(|| {
                    Misfit::wrong_value(format!("must be {shape}, found `{}`", shown(text)))
                }),
            (Shape::Names, DeValue::Array(items)) => items
                .iter()
                .map(|item| match item.get_ref() {
                    DeValue::String(text) => name(text),
                    other => Err(Misfit::wrong_type(format!(
                        "must be {shape}, found {} in it",
                        kind(other)
                    ))),
                })
                .collect::<Result<_, _>>()
                .map(Value::Names),
            (Shape::Folders, DeValue::Array(items)) => items
                .iter()
                .map(|item| match item.get_ref() {
                    DeValue::String(text) => Ok(Folder {
                        path: self.folders.absolute(text)?,
                        origin: self.origin(path, span(item)),
                    }),
                    other => Err(Misfit::wrong_type(format!(
                        "must be {shape}, found {} in it",
                        kind(other)
                    ))),
                })
                .collect::<Result<_, _>>()
                .map(Value::Folders),
            (Shape::Secret, DeValue::String(text)) => secret(Secret::parse(text)),
            (Shape::Secret, DeValue::Table(table)) => secret(secret_table(table)),
            (Shape::Secret, _) => secret(Err(SecretFault::Shape)),
            (Shape::Values, any) => Ok(Value::Any(json(any))),
            _ => Err(wrong_type()),
        }
    }

    fn origin(&self, path: &KeyPath, at: Span) -> Origin {
        Origin {
            layer: self.layer,
            name: path.to_string(),
            file: Some(self.path.to_path_buf()),
            line: Some(self.lines.line_number(at.start as usize)),
        }
    }
}

fn day(shape: Shape, text: &str) -> Result<Value, Misfit> {
    text.parse()
        .map(Value::Day)
        .map_err(|_| Misfit::wrong_value(format!("must be {shape}, found `{}`", shown(text))))
}

fn secret(read: Result<Secret, SecretFault>) -> Result<Value, Misfit> {
    read.map(Value::Secret).map_err(|fault| match fault {
        SecretFault::Shape => Misfit::wrong_type(fault.to_string()),
        _ => Misfit::wrong_value(fault.to_string()),
    })
}

fn secret_table(table: &DeTable<'_>) -> Result<Secret, SecretFault> {
    let (mut source, mut provider, mut id) = (None, None, None);
    for (key, value) in table {
        let slot = match key.get_ref().as_ref() {
            "source" => &mut source,
            "provider" => &mut provider,
            "id" => &mut id,
            _ => return Err(SecretFault::Shape),
        };
        *slot = Some(value.get_ref().as_str().ok_or(SecretFault::Shape)?);
    }
    match (source, id) {
        (Some(source), Some(id)) => Secret::from_source(source, provider, id),
        _ => Err(SecretFault::Shape),
    }
}

/// A TOML value as JSON; dates become text, and so do numbers that JSON cannot hold.
fn json(value: &DeValue<'_>) -> serde_json::Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_| number.to_string().into(), Into::into),
        DeValue::Float(number) => number
            .as_str()
            .parse()
            .ok()
            .and_then(serde_json::Number::from_f64)
            .map_or_else(|| number.as_str().into(), serde_json::Value::Number),
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Datetime(date) => date.to_string().into(),
        DeValue::Array(items) => items.iter().map(|item| json(item.get_ref())).collect(),
        DeValue::Table(table) => table
            .iter()
            .map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref())))
            .collect(),
    }
}

/// What a TOML value is, with its article.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn span<T>(spanned: &Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(range.start, range.end)
}

/// The known name that `written` most likely stands for.
pub(crate) fn nearest<'n>(written: &str, known: &[&'n str]) -> Option<&'n str> {
    // Longer text is no misspelt key, and the distance takes time in its square.
    if written.len() > 64 {
        return None;
    }
    let folded = written.to_lowercase().replace('-', "_");
    let bound = 1 + folded.chars().count() / 4;
    known
        .iter()
        .map(|&name| {
            let same_letters = folded.replace('_', "") == name.replace('_', "");
            let distance = if same_letters {
                0
            } else {
                strsim::damerau_levenshtein(&folded, name)
            };
            (distance, name)
        })
        .filter(|(distance, _)| *distance <= bound)
        .min()
        .map(|(_, name)| name)
}

/// The path of a key that is written in dotted form; nothing where it is none.
pub(crate) fn dotted_key(text: &str) -> Option<Vec<String>> {
    let line = format!("{text} = 0");
    let document = DeTable::parse(&line).ok()?;
    let mut segments = Vec::new();
    let mut table = document.get_ref();
    loop {
        let mut entries = table.iter();
        let (Some((key, value)), None) = (entries.next(), entries.next()) else {
            return None;
        };
        segments.push(key.get_ref().clone().into_owned());
        match value.get_ref() {
            DeValue::Table(inner) => table = inner,
            DeValue::Integer(_) => return Some(segments),
            _ => return None,
        }
    }
}

/// The key a dotted path names, or the nearest known name.
pub(crate) fn find_key(text: &str) -> Result<KeyPath, Option<&'static str>> {
    let Some(segments) = dotted_key(text) else {
        return Err(None);
    };
    match KeyPath::resolve(&segments) {
        Resolved::Leaf(path) => Ok(path),
        Resolved::Section => Err(None),
        Resolved::Unknown => {
            let paths: Vec<&'static str> = Key::ALL.iter().map(|key| key.spec().path).collect();
            Err(nearest(text, &paths))
        }
    }
}
