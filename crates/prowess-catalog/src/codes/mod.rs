//! The codes of this crate with their pages: `PW200` to `PW229` for roots and folders, `PW230` to
//! `PW259` for skills.

pub mod entries;
pub mod roots;

use prowess_base::CodePage;

/// Every code of this crate with its page.
pub fn pages() -> impl Iterator<Item = &'static CodePage> {
    roots::PAGES.iter().chain(entries::PAGES)
}
