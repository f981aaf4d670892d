//! In which language a text is written.

use crate::package::path;
use crate::unit::Language;

/// The language of a file, by its first line, else its name, else what it looks like.
pub(crate) fn language(path: &str, text: &str) -> Language {
    if let Some(language) = shebang(text) {
        return language;
    }
    let name = path::name(path).to_ascii_lowercase();
    let ending = path::ending(&name).unwrap_or("");
    match ending {
        "md" | "markdown" | "mdx" | "mdc" => Language::Markdown,
        "sh" | "bash" | "zsh" | "ksh" | "fish" | "command" | "bats" => Language::Shell,
        "py" | "pyw" | "pyi" | "pth" => Language::Python,
        "js" | "mjs" | "cjs" | "jsx" => Language::JavaScript,
        "ts" | "mts" | "cts" | "tsx" => Language::TypeScript,
        "ps1" | "psm1" | "psd1" => Language::PowerShell,
        "bat" | "cmd" => Language::Batch,
        "json" | "jsonc" | "json5" | "ipynb" | "webmanifest" => Language::Json,
        "yaml" | "yml" => Language::Yaml,
        "toml" => Language::Toml,
        "html" | "htm" | "xhtml" | "svg" | "xml" | "rels" | "plist" | "hta" => Language::Markup,
        _ => match name.as_str() {
            ".bashrc" | ".zshrc" | ".profile" | ".bash_profile" | ".envrc" => Language::Shell,
            ".cursorrules" | ".windsurfrules" | ".clinerules" | "readme" => Language::Markdown,
            _ => sniff(text),
        },
    }
}

/// Whether a file is a program of any language, also of those that no reader knows.
pub(crate) fn is_program(path: &str, text: &str) -> bool {
    let ending = path::ending(path).unwrap_or("").to_ascii_lowercase();
    let is_other = matches!(
        ending.as_str(),
        "rb" | "pl"
            | "pm"
            | "php"
            | "lua"
            | "go"
            | "rs"
            | "java"
            | "kt"
            | "swift"
            | "c"
            | "cc"
            | "cpp"
            | "cs"
            | "vbs"
            | "vbe"
            | "wsf"
            | "jse"
            | "hta"
            | "scpt"
            | "applescript"
            | "r"
            | "jl"
            | "tcl"
            | "awk"
            | "groovy"
            | "nim"
            | "ex"
            | "exs"
    );
    is_other
        || text.starts_with("#!")
        || matches!(
            language(path, text),
            Language::Shell
                | Language::Python
                | Language::JavaScript
                | Language::TypeScript
                | Language::PowerShell
                | Language::Batch
        )
}

/// The language of the program that the first line names; of one that no reader knows, plain text.
fn shebang(text: &str) -> Option<Language> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut words = line.split_ascii_whitespace().map(path::name);
    let first = words.next()?;
    let program = if first == "env" {
        words.find(|word| !word.starts_with('-') && !word.contains('='))?
    } else {
        first
    };
    let stem = program.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.');
    Some(match stem {
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" => Language::Shell,
        "python" | "pypy" | "uv" => Language::Python,
        "node" | "nodejs" | "bun" => Language::JavaScript,
        "deno" | "ts-node" | "tsx" => Language::TypeScript,
        "pwsh" | "powershell" => Language::PowerShell,
        _ => Language::Plain,
    })
}

/// A guess by the first lines, for names that say nothing: a program may hide under any.
fn sniff(text: &str) -> Language {
    let head = text.trim_start();
    let starts = |marks: &[&str]| {
        marks.iter().any(|mark| {
            head.get(..mark.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(mark))
        })
    };
    if starts(&["<svg", "<!doctype", "<?xml", "<html", "<script"]) {
        return Language::Markup;
    }
    if starts(&["@echo off"]) {
        return Language::Batch;
    }
    if starts(&["{\"", "{\n", "[{", "[\n"]) && head.trim_end().ends_with(['}', ']']) {
        return Language::Json;
    }
    let mut counts = [0_usize; 4];
    let [shell, python, script, power] = &mut counts;
    for line in text.lines().take(80) {
        let line = line.get(..line.floor_char_boundary(200)).unwrap_or(line);
        let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        let is_import = line.starts_with("from ") && line.contains(" import ");
        *python += usize::from(
            is_import
                || line.starts_with("import ") && !line.contains(['\'', '"', '{', ';'])
                || line.starts_with("def ") && line.trim_end().ends_with(':'),
        );
        *script += usize::from(
            begins(&["const ", "let ", "var ", "module.exports"]) && line.contains('=')
                || line.starts_with("import ") && line.contains(" from ")
                || line.contains("require('")
                || line.contains("require(\""),
        );
        *shell += usize::from(
            begins(&[
                "curl ", "wget ", "export ", "set -e", "sudo ", "chmod ", "echo ", "mkdir ", "cd ",
            ]) && !line.trim_end().ends_with('.'),
        );
        *power += usize::from(
            begins(&[
                "$env:",
                "param(",
                "Invoke-",
                "Start-Process",
                "Set-ExecutionPolicy",
            ]) || line.contains("New-Object "),
        );
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let [shell, python, script, power] = counts;
    match most {
        0 | 1 => Language::Plain,
        most if most == power => Language::PowerShell,
        most if most == python => Language::Python,
        most if most == script => Language::JavaScript,
        most if most == shell => Language::Shell,
        _ => Language::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first line beats the name, and a program under a strange name is still one.
    #[test]
    fn languages() {
        for (path, text, expected) in [
            ("a.txt", "#!/usr/bin/env -S python3 -u\n", Language::Python),
            ("a.png", "#!/bin/bash\n", Language::Shell),
            ("a.py", "#!/usr/bin/perl\n", Language::Plain),
            ("a.PY", "", Language::Python),
            ("a.zip!/b.ts", "", Language::TypeScript),
            ("run", "import os\nfrom sys import argv\n", Language::Python),
            (
                "notes.txt",
                "import your photos\nand enjoy.\n",
                Language::Plain,
            ),
            ("data", "curl -s h.test > a\nchmod +x a\n", Language::Shell),
            ("x", "<!DOCTYPE html><p>", Language::Markup),
        ] {
            assert_eq!(language(path, text), expected, "{path}");
        }
    }
}
