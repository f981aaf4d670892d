//! The Agent Skills engine in one piece.

mod built_in;
mod check;
mod clients;
pub mod codes;
mod counts;
mod engine;
mod error;
mod folders;
mod new_skill;
mod options;
mod profiles;
mod prompt_of_engine;
mod settings_files;
mod skill;
mod surroundings;
mod validate;
mod why;

pub use built_in::{BuiltInFile, BuiltIns, built_in_files, built_in_folder, lay_out};
pub use check::{Check, Problem};
pub use counts::Counts;
pub use engine::Engine;
pub use error::Error;
pub use new_skill::new_skill;
pub use options::{Options, ProjectTrust};
pub use prompt_of_engine::PromptOptions;
pub use prowess_base as base;
pub use prowess_catalog as catalog;
pub use prowess_config as config;
pub use prowess_format as format;
pub use prowess_fs as fs;
pub use prowess_prompt as prompt;
pub use surroundings::{SystemClock, surroundings};
pub use validate::{Validated, validate, validate_text};
