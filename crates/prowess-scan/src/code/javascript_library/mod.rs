//! What the libraries of Node, Deno, Bun and browsers do.

mod files;
mod network;
mod programs;
mod surroundings;
mod values;

use prowess_base::Span;

use super::machine::Machine;
use super::value::{Kind, Value};
use crate::fact::{Act, Protection, Source};
use crate::unit::Language;

/// A call of a name of JavaScript.
#[derive(Debug, Clone, Copy)]
struct Call<'c> {
    name: &'c str,
    receiver: &'c Value,
    arguments: &'c [Value],
    span: Span,
}

impl Call<'_> {
    /// The last argument that is an object: options.
    fn options(&self) -> Option<&Value> {
        self.arguments
            .iter()
            .rev()
            .find(|value| value.items.iter().any(|(key, _)| !key.is_empty()))
    }
}

impl Machine<'_> {
    /// A call of a name of JavaScript; nothing where it is not known.
    pub(super) fn javascript_call(
        &mut self,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
        span: Span,
    ) -> Option<Value> {
        let name = name
            .strip_prefix("globalThis.")
            .or_else(|| name.strip_prefix("window."))
            .unwrap_or(name);
        let promised;
        let name = if let Some(rest) = name
            .strip_prefix("fs/promises.")
            .or_else(|| name.strip_prefix("fs.promises."))
            .or_else(|| name.strip_prefix("fs-extra."))
        {
            promised = format!("fs.{rest}");
            promised.as_str()
        } else {
            name
        };
        let call = Call {
            name,
            receiver,
            arguments,
            span,
        };
        let is_unchecked = call.options().is_some_and(|options| {
            options
                .item("rejectUnauthorized")
                .is_some_and(|value| value.text == "false")
        });
        if is_unchecked {
            self.fact(
                span,
                Act::Disables {
                    what: Protection::Certificates,
                },
            );
        }
        self.javascript_programs(&call)
            .or_else(|| self.javascript_network(&call))
            .or_else(|| self.javascript_files(&call))
            .or_else(|| self.javascript_values(&call))
            .or_else(|| self.javascript_surroundings(&call))
            .or_else(|| self.javascript_method(&call))
    }

    /// Methods that mean one thing, whatever made the thing they belong to.
    fn javascript_method(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            receiver,
            arguments,
            span,
        } = *call;
        let method = name.rsplit('.').next().unwrap_or(name);
        match method {
            // `promise.then(…)`, `stream.on('data', …)`: the functions are called with what was waited for.
            "then" | "catch" | "finally" | "on" | "once" | "forEach" | "addEventListener" => {
                Some(receiver.clone())
            }
            "pipe" => {
                let to = arguments.first()?;
                let is_shell = |value: &Value| {
                    value.name().is_some_and(|name| name.starts_with("shell()"))
                        || name.starts_with("shell()")
                };
                let is_connection =
                    |value: &Value| value.comes_from(|source| matches!(source, Source::Network(_)));
                if (is_shell(to) && is_connection(receiver))
                    || (name.starts_with("shell()") && is_connection(to))
                {
                    self.fact(span, Act::HandsOverShell { host: None });
                } else if to.name() == Some("file()") {
                    self.write_file(
                        &to.clone(),
                        Value {
                            kind: Kind::Plain,
                            ..receiver.clone()
                        },
                        span,
                    );
                } else if to.name().is_some_and(|name| name.contains(".request()")) {
                    let address = Value::known(to.text.as_str());
                    self.send(&address, receiver, &Value::empty(), span);
                }
                Some(Value::unknown().tainted_by(receiver))
            }
            "call" | "apply" | "bind" if name.contains('.') => {
                let own = name.rsplit_once('.').map_or("", |(own, _)| own).to_owned();
                let rest: Vec<Value> = if method == "apply" {
                    arguments
                        .get(1)
                        .map(|list| list.items.iter().map(|(_, item)| item.clone()).collect())
                        .unwrap_or_default()
                } else {
                    arguments.iter().skip(1).cloned().collect()
                };
                if method == "bind" {
                    return Some(Value::named(own));
                }
                self.javascript_call(&own, receiver, &rest, span)
            }
            "send" if name.starts_with("superagent") => None,
            "writeText" | "execScript" => None,
            "_compile" => {
                let text = arguments.first()?.clone();
                Some(self.evaluates(Language::JavaScript, &text, span))
            }
            "constructor"
                if arguments.len() == 1
                    && arguments
                        .first()
                        .is_some_and(|text| text.text.contains(['(', ' '])) =>
            {
                // `[].constructor.constructor('…')`.
                let text = arguments.first()?.clone();
                Some(self.evaluates(Language::JavaScript, &text, span))
            }
            "append" | "set" => Some(Value::unknown()),
            _ => None,
        }
    }
}

/// A value, or one of which nothing is known.
fn or_unknown(value: Option<Value>) -> Value {
    value.unwrap_or_else(Value::unknown)
}
