//! The codes of this crate, `PW100` to `PW199`, with their pages.
//!
//! Each file holds the codes of one stage: [`parse`] for text, fences, YAML and repairs, [`dialect`]
//! for what a client makes of a header, [`rules`] for `validate`.

pub mod dialect;
pub mod parse;
pub mod rules;

use prowess_base::CodePage;

/// Every code of this crate with its page, in ascending order.
pub fn pages() -> impl Iterator<Item = &'static CodePage> {
    parse::PAGES
        .iter()
        .chain(dialect::PAGES)
        .chain(rules::PAGES)
}
