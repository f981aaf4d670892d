//! The engine from outside: trees at work, against a reference, with faults and after a kill.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests stop where something is not as they say"
)]

mod bounds;
mod check;
mod checkpoints;
mod drawing;
mod for_each;
mod includes;
mod leaves;
mod no_panic;
mod random;
mod reference;
mod support;
mod traces;
mod waiting;
