//! Changes to what is kept: whole or not at all.
//!
//! 1. A lock on the scope's folder is taken; another process that holds it is waited for, with a word.
//! 2. What a process left behind that died is ended: a journal is carried out to its end, a staging folder without one
//!    (and without a living owner) is removed.
//! 3. New trees are written to a staging folder beside their place and brought to the disk.
//! 4. The journal is put in place by one rename: from here on the change happens.
//! 5. Each step of the journal is carried out: the old folder to the staging folder, the new one to its place, links,
//!    `prowess.toml`, the lock. A step that is done already is passed over.
//! 6. The journal goes, then the staging folder.
//!
//! An error before 4 leaves the old state; one after it takes the steps back in reverse order, and where that fails too the
//! journal stays and the next run carries it out.
