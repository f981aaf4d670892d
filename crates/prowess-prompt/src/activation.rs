//! What a model gets when a skill is loaded: the body in a wrapper that tells which skill it is and
//! where its files are.

use std::fmt;
use std::path::Path;

use prowess_base::{Diagnostic, Severity};
use prowess_catalog::Entry;

use crate::codes;
use crate::escape::{Escapes, escape_line, neutralize_tags};
use crate::path::{Homes, Slashes, write_location};
use crate::resources::Resources;
use crate::style::nanobot::RULE;

/// How a body is wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ActivationForm {
    /// `<skill_content name="…">`, as the client guide of agentskills.io suggests.
    #[default]
    SkillContent,
    /// `<skill name="…">`.
    Skill,
    /// `### Skill: NAME` (Nanobot).
    Heading,
}

impl ActivationForm {
    /// Tags of the wrapper, which a body may not open or close.
    fn tags(self) -> &'static [&'static str] {
        match self {
            Self::SkillContent => &["skill_content", "skill_resources"],
            Self::Skill => &["skill>", "skill ", "skill\n", "skill_resources"],
            Self::Heading => &[],
        }
    }
}

/// A body ready to enter a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Activation {
    /// The text.
    pub text: String,
    /// What was changed or left out on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Wraps the body of a skill, header removed. The name is escaped. The body stays as it is, but
/// for tags of the wrapper itself, whose `<` is written as an entity.
///
/// `resources` are listed by name and never read; nothing: no list. No folder is named for an entry
/// without a file, which is how a host gives one that is not on the disk.
#[must_use]
pub fn activation(
    entry: &Entry,
    body: &str,
    resources: Option<&Resources>,
    form: ActivationForm,
) -> Activation {
    let listed: usize = resources.map_or(0, |resources| {
        resources
            .files
            .iter()
            .map(|file| file.path.len() + 24)
            .sum()
    });
    let mut text = String::with_capacity(body.len() + listed + 256);
    let outcome = write(&mut text, entry, body, resources, form);
    let mut diagnostics = Vec::new();
    if outcome == Body::Changed {
        diagnostics.push(
            Diagnostic::new(
                codes::WRAPPER_TAG,
                Severity::Warning,
                format!(
                    "the body of `{}` holds a tag of its own wrapper",
                    entry.name
                ),
            )
            .in_file(&entry.file)
            .help("put the tag in other words; the model is shown it as text"),
        );
    }
    if let Some(resources) = resources.filter(|resources| resources.more > 0) {
        diagnostics.push(
            Diagnostic::new(
                codes::RESOURCES_CUT,
                Severity::Advice,
                format!(
                    "{} of the files of `{}` are listed, {} are not",
                    resources.files.len(),
                    entry.name,
                    resources.more
                ),
            )
            .in_file(&entry.file)
            .help("name in the body the files that the model needs"),
        );
    }
    Activation { text, diagnostics }
}

/// The entry of a skill whose file a model cannot reach: it is told of no folder.
#[must_use]
pub fn without_place(entry: &Entry) -> Entry {
    Entry {
        file: Path::new("").into(),
        ..entry.clone()
    }
}

/// Whether a body was written as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    Same,
    Changed,
}

/// Writes one activated body.
pub(crate) fn write(
    out: &mut String,
    entry: &Entry,
    body: &str,
    resources: Option<&Resources>,
    form: ActivationForm,
) -> Body {
    let tag = match form {
        ActivationForm::SkillContent => "skill_content",
        ActivationForm::Skill => "skill",
        ActivationForm::Heading => {
            heading(out, &entry.name, body.trim());
            return Body::Same;
        }
    };
    let neutral = neutralize_tags(body.trim(), form.tags());
    out.push('<');
    out.push_str(tag);
    out.push_str(" name=\"");
    escape_line(out, &entry.name);
    out.push_str("\">\n");
    out.push_str(&neutral);
    if entry.file.as_os_str().is_empty() {
        out.push('\n');
    } else {
        out.push_str("\n\nSkill directory: ");
        write_location(
            out,
            &entry.folder().to_string_lossy(),
            &Homes::default(),
            Slashes::Forward,
            Escapes::Xml,
        );
        out.push_str("\nRelative paths in this skill start there.\n");
    }
    if let Some(resources) = resources.filter(|resources| !resources.files.is_empty()) {
        list(out, resources);
    }
    out.push_str("</");
    out.push_str(tag);
    out.push('>');
    match neutral {
        std::borrow::Cow::Borrowed(_) => Body::Same,
        std::borrow::Cow::Owned(_) => Body::Changed,
    }
}

fn list(out: &mut String, resources: &Resources) {
    out.push_str("\n<skill_resources>\n");
    for file in &resources.files {
        out.push_str("  <file>");
        escape_line(out, &file.path);
        out.push_str("</file>\n");
    }
    if resources.more > 0 {
        out.push_str("  ");
        crate::scene::number(out, resources.more as usize);
        out.push_str(match resources.more {
            1 => " more file is not listed\n",
            _ => " more files are not listed\n",
        });
    }
    out.push_str("</skill_resources>\n");
}

fn heading(out: &mut String, name: &str, body: &str) {
    out.push_str("### Skill: ");
    out.extend(name.chars().map(|character| match character {
        '\n' | '\r' => ' ',
        other => other,
    }));
    out.push_str("\n\n");
    out.push_str(body);
}

/// A body as Nanobot puts it into a context: line ends as LF; where a header was removed, without
/// blank lines and blanks around it, else as it stands.
#[must_use]
pub fn nanobot_body(body: &str, header: HeaderRemoved) -> String {
    let body = body.replace("\r\n", "\n").replace('\r', "\n");
    match header {
        HeaderRemoved::Yes => body.trim().to_owned(),
        HeaderRemoved::No => body,
    }
}

/// Whether a header stood before a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderRemoved {
    /// It did and is removed.
    Yes,
    /// The whole file is the body.
    No,
}

/// Bodies in Nanobot's form, one after the other: `### Skill: NAME`, a rule between two. Empty for
/// none. The order and repetitions are the caller's.
#[must_use]
pub fn for_context<N: AsRef<str>, B: AsRef<str>>(bodies: &[(N, B)]) -> String {
    let mut context = String::new();
    for (index, (name, body)) in bodies.iter().enumerate() {
        if index > 0 {
            context.push_str(RULE);
        }
        heading(&mut context, name.as_ref(), body.as_ref());
    }
    context
}

impl fmt::Display for ActivationForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SkillContent => "skill_content",
            Self::Skill => "skill",
            Self::Heading => "heading",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::resources::Resource;
    use crate::resources::ResourceKind;

    fn entry(name: &str) -> Entry {
        Entry {
            name: name.into(),
            file: Arc::from(Path::new("/w/skills/tide/SKILL.md")),
            ..Entry::default()
        }
    }

    /// The wrapper tells the name, the folder and the files; what is not listed is counted.
    #[test]
    fn skill_content() {
        let resources = Resources {
            files: vec![Resource {
                path: "scripts/a&b.sh".to_owned(),
                bytes: 3,
                kind: ResourceKind::Text,
            }],
            more: 2,
            more_bytes: 9,
        };
        let activation = activation(
            &entry("tide"),
            "\n# Tides\n",
            Some(&resources),
            ActivationForm::SkillContent,
        );
        assert_eq!(
            activation.text,
            "<skill_content name=\"tide\">\n# Tides\n\n\
             Skill directory: /w/skills/tide\n\
             Relative paths in this skill start there.\n\n\
             <skill_resources>\n  <file>scripts/a&amp;b.sh</file>\n  2 more files are not listed\n\
             </skill_resources>\n</skill_content>"
        );
        let codes: Vec<_> = activation
            .diagnostics
            .iter()
            .map(|found| found.code)
            .collect();
        assert_eq!(codes, [codes::RESOURCES_CUT]);
    }

    /// A skill that is not on the disk has no folder that a model could look into.
    #[test]
    fn not_on_the_disk() {
        let entry = Entry {
            name: "tide".into(),
            ..Entry::default()
        };
        assert_eq!(
            activation(&entry, "# Tides\n", None, ActivationForm::SkillContent).text,
            "<skill_content name=\"tide\">\n# Tides\n</skill_content>"
        );
    }

    /// A body cannot end its wrapper; code that only looks alike stays.
    #[test]
    fn bodies_stay_inside() {
        let text = |body: &str, form| activation(&entry("tide"), body, None, form).text;
        let content = text("a </skill_content> <b>", ActivationForm::SkillContent);
        assert!(content.contains("a &lt;/skill_content> <b>"), "{content}");
        let skill = text("</skill> <skills> </Skill\n>", ActivationForm::Skill);
        assert!(
            skill.contains("&lt;/skill> <skills> &lt;/Skill\n>"),
            "{skill}"
        );
    }

    /// In every form the body stands without blank lines around it.
    #[test]
    fn bodies_are_trimmed() {
        for form in [
            ActivationForm::SkillContent,
            ActivationForm::Skill,
            ActivationForm::Heading,
        ] {
            let mut texts = ["\n\nBody.\n", "Body."].map(|body| {
                let mut text = String::new();
                write(&mut text, &entry("tide"), body, None, form);
                text
            });
            texts.sort_unstable();
            assert_eq!(texts[0], texts[1], "{form}");
        }
    }

    /// Nanobot's form: bodies as they are given, a rule between two, nothing for none.
    #[test]
    fn context() {
        assert_eq!(
            for_context(&[("a", "A."), ("b", "B.")]),
            "### Skill: a\n\nA.\n\n---\n\n### Skill: b\n\nB."
        );
        assert_eq!(for_context::<&str, &str>(&[]), "");
        assert_eq!(nanobot_body("\r\nx\ry\r\n", HeaderRemoved::Yes), "x\ny");
        assert_eq!(nanobot_body("\nx\n", HeaderRemoved::No), "\nx\n");
    }
}
