//! Tools of the agent.

use super::Host;
use crate::{Entry, Reason};

/// While the tools are not known, no requirement of one is met: a prompt made for another agent
/// must not name what that agent cannot do.
pub(super) fn missing(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let wanted = entry.manifest.requirements.tools.iter();
    let known = host.tools.unwrap_or(&[]);
    wanted
        .filter(|tool| !known.iter().any(|known| **known == ***tool))
        .map(|tool| Reason::Tool {
            name: tool.to_string(),
        })
        .collect()
}
