//! Real `SKILL.md` files: every value equals what YAML 1.2 gives, and broken headers are read as a
//! person reads them or refused.

mod repaired;
mod sample;
mod values;
