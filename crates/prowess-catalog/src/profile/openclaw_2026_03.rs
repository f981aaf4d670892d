//! OpenClaw as of 2026-03: a larger budget, whole skills or none, and no groups of folders.

use super::{Budget, Discovery, Profile, PromptStyle, openclaw};

pub(super) fn profile() -> Profile {
    let later = openclaw::profile();
    Profile {
        name: "openclaw-2026-03".to_owned(),
        title: "OpenClaw 2026-03".to_owned(),
        discovery: Discovery {
            depth: 1,
            extra_depth: 1,
            ..later.discovery
        },
        style: PromptStyle::OpenClawWhole,
        budget: Budget {
            characters: Some(30_000),
            ..later.budget
        },
        ..later
    }
}
