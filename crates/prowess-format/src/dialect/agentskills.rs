//! The six fields of the agentskills.io specification.
//!
//! The specification's own `allowed-tools` is one text with blanks between tools; a list is read
//! too, as every client does. `metadata` is for clients: nothing in it means anything here, but
//! one that cannot be read still makes the skill invalid.

use super::reader::Reader;
use crate::{Entry, Manifest};

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let [mut name, mut description, mut license, mut compatibility] = [None::<&Entry<'_>>; 4];
    let [mut metadata, mut allowed_tools] = [None::<&Entry<'_>>; 2];
    let mut unread = Vec::new();
    for entry in reader.entries() {
        let slot = match &*entry.key {
            "name" => &mut name,
            "description" => &mut description,
            "license" => &mut license,
            "compatibility" => &mut compatibility,
            "metadata" => &mut metadata,
            "allowed-tools" => &mut allowed_tools,
            other => {
                unread.push(other.into());
                continue;
            }
        };
        *slot = Some(entry);
    }
    if let Some(metadata) = metadata {
        reader.metadata(metadata);
    }
    Manifest {
        name: reader.name(name),
        description: reader.description(description),
        license: reader.text(license).map(Box::from),
        compatibility: reader.text(compatibility).map(Box::from),
        allowed_tools: reader.granted_tools(allowed_tools).into(),
        unread_keys: unread.into(),
        ..Manifest::default()
    }
}
