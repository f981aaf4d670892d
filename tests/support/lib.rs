//! What the tests of the whole engine share: the shared folder with its vectors, file trees made
//! from their description, and masks for sentences.

#![expect(
    clippy::print_stdout,
    clippy::panic,
    clippy::expect_used,
    reason = "this crate is linked by tests alone; a broken fixture should stop them"
)]

mod corpus;
mod mask;
mod note;
mod numbers;
pub mod reference;
mod shared;
mod stage;

pub use corpus::Corpus;
pub use mask::mask_sentences;
pub use note::note;
pub use numbers::Numbers;
pub use shared::{Vector, shared_dir, vectors};
pub use stage::Stage;
