//! Nanobot as of 2026-03-15: headers line by line, XML, no plugins and no list of skills that are
//! turned off.

use prowess_format::Dialect;

use super::calls::Calls;
use super::{Gates, Profile, PromptStyle, RootRule, nanobot};

pub(super) fn profile() -> Profile {
    let later = nanobot::profile();
    let is_kept = |rule: &RootRule| !matches!(rule, RootRule::Plugin { .. });
    Profile {
        name: "nanobot-2026-03".to_owned(),
        title: "Nanobot 2026-03".to_owned(),
        roots: later
            .roots
            .iter()
            .filter(|rule| is_kept(rule))
            .cloned()
            .collect(),
        dialect: Dialect::NanobotLines,
        gates: Gates::Programs,
        calls: Calls::NEVER,
        style: PromptStyle::NanobotXml,
        ..later
    }
}
