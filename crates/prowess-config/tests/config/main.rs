//! Configuration as a caller sees it.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops where its ground is not as it says"
)]

mod authority;
mod layers;
mod messages;
mod properties;
mod secrets;
mod setup;
