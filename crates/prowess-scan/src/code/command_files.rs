//! Programs that read, search, change, copy and pack files.

use prowess_base::Span;

use super::HOLE;
use super::arguments::{Arguments, has_flag};
use super::command::base_name;
use super::machine::{Machine, readable};
use super::value::Value;
use crate::asset::{self, Asset};
use crate::fact::{Act, Source};

/// Programs that give what stands in the files that they are named.
pub(super) const READERS: &[&str] = &[
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
pub(super) const PACKERS: &[&str] = &[
    "tar", "zip", "7z", "7za", "rar", "gzip", "bzip2", "xz", "zstd", "pigz", "cpio", "ditto",
];

impl Machine<'_> {
    /// The files that are named, else what is on the input.
    pub(super) fn file_or_input(&mut self, rest: &[Value], input: &Value, span: Span) -> Value {
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
    pub(super) fn files(&mut self, name: &str, rest: &[Value], input: &Value, span: Span) -> Value {
        if name == "find"
            && let Some(out) = self.each_found(rest, span)
        {
            return out;
        }
        if name == "find" {
            return self.found(rest, span);
        }
        if name == "sed" && has_flag(rest, 'i') {
            self.edited(rest, span);
        }
        if let Some(secrets) = self.searched(name, rest, span) {
            return secrets;
        }
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

    /// What `find` gives: names of files beneath the folders that it is told, by what they hold.
    fn found(&mut self, rest: &[Value], span: Span) -> Value {
        let mut out = Value::unknown();
        let mut pattern = None;
        let mut folder = None;
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            if matches!(
                word.text.as_str(),
                "-name" | "-iname" | "-path" | "-ipath" | "-wholename"
            ) {
                let Some(next) = words.next() else { break };
                if let Some(asset) = sought(&next.text) {
                    let path = readable(&next.text);
                    self.fact(span, Act::Reads { path, asset });
                    out.add_taints(&self.value_of(Source::File(asset), span).taints);
                }
                pattern = pattern.or(Some(&next.text));
                continue;
            }
            out.add_taints(&word.taints);
            if word.text.starts_with('-') || !word.text.contains(['/', '~', '.']) {
                continue;
            }
            let asset = asset::classify(&word.text);
            if asset.is_secret() {
                out.add_taints(&self.read_file(word, span).taints);
            } else if matches!(asset, Asset::Personal | Asset::Everything) {
                out.add_taints(&self.value_of(Source::File(asset), span).taints);
            }
            folder = folder.or(Some(&word.text));
        }
        if let Some(folder) = folder {
            let inside = pattern.map_or_else(
                || HOLE.to_string(),
                |pattern| pattern.replace('*', &HOLE.to_string()),
            );
            out.text = format!("{}/{inside}", folder.trim_end_matches('/'));
        }
        out
    }

    /// `find FOLDER … -exec COMMAND {} ;`: the command is run with what is found.
    pub(super) fn each_found(&mut self, rest: &[Value], span: Span) -> Option<Value> {
        let at = rest
            .iter()
            .position(|word| matches!(word.text.as_str(), "-exec" | "-execdir" | "-ok"))?;
        let (found, command) = (rest.get(..at)?, rest.get(at + 1..)?);
        let folder = found.iter().find(|word| !word.text.starts_with('-'))?;
        let all = format!("{}/*", folder.text.trim_end_matches('/'));
        let command: Vec<Value> = command
            .iter()
            .take_while(|word| !matches!(word.text.as_str(), ";" | "+" | "\\;"))
            .map(|word| {
                let mut word = word.clone();
                if word.text.contains("{}") {
                    word.text = word.text.replace("{}", &all);
                    word.add_taints(&folder.taints);
                }
                word
            })
            .collect();
        (!command.is_empty()).then(|| self.call(command, &Value::empty(), span))
    }

    /// `sed -i SCRIPT FILES`: what the script puts into the files is written there, and is read as a program where
    /// the files are programs of others.
    pub(super) fn edited(&mut self, rest: &[Value], span: Span) {
        let mut words = rest.iter().filter(|word| !word.text.starts_with('-'));
        let Some(script) = words.next() else { return };
        if script.text.ends_with('d') && script.text.contains('/') {
            // Lines are only taken out.
            return;
        }
        let put_in = script
            .text
            .trim_start_matches(|one: char| one.is_ascii_digit() || matches!(one, '$' | '/'))
            .trim_start_matches(['i', 'a', 'c'])
            .trim_start_matches(['\\', ' ']);
        let content = Value::known(put_in).tainted_by(script);
        for file in words {
            self.write_file(file, content.clone(), span);
            if asset::classify(&file.text) == Asset::OtherSkills {
                self.nested(put_in, &Value::empty(), span);
            }
        }
    }

    /// A search of everything for what secrets look like: what comes out of it is secrets.
    pub(super) fn searched(&mut self, name: &str, rest: &[Value], span: Span) -> Option<Value> {
        const MARKS: &[&str] = &[
            "AKIA",
            "ghp_",
            "sk-",
            "xox",
            "PRIVATE KEY",
            "glpat-",
            "AIza",
            "eyJ",
        ];
        if !matches!(name, "grep" | "egrep" | "rg" | "ag") {
            return None;
        }
        let is_for_secrets = rest
            .iter()
            .any(|word| MARKS.iter().any(|mark| word.text.contains(mark)));
        let everywhere = rest.iter().find(|word| {
            matches!(
                asset::classify(&word.text),
                Asset::Everything | Asset::Personal
            )
        })?;
        if !is_for_secrets {
            return None;
        }
        self.fact(
            span,
            Act::Reads {
                path: readable(&everywhere.text),
                asset: Asset::PasswordStore,
            },
        );
        Some(self.value_of(Source::File(Asset::PasswordStore), span))
    }

    pub(super) fn copy(&mut self, name: &str, rest: &[Value], span: Span) -> Value {
        let files: Vec<Value> = rest
            .iter()
            .filter(|word| !word.text.starts_with('-'))
            .cloned()
            .collect();
        if let Some((target, sources)) = files.split_last() {
            for source in sources {
                let is_link = name == "ln";
                // A link to a secret is read under another name.
                let content = if is_link && !asset::classify(&source.text).is_secret() {
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

    pub(super) fn archive(
        &mut self,
        name: &str,
        rest: &[Value],
        input: &Value,
        span: Span,
    ) -> Value {
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
            if let Some(root) = to.filter(|to| to.text == "/") {
                self.write_file(&root, archive.clone(), span);
            }
            return archive;
        }
        // Packing: what goes in comes out, in the archive or on the output.
        let mut files: Vec<Value> = plain;
        let mut target = written;
        let names_target = match name {
            "zip" | "7z" | "7za" | "rar" => true,
            _ => is_tar && target.is_none() && cluster.ends_with('f'),
        };
        if names_target && !files.is_empty() {
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

/// What is looked for by a pattern of names, where that is a secret.
fn sought(pattern: &str) -> Option<Asset> {
    let bare = pattern.to_ascii_lowercase();
    let bare = bare.trim_matches('*');
    let is = |all: &[&str]| all.contains(&bare);
    if is(&[
        ".pem",
        ".key",
        ".ppk",
        ".p12",
        ".pfx",
        ".jks",
        "id_",
        "id_rsa",
        "id_ed25519",
    ]) {
        return Some(Asset::SshKeys);
    }
    if is(&["wallet", "wallet.dat", "keystore", "seed", "mnemonic"]) {
        return Some(Asset::Wallet);
    }
    if is(&[
        "password",
        "passwords",
        "passwd",
        "credential",
        "credentials",
        "secret",
        "secrets",
        ".kdbx",
        ".ovpn",
    ]) {
        return Some(Asset::PasswordStore);
    }
    let asset = asset::classify(bare);
    asset.is_secret().then_some(asset)
}
