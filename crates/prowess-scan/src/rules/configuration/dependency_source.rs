//! Packages are taken from somewhere else than the registries that everybody uses.

use std::sync::LazyLock;

use prowess_base::Span;

use super::is_part_of_another;
use crate::codes;
use crate::configuration::is_unknown;
use crate::host::{self, HostKind};
use crate::pattern::Pattern;
use crate::rules::{Check, Phase, Rule, windows};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::DEPENDENCY_SOURCE,
    id: "dependency-source",
    class: 18,
    phase: Phase::Supply,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "whoever runs that source decides what every later installation brings",
    advice: "take packages from the public registry, or from a source that the person already uses",
    check: Check::Text {
        hints: &[
            "index-url",
            "index_url",
            "--index",
            "-i http",
            "find-links",
            "registry",
            "goproxy",
            "insteadof",
            "gem sources",
            "pip install",
            "pip3 install",
            "pipx install",
            "uv tool",
            "uv add",
            "uvx",
            "npm install",
            "npm i ",
            "npx",
            "yarn add",
            "pnpm add",
            "trusted-host",
            "resolved",
            " @ http",
            " @ git",
            ".tgz",
            ".whl",
            "https://",
            "http://",
        ],
        run,
    },
};

/// A source for everything that is installed from then on, or by this command.
static SOURCE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?imx)
        (?:
          (?:
            --(?:extra-)?index-url | --default-index | --find-links | --registry
            | \bpip[\d.]*\s+install\b[^\n|;&]{0,200}?\s(?:-i|-f|--index)
            | \b(?:npm|pnpm|yarn|bun)\s+config\s+(?:-\S+\s+)*set\s+(?:-\S+\s+)*["']?(?:@[\w.-]+:)?(?:registry|npmRegistryServer)
            | \bconfig\s+(?:-\S+\s+)*set\s+["']?(?:global|site|user|install)\.(?:extra-)?index-url
            | ^[\x20\t]*npmRegistryServer
            | \b(?:PIP|UV)_(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?
            | \bNPM_CONFIG_REGISTRY | \bGOPROXY
            | \bgem\s+sources\s+(?:-a|--add)
            | \bresolved"?
          )
          \s*[=:\s]\s*
          | ^[\x20\t]*(?:@[\w.-]+:)?(?:registry|(?:extra-)?index-url|find-links)[\x20\t]*=[\x20\t]*
        )
        ["']?(https?://[^\s"'`<>)\\,]+)"#,
    )
});

/// A package that is an address.
static ADDRESS: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?imx)
        \b(?:pip[\d.]*|uv\s+pip|pipx|uv\s+tool|npm|pnpm|yarn|bun)\s+(?:install|i|add)\b[^\n|;&`]{0,200}?
          [\s"'@](?:git\+)?(https?://[^\s"'`<>)\\]+)
        | \b(?:uvx|npx|bunx)\s+(?:-[\w-]+\s+)*(?:(?:--from|--package|-p)[=\s]+)?["']?(?:git\+)?(https?://[^\s"'`<>)\\]+)
        | ^[\x20"']*[\w.-]+(?:\[[\w,-]+\])?\x20+@\x20+(?:git\+)?(https?://[^\s"'`<>)\\]+)"#,
    )
});

/// Another host put in place of the one that Git was told.
static REPLACED: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r#"(?i)url\.["']?(https?://[^\s"'`<>]+?)["']?\.insteadOf"#));

/// Mirrors and private registries that are known by their names.
const MIRRORS: &[&str] = &[
    "pytorch.org",
    "nvidia.com",
    "tsinghua.edu.cn",
    "aliyun.com",
    "aliyuncs.com",
    "npmmirror.com",
    "taobao.org",
    "tencent.com",
    "tencentyun.com",
    "huaweicloud.com",
    "ustc.edu.cn",
    "douban.com",
    "doubanio.com",
    "bfsu.edu.cn",
    "sjtu.edu.cn",
    "163.com",
    "goproxy.cn",
    "goproxy.io",
    "golang.org",
    "pkg.dev",
    "jfrog.io",
    "azure.com",
    "visualstudio.com",
    "amazonaws.com",
    "github.com",
    "gitlab.com",
    "anaconda.org",
    "conda.io",
    "pypi.org",
    "npmjs.org",
    "npmjs.com",
    "yarnpkg.com",
    "rubygems.org",
    "python.org",
    "gemfury.com",
    "gemfury.io",
    "fury.io",
    "cloudsmith.io",
    "clawhub.ai",
    "clawhub.com",
    "clawdhub.com",
    "openclaw.ai",
    "jsr.io",
    "prefix.dev",
    "ruby-china.com",
    "microsoft.com",
    "githubusercontent.com",
    "google.com",
    "googleapis.com",
    "huggingface.co",
    "docker.io",
];

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if is_part_of_another(unit) {
        return;
    }
    for (window, text) in windows(&unit.text, places, 100, 320) {
        let mut tell = |start: usize, end: usize, strength: Strength, message: String| {
            let span = Span::new(start, end).shifted(window.start as usize);
            signals.push(&RULE, strength, unit, span, message);
        };
        let mut sources = Vec::new();
        for found in SOURCE.captures_iter(text) {
            if let (Some(whole), Some(url)) = (found.get(0), found.get(1))
                && let Some(mut strength) = weigh_source(url.as_str())
            {
                sources.push(url.start());
                let host = host::name(url.as_str()).unwrap_or_default();
                // A library that ships its builds from its own site.
                if names_site(around(text, whole.range()), &host) {
                    strength = strength.min(Strength::Weak);
                }
                let message = format!("takes packages from `{host}`");
                tell(whole.start(), whole.end(), strength, message);
            }
        }
        for found in ADDRESS.captures_iter(text) {
            let url = found
                .get(1)
                .or_else(|| found.get(2))
                .or_else(|| found.get(3));
            // The address of a source was weighed as one.
            if let (Some(whole), Some(url)) = (found.get(0), url)
                && sources.binary_search(&url.start()).is_err()
                && let Some(strength) = weigh_package(url.as_str())
            {
                let message = format!("installs a package from `{}`", url.as_str());
                tell(whole.start(), whole.end(), strength, message);
            }
        }
        for found in REPLACED.captures_iter(text) {
            if let (Some(whole), Some(url)) = (found.get(0), found.get(1))
                && weigh_source(url.as_str()) == Some(Strength::Strong)
            {
                let message = format!("makes Git take everything from `{}`", url.as_str());
                tell(whole.start(), whole.end(), Strength::Strong, message);
            }
        }
    }
}

/// A part of a text with what a command has before and behind it.
fn around(text: &str, part: std::ops::Range<usize>) -> &str {
    const AROUND: usize = 320;
    let start = text.floor_char_boundary(part.start.saturating_sub(AROUND));
    let end = text.ceil_char_boundary(part.end.saturating_add(AROUND).min(text.len()));
    text.get(start..end).unwrap_or("")
}

/// Whether a package is installed whose name is that of the site: `flashinfer` from `flashinfer.ai`.
fn names_site(text: &str, host: &str) -> bool {
    let site = host::site(host).unwrap_or("");
    let label = site.split('.').next().unwrap_or("");
    let is_name_byte = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    };
    !label.is_empty()
        && text.match_indices(label).any(|(at, _)| {
            let before = at.checked_sub(1).and_then(|at| text.as_bytes().get(at));
            before == Some(&b' ') && !is_name_byte(text.as_bytes().get(at + label.len()))
        })
}

/// Nothing where the address is this machine's or only stands for one.
fn weigh_source(url: &str) -> Option<Strength> {
    if stands_for_one(url) || !is_unknown(url) {
        return None;
    }
    Some(if is_mirror(url) {
        Strength::Note
    } else {
        Strength::Strong
    })
}

fn weigh_package(url: &str) -> Option<Strength> {
    if stands_for_one(url) || !is_unknown(url) {
        return None;
    }
    Some(match host::kind(url) {
        HostKind::RawAddress | HostKind::Paste | HostKind::Collector => Strength::Strong,
        HostKind::UserContent => Strength::Note,
        _ if is_mirror(url) => Strength::Note,
        _ => Strength::Strong,
    })
}

fn is_mirror(url: &str) -> bool {
    host::name(url).is_some_and(|host| {
        MIRRORS.iter().any(|mirror| {
            host.strip_suffix(mirror)
                .is_some_and(|before| before.is_empty() || before.ends_with('.'))
        })
    })
}

/// `https://your-registry.company.com`, `https://user:$TOKEN@…`: nobody's address as it stands.
fn stands_for_one(url: &str) -> bool {
    let host = host::name(url).unwrap_or_default();
    host.is_empty()
        || host.contains(['$', '{', '%'])
        || [
            "your",
            "my-",
            "mycompany",
            "company",
            "private.",
            "internal",
            "corp.",
        ]
        .iter()
        .any(|word| host.contains(word))
}
