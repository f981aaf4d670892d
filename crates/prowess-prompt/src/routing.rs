//! Routing lines: for whoever chooses the skill of a task, one line a skill with what goes in and
//! what comes out (Jianmu's `build_routing_summary`).

use prowess_catalog::{Entry, EntryId, Listing, Snapshot};
use prowess_format::Port;

use crate::escape::one_line;

/// Which skills have a line, and how much it says. The default: those that are eligible, of any role,
/// without path and without what is missing.
#[derive(Debug, Clone, Copy)]
pub struct RoutingOptions<'a> {
    /// Which skills.
    pub listing: Listing,
    /// The role that they are for, exactly; nothing: any role and none.
    pub role: Option<&'a str>,
    /// Whether a line ends with the path of the skill's file.
    pub path: Detail,
    /// Whether a line of a skill that is not available ends with what it lacks.
    pub missing: Detail,
}

/// Whether a detail is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// It is not.
    #[default]
    Left,
    /// It is.
    Shown,
}

impl Default for RoutingOptions<'_> {
    fn default() -> Self {
        Self {
            listing: Listing::Eligible,
            role: None,
            path: Detail::Left,
            missing: Detail::Left,
        }
    }
}

/// The skills that have a line, in the order of the catalogue. Those that a model may not start have
/// none.
pub fn routed<'s>(
    snapshot: &'s Snapshot,
    options: &RoutingOptions<'s>,
) -> impl Iterator<Item = (EntryId, &'s Entry)> {
    let RoutingOptions { listing, role, .. } = *options;
    snapshot.entries.with_ids().filter(move |(_, entry)| {
        let own = entry.manifest.contract.as_ref();
        let own = own.and_then(|contract| contract.role.as_deref());
        listing.holds(entry)
            && entry.manifest.invocation.model
            && role.is_none_or(|role| own == Some(role))
    })
}

/// The lines of all skills that have one, each with its line end.
#[must_use]
pub fn routing_summary(snapshot: &Snapshot, options: &RoutingOptions<'_>) -> String {
    let mut summary = String::new();
    for (_, entry) in routed(snapshot, options) {
        write_line(&mut summary, entry, options);
        summary.push('\n');
    }
    summary
}

/// The line of one skill, without a line end:
/// `- NAME | execution=bt | description=… | inputs=(none) | outputs=a, b`.
#[must_use]
pub fn routing_line(entry: &Entry, options: &RoutingOptions<'_>) -> String {
    let mut line = String::new();
    write_line(&mut line, entry, options);
    line
}

fn write_line(out: &mut String, entry: &Entry, options: &RoutingOptions<'_>) {
    let contract = entry.manifest.contract.as_deref();
    out.push_str("- ");
    one_line(out, &entry.name);
    out.push_str(" | execution=");
    out.push_str(entry.manifest.execution().as_str());
    out.push_str(" | description=");
    one_line(out, &entry.description);
    out.push_str(" | inputs=");
    push_names(out, contract.map_or(&[], |contract| &contract.inputs));
    out.push_str(" | outputs=");
    push_names(out, contract.map_or(&[], |contract| &contract.outputs));
    if options.path == Detail::Shown {
        out.push_str(" | path=");
        one_line(out, &entry.file.to_string_lossy());
    }
    if options.missing == Detail::Shown {
        let missing = entry.verdict.missing().to_string();
        if !missing.is_empty() {
            out.push_str(" | missing=");
            one_line(out, &missing);
        }
    }
}

fn push_names(out: &mut String, ports: &[Port]) {
    if ports.is_empty() {
        out.push_str("(none)");
    }
    for (position, port) in ports.iter().enumerate() {
        if position > 0 {
            out.push_str(", ");
        }
        one_line(out, &port.name);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use prowess_base::Surroundings;
    use prowess_catalog::{Catalog, Profile, Request};

    use super::*;

    fn load(files: &[(&str, &str)]) -> (tempfile::TempDir, Arc<Snapshot>) {
        let folder = tempfile::tempdir().unwrap();
        for (name, fields) in files {
            let skill = folder.path().join("skills").join(name);
            std::fs::create_dir_all(&skill).unwrap();
            let text = format!("---\nname: {name}\n{fields}\n---\n");
            std::fs::write(skill.join("SKILL.md"), text).unwrap();
        }
        let mut request = Request::new(Profile::own(), Surroundings::bare(folder.path()));
        request.workspace = Some(folder.path().to_path_buf());
        let snapshot = Catalog::new(request).load();
        (folder, snapshot)
    }

    /// The line, to the letter: inputs and outputs by name, `(none)` for none, what is missing behind
    /// them where it is asked for.
    #[test]
    fn lines() {
        let (folder, snapshot) = load(&[
            (
                "a",
                "description: \"Finds\\nthings.\"\nexecution: bt\noutputs: {a: {}, b: {}}",
            ),
            ("b", "description: d\ninputs: [q]\nrequires: {env: [KEY]}"),
            ("c", "description: d\ndisable-model-invocation: true"),
        ]);
        assert_eq!(
            routing_summary(&snapshot, &RoutingOptions::default()),
            "- a | execution=bt | description=Finds things. | inputs=(none) | outputs=a, b\n"
        );
        let whole = RoutingOptions {
            listing: Listing::WithUnavailable,
            path: Detail::Shown,
            missing: Detail::Shown,
            ..RoutingOptions::default()
        };
        let file = folder.path().join(Path::new("skills/b/SKILL.md"));
        let (_, entry) = routed(&snapshot, &whole).nth(1).unwrap();
        assert_eq!(
            routing_line(entry, &whole),
            format!(
                "- b | execution=prompt | description=d | inputs=q | outputs=(none) | path={} | \
                 missing=ENV: KEY",
                file.display()
            )
        );
    }

    /// A role takes the skills that are for it, and no others.
    #[test]
    fn roles() {
        let (_folder, snapshot) = load(&[
            ("a", "description: d\nrole: writer"),
            ("b", "description: d\nrole: reader"),
            ("c", "description: d"),
        ]);
        let names = |role: Option<&str>| -> Vec<String> {
            let options = RoutingOptions {
                role,
                ..RoutingOptions::default()
            };
            let names = routed(&snapshot, &options).map(|(_, entry)| entry.name.to_string());
            names.collect()
        };
        assert_eq!(names(Some("writer")), ["a"]);
        assert_eq!(names(None), ["a", "b", "c"]);
    }
}
