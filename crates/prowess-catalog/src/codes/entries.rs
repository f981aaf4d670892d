//! The codes about skills, `PW230` to `PW259`.

use prowess_base::{Code, CodePage};

/// Another skill of the same name goes first.
pub const SHADOWED: Code = Code::new(230);
/// Two skills beneath one root have the same name.
pub const SAME_NAME: Code = Code::new(231);
/// Names that differ only in letter case, blanks, `_` or `-`.
pub const SIMILAR_NAMES: Code = Code::new(232);
/// A skill that cannot be used would have gone first.
pub const INVALID_DOES_NOT_SHADOW: Code = Code::new(233);
/// An untrusted skill replaced a trusted one.
pub const REPLACES_TRUSTED: Code = Code::new(234);
/// An untrusted skill was kept from replacing a trusted one.
pub const REPLACEMENT_REFUSED: Code = Code::new(235);
/// A requirement is not met and a setting passes it.
pub const FORCED: Code = Code::new(240);
/// A setting is for a skill that is not here.
pub const SETTING_WITHOUT_SKILL: Code = Code::new(241);
/// A client's configuration cannot be read.
pub const CLIENT_CONFIG_UNREADABLE: Code = Code::new(250);
/// A value in a client's configuration has another form than the client takes.
pub const CLIENT_CONFIG_SHAPE: Code = Code::new(251);

macro_rules! page {
    ($code:expr, $title:literal, $file:literal) => {
        CodePage {
            code: $code,
            title: $title,
            text: include_str!(concat!("../../codes/", $file, ".md")),
        }
    };
}

pub(super) static PAGES: &[CodePage] = &[
    page!(SHADOWED, "another skill of this name goes first", "PW230"),
    page!(
        SAME_NAME,
        "two skills beneath one root have one name",
        "PW231"
    ),
    page!(SIMILAR_NAMES, "names that are easily confused", "PW232"),
    page!(
        INVALID_DOES_NOT_SHADOW,
        "a skill that cannot be used would go first",
        "PW233"
    ),
    page!(
        REPLACES_TRUSTED,
        "an untrusted skill replaces a trusted one",
        "PW234"
    ),
    page!(
        REPLACEMENT_REFUSED,
        "an untrusted skill may not replace a trusted one",
        "PW235"
    ),
    page!(
        FORCED,
        "a missing requirement is passed by a setting",
        "PW240"
    ),
    page!(
        SETTING_WITHOUT_SKILL,
        "a setting is for a skill that is not here",
        "PW241"
    ),
    page!(
        CLIENT_CONFIG_UNREADABLE,
        "a client's configuration cannot be read",
        "PW250"
    ),
    page!(
        CLIENT_CONFIG_SHAPE,
        "a value in a client's configuration has an unknown form",
        "PW251"
    ),
];
