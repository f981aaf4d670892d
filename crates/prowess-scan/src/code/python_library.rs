//! What Python's libraries do.

use prowess_base::Span;

use super::decode;
use super::evaluate::joined_path;
use super::json::json;
use super::machine::Machine;
use super::value::{Kind, Value};
use crate::asset::Asset;
use crate::fact::{Act, Capture, Protection, Sink, Source};
use crate::unit::Language;

/// Libraries that speak HTTP, and what they make to speak it with.
const HTTP: &[&str] = &[
    "requests",
    "httpx",
    "aiohttp",
    "urllib3",
    "requests.Session()",
    "requests.session()",
    "requests.sessions.Session()",
    "httpx.Client()",
    "httpx.AsyncClient()",
    "aiohttp.ClientSession()",
    "urllib3.PoolManager()",
    "cloudscraper.create_scraper()",
    "curl_cffi.requests",
    "requests_html.HTMLSession()",
    "treq",
    "niquests",
];

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
        let given = |key: &str| {
            named
                .iter()
                .find(|(own, _)| own == key)
                .map(|(_, value)| value.clone())
        };
        let first = arguments.first().cloned();
        let or_unknown = |value: Option<Value>| value.unwrap_or_else(Value::unknown);
        let (holder, method) = name.rsplit_once('.').unwrap_or(("", name));
        if given("verify").is_some_and(|value| value.text == "False")
            || given("ssl").is_some_and(|value| value.text == "False")
        {
            self.fact(
                span,
                Act::Disables {
                    what: Protection::Certificates,
                },
            );
        }
        if HTTP.contains(&holder) {
            return self.python_http(method, arguments, named, span);
        }
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
            // Fetching and sending.
            "urllib.request.urlopen"
            | "urllib2.urlopen"
            | "urllib.urlopen"
            | "six.moves.urllib.request.urlopen" => {
                let address = or_unknown(first.or_else(|| given("url")));
                let payload = arguments
                    .get(1)
                    .cloned()
                    .or_else(|| given("data"))
                    .or_else(|| address.item("data").cloned());
                let proof = address.item("headers").cloned();
                let plain = Value {
                    items: Vec::new(),
                    ..address
                };
                self.python_transfer(&plain, payload, proof, span)
            }
            "urllib.request.Request" | "urllib2.Request" => {
                let mut request = or_unknown(first.or_else(|| given("url")));
                for (key, value) in [
                    ("data", arguments.get(1).cloned().or_else(|| given("data"))),
                    (
                        "headers",
                        arguments.get(2).cloned().or_else(|| given("headers")),
                    ),
                ] {
                    if let Some(value) = value {
                        request.items.push((key.to_owned(), value));
                    }
                }
                request
            }
            "urllib.request.urlretrieve" | "urllib.urlretrieve" | "wget.download" => {
                let address = or_unknown(first);
                let content = self.fetch(&address, span);
                if let Some(file) = arguments
                    .get(1)
                    .cloned()
                    .or_else(|| given("filename"))
                    .or_else(|| given("out"))
                {
                    self.write_file(&file, content.clone(), span);
                }
                content
            }
            "http.client.HTTPSConnection"
            | "http.client.HTTPConnection"
            | "httplib.HTTPSConnection" => Value {
                kind: Kind::Named("http.client()".to_owned()),
                ..or_unknown(first)
            },
            "http.client().request" => {
                let host = Value {
                    kind: Kind::Plain,
                    ..receiver.clone()
                };
                let path = arguments.get(1).cloned().unwrap_or_else(Value::empty);
                let mut address = host;
                address.push(&path);
                let payload = arguments.get(2).cloned().or_else(|| given("body"));
                let proof = arguments.get(3).cloned().or_else(|| given("headers"));
                self.python_transfer(&address, payload, proof, span)
            }
            "socket.socket" => Value {
                kind: Kind::Named("socket.socket()".to_owned()),
                ..Value::empty()
            },
            "socket.create_connection"
            | "socket.socket().connect"
            | "ssl.wrap_socket"
            | "asyncio.open_connection" => {
                let target = if name.starts_with("asyncio") {
                    or_unknown(first)
                } else {
                    let list = or_unknown(first);
                    list.item("0").cloned().unwrap_or(list)
                };
                let port = arguments
                    .first()
                    .and_then(|list| list.item("1"))
                    .and_then(|port| port.text.parse().ok());
                let host = target
                    .is_known()
                    .then(|| target.text.clone())
                    .filter(|host| !host.is_empty());
                self.fact(
                    span,
                    Act::Connects {
                        host: host.clone(),
                        port,
                    },
                );
                let mut connection = self.value_of(Source::Network(host), span);
                connection.kind = Kind::Named("socket.socket()".to_owned());
                connection.text = target.text;
                connection
            }
            "socket.socket().send" | "socket.socket().sendall" | "socket.socket().sendto" => {
                let address = arguments
                    .get(1)
                    .and_then(|to| to.item("0"))
                    .cloned()
                    .unwrap_or_else(|| Value::known(receiver.text.as_str()));
                let payload = or_unknown(first);
                self.send(&address, &payload, &Value::empty(), span);
                Value::unknown()
            }
            "os.dup2" => {
                if first.is_some_and(|value| {
                    value.comes_from(|source| matches!(source, Source::Network(_)))
                }) {
                    self.dup2 = true;
                    self.fact(span, Act::HandsOverShell { host: None });
                }
                Value::unknown()
            }
            "socket.socket().fileno" => receiver.clone(),
            "socket.gethostbyname"
            | "socket.getaddrinfo"
            | "dns.resolver.resolve"
            | "dns.resolver.query" => {
                let looked_up = or_unknown(first);
                let beneath = crate::host::name(&looked_up.text);
                self.flows(&looked_up, &Sink::Name(beneath), span);
                Value::unknown()
            }
            "smtplib.SMTP" | "smtplib.SMTP_SSL" | "ftplib.FTP" | "ftplib.FTP_TLS" => Value {
                kind: Kind::Named("mail()".to_owned()),
                ..or_unknown(first)
            },
            "mail().sendmail"
            | "mail().send_message"
            | "mail().storbinary"
            | "mail().storlines" => {
                let mut payload = Value::empty();
                for argument in arguments {
                    payload.push(argument);
                }
                let address = Value::known(receiver.text.as_str());
                self.send(&address, &payload, &Value::empty(), span);
                Value::unknown()
            }
            "webbrowser.open" | "webbrowser.open_new_tab" => {
                let address = or_unknown(first);
                self.fetch(&address, span);
                Value::unknown()
            }
            "ssl._create_unverified_context" => {
                self.fact(
                    span,
                    Act::Disables {
                        what: Protection::Certificates,
                    },
                );
                Value::unknown()
            }
            // Files.
            "open" | "io.open" | "codecs.open" | "aiofiles.open" | "gzip.open" | "lzma.open"
            | "bz2.open" | "os.fdopen" | "builtins.open" | "os.open" => {
                let mode = arguments.get(1).cloned().or_else(|| given("mode"));
                self.python_open(&or_unknown(first.or_else(|| given("file"))), mode, span)
            }
            "pathlib.Path().open" => {
                self.python_open(receiver, first.or_else(|| given("mode")), span)
            }
            "pathlib.Path().read_text" | "pathlib.Path().read_bytes" => {
                let path = Value {
                    kind: Kind::Plain,
                    ..receiver.clone()
                };
                self.read_file(&path, span)
            }
            "pathlib.Path().write_text" | "pathlib.Path().write_bytes" => {
                self.write_file(receiver, or_unknown(first), span);
                Value::unknown()
            }
            "pathlib.Path().unlink" => {
                self.delete_file(receiver, span);
                Value::unknown()
            }
            "pathlib.Path().joinpath" => {
                let mut path = receiver.clone();
                for part in arguments {
                    path.text = joined_path(&path.text, &part.text);
                }
                path_of(path)
            }
            "pathlib.Path().glob" | "pathlib.Path().rglob" => {
                let mut path = receiver.clone();
                path.text = joined_path(&path.text, &or_unknown(first).text);
                path_of(path)
            }
            "pathlib.Path().expanduser"
            | "pathlib.Path().resolve"
            | "pathlib.Path().iterdir"
            | "pathlib.Path().absolute" => path_of(receiver.clone()),
            "pathlib.Path.home" | "Path.home" => path_of(Value::known("~")),
            "pathlib.Path.cwd" | "os.getcwd" => path_of(Value::known(".")),
            "pathlib.Path" | "pathlib.PurePath" | "pathlib.PosixPath" | "os.path.join"
            | "posixpath.join" | "ntpath.join" => {
                let mut path = first.unwrap_or_else(|| Value::known("."));
                for part in arguments.iter().skip(1) {
                    path.text = joined_path(&path.text, &part.text);
                    path.add_taints(&part.taints);
                }
                path.items = Vec::new();
                if name.ends_with("join") {
                    path
                } else {
                    path_of(path)
                }
            }
            "os.path.expanduser"
            | "os.path.expandvars"
            | "os.path.abspath"
            | "os.path.realpath"
            | "os.path.normpath"
            | "str"
            | "os.fspath"
            | "bytes"
            | "bytearray"
            | "repr"
            | "list"
            | "tuple"
            | "set"
            | "dict"
            | "io.StringIO"
            | "io.BytesIO"
            | "textwrap.dedent"
            | "shlex.split"
            | "shlex.quote"
            | "iter"
            | "next"
            | "sorted"
            | "enumerate"
            | "zip"
            | "json.loads"
            | "json.dumps"
            | "urllib.parse.quote"
            | "urllib.parse.quote_plus"
            | "urllib.parse.urlencode"
            | "base64.b64encode"
            | "base64.urlsafe_b64encode"
            | "base64.b32encode"
            | "base64.b85encode"
            | "binascii.hexlify"
            | "zlib.compress"
            | "gzip.compress"
            | "json.load"
            | "yaml.safe_load"
            | "yaml.dump"
            | "glob.glob"
            | "glob.iglob"
            | "os.listdir"
            | "os.scandir"
            | "print_function"
            | "os.walk" => {
                let value = or_unknown(first);
                let mut out = match name {
                    "os.path.expanduser" | "os.path.expandvars" => Value {
                        text: home(&value.text),
                        ..value
                    },
                    "json.dumps" => super::json::to_json(&value),
                    "json.load" | "json.loads" | "yaml.safe_load" => {
                        json(&value).unwrap_or(Value {
                            kind: Kind::Plain,
                            ..value
                        })
                    }
                    "os.walk" | "os.listdir" | "os.scandir" | "glob.glob" | "glob.iglob" => Value {
                        kind: Kind::Plain,
                        text: home(&value.text),
                        items: Vec::new(),
                        taints: value.taints,
                    },
                    "str" | "bytes" | "list" | "tuple" | "set" | "sorted" | "shlex.quote"
                    | "textwrap.dedent" | "dict" | "bytearray" => {
                        let characters = numbers_as_text(&value);
                        match characters {
                            Some(text) if name.starts_with("byte") => {
                                self.decoded(&Value::known("x"), |_| Some(text.clone()), span)
                            }
                            _ => Value {
                                kind: Kind::Plain,
                                ..value
                            },
                        }
                    }
                    "shlex.split" => {
                        let items = value
                            .text
                            .split_whitespace()
                            .map(|word| (String::new(), Value::known(word)))
                            .collect();
                        Value::list(items).tainted_by(&value)
                    }
                    _ => Value::unknown().tainted_by(&value),
                };
                for (_, other) in named {
                    out.add_taints(&other.taints);
                }
                for other in arguments.iter().skip(1) {
                    out.add_taints(&other.taints);
                }
                out
            }
            "json.dump" | "pickle.dump" | "yaml.safe_dump" | "csv.writer"
            | "shutil.copyfileobj" => {
                let target = arguments.get(1).cloned().unwrap_or_else(Value::unknown);
                let content = or_unknown(first);
                self.write_file(
                    &target,
                    Value {
                        kind: Kind::Plain,
                        items: Vec::new(),
                        ..content
                    },
                    span,
                );
                Value::unknown()
            }
            "file().write" | "file().writelines" => {
                self.write_file(receiver, or_unknown(first), span);
                Value::unknown()
            }
            "archive().write" | "archive().add" | "archive().writestr" => {
                let content = if method == "writestr" {
                    or_unknown(arguments.get(1).cloned())
                } else {
                    self.read_file(&or_unknown(first), span)
                };
                self.write_file(receiver, Value::unknown().tainted_by(&content), span);
                Value::unknown()
            }
            "archive().extractall" | "archive().extract" | "shutil.unpack_archive" => {
                let archive = if name.starts_with("shutil") {
                    self.read_file(&or_unknown(first.clone()), span)
                } else {
                    receiver.clone()
                };
                let to = if name.starts_with("shutil") {
                    arguments.get(1).cloned()
                } else {
                    first
                };
                self.unpack(&archive, to.as_ref(), span);
                Value::unknown()
            }
            "zipfile.ZipFile" | "tarfile.open" | "tarfile.TarFile" => {
                let path = or_unknown(first.or_else(|| given("fileobj")));
                let mut archive = self
                    .file(&path.text)
                    .cloned()
                    .unwrap_or_else(Value::unknown);
                archive.add_taints(&path.taints);
                Value {
                    kind: Kind::Named("archive()".to_owned()),
                    text: path.text,
                    ..archive
                }
            }
            "shutil.make_archive" => {
                let root = or_unknown(arguments.get(2).cloned().or_else(|| given("root_dir")));
                let content = self.read_file(&root, span);
                let mut path = or_unknown(first);
                path.text.push('.');
                path.text.push_str(
                    &arguments
                        .get(1)
                        .map_or("zip".to_owned(), |format| format.text.clone()),
                );
                self.write_file(&path, Value::unknown().tainted_by(&content), span);
                path
            }
            "shutil.copy" | "shutil.copy2" | "shutil.copyfile" | "shutil.move"
            | "shutil.copytree" | "os.rename" | "os.replace" => {
                let content = self.read_file(&or_unknown(first), span);
                let to = arguments.get(1).cloned().unwrap_or_else(Value::unknown);
                self.write_file(&to, content, span);
                to
            }
            "os.remove" | "os.unlink" | "shutil.rmtree" | "os.rmdir" => {
                self.delete_file(&or_unknown(first), span);
                Value::unknown()
            }
            "os.chmod" | "os.makedirs" | "os.mkdir" => Value::unknown(),
            "sqlite3.connect" => {
                let path = or_unknown(first);
                let content = self.read_file(&path, span);
                Value::unknown().tainted_by(&content)
            }
            // Decoding.
            "base64.b64decode"
            | "base64.urlsafe_b64decode"
            | "base64.standard_b64decode"
            | "base64.decodebytes"
            | "binascii.a2b_base64" => self.decoded(&or_unknown(first), decode::base64, span),
            "bytes.fromhex" | "bytearray.fromhex" | "binascii.unhexlify" | "binascii.a2b_hex" => {
                self.decoded(&or_unknown(first), decode::hex, span)
            }
            "codecs.decode" => {
                let way = arguments
                    .get(1)
                    .map(|way| way.text.to_ascii_lowercase())
                    .unwrap_or_default();
                self.decoded(
                    &or_unknown(first),
                    |text| match way.as_str() {
                        "rot13" | "rot_13" => Some(decode::rot13(text)),
                        "hex" => decode::hex(text),
                        "base64" => decode::base64(text),
                        _ => None,
                    },
                    span,
                )
            }
            "zlib.decompress" | "gzip.decompress" | "lzma.decompress" | "bz2.decompress"
            | "base64.b85decode" | "base64.a85decode" | "base64.b32decode" | "base64.b16decode" => {
                let source = or_unknown(first);
                self.decoded(&source, |_| None, span)
            }
            "chr" => {
                let code = first?.text.parse::<u32>().ok().and_then(char::from_u32);
                code.map_or_else(Value::unknown, Value::known)
            }
            "map" if first.as_ref().and_then(Value::name) == Some("chr") => {
                let list = arguments.get(1)?;
                let text = numbers_as_text(list)?;
                let items = text
                    .chars()
                    .map(|one| (String::new(), Value::known(one)))
                    .collect();
                let decoded = self.value_of(Source::Decoded, span);
                Value::list(items).tainted_by(&decoded)
            }
            "reversed" => {
                let mut list = first?;
                list.items.reverse();
                list.text = list.text.chars().rev().collect();
                list
            }
            // The environment, the machine, the person.
            "os.getenv"
            | "os.environ.get"
            | "os.environ.pop"
            | "os.environ.setdefault"
            | "environ.get" => {
                let variable = super::machine::readable(&or_unknown(first).text);
                self.fact(
                    span,
                    Act::ReadsVariable {
                        name: variable.clone(),
                    },
                );
                self.value_of(Source::Variable(variable), span)
            }
            "os.environ.items" | "os.environ.copy" | "os.environ.keys" | "os.environ.values"
            | "os.environb.items" => self.environment(span),
            "os.environ.update" => Value::unknown(),
            "input" | "raw_input" | "getpass.getpass" => {
                if name == "getpass.getpass" {
                    self.fact(
                        span,
                        Act::Captures {
                            what: Capture::Password,
                        },
                    );
                }
                self.value_of(Source::Person, span)
            }
            "pyperclip.paste" | "clipboard.paste" | "win32clipboard.GetClipboardData" => {
                self.captures(Capture::Clipboard, span)
            }
            "PIL.ImageGrab.grab"
            | "ImageGrab.grab"
            | "pyautogui.screenshot"
            | "mss.mss"
            | "pyscreenshot.grab" => self.captures(Capture::Screen, span),
            "pynput.keyboard.Listener"
            | "keyboard.on_press"
            | "keyboard.hook"
            | "keyboard.Listener"
            | "pynput.mouse.Listener" => self.captures(Capture::Keys, span),
            "sounddevice.rec" | "pyaudio.PyAudio" => self.captures(Capture::Microphone, span),
            "cv2.VideoCapture"
                if first
                    .as_ref()
                    .is_some_and(|value| value.text.parse::<u8>().is_ok()) =>
            {
                self.captures(Capture::Camera, span)
            }
            "platform.node" | "platform.platform" | "platform.uname" | "socket.gethostname"
            | "getpass.getuser" | "os.uname" | "uuid.getnode" | "os.getlogin"
            | "platform.system" => self.value_of(Source::Machine, span),
            "keyring.get_password" => {
                let service = super::machine::readable(&or_unknown(first).text);
                self.value_of(Source::Variable(format!("keychain:{service}")), span)
            }
            "browser_cookie3.chrome"
            | "browser_cookie3.load"
            | "browser_cookie3.firefox"
            | "browser_cookie3.edge"
            | "win32crypt.CryptUnprotectData" => {
                self.fact(
                    span,
                    Act::Reads {
                        path: name.to_owned(),
                        asset: Asset::BrowserProfile,
                    },
                );
                self.value_of(Source::File(Asset::BrowserProfile), span)
            }
            "sys.stdin.read"
            | "sys.stdin.readline"
            | "sys.stdin.readlines"
            | "sys.stdin.buffer.read"
            | "fileinput.input" => self.input.clone(),
            "print" | "sys.stdout.write" | "sys.stdout.buffer.write" | "click.echo" => {
                if let Some(file) = given("file") {
                    if file.name() == Some("file()") {
                        self.write_file(&file, Value::concat(arguments), span);
                    }
                    return Some(Value::empty());
                }
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
            _ => return self.python_method(method, receiver, arguments, span),
        })
    }

    pub(super) fn captures(&mut self, what: Capture, span: Span) -> Value {
        self.fact(span, Act::Captures { what });
        self.value_of(Source::Person, span)
    }

    /// Methods that mean one thing, whatever made the thing they belong to.
    pub(super) fn python_method(
        &mut self,
        method: &str,
        receiver: &Value,
        arguments: &[Value],
        span: Span,
    ) -> Option<Value> {
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

    pub(super) fn python_open(&mut self, path: &Value, mode: Option<Value>, span: Span) -> Value {
        let mode = mode.map(|mode| mode.text).unwrap_or_default();
        let path = Value {
            kind: Kind::Plain,
            items: Vec::new(),
            text: home(&path.text),
            taints: path.taints.clone(),
        };
        let mut handle = Value::known(path.text.as_str());
        if mode.contains(['w', 'a', 'x', '+']) {
            self.write_file(&path, Value::empty(), span);
        } else {
            handle = self.read_file(&path, span);
            // What is read is the content, known or not; the path is kept for what is written.
        }
        if mode.contains(['w', 'a', 'x', '+']) {
            handle.kind = Kind::Named("file()".to_owned());
        }
        handle
    }
}

fn path_of(path: Value) -> Value {
    Value {
        kind: Kind::Named("pathlib.Path()".to_owned()),
        text: home(&path.text),
        items: Vec::new(),
        taints: path.taints,
    }
}

/// A path with the variables of the home folder put in.
fn home(text: &str) -> String {
    text.replace("${HOME}", "~").replace("$HOME", "~")
}

/// The text that a list of numbers of characters spells.
pub(super) fn numbers_as_text(list: &Value) -> Option<String> {
    if list.items.len() < 3 {
        return None;
    }
    list.items
        .iter()
        .map(|(_, item)| {
            let digits = item.text.trim();
            let code = match digits.strip_prefix("0x") {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)
        })
        .collect()
}
