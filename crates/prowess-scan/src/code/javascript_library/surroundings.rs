//! JavaScript that asks the machine and the person, and prints.

use super::Call;
use crate::code::machine::Machine;
use crate::code::value::{Kind, Value};
use crate::fact::{Act, Capture, Source};

impl Machine<'_> {
    /// A call that asks who and where, or prints.
    pub(super) fn javascript_surroundings(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            arguments,
            span,
            ..
        } = *call;
        Some(match name {
            "os.homedir" => Value::known("~"),
            "os.tmpdir" => Value::known("/tmp"),
            "process.cwd" => Value::known("."),
            "os.hostname"
            | "os.userInfo"
            | "os.networkInterfaces"
            | "os.platform"
            | "os.arch"
            | "os.release" => self.value_of(Source::Machine, span),
            "console.log" | "console.info" | "process.stdout.write" | "console.error" => {
                for argument in arguments {
                    let plain = Value {
                        items: Vec::new(),
                        kind: Kind::Plain,
                        ..argument.clone()
                    };
                    self.printed.push(&plain);
                }
                Value::empty()
            }
            "process.stdin.on" | "process.stdin.read" => self.input.clone(),
            "readline.question" | "prompt" | "readline-sync.question" | "inquirer.prompt" => {
                self.value_of(Source::Person, span)
            }
            "navigator.clipboard.readText"
            | "clipboardy.read"
            | "clipboardy.readSync"
            | "clipboardy.default.read" => {
                self.fact(
                    span,
                    Act::Captures {
                        what: Capture::Clipboard,
                    },
                );
                self.value_of(Source::Person, span)
            }
            "screenshot-desktop" => {
                self.fact(
                    span,
                    Act::Captures {
                        what: Capture::Screen,
                    },
                );
                self.value_of(Source::Person, span)
            }
            "iohook.on" | "node-global-key-listener.GlobalKeyboardListener" | "uiohook-napi.on" => {
                self.fact(
                    span,
                    Act::Captures {
                        what: Capture::Keys,
                    },
                );
                self.value_of(Source::Person, span)
            }
            _ => return None,
        })
    }
}
