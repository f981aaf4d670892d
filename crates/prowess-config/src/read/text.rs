//! Environment variables and flags, whose values are plain text.

use prowess_base::{Diagnostic, Severity, Span};

use super::file::find_key;
use super::{FolderBase, Given, Misfit, name, shown};
use crate::{
    Flag, Folder, Key, KeyPath, Layer, Origin, Secret, Shape, Sources, Value, VariableUse, codes,
};

/// What the flags say, the last and strongest first.
pub(crate) fn flags(
    sources: &Sources<'_>,
    folders: FolderBase<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Given> {
    let mut given = Vec::new();
    for flag in sources.flags {
        let (written, path, value) = match flag {
            Flag::Own { name, value } => {
                let key = Key::ALL
                    .iter()
                    .find(|key| key.spec().flag == Some(name.as_str()));
                (name, key.map(|&key| KeyPath::plain(key)).ok_or(None), value)
            }
            Flag::Set { name, key, value } => (name, find_key(key), value),
        };
        let path = match path {
            Ok(path) => path,
            Err(near) => {
                diagnostics.push(unknown(flag, near));
                continue;
            }
        };
        let origin = Origin {
            layer: Layer::Flag,
            name: written.clone(),
            file: None,
            line: None,
        };
        keep(&mut given, diagnostics, path, origin, value, folders);
    }
    given.reverse();
    given
}

fn unknown(flag: &Flag, near: Option<&str>) -> Diagnostic {
    let (name, key) = match flag {
        Flag::Own { name, .. } => (name, None),
        Flag::Set { name, key, .. } => (name, Some(key)),
    };
    let message = match key {
        Some(key) => format!("flag `{name}`: unknown key `{key}`"),
        None => format!("unknown flag `{name}`"),
    };
    Diagnostic::new(codes::UNKNOWN_KEY, Severity::Error, message).help(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`prowess config` lists the keys".to_owned(),
    })
}

/// What the environment says, by key.
pub(crate) fn variables(
    sources: &Sources<'_>,
    folders: FolderBase<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Given> {
    let environment = &sources.surroundings.environment;
    let mut given = Vec::new();
    for &key in Key::ALL {
        for variable in key.spec().variables {
            if !environment.is_set(variable.name) {
                continue;
            }
            let value = match variable.usage {
                VariableUse::Presence(value) => Some(value),
                VariableUse::Value => environment.get_text(variable.name),
            };
            let Some(value) = value else {
                diagnostics.push(Diagnostic::new(
                    codes::WRONG_TYPE,
                    Severity::Error,
                    format!("variable `{}` is no Unicode text", variable.name),
                ));
                continue;
            };
            let origin = Origin {
                layer: Layer::Environment,
                name: variable.name.to_owned(),
                file: None,
                line: None,
            };
            let path = KeyPath::plain(key);
            keep(&mut given, diagnostics, path, origin, value, folders);
        }
    }
    given
}

fn keep(
    given: &mut Vec<Given>,
    diagnostics: &mut Vec<Diagnostic>,
    path: KeyPath,
    origin: Origin,
    text: &str,
    folders: FolderBase<'_>,
) {
    match parse(path.key.spec().shape, text, &origin, folders) {
        Ok(value) => given.push(Given {
            path,
            value,
            origin,
            span: Span::default(),
        }),
        Err(misfit) => diagnostics.push(Diagnostic::new(
            misfit.code,
            Severity::Error,
            format!("{origin}: `{path}` {}", misfit.what),
        )),
    }
}

fn parse(
    shape: Shape,
    text: &str,
    origin: &Origin,
    folders: FolderBase<'_>,
) -> Result<Value, Misfit> {
    let misfit = || Misfit::wrong_value(format!("must be {shape}, found `{}`", shown(text)));
    match shape {
        Shape::Flag => match text {
            "true" => Ok(Value::Flag(true)),
            "false" => Ok(Value::Flag(false)),
            _ => Err(misfit()),
        },
        Shape::Number { least, most } => text
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .map(Value::Number)
            .ok_or_else(misfit),
        Shape::Text if text.trim().is_empty() => Err(misfit()),
        Shape::Text => Ok(Value::Text(text.to_owned())),
        Shape::Day => text.parse().map(Value::Day).map_err(|_| misfit()),
        Shape::Word(words) => words
            .iter()
            .find(|&&word| word == text)
            .map(|&word| Value::Text(word.to_owned()))
            .ok_or_else(misfit),
        Shape::Names if text.trim().is_empty() => Ok(Value::Names(Vec::new())),
        Shape::Names => text
            .split(',')
            .map(|part| name(part.trim()))
            .collect::<Result<_, _>>()
            .map(Value::Names),
        Shape::Folders => folders
            .split(text)
            .map(|part| {
                Ok(Folder {
                    path: folders.absolute(part)?,
                    origin: origin.clone(),
                })
            })
            .collect::<Result<_, _>>()
            .map(Value::Folders),
        Shape::Secret => Secret::parse(text)
            .map(Value::Secret)
            .map_err(|fault| Misfit::wrong_value(fault.to_string())),
        // `true`, `false` and numbers are what they look like; all else is text.
        Shape::Values => Ok(Value::Any(
            serde_json::from_str(text)
                .ok()
                .filter(|value: &serde_json::Value| value.is_boolean() || value.is_number())
                .unwrap_or_else(|| text.into()),
        )),
    }
}
