//! The traffic of a model or of a tool is sent to another host.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use super::{is_part_of_another, shipped_or_shown};
use crate::codes;
use crate::configuration::{Walk, is_unknown, settings, text as scalar, walk};
use crate::rules::{Check, Phase, Rule, windows};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::MODEL_ENDPOINT,
    id: "model-endpoint",
    class: 15,
    phase: Phase::Send,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "whoever holds that host reads every prompt and key, and writes every answer",
    advice: "let the person choose where the agent's traffic goes",
    check: Check::Text {
        hints: &[
            "_BASE_URL",
            "_API_BASE",
            "_PROXY",
            "EXTRA_CA_CERTS",
            "REJECT_UNAUTHORIZED",
        ],
        run,
    },
};

static ASSIGNMENT: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"\b(ANTHROPIC(?:_\w+)?_BASE_URL|CLAUDE_CODE_API_BASE_URL)["']?\s*[=:]\s*["']?(https?://[^\s"'`<>)\\]+)"#,
    )
});

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if let Some(root) = settings(unit) {
        walk(&root, &mut |keys, node| {
            if let (Some(key), Some(value)) = (keys.last(), scalar(node))
                && let Some(message) = redirects(key, value)
            {
                let strength = shipped_or_shown(unit, Strength::Strong, Strength::Weak);
                signals.push(&RULE, strength, unit, node.span, message);
            }
            Walk::Into
        });
        // A header is a part of a text that goes on.
        if unit.language != Language::Markdown {
            return;
        }
    }
    if is_part_of_another(unit) {
        return;
    }
    // Gateways document this for their own host: it counts in company.
    for (window, text) in windows(&unit.text, places, 40, 300) {
        for found in ASSIGNMENT.captures_iter(text) {
            if let (Some(key), Some(value)) = (found.get(1), found.get(2))
                && let Some(message) = redirects(key.as_str(), value.as_str())
            {
                let span = Span::new(key.start(), value.end()).shifted(window.start as usize);
                signals.push(&RULE, Strength::Weak, unit, span, message);
            }
        }
    }
}

/// Hosts of those who serve models, and of gateways that are named after themselves.
const MODELS: &[&str] = &[
    "anthropic.com",
    "openai.com",
    "googleapis.com",
    "openrouter.ai",
    "amazonaws.com",
    "azure.com",
    "mistral.ai",
    "groq.com",
    "deepseek.com",
    "moonshot.cn",
    "moonshot.ai",
    "bigmodel.cn",
    "z.ai",
    "x.ai",
    "together.xyz",
    "fireworks.ai",
    "cloudflare.com",
    "vercel.sh",
    "dashscope.aliyuncs.com",
    "minimaxi.com",
    "minimax.io",
    "volces.com",
    "siliconflow.cn",
    "nvidia.com",
    "cerebras.ai",
];

fn redirects(key: &str, value: &str) -> Option<String> {
    let is_off = key == "NODE_TLS_REJECT_UNAUTHORIZED" && value == "0";
    if is_off {
        return Some(format!("`{key}` turns the check of hosts off"));
    }
    let is_endpoint = (key.ends_with("_BASE_URL") || key.ends_with("_API_BASE"))
        && ["ANTHROPIC", "CLAUDE", "OPENAI", "GEMINI", "GOOGLE"]
            .iter()
            .any(|vendor| key.starts_with(vendor));
    let is_proxy = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"]
        .iter()
        .any(|proxy| key.eq_ignore_ascii_case(proxy));
    if !(is_endpoint || is_proxy) || !value.contains("://") || !is_unknown(value) {
        return None;
    }
    let host = crate::host::name(value)?;
    let is_known = MODELS
        .iter()
        .any(|model| host == *model || host.ends_with(&format!(".{model}")));
    (!is_known).then(|| format!("`{key}` sends the traffic to `{host}`"))
}
