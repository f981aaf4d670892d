//! What a file makes a system run that reads it by itself: units of systemd, property lists of launchd, desktop
//! entries, tables of cron and start files of shells.

use prowess_base::Span;

use super::machine::Machine;
use crate::fact::{Act, Protection};
use crate::unit::Language;

/// Variables through which a program is loaded into every other that starts, with what must stand in their value.
const LOADERS: &[(&str, &[&str])] = &[
    (
        "NODE_OPTIONS",
        &[
            "--require",
            "-r ",
            "--import",
            "--loader",
            "--experimental-loader",
        ],
    ),
    ("LD_PRELOAD", &["/"]),
    ("LD_AUDIT", &["/"]),
    ("DYLD_INSERT_LIBRARIES", &["/"]),
    ("BASH_ENV", &["/"]),
    ("PYTHONSTARTUP", &["/"]),
    ("PERL5OPT", &["-M", "-I"]),
    ("RUBYOPT", &["-r"]),
    ("JAVA_TOOL_OPTIONS", &["-javaagent"]),
    ("GIT_SSH_COMMAND", &["/", "nc ", "curl"]),
];

/// Pipes into a shell.
const PIPED: &[&str] = &[
    "| sh", "|sh", "| bash", "|bash", "| zsh", "| python", "|python",
];

/// Variables that turn the check of certificates off, with the value that does.
const UNCHECKED: &[(&str, &str)] = &[
    ("NODE_TLS_REJECT_UNAUTHORIZED", "0"),
    ("PYTHONHTTPSVERIFY", "0"),
    ("GIT_SSL_NO_VERIFY", "1"),
    ("GIT_SSL_NO_VERIFY", "true"),
];

impl Machine<'_> {
    /// Reads what was written to a file that runs by itself later, by the language that its name tells.
    pub(super) fn runs_later(&mut self, path: &str, text: &str, span: Span) {
        let lower = path.to_ascii_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
        if ends(&[".py", ".pth"]) {
            self.code(Language::Python, text, Some(span));
        } else if ends(&[".js", ".mjs", ".cjs", ".ts"]) {
            self.code(Language::JavaScript, text, Some(span));
        } else if ends(&[".ps1", ".bat", ".cmd", "$profile"]) {
            self.code(Language::PowerShell, text, Some(span));
        } else {
            self.code(Language::Shell, &commands(text), Some(span));
            if text.contains("://") && PIPED.iter().any(|shell| text.contains(shell)) {
                // What no tree is made of is read line by line.
                let outer = self.outer.replace(self.place(span));
                super::patterns::shell(self, &commands(text));
                self.outer = outer;
            }
            self.sets(text, span);
        }
    }

    /// Variables that change what every later program does.
    fn sets(&mut self, text: &str, span: Span) {
        let value_of = |name: &str| {
            let (_, behind) = text.split_once(name)?;
            let value = behind
                .strip_prefix('=')
                .or_else(|| behind.strip_prefix(' '))?;
            Some(
                value
                    .lines()
                    .next()
                    .unwrap_or("")
                    .trim_start_matches(['"', '\'']),
            )
        };
        for (name, marks) in LOADERS {
            if value_of(name).is_some_and(|value| marks.iter().any(|mark| value.contains(mark))) {
                let variable = (*name).to_owned();
                self.fact(span, Act::Preloads { variable });
            }
        }
        if UNCHECKED
            .iter()
            .any(|(name, off)| value_of(name).is_some_and(|value| value.starts_with(off)))
        {
            self.fact(
                span,
                Act::Disables {
                    what: Protection::Certificates,
                },
            );
        }
    }
}

/// The commands in such a file, a line each, as a shell would be given them.
pub(super) fn commands(text: &str) -> String {
    if text.contains("<string>") && text.contains("</") {
        return of_property_list(text);
    }
    let mut commands = String::with_capacity(text.len() + 1);
    for line in text.lines() {
        commands.push_str(of_line(line.trim()));
        commands.push('\n');
    }
    commands
}

/// The command of a line: behind `Exec=` and its kin, or behind the five fields of a table of cron.
fn of_line(line: &str) -> &str {
    if line.starts_with('[')
        && line.ends_with(']')
        && !line.starts_with("[ ")
        && !line.starts_with("[[")
    {
        return "";
    }
    if let Some((key, value)) = line.split_once('=')
        && key.starts_with("Exec")
        && key.bytes().all(|byte| byte.is_ascii_alphabetic())
    {
        return value.trim_start_matches(['-', '@', '+', '!', ':', ' ']);
    }
    if line.starts_with('@') {
        return line
            .split_once(' ')
            .map_or("", |(_, command)| command.trim());
    }
    let mut rest = line;
    for _ in 0..5 {
        let (field, behind) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        let is_time = field.starts_with(|c: char| c.is_ascii_digit() || c == '*')
            && field
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "*/,-".contains(c));
        if !is_time || behind.is_empty() {
            return line;
        }
        rest = behind.trim_start();
    }
    // Tables of the system name who runs it.
    rest.strip_prefix("root ").unwrap_or(rest)
}

/// The arguments of the program of a property list, each as one word of a shell.
fn of_property_list(text: &str) -> String {
    let from = text.find("Program").unwrap_or(0);
    let behind = text.get(from..).unwrap_or("");
    let end = behind.find("</array>").unwrap_or(behind.len());
    let inside = behind.get(..end).unwrap_or("");
    let mut command = String::new();
    for piece in inside.split("<string>").skip(1) {
        let word = piece.split("</string>").next().unwrap_or("");
        let word = word
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&");
        command.push('\'');
        command.push_str(&word.replace('\'', r"'\''"));
        command.push_str("' ");
    }
    command.push('\n');
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every such file gives the command in it, and a start file its lines.
    #[test]
    fn forms() {
        for (text, command) in [
            (
                "[Service]\nExecStart=-/bin/sh -c 'a | b'\n",
                "\n/bin/sh -c 'a | b'\n",
            ),
            ("[Desktop Entry]\nExec=a --b", "\na --b\n"),
            ("*/5 * * * * a b", "a b\n"),
            ("0 3 * * 1-5 root a b", "a b\n"),
            ("@reboot a b", "a b\n"),
            ("export A=1", "export A=1\n"),
            (
                "<key>ProgramArguments</key><array><string>sh</string><string>-c</string><string>a 'b' &amp;&amp; c</string></array>",
                "'sh' '-c' 'a '\\''b'\\'' && c' \n",
            ),
        ] {
            assert_eq!(commands(text), command, "{text}");
        }
    }
}
