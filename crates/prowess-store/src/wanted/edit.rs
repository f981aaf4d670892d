//! Changes to `[skills]` that leave the rest of a file as it is.
//!
//! An entry is put into the text, or cut out of it, by its place there: an editor that writes the whole file anew orders some
//! files otherwise. Where an entry has no line of its own the editor does it, as long as it would not touch anything else.

use std::ops::Range;
use std::path::Path;

use prowess_base::SkillName;
use toml_edit::{Document, DocumentMut, InlineTable, Item, TableLike, Value};

use super::{SETTINGS, WantedSkill, fault, syntax};
use crate::lock::{Keeper, Origin};
use crate::{Error, Source};

/// The text of a file with a skill wanted, or wanted otherwise; everything else stays byte for byte, also the comment behind
/// the entry.
///
/// # Errors
///
/// [`Error::State`] where the file is no TOML, or writes the skills in a way that cannot be changed without changing more;
/// [`Error::Name`] where the name is that of a setting.
pub fn set(
    path: &Path,
    text: &str,
    name: &SkillName,
    skill: &WantedSkill,
) -> Result<String, Error> {
    let name = name.as_str();
    if SETTINGS.contains(&name) {
        return Err(Error::Name {
            name: name.to_owned(),
            reason: "it is the name of a setting in `[skills]`".to_owned(),
        });
    }
    let value = written(skill);
    edit(path, text, name, Some(&value))
}

/// The text of a file without a skill; everything else stays byte for byte. The comment behind the entry goes with it, one above
/// it stays.
///
/// # Errors
///
/// [`Error::State`], as for [`set`].
pub fn remove(path: &Path, text: &str, name: &str) -> Result<String, Error> {
    if SETTINGS.contains(&name) {
        return Ok(text.to_owned());
    }
    edit(path, text, name, None)
}

/// Makes an entry this value, or nothing.
fn edit(path: &Path, text: &str, name: &str, value: Option<&Value>) -> Result<String, Error> {
    let (mark, plain) = match text.strip_prefix('\u{feff}') {
        Some(plain) => ("\u{feff}", plain),
        None => ("", text),
    };
    let document = Document::parse(plain).map_err(|error| syntax(path, plain, &error))?;
    let skills = document.get("skills");
    if let Some(item) = skills
        && item.as_table_like().is_none()
    {
        return Err(fault(path, "`skills` is no table"));
    }
    let entry = skills.and_then(|skills| skills.get(name));
    if value.is_none() && entry.is_none() {
        return Ok(text.to_owned());
    }
    let spliced = match (value, entry) {
        (Some(value), Some(entry)) => replaced(plain, entry, value),
        (Some(value), None) => inserted(plain, skills, name, value),
        (None, Some(entry)) => cut(plain, skills, entry),
        (None, None) => None,
    };
    let is_right = |changed: &String| says(plain, changed, name, value);
    spliced
        .filter(is_right)
        .or_else(|| written_anew(plain, name, value).filter(is_right))
        .map(|changed| format!("{mark}{changed}"))
        .ok_or_else(|| {
            let reason = format!(
                "`{name}` cannot be changed there without changing more; change it by hand"
            );
            fault(path, &reason)
        })
}

/// Whether a text says what another one says, but for one entry.
fn says(before: &str, after: &str, name: &str, value: Option<&Value>) -> bool {
    let expected = || {
        let mut table: toml::Table = before.parse().ok()?;
        let skills = table
            .entry("skills")
            .or_insert_with(|| toml::Value::Table(toml::Table::new()))
            .as_table_mut()?;
        match value {
            Some(value) => {
                let mut line: toml::Table = format!("v = {value}").parse().ok()?;
                skills.insert(name.to_owned(), line.remove("v")?);
            }
            None => drop(skills.remove(name)),
        }
        Some(table)
    };
    let found: Option<toml::Table> = after.parse().ok();
    found.is_some() && found == expected()
}

/// An entry that has a value gets another one.
fn replaced(text: &str, entry: &Item, value: &Value) -> Option<String> {
    spliced(text, entry.as_value()?.span()?, &value.to_string())
}

/// A new entry stands behind those that are there, in a table of its own where there is none.
fn inserted(text: &str, skills: Option<&Item>, name: &str, value: &Value) -> Option<String> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let Some(table) = skills else {
        let ended = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            end
        };
        let apart = if text.is_empty() { "" } else { end };
        return Some(format!(
            "{text}{ended}{apart}[skills]{end}{name} = {value}{end}"
        ));
    };
    let table = table.as_table()?;
    let last = table
        .get_values()
        .iter()
        .filter_map(|(_, value)| value.span())
        .map(|span| span.end)
        .max();
    let behind = match last {
        Some(last) => last,
        None => header(text)?,
    };
    let prefix = if table.is_dotted() { "skills." } else { "" };
    let line = format!("{prefix}{name} = {value}{end}");
    match line_end(text, behind) {
        Some(at) => spliced(text, at..at, &line),
        None => Some(format!("{text}{end}{line}")),
    }
}

/// The end of the line of the table.
fn header(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let head = line.split('#').next().unwrap_or(line);
        if head.split_whitespace().collect::<String>() == "[skills]" {
            return Some(at + head.trim_end().len());
        }
        at += line.len();
    }
    None
}

/// An entry goes with its lines.
fn cut(text: &str, skills: Option<&Item>, entry: &Item) -> Option<String> {
    // In an inline table it has no line of its own.
    skills?.as_table()?;
    let value = entry.as_value()?.span()?;
    let before = text.get(..value.start)?;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = line_end(text, value.end).unwrap_or(text.len());
    spliced(text, start..end, "")
}

/// Where the line after a place begins; nothing where the text ends before.
fn line_end(text: &str, at: usize) -> Option<usize> {
    let newline = text.get(at..)?.find('\n')?;
    Some(at + newline + 1)
}

fn spliced(text: &str, range: Range<usize>, new: &str) -> Option<String> {
    let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
    Some(format!("{before}{new}{after}"))
}

/// The text as the editor writes it; nothing where that would differ without a change too.
fn written_anew(text: &str, name: &str, value: Option<&Value>) -> Option<String> {
    // The editor writes `\n`.
    let plain = text.replace("\r\n", "\n");
    let restored = |document: &DocumentMut| match text.contains("\r\n") {
        true => document.to_string().replace('\n', "\r\n"),
        false => document.to_string(),
    };
    let mut document: DocumentMut = plain.parse().ok()?;
    if restored(&document) != text {
        return None;
    }
    let skills = document.entry("skills").or_insert(toml_edit::table());
    // `[skills.entries.…]` alone makes a table without a line of its own.
    if let Some(table) = skills.as_table_mut() {
        table.set_implicit(false);
    }
    let table: &mut dyn TableLike = skills.as_table_like_mut()?;
    match value {
        Some(value) => drop(table.insert(name, Item::Value(value.clone()))),
        None => drop(table.remove(name)),
    }
    Some(restored(&document))
}

/// A skill as it is written: its source alone where there is nothing else to say.
fn written(skill: &WantedSkill) -> Value {
    let Origin {
        source,
        requested,
        path,
    } = &skill.origin;
    let key = match source {
        Source::Registry(_) => "version",
        _ => "ref",
    };
    let texts = [
        ("path", Some(path.as_str()).filter(|path| !path.is_empty())),
        (key, requested.as_deref()),
    ];
    let usual = Keeper::of(skill.scope).usual_scope();
    let mut table = InlineTable::new();
    table.insert("source", source.to_string().into());
    for (key, text) in texts {
        if let Some(text) = text {
            table.insert(key, text.into());
        }
    }
    if skill.scope != usual {
        table.insert("scope", skill.scope.to_string().into());
    }
    if !skill.targets.is_empty() {
        let targets: toml_edit::Array = skill.targets.iter().map(String::as_str).collect();
        table.insert("targets", targets.into());
    }
    match table.len() {
        1 => source.to_string().into(),
        _ => table.into(),
    }
}
