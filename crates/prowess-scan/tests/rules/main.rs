//! Every rule fires where it must and is silent where it must be; the labelled set is judged.

mod bypasses;
mod example;
mod fixtures;
mod set;
