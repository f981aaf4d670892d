//! Masks for sentences, which are never compared.

/// What stands in place of masked lines.
const MASK: &str = "«…»";

/// The text with every run of lines that are not structure put down to one mask.
///
/// Formats are compared to the byte and sentences are not, so both sides of a comparison go
/// through the same mask. Blank lines count as structure where `is_structure` says so.
#[must_use]
pub fn mask_sentences(text: &str, is_structure: impl Fn(&str) -> bool) -> String {
    let mut masked: Vec<&str> = Vec::new();
    for line in text.split('\n') {
        if is_structure(line) {
            masked.push(line);
        } else if masked.last() != Some(&MASK) {
            masked.push(MASK);
        }
    }
    masked.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Structure stays to the byte, prose around it is one mask however long it is.
    #[test]
    fn prose_goes() {
        let masked = mask_sentences("One.\nTwo.\n<a>\n", |line| line.starts_with('<'));
        assert_eq!(masked, "«…»\n<a>\n«…»");
    }
}
