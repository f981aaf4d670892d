//! Layered settings: every value knows where it came from and who may set it.

mod origin;

pub use origin::{Layer, Origin};
