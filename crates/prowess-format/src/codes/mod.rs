//! The codes of this crate, `PW100` to `PW199`, with their pages.
//!
//! Each file holds the codes of one stage: [`parse`] for text, fences, YAML and repairs, [`dialect`]
//! for what a client makes of a header, [`rules`] for `validate`.

/// Defines the codes of one stage with their pages, in ascending order.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal $title:literal;)*) => {
        $($(#[$doc])* pub const $name: Code = Code::new($number);)*

        /// The pages of these codes, in ascending order.
        pub static PAGES: &[CodePage] = &[$(CodePage {
            code: $name,
            title: $title,
            text: include_str!(concat!("../../codes/PW", stringify!($number), ".md")),
        },)*];
    };
}

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
