//! What a file is, by its first bytes; names decide only where a kind has no mark of its own.

/// A kind of file that is no plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text, or nothing that is known.
    Other,
    /// A kind whose structure is verified: picture, font, sound, film.
    Media(Media),
    Pdf,
    Zip,
    Gzip,
    Tar,
    /// A program for a processor or a virtual machine.
    Native(&'static str),
    /// Python's compiled code.
    PythonBytecode,
    /// An internal file of Git.
    Git,
    /// A named kind that is not looked into, and what it is.
    Closed(&'static str),
}

/// Kinds that are covered where their structure holds to the last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Media {
    Png,
    Jpeg,
    Gif,
    /// WebP, WAV, AVI: chunks in a RIFF.
    Riff,
    Bmp,
    Icon,
    Font,
    FontCollection,
    Woff,
    Woff2,
    Mp3,
    Ogg,
    Mp4,
}

impl Kind {
    /// The kind of a file with this path and these bytes.
    pub(crate) fn of(path: &str, bytes: &[u8]) -> Self {
        if super::git::is_internal(path) {
            return Self::Git;
        }
        let named = |ending: &str| {
            path.len() > ending.len()
                && path
                    .get(path.len() - ending.len()..)
                    .is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Self::Media(Media::Png),
            [0xFF, 0xD8, 0xFF, ..] => Self::Media(Media::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Self::Media(Media::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, _, _, _, _, ..] => Self::Media(Media::Riff),
            [b'B', b'M', a, b, c, d, ..]
                if u32::from_le_bytes([*a, *b, *c, *d]) as usize <= bytes.len()
                    && u32::from_le_bytes([*a, *b, *c, *d]) > 26 =>
            {
                Self::Media(Media::Bmp)
            }
            [0, 0, 1 | 2, 0, 1..=255, 0, ..] => Self::Media(Media::Icon),
            [0, 1, 0, 0, 0, ..]
            | [b'O', b'T', b'T', b'O', 0, ..]
            | [b't', b'r', b'u', b'e', 0, ..] => Self::Media(Media::Font),
            [b't', b't', b'c', b'f', 0, ..] => Self::Media(Media::FontCollection),
            [b'w', b'O', b'F', b'F', ..] => Self::Media(Media::Woff),
            [b'w', b'O', b'F', b'2', ..] => Self::Media(Media::Woff2),
            [b'O', b'g', b'g', b'S', 0, ..] => Self::Media(Media::Ogg),
            [b'I', b'D', b'3', 2..=4, ..] => Self::Media(Media::Mp3),
            [0xFF, 0xE0..=0xFF, ..] if named(".mp3") => Self::Media(Media::Mp3),
            [0, 0, _, _, b'f', b't', b'y', b'p', ..] => Self::Media(Media::Mp4),
            [b'%', b'P', b'D', b'F', b'-', ..] => Self::Pdf,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            [0x1F, 0x8B, 8, ..] => Self::Gzip,
            [0x7F, b'E', b'L', b'F', ..] => Self::Native("ELF program"),
            [b'M', b'Z', ..] if is_portable_executable(bytes) => Self::Native("Windows program"),
            [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, count, ..] if *count < 30 => {
                Self::Native("Mach-O program")
            }
            [0xCA, 0xFE, 0xBA, 0xBE, ..] => Self::Native("Java class"),
            [0xFE, 0xED, 0xFA, 0xCE | 0xCF, ..] | [0xCE | 0xCF, 0xFA, 0xED, 0xFE, ..] => {
                Self::Native("Mach-O program")
            }
            [0, b'a', b's', b'm', ..] => Self::Native("WebAssembly module"),
            [b'd', b'e', b'x', b'\n', ..] => Self::Native("Android program"),
            [b'L', 0, 0, 0, 1, 0x14, 2, 0, ..] => Self::Native("Windows shortcut"),
            [b'F', b'a', b's', b'd', b'U', b'A', b'S', ..] => Self::Native("compiled AppleScript"),
            [0x1B, b'L', b'u', b'a', ..] => Self::Native("Lua bytecode"),
            [_, _, b'\r', b'\n', ..] if is_python_bytecode(bytes) => Self::PythonBytecode,
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Self::Closed("xz archive"),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Closed("Zstandard archive"),
            [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', ..] => Self::Closed("bzip2 archive"),
            [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Self::Closed("7-Zip archive"),
            [b'R', b'a', b'r', b'!', 0x1A, 7, ..] => Self::Closed("RAR archive"),
            [4, 0x22, 0x4D, 0x18, ..] => Self::Closed("LZ4 archive"),
            [b'M', b'S', b'C', b'F', 0, ..] => Self::Closed("cabinet archive"),
            [b'x', b'a', b'r', b'!', ..] => Self::Closed("macOS package"),
            [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => {
                Self::Closed("ar archive or Debian package")
            }
            [0xED, 0xAB, 0xEE, 0xDB, ..] => Self::Closed("RPM package"),
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => {
                Self::Closed("old Office document or installer, which may hold macros")
            }
            [0x80, 2..=5, .., b'.'] => {
                Self::Closed("Python pickle, which runs code when it is loaded")
            }
            _ if named(".pkl") || named(".pickle") || named(".joblib") => {
                Self::Closed("Python pickle, which runs code when it is loaded")
            }
            [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => Self::Closed("NumPy array"),
            [0x89, b'H', b'D', b'F', ..] => Self::Closed("HDF5 data"),
            [b'P', b'A', b'R', b'1', ..] => Self::Closed("Parquet data"),
            [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Self::Closed("TIFF image"),
            [b'f', b'L', b'a', b'C', ..] => Self::Closed("FLAC audio"),
            [0x1A, 0x45, 0xDF, 0xA3, ..] => Self::Closed("Matroska film"),
            _ if bytes.starts_with(b"SQLite format 3\0") => Self::Closed("SQLite database"),
            _ if super::archive::is_tar(bytes) => Self::Tar,
            _ => Self::Other,
        }
    }
}

/// `MZ`, and a header where it says that one is.
fn is_portable_executable(bytes: &[u8]) -> bool {
    let mut place = super::bytes::Cursor::at(bytes, 0x3C);
    let header = place.u32_little().map(|header| header as usize);
    header.is_some_and(|header| {
        header
            .checked_add(2)
            .and_then(|end| bytes.get(header..end))
            .is_some_and(|mark| matches!(mark, b"PE" | b"NE" | b"LE"))
    })
}

/// A magic number of CPython 2 or 3 before `\r\n`, and a header behind.
fn is_python_bytecode(bytes: &[u8]) -> bool {
    let [low, high, _, _, ..] = bytes else {
        return false;
    };
    let magic = u16::from_le_bytes([*low, *high]);
    bytes.len() >= 8 && matches!(magic, 3000..=3999 | 50_000..=63_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks decide, not names; what only looks like a mark is text.
    #[test]
    fn marks() {
        let pe = {
            let mut bytes = vec![0; 0x48];
            bytes[..2].copy_from_slice(b"MZ");
            bytes[0x3C] = 0x40;
            bytes[0x40..0x42].copy_from_slice(b"PE");
            bytes
        };
        for (bytes, kind) in [
            (&b"\x7FELF\x02"[..], Kind::Native("ELF program")),
            (&pe, Kind::Native("Windows program")),
            (b"MZ is not a program", Kind::Other),
            (b"BM, said the bank", Kind::Other),
            (
                b"\xCA\xFE\xBA\xBE\0\0\0\x02",
                Kind::Native("Mach-O program"),
            ),
            (b"\xCA\xFE\xBA\xBE\0\0\0\x3D", Kind::Native("Java class")),
            (b"\xA7\x0D\x0D\x0A\0\0\0\0\0\0\0\0", Kind::PythonBytecode),
            (b"ab\r\ncdefgh", Kind::Other),
            (b"# text", Kind::Other),
        ] {
            assert_eq!(Kind::of("a.png", bytes), kind, "{bytes:?}");
        }
    }
}
