//! Blackboards: one for each tree in use, isolated from one another but for what a `SubTree` maps.
//!
//! An entry lives in exactly one blackboard. A key that is mapped, or that a blackboard with
//! `_autoremap` does not have, is looked up in the parent under the mapped name; a key that begins
//! with `@` in the root; a key that begins with `_` is never mapped automatically.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Fault;
use crate::value::{Enums, Type, Value, parse};

/// A blackboard of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BoardId(pub(crate) u32);

impl BoardId {
    /// The blackboard of the main tree.
    pub const ROOT: Self = Self(0);
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// What it holds.
    pub value: Value,
    /// The type it is declared with, to which it is locked where that is [strong](Type::is_strong).
    #[serde(rename = "type")]
    pub kind: Type,
    /// How often it was written.
    pub sequence: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Board {
    parent: Option<BoardId>,
    autoremap: bool,
    remaps: BTreeMap<Arc<str>, Arc<str>>,
    entries: BTreeMap<Arc<str>, Entry>,
}

/// The blackboards of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Boards {
    boards: Vec<Board>,
    /// Bytes that all values take.
    bytes: usize,
    /// Most bytes that they may take.
    bound: usize,
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Write {
    /// As the type of the value.
    Typed,
    /// As a value of the variant type, which no entry is locked to.
    Variant,
}

impl Boards {
    /// The root blackboard alone; values may take `bound` bytes in all.
    #[must_use]
    pub fn new(bound: usize) -> Self {
        Self {
            boards: vec![Board::default()],
            bytes: 0,
            bound,
        }
    }

    /// Puts a value on the root blackboard before a tree is made. Text makes an entry that takes the
    /// type of the first port that uses it; a value of another type locks the entry.
    ///
    /// # Errors
    ///
    /// [`Fault::TooManyBytes`].
    pub fn seed(&mut self, key: &str, value: Value) -> Result<(), Fault> {
        let key: Arc<str> = key.into();
        self.set(BoardId::ROOT, &key, value, Write::Typed, &Enums::new())
    }

    /// Declares an entry on the root blackboard without a value.
    ///
    /// # Errors
    ///
    /// [`Fault::EntryLocked`] where it is there with another type.
    pub fn declare(&mut self, key: &str, kind: &Type) -> Result<(), Fault> {
        self.create(BoardId::ROOT, &key.into(), kind)
    }

    /// The entry of a key, seen from the root blackboard.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entry(BoardId::ROOT, key)
    }

    /// The entries that a blackboard has itself, in the order of their keys.
    pub fn entries(&self, board: BoardId) -> impl Iterator<Item = (&str, &Entry)> {
        let entries = self.board(board).map(|board| board.entries.iter());
        entries
            .into_iter()
            .flatten()
            .map(|(key, entry)| (&**key, entry))
    }

    /// Whether the key belongs to a blackboard further up.
    pub(crate) fn is_mapped(&self, board: BoardId, key: &str) -> bool {
        self.resolve(board, key) != (board, key)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.boards.len()
    }

    fn board(&self, board: BoardId) -> Option<&Board> {
        self.boards.get(board.0 as usize)
    }

    fn board_mut(&mut self, board: BoardId) -> Option<&mut Board> {
        self.boards.get_mut(board.0 as usize)
    }

    /// A new blackboard below `parent`.
    pub(crate) fn add(&mut self, parent: BoardId, autoremap: bool) -> BoardId {
        let id = BoardId(u32::try_from(self.boards.len()).unwrap_or(u32::MAX));
        self.boards.push(Board {
            parent: Some(parent),
            autoremap,
            ..Board::default()
        });
        id
    }

    pub(crate) fn set_autoremap(&mut self, board: BoardId, autoremap: bool) {
        if let Some(board) = self.board_mut(board) {
            board.autoremap = autoremap;
        }
    }

    pub(crate) fn remap(&mut self, board: BoardId, inner: &str, outer: &str) {
        if let Some(board) = self.board_mut(board) {
            board.remaps.insert(inner.into(), outer.into());
        }
    }

    /// Puts a value into this blackboard itself, whatever is mapped.
    pub(crate) fn put_local(
        &mut self,
        board: BoardId,
        key: &str,
        kind: Type,
        value: Value,
    ) -> Result<(), Fault> {
        self.account(0, value.size())?;
        if let Some(board) = self.board_mut(board) {
            let entry = Entry {
                value,
                kind,
                sequence: 1,
            };
            board.entries.insert(key.into(), entry);
        }
        Ok(())
    }

    /// The blackboard and the name under which a key is found or would be created.
    pub(crate) fn resolve<'k>(
        &'k self,
        mut board: BoardId,
        mut key: &'k str,
    ) -> (BoardId, &'k str) {
        if let Some(rest) = key.strip_prefix('@') {
            (board, key) = (BoardId::ROOT, rest);
        }
        while let Some(found) = self.board(board) {
            let Some(parent) = found.parent else { break };
            if found.entries.contains_key(key) {
                break;
            }
            match found.remaps.get(key) {
                Some(outer) => key = outer,
                None if found.autoremap && !key.starts_with('_') => {}
                None => break,
            }
            board = parent;
            if let Some(rest) = key.strip_prefix('@') {
                (board, key) = (BoardId::ROOT, rest);
            }
        }
        (board, key)
    }

    /// The entry of a key, seen from `board`.
    pub(crate) fn entry(&self, board: BoardId, key: &str) -> Option<&Entry> {
        let (board, key) = self.resolve(board, key);
        self.board(board)?.entries.get(key)
    }

    fn entry_mut(&mut self, board: BoardId, key: &str) -> Option<&mut Entry> {
        let (board, key) = self.resolve(board, key);
        let key: Arc<str> = key.into();
        self.board_mut(board)?.entries.get_mut(&key)
    }

    /// Declares an entry where there is none.
    pub(crate) fn create(
        &mut self,
        board: BoardId,
        key: &Arc<str>,
        kind: &Type,
    ) -> Result<(), Fault> {
        let (board, key) = self.resolve(board, key);
        let key: Arc<str> = key.into();
        let Some(board) = self.board_mut(board) else {
            return Ok(());
        };
        if let Some(entry) = board.entries.get(&key) {
            let differs = entry.kind != *kind && entry.kind.is_strong() && kind.is_strong();
            if differs {
                return Err(Fault::EntryLocked {
                    name: key,
                    to: entry.kind.clone(),
                    from: kind.clone(),
                });
            }
            return Ok(());
        }
        let entry = Entry {
            value: Value::empty(kind.clone()),
            kind: kind.clone(),
            sequence: 0,
        };
        board.entries.insert(key, entry);
        Ok(())
    }

    /// Writes what a node puts out, by the rules for types: the first typed write locks an entry,
    /// later ones must fit.
    pub(crate) fn set(
        &mut self,
        board: BoardId,
        key: &Arc<str>,
        value: Value,
        write: Write,
        enums: &Enums,
    ) -> Result<(), Fault> {
        let (home, name) = self.resolve(board, key);
        let name: Arc<str> = name.into();
        let is_here = home == board || key.starts_with('@');
        let declared = match write {
            Write::Variant => Type::Variant,
            Write::Typed => value.kind().clone(),
        };
        let Some(entry) = self.board(home).and_then(|board| board.entries.get(&name)) else {
            // Text makes an entry that is open to the type of whatever port comes next.
            let kind = match (write, value.kind()) {
                (Write::Typed, Type::String) => Type::Untyped,
                (Write::Typed, kind) => kind.clone(),
                (Write::Variant, _) => value.kind().clone(),
            };
            self.create(home, &name, &kind)?;
            return self.store(home, &name, value);
        };
        if !is_here {
            // A mapped entry takes the value as it is, but for a declared type that differs.
            let differs = declared != Type::String
                && entry.kind != *value.kind()
                && entry.kind.is_strong()
                && value.kind().is_strong();
            if differs {
                return Err(locked(&name, entry, value.kind()));
            }
            return self.store(home, &name, value);
        }
        if !entry.kind.is_strong() {
            let entry_kind = declared;
            if let Some(entry) = self.entry_mut(home, &name) {
                entry.kind = entry_kind;
            }
            return self.store(home, &name, value);
        }
        let mut value = value;
        if entry.kind != declared && entry.kind != *value.kind() {
            let text = match write {
                Write::Typed => value.as_text(),
                Write::Variant => None,
            };
            match text {
                Some(text) if entry.kind.reads_text() => {
                    value = parse(text, &entry.kind, enums)?;
                }
                None if write == Write::Typed && value.fits(&entry.kind) => {}
                _ => return Err(locked(&name, entry, value.kind())),
            }
        }
        if write == Write::Variant {
            return self.store(home, &name, value);
        }
        let mut target = entry.value.clone();
        value.copy_into(&mut target)?;
        self.store(home, &name, target)
    }

    /// Replaces the value of an entry that is there, whatever its type.
    pub(crate) fn overwrite(
        &mut self,
        board: BoardId,
        key: &str,
        value: Value,
    ) -> Result<(), Fault> {
        let (home, name) = self.resolve(board, key);
        let name: Arc<str> = name.into();
        self.store(home, &name, value)
    }

    fn store(&mut self, home: BoardId, name: &Arc<str>, value: Value) -> Result<(), Fault> {
        let entry = self.board(home).and_then(|board| board.entries.get(name));
        let old = entry.map_or(0, |entry| entry.value.size());
        self.account(old, value.size())?;
        if let Some(entry) = self
            .board_mut(home)
            .and_then(|board| board.entries.get_mut(name))
        {
            entry.value = value;
            entry.sequence += 1;
        }
        Ok(())
    }

    fn account(&mut self, old: usize, new: usize) -> Result<(), Fault> {
        let bytes = self.bytes.saturating_sub(old).saturating_add(new);
        if bytes > self.bound {
            return Err(Fault::TooManyBytes { bound: self.bound });
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Changes a value in place without counting it as written, as taking from a queue does.
    pub(crate) fn change<T>(
        &mut self,
        board: BoardId,
        key: &str,
        change: impl FnOnce(&mut Value) -> T,
    ) -> Option<T> {
        let entry = self.entry_mut(board, key)?;
        let old = entry.value.size();
        let result = change(&mut entry.value);
        let new = entry.value.size();
        self.bytes = self.bytes.saturating_sub(old).saturating_add(new);
        Some(result)
    }

    /// Removes an entry of this blackboard itself, not one that is mapped.
    pub(crate) fn unset(&mut self, board: BoardId, key: &str) {
        let removed = self
            .board_mut(board)
            .and_then(|board| board.entries.remove(key));
        if let Some(entry) = removed {
            self.bytes = self.bytes.saturating_sub(entry.value.size());
        }
    }
}

fn locked(name: &Arc<str>, entry: &Entry, from: &Type) -> Fault {
    Fault::EntryLocked {
        name: name.clone(),
        to: entry.kind.clone(),
        from: from.clone(),
    }
}
