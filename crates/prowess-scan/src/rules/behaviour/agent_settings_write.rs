//! Code writes hooks, permissions and servers of agents.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::AGENT_SETTINGS_WRITE,
    id: "agent-settings-write",
    class: 15,
    phase: Phase::Persist,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "these settings decide what an agent may do without asking",
    advice: "show the person the change, and let them make it",
    check: Check::Package(check),
};

/// Settings with which an agent asks nobody, or is held by nothing.
static LOOSE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r#"(?i)sandbox[\w."'\[\]]{0,24}\s{0,2}[:=]{1,2}\s{0,2}["']?false|bypassPermissions|skipDangerousModePermissionPrompt|enableAllProjectMcpServers["']?\s{0,2}[:=]\s{0,2}true|\bBash\(\*\)|approval_policy["']?\s{0,2}[:=]\s{0,2}["']never|danger-full-access"#,
    )
});

/// Whether a write that stands at `span` takes a protection of the agent away, by what stands next to it.
fn loosens(unit: &Unit<'_>, span: Span) -> bool {
    const NEAR: usize = 400;
    let text = &unit.text;
    let start = text.floor_char_boundary((span.start as usize).saturating_sub(NEAR));
    let end = text.ceil_char_boundary((span.end as usize).saturating_add(NEAR).min(text.len()));
    LOOSE.is_match(text.get(start..end).unwrap_or(""))
}

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        match &fact.act {
            Act::Writes {
                path,
                asset: Asset::AgentSettings,
            } => {
                let strength = if loosens(unit, fact.span) {
                    Strength::Strong
                } else {
                    Strength::Weak
                };
                signals.push(
                    &RULE,
                    strength,
                    unit,
                    fact.span,
                    format!("writes to `{path}`"),
                );
            }
            Act::Flows {
                from: Source::Network(_) | Source::Decoded,
                to: Sink::File(Asset::AgentSettings),
                ..
            } => {
                signals.push(
                    &RULE,
                    Strength::Strong,
                    unit,
                    fact.span,
                    "writes what it fetches or decodes into settings of an agent",
                );
            }
            _ => {}
        }
    }
}
