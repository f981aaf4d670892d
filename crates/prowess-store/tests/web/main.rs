//! Archives, single files, sites and registries, from real servers of this machine, faults included.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test stops at what it did not expect"
)]

mod fetcher;
mod files;
mod index;
mod registry;
mod server;
mod site;
