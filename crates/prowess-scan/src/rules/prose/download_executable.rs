//! A text sends a person or a model to a program file, to be started.

use std::sync::LazyLock;

use crate::codes;
use crate::rules::prose::{Shape, look, shape};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::DOWNLOAD_EXECUTABLE,
    id: "download-executable",
    class: 8,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a program from an address that anybody can fill does what that somebody wants",
    advice: "name the package of a manager, or the vendor's own page with a version and its digest",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    ".exe",
    ".dmg",
    ".pkg",
    ".msi",
    ".scr",
    ".appimage",
    ".apk",
    ".jar",
    ".ps1",
    ".bat",
    ".iso",
    "releases/download",
    ".zip",
    ".rar",
    ".7z",
];

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    vec![
        shape(
            Strength::Strong,
            "sends to a program on a host that anybody can fill",
            r#"https?://(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]+\.)*(?:glot\.io|rentry\.(?:co|org)|pastebin\.com|paste\.ee|telegra\.ph|hastebin\.com|transfer\.sh|file\.io|gofile\.io|mega\.nz|mediafire\.com|anonfiles\.com|catbox\.moe|bit\.ly|tinyurl\.com|t\.co|is\.gd|cutt\.ly|cdn\.discordapp\.com|dropbox\.com|dropboxusercontent\.com|drive\.google\.com|workers\.dev|pages\.dev|netlify\.app|vercel\.app|web\.app|firebaseapp\.com|onrender\.com|github\.io|ngrok(?:-free)?\.(?:io|app)|trycloudflare\.com|surge\.sh|replit\.app|repl\.co|glitch\.me|blob\.core\.windows\.net|temp\.sh|0x0\.st|s3\.amazonaws\.com))(?::\d+)?/[^\s)`\x22'>]{0,160}\.(?:exe|dmg|pkg|msi|scr|appimage|apk|jar|ps1|bat|iso|zip|rar|7z|sh)\b"#,
        )
        .unless(r#"(?:dataset|model|weights|sample|font|template|icons)\b"#)
        .with(r#"\b(?:run|execute|launch|double.?click|install\w*|start|open|extract|unzip)\b|运行|安装|解压"#),
        shape(
            Strength::Weak,
            "sends to a program of a release, to be started",
            r#"https?://(?:www\.)?github\.com/[^\s)`\x22'>]{3,120}/releases/[^\s)`\x22'>]{0,120}\.(?:exe|dmg|pkg|msi|scr|appimage|jar|zip|rar|7z)\b"#,
        )
        .with(r#"\b(?:run|execute|launch|double.?click)\b (?:the |it|this|[\w.-]+\.exe|[\w-]+ (?:before|file))|运行"#),
    ]
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    look(&RULE, &SHAPES, unit, places, signals);
}
