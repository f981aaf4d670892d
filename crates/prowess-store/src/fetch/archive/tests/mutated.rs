//! Ten thousand archives that chance has spoilt, and some that chance has made of bad parts: none brings the reader down, takes
//! long, or writes outside of its folder.

use std::fs;
use std::path::Path;

use super::made::{Link, Tar, Zip, gzip};
use super::*;

/// Numbers that look like chance and are the same every time (xorshift64*, Vigna 2016).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        number as usize % bound
    }

    fn one_of<'o, T>(&mut self, of: &'o [T]) -> &'o T {
        &of[self.below(of.len())]
    }

    /// Spoils some bytes.
    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(2) {
            if bytes.is_empty() {
                return;
            }
            let at = self.below(bytes.len());
            let end = (at + 1 + self.below(16)).min(bytes.len());
            match self.below(7) {
                0 => bytes[at] ^= 1 << self.below(8),
                1 => bytes[at] = *self.one_of(b"/\\.:\0\xFF~PK"),
                2 => bytes[at..end].fill(*self.one_of(b"\0\xFF./7")),
                3 => bytes.truncate(at),
                4 => drop(bytes.drain(at..end)),
                5 => {
                    let part = bytes[at..end].to_vec();
                    let to = self.below(bytes.len());
                    bytes.splice(to..to, part);
                }
                _ => {
                    let text =
                        *self.one_of(&["../", "/etc/", "C:\\", "SKILL.md", "..\\", "PK\x01\x02"]);
                    let end = (at + text.len()).min(bytes.len());
                    bytes[at..end].copy_from_slice(&text.as_bytes()[..end - at]);
                }
            }
        }
    }

    /// A name of good and bad parts.
    fn name(&mut self) -> String {
        const PARTS: [&str; 16] = [
            "..", ".", "", "s", "S", "SKILL.md", "x", "out", "C:", "\\", "..\\..", "nul", "a:b",
            "x.", "\u{e9}", "e\u{301}",
        ];
        let parts: Vec<&str> = (0..=self.below(3)).map(|_| *self.one_of(&PARTS)).collect();
        let start = *self.one_of(&["s/", "s/", "s/", "", "/"]);
        format!("{start}{}", parts.join("/"))
    }

    /// An archive of entries with such names, in some form.
    fn archive(&mut self) -> Vec<u8> {
        let count = 1 + self.below(4);
        if self.below(2) == 0 {
            let mut zip = Zip::new().file("s/SKILL.md", SKILL);
            for _ in 0..count {
                let mode = *self.one_of(&[0o100_644, 0o100_755, 0o120_777, 0o104_755, 0o020_666]);
                let name = self.name();
                zip = zip.mode(mode).file(&name, b"../../evil");
            }
            return zip.finish();
        }
        let mut tar = Tar::new().file("s/SKILL.md", SKILL);
        for _ in 0..count {
            let name = self.name();
            let target = self.name();
            tar = match self.below(5) {
                0 => tar.link(&name, &target, Link::Symbolic),
                1 => tar.link(&name, &target, Link::Hard),
                2 => tar.folder(&name),
                _ => tar.file(&name, b"evil"),
            };
        }
        gzip(&tar.finish())
    }
}

/// Writes a tree without asking anything of its paths: what comes out of the reader must be harmless by itself.
fn write(tree: &Tree, folder: &Path) {
    for (path, file) in tree.files() {
        let path = folder.join(path.as_str());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.bytes).unwrap();
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn nothing_is_written_outside() {
    let root = tempfile::tempdir().unwrap();
    let inner = root.path().join("a/b/c");
    fs::create_dir_all(&inner).unwrap();
    fs::write(inner.join("sentinel"), "whole").unwrap();
    let zip = Zip::new()
        .file("s/SKILL.md", SKILL)
        .mode(0o100_755)
        .packed("s/scripts/go.sh", SCRIPT)
        .mode(0o120_777)
        .file("s/link", b"scripts/go.sh")
        .finish();
    let tar = Tar::new()
        .file("s/SKILL.md", SKILL)
        .file("s/scripts/go.sh", SCRIPT)
        .link("s/link", "scripts/go.sh", Link::Symbolic)
        .finish();
    let limits = Limits {
        unpacked_bytes: 1 << 20,
        ..Limits::default()
    };
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let (mut kept, mut refused) = (0, 0);
    for number in 0..13_000 {
        let bytes = match number % 4 {
            _ if number >= 10_000 => chance.archive(),
            0 | 1 => {
                let mut bytes = zip.clone();
                chance.spoil(&mut bytes);
                bytes
            }
            // Spoilt within, so that the checksum of the compression holds.
            2 => {
                let mut bytes = tar.clone();
                chance.spoil(&mut bytes);
                gzip(&bytes)
            }
            _ => {
                let mut bytes = gzip(&tar);
                chance.spoil(&mut bytes);
                bytes
            }
        };
        let harvest = match harvest(source(), "a", &bytes, &limits) {
            Ok(harvest) => harvest,
            Err(Error::Archive { .. }) => {
                refused += 1;
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        for (index, skill) in harvest.skills.iter().enumerate() {
            kept += 1;
            write(&skill.tree, &inner.join(format!("target/{number}-{index}")));
        }
    }
    assert!(kept > 500 && refused > 5000, "{kept} {refused}");
    assert_eq!(names(root.path()), ["a"]);
    assert_eq!(names(&root.path().join("a")), ["b"]);
    assert_eq!(names(&root.path().join("a/b")), ["c"]);
    assert_eq!(names(&inner), ["sentinel", "target"]);
    assert_eq!(fs::read_to_string(inner.join("sentinel")).unwrap(), "whole");
}
