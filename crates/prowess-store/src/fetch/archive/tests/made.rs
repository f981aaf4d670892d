//! Archives made byte by byte.

use std::io::Write as _;

/// A zip archive in the making.
#[derive(Debug, Clone)]
pub(super) struct Zip {
    local: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
    mode: u32,
}

/// How an entry is written.
struct Written<'w> {
    name: &'w str,
    /// The name in the entry's own header.
    local_name: &'w str,
    flags: u16,
    method: u16,
    crc: u32,
    size: u32,
    data: &'w [u8],
}

impl Zip {
    pub(super) fn new() -> Self {
        Self {
            local: Vec::new(),
            directory: Vec::new(),
            count: 0,
            mode: 0,
        }
    }

    /// The mode of the next entry.
    pub(super) fn mode(mut self, mode: u32) -> Self {
        self.mode = mode;
        self
    }

    pub(super) fn file(self, name: &str, bytes: &[u8]) -> Self {
        self.entry(&Written::stored(name, bytes))
    }

    pub(super) fn packed(self, name: &str, bytes: &[u8]) -> Self {
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        let data = encoder.finish().unwrap();
        self.entry(&Written {
            method: 8,
            data: &data,
            ..Written::stored(name, bytes)
        })
    }

    pub(super) fn encrypted(self, name: &str, bytes: &[u8]) -> Self {
        self.entry(&Written {
            flags: 1,
            ..Written::stored(name, bytes)
        })
    }

    pub(super) fn named_twice(self, name: &str, local_name: &str, bytes: &[u8]) -> Self {
        self.entry(&Written {
            local_name,
            ..Written::stored(name, bytes)
        })
    }

    pub(super) fn wrong_checksum(self, name: &str, bytes: &[u8]) -> Self {
        self.entry(&Written {
            crc: 7,
            ..Written::stored(name, bytes)
        })
    }

    /// An entry that the directory does not have.
    pub(super) fn hidden(self, name: &str, bytes: &[u8]) -> Self {
        let (directory, count) = (self.directory.clone(), self.count);
        let mut zip = self.file(name, bytes);
        zip.directory = directory;
        zip.count = count;
        zip
    }

    fn entry(mut self, entry: &Written<'_>) -> Self {
        let start = self.local.len() as u32;
        let fields = |out: &mut Vec<u8>, name: &str| {
            for field in [20, entry.flags | 0x800, entry.method, 0, 0] {
                out.extend(u16::to_le_bytes(field));
            }
            for field in [entry.crc, entry.data.len() as u32, entry.size] {
                out.extend(field.to_le_bytes());
            }
            out.extend((name.len() as u16).to_le_bytes());
            out.extend(0_u16.to_le_bytes());
        };
        self.local.extend(b"PK\x03\x04");
        fields(&mut self.local, entry.local_name);
        self.local.extend(entry.local_name.as_bytes());
        self.local.extend(entry.data);
        self.directory.extend(b"PK\x01\x02\x14\x03");
        fields(&mut self.directory, entry.name);
        self.directory.extend([0; 6]);
        self.directory.extend((self.mode << 16).to_le_bytes());
        self.directory.extend(start.to_le_bytes());
        self.directory.extend(entry.name.as_bytes());
        self.count += 1;
        self.mode = 0;
        self
    }

    /// The archive with its one record of the directory repeated.
    pub(super) fn repeated(mut self, times: usize) -> Vec<u8> {
        self.directory = self.directory.repeat(times);
        self.finish()
    }

    pub(super) fn finish(self) -> Vec<u8> {
        let mut bytes = self.local;
        let start = bytes.len() as u32;
        bytes.extend(&self.directory);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend(self.count.to_le_bytes());
        bytes.extend(self.count.to_le_bytes());
        bytes.extend((self.directory.len() as u32).to_le_bytes());
        bytes.extend(start.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }
}

impl<'w> Written<'w> {
    fn stored(name: &'w str, bytes: &'w [u8]) -> Self {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        Self {
            name,
            local_name: name,
            flags: 0,
            method: 0,
            crc: crc.sum(),
            size: bytes.len() as u32,
            data: bytes,
        }
    }
}

/// A tar archive in the making.
#[derive(Debug, Clone)]
pub(super) struct Tar {
    bytes: Vec<u8>,
    mode: u32,
}

/// The two kinds of links.
#[derive(Debug, Clone, Copy)]
pub(super) enum Link {
    Symbolic,
    Hard,
}

impl Tar {
    pub(super) fn new() -> Self {
        Self {
            bytes: Vec::new(),
            mode: 0o644,
        }
    }

    /// The mode of the next entry.
    pub(super) fn mode(mut self, mode: u32) -> Self {
        self.mode = mode;
        self
    }

    pub(super) fn file(self, name: &str, bytes: &[u8]) -> Self {
        self.entry(name, tar::EntryType::Regular, "", bytes)
    }

    pub(super) fn folder(self, name: &str) -> Self {
        self.entry(name, tar::EntryType::Directory, "", b"")
    }

    pub(super) fn link(self, name: &str, target: &str, link: Link) -> Self {
        let kind = match link {
            Link::Symbolic => tar::EntryType::Symlink,
            Link::Hard => tar::EntryType::Link,
        };
        self.entry(name, kind, target, b"")
    }

    pub(super) fn special(self, name: &str, kind: tar::EntryType) -> Self {
        self.entry(name, kind, "", b"")
    }

    pub(super) fn entry(
        mut self,
        name: &str,
        kind: tar::EntryType,
        target: &str,
        bytes: &[u8],
    ) -> Self {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(self.mode);
        header.set_entry_type(kind);
        let fields = header.as_mut_bytes();
        fields[..name.len()].copy_from_slice(name.as_bytes());
        fields[157..157 + target.len()].copy_from_slice(target.as_bytes());
        header.set_cksum();
        self.bytes.extend(header.as_bytes());
        self.bytes.extend(bytes);
        let whole = self.bytes.len().next_multiple_of(512);
        self.bytes.resize(whole, 0);
        self.mode = 0o644;
        self
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend([0; 1024]);
        self.bytes
    }
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
