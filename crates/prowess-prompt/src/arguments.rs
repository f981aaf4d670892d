//! The placeholders of a body: what a command was called with, and folders.
//!
//! | placeholder | what stands there afterwards |
//! |---|---|
//! | `$ARGUMENTS` | everything behind the command, as it was written |
//! | `$0`, `$1`, …, `$ARGUMENTS[N]` | one argument, split as a shell splits words |
//! | `$NAME` | the argument of that place in the header's `arguments` |
//! | `${CLAUDE_SKILL_DIR}`, `{baseDir}` | the skill's folder |
//! | `${CLAUDE_PROJECT_DIR}`, `${CLAUDE_PLUGIN_ROOT}`, `${CLAUDE_SESSION_ID}` | what the host says |
//!
//! An argument that is declared and was not given is empty; a place that is neither declared nor
//! given stays as it is. A backslash before a placeholder makes it text, and two are one backslash
//! before its value. Values are never looked through again. Where no placeholder took any argument,
//! all of them stand behind the body after `ARGUMENTS:` (Claude Code; case SL-05).

use std::borrow::Cow;

use prowess_catalog::{Entry, Scope, Snapshot};

/// What a command was called with, and where.
#[derive(Debug, Clone, Copy, Default)]
pub struct Values<'v> {
    /// The names of the arguments, first to last.
    pub names: &'v [Box<str>],
    /// Everything that was written behind the command, empty where nothing was. Nothing: nobody calls
    /// the skill, and the placeholders of arguments stay as they are.
    pub arguments: Option<&'v str>,
    /// The folders that the body may speak of.
    pub folders: Folders<'v>,
}

/// The folders and the session that a body may speak of. The placeholder of one that is not known
/// stays as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Folders<'v> {
    /// The skill's.
    pub skill: Option<&'v str>,
    /// The project's.
    pub project: Option<&'v str>,
    /// The plugin's that the skill belongs to.
    pub plugin: Option<&'v str>,
    /// The identifier of the conversation.
    pub session: Option<&'v str>,
}

/// The folders of one skill.
#[derive(Debug, Clone, Default)]
pub struct SkillFolders<'s> {
    skill: Option<Cow<'s, str>>,
    plugin: Option<Cow<'s, str>>,
}

impl<'s> SkillFolders<'s> {
    /// The skill's own folder, and the plugin's in which its folder of skills is.
    #[must_use]
    pub fn of(snapshot: &'s Snapshot, entry: &'s Entry) -> Self {
        let has_file = !entry.file.as_os_str().is_empty();
        let root = snapshot.root(entry.root);
        let plugin = root.filter(|root| root.scope == Scope::Plugin).map(|root| {
            let is_skills = root.path.file_name().is_some_and(|name| name == "skills");
            let above = root.path.parent().filter(|_| is_skills);
            above.unwrap_or(&root.path).to_string_lossy()
        });
        Self {
            skill: has_file.then(|| entry.folder().to_string_lossy()),
            plugin,
        }
    }

    /// These with what the host says.
    #[must_use]
    pub fn with<'v>(&'v self, project: Option<&'v str>, session: Option<&'v str>) -> Folders<'v> {
        Folders {
            skill: self.skill.as_deref(),
            project,
            plugin: self.plugin.as_deref(),
            session,
        }
    }
}

/// The body with its placeholders filled in one pass.
#[must_use]
pub fn fill<'b>(body: &'b str, values: &Values<'_>) -> Cow<'b, str> {
    let arguments = values.arguments.unwrap_or("").trim();
    let given = words(arguments);
    let mut filling = Filling {
        values,
        given: &given,
        out: String::new(),
        copied: 0,
        took_arguments: false,
    };
    filling.run(body);
    let append = !filling.took_arguments && !given.is_empty();
    if filling.copied == 0 && !append {
        return Cow::Borrowed(body);
    }
    let Filling {
        mut out, copied, ..
    } = filling;
    out.push_str(body.get(copied..).unwrap_or(""));
    if append {
        out.truncate(out.trim_end().len());
        out.push_str("\n\nARGUMENTS: ");
        out.push_str(arguments);
        out.push('\n');
    }
    Cow::Owned(out)
}

/// The text with the folders in it filled in, and nothing else: for a body that nobody calls with
/// arguments, and for rules of `allowed-tools`, which may speak of folders too.
#[must_use]
pub fn fill_folders<'t>(text: &'t str, folders: Folders<'_>) -> Cow<'t, str> {
    let values = Values {
        folders,
        ..Values::default()
    };
    fill(text, &values)
}

/// The words of a command line as a POSIX shell splits them: blanks part them, quotes and a
/// backslash keep them together. A quote that does not close reaches to the end.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (None, open @ ('"' | '\'')) => {
                quote = Some(open);
                word.get_or_insert_default();
            }
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            (None, '\\') => {
                let escaped = characters.next().unwrap_or('\\');
                word.get_or_insert_default().push(escaped);
            }
            (Some('"'), '\\') if matches!(characters.peek(), Some('"' | '\\')) => {
                word.get_or_insert_default().extend(characters.next());
            }
            (_, other) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

/// A body on its way.
struct Filling<'v> {
    values: &'v Values<'v>,
    given: &'v [String],
    out: String,
    /// How much of the body is in `out`.
    copied: usize,
    took_arguments: bool,
}

/// What a placeholder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placeholder<'v> {
    /// All arguments.
    All,
    /// One of them, by its place.
    At(usize),
    /// A text that the host knows.
    Known(&'v str),
}

impl<'v> Filling<'v> {
    fn run(&mut self, body: &str) {
        let mut from = 0;
        while let Some(found) = body.get(from..).and_then(|rest| rest.find(['$', '{'])) {
            let start = from + found;
            let Some((placeholder, length)) = self.placeholder(body.get(start..).unwrap_or(""))
            else {
                from = start + 1;
                continue;
            };
            let before = body.get(self.copied..start).unwrap_or("");
            let backslashes = before.len() - before.trim_end_matches('\\').len();
            let end = start + length;
            let kept = before.len() - backslashes.div_ceil(2);
            if backslashes % 2 == 1 {
                self.out.push_str(before.get(..kept).unwrap_or(""));
                self.out.push_str(body.get(start..end).unwrap_or(""));
                self.copied = end;
            } else if let Some(value) = self.value(placeholder) {
                self.took_arguments |= !matches!(placeholder, Placeholder::Known(_));
                self.out.push_str(before.get(..kept).unwrap_or(""));
                self.out.push_str(&value);
                self.copied = end;
            }
            from = end;
        }
    }

    /// The placeholder that `text` begins with, and its length.
    fn placeholder(&self, text: &str) -> Option<(Placeholder<'v>, usize)> {
        if let Some(known) = self.known(text) {
            return Some(known);
        }
        self.values.arguments?;
        let rest = text.strip_prefix('$')?;
        if let Some(behind) = rest.strip_prefix("ARGUMENTS") {
            if let Some(inner) = behind.strip_prefix('[')
                && let Some((place, _)) = inner.split_once(']')
                && let Some(place) = number(place)
            {
                let digits = inner.find(']').unwrap_or(0);
                return Some((Placeholder::At(place), "$ARGUMENTS[]".len() + digits));
            }
            return ends_name(behind).then_some((Placeholder::All, "$ARGUMENTS".len()));
        }
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let place = number(rest.get(..digits)?)?;
            let ends = ends_name(rest.get(digits..)?);
            return ends.then_some((Placeholder::At(place), 1 + digits));
        }
        // The longest name that stands there.
        let names = self.values.names.iter().enumerate();
        let fitting = names.filter(|(_, name)| {
            let behind = rest.strip_prefix(&***name);
            !name.is_empty() && behind.is_some_and(ends_name)
        });
        let (place, name) = fitting.max_by_key(|(_, name)| name.len())?;
        Some((Placeholder::At(place), 1 + name.len()))
    }

    fn known(&self, text: &str) -> Option<(Placeholder<'v>, usize)> {
        let folders = self.values.folders;
        let known = [
            ("{baseDir}", folders.skill),
            ("${CLAUDE_SKILL_DIR}", folders.skill),
            ("${CLAUDE_PROJECT_DIR}", folders.project),
            ("${CLAUDE_PLUGIN_ROOT}", folders.plugin),
            ("${CLAUDE_SESSION_ID}", folders.session),
        ];
        known.into_iter().find_map(|(written, value)| {
            let is_here = text.starts_with(written);
            is_here.then_some((Placeholder::Known(value?), written.len()))
        })
    }

    /// The value of a placeholder; nothing for a place that is neither given nor declared.
    fn value(&self, placeholder: Placeholder<'v>) -> Option<Cow<'v, str>> {
        match placeholder {
            Placeholder::All => Some(self.values.arguments?.trim().into()),
            Placeholder::Known(value) => Some(value.into()),
            Placeholder::At(place) => match self.given.get(place) {
                Some(word) => Some(word.as_str().into()),
                None => (place < self.values.names.len()).then_some(Cow::Borrowed("")),
            },
        }
    }
}

fn number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

/// Whether a name may end before this text.
fn ends_name(behind: &str) -> bool {
    !behind.starts_with(|next: char| next.is_alphanumeric() || next == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(body: &str, names: &[&str], arguments: &str) -> String {
        let names: Vec<Box<str>> = names.iter().map(|name| (*name).into()).collect();
        let values = Values {
            names: &names,
            arguments: Some(arguments),
            folders: Folders {
                skill: Some("/s"),
                session: Some("$0"),
                ..Folders::default()
            },
        };
        fill(body, &values).into_owned()
    }

    /// SL-05: declared and missing is empty, escaped is text.
    #[test]
    fn sl_05_missing_and_escaped() {
        let body = "from=$0 to=$1 lit=\\$1\n";
        assert_eq!(
            filled(body, &["src", "dst"], "here"),
            "from=here to= lit=$1\n"
        );
    }

    /// Every kind of placeholder, by place, by name and whole; others stay.
    #[test]
    fn kinds() {
        for (body, filled_in) in [
            ("$ARGUMENTS.", "a 'b c'."),
            ("$0|$1|$2", "a|b c|$2"),
            ("$ARGUMENTS[1]|$ARGUMENTS[7]", "b c|$ARGUMENTS[7]"),
            ("$x|$xy|$x-|$é", "a|b c|a-|$é"),
            ("\\$0 \\\\$0 \\\\\\$0 $0", "$0 \\a \\$0 a"),
            ("{baseDir}/a ${CLAUDE_SKILL_DIR} $0", "/s/a /s a"),
            ("${CLAUDE_PROJECT_DIR} $0", "${CLAUDE_PROJECT_DIR} a"),
            ("$ARGUMENTSX $0th $xz $0", "$ARGUMENTSX $0th $xz a"),
            ("\\$HOME $ARGUMENTS[ $0", "\\$HOME a 'b c'[ a"),
        ] {
            assert_eq!(filled(body, &["x", "xy"], "a 'b c'"), filled_in, "{body}");
        }
    }

    /// A value is not looked through again.
    #[test]
    fn no_second_pass() {
        assert_eq!(filled("$0 $1", &[], "'$1' $ARGUMENTS"), "$1 $ARGUMENTS");
        assert_eq!(filled("${CLAUDE_SESSION_ID} $0", &[], "v"), "$0 v");
    }

    /// Arguments that nothing took stand at the end; without arguments nothing does.
    #[test]
    fn appended() {
        assert_eq!(filled("Do.\n", &[], " a b "), "Do.\n\nARGUMENTS: a b\n");
        assert_eq!(filled("\\$0 $5", &[], "a"), "$0 $5\n\nARGUMENTS: a\n");
        assert_eq!(filled("Do.\n", &[], "  "), "Do.\n");
        assert_eq!(filled("Do $ARGUMENTS.", &[], ""), "Do .");
    }

    /// Folders alone leave arguments as they are.
    #[test]
    fn folders_alone() {
        let folders = Folders {
            skill: Some("/s"),
            ..Folders::default()
        };
        assert_eq!(
            fill_folders("$ARGUMENTS $0 \\$0 {baseDir}", folders),
            "$ARGUMENTS $0 \\$0 /s"
        );
    }

    /// Words as a shell parts them.
    #[test]
    fn shell_words() {
        assert_eq!(
            words(r#"a  'b c'd "e\"\f" \g\ h '' "open "#),
            ["a", "b cd", "e\"\\f", "g h", "", "open "]
        );
        assert_eq!(words(" \t"), [""; 0]);
    }

    proptest::proptest! {
        /// Text without placeholders stays, whatever the arguments; what is filled in stands there as
        /// it was given.
        #[test]
        fn any_text(body in "[a-z$\\\\{}0-9 \n]{0,40}", arguments in "[a-z$\\\\'\"{}0-9 ]{0,20}") {
            let values = Values {
                arguments: Some(&arguments),
                ..Values::default()
            };
            let filled = fill(&body, &values);
            if !body.contains('$') {
                proptest::prop_assert!(filled.starts_with(body.trim_end()));
            }
            let whole = fill("<$ARGUMENTS>", &values).into_owned();
            proptest::prop_assert_eq!(whole, format!("<{}>", arguments.trim()));
        }
    }
}
