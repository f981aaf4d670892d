//! The codes about roots and folders, `PW200` to `PW229`.

prowess_base::codes! {
    /// A root or a folder beneath it cannot be read.
    UNREADABLE = 200 "folder cannot be read";
    /// A root is not entered for a reason of safety.
    ROOT_REFUSED = 201 "folder of skills is not entered";
    /// A link leads to a place that it may not lead to.
    LINK_OUT = 202 "link leads out of its root";
    /// A link leads to nothing.
    LINK_BROKEN = 203 "link leads to nothing";
    /// A link leads back to a folder that holds it.
    LINK_LOOP = 204 "link leads back";
    /// A SKILL.md cannot be read.
    FILE_UNREADABLE = 205 "SKILL.md cannot be read";
    /// A SKILL.md is a folder, a pipe or a device.
    NOT_FILE = 206 "SKILL.md is no file";
    /// A SKILL.md is larger than the bound.
    TOO_LARGE = 207 "SKILL.md is too large";
    /// A SKILL.md has several hard links in a profile that refuses them.
    HARD_LINKED = 208 "SKILL.md has several hard links";
    /// A skill's file is called `skill.md` or the like.
    NAME_CASE = 209 "skill file is not called SKILL.md";
    /// A folder has two skill files.
    SECOND_FILE = 210 "second skill file";
    /// A Markdown file lies where a skill's folder is expected.
    FLAT_FILE = 211 "Markdown file is no skill";
    /// A root looks like a project.
    LOOKS_LIKE_PROJECT = 212 "looks like a project folder";
    /// More children or candidates than the bound.
    CANDIDATES_BEYOND = 213 "too many skills in one folder";
    /// More entries than the bound.
    ENTRIES_BEYOND = 214 "too many entries";
    /// Skills deeper than the bound.
    DEPTH_BEYOND = 215 "skills too deep";
    /// A root is itself a skill and hides others.
    ROOT_IS_SKILL = 216 "folder of skills is itself a skill";
    /// A SKILL.md within another skill's folder.
    NESTED_SKILL = 217 "SKILL.md within a skill";
    /// A profile's file cannot be read.
    PROFILE_FILE = 218 "profile cannot be read";
    /// A profile's file has a key that no one knows.
    PROFILE_KEY = 219 "unknown key in a profile";
    /// A profile's file has a value that does not fit.
    PROFILE_VALUE = 220 "value in a profile does not fit";
}
