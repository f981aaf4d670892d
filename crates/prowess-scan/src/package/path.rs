//! Paths as they are written in archives and packages.

/// Whether a path leads out of the folder that it is unpacked in, on some system.
pub(crate) fn leaves(path: &str) -> bool {
    let is_drive = matches!(path.as_bytes(), [b'a'..=b'z' | b'A'..=b'Z', b':', ..]);
    path.starts_with(['/', '\\']) || is_drive || climbs(path)
}

/// Whether a path goes above its start by `..`.
pub(crate) fn climbs(path: &str) -> bool {
    let mut depth = 0_isize;
    path.split(['/', '\\']).any(|part| {
        depth += match part {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        depth < 0
    })
}

/// The path that `target` means in a file of the folder `base`, with `.` and `..` resolved; nothing
/// where it leads out of the package.
pub(crate) fn join(base: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The path that a link at `path` leads to; nothing where that is outside of the package.
pub(crate) fn target(path: &str, target: &str) -> Option<String> {
    let is_drive = matches!(target.as_bytes(), [b'a'..=b'z' | b'A'..=b'Z', b':', ..]);
    if target.starts_with(['/', '\\', '~']) || is_drive {
        return None;
    }
    join(folder(path), target)
}

/// The folder of a path, without the slash at its end.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part of a path.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What stands behind the last dot of the name, if anything stands before it.
pub(crate) fn ending(path: &str) -> Option<&str> {
    match name(path).rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => Some(ending),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What leads out leads out on every system; what comes back does not.
    #[test]
    fn ways_out() {
        for path in [
            "../a",
            "/a",
            "\\a",
            "C:a",
            "a/../../b",
            "..\\a",
            "\\\\host\\share",
        ] {
            assert!(leaves(path), "{path}");
        }
        for path in ["a/../b", "a..b/c", "...", "a:b"] {
            assert!(path == "a:b" || !leaves(path), "{path}");
        }
        assert_eq!(join("a/b", "../c.md").as_deref(), Some("a/c.md"));
        assert_eq!(join("a", "../../c"), None);
    }
}
