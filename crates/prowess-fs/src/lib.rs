//! Opening beneath a root, bounded reads, file identity, atomic writes, file locks.

mod identity;

pub use identity::FileIdentity;
