//! JavaScript that runs programs and code, and loads modules.

use super::{Call, or_unknown};
use crate::code::command::base_name;
use crate::code::json::json;
use crate::code::machine::Machine;
use crate::code::value::{Kind, Value};
use crate::fact::{Sink, Source};
use crate::unit::Language;

impl Machine<'_> {
    /// A call that runs a program or code.
    pub(super) fn javascript_programs(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            arguments,
            span,
            ..
        } = *call;
        let options = call.options();
        let first = call.arguments.first().cloned();
        Some(match name {
            "require"
            | "import"
            | "module.require"
            | "createRequire()"
            | "module.createRequire()" => {
                let module = first?;
                let bare = module
                    .text
                    .strip_prefix("node:")
                    .unwrap_or(&module.text)
                    .to_owned();
                if let Some(unit) = self.local_module(&bare) {
                    return Some(unit);
                }
                if module.comes_from(|source| matches!(source, Source::Network(_))) {
                    self.flows(&module, &Sink::Program, span);
                }
                let held = bare
                    .ends_with(".json")
                    .then(|| self.file(&bare).cloned())
                    .flatten();
                if let Some(data) = held.as_ref().and_then(json) {
                    return Some(data);
                }
                Value::named(bare)
            }
            "child_process.exec"
            | "child_process.execSync"
            | "util.promisify()"
            | "shelljs.exec"
            | "execa.command"
            | "execaCommand"
            | "Bun.$"
            | "zx.$"
            | "$"
                if first
                    .as_ref()
                    .is_some_and(|value| name != "$" || value.text.contains(' ')) =>
            {
                let command = or_unknown(first);
                let input = options
                    .and_then(|options| options.item("input"))
                    .cloned()
                    .unwrap_or_else(Value::empty);
                self.runs(&command, None, &input, span)
            }
            "child_process.spawn"
            | "child_process.spawnSync"
            | "child_process.execFile"
            | "child_process.execFileSync"
            | "child_process.fork"
            | "execa"
            | "execa.execa"
            | "cross-spawn"
            | "Deno.run"
            | "Deno.Command"
            | "Bun.spawn"
            | "Bun.spawnSync"
            | "cross-spawn.sync" => {
                let mut command = or_unknown(first);
                if let Some(inner) = command.item("cmd").cloned() {
                    command = inner;
                }
                let list = arguments
                    .get(1)
                    .cloned()
                    .map(|list| list.item("args").cloned().unwrap_or(list));
                let list = list.filter(|list| list.items.iter().all(|(key, _)| key.is_empty()));
                if name == "child_process.fork" {
                    return Some(self.run_file(&command, &Value::empty(), span));
                }
                let is_shell = matches!(
                    base_name(&command.text).as_str(),
                    "sh" | "bash" | "cmd" | "powershell" | "zsh"
                );
                let mut out = self.runs(&command, list.as_ref(), &Value::empty(), span);
                if is_shell
                    && list.is_none_or(|list| {
                        list.items.is_empty()
                            || list.items.iter().all(|(_, item)| item.text == "-i")
                    })
                {
                    out.kind = Kind::Named("shell()".to_owned());
                }
                out
            }
            "eval"
            | "Function"
            | "vm.runInThisContext"
            | "vm.runInNewContext"
            | "vm.runInContext"
            | "vm.Script"
            | "vm.compileFunction"
            | "new Function"
            | "AsyncFunction"
            | "setTimeout"
            | "setInterval"
            | "module._compile"
            | "Module._compile" => {
                let text = if name == "Function" {
                    or_unknown(arguments.last().cloned())
                } else {
                    or_unknown(first)
                };
                if name.starts_with("set")
                    && (text.kind != Kind::Plain || !text.is_known() || text.text.is_empty())
                {
                    return None;
                }
                self.evaluates(Language::JavaScript, &text, span)
            }
            "Function()" | "AsyncFunction()" => Value::unknown(),
            "Object.defineProperty" => Value::unknown(),
            "Reflect.apply" => Value::unknown(),
            "Reflect.get" => {
                let key = arguments.get(1)?;
                let own = first?;
                Value {
                    kind: Kind::Named(format!("{}.{}", own.name().unwrap_or(""), key.text)),
                    ..own
                }
            }
            "util.promisify" => return first,
            _ => return None,
        })
    }

    /// What a file of the package gives to those that load it.
    fn local_module(&mut self, name: &str) -> Option<Value> {
        if !name.starts_with('.') || self.library.is_empty() {
            return None;
        }
        if name.ends_with(".json") {
            return json(self.file(name)?);
        }
        let unit = self.module(name)?;
        self.read_unit(unit);
        let exports = self.modules.get(&unit).cloned().unwrap_or_default();
        let mut value = Value::list(exports.into_iter().collect());
        value.kind = Kind::Plain;
        Some(value)
    }
}
