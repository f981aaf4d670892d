//! Capabilities.

use caps::{CapSet, Capability};

/// Gives up every capability, also those that the next program of root would get back.
pub(super) fn give_up() -> Result<(), String> {
    let fault = |error: caps::errors::CapsError| format!("capabilities: {error}");
    let may_bound = caps::has_cap(None, CapSet::Effective, Capability::CAP_SETPCAP);
    if may_bound.map_err(fault)? {
        caps::clear(None, CapSet::Bounding).map_err(fault)?;
    }
    for set in [
        CapSet::Ambient,
        CapSet::Inheritable,
        CapSet::Effective,
        CapSet::Permitted,
    ] {
        caps::clear(None, set).map_err(fault)?;
    }
    Ok(())
}
