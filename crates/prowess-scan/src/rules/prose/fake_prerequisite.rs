//! A text says that something must be installed first, from where anybody can put anything.
//!
//! The lure of nearly all malicious skills that were found in the wild: an honest-looking skill whose
//! "prerequisites" bring a person, or the model, to start a foreign program. Each campaign has its own
//! names; what it is built of stays: a claim that nothing works without it, a program in a locked archive for
//! Windows, a page or an encoded command to be pasted into a terminal for macOS.

use std::cell::LazyCell;
use std::sync::LazyLock;

use prowess_base::Span;

use crate::codes;
use crate::pattern::Pattern;
use crate::phrase::phrase;
use crate::rules::{Check, Phase, Rule, windows};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::FAKE_PREREQUISITE,
    id: "fake-prerequisite",
    class: 8,
    phase: Phase::Lure,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Weak],
    why: "a made-up requirement is how a person is brought to start a foreign program",
    advice: "require packages of a manager by name, or link the vendor's own page",
    check: Check::Text { hints: HINTS, run },
};

const HINTS: &[&str] = &[
    "password",
    "passphrase",
    "pass:",
    "with pass",
    "pass `",
    "解压",
    "密码",
    "contraseña",
    "passwort",
    "mot de passe",
    "парол",
    "senha",
    "terminal",
    "终端",
    "powershell",
    "base64",
    "glot.io",
    "rentry.",
    "pastebin",
    "telegra.ph",
    "be installed",
    "to be running",
    "must be running",
    "to function",
    "will not work",
    "won't work",
    "not work without",
    "install first",
    "installed first",
    "before using this skill",
    "before starting the skill",
    "必须先安装",
    "必需",
    "正常运行",
    "正常工作",
];

/// How far around a hint the parts are looked for, in bytes.
const BEFORE: usize = 700;
const AFTER: usize = 1000;

/// The parts of the lure.
struct Parts {
    password: Pattern,
    pasted_page: Pattern,
    copied_from_page: Pattern,
    encoded_command: Pattern,
    requirement: Pattern,
    program: Pattern,
    release: Pattern,
    started: Pattern,
    systems: Pattern,
    foreign_page: Pattern,
    false_friend: Pattern,
}

static PARTS: LazyLock<Parts> = LazyLock::new(|| Parts {
    // A password that is given, for something that is unpacked.
    password: phrase(
        r"(?:\b(?:extract\w*|unzip\w*|unpack\w*|unarchive|decompress|open|archive|zip|rar|7z|unlock|descomprim\w+|extra[iey]\w*|entpack\w*|décompress\w*|распак\w+|извлек\w+)\b[^.!?\n]{0,60}?\b(?:pass(?:word|phrase|code|wd)?|pwd|pw|contraseña|passwort|kennwort|mot de passe|парол\w*|senha)\b(?: is| ist| es)?[\s:=：*`'\x22”“-]{1,8}[\w@#!$%^&.-]{3,24}[`'\x22”)*]?|\b(?:archive|zip|rar|extraction|unzip|file|download) (?:pass(?:word|code)|pwd)[\s:=：*`'\x22-]{1,8}[\w@#!$%^&.-]{3,24}|[\w-]{1,40}\.(?:zip|rar|7z)\b[^.!?\n]{0,20}?\b(?:code|pin|pass\w{0,8}|pwd|pw)[\s:=]{1,4}[\w@#!$%^&-]{3,24}|\((?:pass|password|pwd|pw)[\s:=]{1,3}[`'\x22]?[\w@#!$%^&.-]{3,24}[`'\x22]?\)|(?:解压|解压缩|压缩包|提取)[^。\n]{0,20}(?:密码|口令|pass)[\s:：为是*`'\x22-]{1,8}[\w@#!$%^&.-]{3,24}|(?:密码|口令|pass)[\s:：为是*`'\x22-]{1,8}[\w@#!$%^&.-]{3,24}[`'\x22)）*]{0,3}[^。\n]{0,12}解压)",
    ),
    // A paste site, and that what stands there is to be run.
    pasted_page: phrase(
        r"https?://(?:www\.)?(?:[\w-]+\.)?(?:glot\.io|rentry\.(?:co|org)|pastebin\.com|paste\.(?:ee|rs|debian\.net|mozilla\.org|sh)|telegra\.ph|graph\.org|hastebin\.\w+|toptal\.com/developers/hastebin|dpaste\.\w+|ghostbin\.\w+|justpaste\.(?:it|me)|controlc\.com|ideone\.com|privatebin\.\w+|0bin\.net|pastes\.io|paste2\.org|write\.as|txti\.es|codepad\.\w+|pastelink\.net|bpa\.st|ix\.io|sprunge\.us|termbin\.com)/[\w/?=#.-]+",
    ),
    // A page elsewhere whose command is to be copied into a terminal.
    copied_from_page: phrase(
        r"(?:\]\(|\b(?:visit|open|go to|from|at|see|via)\b[^.!?\n]{0,60}?)https?://[^\s)>\x22]{4,200}[^!?\n]{0,80}?\b(?:copy|grab|get|take)\b[^!?\n]{0,60}?\b(?:command|script|code|snippet|line)s?\b[^!?\n]{0,60}?(?:\bterminal\b|\bpowershell\b|\bcommand prompt\b|\bcmd\b|\bshell\b|\brun it\b|\bexecute it\b|\bconsole\b)|(?:访问|打开)[^。\n]{0,40}https?://[^。\n]{4,200}[^。]{0,30}复制[^。]{0,30}(?:终端|执行|运行)|\bcopy\b[^!?\n]{0,60}?\b(?:command|script|code|snippet)s?\b[^!?\n]{0,40}?\b(?:from|on|at)\b[^!?\n]{0,40}?https?://[^\s)>\x22]{4,200}[^!?\n]{0,80}?(?:\bterminal\b|\bpowershell\b|\brun\b|\bexecute\b|\bpaste\b)",
    ),
    // A literal that is decoded into a shell.
    encoded_command: Pattern::new(
        r#"(?i)(?:echo|printf|<<<)\s*(?:-n\s+)?["'`]?[A-Za-z0-9+/=]{24,}["'`]?\s*\|\s*(?:/usr/bin/)?(?:base64\s+(?:-d|-D|--decode|-di)|openssl\s+(?:enc\s+)?-?base64\s+-d\S*|xxd\s+-r\S*(?:\s+-p)?)[^|\n]{0,20}\|\s*(?:sudo\s+)?(?:/bin/|/usr/bin/env\s+)?(?:ba|z|da|k)?sh\b|powershell(?:\.exe)?\s[^\n|]{0,80}-e(?:nc|ncodedcommand|c)?\s+["'`]?[A-Za-z0-9+/=]{40,}"#,
    ),
    // A claim that nothing works without something.
    requirement: phrase(
        r"(?:\b(?:requires?|needs?|depends on|relies on) (?:the |a |an |our |that )?[^.!?\n]{1,60}?\b(?:to (?:be )?(?:function|work|operate|run|installed|running|active|available|present)|installed|running|utility|agent|driver|provider|helper)\b|\b(?:must|has to|have to|needs? to|should) (?:first )?be (?:installed|running|downloaded|set up|active|present)\b|\b(?:will|does|do|can|may|would) ?(?:not|n[’']t) (?:\w+ )?(?:work|function|operate|run|start|be available)\b|\bwon[’']t (?:\w+ )?(?:work|function|operate|run)\b|\bwithout [^.!?\n]{1,50}?\b(?:installed|running|will not|won[’']t|fail)|\b\w[\w-]{2,30} (?:is )?required\b|\b(?:critical|mandatory|important|required)(?: \w+)? (?:requirement|prerequisite|dependency|setup|step)|\bbefore (?:using|starting|running|proceeding|you (?:begin|start|use))|必须先安装|必需的|才能(?:正常)?(?:使用|运行|工作)|无法(?:正常)?(?:工作|运行|使用)|\b(?:debe|deve|muss|doit)(?: \w+){0,3} (?:instalad\w+|installiert|installée?)|должен быть установлен|インストールする必要|설치해야)",
    ),
    // A program or an archive to be downloaded.
    program: phrase(
        r"(?:https?://[^\s)>\x22`]{4,240}\.(?:zip|rar|7z|exe|msi|dmg|pkg|scr|iso|jar|appimage|bat|ps1|cab)\b|\bdownload[^.!?\n]{0,60}?[\w.-]+\.(?:zip|rar|7z|exe|msi|dmg|pkg|iso|scr)\b|[\w-]+\.(?:exe|msi|dmg|pkg)\b)",
    ),
    // … that lies where anybody can put one.
    release: phrase(
        r"https?://(?:(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|sourceforge\.net)/[^\s)>\x22`]{3,160}\.(?:zip|rar|7z|exe|msi|dmg|pkg|scr|iso)|[^\s)>\x22`/]{1,80}/[^\s)>\x22`]{0,160}\.(?:zip|rar|7z|exe|msi|scr|iso))\b",
    ),
    // … and started.
    started: phrase(
        r"(?:\b(?:run|execute|launch|start|open|double.click(?: on)?|install) (?:the |it\b|this |that |its )?(?:executable|installer|program|application|app|binary|file|tool|utility|setup|exe\b|[`*]{0,2}[\w.-]+\.(?:exe|msi|dmg|pkg|bat)|[\w.-]{3,40} (?:before|file|as administrator|executable))|\brun it\b|运行(?:该|此)?(?:可执行|程序|文件|`)|运行可执行|执行(?:该|此)?(?:程序|文件)|ejecut\w+ (?:el |la )?(?:archivo|programa|instalador)|запусти\w*)",
    ),
    // For each system its own way.
    systems: phrase(
        r"\bwindows\b[\s\S]{0,400}?\b(?:mac ?os|macos|mac os x|osx|mac)\b[\s\S]{0,300}?\b(?:terminal|command|paste|copy|bash|curl)|\b(?:mac ?os|macos|mac os x|osx)\b[\s\S]{0,400}?\bwindows\b[\s\S]{0,300}?\b(?:zip|exe|extract|download|powershell)",
    ),
    // A page on a host whose pages anybody can make.
    foreign_page: phrase(
        r"https?://(?:[\w-]+\.)+(?:vercel\.app|netlify\.app|pages\.dev|workers\.dev|web\.app|firebaseapp\.com|onrender\.com|surge\.sh|replit\.app|repl\.co|glitch\.me|herokuapp\.com|up\.railway\.app|fly\.dev|deno\.dev|blogspot\.com|wordpress\.com|wixsite\.com|weebly\.com|carrd\.co|notion\.site|webflow\.io|framer\.(?:app|website)|lovable\.app|sites\.google\.com|forum|careers|xyz|top|click|icu|cyou|buzz|rest|quest|monster|zip|mov|lol|gdn|work)(?:[/)\s>\x22`]|$)",
    ),
    // A helper that carries the name of an agent's maker, from somebody else.
    false_friend: phrase(
        r"https?://[^\s)>\x22`]{0,120}(?:openclaw|clawd(?:bot)?|clawhub|moltbot|claude|anthropic|codex|chatgpt|gemini.?cli|cursor|skill|agent)[\w-]{0,4}[-_]?(?:core|cli|agent|provider|driver|windriver|auth|authtool|helper|runtime|setup|bootstrap|installer|launcher|connector|bridge|tool|utility|service)[\w.-]{0,24}",
    ),
});

/// Makers' own places, where a helper that carries their name may lie.
static FRIEND: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)https?://(?:[\w-]+\.)*(?:openclaw\.ai|clawhub\.(?:ai|com)|clawd\.bot|molt\.bot|anthropic\.com|claude\.(?:ai|com)|openai\.com|cursor\.(?:com|sh)|google\.com|googleapis\.com|npmjs\.(?:com|org)|pypi\.org|brew\.sh|microsoft\.com|modelcontextprotocol\.io|skills\.sh|agentskills\.io|(?:raw\.)?github(?:usercontent)?\.com/(?:openclaw|clawdbot|anthropics?|openai|google|google-gemini|microsoft|vercel|vercel-labs|modelcontextprotocol|github|cli))(?:[/:)\s]|$)",
    )
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if !matches!(
        unit.language,
        Language::Markdown | Language::Plain | Language::Markup | Language::Shell
    ) {
        return;
    }
    let text: &str = &unit.text;
    for (window, part) in windows(text, places, BEFORE, AFTER) {
        if let Some((strength, found, says)) = weigh(part) {
            let from = window.start as usize;
            let span = Span::new(from + found.start, from + found.end);
            signals.push(&RULE, strength, unit, span, says);
        }
    }
}

/// What the parts that stand in a passage come to, and the part that shows it best.
fn weigh(part: &str) -> Option<(Strength, std::ops::Range<usize>, &'static str)> {
    use Strength::{Conclusive, Strong, Weak};
    let parts = &*PARTS;
    let at = |pattern: &Pattern| pattern.find(part).map(|found| found.range());
    let has = |pattern: &Pattern| pattern.is_match(part);
    if let Some(found) = at(&parts.encoded_command) {
        let says = "has an encoded command pasted into a shell";
        return Some((Conclusive, found, says));
    }
    // What is common in prose is looked for only where something rarer stands.
    let is_started = LazyCell::new(|| has(&parts.started));
    let requirement = LazyCell::new(|| at(&parts.requirement));
    if let Some(found) = at(&parts.password)
        && (has(&parts.program)
            || *is_started
            || [".zip", ".rar", ".7z"].iter().any(|end| {
                part.get(found.clone())
                    .is_some_and(|text| text.contains(end))
            }))
    {
        let says = "gives the password of an archive whose program is to be started";
        return Some(if *is_started || requirement.is_some() {
            (Conclusive, found, says)
        } else {
            (Strong, found, says)
        });
    }
    if let Some(found) = at(&parts.pasted_page) {
        let near = surroundings(part, &found);
        let says = "has commands run that stand on a paste site";
        if COPIED.is_match(near) {
            // Without any claim of need a page may be just where somebody wrote something down.
            let is_needed = requirement.is_some() || *is_started || has(&parts.systems);
            let strength = match (is_needed, ORDERED.is_match(near)) {
                (true, _) => Conclusive,
                (false, true) => Strong,
                (false, false) => Weak,
            };
            return Some((strength, found, says));
        }
        if INSTALLED.is_match(near) {
            let strength = if requirement.is_some() { Strong } else { Weak };
            return Some((strength, found, says));
        }
    }
    if let Some(found) = at(&parts.copied_from_page) {
        let says = "has a command copied from a page into a terminal";
        let made_up = requirement.is_some() && (has(&parts.systems) || has(&parts.program));
        return Some((if made_up { Conclusive } else { Strong }, found, says));
    }
    let friend = parts.false_friend.find_iter(part).find(|found| {
        // The maker's own places are read with what follows, where the host ends.
        !FRIEND.is_match(part.get(found.range()).unwrap_or(""))
    });
    if let Some(found) = &friend
        && let Some(required) = &*requirement
        && found.start().abs_diff(required.start) < 400
        && (has(&parts.release) || has(&parts.foreign_page) || *is_started)
    {
        let says = "requires a helper that carries an agent's name and comes from somebody else";
        let strength = if has(&parts.systems) || *is_started {
            Conclusive
        } else {
            Strong
        };
        return Some((strength, found.range(), says));
    }
    if let Some(found) = at(&parts.release)
        && let Some(required) = &*requirement
        && found.start.abs_diff(required.start) < 600
        && *is_started
    {
        let says = "requires a program from a place where anybody can put one";
        let strength = if has(&parts.systems) { Strong } else { Weak };
        return Some((strength, found, says));
    }
    if let Some(found) = at(&parts.foreign_page)
        && let Some(required) = &*requirement
        && found.start.abs_diff(required.start) < 300
        && INSTALLED.is_match(surroundings(part, &found))
    {
        let says = "requires something from a page that anybody can have made";
        return Some((Strong, found, says));
    }
    None
}

/// What tells that something on a page is to be run.
static COPIED: LazyLock<Pattern> = LazyLock::new(|| {
    phrase(
        r"\b(?:copy|paste|terminal|powershell|command prompt|run (?:it|the|this)|execute|script|commands?)\b|复制|终端|执行|运行",
    )
});

/// What orders that something on a page is run.
static ORDERED: LazyLock<Pattern> =
    LazyLock::new(|| phrase(r"\b(?:copy|paste|run (?:it|the|this|that)|execute)\b|复制|执行|运行"));

/// What tells that something on a page is to be installed.
static INSTALLED: LazyLock<Pattern> = LazyLock::new(|| {
    phrase(r"\b(?:download|install|get it|set up|setup|installation)\b|安装|下载")
});

/// A part of a passage with 160 bytes to either side.
fn surroundings<'t>(part: &'t str, found: &std::ops::Range<usize>) -> &'t str {
    let start = part.floor_char_boundary(found.start.saturating_sub(160));
    let end = part.ceil_char_boundary(found.end.saturating_add(160).min(part.len()));
    part.get(start..end).unwrap_or("")
}
