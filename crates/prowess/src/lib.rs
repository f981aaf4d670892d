//! The Agent Skills engine in one piece.
//!
//! An [`Engine`] is opened in a place: it finds the workspace, settles the configuration, looks at
//! every folder that may hold skills and judges what it finds. What a model is told, and why a skill
//! is missing, are then questions to it:
//!
//! ```
//! use prowess::{Engine, Options, PromptOptions};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let skill = folder.path().join("skills/tide");
//! # std::fs::create_dir_all(&skill)?;
//! # let text = "---\nname: tide\ndescription: Tells tides.\nos: [plan9]\n---\nBody.\n";
//! # std::fs::write(skill.join("SKILL.md"), text)?;
//! # let mut surroundings = prowess::base::Surroundings::bare(folder.path());
//! # surroundings.home = Some(folder.path().join("home"));
//!
//! // A host program takes `prowess::surroundings()?`.
//! let engine = Engine::open(surroundings, Options::default().tools(["read"]))?;
//!
//! let rendered = engine.prompt(&PromptOptions::default());
//! println!("{}", rendered.text);
//! assert!(rendered.text.contains("skill-creator"));
//!
//! for step in engine.why("tide")?.steps {
//!     println!("{step}"); // … operating system: made for plan9, this is linux …
//! }
//! assert_eq!(engine.why("tide")?.stopped().map(|step| &*step.stage), Some("operating system"));
//! # Ok(())
//! # }
//! ```
//!
//! | question | answer |
//! |---|---|
//! | which skills are here, and which count | [`Engine::snapshot`] |
//! | what is a model told | [`Engine::prompt`], [`Engine::cost`] |
//! | why is this one missing | [`Engine::why`] |
//! | what does this message of a user become | [`Engine::expand`], [`Engine::commands`] |
//! | what does this one say | [`Engine::activate`], [`Engine::read`] |
//! | is everything in order | [`Engine::check`] |
//! | what changes while the program runs | [`Engine::watch`] |
//! | what could the skills here do, and are they to be let in | [`Engine::scan_installed`], [`Engine::scan`] |
//! | what of it can be mended without a person | [`fix()`] |
//! | what do other clients make of the same skills | [`compare()`] |
//! | what does a skill need that is not here, and how to get it | `Engine::needs`, `Engine::meet` (feature `store`) |
//! | how are skills got, kept and trusted | `Engine::keeping`, `Engine::records` (feature `store`) |
//! | is this folder a good skill | [`validate`] |
//! | what does this code mean | [`explain`] |
//!
//! The rooms behind it are there for finer work: [`mod@format`], [`catalog`], [`prompt`], [`flow`], [`config`], [`mod@scan`].

mod built_in;
mod check;
mod clients;
pub mod codes;
mod compare;
mod counts;
mod engine;
mod error;
mod fix;
mod folders;
mod message;
mod new_skill;
mod options;
mod profiles;
mod prompt_of_engine;
mod scan_packages;
mod settings_files;
mod settled;
mod skill;
#[cfg(feature = "store")]
pub mod store;
mod surroundings;
mod validate;
mod watch;
mod why;

pub use built_in::{BuiltInFile, BuiltIns, built_in_files, built_in_folder, lay_out};
pub use check::{Check, Problem};
pub use codes::explain;
pub use compare::{ComparedClient, ComparedSkill, Comparison, Sight, View, compare};
pub use counts::Counts;
pub use engine::{Engine, Settings};
pub use error::Error;
pub use fix::{Fix, fix};
pub use message::MessageOptions;
pub use new_skill::new_skill;
pub use options::{Options, ProjectTrust};
pub use profiles::{BrokenProfile, Profiles, profiles};
pub use prompt_of_engine::PromptOptions;
pub use prowess_base as base;
pub use prowess_catalog as catalog;
pub use prowess_config as config;
pub use prowess_flow as flow;
pub use prowess_format as format;
pub use prowess_fs as fs;
pub use prowess_prompt as prompt;
pub use prowess_scan as scan;
pub use scan_packages::{Scanned, scan_paths};
pub use surroundings::{SystemClock, surroundings};
pub use validate::{Validated, validate, validate_text};
pub use watch::{Seen, SeenSettings, Watch};
