//! What `validate` says, `PW150` to `PW199`.

use prowess_base::CodePage;

/// The pages of these codes, in ascending order.
pub static PAGES: &[CodePage] = &[];
