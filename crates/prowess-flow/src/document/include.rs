//! `<include>`: files beneath the folder of the first one.

use super::{Element, Forest};
use crate::Fault;

/// Gives the files that are included.
pub trait Includes {
    /// The bytes of the file at `path`, which is relative to the folder of the first file, uses `/`,
    /// and holds neither `.` nor `..`. A host opens it beneath that folder, with a bound on its size.
    ///
    /// # Errors
    ///
    /// Why it cannot be had, in a few words, lower case.
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String>;
}

/// Gives no files.
#[derive(Debug, Clone, Copy)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn load(&mut self, _path: &str) -> Result<Vec<u8>, String> {
        Err("files cannot be included here".to_owned())
    }
}

impl<F: FnMut(&str) -> Result<Vec<u8>, String>> Includes for F {
    fn load(&mut self, path: &str) -> Result<Vec<u8>, String> {
        self(path)
    }
}

impl Forest<'_> {
    pub(super) fn include(
        &mut self,
        source: usize,
        place: &str,
        root: &Element,
        includes: &mut dyn Includes,
        open: &mut Vec<String>,
    ) {
        for element in root.named("include") {
            let Some(path) = element.value("path") else {
                self.fault(source, Fault::IncludePath, element.span);
                continue;
            };
            if element.value("ros_pkg").is_some() {
                self.fault(source, Fault::IncludePackage, element.span);
                continue;
            }
            let loaded = beneath(place, path).and_then(|inner| {
                if open.contains(&inner) {
                    return Err("it includes itself".to_owned());
                }
                if self.sources.len() >= self.limits.files {
                    return Err(format!("there are more than {} files", self.limits.files));
                }
                let bytes = includes.load(&inner)?;
                Ok((inner, bytes))
            });
            match loaded {
                Ok((inner, bytes)) => self.open(&inner, &inner, &bytes, includes, open),
                Err(reason) => {
                    let path = path.clone();
                    self.fault(source, Fault::Include { path, reason }, element.span);
                }
            }
        }
    }
}

/// The path of a file that the file at `place` includes, beneath the folder of the first file.
fn beneath(place: &str, path: &str) -> Result<String, String> {
    let is_absolute = path.starts_with('/') || path.contains(['\\', ':', '\0']);
    if is_absolute {
        return Err("only a path beneath the folder of the tree can be included".to_owned());
    }
    let mut parts: Vec<&str> = place.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Err("it lies outside the folder of the tree".to_owned());
                }
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err("it is no file".to_owned());
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path follows the file that names it and never leaves the folder of the first.
    #[test]
    fn confined() {
        assert_eq!(
            beneath("tree.xml", "sub/lib.xml"),
            Ok("sub/lib.xml".to_owned())
        );
        assert_eq!(
            beneath("sub/lib.xml", "./deep.xml"),
            Ok("sub/deep.xml".to_owned())
        );
        assert_eq!(
            beneath("sub/lib.xml", "../top.xml"),
            Ok("top.xml".to_owned())
        );
        for path in [
            "../x.xml",
            "sub/../../x.xml",
            "/etc/x",
            "C:\\x",
            "a\\b",
            "..",
            ".",
        ] {
            assert!(beneath("tree.xml", path).is_err(), "{path}");
        }
    }
}
