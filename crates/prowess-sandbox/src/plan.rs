//! What goes between the sandbox and its helper: over one socket, frames of a kind, a length and bytes.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{End, Level, Limits, Rights};

/// The word by which the helper knows itself, as its first argument.
pub(crate) const HELPER: &str = "__prowess_sandbox_helper";

/// What the helper is to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) level: Level,
    /// Nothing: only the restrictions are tried.
    pub(crate) program: Option<Vec<u8>>,
    pub(crate) arguments: Vec<Vec<u8>>,
    pub(crate) folder: PathBuf,
    pub(crate) environment: Vec<(Vec<u8>, Vec<u8>)>,
    pub(crate) rights: Rights,
    pub(crate) limits: Limits,
}

/// What the helper tells in the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Told {
    /// A restriction could not be put on; nothing ran.
    NotHeld(String),
    /// The program could not be started.
    NotStarted(String),
    /// The restrictions hold; there was nothing to run.
    Held,
    /// The program has ended.
    Ended(End),
}

/// Kinds of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A [`Plan`].
    Plan,
    /// A part of the program's input; an empty one ends it.
    Input,
    /// A [`Told`].
    Told,
}

impl Kind {
    const fn byte(self) -> u8 {
        match self {
            Self::Plan => b'P',
            Self::Input => b'I',
            Self::Told => b'T',
        }
    }
}

/// Most bytes of one frame.
const FRAME: u32 = 16 << 20;

pub(crate) fn write_frame(to: &mut impl Write, kind: Kind, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len())
        .ok()
        .filter(|length| *length <= FRAME)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "more than a frame holds"))?;
    to.write_all(&[kind.byte()])?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(bytes)?;
    to.flush()
}

/// The next frame; nothing where the other side has closed.
pub(crate) fn read_frame(from: &mut impl Read) -> io::Result<Option<(Kind, Vec<u8>)>> {
    let mut kind = [0];
    if from.read(&mut kind)? == 0 {
        return Ok(None);
    }
    let known = [Kind::Plan, Kind::Input, Kind::Told];
    let kind = known
        .into_iter()
        .find(|known| [known.byte()] == kind)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a frame of no known kind"))?;
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > FRAME {
        let reason = "a frame of more bytes than one may have";
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let mut bytes = vec![0; length as usize];
    from.read_exact(&mut bytes)?;
    Ok(Some((kind, bytes)))
}
