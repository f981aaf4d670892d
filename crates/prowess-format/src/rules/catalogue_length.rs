//! Name and description of every skill stand in every prompt; about 100 words is what the format's
//! authors plan for.

use prowess_base::{Diagnostic, Severity};

use super::{Facts, words};
use crate::codes::rules::CATALOGUE_LENGTH;

/// Most words of name and description; somewhat above the hundred, which is a round figure.
const MOST: usize = 120;

pub(super) fn check(facts: &Facts<'_>, out: &mut Vec<Diagnostic>) {
    let Some((description, span)) = facts.field("description") else {
        return;
    };
    let name = facts.field("name").map_or("", |(name, _)| name);
    let count = words::count(name) + words::count(description);
    if count > MOST {
        let message = format!("name and description have {count} words, and stand in every prompt");
        out.push(
            facts
                .at(span, CATALOGUE_LENGTH, Severity::Advice, message)
                .help("aim at 100 words: what it does and when to use it"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{described, one, says};
    use super::*;

    /// More words than planned fire, as many do not; two Chinese characters are a word.
    #[test]
    fn words_of_both_scripts() {
        let of = |description: &str| says(check, &described(description));
        let message = "name and description have 121 words, and stand in every prompt";
        let long = "word ".repeat(120).trim_end().to_owned();
        assert_eq!(of(&long), one(&long, message));
        assert_eq!(of(&"word ".repeat(119)), []);
        assert_eq!(of(&"茶".repeat(240)), one(&"茶".repeat(240), message));
        assert_eq!(of(&"茶".repeat(238)), []);
    }
}
