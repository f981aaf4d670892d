//! What of a user's settings enters the environment of a skill's own programs.
//!
//! A skill is given the variables that its entry of the configuration names, and its key under the name that it declares. It never
//! gets to set what decides how other programs run, and names that look like secrets only where it declares that it needs them. What
//! comes out is for that skill's programs alone: nothing here touches the environment of this process.
//!
//! Facts: the page on OpenClaw, 3.5, as the golden vectors correct it.

mod blocked;

use std::fmt;

use serde_json::Value;

/// What a skill declares of its needs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Needs<'n> {
    /// The variable that its key goes by (`primaryEnv`).
    pub key: Option<&'n str>,
    /// The variables that it requires (`requires.env`).
    pub variables: &'n [String],
}

/// What a skill's programs are given.
#[derive(Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Given {
    /// Names and values, in the order of the settings, the key last.
    pub variables: Vec<(String, Secret)>,
    /// The names that were not let through.
    pub blocked: Vec<String>,
    /// Names whose values should be looked at, and why.
    pub suspicious: Vec<(String, Suspicion)>,
}

/// A value that no message and no log shows.
#[derive(Clone, PartialEq, Eq)]
pub enum Secret {
    /// The value itself.
    Plain(String),
    /// Where it is kept; it is looked up when it is used.
    Kept {
        /// By what: the environment, a file, a program of the user's.
        source: String,
        /// Which of them.
        provider: String,
        /// Under which name.
        id: String,
    },
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(_) => f.write_str("Plain(…)"),
            Self::Kept {
                source,
                provider,
                id,
            } => write!(f, "Kept({source}:{provider}:{id})"),
        }
    }
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Given")
            .field("variables", &self.variables)
            .field("blocked", &self.blocked)
            .field("suspicious", &self.suspicious)
            .finish()
    }
}

/// Why a value should be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Suspicion {
    /// It holds a NUL, which ends it for a program.
    Nul,
    /// It is longer than any setting.
    Long,
    /// It looks like a credential in base64.
    Base64,
}

/// An entry that cannot be read; nothing of it is given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the value of `{name}` is no text")]
pub struct NoText {
    /// The variable.
    pub name: String,
}

/// Most characters of a value that is not looked at, in UTF-16 units.
const LONG: usize = 32_768;

/// From so many characters on base64 looks like a credential.
const BASE64: usize = 80;

/// Ends of names that look like secrets.
const SECRET_ENDS: [&str; 5] = ["API_KEY", "TOKEN", "PASSWORD", "PRIVATE_KEY", "SECRET"];

/// What a skill's programs are given by its entry. `is_set` tells which variables they would have anyway: those stay as they are.
///
/// # Errors
///
/// [`NoText`] where a value is not a text.
pub fn given(
    entry: &Value,
    needs: &Needs<'_>,
    is_set: &dyn Fn(&str) -> bool,
) -> Result<Given, NoText> {
    let mut given = Given::default();
    if entry.get("enabled") == Some(&Value::Bool(false)) {
        return Ok(given);
    }
    let key = needs.key.map(str::trim).filter(|key| !key.is_empty());
    let is_declared =
        |name: &str| key == Some(name) || needs.variables.iter().any(|known| known.trim() == name);
    let settings = entry.get("env").and_then(Value::as_object);
    for (name, value) in settings.into_iter().flatten() {
        let name = name.trim();
        let text = match value {
            Value::Null => continue,
            Value::String(text) => text,
            _ => {
                return Err(NoText {
                    name: name.to_owned(),
                });
            }
        };
        if !name.is_empty() && !text.is_empty() && !is_set(name) {
            given.take(name, Secret::Plain(text.clone()), is_declared(name));
        }
    }
    let is_there = |name: &str| given.variables.iter().any(|(known, _)| known == name);
    let key = key.filter(|key| !is_set(key) && !is_there(key));
    if let (Some(key), Some(value)) = (key, secret(entry.get("apiKey"))) {
        given.take(key, value, true);
    }
    Ok(given)
}

impl Given {
    fn take(&mut self, name: &str, value: Secret, is_declared: bool) {
        let suspicion = match &value {
            Secret::Plain(text) => suspicion(text),
            Secret::Kept { .. } => None,
        };
        let is_secret = looks_secret(name) && !is_declared;
        if is_blocked(name) || is_secret || suspicion == Some(Suspicion::Nul) {
            return self.blocked.push(name.to_owned());
        }
        if let Some(suspicion) = suspicion {
            self.suspicious.push((name.to_owned(), suspicion));
        }
        self.variables.push((name.to_owned(), value));
    }
}

/// A key of the settings: a text, or where it is kept. One of blanks, or of another kind, is none.
fn secret(value: Option<&Value>) -> Option<Secret> {
    match value? {
        Value::String(text) if !text.trim().is_empty() => {
            Some(Secret::Plain(text.trim().to_owned()))
        }
        Value::Object(fields) => {
            let field = |name: &str| {
                let text = fields.get(name)?.as_str()?.trim();
                (!text.is_empty()).then(|| text.to_owned())
            };
            let source = field("source")?;
            ["env", "file", "exec"]
                .contains(&source.as_str())
                .then_some(Secret::Kept {
                    source,
                    provider: field("provider").unwrap_or_else(|| "default".to_owned()),
                    id: field("id")?,
                })
        }
        _ => None,
    }
}

/// Whether no skill may set a variable, whatever it declares; letters of any case, blanks at the ends aside.
#[must_use]
pub fn is_blocked(name: &str) -> bool {
    let name = name.trim().to_uppercase();
    let is_of_cargo = name.starts_with("CARGO_TARGET_")
        && (name.ends_with("_LINKER") || name.ends_with("_RUNNER"));
    is_of_cargo
        || blocked::NAMES.binary_search(&name.as_str()).is_ok()
        || blocked::STARTS.iter().any(|start| name.starts_with(start))
}

/// The names that are blocked, and the beginnings of names.
#[must_use]
pub fn blocked() -> (&'static [&'static str], &'static [&'static str]) {
    (blocked::NAMES, blocked::STARTS)
}

/// Whether a name looks like that of a secret.
#[must_use]
pub fn looks_secret(name: &str) -> bool {
    let name = name.trim().to_uppercase();
    SECRET_ENDS.iter().any(|end| name.ends_with(end))
}

/// What is suspicious about a value.
#[must_use]
pub fn suspicion(value: &str) -> Option<Suspicion> {
    let is_base64 = |letter: u8| letter.is_ascii_alphanumeric() || b"+/=".contains(&letter);
    if value.contains('\0') {
        Some(Suspicion::Nul)
    } else if value.encode_utf16().count() > LONG {
        Some(Suspicion::Long)
    } else if value.len() >= BASE64 && value.bytes().all(is_base64) {
        Some(Suspicion::Base64)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_blocked_names_are_sorted() {
        assert!(blocked::NAMES.is_sorted());
    }

    #[test]
    fn secrets_are_not_shown() {
        let entry = json!({ "apiKey": "hush", "env": { "A": "hush" } });
        let needs = Needs {
            key: Some("DEMO_API_KEY"),
            variables: &[],
        };
        let given = given(&entry, &needs, &|_| false).unwrap();
        assert_eq!(given.variables.len(), 2);
        assert!(!format!("{given:?}").contains("hush"));
    }

    #[test]
    fn a_key_that_is_kept_elsewhere_is_not_read_here() {
        let entry = json!({ "apiKey": { "source": "env", "id": "MY_KEY" } });
        let needs = Needs {
            key: Some("DEMO_API_KEY"),
            variables: &[],
        };
        let given = given(&entry, &needs, &|_| false).unwrap();
        assert_eq!(
            format!("{:?}", given.variables),
            "[(\"DEMO_API_KEY\", Kept(env:default:MY_KEY))]"
        );
    }
}
