//! The codes of this crate, `PW200` to `PW299`, with their pages.

use prowess_base::CodePage;

/// Every code of this crate with its page.
pub fn pages() -> impl Iterator<Item = &'static CodePage> {
    PAGES.iter()
}

static PAGES: &[CodePage] = &[];
