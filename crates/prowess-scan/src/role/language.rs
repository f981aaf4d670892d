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
        "mk" | "mak" | "make" | "just" => Language::Recipes,
        "dockerfile" | "containerfile" => Language::Dockerfile,
        _ if is_other(ending) => Language::OtherScript,
        "json" | "jsonc" | "json5" | "ipynb" | "webmanifest" => Language::Json,
        "yaml" | "yml" => Language::Yaml,
        "toml" => Language::Toml,
        "html" | "htm" | "xhtml" | "svg" | "xml" | "rels" | "plist" | "hta" => Language::Markup,
        _ => match name.as_str() {
            ".bashrc" | ".zshrc" | ".profile" | ".bash_profile" | ".envrc" => Language::Shell,
            "makefile" | "gnumakefile" | "justfile" | ".justfile" => Language::Recipes,
            "rakefile" | "gemfile" | "vagrantfile" | "brewfile" | "podfile" | "jenkinsfile" => {
                Language::OtherScript
            }
            name if ["dockerfile", "containerfile"]
                .iter()
                .any(|file| name.starts_with(file)) =>
            {
                Language::Dockerfile
            }
            ".cursorrules" | ".windsurfrules" | ".clinerules" | "readme" => Language::Markdown,
            _ => sniff(text),
        },
    }
}

/// Whether a file is a program of any language.
pub(crate) fn is_program(path: &str, text: &str) -> bool {
    text.starts_with("#!") || language(path, text).is_program()
}

/// Whether files with this ending, in lower case, are programs in a language without a grammar here.
fn is_other(ending: &str) -> bool {
    matches!(
        ending,
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
            | "phtml"
            | "scala"
            | "dart"
            | "m"
            | "mm"
            | "h"
            | "hpp"
            | "cxx"
            | "clj"
            | "hs"
            | "ml"
            | "lisp"
            | "el"
            | "vim"
            | "au3"
            | "ahk"
            | "gemspec"
            | "rake"
            | "cgi"
            | "t"
    )
}

/// The language of the program that the first line names.
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
        "make" | "just" => Language::Recipes,
        _ => Language::OtherScript,
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
            ("a.py", "#!/usr/bin/perl\n", Language::OtherScript),
            ("a.PY", "", Language::Python),
            ("a.rb", "", Language::OtherScript),
            ("Makefile", "", Language::Recipes),
            ("Dockerfile.dev", "", Language::Dockerfile),
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
