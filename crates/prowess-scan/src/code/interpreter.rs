//! Programs that run programs: a file, what is on their input, or a text among their arguments.

use prowess_base::Span;

use super::machine::Machine;
use super::value::{Kind, Value};
use super::{HOLE, decode};
use crate::fact::{Act, Capture, Sink, Source};
use crate::unit::Language;

impl Machine<'_> {
    /// An interpreter: its program is an argument, a file, or what is on the input.
    pub(super) fn interpret(
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
                if rest
                    .first()
                    .is_some_and(|module| module.text == "http.server")
                {
                    self.serves(&rest, span);
                    return Value::empty();
                }
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
                    self.read_as(language, &file, span);
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

    /// A file of the package that is run by another interpreter than its ending tells, or that is no program by
    /// its ending, is a program of that interpreter.
    pub(super) fn read_as(&mut self, language: Language, file: &Value, span: Span) {
        let text = match self.own(&file.text) {
            Some(id) => match self.source(id) {
                Some(unit) if unit.language != language => unit.text.to_string(),
                _ => return,
            },
            None => match self.file(&file.text) {
                Some(held) if language == Language::Shell && held.is_known() => held.text.clone(),
                _ => return,
            },
        };
        let is_own_kind = |id| {
            self.source(id)
                .is_some_and(|unit| unit.language.is_kin(language))
        };
        if !self.own(&file.text).is_some_and(is_own_kind) {
            self.code(language, &text, Some(span));
        }
    }

    /// A program that is on the input, where its text is known.
    pub(super) fn input_program(&mut self, language: Language, input: &Value, span: Span) -> Value {
        if input.text.chars().all(|c| c == HOLE || c.is_whitespace()) {
            return Value::unknown();
        }
        self.code(language, &input.text, Some(span))
    }

    pub(super) fn stdin_as_program(&mut self, file: &Value, input: &Value, span: Span) {
        if matches!(file.text.as_str(), "-" | "/dev/stdin") {
            self.flows(input, &Sink::Program, span);
        }
    }

    /// A program that stands in an argument.
    #[expect(
        clippy::too_many_arguments,
        reason = "what an interpreter is given, once"
    )]
    pub(super) fn program(
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
            Language::OtherScript => {
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
    pub(super) fn apple_script(&mut self, text: &str, span: Span) -> Value {
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
}

/// The language that an interpreter reads; [`Language::OtherScript`] for those that only patterns read.
pub(super) fn interpreter(name: &str) -> Option<Language> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    Some(match stem {
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" | "rbash" => Language::Shell,
        "python" | "py" | "pypy" | "ipython" | "uv" if stem != "uv" => Language::Python,
        "node" | "nodejs" | "deno" | "bun" | "tsx" | "ts-node" => Language::JavaScript,
        "pwsh" | "powershell" => Language::PowerShell,
        "perl" | "ruby" | "php" | "osascript" | "lua" | "tclsh" | "rscript" | "mshta"
        | "cscript" | "wscript" => Language::OtherScript,
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
