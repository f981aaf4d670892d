//! A Markdown link to a file that the skill does not have: the model will look for it in vain.
//! Paths are relative to the skill's folder (agentskills.io). Only checked where the files are
//! known.

use prowess_base::{Diagnostic, Severity, Span};

use super::Facts;
use crate::codes::rules::LINK_BROKEN;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some(resources) = facts.subject.resources else {
        return;
    };
    let start = facts.document.body.start as usize;
    for (offset, target) in relative_links(facts.document.body()) {
        let path = target.trim_start_matches("./").trim_end_matches('/');
        let is_there = path.is_empty()
            || path == facts.subject.file_name
            || resources.iter().any(|resource| is_at(resource, path));
        if !is_there {
            let place = Span::new(start + offset, start + offset + target.len());
            let message = format!("the skill has no file `{path}`");
            out.push(
                facts
                    .at(place, LINK_BROKEN, Severity::Warning, message)
                    .help("add the file, or write the path from the skill's folder"),
            );
        }
    }
}

/// Whether a file is at `path` or beneath it.
fn is_at(resource: &str, path: &str) -> bool {
    resource
        .strip_prefix(path)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The targets of Markdown links that are paths inside the folder, with their places in `body`;
/// links in code, to other places and with placeholders are left out.
pub(super) fn relative_links(body: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_fence = false;
    let mut line_start = 0;
    body.split_inclusive('\n').flat_map(move |line| {
        let start = line_start;
        line_start += line.len();
        let is_fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        in_fence ^= is_fence;
        let line = if in_fence || is_fence { "" } else { line };
        links(line).map(move |(offset, target)| (start + offset, target))
    })
}

fn links(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.match_indices("](")
        .filter_map(move |(index, opening)| {
            let start = index + opening.len();
            let before = line.get(..index)?;
            let in_code = before.matches('`').count() % 2 == 1;
            let target = line.get(start..)?.split([')', ' ', '#', '?']).next()?;
            (!in_code && is_path(target)).then_some((start, target))
        })
}

fn is_path(target: &str) -> bool {
    let names_a_file = target.contains('/') || target.contains('.');
    let stays = !target.starts_with(['/', '~', '<', '\\']) && !target.contains("..");
    let is_plain = target
        .chars()
        .all(|character| character.is_alphanumeric() || matches!(character, '/' | '.' | '-' | '_'));
    names_a_file && stays && is_plain
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, run};
    use super::super::{Subject, Target};
    use super::*;

    fn messages(body: &str, resources: Option<&[&str]>) -> Vec<String> {
        let text = described("d").replace("Body.\n", body);
        let subject = Subject {
            folder: "demo",
            file_name: "SKILL.md",
            bytes: text.as_bytes(),
            resources,
        };
        let found = run(check, Target::Any, &subject);
        found.into_iter().map(|found| found.message).collect()
    }

    /// A missing file fires; a file or folder that is there, unknown files, and what is no path
    /// do not.
    #[test]
    fn links() {
        let files: &[&str] = &["references/a.md"];
        let missing = ["the skill has no file `references/b.md`"];
        assert_eq!(messages("[b](references/b.md#top)", Some(files)), missing);
        assert_eq!(messages("[b](references/b.md)", None), [""; 0]);
        for body in [
            "[a](references/a.md#top)",
            "[a](./references/)",
            "[w](https://example.org/x.md)",
            "[o](../other/SKILL.md)",
            "`[b](references/b.md)`",
            "```\n[b](references/b.md)\n```",
            "[p]({path}.md) [m](mailto:a@b.c) [t](#top)",
        ] {
            assert_eq!(messages(body, Some(files)), [""; 0], "{body}");
        }
    }
}
