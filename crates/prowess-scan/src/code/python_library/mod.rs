//! What Python's libraries do.

mod files;
mod http;
mod network;
mod programs;
mod surroundings;
mod values;

use prowess_base::Span;

use super::machine::Machine;
use super::value::Value;
use crate::fact::{Act, Protection};

pub(in crate::code) use values::numbers_as_text;

/// A call of a name of Python.
#[derive(Debug, Clone, Copy)]
struct Call<'c> {
    name: &'c str,
    /// The last part of the name.
    method: &'c str,
    receiver: &'c Value,
    arguments: &'c [Value],
    named: &'c [(String, Value)],
    span: Span,
}

impl Call<'_> {
    /// What is given by name.
    fn given(&self, key: &str) -> Option<Value> {
        let found = self.named.iter().find(|(own, _)| own == key);
        found.map(|(_, value)| value.clone())
    }
}

impl Machine<'_> {
    /// A call of a name of Python; nothing where it is not known.
    pub(super) fn python_call(
        &mut self,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
        named: &[(String, Value)],
        span: Span,
    ) -> Option<Value> {
        let (holder, method) = name.rsplit_once('.').unwrap_or(("", name));
        let call = Call {
            name,
            method,
            receiver,
            arguments,
            named,
            span,
        };
        let is_off = |key: &str| call.given(key).is_some_and(|value| value.text == "False");
        if is_off("verify") || is_off("ssl") {
            self.fact(
                span,
                Act::Disables {
                    what: Protection::Certificates,
                },
            );
        }
        if http::LIBRARIES.contains(&holder) {
            return self.python_http(&call);
        }
        self.python_programs(&call)
            .or_else(|| self.python_network(&call))
            .or_else(|| self.python_files(&call))
            .or_else(|| self.python_values(&call))
            .or_else(|| self.python_surroundings(&call))
            .or_else(|| self.python_method(&call))
    }

    /// Methods that mean one thing, whatever made the thing they belong to.
    fn python_method(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            method,
            receiver,
            arguments,
            span,
            ..
        } = *call;
        match method {
            "exec_command" => {
                let command = arguments.first()?.clone();
                self.nested(&command.text, &Value::empty(), span);
                Some(Value::unknown())
            }
            "write_text" | "write_bytes" => {
                let content = arguments.first()?.clone();
                self.write_file(receiver, content, span);
                Some(Value::unknown())
            }
            "urlopen" => {
                let address = arguments.first()?.clone();
                Some(self.fetch(&address, span))
            }
            _ => None,
        }
    }
}

/// A value, or one of which nothing is known.
fn or_unknown(value: Option<Value>) -> Value {
    value.unwrap_or_else(Value::unknown)
}
