//! What is said when a dialect reads a header, `PW130` to `PW149`.

use prowess_base::CodePage;

/// The pages of these codes, in ascending order.
pub static PAGES: &[CodePage] = &[];
