//! What the libraries of Node, Deno, Bun and browsers do.

use prowess_base::Span;

use super::decode;
use super::evaluate::joined_path;
use super::json::json;
use super::machine::Machine;
use super::python_library::numbers_as_text;
use super::value::{Kind, Value};
use crate::fact::{Act, Capture, Protection, Sink, Source};
use crate::unit::Language;

impl Machine<'_> {
    /// A call of a name of JavaScript; nothing where it is not known.
    pub(super) fn javascript_call(
        &mut self,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
        span: Span,
    ) -> Option<Value> {
        let first = arguments.first().cloned();
        let or_unknown = |value: Option<Value>| value.unwrap_or_else(Value::unknown);
        let options = arguments
            .iter()
            .rev()
            .find(|value| value.items.iter().any(|(key, _)| !key.is_empty()));
        if options.is_some_and(|options| {
            options
                .item("rejectUnauthorized")
                .is_some_and(|value| value.text == "false")
        }) {
            self.fact(
                span,
                Act::Disables {
                    what: Protection::Certificates,
                },
            );
        }
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
                if let Some(data) = held.as_ref().and_then(super::json::json) {
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
                    super::command::base_name(&command.text).as_str(),
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
            "fetch" | "node-fetch" | "node-fetch.default" | "axios" | "got" | "undici.request"
            | "undici.fetch" | "needle" | "request" | "superagent" | "axios.request" | "ky"
            | "https.request" | "http.request" | "https.get" | "http.get" | "axios.get"
            | "got.get" | "ky.get" | "superagent.get" | "axios.head" | "request.get"
            | "needle.get" => self.javascript_request(name, arguments, "", span),
            "axios.post"
            | "axios.put"
            | "axios.patch"
            | "got.post"
            | "got.put"
            | "ky.post"
            | "superagent.post"
            | "request.post"
            | "needle.post"
            | "axios.create().post"
            | "axios.delete"
            | "axios.create().put" => self.javascript_request(name, arguments, "POST", span),
            "axios.create" => Value {
                kind: Kind::Named("axios.create()".to_owned()),
                ..or_unknown(first)
            },
            "axios.create().get" | "axios.create().request" => {
                self.javascript_request(name, arguments, "", span)
            }
            "https.request().write"
            | "https.request().end"
            | "http.request().write"
            | "http.request().end" => {
                if let Some(payload) = first {
                    let address = Value {
                        kind: Kind::Plain,
                        items: Vec::new(),
                        taints: Vec::new(),
                        text: receiver.text.clone(),
                    };
                    self.send(&address, &payload, &Value::empty(), span);
                }
                Value::unknown()
            }
            "navigator.sendBeacon" => {
                let payload = or_unknown(arguments.get(1).cloned());
                self.send(&or_unknown(first), &payload, &Value::empty(), span);
                Value::unknown()
            }
            "WebSocket" | "ws" | "EventSource" => {
                let address = or_unknown(first);
                let connection = self.fetch(&address, span);
                Value {
                    kind: Kind::Named("socket()".to_owned()),
                    text: address.text,
                    ..connection
                }
            }
            "XMLHttpRequest" => Value {
                kind: Kind::Named("XMLHttpRequest()".to_owned()),
                ..Value::empty()
            },
            "XMLHttpRequest().open" => {
                let address = or_unknown(arguments.get(1).cloned());
                let content = self.fetch(&address, span);
                Value {
                    text: address.text,
                    ..content
                }
            }
            "XMLHttpRequest().send" => {
                if let Some(payload) =
                    first.filter(|payload| !payload.text.is_empty() || !payload.taints.is_empty())
                {
                    let address = Value {
                        kind: Kind::Plain,
                        taints: Vec::new(),
                        items: Vec::new(),
                        text: receiver.text.clone(),
                    };
                    self.send(&address, &payload, &Value::empty(), span);
                }
                receiver.clone()
            }
            "net.connect"
            | "net.createConnection"
            | "tls.connect"
            | "net.Socket"
            | "net.Socket().connect"
            | "dgram.createSocket" => {
                let target = arguments
                    .iter()
                    .find(|value| {
                        value.is_known()
                            && !value.text.is_empty()
                            && value.text.parse::<u16>().is_err()
                    })
                    .cloned();
                let host = options
                    .and_then(|options| options.item("host"))
                    .cloned()
                    .or(target);
                let host = host.filter(Value::is_known).map(|host| host.text);
                if name == "net.Socket" || name.starts_with("dgram") {
                    return Some(Value {
                        kind: Kind::Named("net.Socket()".to_owned()),
                        ..self.value_of(Source::Network(None), span)
                    });
                }
                self.fact(
                    span,
                    Act::Connects {
                        host: host.clone(),
                        port: None,
                    },
                );
                let connection = self.value_of(Source::Network(host.clone()), span);
                Value {
                    kind: Kind::Named("net.Socket()".to_owned()),
                    text: host.unwrap_or_default(),
                    ..connection
                }
            }
            "socket().send" | "net.Socket().write" | "net.Socket().end" | "net.Socket().send" => {
                if let Some(payload) = first {
                    let address = Value {
                        kind: Kind::Plain,
                        taints: Vec::new(),
                        items: Vec::new(),
                        text: receiver.text.clone(),
                    };
                    self.send(&address, &payload, &Value::empty(), span);
                }
                Value::unknown()
            }
            "dns.lookup"
            | "dns.resolve"
            | "dns.resolve4"
            | "dns.resolveTxt"
            | "dns/promises.resolve"
            | "dns.promises.resolve"
            | "dns/promises.lookup" => {
                let looked_up = or_unknown(first);
                let beneath = crate::host::name(&looked_up.text);
                self.flows(&looked_up, &Sink::Name(beneath), span);
                Value::unknown()
            }
            "fs.readFileSync"
            | "fs.readFile"
            | "fs.createReadStream"
            | "Deno.readTextFile"
            | "Deno.readTextFileSync"
            | "Deno.readFile"
            | "Bun.file"
            | "fs.readdirSync"
            | "fs.readdir"
            | "fs.readJson"
            | "fs.readJsonSync"
            | "fs.openAsBlob" => {
                let path = Value {
                    items: Vec::new(),
                    kind: Kind::Plain,
                    ..or_unknown(first)
                };
                if path.text == "/dev/stdin" || path.text == "0" {
                    return Some(self.input.clone());
                }
                if name.starts_with("fs.readdir") {
                    return Some(path);
                }
                self.read_file(&path, span)
            }
            "fs.writeFileSync"
            | "fs.writeFile"
            | "fs.appendFileSync"
            | "fs.appendFile"
            | "Deno.writeTextFile"
            | "Deno.writeTextFileSync"
            | "Bun.write"
            | "fs.outputFile"
            | "fs.outputFileSync"
            | "fs.writeJson"
            | "fs.writeJsonSync" => {
                let content = or_unknown(arguments.get(1).cloned());
                self.write_file(
                    &or_unknown(first),
                    Value {
                        kind: Kind::Plain,
                        items: Vec::new(),
                        ..content
                    },
                    span,
                );
                Value::unknown()
            }
            "stream/promises.pipeline" | "stream.pipeline" | "stream.promises.pipeline" => {
                let target = arguments
                    .iter()
                    .rev()
                    .find(|value| value.name() == Some("file()"));
                if let (Some(target), Some(content)) = (target.cloned(), first) {
                    let content = Value {
                        kind: Kind::Plain,
                        ..Value::unknown().tainted_by(&content)
                    };
                    self.write_file(&target, content, span);
                }
                Value::unknown()
            }
            "fs.createWriteStream" => {
                let path = or_unknown(first);
                self.write_file(&path, Value::empty(), span);
                Value {
                    kind: Kind::Named("file()".to_owned()),
                    ..path
                }
            }
            "file().write" | "file().end" => {
                if let Some(content) = first {
                    self.write_file(receiver, content, span);
                }
                Value::unknown()
            }
            "fs.copyFileSync" | "fs.copyFile" | "fs.renameSync" | "fs.rename" | "fs.cpSync"
            | "fs.cp" | "fs.copy" => {
                let content = self.read_file(&or_unknown(first), span);
                self.write_file(&or_unknown(arguments.get(1).cloned()), content, span);
                Value::unknown()
            }
            "fs.unlinkSync" | "fs.unlink" | "fs.rmSync" | "fs.rm" | "fs.rmdirSync"
            | "fs.remove" | "rimraf" | "fs.removeSync" | "Deno.remove" => {
                self.delete_file(&or_unknown(first), span);
                Value::unknown()
            }
            "path.join" | "path.resolve" | "path.posix.join" | "path.win32.join" => {
                let mut path = or_unknown(first);
                for part in arguments.iter().skip(1) {
                    path.text = joined_path(&path.text, &part.text);
                    path.add_taints(&part.taints);
                }
                path
            }
            "os.homedir" => Value::known("~"),
            "os.tmpdir" => Value::known("/tmp"),
            "process.cwd" => Value::known("."),
            "os.hostname"
            | "os.userInfo"
            | "os.networkInterfaces"
            | "os.platform"
            | "os.arch"
            | "os.release" => self.value_of(Source::Machine, span),
            "Buffer.from" | "buffer.Buffer.from" => {
                let source = or_unknown(first);
                match arguments.get(1).map(|way| way.text.as_str()) {
                    Some("base64" | "base64url") => self.decoded(&source, decode::base64, span),
                    Some("hex") => self.decoded(&source, decode::hex, span),
                    _ => match numbers_as_text(&source) {
                        Some(text) => {
                            self.decoded(&Value::known("x"), |_| Some(text.clone()), span)
                        }
                        None => Value {
                            items: Vec::new(),
                            kind: Kind::Plain,
                            ..source
                        },
                    },
                }
            }
            "atob" => self.decoded(&or_unknown(first), decode::base64, span),
            "unescape"
            | "decodeURIComponent"
            | "zlib.gunzipSync"
            | "zlib.inflateSync"
            | "zlib.brotliDecompressSync" => {
                let source = or_unknown(first);
                if name == "decodeURIComponent" {
                    source
                } else {
                    self.decoded(&source, |_| None, span)
                }
            }
            "String.fromCharCode" | "String.fromCodePoint" => {
                let list = match first {
                    Some(list) if arguments.len() == 1 && !list.items.is_empty() => list,
                    _ => Value::list(
                        arguments
                            .iter()
                            .map(|value| (String::new(), value.clone()))
                            .collect(),
                    ),
                };
                let text: Option<String> = list
                    .items
                    .iter()
                    .map(|(_, item)| item.text.parse::<u32>().ok().and_then(char::from_u32))
                    .collect();
                match text {
                    Some(text) => self.decoded(&Value::known("x"), |_| Some(text.clone()), span),
                    None => Value::unknown(),
                }
            }
            "JSON.stringify" | "JSON.parse" | "encodeURIComponent" | "encodeURI" | "btoa"
            | "String" | "Object.assign" | "Object.entries" | "Object.values" | "Object.keys"
            | "Array.from" | "URLSearchParams" | "URL" | "FormData" | "Promise.resolve"
            | "Promise.all" | "Object.fromEntries" | "Blob" => {
                let mut out = or_unknown(first);
                if name == "JSON.parse"
                    && let Some(parsed) = json(&out)
                {
                    return Some(parsed);
                }
                for other in arguments.iter().skip(1) {
                    out.add_taints(&other.taints);
                }
                if matches!(name, "JSON.stringify" | "btoa") {
                    out = Value::unknown().tainted_by(&out);
                } else if name == "URL"
                    && let Some(base) = arguments.get(1)
                {
                    let rest = out.text.clone();
                    out.text = format!(
                        "{}/{}",
                        base.text.trim_end_matches('/'),
                        rest.trim_start_matches('/')
                    );
                }
                out.kind = Kind::Plain;
                out
            }
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
            _ => return self.javascript_method(name, receiver, arguments, span),
        })
    }

    fn javascript_method(
        &mut self,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
        span: Span,
    ) -> Option<Value> {
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

    fn javascript_request(
        &mut self,
        name: &str,
        arguments: &[Value],
        verb: &str,
        span: Span,
    ) -> Value {
        let first = arguments.first().cloned().unwrap_or_else(Value::unknown);
        let is_post = verb == "POST";
        let options = if is_post && arguments.len() < 3 {
            None
        } else {
            arguments
                .iter()
                .rev()
                .find(|value| value.items.iter().any(|(key, _)| !key.is_empty()))
        };
        let of = |key: &str| options.and_then(|options| options.item(key)).cloned();
        let mut address = match of("url").or_else(|| of("uri")) {
            Some(address) => address,
            None => match of("hostname").or_else(|| of("host")) {
                Some(mut host) => {
                    host.push(&of("path").unwrap_or_else(Value::empty));
                    host
                }
                None => first,
            },
        };
        address.items = Vec::new();
        address.kind = Kind::Plain;
        if let Some(parameters) = of("params").or_else(|| of("searchParams")) {
            address.add_taints(&parameters.taints);
        }
        let proof = of("headers")
            .or_else(|| of("auth"))
            .unwrap_or_else(Value::empty);
        let body = if is_post {
            arguments.get(1).cloned().map(|body| {
                body.item("json")
                    .or_else(|| body.item("body"))
                    .cloned()
                    .unwrap_or(body)
            })
        } else {
            None
        };
        let body = body
            .or_else(|| of("body"))
            .or_else(|| of("data"))
            .or_else(|| of("json"))
            .or_else(|| of("form"))
            .or_else(|| of("formData"));
        let method = of("method")
            .map(|method| method.text.to_ascii_uppercase())
            .unwrap_or_default();
        let answer = match body {
            Some(body) => {
                self.send(&address, &body, &proof, span);
                self.value_of(
                    Source::Network(Some(super::machine::readable(&address.text))),
                    span,
                )
            }
            None if is_post || matches!(method.as_str(), "POST" | "PUT" | "PATCH") => {
                self.send(&address, &Value::empty(), &proof, span);
                self.value_of(
                    Source::Network(Some(super::machine::readable(&address.text))),
                    span,
                )
            }
            None => {
                let answer = self.fetch(&address, span);
                self.prove(&address, &proof, span);
                answer
            }
        };
        if name.starts_with("http") {
            // `req.write(…)` sends to the same address.
            let kind = if name.starts_with("https") {
                "https.request()"
            } else {
                "http.request()"
            };
            return Value {
                kind: Kind::Named(kind.to_owned()),
                text: address.text,
                ..answer
            };
        }
        answer
    }
}
