//! Python that runs programs and code.

use super::{Call, or_unknown};
use crate::code::machine::Machine;
use crate::code::value::{Kind, Value};
use crate::fact::{Act, Sink, Source};
use crate::unit::Language;
impl Machine<'_> {
    /// A call that runs a program or code.
    pub(super) fn python_programs(&mut self, call: &Call<'_>) -> Option<Value> {
        let Call {
            name,
            arguments,
            span,
            ..
        } = *call;
        let given = |key: &str| call.given(key);
        let first = call.arguments.first().cloned();
        Some(match name {
            "os.system"
            | "os.popen"
            | "subprocess.getoutput"
            | "subprocess.getstatusoutput"
            | "commands.getoutput"
            | "asyncio.create_subprocess_shell"
            | "popen2.popen2"
            | "os.popen2"
            | "subprocess.run"
            | "subprocess.Popen"
            | "subprocess.call"
            | "subprocess.check_call"
            | "subprocess.check_output"
            | "pty.spawn"
            | "sh.Command"
            | "pexpect.spawn"
            | "pexpect.run"
            | "plumbum.local" => {
                let command = or_unknown(first.or_else(|| given("args")));
                let input = given("input")
                    .or_else(|| given("stdin"))
                    .unwrap_or_else(Value::empty);
                let is_shell = command.text == "/bin/sh"
                    || command.text == "/bin/bash"
                    || command.items.first().is_some_and(|(_, item)| {
                        matches!(item.text.as_str(), "/bin/sh" | "/bin/bash" | "sh" | "bash")
                    });
                if is_shell
                    && (self.dup2
                        || input.comes_from(|source| matches!(source, Source::Network(_))))
                {
                    self.fact(span, Act::HandsOverShell { host: None });
                }
                self.runs(&command, None, &input, span)
            }
            "asyncio.create_subprocess_exec" => {
                let list = Value::list(
                    arguments
                        .iter()
                        .map(|value| (String::new(), value.clone()))
                        .collect(),
                );
                self.runs(&list, None, &Value::empty(), span)
            }
            "os.execv" | "os.execve" | "os.execvp" | "os.execvpe" | "os.posix_spawn"
            | "os.execl" | "os.execlp" => {
                let command = or_unknown(
                    arguments
                        .get(1)
                        .cloned()
                        .filter(|list| !list.items.is_empty())
                        .or(first),
                );
                self.runs(&command, None, &Value::empty(), span)
            }
            "os.spawnv" | "os.spawnvp" | "os.spawnl" | "os.spawnlp" => {
                let command = or_unknown(arguments.get(2).cloned().or(first));
                self.runs(&command, None, &Value::empty(), span)
            }
            "os.startfile" => self.run_file(&or_unknown(first), &Value::empty(), span),
            "eval" | "exec" | "code.interact" | "runpy.run_path" | "execfile" => {
                if name == "runpy.run_path" || name == "execfile" {
                    return Some(self.run_file(&or_unknown(first), &Value::empty(), span));
                }
                let text = or_unknown(first);
                if text.is_known()
                    && text.taints.is_empty()
                    && name == "eval"
                    && text.text.len() < 12
                {
                    return Some(Value::unknown());
                }
                self.evaluates(Language::Python, &text, span)
            }
            "compile" => first?,
            "pickle.loads" | "pickle.load" | "marshal.loads" | "marshal.load" | "dill.loads"
            | "cloudpickle.loads" | "jsonpickle.decode" | "types.FunctionType"
            | "types.CodeType" | "ctypes.CFUNCTYPE" => {
                let data = or_unknown(first);
                if name.starts_with("marshal") || !data.taints.is_empty() {
                    self.fact(span, Act::Evaluates);
                }
                self.flows(&data, &Sink::Program, span);
                Value::unknown().tainted_by(&data)
            }
            "ctypes.CDLL" | "ctypes.cdll.LoadLibrary" | "ctypes.windll.LoadLibrary" => {
                self.run_file(&or_unknown(first), &Value::empty(), span)
            }
            "__import__" | "importlib.import_module" | "importlib.__import__" => {
                let module = first?;
                Value::named(module.text)
            }
            "getattr" => {
                let key = arguments.get(1)?;
                let own = first?;
                let own_name = own.name().unwrap_or("").to_owned();
                if own_name == "os" && key.text == "environ" {
                    return Some(Value::named("os.environ"));
                }
                match own_name.as_str() {
                    "builtins" | "__builtins__" => Value::named(key.text.clone()),
                    "" => Value {
                        kind: Kind::Named(format!(".{}", key.text)),
                        ..own
                    },
                    _ => Value {
                        kind: Kind::Named(format!("{own_name}.{}", key.text)),
                        ..own
                    },
                }
            }
            "globals" | "vars" | "locals" => Value::named("globalThis"),
            "pip.main" | "pip._internal.main" => {
                let mut words = vec![Value::known("pip")];
                words.extend(or_unknown(first).items.into_iter().map(|(_, item)| item));
                self.call(words, &Value::empty(), span)
            }
            "threading.Thread"
            | "multiprocessing.Process"
            | "concurrent.futures.ThreadPoolExecutor" => Value::unknown(),
            "builtins.exec" | "builtins.eval" | "__builtins__.exec" | "__builtins__.eval" => {
                self.evaluates(Language::Python, &or_unknown(first), span)
            }
            _ => return None,
        })
    }
}
