//! Programs of languages without a grammar here (Ruby, Perl, PHP, Lua, R, Go, Rust, Java, VBScript, AppleScript and
//! their kin), read statement by statement.
//!
//! What matters looks alike in all of them: a name is given a value, and a call is given texts and names. So a
//! statement is taken apart into the texts and known names that it holds, separated at commas, and its other words
//! say what is done with them. Nothing of control flow is known; a statement is read once, where it stands.

use std::collections::HashMap;
use std::sync::LazyLock;

use prowess_base::Span;
use regex::Regex;

use super::decode;
use super::machine::Machine;
use super::patterns::pattern;
use super::value::Value;
use crate::asset;
use crate::fact::{Act, Source};
use crate::unit::Language;

/// Longest statement that is looked at as one, in bytes; a longer one is read in parts.
const STATEMENT: usize = 8 << 10;
/// Most names that are kept.
const NAMES: usize = 4_096;

pattern!(
    INTEREST,
    r"(?i)exec|system|shell|spawn|popen|command|process|eval|\bload|\brun\b|http|socket|dial|connect|readfile|read_file|file|open|unlink|remove|delete|rm_rf|env|decode|unpack|qx|%x|`|dialog|clipboard|curl|mail|ftp"
);
pattern!(
    ASSIGNS,
    r"(?s)^(?:(?:my|our|local|let|mut|var|val|const|auto|set|dim|final|static|public|private|protected|char|string|String|byte\[\]|def|property)\s+)*[$@%&*]?(?P<name>[A-Za-z_]\w*)(?P<part>(?:(?:\.|->|::)\w+|\[[^\]\n]{0,80}\]|\{[^}\n]{0,80}\})*)(?:\s*,\s*[\w$]+)*\s*(?::\s*[\w<>\[\]&]+\s*)?(?P<sign>:=|\|\|=|\.=|\+=|<-|<<|=|\bto\b)(?P<value>[^=~>].*)$"
);
pattern!(
    RUNS,
    r"(?ix)(?:^|[^\w.$>:])(?:system2?|exec|shell_exec|passthru|popen\d?|proc_open|pcntl_exec|spawn|shell|execl[pe]?|execv[pe]?|posix_spawnp?|WinExec|ShellExecute[AW]?|CreateProcess[AW]?)\s*[(\x22'%\s@]
      |\b(?:Kernel|Process|IO|Open3|os|io|exec|PTY)\s*[.:]{1,2}\s*(?:system|exec|execute|spawn|popen\w*|capture\w*|pipeline\w*|command(?:context)?)\b
      |getRuntime\b|\bCommand::new\b|\bProcessBuilder\b|\bProcess\.(?:Start|run)\b|\.(?:Run|ShellExecute)\b|\.Exec\s*\(|\bdo\ shell\ script\b"
);
pattern!(
    EVALUATES,
    r"(?i)(?:^|[^\w.$>:])(?:eval|instance_eval|class_eval|module_eval|create_function|loadstring|executeglobal)\s*[(\x22'$@\s][^{]"
);
pattern!(
    TAKES_IN,
    r"(?i)(?:^|[^\w.$>:])(?:load|dofile|execute|assert|include|include_once|require|require_once|source|load_file)\b"
);
pattern!(
    FETCHES,
    r"(?i)URI\.open|Net::HTTP|HTTParty|Faraday|RestClient|\bLWP|HTTP::Tiny|getstore|file_get_contents|curl_init|curl_exec|CURLOPT_URL|http\.(?:get|request|newrequest)|socket\.http|XMLHTTP|WinHttp|URLDownloadToFile|download\.file|reqwest|\bureq\b|HttpClient|openStream|openConnection|WebClient|DownloadString|DownloadFile|URLSession"
);
pattern!(
    ASKS,
    r"(?i)\b(?:get|open|fetch|download|request|readlines|source|fopen|include|require|copy|url|load|read|read_html|fromjson)\w*\s*[(\x22']"
);
pattern!(
    SENDS,
    r"(?i)\bpost\w*\b|\bput\b|CURLOPT_POSTFIELDS|\.send\b|\bupload\w*|->request\b|\.request\b|\bmail\s*\(|sendmail"
);
pattern!(
    SOCKETS,
    r"(?i)TCPSocket|IO::Socket|fsockopen|stream_socket_client|socket\.(?:tcp|connect)|\bSocket\.(?:new|tcp)|net\.Dial|TcpStream::connect|new Socket\b|TCPClient|make\.socket|socketConnection"
);
pattern!(
    SHELL_ON_IT,
    r"(?i)/bin/(?:ba|z|da)?sh|cmd\.exe|\bsh -i\b|powershell"
);
pattern!(
    READS,
    r"(?i)File\.(?:read|open|readlines|binread|new)|IO\.(?:read|readlines)|Pathname|file_get_contents|\bfopen\b|\breadfile\b|\bfile\s*\(|\bopen\b|\bslurp|io\.(?:open|lines)|os\.(?:ReadFile|Open)|ioutil\.ReadFile|fs::read|File::open|read_to_string|readLines|readRDS|Files\.read|FileReader|FileInputStream|OpenTextFile|read POSIX file|\bread\s*\(|Data\(contentsOf|String\(contentsOf|\bcat\b|Dir\b|\bglob\b|scandir|os\.ReadDir|read_dir"
);
pattern!(
    WRITES,
    r"(?i)File\.(?:write|binwrite)|IO\.write|file_put_contents|\bfwrite\b|os\.WriteFile|ioutil\.WriteFile|os\.Create|fs::write|File::create|writeLines|SaveToFile|Files\.write|FileWriter|getstore|download\.file|URLDownloadToFile|DownloadFile|CreateTextFile|FileUtils\.(?:cp|mv|copy|move)|\bcopy\s*\(|\brename\s*\(|\.write\b|\bputs\b|:write\b|\.WriteLine\b|\bprint\b|WriteString"
);
pattern!(MODE, r#"^(?:[wa][bt+]*|>>?|\+>)$"#);
pattern!(
    DELETES,
    r"(?i)FileUtils\.(?:rm\w*|remove\w*)|File\.delete|\bunlink\b|\brmtree\b|remove_tree|os\.Remove(?:All)?|remove_dir_all|remove_file|DeleteF(?:ile|older)|os\.remove|\brmdir\b|deleteRecursively"
);
pattern!(
    DECODES,
    r"(?i)base64_decode|decode64|decode_base64|unpack1?\b|gzinflate|str_rot13|convert_uudecode|StdEncoding\.DecodeString|base64::decode|Base64\.getDecoder|FromBase64String|base64decode|hex2bin|from_hex"
);
pattern!(
    ENVIRONMENT,
    r"(?i)\bENV\.(?:to_h|to_a|each|map|inspect|to_json|sort|select)|%ENV\b|\$_ENV\s*(?:[,);]|$)|getenv\(\s*\)|os\.Environ\(|std::env::vars|env::vars\(|System\.getenv\(\s*\)|Sys\.getenv\(\s*\)|GetEnvironmentVariables\("
);
pattern!(
    VARIABLE,
    r#"(?i)(?:\bENV(?:\.fetch)?\s*[\[({]|getenv\s*\(|env::var\s*\(|\$ENV\{|\$_(?:ENV|SERVER)\[|GetEnvironmentVariable\s*\(|system attribute\s*)\s*["']?(\w+)"#
);
pattern!(
    HOME,
    r"(?i)Dir\.home|UserHomeDir|home_dir\(|path\.expand|homeDirectoryForCurrentUser|\bhomedir\b|user\.home|home folder"
);
pattern!(
    INTERPOLATED,
    r"#\{([^}\n]{1,80})\}|\$\{?(\w+)\}?|\{\$(\w+)\}"
);
pattern!(
    PROOF,
    r"(?i)authorization|bearer|api[-_]?key|x-[\w-]*token|CURLOPT_USERPWD|basic_auth|set_basic"
);
pattern!(BLOCK, r"(?:\bdo|\{)\s*\|\s*(\w+)");

/// What a program has given names to so far.
#[derive(Debug, Default)]
struct Names {
    values: HashMap<String, Value>,
    /// What proves who asks, in things that are sent.
    proofs: HashMap<String, Value>,
    /// Names of files that are open to be written.
    files: HashMap<String, Value>,
    /// The address that was named last.
    address: Option<Value>,
    /// Names of connections by hand.
    sockets: Vec<String>,
    /// Whether what stands between backticks is run.
    runs_backticks: bool,
}

impl Machine<'_> {
    /// Reads a program statement by statement; what it prints is not known.
    pub(super) fn other_script(&mut self, text: &str) -> Value {
        if !INTEREST.is_match(text) {
            return Value::unknown();
        }
        let mut names = Names {
            runs_backticks: !text.contains("package ") && !text.contains("fn main"),
            ..Names::default()
        };
        let mut at = 0;
        while at < text.len() {
            if !self.step() {
                break;
            }
            let end = statement_end(text, at);
            let whole = text.get(at..end).unwrap_or("");
            let statement = whole.trim();
            let start = at + (whole.len() - whole.trim_start().len());
            at = end.max(at + 1);
            if statement.is_empty() || is_comment(statement) {
                continue;
            }
            let span = Span::new(start, start + statement.len());
            self.other_statement(&mut names, statement, span);
        }
        Value::unknown()
    }

    fn other_statement(&mut self, names: &mut Names, text: &str, span: Span) {
        let assigned = ASSIGNS
            .captures(text)
            .filter(|found| &found["sign"] != "to" || text.starts_with("set "));
        let Some(found) = assigned else {
            self.other_value(names, text, None, span);
            return;
        };
        let (Some(name), Some(written)) = (found.name("name"), found.name("value")) else {
            return;
        };
        let name = name.as_str();
        let part = found.name("part").map_or("", |part| part.as_str());
        let value = self.other_value(names, written.as_str(), Some(name), span);
        if names.values.len() >= NAMES {
            return;
        }
        if part.is_empty() && matches!(&found["sign"], ".=" | "+=" | "<<") {
            let before = names.values.entry(name.to_owned());
            before.or_insert_with(Value::empty).push(&value);
        } else if part.is_empty() {
            names.values.insert(name.to_owned(), value);
        } else if PROOF.is_match(part) {
            let proof = names.proofs.entry(name.to_owned());
            proof
                .or_insert_with(Value::unknown)
                .add_taints(&value.taints);
        } else {
            let thing = names.values.entry(name.to_owned());
            thing
                .or_insert_with(Value::unknown)
                .add_taints(&value.taints);
        }
    }

    /// What an expression does, and what it is.
    fn other_value(
        &mut self,
        names: &mut Names,
        text: &str,
        target: Option<&str>,
        span: Span,
    ) -> Value {
        let parts = Parts::of(text, names);
        let (bare, mut arguments) = (parts.bare.as_str(), parts.arguments);
        formatted(&mut arguments);
        let mut value = Value::concat(&arguments);
        if let Some(path) = joined(bare, &arguments) {
            value.text = path;
        }
        for command in text_commands(text, &parts.backticks, names.runs_backticks) {
            value = self.nested(&command, &Value::empty(), span);
        }
        let address = arguments
            .iter()
            .find(|argument| is_address(&argument.text))
            .cloned();
        if let Some(address) = &address {
            names.address = Some(address.clone());
        }
        self.other_sources(bare, text, &arguments, address.as_ref(), &mut value, span);
        self.other_connection(names, bare, text, &arguments, target, &mut value, span);
        self.other_files(names, text, bare, &arguments, target, &value, span);
        let address = address.or_else(|| names.address.clone());
        let is_posting = SENDS.is_match(bare)
            || arguments
                .iter()
                .any(|argument| matches!(argument.text.as_str(), "POST" | "PUT"));
        if let Some(address) = address.filter(|_| is_posting) {
            let mut payload = Value::unknown();
            let mut proof = Value::unknown();
            match PROOF.is_match(text) {
                true => proof.add_taints(&value.taints),
                false => payload.add_taints(&value.taints),
            }
            for name in &parts.names {
                if let Some(known) = names.proofs.get(*name) {
                    proof.add_taints(&known.taints);
                }
            }
            self.send(&address, &payload, &proof, span);
        }
        if EVALUATES.is_match(bare) {
            value = self.evaluates(Language::OtherScript, &value, span);
        } else if TAKES_IN.is_match(bare) {
            self.flows(&value, &crate::fact::Sink::Program, span);
        }
        if RUNS.is_match(bare) {
            value = self.other_run(&arguments, &value, span);
        }
        if text.contains("display dialog") || text.contains("the clipboard") {
            value.add_taints(&self.apple_script(text, span).taints);
        }
        value
    }

    /// What is read of the network, the environment and literals.
    fn other_sources(
        &mut self,
        bare: &str,
        text: &str,
        arguments: &[Value],
        address: Option<&Value>,
        value: &mut Value,
        span: Span,
    ) {
        for found in VARIABLE.captures_iter(text).take(8) {
            let name = found.get(1).map_or("", |name| name.as_str());
            if matches!(name, "HOME" | "USERPROFILE") {
                continue;
            }
            self.fact(
                span,
                Act::ReadsVariable {
                    name: name.to_owned(),
                },
            );
            value.add_taints(
                &self
                    .value_of(Source::Variable(name.to_owned()), span)
                    .taints,
            );
        }
        if ENVIRONMENT.is_match(text) {
            value.add_taints(&self.environment(span).taints);
        }
        if let Some(address) = address
            && (FETCHES.is_match(bare) || ASKS.is_match(bare))
            && !SENDS.is_match(bare)
        {
            let before = std::mem::replace(value, self.fetch(address, span));
            value.add_taints(&before.taints);
        } else if FETCHES.is_match(bare)
            && let Some(address) = arguments.first().filter(|first| first.text == "\u{FFFC}")
        {
            let before = std::mem::replace(value, self.fetch(address, span));
            value.add_taints(&before.taints);
        }
        let is_written = arguments
            .iter()
            .any(|argument| MODE.is_match(&argument.text));
        if READS.is_match(bare) && !is_written {
            let path = match joined(bare, arguments) {
                Some(path) => Some(Value::known(path)),
                None => arguments
                    .iter()
                    .find(|argument| {
                        argument.text.contains(['/', '\\', '.', '~'])
                            && !argument.text.contains('\n')
                            && !is_address(&argument.text)
                    })
                    .cloned(),
            };
            if let Some(path) = path {
                let before = std::mem::replace(value, self.read_file(&path, span));
                value.add_taints(&before.taints);
            }
        }
        if DECODES.is_match(bare) {
            *value = self.decoded(value, decode::base64, span);
        }
    }

    /// Connections by hand, and a shell at their end.
    #[expect(
        clippy::too_many_arguments,
        reason = "what a statement was taken apart into"
    )]
    fn other_connection(
        &mut self,
        names: &mut Names,
        bare: &str,
        text: &str,
        arguments: &[Value],
        target: Option<&str>,
        value: &mut Value,
        span: Span,
    ) {
        let is_socket = SOCKETS.is_match(bare);
        if is_socket {
            let host = arguments
                .iter()
                .map(|argument| argument.text.rsplit("//").next().unwrap_or("").to_owned())
                .find(|host| host.contains('.'));
            let (host, port) = match host {
                Some(host) => match host.split_once(':') {
                    Some((host, port)) => (Some(host.to_owned()), port.parse().ok()),
                    None => (Some(host), None),
                },
                None => (None, None),
            };
            self.fact(
                span,
                Act::Connects {
                    host: host.clone(),
                    port,
                },
            );
            *value = self.value_of(Source::Network(host), span);
            names.sockets.extend(target.map(str::to_owned));
        }
        let on_socket = is_socket
            || names.sockets.iter().take(8).any(|socket| {
                bare.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .any(|word| word == socket)
            });
        if on_socket && (SHELL_ON_IT.is_match(text) || bare.to_ascii_lowercase().contains("stdin"))
        {
            self.fact(span, Act::HandsOverShell { host: None });
        }
    }

    /// Files that are read, written and deleted.
    #[expect(
        clippy::too_many_arguments,
        reason = "what a statement was taken apart into"
    )]
    fn other_files(
        &mut self,
        names: &mut Names,
        text: &str,
        bare: &str,
        arguments: &[Value],
        target: Option<&str>,
        value: &Value,
        span: Span,
    ) {
        let is_path = |argument: &&Value| {
            !argument.text.is_empty() && argument.text != "\u{FFFC}" && !is_address(&argument.text)
        };
        let path = joined(bare, arguments)
            .map(Value::known)
            .or_else(|| arguments.iter().find(is_path).cloned());
        if DELETES.is_match(bare) {
            if let Some(path) = &path {
                self.delete_file(path, span);
            }
            return;
        }
        let is_written = arguments
            .iter()
            .any(|argument| MODE.is_match(&argument.text))
            || arguments
                .iter()
                .any(|argument| argument.text.starts_with('>'));
        if WRITES.is_match(bare) || is_written {
            let open = bare
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .find_map(|word| names.files.get(word).cloned());
            if let Some(path) = open {
                self.write_file(&path, value.clone(), span);
            } else if let Some(path) = &path
                && !text.starts_with("puts")
                && !text.starts_with("print")
            {
                let path = Value::known(path.text.trim_start_matches(['>', ' ']));
                self.write_file(&path, value.clone(), span);
                let block = BLOCK.captures(text).and_then(|found| found.get(1));
                let name = block.map(|name| name.as_str()).or(target);
                if let Some(name) = name.filter(|_| names.files.len() < NAMES) {
                    names.files.insert(name.to_owned(), path);
                }
            }
        }
    }

    /// A program by what it is given: its words, or a line for a shell.
    fn other_run(&mut self, arguments: &[Value], value: &Value, span: Span) -> Value {
        let given: Vec<Value> = arguments
            .iter()
            .filter(|argument| !argument.text.is_empty())
            .cloned()
            .collect();
        match given.as_slice() {
            [] => {
                self.flows(value, &crate::fact::Sink::Program, span);
                Value::unknown()
            }
            [first, _, ..] if !first.text.contains(' ') && first.is_known() => {
                self.call(given, &Value::empty(), span)
            }
            [first, ..] => self.runs(
                &first.clone().tainted_by(value),
                None,
                &Value::empty(),
                span,
            ),
        }
    }
}

/// A statement taken apart.
struct Parts<'t> {
    /// The statement without the insides of its texts.
    bare: String,
    /// Texts and known names, put together between commas.
    arguments: Vec<Value>,
    /// What stands between backticks.
    backticks: Vec<String>,
    /// Every word outside of texts.
    names: Vec<&'t str>,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str, known: &Names) -> Self {
        let mut parts = Self {
            bare: String::with_capacity(text.len()),
            arguments: Vec::new(),
            backticks: Vec::new(),
            names: Vec::new(),
        };
        let mut current: Option<Value> = None;
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' | b'\'' | b'`' => {
                    let end = closing(bytes, at);
                    let inside = text.get(at + 1..end).unwrap_or("");
                    parts.bare.push(char::from(*byte));
                    parts.bare.push(char::from(*byte));
                    let literal = literal(inside, *byte, known);
                    if *byte == b'`' {
                        parts.backticks.push(literal.text.clone());
                    }
                    current.get_or_insert_with(Value::empty).push(&literal);
                    at = end + 1;
                }
                b',' => {
                    parts.bare.push(',');
                    parts.arguments.extend(current.take());
                    at += 1;
                }
                byte if byte.is_ascii_alphabetic() || *byte == b'_' => {
                    let end = bytes
                        .get(at..)
                        .unwrap_or(&[])
                        .iter()
                        .position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))
                        .map_or(bytes.len(), |length| at + length);
                    let word = text.get(at..end).unwrap_or("");
                    parts.bare.push_str(word);
                    parts.names.push(word);
                    if matches!(word, "arg" | "args") {
                        parts.arguments.extend(current.take());
                    }
                    if let Some(value) = known.values.get(word) {
                        current.get_or_insert_with(Value::empty).push(value);
                    }
                    at = end.max(at + 1);
                }
                _ => {
                    let end = text.ceil_char_boundary(at + 1);
                    parts.bare.push_str(text.get(at..end).unwrap_or(""));
                    at = end;
                }
            }
        }
        if HOME.is_match(&parts.bare) || text.contains("HOME") {
            parts.arguments.insert(0, Value::known("~"));
        }
        parts.arguments.extend(current);
        parts
    }
}

/// Where the text that begins with the quote at `at` ends: at its other quote, or with the statement.
fn closing(bytes: &[u8], at: usize) -> usize {
    let quote = bytes.get(at).copied();
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 1,
            byte if Some(*byte) == quote => break,
            _ => {}
        }
        end += 1;
    }
    end.min(bytes.len())
}

/// A text with the known names that are put into it.
fn literal(inside: &str, quote: u8, known: &Names) -> Value {
    let escaped;
    let inside = if inside.contains('\\') && quote != b'`' {
        escaped = decode::escapes(inside);
        escaped.as_str()
    } else {
        inside
    };
    if quote == b'\'' || !inside.contains(['$', '#']) {
        return Value::known(inside);
    }
    let mut value = Value::empty();
    let mut at = 0;
    for found in INTERPOLATED.captures_iter(inside) {
        let whole = found.get(0).map_or(0..0, |whole| whole.range());
        value.push(&Value::known(inside.get(at..whole.start).unwrap_or("")));
        let name = (1..4).find_map(|group| found.get(group));
        let name = name.map_or("", |name| name.as_str());
        let name_only = name.trim_start_matches(['@', '$']);
        let held = known.values.get(name_only);
        match held {
            Some(held) => value.push(held),
            None if name.contains("home") || name.contains("HOME") => {
                value.push(&Value::known("~"));
            }
            None if found.get(1).is_some() => value.push(&Value::unknown()),
            None => value.push(&Value::known(inside.get(whole.clone()).unwrap_or(""))),
        }
        at = whole.end;
    }
    value.push(&Value::known(inside.get(at..).unwrap_or("")));
    value
}

/// Puts the arguments behind a format into it: `"curl %s | sh", address`.
fn formatted(arguments: &mut Vec<Value>) {
    let Some(first) = arguments.first() else {
        return;
    };
    let marks = ["%s", "%v", "{}", "%@"];
    if arguments.len() < 2 || !marks.iter().any(|mark| first.text.contains(mark)) {
        return;
    }
    let mut rest = arguments.split_off(1).into_iter();
    if let Some(format) = arguments.first_mut() {
        for argument in rest.by_ref() {
            let Some(mark) = marks
                .iter()
                .filter_map(|mark| Some((format.text.find(mark)?, *mark)))
                .min()
            else {
                break;
            };
            format.text = format.text.replacen(mark.1, &argument.text, 1);
            format.add_taints(&argument.taints);
        }
    }
    arguments.extend(rest);
}

/// The path that parts make together, where they are joined or name something that matters only together.
fn joined(bare: &str, arguments: &[Value]) -> Option<String> {
    if arguments.len() < 2 || arguments.len() > 8 {
        return None;
    }
    let parts: Vec<&str> = arguments
        .iter()
        .map(|argument| argument.text.trim_matches('/'))
        .filter(|part| !part.is_empty() && part.len() < 200)
        .collect();
    let path = parts.join("/");
    let joins = bare.to_ascii_lowercase().contains("join");
    (joins || asset::classify(&path).is_secret()).then_some(path)
}

/// Whether a text is an address.
fn is_address(text: &str) -> bool {
    let text = text.trim_start();
    ["http://", "https://", "ftp://"].iter().any(|scheme| {
        text.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    crate::phrase::regex(
        r"(?:%x|\bqx)\s*(?:\{([^}\n]{1,2000})\}|\(([^)\n]{1,2000})\)|\[([^\]\n]{1,2000})\]|/([^/\n]{1,2000})/)",
    )
});

/// Lines for a shell that stand in a statement as such: `%x{…}`, `qx(…)`, and what backticks hold.
fn text_commands(text: &str, backticks: &[String], runs_backticks: bool) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    if runs_backticks {
        commands.extend(backticks.iter().take(16).cloned());
    }
    for found in PERCENT.captures_iter(text).take(16) {
        let inside = (1..5).find_map(|group| found.get(group));
        commands.extend(inside.map(|inside| inside.as_str().to_owned()));
    }
    commands
}

/// Whether a statement is a remark.
fn is_comment(statement: &str) -> bool {
    ["#", "//", "--", "'", "/*", "* ", "REM ", ";"]
        .iter()
        .any(|mark| statement.starts_with(mark))
}

/// Where the statement that begins at `at` ends: at the end of a line or at a semicolon, where no bracket is open
/// and no text.
fn statement_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut open, mut quote) = (0_i32, None);
    let mut index = at;
    while let Some(byte) = bytes.get(index) {
        let here = index;
        index += 1;
        if here - at > STATEMENT {
            return text.ceil_char_boundary(index);
        }
        match (byte, quote) {
            (b'\\', _) => index += 1,
            (b'\n', _) => {
                quote = None;
                if open <= 0 {
                    return index.min(text.len());
                }
            }
            (byte, Some(mark)) if *byte == mark => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'' | b'`', None) => quote = Some(*byte),
            (b'(' | b'[', None) => open += 1,
            (b')' | b']', None) => open -= 1,
            (b';', None) if open <= 0 => return index,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A statement ends with its line or at a semicolon, not within brackets or texts.
    #[test]
    fn statements() {
        let text = "a = 'x;y'; b(1,\n 2)\nc";
        let mut all = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = statement_end(text, at);
            all.push(text[at..end].trim());
            at = end;
        }
        assert_eq!(all, ["a = 'x;y';", "b(1,\n 2)", "c"]);
    }

    /// Names and texts are put together between commas, and formats are filled in.
    #[test]
    fn parts() {
        let mut names = Names::default();
        names
            .values
            .insert("u".to_owned(), Value::known("http://a.test"));
        let texts = |text: &str| -> Vec<String> {
            let mut arguments = Parts::of(text, &names).arguments;
            formatted(&mut arguments);
            arguments.into_iter().map(|one| one.text).collect()
        };
        assert_eq!(
            texts("f('curl ' .. u .. ' | sh', 2)"),
            ["curl http://a.test | sh"]
        );
        assert_eq!(texts("f(\"get %s now\", u)"), ["get http://a.test now"]);
        assert_eq!(
            texts("new('sh').arg(\"-c\").arg(u)"),
            ["sh", "-c", "http://a.test"]
        );
        assert_eq!(
            texts("f(\"get #{u} #{w}\")"),
            ["get http://a.test \u{FFFC}"]
        );
    }
}
