//! stub
pub(super) struct Program;
