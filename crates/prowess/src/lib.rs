//! The Agent Skills engine in one piece.

pub mod codes;
mod error;
mod surroundings;

pub use error::Error;
pub use prowess_base as base;
pub use prowess_catalog as catalog;
pub use prowess_config as config;
pub use prowess_format as format;
pub use prowess_prompt as prompt;
pub use surroundings::surroundings;
