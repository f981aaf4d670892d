//! Edits that change one field and leave every other byte as it is.
