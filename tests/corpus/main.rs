//! Real `SKILL.md` files: every value equals what YAML 1.2 gives, and broken headers are read as a
//! person reads them or refused.

#![expect(
    clippy::unwrap_used,
    reason = "a broken sample or fixture should stop the test"
)]

mod mended;
mod repaired;
mod sample;
mod values;
