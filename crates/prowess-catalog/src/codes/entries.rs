//! The codes about skills, `PW230` to `PW259`.

use prowess_base::CodePage;

pub(super) static PAGES: &[CodePage] = &[];
