use proptest::prelude::*;

use super::*;

fn tree(files: &[(&str, &str)]) -> Tree {
    let mut tree = Tree::new();
    for (path, text) in files {
        let (path, executable) = match path.strip_suffix('*') {
            Some(path) => (path, true),
            None => (*path, false),
        };
        let bytes = text.as_bytes().to_vec();
        let file = TreeFile { bytes, executable };
        tree.add(path, file, &TreeLimits::default()).unwrap();
    }
    tree
}

type Shown<'s> = &'s [(&'s str, &'s str)];

fn merged(base: Shown<'_>, ours: Shown<'_>, theirs: Shown<'_>) -> Merged {
    let limits = TreeLimits::default();
    merge(&tree(base), &tree(ours), &tree(theirs), &limits).unwrap()
}

fn brought(merged: &Merged) -> Vec<(&str, &BroughtKind)> {
    merged
        .brought
        .iter()
        .map(|brought| (brought.path.as_str(), &brought.kind))
        .collect()
}

fn conflicts(merged: &Merged) -> Vec<(&str, &ConflictKind)> {
    merged
        .conflicts
        .iter()
        .map(|conflict| (conflict.path.as_str(), &conflict.kind))
        .collect()
}

/// What only one side did is done: changes, additions, removals and the right to execute.
#[test]
fn one_side() {
    let base = [
        ("a", "1"),
        ("b", "1"),
        ("c", "1"),
        ("d", "1"),
        ("e", "1\n2\n3\n"),
    ];
    let ours = [
        ("a", "2"),
        ("b", "1"),
        ("d", "1"),
        ("e*", "1\n2\n3\n"),
        ("mine", "m"),
    ];
    let theirs = [
        ("a", "1"),
        ("b", "2"),
        ("c", "1"),
        ("e", "1\n2\n4\n"),
        ("new", "n"),
    ];
    let merged = merged(&base, &ours, &theirs);
    let expected = [
        ("a", "2"),
        ("b", "2"),
        ("e*", "1\n2\n4\n"),
        ("mine", "m"),
        ("new", "n"),
    ];
    assert_eq!(
        (&merged.tree, merged.conflicts.len()),
        (&tree(&expected), 0)
    );
    let expected = [
        ("b", &BroughtKind::Taken),
        ("d", &BroughtKind::Removed),
        ("e", &BroughtKind::Merged),
        ("new", &BroughtKind::Added),
    ];
    assert_eq!(brought(&merged), expected);
}

/// Where both want something else the user's file stays until the user has chosen, and what is in no conflict comes
/// (IN-04).
#[test]
fn in_04_conflict() {
    let base = [
        ("SKILL.md", "a\n"),
        ("bin", "\0a"),
        ("gone", "1"),
        ("ref.md", "1"),
    ];
    let ours = [
        ("SKILL.md", "mine\n"),
        ("bin", "\0b"),
        ("gone", "2"),
        ("ref.md", "1"),
    ];
    let theirs = [("SKILL.md", "theirs\n"), ("bin", "\0c"), ("ref.md", "2")];
    let merged = merged(&base, &ours, &theirs);
    let kept = [
        ("SKILL.md", "mine\n"),
        ("bin", "\0b"),
        ("gone", "2"),
        ("ref.md", "2"),
    ];
    assert_eq!(merged.tree, tree(&kept));
    let parts = ConflictKind::Text(vec![Part::Conflict {
        base: b"a\n".to_vec(),
        ours: b"mine\n".to_vec(),
        theirs: b"theirs\n".to_vec(),
    }]);
    let expected = [
        ("SKILL.md", &parts),
        ("bin", &ConflictKind::Whole),
        ("gone", &ConflictKind::Removed),
    ];
    assert_eq!(conflicts(&merged), expected);
    let limits = TreeLimits::default();
    let decided = |side| merged.decided(|_| side, &limits).unwrap();
    assert_eq!(decided(Side::Ours), tree(&kept));
    assert_eq!(decided(Side::Theirs), tree(&theirs));
}

/// A file that one side only renamed keeps what the other side made of it.
#[test]
fn renames_are_whole() {
    let base = [("old", "1\n2\n3\n"), ("x", "x")];
    let changed = [("old", "1\n2\n4\n"), ("x", "x")];
    let renamed = [("new", "1\n2\n3\n"), ("x", "x")];
    let expected = tree(&[("new", "1\n2\n4\n"), ("x", "x")]);
    let to_ours = merged(&base, &changed, &renamed);
    assert_eq!((&to_ours.tree, to_ours.conflicts.len()), (&expected, 0));
    let from = "old".parse().unwrap();
    assert_eq!(brought(&to_ours), [("new", &BroughtKind::Renamed { from })]);
    let to_theirs = merged(&base, &renamed, &changed);
    assert_eq!((&to_theirs.tree, to_theirs.conflicts.len()), (&expected, 0));
    assert_eq!(brought(&to_theirs), [("new", &BroughtKind::Taken)]);
}

/// A new file of the source takes no place of the user's: neither of one that is the same for some systems, nor of a
/// folder.
#[test]
fn places() {
    let base = [("SKILL.md", "s")];
    let ours = [("SKILL.md", "s"), ("Notes", "mine"), ("docs", "mine")];
    let theirs = [("SKILL.md", "s"), ("notes", "new"), ("docs/a", "new")];
    let merged = merged(&base, &ours, &theirs);
    assert_eq!(merged.tree, tree(&ours));
    let expected = [
        ("docs/a", &ConflictKind::Place),
        ("notes", &ConflictKind::Place),
    ];
    assert_eq!(conflicts(&merged), expected);
    assert!(merged.brought.is_empty());
    let decided = merged.decided(|_| Side::Theirs, &TreeLimits::default());
    assert_eq!(decided.unwrap(), tree(&theirs));
}

/// A tree of few paths and few contents, so that renames, equal files and conflicts all come up.
fn any_tree() -> impl Strategy<Value = Tree> {
    let path = prop::sample::select(vec!["a", "b", "c", "A", "d", "d/a", "d/b"]);
    let file = ("([xyz]\n){0,3}", any::<bool>());
    prop::collection::vec((path, file), 0..5).prop_map(|files| {
        let mut tree = Tree::new();
        for (path, (text, executable)) in files {
            let bytes = text.into_bytes();
            // What has no place beside the others is left out.
            let _ = tree.add(path, TreeFile { bytes, executable }, &TreeLimits::default());
        }
        tree
    })
}

proptest! {
    /// Any three trees are merged. A side that changed nothing gives way, two equal sides agree, and any choice makes a
    /// tree of what is in conflict.
    #[test]
    fn laws(base in any_tree(), one in any_tree(), other in any_tree()) {
        let limits = TreeLimits::default();
        let merge = |ours, theirs| merge(&base, ours, theirs, &limits).unwrap();
        for (merged, expected) in [
            (merge(&one, &base), &one),
            (merge(&base, &one), &one),
            (merge(&one, &one), &one),
        ] {
            prop_assert_eq!(&merged.tree, expected);
            prop_assert_eq!(merged.conflicts, vec![]);
        }
        let merged = merge(&one, &other);
        for side in [Side::Ours, Side::Theirs] {
            prop_assert!(merged.decided(|_| side, &limits).is_ok());
        }
    }
}
