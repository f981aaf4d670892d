//! The codes of this crate, `PW100` to `PW199`, with their pages.

use prowess_base::CodePage;

/// Every code of this crate with its page.
pub static PAGES: &[CodePage] = &[];
