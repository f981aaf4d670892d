//! What is said when a dialect reads a header, `PW130` to `PW149`.

prowess_base::codes! {
    /// There is no description that can be used.
    NO_DESCRIPTION = 130 "no description";
    /// The file has no header.
    NO_HEADER = 131 "no header";
    /// The name cannot be used; the folder's name counts.
    NAME_UNUSABLE = 132 "name that cannot be used";
    /// A flag has a word that means neither yes nor no; the safe value counts.
    FLAG_WORD = 133 "flag with an unknown word";
    /// `metadata` is certainly no mapping and is ignored.
    METADATA_IGNORED = 134 "metadata that is no mapping";
    /// `metadata` may hold restrictions and cannot be read.
    METADATA_UNREADABLE = 135 "metadata that cannot be read";
    /// A requirement or another restriction cannot be read.
    REQUIREMENT_UNREADABLE = 136 "requirement that cannot be read";
    /// A field of the wrong kind is ignored.
    FIELD_IGNORED = 137 "field of the wrong kind";
    /// An entry of `install` cannot be used.
    INSTALL_DROPPED = 138 "install entry that cannot be used";
    /// A list of granted tools cannot be read and grants nothing.
    GRANT_DROPPED = 139 "grant that cannot be read";
    /// An operating system that no one has.
    UNKNOWN_OS = 140 "unknown operating system";
    /// A client's block below `metadata` is no mapping and is ignored.
    BLOCK_IGNORED = 141 "client block that is no mapping";
    /// A command that is to call a tool names none, or asks for what is not known.
    DISPATCH = 142 "command dispatch that does nothing";
    /// A requirement of a kind that no one checks.
    UNKNOWN_REQUIREMENT = 143 "requirement that no one checks";
    /// One field is given in two spellings.
    SPELLED_TWICE = 144 "field in two spellings";
    /// A client's own habit changes what is read.
    CLIENT_HABIT = 145 "value that this client reads in its own way";
    /// A word that is none of those that a field knows; the first of them counts.
    WORD_UNKNOWN = 146 "word that a field does not know";
    /// A name that the client's strict rules refuse.
    NAME_REFUSED = 147 "name that this client refuses";
    /// A field of a kind with which the client drops the whole skill.
    FIELD_REFUSED = 148 "field of a kind that this client refuses";
    /// Triggers beside paths, of which paths alone count.
    TRIGGER_IGNORED = 149 "trigger that does not count";
}
