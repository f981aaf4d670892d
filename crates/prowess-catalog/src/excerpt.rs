//! The line of a body that stands for a missing description.

/// The first line of a body that is neither blank nor a heading, and how much follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Excerpt<'b> {
    /// The line, without the blanks around it; empty where there is none.
    pub(crate) line: &'b str,
    /// Characters of the body behind the line; 0 where there is no line.
    pub(crate) more: u32,
}

/// The excerpt of a body that so many characters of another sentence follow. Blanks around the whole
/// body do not count.
pub(crate) fn of(body: &str, sentence: usize) -> Excerpt<'_> {
    let body = body.trim();
    let mut rest = body;
    while !rest.is_empty() {
        let (line, after) = match rest.split_once('\n') {
            Some((line, after)) => (line, after),
            None => (rest, ""),
        };
        let trimmed = line.trim();
        if !trimmed.is_empty() && !trimmed.starts_with('#') {
            let behind = rest.get(line.len()..).unwrap_or("").chars().count();
            return Excerpt {
                line: trimmed,
                more: u32::try_from(behind + sentence).unwrap_or(u32::MAX),
            };
        }
        rest = after;
    }
    Excerpt { line: "", more: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Headings and blank lines are passed over; what follows the line is counted, line ends too.
    #[test]
    fn excerpts() {
        let excerpt = |line, more| Excerpt { line, more };
        let of = |body| super::of(body, 0);
        assert_eq!(of("# Title\n\n  First. \nSecond.\n"), excerpt("First.", 8));
        assert_eq!(of("# only\n## headings\n"), excerpt("", 0));
        assert_eq!(of("one"), excerpt("one", 0));
        assert_eq!(super::of("one", 7), excerpt("one", 7));
    }
}
