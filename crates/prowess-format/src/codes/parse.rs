//! What is said about text, fences, YAML and repairs, `PW100` to `PW129`.

prowess_base::codes! {
    /// The bytes are no text of the file's encoding.
    NOT_TEXT = 100 "bytes that are not text";
    /// The file is UTF-16.
    UTF_16 = 101 "UTF-16 file";
    /// A fence opens the header and none closes it.
    UNTERMINATED = 102 "header that is not closed";
    /// The header is not YAML and its meaning is not plain.
    UNREADABLE = 103 "header that cannot be read";
    /// The header is YAML, but no mapping.
    NO_MAPPING = 104 "header that is no mapping";
    /// A key is given twice.
    DUPLICATE_KEY = 105 "key given twice";
    /// `*name` stands for another node.
    ALIAS = 106 "alias";
    /// `&name` marks a node.
    ANCHOR = 107 "anchor";
    /// A tag outside the core schema.
    TAG = 108 "tag outside the core schema";
    /// A list or a mapping is a key.
    COMPLEX_KEY = 109 "list or mapping as a key";
    /// Nesting or nodes beyond the bound.
    BEYOND_BOUND = 110 "header beyond a bound";
    /// A merge key, which is not applied.
    MERGE_KEY = 111 "merge key";
    /// A value was read as text.
    QUOTES_MISSING = 112 "value that needs quotes";
    /// Lines that belong to a value are not indented.
    INDENT_MISSING = 113 "continuation that is not indented";
    /// Text stands on the line of a block mark.
    TEXT_ON_BLOCK_LINE = 114 "text on the line of `>` or `|`";
    /// A quoted value does not end where its quotes do.
    QUOTES_UNBALANCED = 115 "quotes that do not hold the whole value";
    /// JSON with comments, or not indented.
    JSON_IN_HEADER = 116 "JSON that is not YAML";
    /// A tab indents.
    TAB_INDENT = 117 "tab as indentation";
    /// Text stands on the line of the closing fence.
    GLUED_FENCE = 118 "text on the closing fence's line";
    /// A field could not be read and was left out.
    FIELD_DROPPED = 119 "field that was left out";
    /// A field that restricts, or may, could not be read.
    RESTRICTION_UNREADABLE = 120 "restriction that cannot be read";
    /// JSON in a string cannot be read.
    JSON_UNREADABLE = 121 "JSON that cannot be read";
    /// A character that YAML does not allow.
    CONTROL_CHARACTER = 122 "control character";
}
