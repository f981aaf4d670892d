//! The skill's name is taken for another's.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::{FoldedName, Span};

use super::likeness::likeness;
use crate::codes;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Role};

pub(crate) static RULE: Rule = Rule {
    code: codes::NAME_SHADOWING,
    id: "name-shadowing",
    class: 17,
    phase: Phase::Supply,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "a person or a model that means the other one gets this one",
    advice: "give the skill a name of its own",
    check: Check::Package(check),
};

/// Commands and tools of agents: a skill of that name stands in their way.
const COMMANDS: &[&str] = &[
    "help",
    "clear",
    "exit",
    "quit",
    "login",
    "logout",
    "bash",
    "read",
    "write",
    "edit",
    "grep",
    "glob",
    "task",
    "agent",
    "permissions",
    "hooks",
    "mcp",
    "model",
    "compact",
    "config",
    "settings",
    "status",
    "doctor",
    "cost",
    "resume",
    "exec",
    "web-search",
    "web-fetch",
    "webfetch",
    "websearch",
    "approve",
    "sandbox",
    "system",
    "skill",
    "skills",
];

/// Names that are sought, and of which look-alikes were published.
const BRANDS: &[&str] = &[
    "clawhub",
    "clawdhub",
    "openclaw",
    "clawdbot",
    "moltbot",
    "moltbook",
    "anthropic",
    "openai",
    "chatgpt",
    "github",
    "telegram",
    "whatsapp",
    "discord",
    "polymarket",
    "metamask",
    "phantom",
    "coinbase",
    "solana",
    "hyperliquid",
    "1password",
    "bitwarden",
    "playwright",
    "firecrawl",
    "obsidian",
    "todoist",
    "spotify",
    "youtube",
    "skill-creator",
    "google-workspace",
    "mcporter",
    "ethereum",
    "uniswap",
    "kraken",
    "bluebubbles",
    "notion",
    "claude-code",
    "gemini-cli",
];

/// Words of their own that stand one letter from a brand.
const THEMSELVES: &[&str] = &[
    "password",
    "passwords",
    "todolist",
    "potion",
    "krakend",
    "openapi",
    "motion",
    "lotion",
    "notions",
    "option",
    "discard",
    "discords",
    "telegraf",
    "telegrams",
    "anthropics",
    "solano",
    "phantoms",
    "kraken2",
    "githubs",
    "skills-creator",
    "skill-creators",
    "skill-creation",
    "chatgpts",
    "youtuber",
    "youtubes",
    "openais",
    "gitub",
    "gothub",
    "nation",
];

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = scene.skill.and_then(|skill| skill.manifest.name.as_deref());
    let name = declared.unwrap_or(&scene.package.name);
    if name.is_empty() || name.len() > 100 {
        return;
    }
    let description = scene
        .skill
        .and_then(|skill| skill.manifest.description.as_deref());
    let weighed = weigh(name).or_else(|| description.and_then(claims));
    let Some((strength, message)) = weighed else {
        return;
    };
    let unit = scene.skill.and_then(|skill| {
        let of_skill =
            |unit: &&crate::unit::Unit<'_>| unit.file == skill.file && unit.origin == Origin::File;
        scene.units.iter().find(of_skill)
    });
    match (unit, scene.skill) {
        (Some(unit), Some(skill)) => {
            let header = skill.header.slice(&unit.text);
            let start = header
                .find("name:")
                .and_then(|key| header.get(key..)?.find(name).map(|at| key + at));
            match start {
                Some(start) => {
                    let span = Span::new(start, start + name.len());
                    signals.push(&RULE, strength, unit, span, message);
                }
                None => signals.push_file(&RULE, strength, unit.file, unit.role, message),
            }
        }
        _ => {
            if let Some((file, _)) = scene.package.with_ids().next() {
                signals.push_file(&RULE, strength, file, Role::Instructions, message);
            }
        }
    }
}

/// Words of a description by which a skill claims to be, or to replace, another's.
static CLAIM: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)\b(?:replaces|supersedes|overrides|takes\s+the\s+place\s+of)\s+(?:the\s+)?(?:\w+\s+)?(?:built-?in|bundled|official|default|original)\b",
    )
});

fn claims(description: &str) -> Option<(Strength, String)> {
    let claim = CLAIM.find(description)?;
    let message = format!(
        "the description claims another's place (`{}`)",
        claim.as_str()
    );
    Some((Strength::Weak, message))
}

fn weigh(name: &str) -> Option<(Strength, String)> {
    let folded = FoldedName::new(name);
    let folded = folded.as_str();
    if COMMANDS.contains(&folded) {
        return Some((
            Strength::Weak,
            format!("`{name}` is a command or tool of agents as well"),
        ));
    }
    let is_itself = |part: &str| {
        part.is_empty() || BRANDS.contains(&part) || THEMSELVES.contains(&part) || part.len() < 5
    };
    let like = std::iter::once(folded)
        .chain(folded.split(|c: char| !c.is_alphanumeric()))
        .filter(|part| !is_itself(part))
        .find_map(|part| {
            let brand = BRANDS
                .iter()
                .find(|brand| likeness(part, brand).is_some())?;
            Some((part, *brand))
        });
    if let Some((part, brand)) = like {
        return Some((
            Strength::Strong,
            format!("`{part}` in the name looks like `{brand}` and is not it"),
        ));
    }
    let last = folded.rsplit('-').next().unwrap_or("");
    (folded.contains('-') && is_drawn_by_lot(last)).then(|| {
        (
            Strength::Weak,
            format!("the name ends in `{last}`, as names do that are published by the dozen"),
        )
    })
}

/// Five to eight letters and digits that spell nothing: `x7k2q`, `07bcb`. Letters with a number behind them
/// (`rs485`), a number with its unit (`1080px`), one form into another (`md2pdf`) are something.
fn is_drawn_by_lot(part: &str) -> bool {
    const UNITS: &[&str] = &[
        "px", "ms", "kb", "mb", "gb", "tb", "hz", "fps", "th", "st", "nd", "rd",
    ];
    let is_digit = |c: char| c.is_ascii_digit();
    let is_plain = part
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
    let runs: Vec<&str> = part
        .split_inclusive(is_digit)
        .flat_map(|run| {
            let letters = run.trim_end_matches(is_digit);
            [letters, run.get(letters.len()..).unwrap_or("")]
        })
        .filter(|run| !run.is_empty())
        .collect();
    let letters: Vec<&str> = runs
        .iter()
        .copied()
        .filter(|run| !run.starts_with(is_digit))
        .collect();
    let letter_count: usize = letters.iter().map(|run| run.len()).sum();
    if !matches!(part.len(), 5..=8) || !is_plain || letter_count < 2 || letter_count == part.len() {
        return false;
    }
    let is_converter = letters.len() == 2
        && letters.iter().all(|run| run.len() >= 2)
        && (part.contains('2') || part.contains('4'));
    let is_measure = letters.len() == 1 && letters.iter().all(|run| UNITS.contains(run));
    let is_numbered = letters.len() == 1 && !part.starts_with(is_digit);
    let has_vowel = letters.concat().contains(['a', 'e', 'i', 'o', 'u']);
    letters.len() >= 3 || !(has_vowel || is_converter || is_measure || is_numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Endings that are drawn by lot are told from numbers, units and short forms.
    #[test]
    fn endings() {
        for part in ["x7k2q", "07bcb", "161ks", "25nwy", "zwq2b", "5w7zvby"] {
            assert!(is_drawn_by_lot(part), "{part}");
        }
        for part in [
            "rs485", "1080px", "md2pdf", "html5", "utf16", "gpt35", "2024", "notes", "e2e",
        ] {
            assert!(!is_drawn_by_lot(part), "{part}");
        }
    }
}
