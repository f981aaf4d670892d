//! Operating systems.

use prowess_format::known_platform;

use super::Host;
use crate::{Entry, Gates, Reason};

pub(super) fn not_for_this(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let wanted = &entry.manifest.requirements.os;
    if wanted.is_empty() {
        return Vec::new();
    }
    let here = host.surroundings.platform.as_str();
    let remote = host
        .remote
        .map_or(&[][..], |remote| remote.platforms.as_slice());
    let is_here = |system: &str| here == system || remote.iter().any(|other| other == system);
    let matches = wanted.iter().any(|written| match host.gates {
        Gates::Own | Gates::SystemAndTools | Gates::SystemAndPrograms => {
            match known_platform(written) {
                Some(platform) => is_here(platform.as_str()),
                None => is_here(&written.trim().to_lowercase()),
            }
        }
        _ => is_here(written),
    });
    if matches {
        return Vec::new();
    }
    vec![Reason::OperatingSystem {
        wanted: wanted.iter().map(|system| system.to_string()).collect(),
        here: here.to_owned(),
    }]
}

/// Whether OpenClaw 2026.6.11's status takes `written` for `platform`. Its status trims, lowers and
/// knows `macos`, its loader does none of that (corrections 23).
pub(crate) fn is_openclaw_status_match(written: &str, platform: &str) -> bool {
    let lower = written.trim().to_lowercase();
    let name = if lower == "macos" { "darwin" } else { &lower };
    name == platform
}
