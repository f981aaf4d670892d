//! Every diagnostic code of the engine.

use prowess_base::CodePage;

/// The pages of all codes, room by room.
pub fn pages() -> impl Iterator<Item = &'static CodePage> {
    prowess_format::codes::pages().chain(prowess_catalog::codes::pages())
}
