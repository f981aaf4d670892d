//! The codes about roots and folders, `PW200` to `PW229`.

use prowess_base::CodePage;

pub(super) static PAGES: &[CodePage] = &[];
