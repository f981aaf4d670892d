//! What allows a call without a question: `Read`, `Bash(git:*)`.

use serde_json::Value;

use crate::name::known;
use crate::policy::Call;
use crate::programs::{is_safe, runs_others};
use crate::words::words;

/// A tool, and which of its calls are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    text: String,
    tool: String,
    calls: Calls,
}

/// Which calls of a tool are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Calls {
    All,
    /// Commands that begin with these words.
    Starting(Vec<String>),
    /// Just this command.
    Exactly(Vec<String>),
    /// Addresses of this host, or of hosts beneath it.
    Host(String),
    /// A call with just this value: a skill's name.
    Value(&'static str, String),
}

/// Why a text is no grant. One that cannot be read grants nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrantFault {
    /// It is neither `Tool` nor `Tool(pattern)`.
    #[error("`{text}` is neither a tool nor `Tool(pattern)`")]
    Form {
        /// The text.
        text: String,
    },
    /// Its tool has no patterns, or not of this form.
    #[error("`{text}` has a pattern that is not known for this tool")]
    Pattern {
        /// The text.
        text: String,
    },
}

impl Grant {
    /// Reads an entry of `allowed-tools`, or one that a person has given. Words of every client are understood.
    ///
    /// # Errors
    ///
    /// [`GrantFault`].
    pub fn read(text: &str) -> Result<Self, GrantFault> {
        let text = text.trim();
        let form = || GrantFault::Form {
            text: text.to_owned(),
        };
        let (name, pattern) = match text.split_once('(') {
            Some((name, rest)) => (name, Some(rest.strip_suffix(')').ok_or_else(form)?)),
            None => (text, None),
        };
        let name = name.trim();
        let is_name = |letter: char| letter.is_alphanumeric() || "_-.:/".contains(letter);
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(form());
        }
        let tool = known(name).map_or_else(|| name.to_owned(), |known| known.own.to_owned());
        let calls = match pattern.map(str::trim) {
            None | Some("" | "*") => Calls::All,
            Some(pattern) => calls(&tool, pattern).ok_or_else(|| GrantFault::Pattern {
                text: text.to_owned(),
            })?,
        };
        Ok(Self {
            text: text.to_owned(),
            tool,
            calls,
        })
    }

    /// The narrowest pattern that is worth keeping for a call like this one; nothing where only this call itself can be allowed.
    #[must_use]
    pub fn like(call: &Call<'_>) -> Option<Self> {
        let tool = tool_of(call.tool);
        match tool.as_str() {
            "exec" => {
                let given = command(call.arguments)?;
                let program = given.first()?;
                if runs_others(program) || !is_safe(&given) || program.contains('/') {
                    return None;
                }
                let with = given.get(1).filter(|word| is_subcommand(word));
                let start: Vec<&str> = [Some(program), with]
                    .into_iter()
                    .flatten()
                    .map(String::as_str)
                    .collect();
                Self::read(&format!("exec({}:*)", start.join(" "))).ok()
            }
            "web_fetch" => {
                let host = host(call.arguments.get("url")?.as_str()?)?;
                Self::read(&format!("web_fetch(domain:{host})")).ok()
            }
            _ => Self::read(&tool).ok(),
        }
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Our name of the tool, or the name as it is for one that is not known.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Whether a call is meant. A text of a command is compared by its words; one that a shell would do more with is never meant
    /// by a pattern, nor one with an option by which a program runs another.
    #[must_use]
    pub fn covers(&self, call: &Call<'_>) -> bool {
        if self.tool != tool_of(call.tool) {
            return false;
        }
        let given = || command(call.arguments).filter(|words| is_safe(words));
        match &self.calls {
            Calls::All => true,
            Calls::Starting(start) => given().is_some_and(|words| words.starts_with(start)),
            Calls::Exactly(exact) => command(call.arguments).is_some_and(|words| words == *exact),
            Calls::Host(wanted) => {
                let url = call.arguments.get("url").and_then(Value::as_str);
                url.and_then(host).is_some_and(|host| {
                    host == *wanted
                        || host
                            .strip_suffix(wanted.as_str())
                            .is_some_and(|rest| rest.ends_with('.'))
                })
            }
            Calls::Value(field, wanted) => {
                call.arguments.get(*field).and_then(Value::as_str) == Some(wanted)
            }
        }
    }
}

fn tool_of(name: &str) -> String {
    known(name).map_or_else(|| name.to_owned(), |known| known.own.to_owned())
}

/// The calls that a pattern means; nothing where the tool has no such pattern.
fn calls(tool: &str, pattern: &str) -> Option<Calls> {
    match tool {
        "exec" => {
            let start = pattern
                .strip_suffix(":*")
                .or_else(|| pattern.strip_suffix(" *"));
            match start {
                Some(start) => Some(Calls::Starting(words(start).ok()?)),
                None => Some(Calls::Exactly(words(pattern).ok()?)),
            }
        }
        "web_fetch" => {
            let host = pattern.strip_prefix("domain:")?.trim().to_lowercase();
            let is_host = |letter: char| letter.is_alphanumeric() || letter == '.' || letter == '-';
            (!host.is_empty() && host.chars().all(is_host)).then_some(Calls::Host(host))
        }
        "load_skill" => Some(Calls::Value("name", pattern.to_owned())),
        _ => None,
    }
}

/// The words of a command: a list of arguments as it is, a text that is one plain command.
fn command(arguments: &Value) -> Option<Vec<String>> {
    match arguments.get("command")? {
        Value::String(text) => words(text).ok(),
        Value::Array(list) => list
            .iter()
            .map(|word| word.as_str().map(str::to_owned))
            .collect(),
        _ => None,
    }
}

/// The host of an address as a browser would take it; nothing where a program might take another.
fn host(url: &str) -> Option<String> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end)?;
    if authority.contains(['@', '\\', '%', '['])
        || url.contains(|letter: char| letter.is_control() || letter == '\\')
    {
        return None;
    }
    let host = authority.split(':').next()?.trim_end_matches('.');
    (!host.is_empty()).then(|| host.to_lowercase())
}

/// Whether a word behind a program says what the program is to do.
fn is_subcommand(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_lowercase())
        && word
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::policy::Caller;

    fn covers(grant: &str, tool: &str, arguments: &Value) -> bool {
        let call = Call {
            tool,
            arguments,
            caller: Caller::Model,
        };
        Grant::read(grant).unwrap().covers(&call)
    }

    fn runs(grant: &str, command: &str) -> bool {
        covers(grant, "exec", &json!({ "command": command }))
    }

    #[test]
    fn a_pattern_means_the_words_of_a_command() {
        assert!(runs("Bash(git:*)", "git status"));
        assert!(runs("Bash(git *)", "git status"));
        assert!(runs("Bash(git status:*)", "git status -s"));
        assert!(runs("Bash(git commit -m x)", "git commit -m 'x'"));
        assert!(runs("Bash", "rm -rf /"));
        assert!(!runs("Bash(git:*)", "gitk"));
        assert!(!runs("Bash(git:*)", "git-evil status"));
        assert!(!runs("Bash(git status)", "git status -s"));
        assert!(!runs("Bash(git status:*)", "git push"));
        let list = json!({ "command": ["git", "status", "; rm x"] });
        assert!(covers("Bash(git status:*)", "exec", &list));
    }

    #[test]
    fn compound_and_expanding_text_is_never_meant() {
        for command in [
            "git status; rm x",
            "git status && rm x",
            "git status | sh",
            "git $(rm x)",
            "git \"$(rm x)\"",
            "git `rm x`",
            "git status > x",
            "X=1 git status",
            "git status\nrm x",
            "git 'status",
        ] {
            assert!(!runs("Bash(git:*)", command), "`{command}`");
        }
    }

    #[test]
    fn options_that_run_programs_are_never_meant() {
        for (grant, command) in [
            ("Bash(git:*)", "git -c core.pager=sh log"),
            ("Bash(git:*)", "git -ccore.pager=sh log"),
            ("Bash(git:*)", "git --exec-path=/tmp log"),
            ("Bash(git:*)", "git rebase --exec sh"),
            ("Bash(git:*)", "git rebase --exe sh"),
            ("Bash(git:*)", "git clone --upload-pack=/tmp/x y"),
            ("Bash(git:*)", "git config alias.x y"),
            ("Bash(git:*)", "git grep -O sh"),
            ("Bash(find:*)", "find . -exec sh"),
            ("Bash(find:*)", "find . -delete"),
            ("Bash(tar:*)", "tar --checkpoint-action=exec=sh -xf a"),
            ("Bash(tar:*)", "tar -xI sh -f a"),
            ("Bash(rsync:*)", "rsync -e sh a b"),
            ("Bash(/usr/bin/git:*)", "/usr/bin/git -c a=b log"),
        ] {
            assert!(!runs(grant, command), "{grant} `{command}`");
        }
    }

    #[test]
    fn hosts_are_read_as_a_browser_reads_them() {
        let fetches = |url: &str| {
            covers(
                "WebFetch(domain:example.com)",
                "web_fetch",
                &json!({ "url": url }),
            )
        };
        for url in [
            "https://example.com",
            "https://EXAMPLE.com:8443/a",
            "https://docs.example.com/?q",
            "https://example.com./",
        ] {
            assert!(fetches(url), "{url}");
        }
        for url in [
            "https://example.com@evil.test/",
            "https://evil.test/example.com",
            "https://evil.test#example.com",
            "https://badexample.com",
            "https://evil.test\\@example.com",
            "ftp://example.com",
            "https://example.com%2eevil.test",
        ] {
            assert!(!fetches(url), "{url}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_grant() {
        for text in [
            "",
            "Bash(git",
            "Read(src/**)",
            "Bash(git $X:*)",
            "a b",
            "WebFetch(example.com)",
            "*",
        ] {
            assert!(Grant::read(text).is_err(), "`{text}`");
        }
    }

    #[test]
    fn a_pattern_like_a_call_is_narrow() {
        let like = |tool, arguments: Value| {
            let call = Call {
                tool,
                arguments: &arguments,
                caller: Caller::Model,
            };
            let grant = Grant::like(&call)?;
            assert!(grant.covers(&call));
            Some(grant.text().to_owned())
        };
        let runs = |command: &str| like("exec", json!({ "command": command }));
        assert_eq!(runs("git status -s"), Some("exec(git status:*)".to_owned()));
        assert_eq!(runs("ls -l"), Some("exec(ls:*)".to_owned()));
        for command in [
            "python x.py",
            "sh -c x",
            "env git status",
            "git -c a=b log",
            "a; b",
            "./x",
        ] {
            assert_eq!(runs(command), None, "`{command}`");
        }
        assert_eq!(
            like("web_fetch", json!({ "url": "https://a.test/x" })),
            Some("web_fetch(domain:a.test)".to_owned())
        );
        assert_eq!(like("Read", json!({})), Some("read".to_owned()));
    }
}
