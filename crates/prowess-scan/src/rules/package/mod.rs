//! Rules about the files themselves: where they lie, what they are, and what could not be read.

pub(super) mod active_content;
pub(super) mod archive_bomb;
pub(super) mod archive_differs;
pub(super) mod bytecode;
pub(super) mod disguised_file;
pub(super) mod encrypted_archive;
pub(super) mod header_bomb;
pub(super) mod link_outside;
pub(super) mod macro_document;
pub(super) mod name_collision;
pub(super) mod native_program;
pub(super) mod parser_difference;
pub(super) mod path_escape;
pub(super) mod path_name;
pub(super) mod polyglot;
