//! Reading numbers and parts from bytes, never beyond their end.

/// A place in some bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'b> {
    pub(crate) bytes: &'b [u8],
    pub(crate) at: usize,
}

impl<'b> Cursor<'b> {
    pub(crate) fn at(bytes: &'b [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// The next `count` bytes, if there are as many.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let end = self.at.checked_add(count)?;
        let part = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(part)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u16_little(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32_little(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u16_big(&mut self) -> Option<u16> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u32_big(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn u64_big(&mut self) -> Option<u64> {
        self.array().map(u64::from_be_bytes)
    }

    pub(crate) fn rest(&self) -> &'b [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }
}

/// CRC-32 as PNG, gzip and zip use it.
pub(crate) fn crc32<'b>(parts: impl IntoIterator<Item = &'b [u8]>) -> u32 {
    let mut crc = flate2::Crc::new();
    for part in parts {
        crc.update(part);
    }
    crc.sum()
}

/// What came out of a compressed stream.
#[derive(Debug)]
pub(crate) enum Unpacked {
    /// Everything.
    All(Vec<u8>),
    /// More than the bound.
    BeyondBound,
    /// The stream is broken.
    Broken,
}

/// Everything that `reader` gives, up to `bound` bytes.
pub(crate) fn unpack(reader: impl std::io::Read, bound: u64) -> Unpacked {
    let mut bytes = Vec::new();
    let mut bounded = std::io::Read::take(reader, bound.saturating_add(1));
    match std::io::Read::read_to_end(&mut bounded, &mut bytes) {
        Ok(_) if bytes.len() as u64 > bound => Unpacked::BeyondBound,
        Ok(_) => Unpacked::All(bytes),
        Err(_) if bytes.len() as u64 > bound => Unpacked::BeyondBound,
        Err(_) => Unpacked::Broken,
    }
}

/// A zlib stream's contents, up to `bound` bytes. Bytes behind the stream do not matter.
pub(crate) fn inflate_zlib(bytes: &[u8], bound: u64) -> Option<Vec<u8>> {
    match unpack(flate2::read::ZlibDecoder::new(bytes), bound) {
        Unpacked::All(bytes) => Some(bytes),
        _ => None,
    }
}

/// Each byte as the character of the same number.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// The runs of at least `least` printable ASCII bytes, a line each.
pub(crate) fn printable_runs(bytes: &[u8], least: usize) -> String {
    let mut text = String::new();
    for run in bytes.split(|byte| !matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')) {
        if run.len() >= least {
            text.push_str(&latin1(run));
            text.push('\n');
        }
    }
    text
}
