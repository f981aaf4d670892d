//! What the programs do that shells run: one place for every language that runs a command.

use prowess_base::Span;

use super::arguments::{Arguments, has_flag};
use super::machine::{Machine, readable};
use super::value::{Kind, Value};
use super::{HOLE, decode, install};
use crate::asset::{self, Asset};
use crate::fact::{Act, Capture, Protection, Sink, Source};
use crate::unit::Language;

/// Programs that give what stands in the files that they are named.
const READERS: &[&str] = &[
    "cat",
    "bat",
    "batcat",
    "less",
    "more",
    "head",
    "tail",
    "tac",
    "nl",
    "strings",
    "xxd",
    "od",
    "hexdump",
    "grep",
    "egrep",
    "fgrep",
    "rg",
    "ag",
    "awk",
    "gawk",
    "sed",
    "cut",
    "sort",
    "uniq",
    "jq",
    "yq",
    "dd",
    "plutil",
    "sqlite3",
    "gpg",
    "base32",
    "type",
    "get-content",
    "gc",
    "perl",
    "paste",
    "join",
    "fold",
    "tr",
    "column",
    "iconv",
    "dos2unix",
    "xmllint",
    "envsubst",
    "defaults",
    "zcat",
    "find",
    "fd",
    "locate",
];

/// Programs that turn their input and files into another form of them.
const PACKERS: &[&str] = &[
    "tar", "zip", "7z", "7za", "rar", "gzip", "bzip2", "xz", "zstd", "pigz", "cpio", "ditto",
];

impl Machine<'_> {
    /// Runs a program by its words, the first of which names it; what comes out of it.
    pub(super) fn command(&mut self, words: Vec<Value>, input: &Value, span: Span) -> Value {
        let Some((program, rest)) = words.split_first() else {
            return Value::empty();
        };
        // A program whose name comes from somewhere: `$(curl …)`, `$line`.
        self.flows(program, &Sink::Program, span);
        let name = base_name(&program.text);
        self.fact(
            span,
            Act::Runs {
                program: if name.is_empty() {
                    readable(&program.text)
                } else {
                    name.clone()
                },
                arguments: rest.iter().map(|word| readable(&word.text)).collect(),
            },
        );
        if let Some(inner) = unwrapped(&name, rest) {
            return self.wrapped(&name, inner, input, span);
        }
        install::install(self, &name, rest, span);
        let out = self.known(&name, program, rest, input, span);
        match out {
            Some(out) => out,
            None => self.other(program, rest, input, span),
        }
    }

    /// A command behind `sudo`, `env`, `xargs` and their kin.
    fn wrapped(&mut self, name: &str, mut inner: Vec<Value>, input: &Value, span: Span) -> Value {
        if name == "xargs" || name == "parallel" {
            let mut is_placed = false;
            for word in &mut inner {
                if word.text.contains("{}") || word.text == "%" {
                    word.text = word.text.replace("{}", input.text.trim());
                    if word.text == "%" {
                        word.text = input.text.trim().to_owned();
                    }
                    word.add_taints(&input.taints);
                    is_placed = true;
                }
            }
            if !is_placed {
                let mut last = Value::known(input.text.trim());
                last.add_taints(&input.taints);
                inner.push(last);
            }
        }
        if inner.is_empty() {
            return input.clone();
        }
        self.call(inner, input, span)
    }

    /// What a program does that is known; nothing for any other.
    fn known(
        &mut self,
        name: &str,
        program: &Value,
        rest: &[Value],
        input: &Value,
        span: Span,
    ) -> Option<Value> {
        let out = match name {
            "printf" => formatted(rest),
            "echo" | "print" | "write-output" | "write-host" => {
                let is_flag =
                    |word: &Value| matches!(word.text.as_str(), "-e" | "-n" | "-ne" | "-en" | "-E");
                let escapes = rest
                    .iter()
                    .take_while(|word| is_flag(word))
                    .any(|word| word.text.contains('e'));
                let mut out = Value::empty();
                for word in rest.iter().skip_while(|word| is_flag(word)) {
                    if !out.text.is_empty() {
                        out.push(&Value::known(" "));
                    }
                    out.push(word);
                }
                if escapes {
                    out.text = decode::escapes(&out.text);
                }
                out
            }
            "eval" | "iex" | "invoke-expression" => {
                self.fact(span, Act::Evaluates);
                let mut text = Value::empty();
                for word in rest {
                    if !text.text.is_empty() {
                        text.push(&Value::known(" "));
                    }
                    text.push(word);
                }
                let text = if rest.is_empty() { input.clone() } else { text };
                self.flows(&text, &Sink::Program, span);
                if name == "eval" {
                    self.nested(&text.text, input, span)
                } else {
                    self.code(Language::PowerShell, &text.text, Some(span))
                }
            }
            "source" | "." => match rest.first() {
                Some(file) if !file.text.starts_with('-') => {
                    let out = self.run_file(file, input, span);
                    self.stdin_as_program(file, input, span);
                    out
                }
                _ => {
                    self.flows(input, &Sink::Program, span);
                    Value::unknown()
                }
            },
            "alias" => {
                for word in rest {
                    if let Some((alias, stands_for)) = word.text.split_once('=') {
                        self.shell
                            .aliases
                            .insert(alias.to_owned(), stands_for.to_owned());
                    }
                }
                Value::empty()
            }
            "read" | "mapfile" | "readarray" => {
                for word in rest.iter().filter(|word| !word.text.starts_with('-')) {
                    self.shell
                        .variables
                        .insert(word.text.clone(), input.clone());
                }
                if has_flag(rest, 's') {
                    self.fact(
                        span,
                        Act::Captures {
                            what: Capture::Password,
                        },
                    );
                }
                if input.text.is_empty() && input.taints.is_empty() {
                    let typed = self.value_of(Source::Person, span);
                    for word in rest.iter().filter(|word| !word.text.starts_with('-')) {
                        self.shell
                            .variables
                            .insert(word.text.clone(), typed.clone());
                    }
                }
                Value::empty()
            }
            "set" if rest.is_empty() => self.environment(span),
            "env" if rest.is_empty() => self.environment(span),
            "printenv" => match rest.first() {
                None => self.environment(span),
                Some(variable) => {
                    let variable = variable.text.clone();
                    self.fact(
                        span,
                        Act::ReadsVariable {
                            name: variable.clone(),
                        },
                    );
                    self.value_of(Source::Variable(variable), span)
                }
            },
            "curl" | "wget" | "wget2" | "aria2c" | "http" | "https" | "xh" | "fetch"
            | "lwp-request" | "invoke-webrequest" | "iwr" | "invoke-restmethod" | "irm"
            | "start-bitstransfer" => self.transfer(name, rest, input, span),
            "nc" | "ncat" | "netcat" | "socat" | "telnet" | "nc.traditional" => {
                self.connection(name, rest, input, span)
            }
            "openssl" => self.openssl(rest, input, span),
            "dig" | "nslookup" | "host" | "drill" | "ping" | "resolve-dnsname" => {
                for word in rest
                    .iter()
                    .filter(|word| !word.text.starts_with(['-', '+', '@']))
                {
                    let beneath = crate::host::name(&word.text.replace(HOLE, "hole"));
                    self.flows(word, &Sink::Name(beneath), span);
                }
                Value::unknown()
            }
            "ssh" | "scp" | "sftp" | "rsync" | "ftp" | "lftp" | "ncftpput" | "rclone" | "s3cmd"
            | "mail" | "mailx" | "sendmail" | "mutt" | "aws" | "gsutil" | "gcloud" | "az"
            | "gh" | "glab" => self.copy_out(name, rest, input, span),
            "git" => self.git(rest, input, span),
            "base64" | "gbase64" => {
                let is_decoding = rest.iter().any(|word| {
                    matches!(word.text.as_str(), "-d" | "-D" | "--decode" | "-di" | "-id")
                });
                let source = self.file_or_input(rest, input, span);
                if is_decoding {
                    self.decoded(&source, decode::base64, span)
                } else {
                    Value::unknown().tainted_by(&source)
                }
            }
            "xxd" if has_flag(rest, 'r') => {
                let source = self.file_or_input(rest, input, span);
                self.decoded(&source, decode::hex, span)
            }
            "rev" => {
                let mut out = input.clone();
                out.text = out.text.trim_end().chars().rev().collect();
                self.decoded(&out, |text| Some(text.to_owned()), span)
            }
            "tr" => {
                let mut out = input.clone();
                let sets: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
                match sets.as_slice() {
                    [from, to] if is_rot13(from, to) => {
                        self.decoded(&out, |text| Some(decode::rot13(text)), span)
                    }
                    ["-d", gone] => {
                        out.text.retain(|character| !gone.contains(character));
                        out
                    }
                    _ => Value::unknown().tainted_by(&out),
                }
            }
            "gunzip" | "zcat" | "bunzip2" | "unxz" | "zstdcat" | "xzcat" => {
                let source = self.file_or_input(rest, input, span);
                Value::unknown().tainted_by(&source)
            }
            "tee" => {
                for file in rest.iter().filter(|word| !word.text.starts_with('-')) {
                    self.write_file(file, input.clone(), span);
                }
                input.clone()
            }
            "cp" | "mv" | "install" | "ln" | "copy" | "move" | "copy-item" | "move-item"
            | "xcopy" => self.copy(name, rest, span),
            "rm" | "shred" | "unlink" | "rmdir" | "del" | "erase" | "remove-item" | "srm" => {
                for file in rest.iter().filter(|word| !word.text.starts_with('-')) {
                    self.delete_file(file, span);
                }
                Value::empty()
            }
            "unzip" | "7z" | "7za" | "unrar" | "tar" | "bsdtar" | "expand-archive" | "zip"
            | "gzip" | "zstd" | "ditto" | "xz" | "bzip2" | "pigz" | "hdiutil" => {
                self.archive(name, rest, input, span)
            }
            "crontab" => {
                if has_flag(rest, 'l') {
                    return Some(Value::known(""));
                }
                if !has_flag(rest, 'r') {
                    let source = self.file_or_input(rest, input, span);
                    self.schedules("crontab", &source, span);
                }
                Value::empty()
            }
            "at" | "batch" => {
                if !rest.is_empty() && !input.text.is_empty() {
                    self.schedules("at", input, span);
                }
                Value::empty()
            }
            "schtasks"
                if rest
                    .iter()
                    .any(|word| word.text.eq_ignore_ascii_case("/create")) =>
            {
                self.schedules("schtasks", &Value::concat(rest), span);
                Value::empty()
            }
            "register-scheduledtask" | "new-service" => {
                self.schedules(name, &Value::concat(rest), span);
                Value::empty()
            }
            "reg" | "new-itemproperty" | "set-itemproperty" => {
                let path = rest
                    .iter()
                    .find(|word| asset::classify(&word.text) == Asset::Scheduler);
                if let (Some(path), true) = (
                    path,
                    name != "reg"
                        || rest
                            .first()
                            .is_some_and(|word| word.text.eq_ignore_ascii_case("add")),
                ) {
                    self.write_file(&path.clone(), Value::concat(rest), span);
                }
                Value::empty()
            }
            "security" => self.keychain(rest, span),
            "secret-tool" | "kwallet-query" | "vaultcmd" | "cmdkey" | "lsass" | "mimikatz" => {
                self.fact(
                    span,
                    Act::Reads {
                        path: name.to_owned(),
                        asset: Asset::PasswordStore,
                    },
                );
                self.value_of(Source::File(Asset::PasswordStore), span)
            }
            "pbpaste"
            | "xclip"
            | "xsel"
            | "wl-paste"
            | "get-clipboard"
            | "termux-clipboard-get" => {
                let is_writing = !input.text.is_empty() || input.comes_from(|_| true);
                if is_writing {
                    return Some(Value::empty());
                }
                self.fact(
                    span,
                    Act::Captures {
                        what: Capture::Clipboard,
                    },
                );
                self.value_of(Source::Person, span)
            }
            "screencapture" | "scrot" | "gnome-screenshot" | "maim" | "grim" | "spectacle"
            | "import" => {
                self.fact(
                    span,
                    Act::Captures {
                        what: Capture::Screen,
                    },
                );
                let picture = self.value_of(Source::Person, span);
                if let Some(file) = rest.iter().rev().find(|word| !word.text.starts_with('-')) {
                    self.write_file(&file.clone(), picture.clone(), span);
                }
                picture
            }
            "xinput" | "logkeys" | "showkey" | "evtest" => {
                self.fact(
                    span,
                    Act::Captures {
                        what: Capture::Keys,
                    },
                );
                self.value_of(Source::Person, span)
            }
            "imagesnap" | "arecord" | "rec" => {
                let what = if name == "imagesnap" {
                    Capture::Camera
                } else {
                    Capture::Microphone
                };
                self.fact(span, Act::Captures { what });
                self.value_of(Source::Person, span)
            }
            "history" | "fc" => {
                if has_flag(rest, 'c') {
                    self.fact(
                        span,
                        Act::Disables {
                            what: Protection::Records,
                        },
                    );
                    return Some(Value::empty());
                }
                self.fact(
                    span,
                    Act::Reads {
                        path: name.to_owned(),
                        asset: Asset::PrivateHistory,
                    },
                );
                self.value_of(Source::File(Asset::PrivateHistory), span)
            }
            "whoami" | "hostname" | "uname" | "id" | "ifconfig" | "ip" | "ipconfig" | "sw_vers"
            | "system_profiler" | "lscpu" | "dscl" | "systeminfo" | "get-computerinfo"
            | "lsb_release" => self.value_of(Source::Machine, span),
            "pwd" => Value::known("."),
            "which" | "command" | "basename" | "dirname" | "realpath" | "mktemp" => {
                let mut out = Value::unknown();
                for word in rest {
                    out.add_taints(&word.taints);
                }
                out
            }
            "chmod"
            | "chown"
            | "xattr"
            | "spctl"
            | "csrutil"
            | "setenforce"
            | "ufw"
            | "iptables"
            | "systemctl"
            | "launchctl"
            | "netsh"
            | "set-mppreference"
            | "add-mppreference"
            | "unblock-file"
            | "unset"
            | "export"
            | "set-executionpolicy"
            | "auditctl"
            | "wevtutil"
            | "clear-eventlog"
            | "sc" => {
                self.guards(name, rest, span);
                Value::empty()
            }
            _ => {
                if let Some(language) = interpreter(name) {
                    return Some(self.interpret(name, language, rest, input, span));
                }
                if READERS.contains(&name) {
                    return Some(self.files(name, rest, input, span));
                }
                if PACKERS.contains(&name) {
                    return Some(self.archive(name, rest, input, span));
                }
                let _ = program;
                return None;
            }
        };
        Some(out)
    }

    /// A program that is not known: a file that was made before, a script of the package, or anything else.
    fn other(&mut self, program: &Value, rest: &[Value], input: &Value, span: Span) -> Value {
        // A bare name is looked up in PATH, or was made here under just that name.
        let is_path = program.text.contains(['/', '\\']) || self.is_file(&program.text);
        let mut out = Value::unknown();
        if is_path || self.own(&program.text).is_some() {
            out = self.run_file(program, input, span);
        }
        for word in rest {
            out.add_taints(&word.through_unknown().taints);
        }
        out.add_taints(&input.through_unknown().taints);
        out
    }

    pub(super) fn environment(&mut self, span: Span) -> Value {
        self.fact(span, Act::ReadsEnvironment);
        self.value_of(Source::Environment, span)
    }

    /// What a decoder makes of a text.
    pub(super) fn decoded(
        &mut self,
        source: &Value,
        decoder: impl Fn(&str) -> Option<String>,
        span: Span,
    ) -> Value {
        if !source.is_known() || source.text.trim().is_empty() {
            return Value::unknown().tainted_by(source);
        }
        let text = decoder(source.text.trim());
        let mut out = text
            .map_or_else(Value::unknown, Value::known)
            .tainted_by(source);
        out.add_taints(&self.value_of(Source::Decoded, span).taints);
        out
    }

    /// The files that are named, else what is on the input.
    fn file_or_input(&mut self, rest: &[Value], input: &Value, span: Span) -> Value {
        let files: Vec<Value> = rest
            .iter()
            .filter(|word| !word.text.starts_with('-') && !word.text.is_empty())
            .cloned()
            .collect();
        if files.is_empty() {
            return input.clone();
        }
        let mut out = Value::empty();
        for file in files {
            // `base64 -d <(echo …)` and `<<<` give the text itself.
            let one = if file.taints.is_empty() || file.is_known() {
                self.read_file(&file, span).tainted_by(&file)
            } else {
                file
            };
            out.push(&one);
        }
        out
    }

    /// A program that gives parts of files and of its input.
    fn files(&mut self, name: &str, rest: &[Value], input: &Value, span: Span) -> Value {
        let mut out = match name {
            "cat" | "tac" | "bat" | "head" | "tail" | "type" | "get-content" | "gc" | "more" => {
                Value::empty()
            }
            _ => Value::unknown(),
        };
        let mut files = 0;
        for (index, word) in rest.iter().enumerate() {
            if word.text.starts_with('-') && word.text.len() < 24 {
                continue;
            }
            if name == "dd" {
                if let Some(path) = word.text.strip_prefix("if=") {
                    out.push(&self.read_file(&Value::known(path), span));
                } else if let Some(path) = word.text.strip_prefix("of=") {
                    let path = Value::known(path);
                    self.write_file(&path, out.clone(), span);
                }
                continue;
            }
            let is_plain = matches!(
                name,
                "cat"
                    | "tac"
                    | "bat"
                    | "head"
                    | "tail"
                    | "less"
                    | "more"
                    | "type"
                    | "get-content"
                    | "gc"
                    | "strings"
            );
            let is_pattern = !is_plain && index == 0 && !word.text.contains(['/', '~']);
            let is_secret = asset::classify(&word.text).is_secret()
                && !(is_pattern && !word.text.starts_with('.') && name != "find");
            if is_plain || is_secret || self.file(&word.text).is_some() {
                if word.text.chars().all(|c| c.is_ascii_digit()) {
                    continue;
                }
                files += 1;
                let content = self.read_file(word, span);
                out.push(&content);
            }
            out.add_taints(&word.taints);
        }
        if files == 0 {
            if out.text.is_empty() {
                out.text.clone_from(&input.text);
            }
            out.add_taints(&input.taints);
        } else if name == "cat" && rest.iter().any(|word| word.text == "-") {
            out.push(input);
        }
        out
    }

    fn copy(&mut self, name: &str, rest: &[Value], span: Span) -> Value {
        let files: Vec<Value> = rest
            .iter()
            .filter(|word| !word.text.starts_with('-'))
            .cloned()
            .collect();
        if let Some((target, sources)) = files.split_last() {
            for source in sources {
                let is_link = name == "ln";
                let content = if is_link {
                    Value::unknown()
                } else {
                    self.read_file(source, span)
                };
                self.write_file(target, content.clone(), span);
                if sources.len() > 1 || target.text.ends_with('/') || target.text == "." {
                    let last = base_name(&source.text);
                    let inside =
                        Value::known(format!("{}/{last}", target.text.trim_end_matches('/')));
                    if !content.taints.is_empty() {
                        self.write_file(&inside, content, span);
                    }
                }
            }
        }
        Value::empty()
    }

    /// Something is run later, again and again.
    fn schedules(&mut self, by: &str, what: &Value, span: Span) {
        self.fact(
            span,
            Act::Writes {
                path: by.to_owned(),
                asset: Asset::Scheduler,
            },
        );
        self.flows(what, &Sink::File(Asset::Scheduler), span);
        // A line of a crontab is five fields and a command.
        let commands: Vec<String> = what
            .text
            .lines()
            .map(|line| {
                if line.starts_with('@') {
                    line.split_once(' ')
                        .map_or("", |(_, command)| command)
                        .to_owned()
                } else if line.starts_with(['*', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                {
                    line.split_whitespace()
                        .skip(5)
                        .collect::<Vec<_>>()
                        .join(" ")
                } else {
                    line.to_owned()
                }
            })
            .collect();
        if what.is_known() || what.text.len() > 8 {
            self.nested(&commands.join("\n"), &Value::empty(), span);
        }
    }

    fn keychain(&mut self, rest: &[Value], span: Span) -> Value {
        let verb = rest
            .first()
            .map(|word| word.text.as_str())
            .unwrap_or_default();
        if verb.starts_with("find-")
            && rest
                .iter()
                .any(|word| word.text == "-w" || word.text == "-g" || word.text.starts_with("-w"))
        {
            // One item, that the skill may have put there itself.
            let service = rest
                .iter()
                .skip_while(|word| word.text != "-s" && word.text != "-l")
                .nth(1)
                .map(|word| readable(&word.text))
                .unwrap_or_default();
            let is_browser = service.to_ascii_lowercase().contains("safe storage");
            if is_browser {
                self.fact(
                    span,
                    Act::Reads {
                        path: service,
                        asset: Asset::BrowserProfile,
                    },
                );
                return self.value_of(Source::File(Asset::BrowserProfile), span);
            }
            return self.value_of(Source::Variable(format!("keychain:{service}")), span);
        }
        if matches!(verb, "dump-keychain" | "export" | "unlock-keychain") {
            self.fact(
                span,
                Act::Reads {
                    path: "keychain".to_owned(),
                    asset: Asset::PasswordStore,
                },
            );
            return self.value_of(Source::File(Asset::PasswordStore), span);
        }
        Value::unknown()
    }

    /// A program that turns protections on and off.
    fn guards(&mut self, name: &str, rest: &[Value], span: Span) {
        let line = rest
            .iter()
            .map(|word| word.text.to_ascii_lowercase())
            .collect::<Vec<_>>()
            .join(" ");
        let has = |part: &str| line.contains(part);
        let what = match name {
            "xattr"
                if has("com.apple.quarantine")
                    || has_flag(rest, 'c')
                    || line.starts_with("-cr")
                    || line.starts_with("-rc") =>
            {
                Some(Protection::Quarantine)
            }
            "spctl" if has("master-disable") || has("global-disable") || has("--add") => {
                Some(Protection::Quarantine)
            }
            "unblock-file" => Some(Protection::Quarantine),
            "csrutil" if has("disable") => Some(Protection::Integrity),
            "setenforce" if line.trim() == "0" => Some(Protection::Integrity),
            "ufw" if has("disable") => Some(Protection::Firewall),
            "iptables" if line.trim() == "-f" => Some(Protection::Firewall),
            "netsh" if has("state off") || has("opmode disable") => Some(Protection::Firewall),
            "set-mppreference" if has("disable") => Some(Protection::Antivirus),
            "add-mppreference" if has("exclusion") => Some(Protection::Antivirus),
            "sc" | "systemctl"
                if (has("stop") || has("disable") || has("delete"))
                    && [
                        "windefend",
                        "auditd",
                        "falcon",
                        "clamav",
                        "crowdstrike",
                        "apparmor",
                        "firewalld",
                    ]
                    .iter()
                    .any(|one| has(one)) =>
            {
                Some(Protection::Antivirus)
            }
            "wevtutil" if line.starts_with("cl ") => Some(Protection::Records),
            "clear-eventlog" => Some(Protection::Records),
            "unset" | "export" if has("histfile") || has("histsize=0") => Some(Protection::Records),
            _ => None,
        };
        if let Some(what) = what {
            self.fact(span, Act::Disables { what });
        }
    }

    /// An interpreter: its program is an argument, a file, or what is on the input.
    fn interpret(
        &mut self,
        name: &str,
        language: Language,
        rest: &[Value],
        input: &Value,
        span: Span,
    ) -> Value {
        let mut words = rest.iter().peekable();
        let mut is_interactive = false;
        while let Some(word) = words.next() {
            let text = word.text.as_str();
            if takes_program(name, text) {
                let Some(program) = words.next() else { break };
                self.fact(span, Act::Evaluates);
                let arguments: Vec<Value> = words.cloned().collect();
                return self.program(name, language, text, program, &arguments, input, span);
            }
            if language == Language::Python && text == "-m" {
                let rest: Vec<Value> = words.cloned().collect();
                return self.call(rest, input, span);
            }
            match text {
                "-" | "-s" | "--" | "/dev/stdin" => {
                    if text != "--" {
                        self.stdin_as_program(&Value::known("-"), input, span);
                        return self.input_program(language, input, span);
                    }
                }
                "run" if matches!(name, "deno" | "bun") => {}
                "-File" | "-file" | "-f" => {}
                "-ExecutionPolicy" | "-executionpolicy" | "-ep" | "-W" | "-X" | "-WindowStyle"
                | "-windowstyle" | "-w" => {
                    if name.starts_with("p") && language == Language::PowerShell
                        || language == Language::Python
                    {
                        words.next();
                    }
                }
                _ if language == Language::PowerShell
                    && ["-ex", "-ep", "-w", "-v", "-in", "-out", "-config"]
                        .iter()
                        .any(|flag| text.to_ascii_lowercase().starts_with(flag)) =>
                {
                    words.next();
                }
                _ if text.starts_with('-') && text.len() < 40 => {
                    is_interactive |= text.starts_with("-i") || text == "-li" || text == "-il";
                }
                _ => {
                    // The program is a file: one that was fetched or made, or a script of the package.
                    let file = word.clone();
                    if file.text.starts_with("http://") || file.text.starts_with("https://") {
                        let fetched = self.fetch(&file, span);
                        self.flows(&fetched, &Sink::Program, span);
                        return Value::unknown();
                    }
                    let arguments: Vec<Value> = words.cloned().collect();
                    let mut out = self.run_file(&file, input, span);
                    if self.own(&file.text).is_none()
                        && let Some(made) = self.file(&file.text).cloned()
                        && made.text.chars().any(|character| character != HOLE)
                    {
                        // A file that was put together before is read as what runs it reads it.
                        self.input_program(language, &made, span);
                    }
                    if language == Language::Shell && file.text.contains(['\n', ' ']) {
                        // `bash <(echo …)`: the text of the file is the program.
                        self.nested(&file.text, input, span);
                    }
                    for argument in arguments {
                        out.add_taints(&argument.through_unknown().taints);
                    }
                    return out;
                }
            }
        }
        self.flows(input, &Sink::Program, span);
        let mut out = self.input_program(language, input, span);
        if language == Language::Shell
            && (is_interactive
                || input.text.is_empty()
                || input.comes_from(|source| matches!(source, Source::Network(_))))
        {
            out.kind = Kind::Named("shell".to_owned());
        }
        out
    }

    /// A program that is on the input, where its text is known.
    fn input_program(&mut self, language: Language, input: &Value, span: Span) -> Value {
        if input.text.chars().all(|c| c == HOLE || c.is_whitespace()) {
            return Value::unknown();
        }
        self.code(language, &input.text, Some(span))
    }

    fn stdin_as_program(&mut self, file: &Value, input: &Value, span: Span) {
        if matches!(file.text.as_str(), "-" | "/dev/stdin") {
            self.flows(input, &Sink::Program, span);
        }
    }

    /// A program that stands in an argument.
    #[expect(
        clippy::too_many_arguments,
        reason = "what an interpreter is given, once"
    )]
    fn program(
        &mut self,
        name: &str,
        language: Language,
        flag: &str,
        program: &Value,
        arguments: &[Value],
        input: &Value,
        span: Span,
    ) -> Value {
        self.flows(program, &Sink::Program, span);
        let is_encoded = language == Language::PowerShell && {
            let flag = flag.trim_start_matches(['-', '/']).to_ascii_lowercase();
            flag.starts_with('e') && "encodedcommand".starts_with(&flag) && flag != "ex"
        };
        if is_encoded {
            let decoded = decode::wide_base64(&program.text);
            let text = self.decoded(program, |_| decoded.clone(), span);
            self.flows(&text, &Sink::Program, span);
            return self.code(language, &text.text, Some(span));
        }
        if name == "osascript" {
            return self.apple_script(&program.text, span);
        }
        match language {
            Language::Plain => {
                super::patterns::one_liner(self, name, &program.text, input, span);
                Value::unknown()
            }
            Language::Shell => {
                // `sh -c 'curl "$1" | sh' _ URL`: what stands behind are its arguments.
                self.shell
                    .push_arguments(arguments.get(1..).unwrap_or(&[]).to_vec());
                let out = self.nested(&program.text, input, span);
                self.shell.pop_arguments();
                out
            }
            Language::PowerShell if !arguments.is_empty() => {
                let mut whole = program.text.clone();
                for argument in arguments {
                    whole.push(' ');
                    whole.push_str(&argument.text);
                }
                self.code(language, &whole, Some(span))
            }
            _ => {
                let before = std::mem::replace(&mut self.input, input.clone());
                let out = self.code(language, &program.text, Some(span));
                self.input = before;
                out
            }
        }
    }

    /// AppleScript: what it runs in a shell, and what it asks for.
    fn apple_script(&mut self, text: &str, span: Span) -> Value {
        let lower = text.to_ascii_lowercase();
        if lower.contains("hidden answer")
            || (lower.contains("display dialog") && lower.contains("password"))
        {
            self.fact(
                span,
                Act::Captures {
                    what: Capture::Password,
                },
            );
            return self.value_of(Source::Person, span);
        }
        let mut out = Value::unknown();
        for part in text.split("do shell script").skip(1) {
            if let Some(start) = part.find('"')
                && let Some(rest) = part.get(start + 1..)
            {
                let end = rest
                    .match_indices('"')
                    .find(|(at, _)| !rest.get(..*at).unwrap_or("").ends_with('\\'));
                let inner = end.map_or(rest, |(at, _)| rest.get(..at).unwrap_or(""));
                out = self.nested(&inner.replace("\\\"", "\""), &Value::empty(), span);
            }
        }
        if lower.contains("the clipboard") {
            self.fact(
                span,
                Act::Captures {
                    what: Capture::Clipboard,
                },
            );
            return self.value_of(Source::Person, span);
        }
        out
    }

    /// Connections by hand.
    fn connection(&mut self, name: &str, rest: &[Value], input: &Value, span: Span) -> Value {
        let line = rest
            .iter()
            .map(|word| word.text.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        let mut words = Arguments::new(
            rest,
            &[
                "-p",
                "-s",
                "-w",
                "-q",
                "-i",
                "-x",
                "-X",
                "-e",
                "-c",
                "--exec",
                "--sh-exec",
            ],
        );
        let plain = words.plain();
        let host = if name == "socat" {
            line.to_ascii_lowercase()
                .split_once("tcp")
                .and_then(|(_, rest)| rest.split(':').nth(1).map(str::to_owned))
        } else {
            plain
                .first()
                .map(|word| word.text.clone())
                .filter(|host| !host.contains(HOLE))
        };
        let port = plain.get(1).and_then(|word| word.text.parse().ok());
        self.fact(
            span,
            Act::Connects {
                host: host.clone(),
                port,
            },
        );
        let lower = line.to_ascii_lowercase();
        let runs = ["-e", "--exec", "-c", "--sh-exec"].iter().any(|flag| {
            rest.iter().any(|word| {
                word.text == *flag
                    || (word.text.starts_with("-")
                        && !word.text.starts_with("--")
                        && word.text.ends_with('e')
                        && *flag == "-e")
            })
        }) && name != "telnet"
            || (name == "socat" && (lower.contains("exec:") || lower.contains("system:")));
        if runs || input.name() == Some("shell") {
            self.fact(span, Act::HandsOverShell { host: host.clone() });
        }
        let address = host.as_ref().map_or_else(Value::unknown, Value::known);
        if !input.taints.is_empty() || !input.text.is_empty() {
            self.send(&address, input, &Value::empty(), span);
        }
        self.value_of(Source::Network(host), span)
    }

    fn openssl(&mut self, rest: &[Value], input: &Value, span: Span) -> Value {
        let verb = rest
            .first()
            .map(|word| word.text.as_str())
            .unwrap_or_default();
        match verb {
            "s_client" => {
                let host = rest
                    .iter()
                    .skip_while(|word| word.text != "-connect")
                    .nth(1);
                let address = host.cloned().unwrap_or_else(Value::unknown);
                let known = crate::host::name(&address.text);
                self.fact(
                    span,
                    Act::Connects {
                        host: known.clone(),
                        port: None,
                    },
                );
                if input.name() == Some("shell") {
                    self.fact(
                        span,
                        Act::HandsOverShell {
                            host: known.clone(),
                        },
                    );
                }
                self.send(&address, input, &Value::empty(), span);
                self.value_of(Source::Network(known), span)
            }
            "enc" | "base64" if has_flag(rest, 'd') => {
                let mut words = Arguments::new(rest, &["-in", "-out", "-k", "-pass", "-K", "-iv"]);
                let source = match words.value("-in") {
                    Some(file) => self.read_file(&file, span),
                    None => input.clone(),
                };
                let is_plain = verb == "base64" || rest.iter().any(|word| word.text == "-base64");
                let out = if is_plain {
                    self.decoded(&source, decode::base64, span)
                } else {
                    self.decoded(&source, |_| None, span)
                };
                if let Some(file) = words.value("-out") {
                    self.write_file(&file, out.clone(), span);
                }
                out
            }
            _ => {
                let mut words = Arguments::new(rest, &["-in", "-out", "-k", "-pass", "-K", "-iv"]);
                let mut out = Value::unknown().tainted_by(input);
                if let Some(file) = words.value("-in") {
                    out.add_taints(&self.read_file(&file, span).taints);
                }
                if let Some(file) = words.value("-out") {
                    self.write_file(&file, out.clone(), span);
                }
                out
            }
        }
    }

    fn archive(&mut self, name: &str, rest: &[Value], input: &Value, span: Span) -> Value {
        let first = rest
            .first()
            .map(|word| word.text.as_str())
            .unwrap_or_default();
        let cluster = first.trim_start_matches('-');
        let is_tar = matches!(name, "tar" | "bsdtar");
        let is_unpacking = match name {
            "unzip" | "unrar" | "expand-archive" => true,
            "tar" | "bsdtar" => {
                cluster.contains('x') && !first.starts_with("--")
                    || rest.iter().any(|word| word.text == "--extract")
            }
            "7z" | "7za" => matches!(first, "x" | "e"),
            "ditto" => has_flag(rest, 'x'),
            "gzip" | "xz" | "bzip2" | "zstd" | "pigz" => has_flag(rest, 'd'),
            "hdiutil" => matches!(first, "attach" | "mount"),
            _ => false,
        };
        let mut words = Arguments::new(
            rest,
            &[
                "-C",
                "-d",
                "-f",
                "-P",
                "-p",
                "-O",
                "--directory",
                "-DestinationPath",
            ],
        );
        let to = words
            .value("-C")
            .or_else(|| words.value("--directory"))
            .or_else(|| (name == "unzip").then(|| words.value("-d")).flatten());
        let plain: Vec<Value> = words
            .plain()
            .into_iter()
            .skip(usize::from(
                is_tar && !first.starts_with('-') || name.starts_with('7') || name == "hdiutil",
            ))
            .collect();
        let written = words.value("-f");
        if is_unpacking {
            let mut archive = Value::unknown();
            for file in written.iter().chain(&plain) {
                archive.add_taints(&self.read_file(file, span).taints);
            }
            archive.add_taints(&input.taints);
            if !archive.taints.is_empty() {
                self.unpack(&archive, to.as_ref(), span);
            }
            return archive;
        }
        // Packing: what goes in comes out, in the archive or on the output.
        let mut files: Vec<Value> = plain;
        let mut target = written;
        if is_tar && target.is_none() && cluster.ends_with('f') && !files.is_empty() {
            target = Some(files.remove(0));
        } else if !is_tar && !files.is_empty() && matches!(name, "zip" | "7z" | "7za" | "rar") {
            target = Some(files.remove(0));
        }
        let mut content = Value::unknown().tainted_by(input);
        for file in &files {
            content.add_taints(&self.read_file(file, span).taints);
        }
        match target {
            Some(file) if file.text != "-" => {
                self.write_file(&file, content, span);
                Value::empty()
            }
            _ => content,
        }
    }
}

/// The name of a program without its folder and `.exe`, in lower case.
pub(super) fn base_name(path: &str) -> String {
    let path = path.trim().trim_matches(['"', '\'']);
    let name = path
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(path)
        .to_ascii_lowercase();
    name.strip_suffix(".exe").unwrap_or(&name).to_owned()
}

/// The command behind a program that only runs another.
fn unwrapped(name: &str, rest: &[Value]) -> Option<Vec<Value>> {
    // Programs, their flags that take a value, and how many words stand before the command.
    let (flags, before): (&[&str], usize) = match name {
        "sudo" | "doas" | "gsudo" => (&["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-T", "-U"], 0),
        "env" if !rest.is_empty() => (&["-u", "-C", "-S"], 0),
        "nohup" | "time" | "setsid" | "command" | "builtin" | "exec" | "caffeinate"
        | "unbuffer" | "proxychains" | "proxychains4" | "torsocks" | "busybox" | "winpty"
        | "rtk" => (&["-a", "-t", "-o", "-f"], 0),
        "timeout" | "gtimeout" => (&["-k", "-s"], 1),
        "nice" | "ionice" | "chrt" | "taskset" => (&["-n", "-c", "-p"], 0),
        "stdbuf" => (&["-i", "-o", "-e"], 0),
        "xargs" | "parallel" => (&["-I", "-n", "-P", "-L", "-d", "-s", "-a", "-j"], 0),
        "watch" => (&["-n"], 0),
        "flock" | "chroot" => (&["-w"], 1),
        "find" => {
            let at = rest
                .iter()
                .position(|word| matches!(word.text.as_str(), "-exec" | "-execdir" | "-ok"))?;
            let inner = rest.get(at + 1..)?;
            return Some(
                inner
                    .iter()
                    .take_while(|word| !matches!(word.text.as_str(), ";" | "+" | "\\;"))
                    .cloned()
                    .collect(),
            );
        }
        "su" | "runuser" | "script" => {
            let at = rest.iter().position(|word| word.text == "-c")?;
            let text = rest.get(at + 1)?;
            return Some(vec![Value::known("sh"), Value::known("-c"), text.clone()]);
        }
        "cmd" => {
            let at = rest.iter().position(|word| {
                word.text.eq_ignore_ascii_case("/c") || word.text.eq_ignore_ascii_case("/k")
            })?;
            return Some(rest.get(at + 1..)?.to_vec());
        }
        _ => return None,
    };
    let mut words = rest.iter();
    let mut inner: Vec<Value> = Vec::new();
    while let Some(word) = words.next() {
        let text = word.text.as_str();
        if name == "command" && matches!(text, "-v" | "-V") {
            return None;
        }
        if flags.contains(&text) {
            words.next();
        } else if text.starts_with('-')
            || (matches!(name, "env" | "sudo" | "doas")
                && text.contains('=')
                && !text.contains('/'))
        {
        } else {
            inner.push(word.clone());
            break;
        }
    }
    inner.extend(words.cloned());
    Some(inner.into_iter().skip(before).collect())
}

/// The language that an interpreter reads; [`Language::Plain`] for those that only patterns read.
fn interpreter(name: &str) -> Option<Language> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    Some(match stem {
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" | "rbash" => Language::Shell,
        "python" | "py" | "pypy" | "ipython" | "uv" if stem != "uv" => Language::Python,
        "node" | "nodejs" | "deno" | "bun" | "tsx" | "ts-node" => Language::JavaScript,
        "pwsh" | "powershell" => Language::PowerShell,
        "perl" | "ruby" | "php" | "osascript" | "lua" | "tclsh" | "rscript" | "mshta"
        | "cscript" | "wscript" => Language::Plain,
        _ => return None,
    })
}

/// Whether the program stands behind this flag.
fn takes_program(name: &str, flag: &str) -> bool {
    if !flag.starts_with('-') && !flag.starts_with('/') {
        return false;
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    match stem {
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" | "rbash" => {
            !flag.starts_with("--") && flag.ends_with('c') && flag.len() < 6 || flag == "--command"
        }
        "python" | "py" | "pypy" | "ipython" => {
            !flag.starts_with("--") && flag.ends_with('c') && flag.len() < 6
        }
        "node" | "nodejs" | "deno" | "bun" | "tsx" | "ts-node" => {
            matches!(flag, "-e" | "--eval" | "-p" | "--print" | "-pe")
        }
        "perl" | "ruby" | "lua" | "rscript" => {
            !flag.starts_with("--")
                && flag.len() < 8
                && flag.trim_start_matches('-').contains(['e', 'E'])
        }
        "php" => flag == "-r",
        "osascript" => flag == "-e",
        "pwsh" | "powershell" => {
            let flag = flag.trim_start_matches(['-', '/']).to_ascii_lowercase();
            flag == "c"
                || "command".starts_with(&flag) && flag.starts_with('c')
                || flag.starts_with('e') && "encodedcommand".starts_with(&flag)
                || flag == "ec"
                || flag == "enc"
        }
        _ => false,
    }
}

/// Whether two sets of `tr` turn letters by 13.
fn is_rot13(from: &str, to: &str) -> bool {
    let from = from.to_ascii_lowercase();
    let to = to.to_ascii_lowercase();
    from.contains("a-z") && (to.contains("n-za-m") || to.starts_with("n-z"))
}

/// What `printf` makes of a format and its arguments, as far as `%s` goes: `%s%s cu rl` is `curl`.
fn formatted(words: &[Value]) -> Value {
    let Some((format, arguments)) = words.split_first() else {
        return Value::empty();
    };
    let mut out = Value::empty();
    out.add_taints(&format.taints);
    let mut arguments = arguments.iter();
    let text = decode::escapes(&format.text.replace("%b", "%s"));
    let holes = text.matches("%s").count();
    loop {
        let mut parts = text.split("%s");
        out.push(&Value::known(parts.next().unwrap_or("")));
        for part in parts {
            if let Some(argument) = arguments.next() {
                out.push(argument);
            }
            out.push(&Value::known(part));
        }
        // The format is used again as long as arguments are left.
        if holes == 0 || arguments.len() == 0 {
            return out;
        }
    }
}
