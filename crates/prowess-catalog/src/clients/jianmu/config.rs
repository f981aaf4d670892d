//! `jianmu.yaml`: the folder of skills.

use std::path::Path;

use prowess_base::Diagnostic;
use prowess_format::{Limits, yaml_document};

use super::super::{ClientConfig, ConfigText, at, unreadable};

/// Reads a `jianmu.yaml`. `paths.skills_dir` is relative to the folder of the file; unset or blank is
/// as if it were not there, although the client's documentation names a default of its own.
///
/// # Errors
///
/// `PW250` with the place where the text is no YAML.
pub fn read_config(text: &str, file: &Path) -> Result<ClientConfig, Box<Diagnostic>> {
    let source = ConfigText::new(text, file);
    source.check_size()?;
    let tree = yaml_document(text, &Limits::default())
        .map_err(|fault| unreadable(file, fault.message, fault.place))?;
    let mut config = ClientConfig::default();
    let key = "paths.skills_dir";
    let Some(node) = tree
        .as_ref()
        .and_then(|tree| at(tree, &["paths", "skills_dir"]))
    else {
        return Ok(config);
    };
    match node.as_scalar() {
        Some(scalar) if node.is_null() || scalar.text.trim().is_empty() => {}
        Some(scalar) => {
            let beside = file.parent().unwrap_or(Path::new(""));
            let folder = beside.join(&*scalar.text);
            let folder = folder.components().collect();
            config.settings.skills_folder = Some((folder, source.origin(key, node.span)));
        }
        None => config.diagnostics.push(source.misshapen(
            key,
            node.span,
            "a path",
            "write the path of a folder as text",
        )),
    }
    Ok(config)
}
