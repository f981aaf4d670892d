//! Programs that fetch and send: `curl`, `wget`, PowerShell's web commands, `git`, and what copies files
//! to other machines.

use prowess_base::Span;

use super::arguments::Arguments;
use super::machine::{Machine, readable};
use super::value::Value;
use crate::asset::Asset;
use crate::fact::{Act, Protection, Source};

/// Flags of `curl` and `wget` that take a value, short ones as single letters.
const SHORT: &str = "XHdFTouAebcmxKwrCEPtyYzQUi";
const LONG: &[&str] = &[
    "--request",
    "--header",
    "--data",
    "--data-raw",
    "--data-binary",
    "--data-urlencode",
    "--data-ascii",
    "--json",
    "--form",
    "--form-string",
    "--upload-file",
    "--output",
    "--user",
    "--user-agent",
    "--referer",
    "--cookie",
    "--cookie-jar",
    "--max-time",
    "--connect-timeout",
    "--retry",
    "--retry-delay",
    "--proxy",
    "--config",
    "--write-out",
    "--url",
    "--cacert",
    "--cert",
    "--key",
    "--range",
    "--output-dir",
    "--resolve",
    "--post-data",
    "--post-file",
    "--body-data",
    "--body-file",
    "--output-document",
    "--directory-prefix",
    "--timeout",
    "--tries",
    "--oauth2-bearer",
    "--method",
    "--limit-rate",
    "--interface",
    "--aws-sigv4",
    "--doh-url",
];

/// What a transfer is asked to do.
#[derive(Default)]
struct Transfer {
    addresses: Vec<Value>,
    payload: Option<Value>,
    proof: Option<Value>,
    to: Option<Value>,
    /// Written under the last part of the address.
    under_its_name: Option<()>,
    folder: Option<Value>,
}

impl Transfer {
    fn send(&mut self, value: &Value) {
        match &mut self.payload {
            Some(payload) => payload.push(value),
            None => self.payload = Some(value.clone()),
        }
    }

    fn prove(&mut self, value: &Value) {
        match &mut self.proof {
            Some(proof) => proof.push(value),
            None => self.proof = Some(value.clone()),
        }
    }
}

impl Machine<'_> {
    /// `curl`, `wget` and what is like them; what comes out.
    pub(super) fn transfer(
        &mut self,
        name: &str,
        rest: &[Value],
        input: &Value,
        span: Span,
    ) -> Value {
        let mut transfer = Transfer::default();
        if matches!(name, "wget" | "wget2" | "aria2c") {
            transfer.under_its_name = Some(());
        }
        if matches!(
            name,
            "invoke-webrequest" | "iwr" | "invoke-restmethod" | "irm" | "start-bitstransfer"
        ) {
            self.power_shell_transfer(rest, &mut transfer, span);
        } else {
            self.flags_of_transfer(name, rest, input, &mut transfer, span);
        }
        self.do_transfer(transfer, span)
    }

    fn flags_of_transfer(
        &mut self,
        name: &str,
        rest: &[Value],
        input: &Value,
        transfer: &mut Transfer,
        span: Span,
    ) {
        let mut words = rest.iter().peekable();
        while let Some(word) = words.next() {
            let text = word.text.as_str();
            if let Some(long) = text.strip_prefix("--") {
                let (flag, value) = match text.split_once('=') {
                    Some((flag, value)) => (flag, Some(Value::known(value).tainted_by(word))),
                    None if LONG.contains(&text) => (text, words.next().cloned()),
                    None => (text, None),
                };
                if matches!(long, "insecure" | "no-check-certificate" | "proxy-insecure") {
                    self.fact(
                        span,
                        Act::Disables {
                            what: Protection::Certificates,
                        },
                    );
                } else if long == "remote-name" {
                    transfer.under_its_name = Some(());
                } else if let Some(value) = value {
                    self.flag_of_transfer(flag, &value, input, transfer, span);
                }
            } else if text.starts_with('-') && text.len() > 1 {
                let letters: Vec<char> = text.chars().skip(1).collect();
                for (index, letter) in letters.iter().enumerate() {
                    let is_wget = name.starts_with("wget");
                    if *letter == 'k' && name == "curl" {
                        self.fact(
                            span,
                            Act::Disables {
                                what: Protection::Certificates,
                            },
                        );
                    }
                    if *letter == 'O' && !is_wget {
                        transfer.under_its_name = Some(());
                        continue;
                    }
                    let takes_value =
                        SHORT.contains(*letter) && (is_wget || *letter != 'i') || *letter == 'O';
                    let is_plain_wget = is_wget && !"OPoUtTi".contains(*letter);
                    if !takes_value || is_plain_wget {
                        continue;
                    }
                    let behind: String = letters.iter().skip(index + 1).collect();
                    let value = if behind.is_empty() {
                        words.next().cloned()
                    } else {
                        Some(Value::known(behind).tainted_by(word))
                    };
                    if let Some(value) = value {
                        let flag = match (letter, is_wget) {
                            ('O', true) => "--output",
                            ('P', true) => "--directory-prefix",
                            ('o' | 't' | 'U' | 'T' | 'i', true) => "--tries",
                            ('d', _) => "--data",
                            ('F', _) => "--form",
                            ('T', _) => "--upload-file",
                            ('o', _) => "--output",
                            ('H', _) => "--header",
                            ('u', _) => "--user",
                            ('b', _) => "--cookie",
                            ('A', _) => "--user-agent",
                            ('e', _) => "--referer",
                            ('x', _) => "--proxy",
                            ('K', _) => "--config",
                            _ => "--other",
                        };
                        self.flag_of_transfer(flag, &value, input, transfer, span);
                    }
                    break;
                }
            } else if matches!(name, "http" | "https" | "xh") {
                self.http_word(word, input, transfer, span);
            } else if !text.is_empty() {
                transfer.addresses.push(word.clone());
            }
        }
        if name == "http" && !input.taints.is_empty() {
            transfer.send(input);
        }
    }

    fn flag_of_transfer(
        &mut self,
        flag: &str,
        value: &Value,
        input: &Value,
        transfer: &mut Transfer,
        span: Span,
    ) {
        match flag {
            "--data" | "--data-binary" | "--data-ascii" | "--data-urlencode" | "--json"
            | "--form" => {
                let file = match value.text.split_once('@') {
                    Some((before, file))
                        if before.is_empty()
                            || before.ends_with('=')
                            || flag == "--data-urlencode" =>
                    {
                        Some(file)
                    }
                    Some(_) | None => None,
                };
                match file {
                    Some("-") => transfer.send(input),
                    Some(file) => {
                        let file =
                            Value::known(file.split(';').next().unwrap_or(file)).tainted_by(value);
                        let mut content = self.read_file(&file, span);
                        content.add_taints(&value.taints);
                        transfer.send(&content);
                    }
                    None => transfer.send(value),
                }
            }
            "--data-raw" | "--form-string" | "--post-data" | "--body-data" => transfer.send(value),
            "--upload-file" | "--post-file" | "--body-file" => {
                let content = if matches!(value.text.as_str(), "-" | ".") {
                    input.clone()
                } else {
                    self.read_file(value, span)
                };
                transfer.send(&content);
            }
            "--header" => {
                // Anything may travel in a header; only what is named so is a proof.
                let name = value
                    .text
                    .split(':')
                    .next()
                    .unwrap_or("")
                    .to_ascii_lowercase();
                let is_proof = [
                    "auth", "key", "token", "cookie", "secret", "bearer", "account", "version",
                ]
                .iter()
                .any(|part| name.contains(part));
                if is_proof {
                    transfer.prove(value);
                } else if !value.taints.is_empty() {
                    transfer.send(value);
                }
            }
            "--user" | "--cookie" | "--oauth2-bearer" => transfer.prove(value),
            "--user-agent" | "--referer" if !value.taints.is_empty() => transfer.send(value),
            "--output" | "--output-document" => transfer.to = Some(value.clone()),
            "--output-dir" | "--directory-prefix" => transfer.folder = Some(value.clone()),
            "--url" => transfer.addresses.push(value.clone()),
            "--config" => {
                self.read_file(value, span);
            }
            _ => {}
        }
    }

    /// A word of HTTPie: an address, a field `name=value`, `name=@file`, a header `Name:value`.
    fn http_word(&mut self, word: &Value, input: &Value, transfer: &mut Transfer, span: Span) {
        let text = word.text.as_str();
        if matches!(text, "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD") {
            return;
        }
        if transfer.addresses.is_empty() {
            transfer.addresses.push(word.clone());
        } else if let Some((_, file)) = text.split_once('@') {
            let content = self.read_file(&Value::known(file), span);
            transfer.send(&content);
        } else if text.contains('=') {
            transfer.send(word);
        } else {
            transfer.prove(word);
        }
        let _ = input;
    }

    fn power_shell_transfer(&mut self, rest: &[Value], transfer: &mut Transfer, span: Span) {
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            let flag = word.text.to_ascii_lowercase();
            match flag.as_str() {
                "-uri" | "-u" | "-source" => transfer.addresses.extend(words.next().cloned()),
                "-outfile" | "-o" | "-destination" => transfer.to = words.next().cloned(),
                "-body" | "-form" => {
                    if let Some(value) = words.next() {
                        transfer.send(value);
                    }
                }
                "-infile" => {
                    if let Some(file) = words.next() {
                        let content = self.read_file(file, span);
                        transfer.send(&content);
                    }
                }
                "-headers" | "-credential" | "-authentication" | "-token" => {
                    if let Some(value) = words.next() {
                        transfer.prove(value);
                    }
                }
                "-skipcertificatecheck" => self.fact(
                    span,
                    Act::Disables {
                        what: Protection::Certificates,
                    },
                ),
                "-method"
                | "-erroraction"
                | "-ea"
                | "-warningaction"
                | "-outvariable"
                | "-errorvariable"
                | "-sessionvariable"
                | "-websession"
                | "-proxy"
                | "-transfermethod"
                | "-priority"
                | "-displayname"
                | "-useragent"
                | "-contenttype"
                | "-timeoutsec"
                | "-maximumredirection" => {
                    words.next();
                }
                _ if flag.starts_with('-') => {}
                _ => transfer.addresses.push(word.clone()),
            }
        }
    }

    fn do_transfer(&mut self, transfer: Transfer, span: Span) -> Value {
        let mut out = Value::empty();
        for address in &transfer.addresses {
            let answer = if let Some(payload) = &transfer.payload {
                let proof = transfer.proof.clone().unwrap_or_else(Value::empty);
                self.send(address, payload, &proof, span);
                self.value_of(
                    Source::Network(Some(super::machine::readable(&address.text))),
                    span,
                )
            } else {
                let answer = self.fetch(address, span);
                if let Some(proof) = &transfer.proof {
                    self.prove(address, proof, span);
                }
                answer
            };
            out.push(&answer);
            let target = match &transfer.to {
                Some(to) if matches!(to.text.as_str(), "-" | "/dev/stdout") => None,
                Some(to) => Some(to.clone()),
                None => transfer.under_its_name.map(|()| {
                    let path = address.text.split(['?', '#']).next().unwrap_or("");
                    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
                    let last = if path.contains('/') {
                        path.rsplit('/').next().unwrap_or("")
                    } else {
                        ""
                    };
                    Value::known(if last.is_empty() { "index.html" } else { last })
                }),
            };
            if let Some(mut target) = target {
                if let Some(folder) = &transfer.folder {
                    target.text = format!("{}/{}", folder.text.trim_end_matches('/'), target.text);
                }
                self.write_file(&target, answer, span);
                out = Value::empty();
            }
        }
        out
    }

    /// Programs that copy to or speak with other machines.
    pub(super) fn copy_out(
        &mut self,
        name: &str,
        rest: &[Value],
        input: &Value,
        span: Span,
    ) -> Value {
        let rest = without_values(name, rest, self, span);
        let rest = rest.as_slice();
        let is_upload = match name {
            "aws" => rest
                .first()
                .is_some_and(|word| word.text == "s3" || word.text == "s3api"),
            "gcloud" | "az" => rest
                .iter()
                .any(|word| matches!(word.text.as_str(), "cp" | "upload" | "rsync")),
            "gh" => rest.first().is_some_and(|word| {
                matches!(word.text.as_str(), "gist" | "release" | "issue" | "api")
            }),
            "glab" => false,
            _ => true,
        };
        if name == "gh"
            && rest
                .iter()
                .map(|word| word.text.as_str())
                .take(2)
                .eq(["auth", "token"])
        {
            return self.value_of(Source::Variable("GH_TOKEN".to_owned()), span);
        }
        let verb: Vec<&str> = rest.iter().take(2).map(|word| word.text.as_str()).collect();
        if let (_, ["auth", "print-access-token" | "print-identity-token"])
        | ("az", ["account", "get-access-token"])
        | ("aws", ["configure", "export-credentials"]) = (name, verb.as_slice())
        {
            return self.value_of(Source::File(Asset::CloudCredentials), span);
        }
        if !is_upload {
            return Value::unknown();
        }
        let host = match name {
            "gh" => Some("github.com".to_owned()),
            "aws" => Some("s3.amazonaws.com".to_owned()),
            "gsutil" | "gcloud" => Some("storage.googleapis.com".to_owned()),
            _ => rest
                .iter()
                .find(|word| {
                    !word.text.starts_with('-') && word.text.contains(['@', ':'])
                        || name == "ssh" && !word.text.starts_with('-')
                })
                .map(|word| {
                    let host = word.text.rsplit('@').next().unwrap_or("");
                    host.split(':').next().unwrap_or("").to_owned()
                }),
        };
        let mut payload = input.clone();
        let mut sends = matches!(
            name,
            "mail" | "mailx" | "sendmail" | "mutt" | "ftp" | "ncftpput" | "ssh"
        ) && !input.taints.is_empty();
        let words: Vec<&Value> = rest
            .iter()
            .filter(|word| !word.text.starts_with('-'))
            .collect();
        for (index, word) in words.iter().enumerate() {
            let is_last = index + 1 == words.len();
            let is_remote = word.text.contains(['@', ':']);
            let is_target = is_last && name != "gh" && name != "sftp";
            if !is_remote && !is_target && name != "ssh" {
                let content = self.read_file(word, span);
                payload.add_taints(&content.taints);
                sends |= words
                    .last()
                    .is_some_and(|last| last.text.contains([':', '@']))
                    || name == "gh";
            }
            payload.add_taints(&word.taints);
        }
        if sends || !payload.taints.is_empty() {
            let address = host.map_or_else(Value::unknown, Value::known);
            self.send(&address, &payload, &Value::empty(), span);
        }
        Value::unknown()
    }

    /// `git`: what it fetches, and what it changes about itself.
    pub(super) fn git(&mut self, rest: &[Value], _input: &Value, span: Span) -> Value {
        let mut words = rest.iter().filter(|word| !word.text.starts_with('-'));
        let verb = words
            .next()
            .map(|word| word.text.as_str())
            .unwrap_or_default();
        let plain: Vec<&Value> = words.collect();
        match verb {
            "clone" => {
                if let Some(address) = plain.iter().find(|word| word.text.contains(['/', ':'])) {
                    let address = (*address).clone();
                    let content = self.fetch(&address, span);
                    let target = plain
                        .iter()
                        .skip_while(|word| word.text != address.text)
                        .nth(1);
                    let name = address
                        .text
                        .rsplit('/')
                        .next()
                        .unwrap_or("")
                        .trim_end_matches(".git")
                        .to_owned();
                    let to = target.map_or_else(|| Value::known(name), |word| (*word).clone());
                    self.unpack(&content, Some(&to), span);
                }
                Value::empty()
            }
            "remote"
                if plain
                    .first()
                    .is_some_and(|verb| matches!(verb.text.as_str(), "add" | "set-url")) =>
            {
                if let [_, name, address, ..] = plain.as_slice() {
                    self.remotes.insert(name.text.clone(), (*address).clone());
                }
                Value::empty()
            }
            "push" => {
                let remote = plain
                    .first()
                    .map(|name| name.text.as_str())
                    .unwrap_or("origin");
                if let Some(address) = self.remotes.get(remote).cloned() {
                    // What is run, with the name of the remote put in.
                    self.fact(
                        span,
                        Act::Runs {
                            program: "git".to_owned(),
                            arguments: vec!["push".to_owned(), readable(&address.text)],
                        },
                    );
                    self.send(&address, &Value::unknown(), &Value::unknown(), span);
                }
                Value::empty()
            }
            "config"
                if plain
                    .first()
                    .is_some_and(|key| key.text.eq_ignore_ascii_case("core.hookspath")) =>
            {
                self.write_file(&Value::known("core.hooksPath"), Value::unknown(), span);
                Value::empty()
            }
            "config"
                if plain
                    .first()
                    .is_some_and(|key| key.text.eq_ignore_ascii_case("http.sslverify")) =>
            {
                if plain
                    .get(1)
                    .is_some_and(|value| value.text.eq_ignore_ascii_case("false"))
                {
                    self.fact(
                        span,
                        Act::Disables {
                            what: Protection::Certificates,
                        },
                    );
                }
                Value::empty()
            }
            _ => Value::unknown(),
        }
    }
}

/// The words of a command without flags and their values, which may look like hosts: `-L 80:localhost:80`. A port
/// of this machine that is opened at the other end is noted.
fn without_values(name: &str, rest: &[Value], machine: &mut Machine<'_>, span: Span) -> Vec<Value> {
    if !matches!(name, "ssh" | "scp" | "sftp") {
        return rest.to_vec();
    }
    let mut arguments = Arguments::new(
        rest,
        &[
            "-L", "-R", "-D", "-p", "-P", "-i", "-o", "-J", "-F", "-l", "-b", "-c", "-W", "-e",
            "-m", "-E", "-S", "-w",
        ],
    );
    let plain = arguments.plain();
    let opens = rest
        .iter()
        .any(|word| word.text.starts_with("-R") || word.text.starts_with("-NR"));
    if opens && let Some(target) = plain.first() {
        let host = target.text.rsplit('@').next().map(str::to_owned);
        machine.fact(span, Act::Connects { host, port: None });
    }
    plain
}
