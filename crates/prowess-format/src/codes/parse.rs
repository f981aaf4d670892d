//! What is said about text, fences, YAML and repairs, `PW100` to `PW129`.

use prowess_base::CodePage;

/// The pages of these codes, in ascending order.
pub static PAGES: &[CodePage] = &[];
