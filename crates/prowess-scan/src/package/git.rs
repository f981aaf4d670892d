//! Git's own files. A cloned repository is full of them, and no program but Git reads them: they are
//! covered where they are what Git would accept. Its configuration and hooks are texts like any other.

use sha1::{Digest as _, Sha1};

use super::bytes::inflate_zlib;

/// Whether a path is one of an object, a pack or an index of Git.
pub(crate) fn is_internal(path: &str) -> bool {
    let Some(at) = path
        .starts_with(".git/")
        .then_some(0)
        .or_else(|| path.find("/.git/").map(|at| at + 1))
    else {
        return false;
    };
    let rest = path.get(at + ".git/".len()..).unwrap_or("");
    rest == "index"
        || rest.starts_with("objects/")
        || rest.contains("/objects/")
        || rest.ends_with("/index")
}

/// Whether the file is whole: an object whose name is its digest, or a pack, index or graph with its
/// digest at the end (Git documentation, "gitformat-pack", "gitformat-index").
pub(crate) fn is_whole(path: &str, bytes: &[u8], bound: u64) -> bool {
    const MARKS: [&[u8; 4]; 8] = [
        b"PACK", b"\xFFtOc", b"DIRC", b"CGPH", b"MIDX", b"RIDX", b"BITM", b"LIDX",
    ];
    if let Some((head, digest)) = bytes.split_last_chunk::<20>()
        && MARKS.iter().any(|mark| head.starts_with(*mark))
    {
        return Sha1::digest(head).as_slice() == digest;
    }
    let mut parts = path.rsplit('/');
    let (Some(rest), Some(first)) = (parts.next(), parts.next()) else {
        return false;
    };
    let Some(object) = inflate_zlib(bytes, bound) else {
        return false;
    };
    let digest = Sha1::digest(&object);
    let mut name = first.bytes().chain(rest.bytes());
    first.len() == 2
        && rest.len() == 38
        && digest.iter().all(|byte| {
            let digit = |value: u8| char::from_digit(u32::from(value), 16).map(|digit| digit as u8);
            name.next() == digit(byte >> 4) && name.next() == digit(byte & 15)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An object is whole where its name is its digest.
    #[test]
    fn objects() {
        use std::io::Write as _;
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(b"blob 0\0").unwrap();
        let bytes = encoder.finish().unwrap();
        let path = ".git/objects/e6/9de29bb2d1d6434b8b29ae775ad8c2e48c5391";
        assert!(is_internal(path) && is_whole(path, &bytes, 100));
        assert!(!is_whole(
            ".git/objects/e6/0de29bb2d1d6434b8b29ae775ad8c2e48c5391",
            &bytes,
            100
        ));
        assert!(!is_internal(".git/hooks/post-checkout"));
    }
}
