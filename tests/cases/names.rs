//! Name cases, as far as a header decides them.

use prowess_base::{FoldedName, normalize_name};
use prowess_format::{Dialect, Document, Limits, Manifest};

fn manifest(folder: &str, text: &str) -> Manifest {
    let limits = Limits::default();
    let (document, _) = Document::parse(text, &limits);
    let reading = Dialect::Own.read(&document, folder, &limits);
    assert_eq!(reading.diagnostics, []);
    reading.manifest
}

/// Names outside the standard load as they are, and fold to what a user types.
#[test]
fn nm_01_capitals_and_blanks() {
    for (name, typed) in [("My Tool", "my-tool"), ("snake_case", "snake-case")] {
        let manifest = manifest(
            name,
            &format!("---\nname: {name}\ndescription: d\n---\nBody.\n"),
        );
        assert_eq!(manifest.name.as_deref(), Some(name));
        assert_eq!(FoldedName::new(name), FoldedName::new(typed));
    }
}

/// The declared name counts where the folder has another.
#[test]
fn nm_03_folder_differs() {
    let manifest = manifest(
        "poster",
        "---\nname: xy-poster\ndescription: d\n---\nBody.\n",
    );
    assert_eq!(manifest.name.as_deref(), Some("xy-poster"));
}

/// A Chinese name stays whole.
#[test]
fn nm_04_chinese_name() {
    let manifest = manifest(
        "gushi",
        "---\nname: 故事整理\ndescription: 整理文稿\n---\nBody.\n",
    );
    assert_eq!(manifest.name.as_deref(), Some("故事整理"));
    assert_eq!(FoldedName::new("故事整理").as_str(), "故事整理");
}

/// Composed and decomposed forms of a name are one name.
#[test]
fn nm_07_unicode_forms() {
    let decomposed = "cafe\u{301}";
    let manifest = manifest(
        decomposed,
        &format!("---\nname: {decomposed}\ndescription: d\n---\nB.\n"),
    );
    assert_eq!(
        manifest.name.as_deref().map(normalize_name).as_deref(),
        Some("caf\u{e9}")
    );
}

/// Without a name there is none to declare: the folder's counts, at the same rank.
#[test]
fn nm_13_no_name() {
    let manifest = manifest("selfcheck", "---\ndescription: project\n---\nP.\n");
    assert_eq!(manifest.name, None);
}
