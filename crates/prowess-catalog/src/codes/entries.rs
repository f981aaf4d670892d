//! The codes about skills, `PW230` to `PW259`.

prowess_base::codes! {
    /// Another skill of the same name goes first.
    SHADOWED = 230 "another skill of this name goes first";
    /// Two skills beneath one root have the same name.
    SAME_NAME = 231 "two skills beneath one root have one name";
    /// Names that differ only in letter case, blanks, `_` or `-`.
    SIMILAR_NAMES = 232 "names that are easily confused";
    /// A skill that cannot be used would have gone first.
    INVALID_DOES_NOT_SHADOW = 233 "a skill that cannot be used would go first";
    /// An untrusted skill replaced a trusted one.
    REPLACES_TRUSTED = 234 "an untrusted skill replaces a trusted one";
    /// An untrusted skill was kept from replacing a trusted one.
    REPLACEMENT_REFUSED = 235 "an untrusted skill may not replace a trusted one";
    /// The file of a skill cannot be used as it stands; the skill is kept as it last was.
    STALE = 236 "a skill is kept as it last was";
    /// A requirement is not met and a setting passes it.
    FORCED = 240 "a missing requirement is passed by a setting";
    /// A setting is for a skill that is not here.
    SETTING_WITHOUT_SKILL = 241 "a setting is for a skill that is not here";
    /// A file that is read beside a SKILL.md cannot be used.
    COMPANION_UNREADABLE = 242 "file beside a SKILL.md cannot be used";
    /// A client's configuration cannot be read.
    CLIENT_CONFIG_UNREADABLE = 250 "a client's configuration cannot be read";
    /// A value in a client's configuration has another form than the client takes.
    CLIENT_CONFIG_SHAPE = 251 "a value in a client's configuration has an unknown form";
}
