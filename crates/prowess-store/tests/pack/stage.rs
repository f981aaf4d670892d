//! A skill in a folder.

use std::path::Path;

use prowess_store::fetch::{Limits, archive};
use prowess_store::pack::{Packed, Packing, pack};
use prowess_store::{Error, Source, Tree};

pub(crate) const SKILL: &str = "---\nname: tide\ndescription: Tells the tides of a harbour. Use when asked when the water is high.\nlicense: MIT\n---\n\n# Tides\n\nRun `scripts/tide.sh HARBOUR`.\n";

/// The files of a skill, in the order in which they are written.
pub(crate) const FILES: [(&str, &str); 3] = [
    ("SKILL.md", SKILL),
    (
        "scripts/tide.sh",
        "#!/bin/sh\ngrep \"$1\" \"$(dirname \"$0\")/../tides.txt\"\n",
    ),
    ("tides.txt", "Brest 04:12\n"),
];

pub(crate) fn lay<'f>(folder: &Path, files: impl IntoIterator<Item = &'f (&'f str, &'f str)>) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        #[cfg(unix)]
        if text.starts_with("#!") {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        }
    }
}

pub(crate) fn packed(folder: &Path) -> Result<Packed, Error> {
    pack(folder, &Packing::default())
}

/// What is read from an archive when it is installed.
pub(crate) fn installed(bytes: &[u8]) -> Tree {
    let source: Source = "./tide.skill".parse().unwrap();
    let harvest = archive::harvest(source, "tide", bytes, &Limits::default()).unwrap();
    assert_eq!(harvest.refused, []);
    let [skill] = harvest.skills.as_slice() else {
        panic!("{:?}", harvest.skills)
    };
    skill.tree.clone()
}
