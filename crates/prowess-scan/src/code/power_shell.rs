//! PowerShell and Batch, read by a small reader of statements, pipes, words and variables: there is no
//! grammar of them here.

use prowess_base::Span;

use super::decode;
use super::machine::Machine;
use super::patterns::pattern;
use super::value::Value;
use crate::fact::{Act, Protection, Sink, Source};
use crate::unit::Language;

pattern!(
    METHOD,
    r#"(?i)\.\s*(DownloadString|DownloadData|DownloadFile|UploadString|UploadFile|UploadData|OpenRead|GetStringAsync|GetAsync|PostAsync)\s*\("#
);
pattern!(TEXT, r#""([^"\n]*)"|'([^'\n]*)'"#);
pattern!(INDEXED, r"(?i)\[(?:System\.)?(?:Text\.Encoding|Convert)\]");
pattern!(SOCKET, r"(?i)Net\.Sockets\.TCPClient|Net\.Sockets\.Socket");
pattern!(
    READ_FILE,
    r"(?i)\[(?:System\.)?IO\.File\]::(ReadAllText|ReadAllBytes|ReadAllLines|WriteAllText|WriteAllBytes)\s*\("
);
pattern!(
    CERTIFICATES,
    r"(?i)ServerCertificateValidationCallback\s*=|-SkipCertificateCheck"
);

/// Methods that make a program of a text or of bytes.
const MAKES_PROGRAM: &[&str] = &["scriptblock]::create", "assembly]::load", "invokescript("];

/// Most statements of one text.
const STATEMENTS: usize = 20_000;

impl Machine<'_> {
    /// Reads a PowerShell or Batch program.
    pub(super) fn power_shell(&mut self, text: &str) -> Value {
        let text = &*without_comments(text);
        let mut out = Value::empty();
        if SOCKET.is_match(text) && text.to_ascii_lowercase().contains("iex") {
            let span = SOCKET.find(text).map_or(Span::new(0, 0), |found| {
                Span::new(found.start(), found.end())
            });
            self.fact(span, Act::HandsOverShell { host: None });
        }
        if let Some(found) = CERTIFICATES.find(text) {
            self.fact(
                Span::new(found.start(), found.end()),
                Act::Disables {
                    what: Protection::Certificates,
                },
            );
        }
        for (at, statement) in split(text, &['\n', ';', '{', '}'], "&&")
            .into_iter()
            .take(STATEMENTS)
        {
            let trimmed = statement.trim();
            if trimmed.is_empty()
                || trimmed.starts_with(['#', ':'])
                || trimmed
                    .get(..4)
                    .is_some_and(|rem| rem.eq_ignore_ascii_case("rem "))
            {
                continue;
            }
            if !self.step() {
                break;
            }
            let offset = statement.len() - statement.trim_start().len();
            let one =
                self.power_statement(trimmed, Span::new(at + offset, at + offset + trimmed.len()));
            out.push(&one);
        }
        out
    }

    fn power_statement(&mut self, text: &str, span: Span) -> Value {
        if let Some((name, value)) = assignment(text) {
            let value = self.power_pipeline(value, span);
            self.shell
                .variables
                .insert(name.to_ascii_lowercase(), value);
            return Value::empty();
        }
        self.power_pipeline(text, span)
    }

    fn power_pipeline(&mut self, text: &str, span: Span) -> Value {
        if !self.enter() {
            return Value::unknown();
        }
        let mut carried = Value::empty();
        for (_, part) in split(text, &['|'], "") {
            carried = self.power_command(part.trim(), &carried, span);
        }
        self.leave();
        carried
    }

    fn power_command(&mut self, text: &str, input: &Value, span: Span) -> Value {
        let text = text.trim_start_matches(['&', '@', ' ']).trim();
        // `IEX(New-Object …).DownloadString(…)`: no blank stands behind the name.
        let called = ["iex", "invoke-expression"].iter().find_map(|name| {
            let start = text.get(..name.len())?;
            start.eq_ignore_ascii_case(name).then_some(())?;
            text.get(name.len()..)
        });
        if let Some(rest) = called.filter(|rest| rest.starts_with(['(', '"', '\'', '$', '['])) {
            let program = self.power_pipeline(rest, span);
            return self.evaluates(Language::PowerShell, &program, span);
        }
        // `$(…)` and `(…)` around the whole, and methods of what is made on the spot.
        if let Some(value) = self.power_method(text, span) {
            return value;
        }
        let words = self.power_words(text, span);
        let Some(first) = words.first().cloned() else {
            return input.clone();
        };
        let name = first.text.to_ascii_lowercase();
        let is_expression = text.starts_with(['$', '"', '\'', '[', '(']);
        if is_expression && words.len() == 1 || text.starts_with('[') {
            let mut all = match words.as_slice() {
                [one] => one.clone(),
                _ => Value::concat(&words),
            };
            let lower = text.to_ascii_lowercase();
            if MAKES_PROGRAM.iter().any(|name| lower.contains(name)) {
                self.fact(span, Act::Evaluates);
                self.flows(&all, &Sink::Program, span);
            }
            if text.starts_with('[') && INDEXED.is_match(text) {
                let literal = TEXT
                    .captures(text)
                    .and_then(|found| found.get(1).or_else(|| found.get(2)))
                    .map(|found| Value::known(found.as_str()));
                let literal = literal
                    .filter(|text| text.text.len() > 7)
                    .unwrap_or_else(|| all.clone());
                all = self
                    .decoded(
                        &literal,
                        |text| decode::base64(text).or_else(|| decode::wide_base64(text)),
                        span,
                    )
                    .tainted_by(&all);
            }
            return all.tainted_by(input);
        }
        if is_expression && text.starts_with(['"', '\'', '$']) && text.contains(',') {
            return Value::list(
                words
                    .into_iter()
                    .map(|word| (String::new(), word))
                    .collect(),
            );
        }
        let mut rest: Vec<Value> = words.into_iter().skip(1).collect();
        let standard = match name.as_str() {
            "start-process" | "saps" | "start" | "invoke-item" | "ii" => {
                rest.retain(|word| {
                    !word.text.eq_ignore_ascii_case("-filepath")
                        && word.text != "/b"
                        && !word.text.is_empty()
                });
                // `start PROGRAM`, `Start-Process powershell -ArgumentList "…"`.
                rest.retain(|word| {
                    !word.text.eq_ignore_ascii_case("-argumentlist")
                        && !word.text.eq_ignore_ascii_case("-wait")
                        && !word.text.eq_ignore_ascii_case("-windowstyle")
                        && !word.text.eq_ignore_ascii_case("hidden")
                        && !word.text.eq_ignore_ascii_case("-verb")
                        && !word.text.eq_ignore_ascii_case("runas")
                });
                let mut all = Vec::new();
                for (index, word) in rest.into_iter().enumerate() {
                    if index > 0 && word.text.contains(' ') {
                        all.extend(
                            word.text
                                .split_whitespace()
                                .map(|part| Value::known(part).tainted_by(&word)),
                        );
                    } else {
                        all.push(word);
                    }
                }
                return if all.is_empty() {
                    Value::empty()
                } else {
                    self.command(all, input, span)
                };
            }
            "set-content" | "out-file" | "add-content" | "sc" | "ac" => {
                let file = rest
                    .iter()
                    .find(|word| !word.text.starts_with('-'))
                    .cloned();
                if let Some(file) = file {
                    let content = if input.text.is_empty() {
                        Value::concat(rest.iter().skip(1))
                    } else {
                        input.clone()
                    };
                    self.write_file(&file, content, span);
                }
                return Value::empty();
            }
            "get-childitem" | "gci" | "dir" | "ls"
                if text.to_ascii_lowercase().contains("env:") =>
            {
                return self.environment(span);
            }
            "curl" | "wget" if text.to_ascii_lowercase().contains("-usebasicparsing") => "iwr",
            "join-path" => {
                let mut parts = rest.iter().filter(|word| !word.text.starts_with('-'));
                let mut path = parts.next().cloned().unwrap_or_else(Value::unknown);
                for part in parts {
                    path.text = format!("{}/{}", path.text, part.text);
                }
                return path;
            }
            "where-object" | "sort-object" | "select-object" | "?" | "where" | "select" => {
                return input.clone();
            }
            "compress-archive" => {
                let target = rest
                    .iter()
                    .skip_while(|word| !word.text.eq_ignore_ascii_case("-destinationpath"))
                    .nth(1)
                    .or_else(|| rest.iter().rfind(|word| !word.text.starts_with('-')))
                    .cloned();
                let mut content = Value::unknown();
                for word in &rest {
                    for path in word.texts() {
                        if !path.text.starts_with('-') {
                            content.add_taints(&self.read_file(&path, span).taints);
                        }
                    }
                }
                if let Some(target) = target {
                    self.write_file(&target, content, span);
                }
                return Value::empty();
            }
            "certutil" => {
                if let Some(address) = rest.iter().find(|word| word.text.contains("://")).cloned() {
                    let content = self.fetch(&address, span);
                    if let Some(target) = rest
                        .last()
                        .filter(|word| word.text != address.text)
                        .cloned()
                    {
                        self.write_file(&target, content, span);
                    }
                }
                return Value::empty();
            }
            "bitsadmin" => {
                if let Some(address) = rest.iter().find(|word| word.text.contains("://")).cloned() {
                    let content = self.fetch(&address, span);
                    if let Some(target) = rest.last().cloned() {
                        self.write_file(&target, content, span);
                    }
                }
                return Value::empty();
            }
            "regsvr32" | "rundll32" | "msiexec" | "mshta" => {
                if let Some(address) = rest.iter().find(|word| word.text.contains("://")).cloned() {
                    let address =
                        Value::known(address.text.trim_start_matches("/i:")).tainted_by(&address);
                    let content = self.fetch(&address, span);
                    self.flows(&content, &Sink::Program, span);
                } else {
                    for word in &rest {
                        self.run_file(word, input, span);
                    }
                }
                return Value::empty();
            }
            "set" if rest.len() == 1 => {
                if let Some((name, value)) = rest.first().and_then(|word| word.text.split_once('='))
                {
                    self.shell
                        .variables
                        .insert(name.to_ascii_lowercase(), Value::known(value));
                }
                return Value::empty();
            }
            other => other,
        };
        let mut all = vec![Value::known(standard).tainted_by(&first)];
        all.append(&mut rest);
        self.command(all, input, span)
    }

    /// `(New-Object Net.WebClient).DownloadString('…')` and its kin.
    fn power_method(&mut self, text: &str, span: Span) -> Option<Value> {
        if let Some(found) = READ_FILE.captures(text) {
            let verb = found.get(1)?.as_str().to_ascii_lowercase();
            let inside = text.get(found.get(0)?.end()..)?;
            let words = self.power_words(inside.split(')').next()?, span);
            let path = words.first()?.clone();
            if verb.starts_with("read") {
                return Some(self.read_file(&path, span));
            }
            let content = Value::concat(words.iter().skip(1));
            self.write_file(&path, content, span);
            return Some(Value::empty());
        }
        let found = METHOD.captures(text)?;
        // Within a text, such as the program that is handed to another PowerShell, it is not called here.
        if is_quoted(text.get(..found.get(0)?.start())?) {
            return None;
        }
        let verb = found.get(1)?.as_str().to_ascii_lowercase();
        let inside = text.get(found.get(0)?.end()..)?;
        let end = inside.rfind(')').unwrap_or(inside.len());
        let inside = inside.get(..end)?;
        let arguments: Vec<Value> = split(inside, &[','], "")
            .into_iter()
            .map(|(_, part)| Value::concat(&self.power_words(part.trim(), span)))
            .collect();
        let address = arguments.first()?.clone();
        let before = text.get(..found.get(0)?.start())?.to_ascii_lowercase();
        let out = if verb.starts_with("upload") || verb == "postasync" {
            let mut payload = Value::empty();
            for argument in arguments.iter().skip(1) {
                payload.push(argument);
                if verb == "uploadfile" {
                    payload.add_taints(&self.read_file(argument, span).taints);
                }
            }
            self.send(&address, &payload, &Value::empty(), span);
            Value::unknown()
        } else {
            let content = self.fetch(&address, span);
            if verb == "downloadfile"
                && let Some(target) = arguments.get(1)
            {
                self.write_file(target, content, span);
                return Some(Value::empty());
            }
            content
        };
        if before.starts_with("iex")
            || before.starts_with("invoke-expression")
            || before.starts_with(". ")
            || MAKES_PROGRAM.iter().any(|name| before.contains(name))
        {
            self.fact(span, Act::Evaluates);
            self.flows(&out, &Sink::Program, span);
        }
        Some(out)
    }

    /// The words of one command.
    fn power_words(&mut self, text: &str, span: Span) -> Vec<Value> {
        const WORDS: usize = 512;
        let mut words = Vec::new();
        let mut current: Option<Value> = None;
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            if words.len() > WORDS {
                break;
            }
            let mut taken = character.len_utf8();
            match character {
                ' ' | '\t' | ',' => {
                    // `'a' + 'b'` is one word.
                    let behind = rest.trim_start();
                    if let Some(joined) = behind.strip_prefix('+').filter(|next| {
                        current.is_some() && next.starts_with([' ', '"', '\'', '$', '('])
                    }) {
                        rest = joined.trim_start();
                        continue;
                    }
                    words.extend(current.take());
                }
                '+' if current.is_some()
                    && rest
                        .get(1..)
                        .is_some_and(|next| next.starts_with(['"', '\'', '$', '('])) => {}
                '"' | '\'' => {
                    let inner = rest.get(1..).unwrap_or("");
                    let end = inner.find(character).unwrap_or(inner.len());
                    let quoted = inner.get(..end).unwrap_or("");
                    taken = end + 2;
                    let value = if character == '"' {
                        self.power_text(quoted, span)
                    } else {
                        Value::known(quoted)
                    };
                    current.get_or_insert_with(Value::empty).push(&value);
                }
                '(' => {
                    let end = closing(rest);
                    let inner = rest.get(1..end).unwrap_or("");
                    taken = end + 1;
                    let value = self.power_pipeline(inner, span);
                    match &mut current {
                        Some(current) => current.push(&value),
                        None => current = Some(value),
                    }
                }
                '$' | '%' => {
                    let name: String = rest
                        .chars()
                        .skip(1)
                        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'))
                        .collect();
                    taken = 1 + name.len();
                    if character == '%'
                        && rest.get(taken..).is_some_and(|next| next.starts_with('%'))
                    {
                        taken += 1;
                    } else if character == '%' {
                        current
                            .get_or_insert_with(Value::empty)
                            .push(&Value::known("%"));
                        rest = rest.get(1..).unwrap_or("");
                        continue;
                    }
                    if !name.is_empty() {
                        let value = self.power_variable(&name, span);
                        match &mut current {
                            Some(current) => current.push(&value),
                            None => current = Some(value),
                        }
                    }
                }
                // The escape character: `I`E`X` is IEX, and `^` in Batch.
                '`' | '^' => {}
                other => current
                    .get_or_insert_with(Value::empty)
                    .push(&Value::known(other)),
            }
            rest = rest.get(taken.min(rest.len())..).unwrap_or("");
        }
        words.extend(current);
        words
    }

    /// What stands between double quotes.
    fn power_text(&mut self, text: &str, span: Span) -> Value {
        if !text.contains(['$', '%']) {
            return Value::known(text.replace('`', ""));
        }
        let mut whole = Value::empty();
        let mut rest = text;
        while let Some(at) = rest.find(['$', '%']) {
            whole.push(&Value::known(rest.get(..at).unwrap_or("")));
            let behind = rest.get(at + 1..).unwrap_or("");
            if let Some(inner) = behind.strip_prefix('(') {
                let end = closing(behind);
                let inner = inner.get(..end.saturating_sub(1)).unwrap_or("");
                let value = self.power_pipeline(inner, span);
                whole.push(&value);
                rest = behind.get((end + 1).min(behind.len())..).unwrap_or("");
                continue;
            }
            let name: String = behind
                .trim_start_matches('{')
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'))
                .collect();
            let braces = usize::from(behind.starts_with('{'));
            let mut taken = name.len() + 2 * braces;
            if rest.get(at..).is_some_and(|here| here.starts_with('%'))
                && behind
                    .get(name.len()..)
                    .is_some_and(|next| next.starts_with('%'))
            {
                taken += 1;
            }
            if !name.is_empty() {
                let value = self.power_variable(&name, span);
                whole.push(&value);
            }
            rest = behind.get(taken.min(behind.len())..).unwrap_or("");
        }
        whole.push(&Value::known(rest));
        whole
    }

    fn power_variable(&mut self, name: &str, span: Span) -> Value {
        let lower = name.to_ascii_lowercase();
        if let Some(value) = self.shell.variables.get(&lower) {
            return value.clone().through(self.unit, self.place(span));
        }
        let variable = lower.strip_prefix("env:").unwrap_or(&lower);
        let folder = match variable {
            "userprofile" | "home" => Some("~"),
            "appdata" => Some("~/appdata/roaming"),
            "localappdata" => Some("~/appdata/local"),
            "temp" | "tmp" => Some("/tmp"),
            "profile" => Some("$PROFILE"),
            "systemroot" | "windir" => Some("C:/Windows"),
            _ => None,
        };
        if let Some(folder) = folder {
            return Value::known(folder);
        }
        if lower.starts_with("env:") {
            let name = name.get(4..).unwrap_or("").to_owned();
            self.fact(span, Act::ReadsVariable { name: name.clone() });
            return self.value_of(Source::Variable(name), span);
        }
        Value::unknown()
    }
}

/// The text with blanks in the place of comments over several lines, so that offsets stay.
fn without_comments(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("<#") {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("<#") {
        out.push_str(before);
        let end = behind.find("#>").map_or(behind.len(), |end| end + 2);
        out.extend(std::iter::repeat_n(' ', end + 2));
        rest = behind.get(end..).unwrap_or("");
    }
    out.push_str(rest);
    out.into()
}

/// Whether a quotation is open at the end of a text.
fn is_quoted(text: &str) -> bool {
    let mut open: Option<char> = None;
    for character in text.chars() {
        match open {
            Some(quote) if quote == character => open = None,
            None if matches!(character, '"' | '\'') => open = Some(character),
            _ => {}
        }
    }
    open.is_some()
}

/// The name and value of `$name = value`.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('$')?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | ':')))?;
    let value = rest.get(end..)?.trim_start().strip_prefix('=')?;
    (!value.starts_with('=')).then_some((rest.get(..end)?, value.trim()))
}

/// Parts of a text between separators that stand outside of quotes and brackets, with their offsets. A backtick
/// or caret at the end of a line joins it with the next.
fn split<'t>(text: &'t str, at: &[char], word: &str) -> Vec<(usize, &'t str)> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut quote: Option<char> = None;
    let mut depth = 0_usize;
    let mut before = ' ';
    for (index, character) in text.char_indices() {
        let is_escaped = matches!(before, '`' | '^');
        before = character;
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            // A quote that is not closed on its line is an apostrophe.
            (Some(_), '\n') => quote = None,
            (Some(_), _) => continue,
            (None, '"' | '\'') if !is_escaped => quote = Some(character),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if character == '\n' && is_escaped {
            continue;
        }
        let is_word =
            !word.is_empty() && text.get(index..).is_some_and(|rest| rest.starts_with(word));
        if (at.contains(&character) && (depth == 0 || character == '\n')) || is_word {
            parts.push((start, text.get(start..index).unwrap_or("")));
            start = index
                + if is_word {
                    word.len()
                } else {
                    character.len_utf8()
                };
            if character == '\n' {
                depth = 0;
            }
        }
    }
    parts.push((start.min(text.len()), text.get(start..).unwrap_or("")));
    parts
}

/// Where the bracket that `text` starts with is closed.
fn closing(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    for (index, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => depth += 1,
            (None, ')') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return index;
                }
            }
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quotes and brackets hold separators, and a backtick joins lines.
    #[test]
    fn splitting() {
        let parts: Vec<&str> = split("a 'x;y'; b (c;d)\ne `\nf", &['\n', ';'], "")
            .into_iter()
            .map(|(_, part)| part)
            .collect();
        assert_eq!(parts, ["a 'x;y'", " b (c;d)", "e `\nf"]);
        assert_eq!(assignment("$a = 'b'"), Some(("a", "'b'")));
        assert_eq!(assignment("$a -eq 1"), None);
    }
}
