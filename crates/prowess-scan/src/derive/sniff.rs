//! In which language a text is, by its look.

use std::sync::LazyLock;

use crate::pattern::Pattern;

use crate::unit::Language;

/// The language that the info string of a fence names.
pub(crate) fn by_name(info: &str) -> Option<Language> {
    let word = info
        .trim()
        .trim_start_matches(['{', '.'])
        .split([' ', '\t', ',', '{', '}', ':', '='])
        .next()
        .unwrap_or("");
    let word = word.to_ascii_lowercase();
    Some(match word.as_str() {
        "sh" | "bash" | "zsh" | "ksh" | "fish" | "shell" | "console" | "terminal"
        | "shellsession" | "shell-session" | "sh-session" | "bash-session" | "shellscript"
        | "command" | "cli" => Language::Shell,
        "py" | "python" | "python3" | "python2" | "py3" | "pycon" | "ipython" => Language::Python,
        "js" | "javascript" | "node" | "nodejs" | "jsx" | "mjs" | "cjs" => Language::JavaScript,
        "ts" | "typescript" | "tsx" | "mts" | "cts" => Language::TypeScript,
        "powershell" | "ps1" | "pwsh" | "ps" | "posh" => Language::PowerShell,
        "bat" | "batch" | "cmd" | "dosbatch" | "winbatch" => Language::Batch,
        "json" | "jsonc" | "json5" | "jsonl" => Language::Json,
        "yaml" | "yml" => Language::Yaml,
        "toml" => Language::Toml,
        "ruby" | "rb" | "perl" | "pl" | "php" | "lua" | "applescript" | "osascript" | "vbs"
        | "vbscript" | "vb" | "r" | "go" | "golang" | "rust" | "rs" | "java" | "kotlin"
        | "swift" | "c" | "cpp" | "c++" | "csharp" | "cs" | "tcl" | "groovy" | "scala" | "dart" => {
            Language::OtherScript
        }
        "makefile" | "make" | "just" | "justfile" => Language::Recipes,
        "dockerfile" | "docker" | "containerfile" => Language::Dockerfile,
        "html" | "xml" | "svg" | "xhtml" | "vue" | "svelte" => Language::Markup,
        "md" | "markdown" | "mdx" => Language::Markdown,
        _ => return None,
    })
}

/// The language of a text that looks like a program or a command; nothing for prose.
pub(crate) fn code(text: &str) -> Option<Language> {
    // The head of a text tells; a huge one costs no more.
    let head = text.get(..text.floor_char_boundary(8192)).unwrap_or(text);
    if let Some(language) = by_shebang(head) {
        return Some(language);
    }
    let trimmed = head.trim_start();
    if trimmed.starts_with('<') && MARKUP.is_match(trimmed) {
        return Some(Language::Markup);
    }
    if trimmed.starts_with(['{', '[']) && JSON.is_match(trimmed) {
        return Some(Language::Json);
    }
    let mut counts = [(Language::Shell, 0_u32); 5];
    for (slot, language) in counts.iter_mut().zip([
        Language::Shell,
        Language::Python,
        Language::JavaScript,
        Language::PowerShell,
        Language::Batch,
    ]) {
        slot.0 = language;
    }
    for line in head.lines().take(60) {
        let Some(language) = of_line(line) else {
            continue;
        };
        if let Some(slot) = counts.iter_mut().find(|slot| slot.0 == language) {
            slot.1 += 1;
        }
    }
    let mut best = None;
    for (language, count) in counts {
        if count > best.map_or(0, |(_, most)| most) {
            best = Some((language, count));
        }
    }
    best.map(|(language, _)| language)
}

/// The language of a text that is a command that could be typed: for code in prose, where most is a name,
/// a path or a value.
pub(crate) fn command(text: &str) -> Option<Language> {
    const LONGEST: usize = 16 << 10;
    if text.len() < 3 || text.len() > LONGEST {
        return None;
    }
    let text = text.trim();
    let text = text.strip_prefix("$ ").unwrap_or(text);
    if POWERSHELL.is_match(text) {
        return Some(Language::PowerShell);
    }
    if is_shell(text) {
        return Some(Language::Shell);
    }
    if PYTHON_CALL.is_match(text) {
        return Some(Language::Python);
    }
    if JAVASCRIPT_CALL.is_match(text) {
        return Some(Language::JavaScript);
    }
    None
}

/// The language of a program by its first line.
pub(crate) fn by_shebang(text: &str) -> Option<Language> {
    let line = text
        .trim_start_matches('\u{feff}')
        .strip_prefix("#!")?
        .lines()
        .next()?;
    let mut words = line
        .split_whitespace()
        .flat_map(|word| word.rsplit('/').next());
    let first = words.next()?;
    let name = match first {
        "env" => words.find(|word| !word.starts_with('-') && !word.contains('='))?,
        name => name,
    };
    let name =
        name.trim_end_matches(|character: char| character.is_ascii_digit() || character == '.');
    Some(match name {
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" => Language::Shell,
        "python" | "pypy" | "uv" => Language::Python,
        "node" | "nodejs" | "bun" => Language::JavaScript,
        "deno" | "tsx" | "ts-node" => Language::TypeScript,
        "pwsh" | "powershell" => Language::PowerShell,
        "perl" | "ruby" | "php" | "lua" | "osascript" | "tclsh" | "wish" | "rscript" | "awk" => {
            Language::OtherScript
        }
        "make" | "just" => Language::Recipes,
        _ => return None,
    })
}

/// Whether a word is the name of a program that instructions have typed.
pub(crate) fn is_program(word: &str) -> bool {
    PROGRAMS.binary_search(&word.trim()).is_ok()
        || ["iex", "iwr", "irm", "powershell", "cmd", "mshta"]
            .contains(&word.to_ascii_lowercase().as_str())
}

fn of_line(line: &str) -> Option<Language> {
    let text = line.trim();
    if text.is_empty() || text.starts_with("//") {
        return None;
    }
    if POWERSHELL.is_match(text) {
        return Some(Language::PowerShell);
    }
    if BATCH.is_match(text) {
        return Some(Language::Batch);
    }
    if JAVASCRIPT.is_match(text) {
        return Some(Language::JavaScript);
    }
    if PYTHON.is_match(text) {
        return Some(Language::Python);
    }
    let typed = text.strip_prefix("$ ").unwrap_or(text);
    is_shell(typed).then_some(Language::Shell)
}

/// Whether a line is a shell command: a known program with something behind it, a script by its path, or
/// something piped into an interpreter.
fn is_shell(text: &str) -> bool {
    let mut words = text
        .split([' ', '\t', '\n'])
        .filter(|word| !word.is_empty());
    let Some(first) = words.find(|word| !is_before_command(word)) else {
        return false;
    };
    let more = words.next();
    let name = first.trim_start_matches(['(', '{', '"', '\'', '`']);
    let base = name.rsplit('/').next().unwrap_or(name);
    let base = base.trim_end_matches(['"', '\'', ';', '`']);
    if PROGRAMS.binary_search(&base).is_ok() && (more.is_some() || name.contains('/')) {
        return true;
    }
    let is_path = name.starts_with("./")
        || name.starts_with("~/")
        || name.starts_with("/tmp/")
        || name.starts_with("../");
    let ending = base.rsplit_once('.').map(|(_, ending)| ending);
    if is_path
        && (matches!(ending, Some("sh" | "py" | "js" | "command"))
            || (ending.is_none() && more.is_some()))
    {
        return true;
    }
    SHELL.is_match(text)
}

/// Words that may stand before a command: assignments and programs that run another.
fn is_before_command(word: &str) -> bool {
    const RUNNERS: [&str; 9] = [
        "sudo", "doas", "env", "nohup", "time", "exec", "command", "&&", "then",
    ];
    RUNNERS.contains(&word)
        || word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
}

/// Programs that instructions have typed, sorted.
static PROGRAMS: &[&str] = &[
    "apt",
    "apt-get",
    "aria2c",
    "ash",
    "awk",
    "aws",
    "az",
    "base32",
    "base64",
    "bash",
    "brew",
    "bun",
    "bunx",
    "bzip2",
    "cargo",
    "cat",
    "cd",
    "certutil",
    "chgrp",
    "chmod",
    "chown",
    "clawhub",
    "conda",
    "cp",
    "crontab",
    "csh",
    "curl",
    "dash",
    "dd",
    "defaults",
    "deno",
    "dig",
    "dnf",
    "docker",
    "docker-compose",
    "dscl",
    "echo",
    "eval",
    "export",
    "find",
    "fish",
    "gcloud",
    "gem",
    "gh",
    "git",
    "go",
    "gpg",
    "grep",
    "gunzip",
    "gzip",
    "helm",
    "host",
    "http",
    "hub",
    "install",
    "iptables",
    "java",
    "jq",
    "kill",
    "killall",
    "ksh",
    "kubectl",
    "launchctl",
    "ln",
    "ls",
    "lsof",
    "make",
    "mkdir",
    "mkfifo",
    "mv",
    "nc",
    "ncat",
    "netcat",
    "nmap",
    "node",
    "npm",
    "npx",
    "nslookup",
    "nvram",
    "open",
    "openclaw",
    "openssl",
    "osascript",
    "passwd",
    "pbcopy",
    "pbpaste",
    "perl",
    "php",
    "pip",
    "pip3",
    "pipx",
    "pkill",
    "plutil",
    "pnpm",
    "poetry",
    "printenv",
    "printf",
    "ps",
    "pwsh",
    "python",
    "python2",
    "python3",
    "rm",
    "rmdir",
    "rsync",
    "ruby",
    "scp",
    "screen",
    "scutil",
    "sed",
    "set",
    "sftp",
    "sh",
    "shred",
    "socat",
    "source",
    "spctl",
    "sqlite3",
    "ssh",
    "ssh-add",
    "ssh-copy-id",
    "ssh-keygen",
    "su",
    "systemctl",
    "tail",
    "tar",
    "tee",
    "telnet",
    "tmux",
    "touch",
    "uname",
    "unzip",
    "useradd",
    "usermod",
    "uv",
    "uvx",
    "visudo",
    "watch",
    "wget",
    "whoami",
    "xargs",
    "xattr",
    "xxd",
    "yarn",
    "yum",
    "zip",
    "zsh",
];

static SHELL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?:\|\s*(?:sudo\s+)?(?:/\S*/)?(?:ba|z|da|k|a)?sh(?-u:\b))|\$\((?:curl|wget|base64|echo|printf|cat)(?-u:\b)|^\s*(?:if|while|for)(?-u:\b).*;\s*(?:then|do)(?-u:\b)",
    )
});
static POWERSHELL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)^(?:&\s*)?(?:\$[\w:]+\s*\+?=\s*)?[(\[]*(?:get|set|new|remove|start|stop|invoke|add|import|export|write|out|test|copy|move|expand|convertto|convertfrom|register|unblock|join|split)-[a-z]{3,}(?-u:\b)|^\$env:\w|\$env:\w+\s*=|^(?:iex|iwr|irm)(?-u:\b)[\s(]|\|\s*(?:iex|invoke-expression)(?-u:\b)|\[system\.\w+|(?-u:\b)downloadstring\(|^\[(?:net|convert|text)\.?",
    )
});
static BATCH: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)^@echo(?-u:\b)|^(?:reg\s+add|schtasks|bitsadmin|set\s+/[ap]|rem\s|setlocal|endlocal|goto\s|start\s+/|cmd(?:\.exe)?\s+/c|mshta|rundll32|regsvr32)|%~dp0|%(?:appdata|temp|userprofile)%",
    )
});
static PYTHON: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^(?:import\s+[\w.]+(?:\s*,\s*[\w.]+)*(?:\s+as\s+\w+)?\s*(?:;.*|#.*)?$|from\s+[\w.]+\s+import\s|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+.*:\s*$|print\(|exec\(|with\s+open\(|if\s+__name__|try:\s*$|elif\s.*:\s*$|except(?-u:\b).*:\s*$|@\w+$)|__import__\(|(?-u:\b)os\.(?:system|environ|popen)(?-u:\b)|(?-u:\b)subprocess\.\w+\(",
    )
});
static PYTHON_CALL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^(?:import\s+\w+[\w.,\s]*;|from\s+[\w.]+\s+import\s+\w+\s*;)|__import__\(|(?-u:\b)os\.(?:system|popen)\(|(?-u:\b)subprocess\.(?:run|call|Popen|check_\w+)\(.|^exec\(.|^eval\(compile",
    )
});
static JAVASCRIPT: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"^(?:(?:export\s+)?(?:const|let|var)\s+[\w{\[][^=]*=|(?:export\s+)?(?:async\s+)?function(?-u:\b).*\(|import\s.*(?-u:\b)from\s+['"]|export\s+default|module\.exports|console\.\w+\(|await\s+\w)|(?-u:\b)require\(['"]|=>\s*[{(]|(?-u:\b)process\.env\.|(?-u:\b)eval\(atob\(|(?-u:\b)new\s+Function\("#,
    )
});
static JAVASCRIPT_CALL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?-u:\b)require\(['"](?:node:)?child_process|(?-u:\b)eval\(atob\(|(?-u:\b)new\s+Function\(.|^fetch\(['"`].+\)|child_process['"]?\)?\.\w+\("#,
    )
});
static MARKUP: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)^<(?:\?xml|!doctype|html|svg|head|body|div|script|style|p|span|a|img|table|template)(?-u:\b)",
    )
});
static JSON: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r#"^(?:\{\s*(?:"|\}|//)|\[\s*[\{\["0-9\]])"#));

#[cfg(test)]
mod tests {
    use super::*;

    /// The table can be searched.
    #[test]
    fn programs_are_sorted() {
        assert!(PROGRAMS.is_sorted());
    }

    /// Names of languages, whatever stands around them.
    #[test]
    fn info_strings() {
        for (info, language) in [
            ("bash", Some(Language::Shell)),
            (" Python title=\"x\"", Some(Language::Python)),
            ("{.js .numberLines}", Some(Language::JavaScript)),
            ("ts:src/a.ts", Some(Language::TypeScript)),
            ("text", None),
            ("", None),
        ] {
            assert_eq!(by_name(info), language, "{info}");
        }
    }

    /// Programs by their look; prose is none.
    #[test]
    fn programs() {
        for (text, language) in [
            ("#!/usr/bin/env -S python3 -u\nx", Some(Language::Python)),
            ("npm install\nnpm test\n", Some(Language::Shell)),
            ("import os\nx = 1\nprint(x)\n", Some(Language::Python)),
            ("const x = require('fs');\n", Some(Language::JavaScript)),
            (
                "$x = Get-Content a\nWrite-Host $x\n",
                Some(Language::PowerShell),
            ),
            ("@echo off\nset /p x=\n", Some(Language::Batch)),
            ("{\n  \"a\": 1\n}", Some(Language::Json)),
            ("<svg width=\"1\">", Some(Language::Markup)),
            ("curl -s http://h.test/a | bash", Some(Language::Shell)),
            ("Find the files that matter.\nThen read them.\n", None),
            ("src/\n  main.rs\n  lib.rs\n", None),
            ("[Name] of the person", None),
        ] {
            assert_eq!(code(text), language, "{text}");
        }
    }

    /// Commands in prose; names, paths and values are none.
    #[test]
    fn commands() {
        for (text, language) in [
            ("curl -sSL https://h.test", Some(Language::Shell)),
            ("sudo -v && rm -rf x", None),
            ("sudo rm -rf x", Some(Language::Shell)),
            ("FOO=1 npm run x", Some(Language::Shell)),
            ("./install.sh", Some(Language::Shell)),
            ("/tmp/x --go", Some(Language::Shell)),
            ("fetch-it | sh", Some(Language::Shell)),
            ("iwr https://h.test | iex", Some(Language::PowerShell)),
            ("python", None),
            ("git", None),
            ("~/.ssh/config", None),
            ("./scripts/", None),
            ("name: value", None),
            ("Make sure", None),
        ] {
            assert_eq!(command(text), language, "{text}");
        }
    }
}
