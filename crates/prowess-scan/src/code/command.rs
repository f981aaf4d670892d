//! What the programs do that shells run: one place for every language that runs a command.

use prowess_base::Span;

use super::arguments::{Arguments, has_flag};
use super::command_files::{PACKERS, READERS};
use super::interpreter::interpreter;
use super::machine::{Machine, readable};
use super::value::Value;
use super::{HOLE, decode, install};
use crate::asset::{self, Asset};
use crate::fact::{Act, Capture, Protection, Sink, Source};
use crate::host::HostKind;
use crate::unit::Language;

/// Whether a program of a password store puts a secret there, or takes one away, and shows none.
fn puts_secret(rest: &[Value]) -> bool {
    rest.first().is_some_and(|verb| {
        let verb = verb.text.to_ascii_lowercase();
        let verb = verb.trim_start_matches(['-', '/']);
        ["store", "clear", "add", "generic", "delete"]
            .iter()
            .any(|word| {
                verb == *word
                    || verb
                        .strip_prefix(word)
                        .is_some_and(|rest| rest.starts_with(':'))
            })
    })
}

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
                    self.read_as(Language::Shell, file, span);
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
            "secret-tool" | "cmdkey" if puts_secret(rest) => Value::empty(),
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
            "chmod" if rest.iter().any(|word| word.text.contains('x')) => {
                // What comes from nobody's host is fetched for nothing but to be run.
                for file in rest.iter().skip(1) {
                    let Some(content) = self.file(&file.text) else {
                        continue;
                    };
                    let mut foreign = content.clone();
                    foreign.taints.retain(|taint| {
                        matches!(&taint.from, Source::Network(Some(url)) if matches!(
                            crate::host::kind(url),
                            HostKind::RawAddress | HostKind::Paste | HostKind::Collector
                        ))
                    });
                    self.flows(&foreign, &Sink::Program, span);
                }
                self.guards(name, rest, span);
                Value::empty()
            }
            "where-object" | "sort-object" | "select-object" | "get-item" | "?"
                if rest.is_empty() || !input.items.is_empty() || !input.taints.is_empty() =>
            {
                input.clone()
            }
            "compress-archive" => {
                let mut arguments =
                    Arguments::new(rest, &["-DestinationPath", "-CompressionLevel"]);
                let target = arguments.value("-DestinationPath");
                let mut content = Value::unknown().tainted_by(input);
                for word in arguments.plain() {
                    for path in word.texts() {
                        content.add_taints(&self.read_file(&path, span).taints);
                    }
                    content.add_taints(&word.taints);
                }
                if let Some(target) = target {
                    self.write_file(&target, content, span);
                }
                Value::empty()
            }
            "cd" | "pushd" | "set-location" => {
                if let Some(folder) = rest.first() {
                    self.shell
                        .variables
                        .insert("PWD".to_owned(), folder.clone());
                }
                Value::empty()
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
        let is_unasked = |word: &Value| {
            matches!(
                word.text.as_str(),
                "--dangerously-skip-permissions"
                    | "--dangerously-bypass-approvals-and-sandbox"
                    | "--yolo"
                    | "bypassPermissions"
                    | "--permission-mode=bypassPermissions"
            )
        };
        if rest.iter().any(is_unasked) {
            self.fact(
                span,
                Act::Disables {
                    what: Protection::Approval,
                },
            );
        }
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
