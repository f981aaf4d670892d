//! Programs of languages without a grammar here (Ruby, Perl, PHP, Lua, R, Go, Rust, Java, VBScript, AppleScript and
//! their kin), read statement by statement.
//!
//! What matters looks alike in all of them: a name is given a value, and a call is given texts and names. So a
//! statement is taken apart into the texts and known names that it holds, separated at commas, and its other words
//! say what is done with them. Nothing of control flow is known; a statement is read once, where it stands.

mod statement;

use std::collections::HashMap;

use prowess_base::Span;

use super::decode;
use super::machine::Machine;
use super::patterns::pattern;
use super::value::Value;
use crate::fact::{Act, Source};
use crate::unit::Language;

use statement::{Parts, formatted, is_comment, joined, statement_end, text_commands};

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
            .filter(|found| found.text("sign") != "to" || text.starts_with("set "));
        let Some(found) = assigned else {
            self.other_value(names, text, None, span);
            return;
        };
        let (Some(name), Some(written)) = (found.name("name"), found.name("value")) else {
            return;
        };
        let name = name.as_str();
        let part = found.text("part");
        let value = self.other_value(names, written.as_str(), Some(name), span);
        if names.values.len() >= NAMES {
            return;
        }
        if part.is_empty() && matches!(found.text("sign"), ".=" | "+=" | "<<") {
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

/// Whether a text is an address.
fn is_address(text: &str) -> bool {
    let text = text.trim_start();
    ["http://", "https://", "ftp://"].iter().any(|scheme| {
        text.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}
