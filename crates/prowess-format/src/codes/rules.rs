//! What `validate` says, `PW160` to `PW199`.

prowess_base::codes! {
    /// The folder has no file that can be read as a skill.
    SKILL_FILE = 160 "no readable `SKILL.md`";
    /// The file is not named exactly `SKILL.md`.
    FILE_NAME = 161 "file not named `SKILL.md`";
    /// Some clients refuse the file's encoding.
    ENCODING = 162 "encoding that some clients refuse";
    /// The file is larger than some client reads.
    FILE_SIZE = 163 "file too large for some clients";
    /// Three dashes inside the header end it for the reference library.
    REFERENCE_CUT = 165 "three dashes inside the header";
    /// The header is outside the reference library's subset of YAML.
    REFERENCE_YAML = 166 "YAML that the reference library refuses";
    /// A field that the specification does not have.
    FIELD_UNKNOWN = 167 "field outside the specification";
    /// A field is not of the specification's shape.
    FIELD_SHAPE = 168 "field of another shape";
    /// No `name`.
    NAME_MISSING = 169 "no name";
    /// `name` is not of the specification's form.
    NAME_FORM = 170 "name outside the specification";
    /// The folder has another name than the skill.
    NAME_FOLDER = 171 "folder of another name";
    /// `name` has letters beyond ASCII.
    NAME_ASCII = 172 "name with letters beyond ASCII";
    /// `name` holds a word that the target reserves.
    NAME_RESERVED = 173 "reserved word in a name";
    /// `description` is too long.
    DESCRIPTION_LENGTH = 175 "description too long";
    /// `description` holds angle brackets.
    DESCRIPTION_MARKUP = 176 "angle brackets in a description";
    /// `description` does not say what the skill does.
    DESCRIPTION_WHAT = 177 "description without what it does";
    /// `description` does not say when to use the skill.
    DESCRIPTION_WHEN = 178 "description without when to use it";
    /// `description` tells about the skill instead of what it does.
    DESCRIPTION_PASSIVE = 179 "description about itself";
    /// `compatibility` is too long or no text.
    COMPATIBILITY = 180 "compatibility too long or no text";
    /// Name and description are long for what stands in every prompt.
    CATALOGUE_LENGTH = 181 "long catalogue entry";
    /// The body has many lines.
    BODY_LINES = 182 "body of many lines";
    /// The body has many tokens.
    BODY_TOKENS = 183 "body of many tokens";
    /// A long body refers to no other file.
    BODY_UNDIVIDED = 184 "long body without references";
    /// `metadata` has keys that a publisher reserves.
    METADATA_RESERVED = 185 "reserved key in metadata";
    /// The body links to a file that the skill does not have.
    LINK_BROKEN = 186 "link to a file that is not there";
}
