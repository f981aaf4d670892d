//! Commands that a body asks to have run while it is loaded. They are found, never run.

/// One command that a body asks to have run while it is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadCommand<'b> {
    /// The command, as written.
    pub command: &'b str,
    /// The line of the body, from 1, on which it begins.
    pub line: u32,
}

/// The load-time commands of a body (Claude Code): `` !`command` `` at the start of a line or behind a
/// blank, and blocks that open with ```` ```! ````. Code in other blocks and behind `\!` is text.
#[must_use]
pub fn load_commands(body: &str) -> Vec<LoadCommand<'_>> {
    let mut commands = Vec::new();
    let mut block: Option<Block<'_>> = None;
    let mut offset = 0;
    for (index, line) in body.split_inclusive('\n').enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let start = offset;
        offset += line.len();
        match &block {
            Some(open) if open.is_closed_by(line) => {
                commands.extend(open.command(body, start));
                block = None;
            }
            Some(_) => {}
            None => match Block::opened_by(line, number, offset) {
                Some(open) => block = Some(open),
                None => commands.extend(spans(line).map(|command| LoadCommand {
                    command,
                    line: number,
                })),
            },
        }
    }
    // A block that does not close reaches to the end.
    commands.extend(block.and_then(|open| open.command(body, body.len())));
    commands
}

/// An open block of code.
struct Block<'b> {
    fence: &'b str,
    runs: bool,
    line: u32,
    /// Where its content begins.
    content: usize,
}

impl<'b> Block<'b> {
    fn opened_by(line: &'b str, number: u32, content: usize) -> Option<Self> {
        let text = line.trim();
        let sign = text
            .chars()
            .next()
            .filter(|sign| matches!(sign, '`' | '~'))?;
        let info = text.trim_start_matches(sign);
        let fence = text.get(..text.len() - info.len())?;
        // Behind a fence of backticks there are none, else it is a span of code.
        let is_fence = fence.len() >= 3 && !(sign == '`' && info.contains('`'));
        is_fence.then_some(Self {
            fence,
            runs: sign == '`' && info.starts_with('!'),
            line: number,
            content,
        })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let text = line.trim();
        let sign = self.fence.chars().next().unwrap_or('`');
        text.len() >= self.fence.len() && text.chars().all(|character| character == sign)
    }

    fn command(&self, body: &'b str, end: usize) -> Option<LoadCommand<'b>> {
        let command = body.get(self.content..end)?.trim();
        (self.runs && !command.is_empty()).then_some(LoadCommand {
            command,
            line: self.line,
        })
    }
}

/// The commands in the code spans of one line.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + line.get(from..)?.find('`')?;
            let rest = line.get(start..)?;
            let ticks = rest.len() - rest.trim_start_matches('`').len();
            let inner = rest.get(ticks..)?;
            let Some(length) = closing(inner, ticks) else {
                from = start + ticks;
                continue;
            };
            from = start + ticks + length + ticks;
            let before = line.get(..start)?.strip_suffix('!');
            let is_load = before
                .is_some_and(|before| before.is_empty() || before.ends_with(char::is_whitespace));
            let command = inner.get(..length)?.trim();
            if is_load && ticks == 1 && !command.is_empty() {
                return Some(command);
            }
        }
    })
}

/// Where the run of exactly so many backticks stands that closes a span.
fn closing(inner: &str, ticks: usize) -> Option<usize> {
    let mut from = 0;
    loop {
        let start = from + inner.get(from..)?.find('`')?;
        let rest = inner.get(start..)?;
        let run = rest.len() - rest.trim_start_matches('`').len();
        if run == ticks {
            return Some(start);
        }
        from = start + run;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Vec<(&str, u32)> {
        let commands = load_commands(body);
        commands
            .iter()
            .map(|found| (found.command, found.line))
            .collect()
    }

    /// Spans at the start of a line and behind a blank, and blocks with `!`.
    #[test]
    fn commands() {
        let body = "!`git log` and !`date`\n\n```!\nnpm test\nls\n```\n- !`a`\n````! sh\nx\n";
        assert_eq!(
            found(body),
            [
                ("git log", 1),
                ("date", 1),
                ("npm test\nls", 3),
                ("a", 7),
                ("x", 8)
            ]
        );
    }

    /// Code that only speaks of commands is text.
    #[test]
    fn text() {
        for body in [
            "a!`b`",
            "\\!`b`",
            "``!`b` ``",
            "```\n!`b`\n```",
            "~~~!\nb\n~~~",
            "!`b",
            "!` `",
            "```!\n```",
            "look!\n`b`",
        ] {
            assert_eq!(found(body), [], "{body}");
        }
    }

    proptest::proptest! {
        /// Whatever the body, each command is a part of it that begins no earlier than its line.
        #[test]
        fn any_body(body in "[!`~ \\\\a\n]{0,60}") {
            for found in load_commands(&body) {
                let line = usize::try_from(found.line).unwrap();
                let above: usize = body.split_inclusive('\n').take(line - 1).map(str::len).sum();
                proptest::prop_assert!(body[above..].contains(found.command));
            }
        }
    }
}
