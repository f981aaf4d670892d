//! Every rule fires where it must and is silent where it must be; the labelled set is judged.

#![expect(
    clippy::expect_used,
    reason = "helpers of tests stop at a broken fixture, as tests do"
)]

mod bypasses;
mod example;
mod fixtures;
mod set;
