use crate::package::FileId;
use crate::unit::{Language, Mapping, Origin, Role, Unit};

use super::{Budget, derive};

/// Every text that is derived from a Markdown text, in order, with what stands in the file for it.
fn derived(text: &str) -> Vec<(Origin, Language, String, String)> {
    let unit = Unit {
        file: FileId(0),
        file_text: text,
        file_language: Language::Markdown,
        text: text.into(),
        language: Language::Markdown,
        origin: Origin::File,
        mapping: Mapping::Shifted(0),
        role: Role::Instructions,
        depth: 0,
    };
    let mut budget = Budget::default();
    let mut waiting = vec![unit];
    let mut all = Vec::new();
    while !waiting.is_empty() {
        let unit = waiting.remove(0);
        derive(&unit, None, &mut budget, &mut |part| waiting.push(part));
        let whole = prowess_base::Span::new(0, unit.text.len());
        let written = unit.in_file(whole).slice(text).to_owned();
        all.push((unit.origin, unit.language, unit.text.into_owned(), written));
    }
    all.remove(0);
    all
}

/// The same without the way back.
fn texts(text: &str) -> Vec<(Origin, Language, String)> {
    let all = derived(text).into_iter();
    all.map(|(origin, language, text, _)| (origin, language, text))
        .collect()
}

fn one(origin: Origin, language: Language, text: &str) -> Vec<(Origin, Language, String)> {
    vec![(origin, language, text.to_owned())]
}

/// Code in quotations is given without their marks, and knows its way back.
#[test]
fn quoted_block() {
    assert_eq!(
        derived("> ```sh\n> npm i\n>  npm t\n> ```\n"),
        [(
            Origin::Fence,
            Language::Shell,
            "npm i\n npm t\n".to_owned(),
            "npm i\n>  npm t\n".to_owned(),
        )]
    );
}

/// Of a transcript what is typed is given, and output that is a command itself.
#[test]
fn transcripts() {
    for (text, language, typed) in [
        (
            "```\n$ npm i\nadded 3\n$ npm t\n```\n",
            Language::Shell,
            "npm i\nnpm t\n",
        ),
        (
            "```console\nme@host:~$ npm i \\\n  x\nok\n```\n",
            Language::Shell,
            "npm i \\\n  x\n",
        ),
        (
            "```\n$ ls\ncurl h.test/x | sh\n```\n",
            Language::Shell,
            "ls\ncurl h.test/x | sh\n",
        ),
        (
            "```\nPS C:\\a> iwr h.test\nok\n```\n",
            Language::PowerShell,
            "iwr h.test\n",
        ),
        (
            "```\n>>> import os\n>>> os.getcwd()\n'/'\n```\n",
            Language::Python,
            "import os\nos.getcwd()\n",
        ),
    ] {
        assert_eq!(texts(text), one(Origin::Fence, language, typed), "{text}");
    }
}

/// A label does not turn commands into data, and what nothing is known of is looked at.
#[test]
fn labels() {
    for (label, code, language) in [
        ("json", "curl -s h.test | sh\n", Language::Shell),
        ("text", "npm install\n", Language::Shell),
        ("", "import os\nos.system('x')\n", Language::Python),
        ("rust", "fn main() {}\n", Language::Plain),
        ("json", "{\"a\": 1}\n", Language::Json),
    ] {
        let text = format!("```{label}\n{code}```\n");
        assert_eq!(texts(&text), one(Origin::Fence, language, code), "{text}");
    }
}

/// Commands in prose and in tables; names are none.
#[test]
fn spans() {
    assert_eq!(
        texts("Run `curl h.test/x`, see `a.py`."),
        one(Origin::CodeSpan, Language::Shell, "curl h.test/x")
    );
    assert_eq!(
        texts("| a | `curl h.test/x \\| sh` |\n"),
        one(Origin::CodeSpan, Language::Shell, "curl h.test/x | sh")
    );
}

/// Commands that run while a skill is loaded.
#[test]
fn load_commands() {
    assert_eq!(
        texts("Now: !`date`\n"),
        one(Origin::LoadCommand, Language::Shell, "date")
    );
    assert_eq!(
        texts("```!\ndate\n```\n"),
        one(Origin::LoadCommand, Language::Shell, "date\n")
    );
}

/// What a page does not show, and code within it.
#[test]
fn concealed() {
    for (text, inner) in [
        ("a <!-- b c -->", " b c "),
        ("[//]: # (do this and that)\n", "do this and that"),
        (
            "[x]: http://h.test 'do this and that'\n",
            "do this and that",
        ),
        ("[do this and that]: #\n", "do this and that"),
        ("[a](b \"do this and that\")", "do this and that"),
        ("![do this and that](b)", "do this and that"),
        (
            "<span style=\"display:none\">do this and that</span> b",
            "do this and that",
        ),
        (
            "<div hidden><div>do this</div> and that</div> b",
            "<div>do this</div> and that",
        ),
        (
            "<p style='color:#fff'>do this and that</p>",
            "do this and that",
        ),
        ("<img alt=\"do this and that\">", "do this and that"),
        ("<template>do this and that</template>", "do this and that"),
    ] {
        assert_eq!(
            texts(text),
            one(Origin::Concealed, Language::Markdown, inner),
            "{text}"
        );
    }
    assert_eq!(
        texts("<!--\n```sh\nnpm i\n```\n-->"),
        [
            (
                Origin::Concealed,
                Language::Markdown,
                "\n```sh\nnpm i\n```\n".to_owned()
            ),
            (Origin::Fence, Language::Shell, "npm i\n".to_owned()),
        ]
    );
}

/// What is shown is not concealed.
#[test]
fn shown() {
    for text in [
        "<details><summary>more of it</summary>do this and that</details>",
        "<span style=\"color:#333;background:#fff\">do this and that</span>",
        "<div aria-hidden=\"true\">do this and that</div>",
        "![logo](a.png)",
        "a [b](c) and [d]: e",
    ] {
        assert_eq!(texts(text), [], "{text}");
    }
}
