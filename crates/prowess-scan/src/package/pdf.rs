//! PDF files: no programs within, nothing behind the end.

use memchr::memmem;

use super::bytes::{inflate_zlib, latin1};
use super::media::Verified;

/// What makes a PDF more than pages: names of ISO 32000-1, 7.11.4 and 12.6, and what holds them.
const ACTIVE: &[&[u8]] = &[
    b"JS",
    b"JavaScript",
    b"Launch",
    b"EmbeddedFile",
    b"RichMedia",
    b"XFA",
    b"SubmitForm",
    b"ImportData",
];

/// The most that one stream may unpack to, in bytes, and all together.
const STREAM: u64 = 8 << 20;
const ALL: usize = 64 << 20;

/// What a PDF holds.
pub(crate) enum Pdf {
    /// Pages alone, with the texts that can be read, up to its end.
    Pages(Verified),
    /// Programs, files or forms that send: the names that say so.
    Active(Vec<String>, Verified),
    /// Something could not be looked into, and why.
    Closed(&'static str),
}

/// Looks through every part of the file that may hold names.
pub(crate) fn look(bytes: &[u8]) -> Pdf {
    let Some(last) = memmem::rfind(bytes, b"%%EOF") else {
        return Pdf::Closed("PDF without an end");
    };
    let mut verified = Verified::new("pdf");
    let end = last + b"%%EOF".len();
    let blanks = bytes.get(end..).unwrap_or_default();
    let blanks = blanks.iter().take_while(|byte| byte.is_ascii_whitespace());
    verified.end = end + blanks.count();
    let body = bytes.get(..verified.end).unwrap_or_default();

    let mut search = Search::default();
    let mut text = String::new();
    let (mut at, mut unpacked) = (0, 0);
    while let Some(found) = memmem::find(body.get(at..).unwrap_or_default(), b"stream") {
        let start = at + found + b"stream".len();
        let before = body.get(at..start).unwrap_or_default();
        search.names(before);
        let rest = body.get(start..).unwrap_or_default();
        let Some(length) = memmem::find(rest, b"endstream") else {
            search.names(rest);
            at = body.len();
            break;
        };
        let data = rest.get(..length).unwrap_or_default();
        let dictionary = before
            .get(before.len().saturating_sub(2048)..)
            .unwrap_or_default();
        // A `stream` that is no stream must not hide what stands behind it.
        if is_textual(data) {
            search.names(data);
        }
        let data = match data {
            [b'\r', b'\n', rest @ ..] | [b'\n', rest @ ..] => rest,
            data => data,
        };
        let holds_objects = memmem::find(dictionary, b"ObjStm").is_some();
        match inflate_zlib(data, STREAM) {
            Some(plain) => {
                unpacked += plain.len();
                if holds_objects || is_textual(&plain) {
                    search.names(&plain);
                    strings(&plain, &mut text);
                }
            }
            None if holds_objects && !is_textual(data) => {
                return Pdf::Closed("PDF whose objects are packed in a way that is not known");
            }
            None => strings(data, &mut text),
        }
        if unpacked > ALL {
            return Pdf::Closed("PDF that unpacks to more than 64 MiB");
        }
        at = start + length + b"endstream".len();
    }
    search.names(body.get(at..).unwrap_or_default());
    if search.is_encrypted {
        return Pdf::Closed("encrypted PDF");
    }
    verified
        .texts
        .extend((text.trim().len() >= 4).then_some(text));
    match search.active.is_empty() {
        true => Pdf::Pages(verified),
        false => Pdf::Active(search.active, verified),
    }
}

/// Whether bytes may be objects or the content of a page: compressed data and fonts never are.
fn is_textual(bytes: &[u8]) -> bool {
    let head = bytes.get(..4096).unwrap_or(bytes);
    let strange = head
        .iter()
        .filter(|byte| !matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r' | 0x0C));
    strange.count() * 4 <= head.len()
}

#[derive(Default)]
struct Search {
    active: Vec<String>,
    is_encrypted: bool,
}

impl Search {
    /// Every name, with its `#xx` read (ISO 32000-1, 7.3.5).
    fn names(&mut self, bytes: &[u8]) {
        for slash in memchr::memchr_iter(b'/', bytes) {
            let rest = bytes.get(slash + 1..).unwrap_or_default();
            let mut name = Vec::new();
            let mut at = 0;
            while let Some(byte) = rest.get(at).copied() {
                if byte <= b' ' || byte > b'~' || b"/[]<>(){}%".contains(&byte) || name.len() > 16 {
                    break;
                }
                let escaped = rest
                    .get(at + 1..at + 3)
                    .filter(|_| byte == b'#')
                    .and_then(|digits| std::str::from_utf8(digits).ok())
                    .and_then(|digits| u8::from_str_radix(digits, 16).ok());
                name.push(escaped.unwrap_or(byte));
                at += if escaped.is_some() { 3 } else { 1 };
            }
            if name == b"Encrypt" {
                self.is_encrypted = true;
            }
            if ACTIVE.contains(&name.as_slice()) {
                let name = format!("/{}", latin1(&name));
                if !self.active.contains(&name) {
                    self.active.push(name);
                }
            }
        }
    }
}

/// The literal strings of a page's content, as far as they are letters.
fn strings(content: &[u8], text: &mut String) {
    if memmem::find(content, b"Tj").is_none() && memmem::find(content, b"TJ").is_none() {
        return;
    }
    let mut bytes = content.iter().copied();
    let mut depth = 0_usize;
    while let Some(byte) = bytes.next() {
        match (depth, byte) {
            (0, b'(') => depth = 1,
            (0, b'T') => text.push('\n'),
            (0, _) => {}
            (_, b'\\') => text.extend(bytes.next().map(char::from)),
            (_, b'(') => depth += 1,
            (_, b')') => depth -= 1,
            (_, b' '..=b'~') => text.push(char::from(byte)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn active(bytes: &[u8]) -> Vec<String> {
        match look(bytes) {
            Pdf::Active(names, _) => names,
            Pdf::Pages(_) => Vec::new(),
            Pdf::Closed(reason) => vec![reason.to_owned()],
        }
    }

    /// Programs are found in plain objects, behind escapes, and in packed objects.
    #[test]
    fn programs() {
        use std::io::Write as _;
        assert_eq!(
            active(b"%PDF-1.4\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj %%EOF"),
            ["/JavaScript", "/JS"]
        );
        assert_eq!(
            active(b"%PDF-1.4\n<</S /J#61vaScript>> %%EOF\n"),
            ["/JavaScript"]
        );
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(b"1 0 <</S/Launch/F(a.exe)>>").unwrap();
        let packed = encoder.finish().unwrap();
        let file = [
            b"%PDF-1.5\n<</Type/ObjStm/Filter/FlateDecode>>stream\n",
            &*packed,
            b"\nendstream %%EOF",
        ]
        .concat();
        assert_eq!(active(&file), ["/Launch"]);
        let hidden = b"%PDF-1.4\n(stream) <</S/JavaScript>> (endstream) %%EOF";
        assert_eq!(active(hidden), ["/JavaScript"]);
    }

    /// Pages give their text, and an action that only opens a page is none.
    #[test]
    fn pages() {
        let file = b"%PDF-1.4\n<</OpenAction [3 0 R /Fit]>> <<>>stream\n(Hello \\(you\\)) Tj\nendstream\n%%EOF\nmore";
        let Pdf::Pages(verified) = look(file) else {
            panic!("pages")
        };
        assert_eq!(verified.texts, ["Hello (you)\n"]);
        assert_eq!(&file[verified.end..], b"more");
    }
}
