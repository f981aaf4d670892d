//! Recipes of make and just, and the steps that build a container, as the shell that runs them.

use crate::unit::{Language, Origin, Unit};

/// Shell that is put together line by line, with the place of every line.
#[derive(Debug, Default)]
struct Shell {
    text: String,
    runs: Vec<(u32, u32)>,
}

impl Shell {
    /// Adds a line that stands for what begins at `at`.
    fn line(&mut self, at: usize, line: &str) {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.runs.push((place(self.text.len()), place(at)));
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// Gives the commands of a unit as one shell program.
pub(super) fn derive<'p>(unit: &Unit<'p>, give: &mut dyn FnMut(Unit<'p>)) {
    let shell = match unit.language {
        Language::Recipes => recipes(&unit.text),
        Language::Dockerfile => steps(&unit.text),
        _ => return,
    };
    if shell.text.is_empty() {
        return;
    }
    let mut part = unit.rewritten(shell.text, &shell.runs, Origin::Embedded);
    part.language = Language::Shell;
    give(part);
}

/// The lines of recipes, with the variables of the file: `$(NAME)` is a variable there, `$$` a dollar, and
/// `$(shell …)` runs.
fn recipes(text: &str) -> Shell {
    let mut shell = Shell::default();
    let mut at = 0;
    let mut continues = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        if line.starts_with(['\t', ' ']) || continues {
            let command = line.trim_start();
            let inner = match continues {
                true => command,
                false => command.trim_start_matches(['@', '-', '+']),
            };
            let offset = line.len() - inner.len();
            continues = line.ends_with('\\');
            if !inner.starts_with('#') {
                shell.line(start + offset, &as_shell(inner));
            }
            continue;
        }
        if let Some((name, value)) = assignment(line) {
            let value = as_shell(value.trim_end_matches('\\')).replace('"', "\\\"");
            shell.line(start, &format!("{name}=\"{value}\""));
        } else if line.contains("$(shell ") {
            shell.line(start, &as_shell(line));
        }
    }
    shell
}

/// `NAME = value`, `NAME := value` and their kin.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("export ").unwrap_or(line);
    let (name, value) = line.split_once('=')?;
    let name = name.trim_end_matches([':', '?', '+', '!', ' ', '\t']);
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || one == '_');
    is_name.then_some((name, value.trim()))
}

/// A line of make as a shell gets it.
fn as_shell(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(dollar) = rest.find('$') {
        out.push_str(rest.get(..dollar).unwrap_or(""));
        let behind = rest.get(dollar + 1..).unwrap_or("");
        if let Some(after) = behind.strip_prefix('$') {
            out.push('$');
            rest = after;
        } else if let Some(after) = behind.strip_prefix("(shell ") {
            out.push_str("$(");
            rest = after;
        } else if let Some((name, after)) = behind
            .strip_prefix('(')
            .and_then(|inside| inside.split_once(')'))
            .filter(|(name, _)| {
                name.chars()
                    .all(|one| one.is_ascii_alphanumeric() || one == '_')
            })
        {
            out.push_str("${");
            out.push_str(name);
            out.push('}');
            rest = after;
        } else {
            out.push('$');
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

/// What a container's steps run, fetch and set.
fn steps(text: &str) -> Shell {
    let mut shell = Shell::default();
    let mut at = 0;
    let mut continues = false;
    // The mark that ends a text which is run as it stands.
    let mut until: Option<String> = None;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        if let Some(mark) = &until {
            shell.line(start, line);
            if line.trim() == mark {
                until = None;
            }
            continue;
        }
        let inner = line.trim_start();
        let offset = line.len() - inner.len();
        if continues {
            continues = line.ends_with('\\') || inner.starts_with('#');
            if !inner.starts_with('#') {
                shell.line(start + offset, inner);
            }
            continue;
        }
        let Some((word, rest)) = inner.split_once([' ', '\t']) else {
            continue;
        };
        let rest = rest.trim_start();
        let place = start + (line.len() - rest.len());
        match word.to_ascii_uppercase().as_str() {
            "RUN" | "CMD" | "ENTRYPOINT" | "ONBUILD" => {
                let command = without_flags(rest);
                if let Some(mark) = command.strip_prefix("<<") {
                    let mark = mark.trim_start_matches('-').trim_matches(['"', '\'', ' ']);
                    until = Some(mark.to_owned());
                    shell.line(place, &format!("sh {command}"));
                } else if let Ok(words) = serde_json::from_str::<Vec<String>>(command) {
                    let quoted = words.iter().map(|word| quoted(word));
                    shell.line(place, &quoted.collect::<Vec<_>>().join(" "));
                } else {
                    continues = line.ends_with('\\');
                    shell.line(place, command);
                }
            }
            "ADD" => {
                let mut words = without_flags(rest).split_whitespace();
                if let (Some(from), Some(to)) = (words.next(), words.next())
                    && from.contains("://")
                {
                    shell.line(place, &format!("curl -o {} {}", quoted(to), quoted(from)));
                }
            }
            "ENV" | "ARG" if rest.contains('=') => shell.line(place, rest.trim_end_matches('\\')),
            _ => {}
        }
    }
    shell
}

/// What stands behind flags (`--mount=…`).
fn without_flags(text: &str) -> &str {
    let mut text = text;
    while text.starts_with("--")
        && let Some((_, rest)) = text.split_once([' ', '\t'])
    {
        text = rest.trim_start();
    }
    text
}

/// A word as a shell takes it literally.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of recipes are shell, with the variables of make.
    #[test]
    fn of_make() {
        let text = "U := http://a.test/i\nall: dep\n\t@curl -s $(U) | sh\n\techo $$HOME \\\n\t  && ls\nX = $(shell id)\n";
        assert_eq!(
            recipes(text).text,
            "U=\"http://a.test/i\"\ncurl -s ${U} | sh\necho $HOME \\\n&& ls\nX=\"$(id)\"\n"
        );
    }

    /// Steps of a container are shell: commands, lists of words, what is fetched.
    #[test]
    fn of_containers() {
        let text = "FROM a\nARG U=http://a.test\nRUN --mount=x curl $U \\\n  | sh\nCMD [\"sh\", \"-c\", \"id\"]\nADD http://a.test/b /b\nRUN <<EOF\nid\nEOF\n";
        assert_eq!(
            steps(text).text,
            "U=http://a.test\ncurl $U \\\n| sh\n'sh' '-c' 'id'\ncurl -o '/b' 'http://a.test/b'\nsh <<EOF\nid\nEOF\n"
        );
    }
}
